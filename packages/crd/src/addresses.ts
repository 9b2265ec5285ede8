import type {Change} from '@tenure/core/model/api/change'
import {isRecord, own} from '@tenure/core/model/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import {type DefinedVersion, type Definition, OTHER_NAMES} from './definitions.ts'

/** One version of a definition. */
export interface VersionOfDefinition {
  readonly definition: Definition
  readonly version: DefinedVersion
}

/** A change of how requests address resources. */
type AddressChange = Pick<Change, 'kind' | 'old' | 'new' | 'about'> & {readonly proofs?: Change['proofs']}

/**
 * Compares the names and URLs of resources, how they're stored, their subresources, and the fields by which lists of them
 * can be filtered.
 */
export function compareAddresses(was: VersionOfDefinition, is: VersionOfDefinition): AddressChange[] {
  const changes: AddressChange[] = []
  for (const [kind, key] of [
    ['scope-changed', 'scope'],
    ['plural-changed', 'plural']
  ] as const) {
    const [old, fresh] = [was.definition[key], is.definition[key]]
    if (old !== fresh) changes.push({kind, old, new: fresh})
  }
  changes.push(...compareNames(was.definition, is.definition), ...compareStorage(was.definition, is.definition))
  const [kept, keeps] = [was.definition.keepsUnknown, is.definition.keepsUnknown]
  if (kept !== keeps) changes.push({kind: keeps ? 'unknown-fields-kept' : 'unknown-fields-dropped'})
  const [before, after] = [was.version.subresources, is.version.subresources]
  for (const about of new Set([...before.keys(), ...after.keys()])) {
    if (!after.has(about)) changes.push({kind: 'subresource-removed', about})
    // A status with a subresource is written by its own requests only.
    else if (!before.has(about))
      changes.push({
        kind: 'subresource-added',
        about,
        proofs: about === 'status' ? {} : {request: {is: 'keeps'}}
      })
    else if (!isEqual(before.get(about), after.get(about))) changes.push({kind: 'subresource-changed', about})
  }
  const [had, has] = [was.version.selectors, is.version.selectors]
  for (const about of had) if (!has.includes(about)) changes.push({kind: 'field-selector-removed', about})
  for (const about of has) if (!had.includes(about)) changes.push({kind: 'field-selector-added', about})
  return changes
}

function compareNames(was: Definition, is: Definition): AddressChange[] {
  return OTHER_NAMES.filter(about => !isEqual(was.names[about], is.names[about])).map(about => {
    const [old, fresh] = [was.names[about], is.names[about]]
    const isKept = Array.isArray(old) && Array.isArray(fresh) && old.every(each => fresh.includes(each))
    return {kind: 'names-changed', about, old, new: fresh, proofs: isKept ? {request: {is: 'keeps'}} : {}}
  })
}

/** Compares which version is stored, and how stored resources become those of other versions. */
function compareStorage(was: Definition, is: Definition): AddressChange[] {
  const changes: AddressChange[] = []
  const [old, fresh] = [was.stored, is.stored ?? (is.versions.length === 1 ? is.versions[0]?.name : undefined)]
  const [fields, ...others] = is.versions.map(({schema}) => fieldsOf(schema))
  const isSame = others.every(each => isEqual(each, fields))
  if (old !== undefined && !is.versions.some(({name}) => name === old))
    changes.push({kind: 'storage-version-removed', about: old})
  else if (old !== undefined && old !== fresh) {
    // A server of the older release still serves what was stored in the meantime, and nothing is dropped.
    const isSafe =
      was.versions.some(({name, isServed}) => name === fresh && isServed) && (isSame || is.conversion === 'Webhook')
    changes.push({
      ...{kind: 'storage-version-changed', old},
      ...(fresh === undefined ? {} : {new: fresh}),
      proofs: isSafe ? {request: {is: 'keeps'}} : {}
    })
  }
  // Every resource passes through the stored version, also one that clients can't call.
  const inStore = [was, is].flatMap(({versions}) => versions.filter(({name, isServed}) => name === old && !isServed))
  const [kept, keeps] = inStore.map(({schema}) => fieldsOf(schema))
  if (inStore.length === 2 && old === fresh && !keepsFields(kept, keeps))
    changes.push({kind: 'storage-version-changed', about: 'fields'})
  const isConverted = was.versions.length > 1 && is.versions.length > 1
  if (isConverted && was.conversion !== is.conversion)
    changes.push({
      ...{kind: 'conversion-changed', old: was.conversion, new: is.conversion},
      proofs: isSame ? {request: {is: 'keeps'}} : {}
    })
  return changes
}

/** The part of a schema by which the server decides what to keep of a resource: its fields, without their limits. */
function fieldsOf(schema: unknown): unknown {
  if (!isRecord(schema)) return schema
  const kept = Object.entries(schema).filter(([key]) => KEEPING.test(key))
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'properties' ? mapFields(value) : fieldsOf(value)])
  )
}

const keepsFields = (old: unknown, fresh: unknown): boolean =>
  isRecord(old)
    ? isRecord(fresh) && Object.entries(old).every(([key, each]) => keepsFields(each, own(fresh, key)))
    : isEqual(old, fresh)

const KEEPING = /^(?:properties|items|additionalProperties|x-kubernetes-(?:preserve-unknown-fields|embedded-resource))$/

const mapFields = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fieldsOf(each)])) : value
