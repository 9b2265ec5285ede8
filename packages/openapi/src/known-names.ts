import type {UnknownPart} from '@tenure/core/descriptions/description'
import {memberTarget} from '@tenure/core/model/subject/field'
import {covers, isNamed, type SubjectPart, type Target} from '@tenure/core/model/subject/subject'
import {isRecord, own as ownIn} from '@tenure/json-schema/json'
import {fieldNamesOf} from './field-names.ts'
import type {Operation, Snapshot} from './snapshot.ts'
import {operationTarget} from './subjects.ts'

const ownValue = (value: unknown, name: string): unknown => (isRecord(value) ? ownIn(value, name) : undefined)

const schemasIn = ({root}: Snapshot): object =>
  ownValue(ownValue(root, 'components'), 'schemas') ?? ownValue(root, 'definitions') ?? {}

/** The operations that a target stands for, those of OpenAPI also by their `operationId`. */
const findOperations = (target: Target, {operations}: Snapshot): readonly Operation[] =>
  operations.filter(
    operation =>
      covers({target}, {target: operation.target}) || (isNamed(target) && operation.details().id === target.name)
  )

/** All operations, those with an `operationId` also by that, and the properties of named schemas. */
export function listTargets(snapshot: Snapshot): Target[] {
  const operations = snapshot.operations.flatMap(({target, details}): Target[] => {
    const {id} = details()
    return id === undefined ? [target] : [target, operationTarget(id)]
  })
  const fields = Object.entries(schemasIn(snapshot)).flatMap(([type, schema]) =>
    [...new Set(propertiesOf(schema))].map(name => memberTarget(type, name))
  )
  return [...operations, ...fields]
}

/** The names of the properties of a schema, with those of the schemas that it is put together from in place. */
const propertiesOf = (schema: unknown): string[] =>
  isRecord(schema)
    ? [
        ...Object.keys(ownValue(schema, 'properties') ?? {}),
        ...['allOf', 'anyOf', 'oneOf'].flatMap(key => [ownValue(schema, key)].flat().flatMap(propertiesOf))
      ]
    : []

/** The part that an operation of the target doesn't have, as far as that is known. */
export function findUnknownPart(target: Target, part: SubjectPart, snapshot: Snapshot): UnknownPart | undefined {
  for (const operation of findOperations(target, snapshot)) {
    const {parameters, responses} = operation.details()
    const sent = responses.flatMap(({headers}) => headers.map(each => each.name))
    const known = {
      parameter: parameters.map(each => each.name),
      header: [...parameters.filter(each => each.in === 'header').map(each => each.name), ...sent],
      field: part.field === undefined ? undefined : fieldNamesOf(snapshot).listIn(operation)
    }
    for (const kind of ['parameter', 'header', 'field'] as const) {
      const [name, names] = [kind === 'field' ? part.field?.split(/[./]/).at(-1) : part[kind], known[kind]]
      if (name === undefined || !names || names.some(each => isSameName(kind, each, name))) continue
      return {target: operation.target, kind, name, known: names}
    }
  }
  return undefined
}

/** Whether two names are the same. Header names are case-insensitive. */
const isSameName = (kind: string, a: string, b: string): boolean =>
  kind === 'header' ? a.toLowerCase() === b.toLowerCase() : a === b
