import type {Command} from './command.ts'
import audit from './commands/audit.ts'
import changelog from './commands/changelog.ts'
import check from './commands/check.ts'
import completion from './commands/completion.ts'
import deprecate from './commands/deprecate.ts'
import diff from './commands/diff.ts'
import due from './commands/due.ts'
import explain from './commands/explain.ts'
import fleetQuery from './commands/fleet-query.ts'
import fleetReport from './commands/fleet-report.ts'
import fleetRun from './commands/fleet-run.ts'
import importing from './commands/import.ts'
import init from './commands/init.ts'
import notes from './commands/notes.ts'
import record from './commands/record.ts'
import rules from './commands/rules.ts'
import site from './commands/site.ts'
import upgrade from './commands/upgrade.ts'
import usages from './commands/usages.ts'
import waive from './commands/waive.ts'
import when from './commands/when.ts'
import worker from './commands/worker.ts'
import type {CommandName} from './overview.ts'

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  check,
  diff,
  audit,
  when,
  due,
  changelog,
  notes,
  site,
  upgrade,
  usages,
  'fleet run': fleetRun,
  'fleet query': fleetQuery,
  'fleet report': fleetReport,
  worker,
  init,
  deprecate,
  waive,
  record,
  import: importing,
  explain,
  rules,
  completion
}

/** Definition of a command. */
export const commandNamed = (name: CommandName): Command => COMMANDS[name]

/** Commands to register: only the requested one if the first argument names one, otherwise all. */
export function commandsFor(name = ''): Command[] {
  const named = Object.entries(COMMANDS).filter(([each]) => each === name)
  return (named.length > 0 ? named : Object.entries(COMMANDS)).map(([, command]) => command)
}
