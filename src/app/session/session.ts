import {dirname} from 'node:path'
import {openTable} from '#tenure/traffic'
import {asOfDay, type Context} from '../../context/context.ts'
import {assemble} from '../../history/assemble.ts'
import type {Config} from '../../inputs/config/file.ts'
import type {PolicyFile} from '../../inputs/config/policy-file.ts'
import {type HistoryFacts, readHistoryFacts} from '../../inputs/history/facts-files.ts'
import type {HistoryFile} from '../../inputs/history/file.ts'
import {
  type FindDescriptionDay,
  type RecordedDayOptions,
  readAnnouncementRecord
} from '../../inputs/record/announcement-record.ts'
import {addFacts, findRecordedDiff} from '../../inputs/record/recorded-facts.ts'
import {languageOfName} from '../../languages/languages.ts'
import type {ReleaseDiff} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import {inputError} from '../../model/input-error.ts'
import type {History, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {LocateSource, SourceLocation} from '../../model/location.ts'
import type {FindFields} from '../../model/subject/field.ts'
import type {Subject} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import {NEXT} from '../../model/time/timeline.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {readingOf} from '../../observations/content-ids.ts'
import {createDescriptionDays} from '../../observations/description-days.ts'
import type {SourceKind, Uncompared, UnreadReleases} from '../../outputs/report/report.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {resolveCommits} from '../../stores/git/git.ts'
import {findDefaultBranch} from '../../stores/git/repository.ts'
import {formatFew} from '../../text/format-values.ts'
import {type CommonOptions, configOf} from './config.ts'
import {findCurrentFields} from './current-description.ts'
import {sayFactsProblems, sayRecordedGap, sayReplacedLines} from './facts-remarks.ts'
import {locateHistory} from './history-path.ts'
import {policyForHistory} from './policy.ts'
import {readHistoryOnce} from './read-once.ts'

/** History in timeline order, with the policy that applies to it. */
export interface Session {
  readonly history: History
  readonly policy: Policy
  /** Whether the default policy applies because none was declared. */
  readonly assumed: boolean
  readonly path: string
  /** Kind of source: a written history, a folder of descriptions, or the tags of a repository. */
  readonly kind: SourceKind
  /** Whether parts of the source couldn't be read. */
  readonly partial: boolean
  /** Unreadable part, if it's not the whole path. */
  readonly unread?: string
  /** Location of the first unreadable part, with its line. */
  readonly unreadAt?: SourceLocation
  /** Releases that couldn't be read, or not in full. */
  readonly unreadReleases?: UnreadReleases
  readonly config?: Config
  readonly locate: LocateSource
  /** Why nothing, or only a part, was compared. */
  readonly uncompared?: Uncompared
  /** Remarks to print before the results. */
  readonly remarks: readonly string[]
  /** Remarks on what is recorded of the past, which an audit prints, too. */
  readonly pastRemarks?: readonly string[]
  /** Returns a comparison of two releases that was recorded. Missing if there's none, or if descriptions are read. */
  readonly findRecordedDiff?: (from: string, to: string) => ReleaseDiff | undefined
}

/** Opens the history to work on: the given one, otherwise the configured one, otherwise one with a default name. */
export function openWrittenHistory(
  options: CommonOptions,
  context: Context,
  source?: string,
  also: readonly Subject[] = []
): Session {
  const config = configOf(options, context)
  if (source !== undefined && options.history !== undefined) {
    throw inputError(
      `\`--history ${options.history}\` can't be combined with \`${source}\`, which is a history too. Use one of them.`
    )
  }
  const path = locateHistory(context, source ?? options.history, config)
  const file = readHistoryOnce(context.files, path)
  const judge = policyForHistory(context.files, options, file, path, config)
  const {policy} = judge
  const asOf = asOfDay(options, context, policy)
  const recording = {
    described: createBranchDays(path, config, policy, context),
    accepted: acceptedDay(config, asOf)
  }
  const facts = readHistoryFacts(context.files, file, path)
  const findFields = findCurrentFields(context, config?.spec)
  const traffic = openTable(context.files, config, file.declared.about.service)
  return createSession(context, {config, path, file, facts, judge, findFields, traffic}, asOf, also, recording)
}

/**
 * The day up to which a configuration accepts lines of the history as written; `undefined` if there is none, or if the
 * day is in the future, because later lines would be accepted, too.
 */
export function acceptedDay(config: Config | undefined, asOf: Day): Day | undefined {
  const day = config?.adopted?.day
  return day !== undefined && day <= asOf ? day : undefined
}

/** Finds since when the descriptions of the default branch have shown the announcements of a history. */
export const createBranchDays = (
  path: string,
  config: Config | undefined,
  policy: Policy,
  context: Context
): FindDescriptionDay =>
  createDescriptionDays(
    context,
    () => {
      // Only a history in the current repository can be dated by the descriptions of its branch.
      const branch =
        context.git.findCheckout(dirname(path)) === context.git.findCheckout('.')
          ? findDefaultBranch(context.git, '.')
          : undefined
      const [tip] = branch === undefined ? [] : resolveCommits(context.git, '.', [branch])
      if (tip === undefined) return undefined
      return {tip, spec: config?.spec, reading: readingOf(config, policy), timezone: policy.timezone}
    },
    () => context.cache()
  )

/** History with its config and policy. */
export interface HistoryAndPolicy {
  readonly config: Config | undefined
  readonly path: string
  /** Whether the path only names the history in messages, because it isn't a file. */
  readonly isText?: true
  readonly file: HistoryFile
  /** The facts recorded for the releases of the history. Missing if only its lines count. */
  readonly facts?: HistoryFacts | undefined
  readonly judge: PolicyFile & {readonly assumed: boolean}
  /** Finds the fields that a name stands for in the description that is in use. */
  readonly findFields?: FindFields
  /** Who calls the API. Missing if it isn't asked. */
  readonly traffic?: History['traffic']
}

/** Remark that only one release exists or could be read, so that nothing was compared; otherwise `undefined`. */
export function sayOnlyRelease(all: number, read: number): string | undefined {
  if (read !== 1) return undefined
  return all === 1
    ? 'Only one release was found, so nothing was compared.'
    : `Only one of ${all} releases could be read, so nothing was compared.`
}

/** Creates a session on a history for a given day. */
export function createSession(
  workspace: Workspace,
  {config, path, isText, file, facts, judge, findFields, traffic}: HistoryAndPolicy,
  asOf: string,
  also: readonly Subject[] = [],
  recording: Pick<RecordedDayOptions, 'target' | 'described' | 'proof' | 'accepted'> = {}
): Session {
  const {policy, assumed, locate: inPolicy} = judge
  const timezone = policy.timezone
  const record = readAnnouncementRecord(workspace, file.declared, isText ? undefined : path, {
    asOf,
    timezone,
    ...recording
  })
  const whole = facts && addFacts(file, facts.facts)
  const {about, ...written} = whole?.declared ?? file.declared
  const language = about.language ?? languageOfName(config?.spec ?? '')
  const declared = {...written, about: {...about, language}, source: path, waivers: config?.waivers ?? []}
  const lineOf = (event: WrittenEvent): WrittenEvent => whole?.written.get(event) ?? event
  const assembled = assemble(declared, {
    ...{asOf, also, findFields},
    ...(record
      ? {
          adopted: record.adopted,
          recorded: event => record.dayOf(lineOf(event)),
          widened: event => record.widenedOn(lineOf(event)),
          isLateStability: record.isLateStability
        }
      : {})
  })
  const history = {...assembled, ...defined({traffic})}
  const released = history.timeline.entries.filter(({kind, name}) => kind === 'release' && name !== NEXT)
  const alone =
    facts?.facts.size === released.length
      ? sayOnlyRelease(released.length, released.filter(({unread}) => !unread).length)
      : undefined
  const locates = [file.locate, inPolicy, ...(config ? [config.locate] : [])]
  const isPartial = (entry: (typeof released)[number] | undefined): boolean =>
    entry?.partial === true || entry?.unread === true
  const partial = history.timeline.entries.filter(isPartial).map(({name}) => name)
  const newest = released.at(-1)
  return {
    history,
    policy,
    assumed,
    path,
    kind: 'history',
    partial: partial.length > 0,
    ...(partial.length > 0
      ? {
          unread: `the ${partial.length === 1 ? 'description' : 'descriptions'} of ${formatFew(partial)}`,
          unreadReleases: {names: partial, of: released.length, isWhole: true}
        }
      : {}),
    ...defined({config, uncompared: alone === undefined ? undefined : {text: alone, isUnsure: false}}),
    locate: place => locates.reduce((found, locate) => locate(found), place),
    remarks: [
      ...(record?.remark === undefined ? [] : [record.remark]),
      // What an older release lacks, the newest one shows.
      ...(newest && isPartial(newest)
        ? [`Partial: more may have changed in ${newest.name} than is recorded (\`partial\`).`]
        : []),
      ...(facts ? sayFactsProblems(facts, file) : [])
    ],
    pastRemarks: [
      ...(alone === undefined ? [] : [alone]),
      ...(whole ? [...sayRecordedGap(history), ...sayReplacedLines(whole, file)] : [])
    ],
    ...(facts ? {findRecordedDiff: (from: string, to: string) => findRecordedDiff(facts.facts.values(), from, to)} : {})
  }
}
