import type {Command} from './command.ts'
import type {CommandName} from './overview.ts'

/** How to load the definition of each command: a run needs one of them. */
const COMMANDS: Readonly<Record<CommandName, () => Promise<{readonly default: Command}>>> = {
  check: () => import('./commands/check.ts'),
  diff: () => import('./commands/diff.ts'),
  audit: () => import('./commands/audit.ts'),
  'next-version': () => import('./commands/next-version.ts'),
  due: () => import('./commands/due.ts'),
  changelog: () => import('./commands/changelog.ts'),
  notes: () => import('./commands/notes.ts'),
  site: () => import('./commands/site.ts'),
  upgrade: () => import('./commands/upgrade.ts'),
  usages: () => import('./commands/usages.ts'),
  report: () => import('./commands/report.ts'),
  init: () => import('./commands/init.ts'),
  deprecate: () => import('./commands/deprecate.ts'),
  waive: () => import('./commands/waive.ts'),
  record: () => import('./commands/record.ts'),
  explain: () => import('./commands/explain.ts'),
  completion: () => import('./commands/completion.ts')
}

/** Loads the definition of a command. */
export const loadCommand = async (name: CommandName): Promise<Command> => (await COMMANDS[name]()).default

/** Commands to register: only the requested one if the first argument names one, otherwise all. */
export function loadCommandsFor(name = ''): Promise<Command[]> {
  const names = Object.keys(COMMANDS) as CommandName[]
  const named = names.filter(each => each === name)
  return Promise.all((named.length > 0 ? named : names).map(loadCommand))
}
