import {createRequire} from 'node:module'
import {resolve} from 'node:path'
import type {createJiti} from 'jiti'
import {rules} from '../../rules/index.ts'
import {InputError, refuse} from '../model/problem.ts'
import type {NamedFile} from '../read/config-file.ts'
import {isFolder, isThere} from '../read/disk.ts'
import {besideBundle, packageFolder} from '../read/installed.ts'
import type {Rule} from '../rule.ts'
import {lineOf} from './plugin-failure.ts'
import {pluginRule} from './plugin-rule.ts'

/** All rules: our own, then those of the user's. */
export function rulesWith(plugins: readonly NamedFile[]): readonly Rule[] {
  if (plugins.length === 0) return rules
  const all = new Map(rules.map(rule => [rule.id, {rule, from: 'tenure itself'}]))
  for (const plugin of plugins) {
    const rule = load(plugin)
    const twin = all.get(rule.id)
    if (twin) {
      const source = plugin.path
      throw refuse(
        `Unexpected second rule \`${rule.id}\`, expected an id of its own (the first is of ${twin.from})`,
        twin.from === source ? plugin.place : {source}
      )
    }
    all.set(rule.id, {rule, from: plugin.path})
  }
  return [...all.values()].map(({rule}) => rule)
}

/** A configuration may be read more than once in a run, a plugin is not. */
const loaded = new Map<string, Rule>()

function load({path, place}: NamedFile): Rule {
  const file = resolve(path)
  const known = loaded.get(file)
  if (known) return known
  if (!isThere(file) || isFolder(file))
    throw refuse(`Unexpected plugin \`${path}\`, expected a file of TypeScript or JavaScript`, place)
  const rule = pluginRule(exportOf(file, path), path)
  loaded.set(file, rule)
  return rule
}

/** TypeScript and JavaScript alike, so that both find `tenure/rule` wherever they lie. */
function exportOf(file: string, source: string): unknown {
  try {
    const jiti = starter()(file, {
      alias: {'tenure/rule': doorOfRules()},
      fsCache: false,
      tryNative: false,
      interopDefault: false
    })
    const module = jiti(file) as {readonly default?: unknown} | undefined
    return module?.default ?? module
  } catch (error) {
    if (error instanceof InputError) throw error
    const {message, ...at} = lineOf(error, file)
    throw new InputError(
      [{message: `Unexpected failure to load a plugin, expected a rule: ${message}`, place: {source, ...at}}],
      {
        cause: error
      }
    )
  }
}

function starter(): typeof createJiti {
  try {
    // The bundler takes in what a plain `require` names; where nothing is bundled there is no `require`.
    return (require('jiti') as {createJiti: typeof createJiti}).createJiti
  } catch {
    return (createRequire(import.meta.url)('jiti') as {createJiti: typeof createJiti}).createJiti
  }
}

/** The public door that plugins import, whether we run bundled or as source. */
function doorOfRules(): string {
  const bundled = besideBundle('rule.js')
  return isThere(bundled) ? bundled : packageFolder('src/rule.ts')
}
