import type {Policy} from '../../model/verdict/policy.ts'
import {isThere, readText} from '../files/file-system.ts'
import {besideBundle} from '../files/installed-packages.ts'

export const DEFAULT_POLICY = 'thirteen-months'

/**
 * A preset precompiled by the build, which avoids loading the YAML parser and the schema. `undefined` if there is no
 * build or no such preset.
 */
export function builtPreset(name: string): Policy | undefined {
  const path = besideBundle('presets.json')
  if (!isThere(path)) return undefined
  const all = JSON.parse(readText(path)) as Readonly<Record<string, Policy>>
  return Object.hasOwn(all, name) ? all[name] : undefined
}
