import type {Config} from '../inputs/config/file.ts'
import {LEVELS} from '../model/verdict/finding.ts'
import type {RuleSetting} from '../rule.ts'

/** Keys of a configuration that decide nothing, or that have remarks of their own. Any other key can relax a check. */
const WITHOUT_REMARK: ReadonlySet<string> = new Set<keyof Config>([
  // Where the file is, and what names the API in reports.
  ...(['source', 'folder', 'locate', 'pointer', 'policyPlace', 'api', 'isMatch', 'owner', 'group', 'links'] as const),
  // An API that is no longer listed is reported.
  ...(['apis', 'allApis', 'elsewhere'] as const),
  ...(['policy', 'waivers', 'failOn', 'enforceFrom', 'listedIn'] as const),
  // Compared one by one.
  'rules'
])

/**
 * Keys of the configuration that a change relaxes, or may relax: those that decide and differ, except levels that it only
 * raises. The name of the file if it is deleted; empty if there was none.
 */
export function findRelaxedKeys(before: Config | undefined, after: Config | undefined): string[] {
  if (!before) return []
  if (!after) return [before.source]
  const ids = [...new Set([before, after].flatMap(({rules}) => Object.keys(rules)))]
  const keys = (Object.keys({...before, ...after}) as (keyof Config)[]).filter(
    key => !WITHOUT_REMARK.has(key) && textOf(before[key]) !== textOf(after[key])
  )
  return [
    // `isHistoryOnly` is how `spec: none` is read.
    ...new Set(keys.map(key => (key === 'isHistoryOnly' ? 'spec' : key))),
    ...ids.filter(id => isRelaxed(before.rules[id], after.rules[id])).map(id => `rules.${id}`)
  ]
}

/** Whether a setting differs, unless it only raises the level. The default level isn't known here. */
function isRelaxed(before: RuleSetting = {}, after: RuleSetting = {}): boolean {
  if (textOf(before.options) !== textOf(after.options)) return true
  const [was, is] = [before.level, after.level]
  if (was === is || is === 'error' || was === 'off') return false
  return was === undefined || is === undefined || is === 'off' || LEVELS.indexOf(is) > LEVELS.indexOf(was)
}

/** A value without the places where it is written. */
const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (key, each: unknown) => (/^(?:place|pointer)$/.test(key) ? undefined : each))
