import {configOf} from '@tenure/core/app/session/config'
import {findHistory} from '@tenure/core/app/session/history-path'
import {assertKnownSubject, findUnknownSubject} from '@tenure/core/app/session/known-subject'
import {openWrittenHistory} from '@tenure/core/app/session/session'
import type {Context} from '@tenure/core/context/context'
import type {Description} from '@tenure/core/descriptions/description'
import {openDescription} from '@tenure/core/descriptions/readers'
import {type GateOptions, resolveChange} from '@tenure/core/gate/change'
import {type GateSession, openGate} from '@tenure/core/gate/gate'
import {findCurrentSpec} from '@tenure/core/inputs/sources/release-base'
import {judgeAll} from '@tenure/core/lint'
import type {OwnerSet} from '@tenure/core/model/approval'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {findLifecycles, type History} from '@tenure/core/model/lifecycle/history'
import {findSimilarSubject} from '@tenure/core/model/lifecycle/similar-subject'
import {formatSubject, type Subject, type SubjectPart, targetKey} from '@tenure/core/model/subject/subject'
import {waiverCovers} from '@tenure/core/policy/remedy/waivers'
import {formatSubjectPhrase} from '@tenure/core/text/finding-phrases'
import {capitalize} from '@tenure/core/text/format-values'

/** What the gate knows about a subject that a waiver is for. */
export interface WaivableSubject {
  /** Its owners, by the target. Empty if none are known. */
  readonly owners: readonly OwnerSet[]
  /** Whether what the change does to it is allowed without a waiver. */
  readonly isAllowed: boolean
}

/**
 * What the gate knows about the subject. Throws an `InputError` if neither the history nor the API description contains
 * it, before or after the change: such a waiver could never apply.
 */
export async function assertWaivable(
  subject: Subject,
  options: GateOptions,
  context: Context
): Promise<WaivableSubject> {
  const known = await readKnownState(options, context)
  if (!known) return {owners: [], isAllowed: false}
  const {history, description} = known
  const {target} = subject
  // A subject that was removed from the description can only be recognized by its path.
  const isByPath = target.path !== undefined
  if (isByPath || !description) assertKnownSubject({target}, history, description)
  if (description) assertNoTypo(subject, history, description)
  const {gate} = known
  return {owners: gate?.ownersOf(subject).sets ?? [], isAllowed: gate !== undefined && isAllowed(subject, gate)}
}

/** Whether the unreleased changes of a subject are allowed by the rules of the target. */
function isAllowed(subject: Subject, {ofTarget, ...own}: GateSession): boolean {
  const {history, policy} = ofTarget ?? own
  const judged = judgeAll(history, policy).filter(
    ({pending, event, subject: changed}) => pending && event.kind !== 'deprecated' && waiverCovers(subject, changed)
  )
  return (
    judged.length > 0 &&
    judged.every(({verdict, exemptBy}) => verdict === 'compliant' || (verdict === 'exempt' && exemptBy === 'policy'))
  )
}

/**
 * Throws an `InputError` if the subject looks like a misspelling of a known one. A subject that resembles nothing known
 * is accepted, because a description compared with another base may still contain it.
 */
function assertNoTypo(subject: Subject, history: History, description: Description): void {
  if (subject.part ? hasPart(subject, history) : findLifecycles(subject, history).length > 0) return
  const slip = findUnknownSubject(subject, history, description)
  if (!slip) return
  const near = findSimilarSubject(subject, history)
  const hint = near ? ` Did you mean \`${formatSubject(near)}\`?` : slip.hint
  if (hint === '') return
  throw inputError(
    `${capitalize(formatSubjectPhrase(subject))} isn't in ${slip.where}.${hint} If it is only in another base, name that with \`--base\`.`
  )
}

/** Whether the history contains the part. A key that the part leaves out, such as its side, matches any value. */
function hasPart({target, part = {}}: Subject, {lifecycles}: History): boolean {
  const key = targetKey(target)
  const stated = Object.entries(part)
  return lifecycles.some(
    ({subject}) =>
      targetKey(subject.target) === key &&
      stated.every(([kind, name]) => {
        const own = subject.part?.[kind as keyof SubjectPart]
        return kind === 'header' ? own?.toLowerCase() === String(name).toLowerCase() : own === name
      })
  )
}

/** Where the subjects of an API are known. */
export interface KnownState {
  readonly gate?: GateSession
  readonly history: History
  readonly description?: Description
}

/** History and description that the gate would use. `undefined` if there are none, or if they can't be read. */
export async function readKnownState(options: GateOptions, context: Context): Promise<KnownState | undefined> {
  try {
    const gate = await openGate(options, resolveChange(options, context))
    const config = configOf(options, context)
    if (!gate)
      return findHistory(context, options.history, config) === undefined
        ? undefined
        : {history: openWrittenHistory(options, context).history}
    const spec =
      findCurrentSpec(context.files, options.spec ?? config?.spec) ??
      (gate.kind === 'description' ? gate.path : undefined)
    return {
      gate,
      history: gate.history,
      ...(spec === undefined ? {} : {description: openDescription(context, spec)})
    }
  } catch (error) {
    // The error isn't reported here, because `check` reports it.
    if (error instanceof InputError) return undefined
    throw error
  }
}
