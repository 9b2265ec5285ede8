import type {Policy} from '../../model/verdict/policy.ts'
import {isThere, readText} from '../files/file-system.ts'
import {besideBundle} from '../files/installed-packages.ts'

export const DEFAULT_POLICY = 'thirteen-months'

/**
 * A preset as the build has read it: the same policy, without the reader of YAML and its checks. Nothing where nothing
 * was built, or no preset has that name.
 */
export function builtPreset(name: string): Policy | undefined {
  const path = besideBundle('presets.json')
  if (!isThere(path)) return undefined
  const all = JSON.parse(readText(path)) as Readonly<Record<string, Policy>>
  return Object.hasOwn(all, name) ? all[name] : undefined
}
