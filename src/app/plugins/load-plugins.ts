import {rules as builtInRules} from '../../../rules/index.ts'
import type {Context, PluginRun, RunningPlugin} from '../../context/context.ts'
import type {KnownRules, NamedFile} from '../../inputs/config/file.ts'
import {InputError, inputError} from '../../model/input-error.ts'
import type {Rule} from '../../rule.ts'
import type {Files} from '../../stores/files/files.ts'
import {PluginModules, pluginFailure} from './plugin-module.ts'
import {toPluginRule} from './plugin-rule.ts'

export {builtInRules}

/** All active rules: the built-in ones, then those of running plugins. */
export const activeRules = ({plugins}: Pick<Context, 'plugins'>): readonly Rule[] => plugins.rules?.() ?? builtInRules

/** Rules that a config file may name. Rules of plugins that don't run are unknown. */
export const knownRules = (plugins: readonly NamedFile[], context: RuleContext): KnownRules => ({
  rules: activeRules(context),
  isComplete: inactivePlugins(plugins, context).length === 0
})

/** Configured plugins that don't run in this process. */
export const inactivePlugins = (plugins: readonly NamedFile[], {plugins: {running}, files}: RuleContext) =>
  plugins.filter(({path}) => running.every(each => files.resolve(each.path) !== files.resolve(path)))

type RuleContext = Pick<Context, 'plugins' | 'files'>

/** Loads plugins. An error is thrown only when the rules are used, so that the command reports it. */
export async function loadPlugins(run: PluginRun, files: Files): Promise<PluginRun> {
  try {
    const all = await loadAllRules(run, files)
    return {...run, rules: () => all}
  } catch (error) {
    const rules = (): never => {
      throw error
    }
    return {...run, rules}
  }
}

async function loadAllRules(run: PluginRun, files: Files): Promise<readonly Rule[]> {
  const all = new Map(builtInRules.map(rule => [rule.id, {rule, from: 'tenure itself'}]))
  for (const plugin of run.running) {
    const rule = await loadRule(plugin, run, files)
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

async function loadRule(
  {path, place, file, root, shownRoot}: RunningPlugin,
  {entered, checkSyntax}: PluginRun,
  files: Files
): Promise<Rule> {
  if (!files.isFile(file)) {
    throw inputError(`\`${path}\` isn't a plugin. Name a TypeScript or JavaScript file.`, place)
  }
  const shown = (each: string): string =>
    each === file ? path : files.relative('', files.resolve(shownRoot, files.relative(root, each)))
  const modules = new PluginModules(files, {plugin: path, root, displayName: shown, checkSyntax})
  entered(path)
  modules.restrictModuleAccess()
  const exported = await loadExport(modules, file, path)
  return toPluginRule(exported, {
    source: path,
    file,
    onEnter: () => entered(path),
    assertNoneRefused: () => modules.assertNoneRefused()
  })
}

async function loadExport(modules: PluginModules, file: string, source: string): Promise<unknown> {
  try {
    const exports: {readonly default?: unknown} = await modules.load(file)
    modules.assertNoneRefused()
    return exports.default ?? exports
  } catch (error) {
    if (error instanceof InputError) throw error
    const {message, ...at} = pluginFailure(error, file)
    throw new InputError([{message: `The plugin can't be loaded: ${message}`, place: {source, ...at}}], {
      cause: error
    })
  }
}

/** Remarks on configured plugins that didn't run, and how to run them. */
export function sayInactivePlugins(plugins: readonly NamedFile[], isGate: boolean, context: Context): string[] {
  const idle = inactivePlugins(plugins, context)
  if (idle.length === 0) return []
  const names = idle.map(({path}) => `\`${path}\``).join(', ')
  const one = idle.length === 1
  return [
    isGate
      ? `${one ? 'Plugin' : 'Plugins'} ${names} did not run, because the target doesn't list ${one ? 'it' : 'them'}. Merge ${one ? 'it' : 'them'} first.`
      : `${one ? 'Plugin' : 'Plugins'} ${names} did not run. Add \`--plugins\` to run ${one ? 'it' : 'them'}.`
  ]
}
