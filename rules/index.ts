import {documentationPage} from '../src/model/documentation.ts'
import type {Rule} from '../src/rule.ts'
import answersGone from './answers-gone.ts'
import backDatedAnnouncement from './back-dated-announcement.ts'
import bornDeprecated from './born-deprecated.ts'
import conditionUnmet from './condition-unmet.ts'
import contradictoryEvents from './contradictory-events.ts'
import datesDisagree from './dates-disagree.ts'
import deprecatedWithoutSunset from './deprecated-without-sunset.ts'
import duplicateEvent from './duplicate-event.ts'
import endOutsideWindow from './end-outside-window.ts'
import endedBeforeSunset from './ended-before-sunset.ts'
import gaBreakingChange from './ga-breaking-change.ts'
import guaranteeWeakened from './guarantee-weakened.ts'
import headerDisagrees from './header-disagrees.ts'
import historyWeakened from './history-weakened.ts'
import lifetimeTooShort from './lifetime-too-short.ts'
import markerForm from './marker-form.ts'
import missingReplacement from './missing-replacement.ts'
import nameReused from './name-reused.ts'
import noticeTooShort from './notice-too-short.ts'
import outOfOrder from './out-of-order.ts'
import parameterSpelling from './parameter-spelling.ts'
import prefixReplacementIncomplete from './prefix-replacement-incomplete.ts'
import replacementDeprecated from './replacement-deprecated.ts'
import replacementLessStable from './replacement-less-stable.ts'
import replacementNotAvailable from './replacement-not-available.ts'
import servedAfterRemoval from './served-after-removal.ts'
import stabilityDisagrees from './stability-disagrees.ts'
import stabilityDowngraded from './stability-downgraded.ts'
import stabilityPastLimit from './stability-past-limit.ts'
import stabilityUnknown from './stability-unknown.ts'
import stalePage from './stale-page.ts'
import successorMissing from './successor-missing.ts'
import successorSupportTooShort from './successor-support-too-short.ts'
import sunsetExtendedLate from './sunset-extended-late.ts'
import sunsetMovedEarlier from './sunset-moved-earlier.ts'
import sunsetOutsideWindow from './sunset-outside-window.ts'
import sunsetPassedWithoutRemoval from './sunset-passed-without-removal.ts'
import sunsetTooEarly from './sunset-too-early.ts'
import supportedRelease from './supported-release.ts'
import unannouncedRemoval from './unannounced-removal.ts'
import unclaimedChange from './unclaimed-change.ts'
import undocumentedCall from './undocumented-call.ts'
import unexplainedEnd from './unexplained-end.ts'
import unknownRelease from './unknown-release.ts'
import unknownSubject from './unknown-subject.ts'
import unmarkedDeprecation from './unmarked-deprecation.ts'
import unrecordedChange from './unrecorded-change.ts'
import unseenChange from './unseen-change.ts'
import unusedException from './unused-exception.ts'
import usesDeprecated from './uses-deprecated.ts'
import usesEnded from './uses-ended.ts'
import versionSkew from './version-skew.ts'
import versionTooHigh from './version-too-high.ts'
import versionTooLow from './version-too-low.ts'
import waiverBelowMinimum from './waiver-below-minimum.ts'
import waiverExpired from './waiver-expired.ts'
import waiverForReleased from './waiver-for-released.ts'
import waiverLate from './waiver-late.ts'
import waiverReasonUnknown from './waiver-reason-unknown.ts'
import waiverUnused from './waiver-unused.ts'
import waiverWithoutApprover from './waiver-without-approver.ts'

/** All built-in rules, in alphabetical order, each with the page that `npm run reference` writes. */
export const rules: readonly Rule[] = [
  answersGone,
  backDatedAnnouncement,
  bornDeprecated,
  conditionUnmet,
  contradictoryEvents,
  datesDisagree,
  deprecatedWithoutSunset,
  duplicateEvent,
  endOutsideWindow,
  endedBeforeSunset,
  gaBreakingChange,
  guaranteeWeakened,
  headerDisagrees,
  historyWeakened,
  lifetimeTooShort,
  markerForm,
  missingReplacement,
  nameReused,
  noticeTooShort,
  outOfOrder,
  parameterSpelling,
  prefixReplacementIncomplete,
  replacementDeprecated,
  replacementLessStable,
  replacementNotAvailable,
  servedAfterRemoval,
  stabilityDisagrees,
  stabilityDowngraded,
  stabilityPastLimit,
  stabilityUnknown,
  stalePage,
  successorMissing,
  successorSupportTooShort,
  sunsetExtendedLate,
  sunsetMovedEarlier,
  sunsetOutsideWindow,
  sunsetPassedWithoutRemoval,
  sunsetTooEarly,
  supportedRelease,
  unannouncedRemoval,
  unclaimedChange,
  undocumentedCall,
  unexplainedEnd,
  unknownRelease,
  unknownSubject,
  unmarkedDeprecation,
  unrecordedChange,
  unseenChange,
  unusedException,
  usesDeprecated,
  usesEnded,
  versionSkew,
  versionTooHigh,
  versionTooLow,
  waiverBelowMinimum,
  waiverExpired,
  waiverForReleased,
  waiverLate,
  waiverReasonUnknown,
  waiverUnused,
  waiverWithoutApprover
].map(rule => ({...rule, url: documentationPage('reference/rules', rule.id)}))
