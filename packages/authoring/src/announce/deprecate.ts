import type {CommonOptions} from '@tenure/core/app/session/config'
import {assertKnownSubject, createFieldFinder, findUnknownSubject} from '@tenure/core/app/session/known-subject'
import {openWrittenHistory, type Session} from '@tenure/core/app/session/session'
import {parseSubjectOptions, requireText, type SubjectOptions} from '@tenure/core/app/session/subject-option'
import type {Context} from '@tenure/core/context/context'
import {openDescription, readyFor} from '@tenure/core/descriptions/readers'
import {toWrittenPart, toWrittenReplacement} from '@tenure/core/inputs/history/events'
import type {HistoryContent} from '@tenure/core/inputs/history/write'
import {findCurrentSpec} from '@tenure/core/inputs/sources/release-base'
import {parseTarget} from '@tenure/core/languages/languages'
import {defined} from '@tenure/core/model/defined'
import {inputError} from '@tenure/core/model/input-error'
import type {Event} from '@tenure/core/model/lifecycle/event'
import type {History, WrittenEvent} from '@tenure/core/model/lifecycle/history'
import {reachedEnd, type Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import {canonicalSubject} from '@tenure/core/model/subject/field'
import {PART_KINDS, type Subject, subjectKey, subjectKindOf} from '@tenure/core/model/subject/subject'
import {parseDateRange} from '@tenure/core/model/time/date-range'
import {releaseKey} from '@tenure/core/model/time/release'
import {canBeReleaseOf} from '@tenure/core/model/time/release-name'
import {NEXT} from '@tenure/core/model/time/timeline'
import {readDate} from '@tenure/core/model/time/written-date'
import {createParentFolder, editFile} from '@tenure/core/stores/files/write-file'
import {formatSubjectPhrase} from '@tenure/core/text/finding-phrases'
import {capitalize, formatAtMoment} from '@tenure/core/text/format-values'
import {draftUnreleased, editUnreleased, type UnreleasedDraft} from '../lines/draft-unreleased.ts'
import {type ChosenSunset, chooseSunset, latestEndOfSupport} from './choose-sunset.ts'
import {type DraftWithHistory, latestTenure, toDraftWithHistory} from './next-draft.ts'
import {findAnnouncement} from './notice.ts'

export interface DeprecateOptions extends CommonOptions, SubjectOptions {
  readonly replacement?: string | undefined
  readonly sunset?: string | undefined
  readonly note?: string | undefined
  readonly via?: string | undefined
  /** The day of an announcement that was made elsewhere. Default with `via`: today. */
  readonly announced?: string | undefined
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
 * Adds a deprecation to the unreleased changes, with a sunset that is late enough for the next release. A later run edits
 * the line as long as it's unreleased. A run that states nothing else changes nothing, and a dry run writes nothing.
 */
export async function announceDeprecation(options: DeprecateOptions, context: Context): Promise<AnnouncedDeprecation> {
  requireText(options, ['sunset', 'note', 'via', 'announced', 'field', 'parameter', 'header'])
  const asked = parseSubjectOptions(options)
  const session = openWrittenHistory(options, context)
  const spec = findCurrentSpec(context.files, options.spec ?? session.config?.spec)
  await readyFor([spec])
  const description = spec === undefined ? undefined : openDescription(context, spec)
  const findFields = createFieldFinder(() => description)
  const subject = canonicalSubject(asked, findFields)
  const replacement =
    options.replacement === undefined || options.replacement === 'none'
      ? undefined
      : replacementOf(options.replacement, subject)
  const {sunset: requested, note, via} = options
  assertSunset(requested, session)
  assertAnnounced(options, session)
  const language = description?.language ?? session.history.about.language
  assertKnownSubject(subject, session.history, description)
  const slip = replacement && findUnknownSubject({target: replacement.target}, session.history, description)
  const remarks = slip
    ? [`The replacement \`${slip.name}\` isn't in ${slip.where}.${slip.hint} Add it before the removal.`]
    : []
  const tenure = latestTenure(subject, session.history)
  const standing = findAnnouncement(subject, session.history)?.event
  const stated = (sunset: string | undefined): HistoryContent =>
    defined({
      replacement: options.replacement === 'none' ? 'none' : replacement && toWrittenReplacement(replacement, subject),
      sunset,
      announced: options.announced ?? (via === undefined ? undefined : session.history.timeline.asOf),
      via,
      note
    })
  const toDraft = (draft: UnreleasedDraft): DraftWithHistory =>
    toDraftWithHistory(context, draft, subject, session, {findFields, language})
  const finish = (chosen: ChosenSunset, {path, text, history}: DraftWithHistory): AnnouncedDeprecation => {
    if (!options['dry-run']) {
      createParentFolder(context, path)
      editFile(context, path, text)
    }
    return {session, subject, history, remarks, spec, language, wrote: {path, ...chosen}}
  }
  const removed = [tenure?.end ?? tenure?.endWithTarget].find(end => end?.kind === 'removed')
  if (tenure && standing && !removed) {
    if (!isUnreleased(standing, session.history)) {
      assertSameAnnouncement({tenure, standing, subject, replacement}, options, session)
      return {session, subject, history: session.history, remarks, spec, language}
    }
    const about = {replacement, options}
    const edit = (sunset: string | undefined): UnreleasedDraft =>
      editUnreleased(context.files, session.path, standing.place, withoutStated(stated(sunset), standing, about))
    if (Object.keys(withoutStated(stated(requested), standing, about)).length === 0)
      return {session, subject, history: session.history, remarks, spec, language}
    const draft = (sunset: string | undefined): DraftWithHistory =>
      toDraft(sunset === undefined ? withoutSunset(edit(sunset), standing) : edit(sunset))
    const chosen =
      requested === undefined
        ? {
            earliest: latestEndOfSupport(subject, draft(requested).history, session),
            ...defined({sunset: sunsetOf(standing)})
          }
        : chooseSunset(subject, {requested, force: options.force, draft, session})
    return finish(chosen, toDraft(edit(requested)))
  }
  const ended = tenure && reachedEnd(tenure)
  if (ended) {
    throw inputError(
      `${capitalize(formatSubjectPhrase(subject))} was already removed ${formatAtMoment(ended.moment)}, so it can't be deprecated.`
    )
  }
  const draft = (sunset: string | undefined): DraftWithHistory => {
    const line = {deprecated: subject.target.text, ...toWrittenPart(subject.part), ...stated(sunset)}
    return toDraft(draftUnreleased(context.files, session.path, line, subject))
  }
  const chosen = chooseSunset(subject, {requested, force: options.force, draft, session})
  if (options.replacement === undefined) remarks.push(NO_REPLACEMENT)
  return finish(chosen, draft(chosen.sunset))
}

const NO_REPLACEMENT =
  'It names no replacement. Add `--replacement` with what clients use instead, or `--replacement none`.'

/** Whether a deprecation is a line of the unreleased changes that no other line there moves or withdraws. */
function isUnreleased({entry, subject}: Event, {timeline, events}: History): boolean {
  const isOther = ({kind}: Event): boolean => kind === 'rescheduled' || kind === 'withdrawn'
  return (
    timeline.entries[entry]?.name === NEXT &&
    !events.some(each => each.entry === entry && isOther(each) && subjectKey(each.subject) === subjectKey(subject))
  )
}

/** What the options state in addition to a line. */
function withoutStated(
  {replacement, sunset, announced, via, note}: HistoryContent,
  line: Event,
  options: {readonly replacement: Subject | undefined; readonly options: DeprecateOptions}
): HistoryContent {
  const isReplaced =
    options.options.replacement === 'none' ? line.unreplaced : isSameSubject(options.replacement, line.replacement)
  const now = sunsetOf(line)
  const day = line.announced?.kind === 'at' ? line.announced.moment.stated : undefined
  return defined({
    replacement: isReplaced ? undefined : replacement,
    sunset: now !== undefined && releaseKey(now) === releaseKey(String(sunset)) ? undefined : sunset,
    // A second run doesn't move the day on which it was announced.
    announced:
      day === announced || (day !== undefined && options.options.announced === undefined) ? undefined : announced,
    via: via === line.via ? undefined : via,
    note: note === line.note ? undefined : note
  })
}

/** The draft as if the line had no sunset, which shows the earliest sunset that it can have. */
function withoutSunset({file, ...draft}: UnreleasedDraft, {place}: Event): UnreleasedDraft {
  const isSame = (event: WrittenEvent): boolean =>
    event.place.source === place.source && event.place.pointer === place.pointer
  const events = file.declared.events.map(event => {
    const {sunset: _, ...rest} = event
    return isSame(event) ? rest : event
  })
  return {...draft, file: {...file, declared: {...file.declared, events}}}
}

const sunsetOf = ({sunset}: Event): string | undefined => sunset?.stated.replace(/^release /, '')

/** Throws an `InputError` if the day of an announcement doesn't exist or is in the future. */
function assertAnnounced({announced}: DeprecateOptions, {history: {timeline}}: Session): void {
  if (announced === undefined) return
  const day = parseDateRange(announced)?.latest
  if (day !== undefined && day <= timeline.asOf) return
  const problem = day === undefined ? "isn't a day that exists" : 'is in the future'
  throw inputError(
    `\`--announced ${announced}\` ${problem}. Write the day of the announcement, such as \`${timeline.asOf}\`.`,
    undefined,
    `--announced ${timeline.asOf}`
  )
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
  const stated = sunsetOf(standing)
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
