import {activeRules, inactivePlugins} from '@tenure/core/app/plugins/load-plugins'
import {type CommonOptions, configOf} from '@tenure/core/app/session/config'
import {CONFIG_NAME, findConfigPath} from '@tenure/core/app/session/config-path'
import {findHistory} from '@tenure/core/app/session/history-path'
import {policyForHistory, policyWithoutHistory} from '@tenure/core/app/session/policy'
import {readHistoryOnce} from '@tenure/core/app/session/read-once'
import {parseSubjectOptions, requireText, type SubjectOptions} from '@tenure/core/app/session/subject-option'
import {asOfDay, type Context} from '@tenure/core/context/context'
import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import type {Config} from '@tenure/core/inputs/config/file'
import {validateRuleName} from '@tenure/core/inputs/config/rule-settings'
import {toWrittenPart} from '@tenure/core/inputs/history/events'
import type {HistoryContent} from '@tenure/core/inputs/history/write'
import {CHANGE_KINDS, isChangeKind} from '@tenure/core/languages/kinds'
import {type OwnerSet, ownerNames} from '@tenure/core/model/approval'
import {defined} from '@tenure/core/model/defined'
import {documentationPage} from '@tenure/core/model/documentation'
import {InputError, type InputProblem, inputError} from '@tenure/core/model/input-error'
import type {Subject} from '@tenure/core/model/subject/subject'
import {type Day, parseDateRange} from '@tenure/core/model/time/date-range'
import type {WaiverReason} from '@tenure/core/model/verdict/policy'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {editFile} from '@tenure/core/stores/files/write-file'
import {formatChoices, suggestChoices, suggestWord} from '@tenure/core/text/format-choices'
import {appendItem} from '../lines/append-item.ts'
import {assertWaivable} from './waivable.ts'

export interface WaiveOptions extends CommonOptions, SubjectOptions {
  readonly reason?: string | undefined
  readonly approver?: string | undefined
  readonly until?: string | undefined
  readonly rule?: string | undefined
  readonly kind?: string | undefined
  readonly about?: string | undefined
  readonly note?: string | undefined
  readonly evidence?: string | undefined
  /** Base that `check` compares with. Needed if the description no longer has the subject. */
  readonly base?: string | undefined
  readonly 'dry-run': boolean
}

/** Waiver in the config file. */
export interface WaiverEntry {
  readonly subject: Subject
  readonly path: string
  /** Day of the approval. */
  readonly asOf: string
  /** The lines of it that are new. */
  readonly added: string
  /** Why nothing is written. Missing if something is. */
  readonly needless?: 'waived' | 'allowed'
  /** Who owns the subject, if the approver is none of them. */
  readonly owners: readonly OwnerSet[]
  readonly newWaivers: Config['newWaivers']
}

/** Adds a waiver to the config file. A second run changes nothing, and a dry run writes nothing. */
export async function waive(options: WaiveOptions, context: Context): Promise<WaiverEntry> {
  requireText(options, ['reason', 'approver', 'note', 'evidence', 'about', 'field', 'parameter', 'header'])
  const subject = parseSubjectOptions(options)
  const {config: named, approver, until, rule, kind, about, note, evidence} = options
  const path = findConfigPath(context.files, options) ?? CONFIG_NAME
  if (named !== undefined && !context.files.exists(named)) throw inputError(`There is no config file \`${named}\`.`)
  const config = configOf(options, context)
  const {policy} = findPolicy(context, options, config)
  const waiverReasons = policy.revisions.at(-1)?.waiverReasons ?? []
  const asOf = asOfDay(options, context, policy)
  assertValid(options, {waiverReasons, policy: policy.name, config, asOf}, context)
  const waiver: HistoryContent = defined({
    ...{subject: subject.target.text, ...toWrittenPart(subject.part), api: options.api, rule, kind, about},
    ...{reason: options.reason, approver, approved: asOf, until, note, evidence}
  })
  const old = context.files.exists(path) ? context.files.readText(path) : 'format: 1\n'
  const entry = {subject, path, asOf, owners: [], newWaivers: config?.newWaivers, added: ''}
  if (hasWaiver(old, path, waiver)) return {...entry, needless: 'waived'}
  const {owners, isAllowed} = await assertWaivable(subject, options, context)
  if (isAllowed && rule === undefined && kind === undefined) return {...entry, needless: 'allowed'}
  const text = appendItem(old, path, ['waivers'], waiver)
  if (!options['dry-run']) editFile(context, path, text)
  return {...entry, added: findAddedLines(old, text), owners: ownerNames(owners).includes(approver ?? '') ? [] : owners}
}

/** The lines that one part of a text has more than before. */
function findAddedLines(old: string, text: string): string {
  const [before, after] = [old.split('\n'), text.split('\n')]
  const first = after.findIndex((line, at) => line !== before[at])
  const same = after.toReversed().findIndex((line, at) => line !== before.at(-1 - at))
  return after.slice(first, after.length - Math.min(same, before.length - first)).join('\n')
}

/** Policy that defines the allowed reasons: that of the history, otherwise that of the config file. */
function findPolicy(workspace: Workspace, options: WaiveOptions, config: Config | undefined) {
  const path = findHistory(workspace, options.history, config)
  return path === undefined
    ? policyWithoutHistory(workspace.files, options, config)
    : policyForHistory(workspace.files, options, readHistoryOnce(workspace.files, path), path, config)
}

interface WaiverContext {
  readonly waiverReasons: readonly WaiverReason[]
  readonly policy: string
  readonly config: Config | undefined
  readonly asOf: string
}

/** Throws an `InputError` that lists all problems of the waiver. */
function assertValid(
  {reason, approver, until, rule, kind, about}: WaiveOptions,
  {waiverReasons, policy, config, asOf}: WaiverContext,
  context: Context
): void {
  const waiverReason = waiverReasons.find(each => each.reason === reason)
  const wrong: InputProblem[] = [
    ...checkReason(reason, waiverReasons, policy),
    ...checkApprover(approver, waiverReason),
    ...checkLastDay(until, asOf)
  ]
  if (rule !== undefined && kind !== undefined) {
    wrong.push({message: "`--kind` can't be combined with `--rule`. Use one of them."})
  }
  if (about !== undefined && kind === undefined) {
    wrong.push({message: '`--about` needs `--kind`, the kind of change that it is about.'})
  }
  // Rules of plugins that don't run are unknown.
  if (rule !== undefined && inactivePlugins(config?.plugins ?? [], context).length === 0)
    wrong.push(...validateRuleName(rule, activeRules(context)))
  if (kind !== undefined && !isChangeKind(kind)) {
    wrong.push({
      message: `There is no kind of change \`${kind}\`.${suggestWord(kind, CHANGE_KINDS)} \`${documentationPage('reference/changes')}\` lists all.`
    })
  }
  if (wrong.length > 0) throw new InputError(wrong)
}

function checkReason(
  reason: string | undefined,
  waiverReasons: WaiverContext['waiverReasons'],
  policy: string
): InputProblem[] {
  const reasons = waiverReasons.map(each => each.reason)
  if (reasons.length === 0) {
    return [
      {
        message: `Policy \`${policy}\` has no \`waiverReasons\`, so nothing can be waived. List reasons for waivers there.`
      }
    ]
  }
  if (reason === undefined)
    return [{message: `Add \`--reason\`. Policy \`${policy}\` has: ${formatChoices(reasons, 'and')}.`}]
  if (reasons.includes(reason)) return []
  return [{message: `Policy \`${policy}\` has no reason \`${reason}\`.${suggestChoices(reason, reasons)}`}]
}

function checkApprover(
  approver: string | undefined,
  waiverReason: WaiverContext['waiverReasons'][number] | undefined
): InputProblem[] {
  const known = waiverReason?.approvers
  if (approver === undefined) return [{message: 'Add `--approver` with the name of who approved it.'}]
  if (!known || known.includes(approver)) return []
  return [{message: `\`${approver}\` can't approve this. Approvers for this reason: ${formatChoices(known, 'and')}.`}]
}

function checkLastDay(until: string | undefined, asOf: Day): InputProblem[] {
  if (until === undefined) return []
  if (!(/^\d{4}-\d{2}-\d{2}$/.test(until) && parseDateRange(until)))
    return [{message: `\`--until ${until}\` isn't a day that exists. Write one such as \`2027-01-31\`.`}]
  return until < asOf ? [{message: `\`--until ${until}\` is in the past. Choose a later day.`}] : []
}

/** Whether the file contains the same waiver. The approval day is ignored, because it's that of the first run. */
function hasWaiver(text: string, path: string, waiver: HistoryContent): boolean {
  const {waivers} = (readYaml(text, path).value ?? {}) as {readonly waivers?: unknown}
  const bare = (value: object): string =>
    JSON.stringify(Object.entries({...value, approved: ''}).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return Array.isArray(waivers) && waivers.some(each => isMap(each) && bare(each) === bare(waiver))
}

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null
