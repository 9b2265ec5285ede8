import type {Policy} from '../../model/verdict/policy.ts'
import type {Files} from '../../stores/files/files.ts'
import {bundledFile} from '../../stores/files/installed-packages.ts'

export const DEFAULT_POLICY = 'thirteen-months'

/**
 * A preset that the build has parsed, so that most runs needn't load the YAML parser and the schema. `undefined` if
 * there is no build or no such preset.
 */
export function readBuiltPreset(files: Files, name: string): Policy | undefined {
  const path = bundledFile('presets.json')
  if (!files.exists(path)) return undefined
  const all = JSON.parse(files.readText(path)) as Readonly<Record<string, Policy>>
  return Object.hasOwn(all, name) ? all[name] : undefined
}
