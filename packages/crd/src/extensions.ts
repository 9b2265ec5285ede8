import type {Change, ChangeKind} from '@tenure/core/model/api/change'
import {isRecord, own} from '@tenure/core/model/json'
import {escapePointerKey} from '@tenure/core/model/location'
import type {Target} from '@tenure/core/model/subject/subject'
import type {DefinedVersion} from './definitions.ts'

/** A version in both files, and the name of each file. */
export interface VersionPair {
  readonly target: Target
  readonly older: DefinedVersion
  readonly newer: DefinedVersion
  readonly sources: {readonly older: string; readonly newer: string}
}

type Values = Pick<Change, 'old' | 'new' | 'about'>

interface Spot {
  readonly schema: unknown
  readonly pointer: string
}

/** Extensions that the server obeys and that no JSON Schema shows, and what applies where one is missing. */
const NAMED = [
  ['x-kubernetes-list-type', 'atomic'],
  ['x-kubernetes-list-map-keys', undefined],
  ['x-kubernetes-map-type', 'granular']
] as const

/** Compares the extensions of two schemas that aren't constraints of JSON Schema: how lists merge, and rules. */
export function compareExtensions(pair: VersionPair): Change[] {
  const changes: Change[] = []
  const walk = (older: Spot, newer: Spot, at: string): void => {
    if (older.schema === newer.schema || !isRecord(older.schema) || !isRecord(newer.schema)) return
    const [was, is] = [older.schema, newer.schema]
    const add = (kind: ChangeKind, key: string, change: Values, proofs: Change['proofs'] = {}): void => {
      const made = createChange(pair, kind, at, change, `${older.pointer}/${key}`, `${newer.pointer}/${key}`)
      changes.push({...made, proofs})
    }
    for (const [key, usual] of NAMED) {
      const [old = usual, fresh = usual] = [was[key], is[key]]
      if (JSON.stringify(old) !== JSON.stringify(fresh))
        add('list-type-changed', key, {about: key, ...known('old', old), ...known('new', fresh)})
    }
    const [rules, now] = [rulesOf(was), rulesOf(is)]
    const [removed, added] = [rulesWithout(rules, now), rulesWithout(now, rules)]
    if (removed.length + added.length > 0)
      // What fits all rules fits each part of them.
      add(
        'validation-rules-changed',
        'x-kubernetes-validations',
        {old: removed, new: added},
        {
          ...(added.length === 0 ? {request: {is: 'keeps'}} : {}),
          ...(removed.length === 0 ? {response: {is: 'keeps'}} : {})
        }
      )
    const inside = (key: string, place: string): void =>
      walk(
        {schema: was[key], pointer: `${older.pointer}/${key}`},
        {schema: is[key], pointer: `${newer.pointer}/${key}`},
        place
      )
    inside('items', `${at}[]`)
    inside('additionalProperties', at === '' ? '{}' : `${at}.{}`)
    if (!isRecord(was.properties) || !isRecord(is.properties)) return
    for (const name of Object.keys(was.properties)) {
      const step = `/properties/${escapePointerKey(name)}`
      walk(
        {schema: own(was.properties, name), pointer: older.pointer + step},
        {schema: own(is.properties, name), pointer: newer.pointer + step},
        at === '' ? name : `${at}.${name}`
      )
    }
  }
  const {older, newer} = pair
  walk({schema: older.schema, pointer: older.schemaPointer}, {schema: newer.schema, pointer: newer.schemaPointer}, '')
  return changes
}

const known = (key: 'old' | 'new', value: unknown): Partial<Change> => (value === undefined ? {} : {[key]: value})

/** A rule, and whether it's evaluated without an old value, too. The message doesn't matter to comparisons. */
interface Rule {
  readonly rule: string
  readonly optionalOldSelf?: true
  readonly message?: string
}

function rulesOf(schema: Readonly<Record<string, unknown>>): Rule[] {
  const rules = schema['x-kubernetes-validations']
  if (!Array.isArray(rules)) return []
  return rules.filter(isRecord).flatMap(({rule, message, optionalOldSelf}): Rule[] => {
    if (typeof rule !== 'string') return []
    return [
      {
        rule: rule.replaceAll(/\s+/g, ' ').trim(),
        ...(optionalOldSelf === true ? {optionalOldSelf} : {}),
        ...(typeof message === 'string' ? {message: message.replaceAll(/\s+/g, ' ').trim()} : {})
      }
    ]
  })
}

const rulesWithout = (rules: readonly Rule[], others: readonly Rule[]): Rule[] =>
  rules.filter(
    each => !others.some(({rule, optionalOldSelf}) => rule === each.rule && optionalOldSelf === each.optionalOldSelf)
  )

function createChange(
  {target, sources}: VersionPair,
  kind: ChangeKind,
  at: string,
  change: Values,
  was: string,
  is: string
): Change {
  const subject = at === '' ? {target} : {target, part: {field: at}}
  const side = /^status\b/.test(at) ? 'response' : 'request'
  return {
    kind,
    subject,
    at,
    ...change,
    where: {old: {source: sources.older, pointer: was}, new: {source: sources.newer, pointer: is}},
    reaches: [{operation: {target}, side, part: '', at}],
    proofs: {}
  }
}
