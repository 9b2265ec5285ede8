import type {Change} from '../../model/api/change.ts'
import {isEqual} from '../openapi/diff/json-equality.ts'
import type {DefinedVersion, Definition} from './definitions.ts'

/** One version of a definition. */
export interface VersionOfDefinition {
  readonly definition: Definition
  readonly version: DefinedVersion
}

/** A change of how requests address resources. */
type AddressChange = Pick<Change, 'kind' | 'old' | 'new' | 'about'> & {readonly proofs?: Change['proofs']}

/** Compares the URLs of resources, their subresources, and the fields by which lists of them can be filtered. */
export function compareAddresses(was: VersionOfDefinition, is: VersionOfDefinition): AddressChange[] {
  const changes: AddressChange[] = []
  for (const [kind, key] of [
    ['scope-changed', 'scope'],
    ['plural-changed', 'plural']
  ] as const) {
    const [old, fresh] = [was.definition[key], is.definition[key]]
    if (old !== fresh) changes.push({kind, old, new: fresh})
  }
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
