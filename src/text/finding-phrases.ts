import type {Announcement} from '../model/lifecycle/lifecycle.ts'
import {type Subject, subjectKey, WHOLE_API} from '../model/subject/subject.ts'
import type {Moment} from '../model/time/timeline.ts'
import type {Judgment} from '../model/verdict/judgment.ts'
import type {Clock} from '../model/verdict/policy.ts'
import {piecesOfOperation} from '../phrases/subject.ts'
import {formatPieces} from './changes/sentences.ts'
import {formatAtMoment} from './format-values.ts'
import {subjectPieces} from './subject-phrase.ts'

// Phrases of findings: a subject, what happened to it, and when its notice started.

/** A subject with its names in backticks: `due` in the response of `GET /v1/loans`. */
export function formatSubjectPhrase(subject: Subject): string {
  if (subjectKey(subject) === subjectKey(WHOLE_API)) return 'the API'
  const phrase = sayWebhooks(formatPieces(subjectPieces(subject)))
  return subject.part ? phrase.replace(/ of all of (?=`[^`]*`$)/, ' of ') : phrase
}

/** Webhooks and callbacks by their names, instead of as operations without a path. */
const sayWebhooks = (phrase: string): string =>
  phrase
    .replace(/\b(?=webhook `)/, 'the ')
    .replace(/operation `(callback [^`]+)`/, (_, name: string) => formatPieces(piecesOfOperation(name)))

const REMOVALS: Readonly<Record<string, string>> = {renamed: 'renamed', promoted: 'promoted'}

/** What happened, with its moment: `was removed in 2.0 (2025-06-01)`, `is removed in the next release`. */
export function formatOutcome({kind, event, end, ended, pending}: Judgment): string {
  const at = formatAtMoment(end)
  if (kind === 'change') return `${pending ? 'changes' : 'changed'} ${at}`
  if (ended?.kind === 'sunset') return `${pending ? 'reaches' : 'reached'} its sunset ${at}`
  return `${pending ? 'is' : 'was'} ${REMOVALS[event.verb] ?? 'removed'} ${at}`
}

/** The judged event as a noun. */
export const nounOfJudgment = ({kind, ended}: Judgment): 'change' | 'sunset' | 'removal' =>
  kind === 'change' ? 'change' : ended?.kind === 'sunset' && !ended.removal ? 'sunset' : 'removal'

/** `; nothing was announced`, after what a successor alone started. Empty otherwise. */
export const formatUnannounced = ({unannounced}: Pick<Judgment, 'unannounced'>): string =>
  unannounced ? `; nothing was announced${unannounced === 'certain' ? '' : ', as far as recorded'}` : ''

const STARTS = {
  announcement: 'its announcement',
  release: 'its deprecation',
  'sunset-announcement': 'the announcement of its sunset',
  successor: 'the release of its successor',
  'stable-successor': 'the release of its successor',
  'next-version': 'the release of the next API version',
  introduction: 'its introduction'
} as const satisfies Record<Clock, string>

/** The event that started a notice, with its moment: `its deprecation in 1.1 (2025-02-01)`. */
export function formatStart(start: Moment & {readonly clock?: Clock}, announcement?: Announcement): string {
  const {clock = 'announcement'} = start
  const isDeprecation = clock === 'announcement' && announcement?.event.kind === 'deprecated'
  return `${STARTS[isDeprecation ? 'release' : clock]} ${formatAtMoment(start)}`
}
