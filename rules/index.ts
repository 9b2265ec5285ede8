import type {Rule} from '../src/rule.ts'
import bornDeprecated from './born-deprecated.ts'
import contradictoryEvents from './contradictory-events.ts'
import deprecatedWithoutSunset from './deprecated-without-sunset.ts'
import duplicateEvent from './duplicate-event.ts'
import endOutsideWindow from './end-outside-window.ts'
import endedBeforeSunset from './ended-before-sunset.ts'
import gaBreakingChange from './ga-breaking-change.ts'
import gateUnmet from './gate-unmet.ts'
import lifetimeTooShort from './lifetime-too-short.ts'
import nameReused from './name-reused.ts'
import noticeTooShort from './notice-too-short.ts'
import stabilityDisagrees from './stability-disagrees.ts'
import stabilityDowngraded from './stability-downgraded.ts'
import stabilityPastLimit from './stability-past-limit.ts'
import stabilityUnknown from './stability-unknown.ts'
import successorMissing from './successor-missing.ts'
import successorSupportTooShort from './successor-support-too-short.ts'
import sunsetExtendedLate from './sunset-extended-late.ts'
import sunsetMovedEarlier from './sunset-moved-earlier.ts'
import sunsetOutsideWindow from './sunset-outside-window.ts'
import sunsetPassedWithoutRemoval from './sunset-passed-without-removal.ts'
import sunsetTooEarly from './sunset-too-early.ts'
import unannouncedRemoval from './unannounced-removal.ts'
import unclaimedChange from './unclaimed-change.ts'

/** All rules that come with tenure, in alphabetical order. */
export const rules: readonly Rule[] = [
  bornDeprecated,
  contradictoryEvents,
  deprecatedWithoutSunset,
  duplicateEvent,
  endOutsideWindow,
  endedBeforeSunset,
  gaBreakingChange,
  gateUnmet,
  lifetimeTooShort,
  nameReused,
  noticeTooShort,
  stabilityDisagrees,
  stabilityDowngraded,
  stabilityPastLimit,
  stabilityUnknown,
  successorMissing,
  successorSupportTooShort,
  sunsetExtendedLate,
  sunsetMovedEarlier,
  sunsetOutsideWindow,
  sunsetPassedWithoutRemoval,
  sunsetTooEarly,
  unannouncedRemoval,
  unclaimedChange
]
