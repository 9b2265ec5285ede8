import {rootNode} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import type {Details, Operation, Parameter, SecurityRequirement, Snapshot} from '../../snapshot.ts'
import type {DiffContext, OlderNewer} from '../context.ts'
import {acceptedTypesOf, flatten, keywordValues} from '../flatten/flatten.ts'
import {usesAuthorizationHeader} from './security-schemes.ts'

// An API key can be described as a parameter or as a security scheme; clients send the same either way.

/**
 * The parameters and security requirements of two operations, after each key that is a parameter on one side and a
 * security scheme on the other is described alike on both.
 */
export interface ApiKeyMatch {
  readonly parameters: OlderNewer<readonly Parameter[]>
  readonly security: OlderNewer<readonly SecurityRequirement[]>
  /** The parameters that are security schemes on the other side, so that they were neither added nor removed. */
  readonly matchedParameters: OlderNewer<readonly Parameter[]>
}

/** Returns `undefined` if no parameter is a security scheme on the other side. */
export function matchApiKeys(
  context: DiffContext,
  {older, newer}: OlderNewer<Operation>,
  parameters: OlderNewer<readonly Parameter[]>
): ApiKeyMatch | undefined {
  // Receivers of webhooks and callbacks look for a key where it was described, so its description can't change.
  if (newer.kind !== 'endpoint') return undefined
  const [removed, added] = [
    onlyInFirst(parameters.older, parameters.newer),
    onlyInFirst(parameters.newer, parameters.older)
  ]
  if (removed.length === 0 && added.length === 0) return undefined
  const [was, is] = [older.details(), newer.details()]
  const before = findSchemes(removed, is, context.newer)
  const after = findSchemes(added, was, context.older)
  // A new parameter matches an earlier key only if it accepts any text. If it's required, the key must have been
  // required for every call.
  for (const [parameter, name] of after)
    if (!isAnyText(parameter) || (parameter.required && !isAlwaysRequired(name, was.security))) after.delete(parameter)
  if (before.size === 0 && after.size === 0) return undefined
  return {
    parameters: {
      older: parameters.older.filter(each => !before.has(each)),
      newer: parameters.newer.filter(each => !after.has(each))
    },
    security: {older: addKeys(was.security, before, context.newer), newer: addKeys(is.security, after, context.older)},
    matchedParameters: {older: [...before.keys()], newer: [...after.keys()]}
  }
}

/** The parameters that the other side doesn't have. */
function onlyInFirst(all: readonly Parameter[], others: readonly Parameter[]): readonly Parameter[] {
  const known = new Set(others.map(keyOf))
  return all.filter(each => !known.has(keyOf(each)))
}

const keyOf = ({in: place, name}: {readonly in: string; readonly name: string}): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`

/** The security scheme by which the other side asks for each parameter. */
function findSchemes(
  parameters: readonly Parameter[],
  {security}: Details,
  {schemes}: Snapshot
): Map<Parameter, string> {
  const schemeNames = new Map<string, string>()
  for (const name of security.flatMap(each => [...each.keys()])) {
    const raw = schemes.get(name)?.raw
    if (isKey(raw)) schemeNames.set(keyOf({in: String(own(raw, 'in')), name: String(own(raw, 'name'))}), name)
    else if (usesAuthorizationHeader(raw)) schemeNames.set('header authorization', name)
  }
  return new Map(
    parameters.flatMap(each => {
      const name = schemeNames.get(keyOf(each))
      return name === undefined ? [] : [[each, name] as const]
    })
  )
}

const isKey = (raw: unknown): raw is object => isRecord(raw) && own(raw, 'type') === 'apiKey'

/**
 * Adds the required parameters as API keys that every call has to send. Other schemes aren't added, because a parameter
 * doesn't show what kind of credential it held.
 */
function addKeys(
  all: readonly SecurityRequirement[],
  keys: ReadonlyMap<Parameter, string>,
  {schemes}: Snapshot
): readonly SecurityRequirement[] {
  const needed = [...keys].flatMap(([{required}, name]) =>
    required && isKey(schemes.get(name)?.raw) ? [[name, []] as const] : []
  )
  if (needed.length === 0) return all
  return (all.length > 0 ? all : [new Map<string, readonly string[]>()]).map(each => new Map([...each, ...needed]))
}

const isAlwaysRequired = (name: string, security: readonly SecurityRequirement[]): boolean =>
  security.length > 0 && security.every(each => each.has(name))

const LIMITS = ['enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'not', 'if']

/** Whether a parameter accepts any text. */
function isAnyText({schema, contents}: Parameter): boolean {
  if (!schema) return contents.length === 0
  const flat = flatten(rootNode(schema))
  return (
    acceptedTypesOf(flat).has('string') &&
    flat.choices.length === 0 &&
    !LIMITS.some(each => keywordValues(flat, each).length > 0)
  )
}
