import type {Operation, Snapshot} from '../../languages/openapi/snapshot.ts'
import {fieldTarget, operationTarget} from '../../languages/openapi/subjects.ts'
import {inputError} from '../../model/input-error.ts'
import {findLifecycles, type History} from '../../model/lifecycle/history.ts'
import {findSimilarSubject} from '../../model/lifecycle/similar-subject.ts'
import {findClosestWord} from '../../model/subject/closest-word.ts'
import {
  covers,
  formatSubject,
  isMember,
  isNamed,
  type Subject,
  type SubjectPart,
  subjectKey,
  type Target
} from '../../model/subject/subject.ts'
import {isRecord, own as ownIn} from '../../schema/json.ts'

const ownValue = (value: unknown, name: string): unknown => (isRecord(value) ? ownIn(value, name) : undefined)

/**
 * Throws an `InputError` if neither the history nor the description contains the subject. The error suggests a similar
 * one.
 */
export function assertKnownSubject(subject: Subject, history: History, description: Snapshot | undefined): void {
  const slip = findUnknownSubject(subject, history, description)
  if (slip) throw inputError(`\`${slip.name}\` isn't in ${slip.where}.${slip.hint}`)
}

export interface UnknownSubject {
  readonly name: string
  /** Files that don't contain it. */
  readonly where: string
  readonly hint: string
}

/** Describes what's unknown about a subject. `undefined` if the subject is known. */
export function findUnknownSubject(
  subject: Subject,
  history: History,
  description: Snapshot | undefined
): UnknownSubject | undefined {
  const {part, target} = subject
  const shown = description?.operations.filter(each => matchesTarget(target, each)) ?? []
  const isKnown = findLifecycles(subject, history).length > 0 || shown.length > 0
  if (!isKnown && !(description && isField(target, description))) {
    const near = findSimilarSubject(subject, history)
    const all = [...history.lifecycles.map(life => life.subject.target), ...targetsIn(description)].map(
      ({text}) => text
    )
    const suggestion = near ? formatSubject(near) : findClosestWord(target.text, [...new Set(all)])
    const where = [history.source, ...(description ? [description.source] : [])]
    return describeUnknown(formatSubject(subject), where, suggestion)
  }
  // A part in the history is known. Other parts can only be looked up in operations of the description.
  if (!part || !description || shown.length === 0 || history.bySubject.has(subjectKey(subject))) return undefined
  return shown.map(operation => findUnknownPart(part, operation, description)).find(each => each !== undefined)
}

const describeUnknown = (name: string, where: readonly string[], meant: string | undefined): UnknownSubject => ({
  name,
  where: [...new Set(where)].map(each => `\`${each}\``).join(' or '),
  hint: meant === undefined ? '' : ` Did you mean \`${meant}\`?`
})

const matchesTarget = (target: Target, operation: Operation): boolean =>
  isNamed(target) ? operation.details().id === target.name : covers({target}, {target: operation.target})

/** All named targets of a description. */
function targetsIn(description: Snapshot | undefined): Target[] {
  if (!description) return []
  const operations = description.operations.flatMap(({target, details}): Target[] => {
    const {id} = details()
    return id === undefined ? [target] : [target, operationTarget(id)]
  })
  const fields = Object.entries(schemasIn(description)).flatMap(([resource, schema]) =>
    Object.keys(ownValue(schema, 'properties') ?? {}).map((name): Target => fieldTarget(resource, name))
  )
  return [...operations, ...fields]
}

const schemasIn = ({root}: Snapshot): object =>
  ownValue(ownValue(root, 'components'), 'schemas') ?? ownValue(root, 'definitions') ?? {}

/** Whether the target is a property of a named schema, such as `Loan.shelf`. */
const isField = (target: Target, description: Snapshot): boolean =>
  isMember(target) &&
  ownValue(ownValue(ownValue(schemasIn(description), target.type), 'properties'), target.name) !== undefined

function findUnknownPart(
  part: SubjectPart,
  operation: Operation,
  {root, source}: Snapshot
): UnknownSubject | undefined {
  const {parameters, responses} = operation.details()
  const sent = responses.flatMap(({headers}) => headers.map(each => each.name))
  const known = {
    parameter: parameters.map(each => each.name),
    header: [...parameters.filter(each => each.in === 'header').map(each => each.name), ...sent],
    field: part.field === undefined ? undefined : fieldsUnder(operation.rawParts, root)
  }
  for (const kind of ['parameter', 'header', 'field'] as const) {
    const [name, names] = [kind === 'field' ? part.field?.split(/[./]/).at(-1) : part[kind], known[kind]]
    if (name === undefined || !names || names.some(each => isSameName(kind, each, name))) continue
    return describeUnknown(`${operation.target.text} (${kind} ${name})`, [source], findClosestWord(name, names))
  }
  return undefined
}

/** Header names are case-insensitive. */
const isSameName = (kind: string, a: string, b: string): boolean =>
  kind === 'header' ? a.toLowerCase() === b.toLowerCase() : a === b

/** Names of all properties that are reachable from a value. `undefined` if a reference leads out of the document. */
function fieldsUnder(value: unknown, root: unknown): string[] | undefined {
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const each = waiting.pop()
    if (typeof each !== 'object' || each === null || seen.has(each)) continue
    seen.add(each)
    if (isRecord(each)) {
      const reference = ownValue(each, '$ref')
      if (typeof reference === 'string' && !reference.startsWith('#/')) return undefined
      if (typeof reference === 'string') waiting.push(resolvePointer(root, reference))
      const properties = ownValue(each, 'properties')
      if (isRecord(properties)) for (const name of Object.keys(properties)) names.add(name)
    }
    waiting.push(...Object.values(each))
  }
  return [...names]
}

const resolvePointer = (root: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inner, key) => ownValue(inner, key), root)
