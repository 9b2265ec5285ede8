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

/** A plugin that runs: what it is called, where it is named, and the file that is loaded for it. */
export interface RunningPlugin {
  readonly path: string
  readonly place: Place
  readonly file: string
  /** The folder that its imports stay in. */
  readonly root: string
  /** Where the root stands as it is shown, from the working directory. */
  readonly shownRoot: string
}

let running: readonly RunningPlugin[] = []
let tell: (plugin: string) => void = () => undefined
let found: readonly Rule[] | undefined

/** Sets which plugins run in this process; `entered` is told which of them runs, before it does. */
export function runPlugins(
  plugins: readonly RunningPlugin[],
  entered: (plugin: string) => void = () => undefined
): void {
  running = plugins
  tell = entered
  found = undefined
}

/** Returns all rules that judge here: our own, then those of the plugins that run. */
export function rulesHere(): readonly Rule[] {
  found ??= running.length === 0 ? rules : withPlugins()
  return found
}

/** Tells which rules a configuration may name. Those of plugins that do not run are not known. */
export const knownRules = (plugins: readonly NamedFile[]): KnownRules => ({
  rules: rulesHere(),
  isWhole: notRunning(plugins).length === 0
})

/** Returns the plugins of a configuration that do not run here. */
export const notRunning = (plugins: readonly NamedFile[]): readonly NamedFile[] =>
  plugins.filter(({path}) => running.every(each => resolve(each.path) !== resolve(path)))

function withPlugins(): readonly Rule[] {
  const all = new Map(rules.map(rule => [rule.id, {rule, from: 'tenure itself'}]))
  for (const plugin of running) {
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

function load({path, place, file, root, shownRoot}: RunningPlugin): Rule {
  if (!isFile(file)) {
    throw refuse(`Unexpected plugin \`${path}\`, expected a file of TypeScript or JavaScript`, place)
  }
  const shown = (each: string): string =>
    each === file ? path : relative('', resolve(shownRoot, relative(root, each)))
  const modules = new PluginModules({plugin: path, root, shown})
  tell(path)
  modules.closeOtherDoors()
  const exported = exportOf(modules, file, path)
  return pluginRule(exported, {
    source: path,
    file,
    entered: () => tell(path),
    assure: () => modules.assureNoneRefused()
  })
}

function exportOf(modules: PluginModules, file: string, source: string): unknown {
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
