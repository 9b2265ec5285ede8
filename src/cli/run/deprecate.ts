import {chosenSunset} from '../../app/announce/choose-sunset.ts'
import {currentOf, type Drafted, drafted} from '../../app/announce/next-draft.ts'
import type {Io} from '../../app/io.ts'
import {assureKnown, slipIn} from '../../app/session/known-subject.ts'
import {openSession} from '../../app/session/session.ts'
import {refuse} from '../../model/input-error.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import {
  formatSubject,
  formatTarget,
  kindOf,
  PART_KINDS,
  parseTarget,
  type Subject,
  subjectKey
} from '../../model/subject/subject.ts'
import {looksDated, parseWhen} from '../../model/time/date-range.ts'
import {releaseKey} from '../../model/time/release.ts'
import {readyFor} from '../../read/document/load-server-reader.ts'
import {makeFolderFor, writeWhole} from '../../read/files/write-file.ts'
import {draftNext} from '../../read/history/draft-unreleased.ts'
import type {HistoryDraft} from '../../read/history/write.ts'
import {some, writtenOther, writtenPart} from '../../read/history/written-subject.ts'
import {readDescription} from '../../read/openapi/open-description.ts'
import {specNamed} from '../../read/sources/release-base.ts'
import {sayAt} from '../../text/format-values.ts'
import type {DeprecateOptions} from '../options/deprecate-options.ts'
import {assureFilled} from '../options/require-text.ts'
import {subjectFrom} from '../options/subject-option.ts'
import {deprecated} from './write-deprecation.ts'

/**
 * Adds a deprecation to the unreleased changes, with the earliest sunset that the policy allows. A second run changes
 * nothing.
 */
export async function run(options: DeprecateOptions, io: Io): Promise<number> {
  assureFilled(options, ['sunset', 'note', 'via', 'field', 'parameter', 'header'])
  const subject = subjectFrom(options)
  const replacement =
    options.replacement === undefined || options.replacement === 'none'
      ? undefined
      : replacementOf(options.replacement, subject)
  const {sunset: asked, note, via} = options
  if (asked !== undefined && looksDated(asked) && asked.includes('-') && !parseWhen(asked)) {
    throw refuse(
      `Unexpected day \`${asked}\` for --sunset, expected a day that exists, as \`2027-04-30\`, or a release`
    )
  }
  const session = openSession(options, io)
  const spec = specNamed(options.spec ?? session.config?.spec)
  await readyFor([spec])
  const description = spec === undefined ? undefined : readDescription(spec).snapshot
  assureKnown(subject, session.history, description)
  const slip = replacement && slipIn({target: replacement.target}, session.history, description)
  const remarks = slip
    ? [`\`${slip.name}\` is not known to ${slip.where}${slip.hint}: it must be there before the end.`]
    : []
  const tenure = currentOf(subject, session.history)
  const standing = tenure?.announcements.find(({event}) => subjectKey(event.subject) === subjectKey(subject))?.event
  if (tenure && standing && tenure.end?.kind !== 'removed') {
    const stated = standing.sunset?.stated.replace(/^release /, '')
    const now = tenure.sunset?.moment.stated.replace(/^release /, '')
    if (
      asked !== undefined &&
      ![stated, now].some(each => each !== undefined && releaseKey(each) === releaseKey(asked))
    ) {
      throw refuse(
        `Unexpected second deprecation of \`${formatSubject(subject)}\`, expected its end to be moved: it is deprecated already`,
        session.locate(standing.place),
        `- {rescheduled: ${formatTarget(subject.target)}, sunset: ${asked}}`
      )
    }
    const names =
      options.replacement === 'none' ? standing.unreplaced : isSameSubject(replacement, standing.replacement)
    if (options.replacement !== undefined && !names) {
      throw refuse(
        `Unexpected second deprecation of \`${formatSubject(subject)}\` with the replacement \`${options.replacement}\`, expected ${sayReplacement(standing)}: it is deprecated already. Write another one there`,
        session.locate(standing.place)
      )
    }
    return deprecated(options, io, {session, subject, history: session.history, remarks})
  }
  if (tenure?.end && !tenure.end.pending) {
    throw refuse(
      `Unexpected subject \`${formatSubject(subject)}\`, expected one that has not ended (${sayAt(tenure.end.moment)})`
    )
  }
  const lineWith = (sunset: string | undefined): HistoryDraft => ({
    deprecated: formatTarget(subject.target),
    ...writtenPart(subject.part),
    ...some('replacement', options.replacement === 'none' ? 'none' : replacement && writtenOther(replacement, subject)),
    ...some('sunset', sunset),
    ...some('via', via),
    ...some('note', note)
  })
  const draft = (sunset: string | undefined): Drafted =>
    drafted(draftNext(session.path, lineWith(sunset), subject), subject, session)
  const chosen = chosenSunset(subject, {asked, force: options.force, draft, session})
  const {path, text, history} = draft(chosen.sunset)
  if (!options['dry-run']) {
    makeFolderFor(path)
    writeWhole(path, text)
  }
  return deprecated(options, io, {session, subject, history, remarks, wrote: {path, ...chosen}})
}

/** Parses a replacement: a subject, or the name of another part of the same subject. */
function replacementOf(text: string, subject: Subject): Subject {
  const target = parseTarget(text)
  if (target) return {target}
  const kind = kindOf(subject)
  const isPart = PART_KINDS.some(each => each === kind)
  if (isPart && /^[^\s/]+$/.test(text)) return {target: subject.target, part: {...subject.part, [kind]: text}}
  throw refuse(
    `Unexpected replacement \`${text}\`, expected a subject${isPart ? ` or the name of another ${kind}` : ''}`,
    undefined,
    "--replacement 'GET /v2/loans'"
  )
}

const isSameSubject = (one: Subject | undefined, other: Subject | undefined): boolean =>
  one !== undefined && other !== undefined && subjectKey(one) === subjectKey(other)

const sayReplacement = ({replacement, unreplaced}: Event): string =>
  replacement ? `\`${formatSubject(replacement)}\`` : unreplaced ? '`none`' : 'the line on record, which names none'
