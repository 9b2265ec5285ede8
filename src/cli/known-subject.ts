import type {History} from '../model/history.ts'
import {nearSubject} from '../model/near-subject.ts'
import {nearest} from '../model/nearest.ts'
import {livesOf} from '../model/on-record.ts'
import {refuse} from '../model/problem.ts'
import type {Operation, Snapshot} from '../model/snapshot.ts'
import {
  covers,
  formatSubject,
  formatTarget,
  type Part,
  type Subject,
  subjectKey,
  type Target
} from '../model/subject.ts'
import {isRecord, own as ownIn} from '../schema/json.ts'

const own = (value: unknown, name: string): unknown => (isRecord(value) ? ownIn(value, name) : undefined)

/** Refuses a subject that neither the history nor the description knows, and says which was meant. */
export function assureKnown(subject: Subject, history: History, description: Snapshot | undefined): void {
  const where = [history.source, ...(description ? [description.source] : [])].map(each => `\`${each}\``).join(' or ')
  const told = livesOf(subject, history)
  const shown = description?.operations.filter(each => isMeant(subject.target, each)) ?? []
  if (told.length === 0 && shown.length === 0 && !(description && isField(subject.target, description))) {
    const near = nearSubject(subject, history)
    const name = formatTarget(subject.target)
    const all = [...history.lifecycles.map(life => life.subject.target), ...targetsIn(description)].map(formatTarget)
    const meant = near ? formatSubject(near) : nearest(name, [...new Set(all)])
    throw unknown(formatSubject(subject), where, meant)
  }
  const {part} = subject
  // A part that the record names is known; one of an operation that the description shows can be looked for.
  if (!part || !description || shown.length === 0 || history.bySubject.has(subjectKey(subject))) return
  for (const operation of shown) assurePart(part, operation, description)
}

function unknown(name: string, where: string, meant: string | undefined) {
  const hint = meant === undefined ? '' : ` (did you mean \`${meant}\`?)`
  return refuse(`Unexpected subject \`${name}\`, expected one that ${where} knows${hint}`)
}

const isMeant = (target: Target, operation: Operation): boolean =>
  target.kind === 'operation' ? operation.details().id === target.name : covers({target}, {target: operation.target})

/** All that the description has a name for. */
function targetsIn(description: Snapshot | undefined): Target[] {
  if (!description) return []
  const operations = description.operations.flatMap(({target, details}): Target[] => {
    const {id} = details()
    return id === undefined ? [target] : [target, {kind: 'operation', name: id}]
  })
  const fields = Object.entries(schemasIn(description)).flatMap(([resource, schema]) =>
    Object.keys(own(schema, 'properties') ?? {}).map((name): Target => ({kind: 'resource-field', resource, name}))
  )
  return [...operations, ...fields]
}

const schemasIn = ({root}: Snapshot): object =>
  own(own(root, 'components'), 'schemas') ?? own(root, 'definitions') ?? {}

/** `Loan.shelf`: a property of a schema with a name. */
const isField = (target: Target, description: Snapshot): boolean =>
  target.kind === 'resource-field' &&
  own(own(own(schemasIn(description), target.resource), 'properties'), target.name) !== undefined

function assurePart({field, parameter, header}: Part, operation: Operation, {root, source}: Snapshot): void {
  const {parameters, responses} = operation.details()
  const name = formatTarget(operation.target)
  const look = (kind: string, wanted: string | undefined, known: readonly string[] | undefined): void => {
    const isThere = known?.some(
      each => each === wanted || (kind === 'header' && each.toLowerCase() === wanted?.toLowerCase())
    )
    if (wanted === undefined || !known || isThere) return
    throw unknown(`${name} (${kind} ${wanted})`, `\`${source}\``, nearest(wanted, known))
  }
  look(
    'parameter',
    parameter,
    parameters.map(each => each.name)
  )
  const sent = responses.flatMap(({headers}) => headers.map(each => each.name))
  look('header', header, [...parameters.filter(each => each.in === 'header').map(each => each.name), ...sent])
  look('field', field?.split(/[./]/).at(-1), fieldsUnder(operation.raws, root))
}

/** The names of all properties that a value leads to; `undefined` where it leads out of the document. */
function fieldsUnder(value: unknown, root: unknown): string[] | undefined {
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const each = waiting.pop()
    if (typeof each !== 'object' || each === null || seen.has(each)) continue
    seen.add(each)
    if (isRecord(each)) {
      const reference = own(each, '$ref')
      if (typeof reference === 'string' && !reference.startsWith('#/')) return undefined
      if (typeof reference === 'string') waiting.push(at(root, reference))
      const properties = own(each, 'properties')
      if (isRecord(properties)) for (const name of Object.keys(properties)) names.add(name)
    }
    waiting.push(...Object.values(each))
  }
  return [...names]
}

const at = (root: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inner, key) => own(inner, key), root)
