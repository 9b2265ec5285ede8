import {relative, resolve} from 'node:path'
import {rules} from '../../../rules/index.ts'
import {InputError, inputError} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import type {KnownRules, NamedFile} from '../../read/config/file.ts'
import {isFile} from '../../read/files/file-system.ts'
import type {Rule} from '../../rule.ts'
import {PluginModules, pluginFailure} from './plugin-module.ts'
import {toPluginRule} from './plugin-rule.ts'

/** Plugin that runs in this process: its path in the config file, the location of that entry, and the file to load. */
export interface RunningPlugin {
  readonly path: string
  readonly place: SourceLocation
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
export function activeRules(): readonly Rule[] {
  cachedRules ??= runningPlugins.length === 0 ? rules : loadAllRules()
  return cachedRules
}

/** Rules that a config file may name. Rules of plugins that don't run are unknown. */
export const knownRules = (plugins: readonly NamedFile[]): KnownRules => ({
  rules: activeRules(),
  isComplete: inactivePlugins(plugins).length === 0
})

/** Configured plugins that don't run in this process. */
export const inactivePlugins = (plugins: readonly NamedFile[]): readonly NamedFile[] =>
  plugins.filter(({path}) => runningPlugins.every(each => resolve(each.path) !== resolve(path)))

function loadAllRules(): readonly Rule[] {
  const all = new Map(rules.map(rule => [rule.id, {rule, from: 'tenure itself'}]))
  for (const plugin of runningPlugins) {
    const rule = loadRule(plugin)
    const twin = all.get(rule.id)
    if (twin) {
      const source = plugin.path
      throw inputError(
        `Rule \`${rule.id}\` has the ID of a rule of ${twin.from}. Rename it.`,
        twin.from === source ? plugin.place : {source}
      )
    }
    all.set(rule.id, {rule, from: plugin.path})
  }
  return [...all.values()].map(({rule}) => rule)
}

function loadRule({path, place, file, root, shownRoot}: RunningPlugin): Rule {
  if (!isFile(file)) {
    throw inputError(`\`${path}\` isn't a plugin. Name a TypeScript or JavaScript file.`, place)
  }
  const shown = (each: string): string =>
    each === file ? path : relative('', resolve(shownRoot, relative(root, each)))
  const modules = new PluginModules({plugin: path, root, displayName: shown})
  notifyEntered(path)
  modules.restrictModuleAccess()
  const exported = loadExport(modules, file, path)
  return toPluginRule(exported, {
    source: path,
    file,
    onEnter: () => notifyEntered(path),
    assertNoneRefused: () => modules.assertNoneRefused()
  })
}

function loadExport(modules: PluginModules, file: string, source: string): unknown {
  try {
    const module = modules.load(file) as {readonly default?: unknown} | undefined
    modules.assertNoneRefused()
    return module?.default ?? module
  } catch (error) {
    if (error instanceof InputError) throw error
    const {message, ...at} = pluginFailure(error, file)
    throw new InputError([{message: `The plugin can't be loaded: ${message}`, place: {source, ...at}}], {
      cause: error
    })
  }
}
