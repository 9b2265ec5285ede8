import {draftUnreleased} from '../../inputs/history/draft-unreleased.ts'
import {optionalEntry, toWrittenPart, toWrittenReplacement} from '../../inputs/history/events.ts'
import type {HistoryContent} from '../../inputs/history/write.ts'
import {findCurrentSpec} from '../../inputs/sources/release-base.ts'
import {parseTarget} from '../../languages/languages.ts'
import {openDescription, readyFor} from '../../languages/readers.ts'
import {inputError} from '../../model/input-error.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {Tenure} from '../../model/lifecycle/lifecycle.ts'
import {PART_KINDS, type Subject, subjectKey, subjectKindOf} from '../../model/subject/subject.ts'
import {parseDateRange} from '../../model/time/date-range.ts'
import {releaseKey} from '../../model/time/release.ts'
import {canBeReleaseOf} from '../../model/time/release-name.ts'
import {readDate} from '../../model/time/written-date.ts'
import {createParentFolder, editFile} from '../../stores/files/write-file.ts'
import {formatSubjectPhrase} from '../../text/finding-phrases.ts'
import {capitalize, formatAtMoment} from '../../text/format-values.ts'
import type {Context} from '../context.ts'
import type {CommonOptions} from '../session/config.ts'
import {assertKnownSubject, findUnknownSubject} from '../session/known-subject.ts'
import {openWrittenHistory, type Session} from '../session/session.ts'
import {parseSubjectOptions, requireText, type SubjectOptions} from '../session/subject-option.ts'
import {type ChosenSunset, chooseSunset} from './choose-sunset.ts'
import {type DraftWithHistory, latestTenure, toDraftWithHistory} from './next-draft.ts'

export interface DeprecateOptions extends CommonOptions, SubjectOptions {
  readonly replacement?: string | undefined
  readonly sunset?: string | undefined
  readonly note?: string | undefined
  readonly via?: string | undefined
  readonly spec?: string | undefined
  readonly force: boolean
  readonly 'dry-run': boolean
}

/** Result of `tenure deprecate`: the deprecation of a subject in the history. */
export interface AnnouncedDeprecation {
  readonly session: Session
  readonly subject: Subject
  readonly remarks: readonly string[]
  /** Path of the API description to which a deprecation mark can be added. */
  readonly spec: string | undefined
  /** The language of that description. */
  readonly language: string | undefined
  /** History including the deprecation. */
  readonly history: History
  /** What was written, or would be. Missing if the history contained the deprecation already. */
  readonly wrote?: ChosenSunset & {readonly path: string}
}

/**
 * Adds a deprecation to the unreleased changes, with the earliest sunset that the policy allows. A second run changes
 * nothing, and a dry run writes nothing.
 */
export async function announceDeprecation(options: DeprecateOptions, context: Context): Promise<AnnouncedDeprecation> {
  requireText(options, ['sunset', 'note', 'via', 'field', 'parameter', 'header'])
  const subject = parseSubjectOptions(options)
  const replacement =
    options.replacement === undefined || options.replacement === 'none'
      ? undefined
      : replacementOf(options.replacement, subject)
  const {sunset: asked, note, via} = options
  const session = openWrittenHistory(options, context)
  assertSunset(asked, session)
  const spec = findCurrentSpec(context.files, options.spec ?? session.config?.spec)
  await readyFor([spec])
  const description = spec === undefined ? undefined : openDescription(context, spec)
  const language = description?.language ?? session.history.about.language
  assertKnownSubject(subject, session.history, description)
  const slip = replacement && findUnknownSubject({target: replacement.target}, session.history, description)
  const remarks = slip
    ? [`The replacement \`${slip.name}\` isn't in ${slip.where}.${slip.hint} Add it before the removal.`]
    : []
  const tenure = latestTenure(subject, session.history)
  const standing = tenure?.announcements.find(({event}) => subjectKey(event.subject) === subjectKey(subject))?.event
  if (tenure && standing && tenure.end?.kind !== 'removed') {
    assertSameAnnouncement({tenure, standing, subject, replacement}, options, session)
    return {session, subject, history: session.history, remarks, spec, language}
  }
  if (tenure?.end && !tenure.end.pending) {
    throw inputError(
      `${capitalize(formatSubjectPhrase(subject))} was already removed ${formatAtMoment(tenure.end.moment)}, so it can't be deprecated.`
    )
  }
  const lineWith = (sunset: string | undefined): HistoryContent => ({
    deprecated: subject.target.text,
    ...toWrittenPart(subject.part),
    ...optionalEntry(
      'replacement',
      options.replacement === 'none' ? 'none' : replacement && toWrittenReplacement(replacement, subject)
    ),
    ...optionalEntry('sunset', sunset),
    ...optionalEntry('via', via),
    ...optionalEntry('note', note)
  })
  const draft = (sunset: string | undefined): DraftWithHistory =>
    toDraftWithHistory(
      context,
      draftUnreleased(context.files, session.path, lineWith(sunset), subject),
      subject,
      session
    )
  const chosen = chooseSunset(subject, {requested: asked, force: options.force, draft, session})
  const {path, text, history} = draft(chosen.sunset)
  if (!options['dry-run']) {
    createParentFolder(context, path)
    editFile(context, path, text)
  }
  return {session, subject, history, remarks, spec, language, wrote: {path, ...chosen}}
}

function assertSunset(asked: string | undefined, {history}: Session): void {
  if (asked === undefined || parseDateRange(asked) || canBeReleaseOf(history.timeline, asked)) return
  const day = readDate(asked)?.date ?? '2027-04-30'
  throw inputError(
    `\`--sunset ${asked}\` isn't a day that exists or the name of a release. Write one such as \`${day}\`, or name a release.`,
    undefined,
    `--sunset ${day}`
  )
}

interface StandingAnnouncement {
  readonly tenure: Tenure
  readonly standing: Event
  readonly subject: Subject
  readonly replacement: Subject | undefined
}

/** Throws an `InputError` if the options state something else than the announcement that the history already has. */
function assertSameAnnouncement(
  {tenure, standing, subject, replacement}: StandingAnnouncement,
  options: DeprecateOptions,
  session: Session
): void {
  const {sunset: asked} = options
  const stated = standing.sunset?.stated.replace(/^release /, '')
  const now = tenure.sunset?.moment.stated.replace(/^release /, '')
  if (
    asked !== undefined &&
    ![stated, now].some(each => each !== undefined && releaseKey(each) === releaseKey(asked))
  ) {
    throw inputError(
      `${capitalize(formatSubjectPhrase(subject))} is already deprecated. To move its sunset, reschedule it.`,
      session.locate(standing.place),
      `- {rescheduled: ${subject.target.text}, sunset: ${asked}}`
    )
  }
  const names = options.replacement === 'none' ? standing.unreplaced : isSameSubject(replacement, standing.replacement)
  if (options.replacement !== undefined && !names) {
    throw inputError(
      `${capitalize(formatSubjectPhrase(subject))} is already deprecated, with ${sayReplacement(standing)}. Change the replacement there.`,
      session.locate(standing.place)
    )
  }
}

/** Parses a replacement: a subject, or the name of another part of the same subject. */
function replacementOf(text: string, subject: Subject): Subject {
  const target = parseTarget(text)
  if (target) return {target}
  const kind = subjectKindOf(subject)
  const isPart = PART_KINDS.some(each => each === kind)
  if (isPart && /^[^\s/]+$/.test(text)) return {target: subject.target, part: {...subject.part, [kind]: text}}
  throw inputError(
    `\`${text}\` can't be a replacement. Write \`METHOD /path\`, \`/prefix/**\`, \`operation Name\`, or \`Resource.field\`${isPart ? `, or the name of another ${kind}` : ''}.`,
    undefined,
    "--replacement 'GET /v2/loans'"
  )
}

const isSameSubject = (one: Subject | undefined, other: Subject | undefined): boolean =>
  one !== undefined && other !== undefined && subjectKey(one) === subjectKey(other)

const sayReplacement = ({replacement, unreplaced}: Event): string =>
  replacement
    ? `the replacement ${formatSubjectPhrase(replacement)}`
    : unreplaced
      ? '`replacement: none`'
      : 'no replacement'
