import {spawnSync} from 'node:child_process'
import {fstatSync, writeSync} from 'node:fs'
import process from 'node:process'
import {loadPlugins} from '../app/plugins/load-plugins.ts'
import type {Context, PluginRun, RunningPlugin} from '../context/context.ts'
import {inputError} from '../model/input-error.ts'
import {cleanGitEnvironment} from '../stores/git/environment.ts'
import {EXIT} from './exit-codes.ts'
import {printError} from './failure.ts'

/** Environment variable that passes the plugins to the plugin process. */
export const PLUGINS_VARIABLE = 'TENURE_PLUGINS'
/**
 * File descriptor of the pipe on which the plugin process reports the running plugin and, at the end, the exit code.
 */
export const PIPE_DESCRIPTOR = 3

/** Message on the pipe. */
export type PluginMessage = {readonly plugin: string} | {readonly verdict: number} | {readonly fault: string}

/**
 * Prepares this process to run plugins, and loads them. Throws an `InputError` if something else set the variable,
 * because then no process reads the pipe.
 */
export async function becomePluginProcess(context: Context): Promise<PluginRun> {
  const pluginsJson = process.env[PLUGINS_VARIABLE] ?? '[]'
  delete process.env[PLUGINS_VARIABLE]
  // Git that a plugin starts finds the same repository as ours.
  for (const [name, value] of Object.entries(cleanGitEnvironment(process.env))) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  if (!isPipe(PIPE_DESCRIPTOR)) {
    throw inputError(
      `\`${PLUGINS_VARIABLE}\` is set, which only tenure itself sets, for the process that runs plugins. Unset it.`
    )
  }
  const failed = (error: unknown): void => {
    if (error instanceof Error && 'problems' in error) {
      printError(error, context)
      send({verdict: EXIT.failed})
    } else send({fault: (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''})
    process.exit(EXIT.failed)
  }
  process.on('uncaughtException', failed)
  process.on('unhandledRejection', failed)
  let last: string | undefined
  const entered = (plugin: string): void => {
    if (plugin !== last) send({plugin})
    last = plugin
  }
  const running = JSON.parse(pluginsJson) as RunningPlugin[]
  return loadPlugins({isOwnProcess: true, running, entered, checkSyntax}, context.files)
}

const checkSyntax = (source: string): string =>
  spawnSync(process.execPath, ['--check', '--input-type=module', '-'], {input: source, encoding: 'utf8'}).stderr

function isPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    return stats.isFIFO() || stats.isSocket()
  } catch {
    return false
  }
}

const send = (message: PluginMessage): void => void writeSync(PIPE_DESCRIPTOR, `${JSON.stringify(message)}\n`)

/**
 * Reports the exit code. The parent process then kills this one, so plugins can neither keep it alive nor change its
 * exit code.
 */
export function sendExitCode(verdict: number): void {
  // Unhandled rejections are reported only after pending work, and writes to a pipe may be incomplete until their
  // callbacks run.
  setImmediate(() => process.stdout.write('', () => process.stderr.write('', () => send({verdict}))))
}
