import {groupBy} from '../model/group-by.ts'
import type {VersionClaim, VersionedChange, VersionSchemeName} from '../model/time/version-claim.ts'
import {formatCount} from './format-values.ts'

const SCHEME_NOUNS = {
  semver: 'a semantic version',
  date: 'a day',
  calendar: 'a calendar version',
  named: 'a day with a name'
} as const satisfies Record<VersionSchemeName, string>

/** `a semantic version`. */
export const formatVersionScheme = (scheme: VersionSchemeName): string => SCHEME_NOUNS[scheme]

/** `changed from \`1.2.0\` to \`1.3.0\``, or `is still \`1.2.0\``. */
export const sayVersionStep = ({base, here = base}: Pick<VersionClaim, 'base' | 'here'>): string =>
  here === base ? `is still \`${base}\`` : `changed from \`${base}\` to \`${here}\``

const NOUNS = {
  breaking: 'breaking change',
  unclear: 'change',
  deprecation: 'deprecation',
  addition: 'compatible change',
  documentation: 'documentation change'
} as const satisfies Record<VersionedChange['effect'], string>

/** `2 breaking changes`, `3 changes`. */
export function countVersionedChanges(changes: readonly VersionedChange[]): string {
  const [only, ...others] = groupBy(changes, ({effect}) => NOUNS[effect]).keys()
  return formatCount(changes.length, only !== undefined && others.length === 0 ? only : 'change')
}
