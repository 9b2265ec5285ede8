import {memoizeTexts} from '../../model/memoize.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import type {Files} from '../../stores/files/files.ts'
import {bundledFile} from '../../stores/files/installed-packages.ts'

export const DEFAULT_POLICY = 'thirteen-months'

const parsePresets = memoizeTexts(text => JSON.parse(text) as Readonly<Record<string, Policy>>, 1)

/** A preset parsed by the build, so that no YAML parser is loaded; `undefined` if there is none. */
export function readBuiltPreset(files: Files, name: string): Policy | undefined {
  const path = bundledFile('presets.json')
  if (!files.exists(path)) return undefined
  const all = parsePresets(files.readText(path))
  return Object.hasOwn(all, name) ? all[name] : undefined
}
