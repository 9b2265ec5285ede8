import {relative, resolve} from 'node:path'
import {rules} from '../../../rules/index.ts'
import {InputError, refuse} from '../../model/input-error.ts'
import type {Place} from '../../model/location.ts'
import type {KnownRules, NamedFile} from '../../read/config/file.ts'
import {isFile} from '../../read/files/file-system.ts'
import type {Rule} from '../../rule.ts'
import {lineOf} from './plugin-failure.ts'
import {PluginModules} from './plugin-module.ts'
import {pluginRule} from './plugin-rule.ts'

/** Plugin that runs in this process: its path in the config file, the location of that entry, and the file to load. */
export interface RunningPlugin {
  readonly path: string
  readonly place: Place
  readonly file: string
  /** Folder that imports of the plugin can't leave. */
  readonly root: string
  /** Root folder as shown in messages, relative to the working directory. */
  readonly shownRoot: string
}

let runningPlugins: readonly RunningPlugin[] = []
let notifyEntered: (plugin: string) => void = () => undefined
let cachedRules: readonly Rule[] | undefined

/** Sets the plugins that run in this process. `entered` is called with the path of a plugin before its code runs. */
export function runPlugins(
  plugins: readonly RunningPlugin[],
  entered: (plugin: string) => void = () => undefined
): void {
  runningPlugins = plugins
  notifyEntered = entered
  cachedRules = undefined
}

/** All active rules: the built-in ones, then those of running plugins. */
export function rulesHere(): readonly Rule[] {
  cachedRules ??= runningPlugins.length === 0 ? rules : loadAllRules()
  return cachedRules
}

/** Rules that a config file may name. Rules of plugins that don't run are unknown. */
export const knownRules = (plugins: readonly NamedFile[]): KnownRules => ({
  rules: rulesHere(),
  isWhole: notRunning(plugins).length === 0
})

/** Configured plugins that don't run in this process. */
export const notRunning = (plugins: readonly NamedFile[]): readonly NamedFile[] =>
  plugins.filter(({path}) => runningPlugins.every(each => resolve(each.path) !== resolve(path)))

function loadAllRules(): readonly Rule[] {
  const all = new Map(rules.map(rule => [rule.id, {rule, from: 'tenure itself'}]))
  for (const plugin of runningPlugins) {
    const rule = loadRule(plugin)
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

function loadRule({path, place, file, root, shownRoot}: RunningPlugin): Rule {
  if (!isFile(file)) {
    throw refuse(`Unexpected plugin \`${path}\`, expected a file of TypeScript or JavaScript`, place)
  }
  const shown = (each: string): string =>
    each === file ? path : relative('', resolve(shownRoot, relative(root, each)))
  const modules = new PluginModules({plugin: path, root, shown})
  notifyEntered(path)
  modules.closeOtherDoors()
  const exported = loadExport(modules, file, path)
  return pluginRule(exported, {
    source: path,
    file,
    entered: () => notifyEntered(path),
    assure: () => modules.assureNoneRefused()
  })
}

function loadExport(modules: PluginModules, file: string, source: string): unknown {
  try {
    const module = modules.load(file) as {readonly default?: unknown} | undefined
    modules.assureNoneRefused()
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
