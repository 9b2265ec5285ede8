import type {Details, Operation, Parameter, Requirement, Snapshot} from '../../model/api/snapshot.ts'
import {nodeOf} from '../../schema/document/node.ts'
import {isRecord, own} from '../../schema/json.ts'
import type {Two, Walk} from '../context.ts'
import {flatten, said, typesOf} from '../flatten/flatten.ts'
import {isInAuthorization} from './security-schemes.ts'

// A key may be described as a parameter, or as a scheme of security: callers send the same.

/** What two operations ask for, with each key that one of them calls a parameter and the other a scheme said alike. */
export interface Keys {
  readonly parameters: Two<readonly Parameter[]>
  readonly security: Two<readonly Requirement[]>
  /** The parameters that are schemes on the other side: nothing of them came or went. */
  readonly said: Two<readonly Parameter[]>
}

export function keysIn(walk: Walk, {older, newer}: Two<Operation>): Keys {
  const [was, is] = [older.details(), newer.details()]
  const plain = {
    parameters: {older: was.parameters, newer: is.parameters},
    security: {older: was.security, newer: is.security}
  }
  // What a service sends is looked for where it was said to be.
  if (newer.kind !== 'endpoint') return {...plain, said: {older: [], newer: []}}
  const before = schemesFor(only(was.parameters, is.parameters), is, walk.newer)
  const after = schemesFor(only(is.parameters, was.parameters), was, walk.older)
  // What is asked for now could be any text while it was a key, and must have been sent with every call.
  for (const [parameter, name] of after)
    if (!isAnyText(parameter) || (parameter.required && !isAlwaysAsked(name, was.security))) after.delete(parameter)
  if (before.size === 0 && after.size === 0) return {...plain, said: {older: [], newer: []}}
  return {
    parameters: {
      older: was.parameters.filter(each => !before.has(each)),
      newer: is.parameters.filter(each => !after.has(each))
    },
    security: {older: withKeys(was.security, before, walk.newer), newer: withKeys(is.security, after, walk.older)},
    said: {older: [...before.keys()], newer: [...after.keys()]}
  }
}

/** The parameters that the other side has not. */
const only = (all: readonly Parameter[], others: readonly Parameter[]): readonly Parameter[] =>
  all.filter(each => !others.some(other => keyOf(other) === keyOf(each)))

const keyOf = ({in: place, name}: {readonly in: string; readonly name: string}): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`

/** The scheme by which the other side asks for what a parameter is. */
function schemesFor(
  parameters: readonly Parameter[],
  {security}: Details,
  {schemes}: Snapshot
): Map<Parameter, string> {
  const asked = new Map<string, string>()
  for (const name of security.flatMap(each => [...each.keys()])) {
    const raw = schemes.get(name)?.raw
    if (isKey(raw)) asked.set(keyOf({in: String(own(raw, 'in')), name: String(own(raw, 'name'))}), name)
    else if (isInAuthorization(raw)) asked.set('header authorization', name)
  }
  return new Map(
    parameters.flatMap(each => {
      const name = asked.get(keyOf(each))
      return name === undefined ? [] : [[each, name] as const]
    })
  )
}

const isKey = (raw: unknown): raw is object => isRecord(raw) && own(raw, 'type') === 'apiKey'

/** What had to be sent as a parameter was sent as a key with every call; whether it was a password nobody knows. */
function withKeys(
  all: readonly Requirement[],
  keys: ReadonlyMap<Parameter, string>,
  {schemes}: Snapshot
): readonly Requirement[] {
  const needed = [...keys].flatMap(([{required}, name]) =>
    required && isKey(schemes.get(name)?.raw) ? [[name, []] as const] : []
  )
  if (needed.length === 0) return all
  return (all.length > 0 ? all : [new Map<string, readonly string[]>()]).map(each => new Map([...each, ...needed]))
}

const isAlwaysAsked = (name: string, security: readonly Requirement[]): boolean =>
  security.length > 0 && security.every(each => each.has(name))

const LIMITS = ['enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'not', 'if']

/** Whether a parameter may be any text. */
function isAnyText({schema, contents}: Parameter): boolean {
  if (!schema) return contents.length === 0
  const flat = flatten(nodeOf(schema))
  return typesOf(flat).has('string') && flat.choices.length === 0 && !LIMITS.some(each => said(flat, each).length > 0)
}
