import {spawn} from 'node:child_process'
import process from 'node:process'
import {PLUGIN_NODE_OPTIONS} from '../app/plugins/plugin-module.ts'
import type {Context, RunningPlugin} from '../context/context.ts'
import {locatePlugins, type PluginSource} from '../gate/plugins/plugin-choice.ts'
import {extractTree} from '../gate/plugins/plugin-tree.ts'
import {plainText} from '../outputs/report/sanitize-text.ts'
import {createTemporaryFolder, removeFolder} from '../stores/files/write-file.ts'
import {formatList} from '../text/format-values.ts'
import {EXIT} from './exit-codes.ts'
import {PIPE_DESCRIPTOR, PLUGINS_VARIABLE, type PluginMessage} from './plugin-process.ts'

/**
 * Repeats the whole command in a separate process with plugins. Only the reported exit code counts: if the process ends
 * before it reports one, the run has failed.
 */
export async function repeatWithPlugins(
  source: PluginSource,
  args: readonly string[],
  context: Context
): Promise<number> {
  const {tree} = source
  const folder = tree && createTemporaryFolder('tenure-plugins-')
  const remove = (): void => {
    if (folder !== undefined) removeFolder(folder)
  }
  // Also cleans up if something else ends this process.
  process.on('exit', remove)
  try {
    if (tree && folder !== undefined) extractTree(context, tree, folder)
    return await runChild(locatePlugins(context.files, source, folder), args, context)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

async function runChild(plugins: readonly RunningPlugin[], args: readonly string[], context: Context): Promise<number> {
  const [program = '', ...own] = context.program
  const child = spawn(program, [...PLUGIN_NODE_OPTIONS, ...own, ...args], {
    cwd: context.files.cwd,
    env: {...context.env, [PLUGINS_VARIABLE]: JSON.stringify(plugins)},
    stdio: ['inherit', 'inherit', 'inherit', 'pipe']
  })
  const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(signal => {
    const end = (): void => {
      child.kill('SIGKILL')
      process.exit(EXIT.failed)
    }
    process.on(signal, end)
    return () => process.off(signal, end)
  })
  let current: string | undefined
  let fault: string | undefined
  let verdict: number | undefined
  let incomplete = ''
  child.stdio[PIPE_DESCRIPTOR]?.on('data', (chunk: Buffer) => {
    const lines = (incomplete + chunk.toString('utf8')).split('\n')
    incomplete = lines.pop() ?? ''
    for (const message of lines.map(line => JSON.parse(line) as PluginMessage)) {
      if ('plugin' in message) current = message.plugin
      else if ('fault' in message) fault ??= message.fault
      else verdict ??= message.verdict
    }
    if (verdict !== undefined) child.kill('SIGKILL')
  })
  // Waits for the exit only. Child processes of the plugin may keep the other streams open.
  const [how] = await Promise.all([
    new Promise<string>((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    }),
    new Promise(resolve => child.stdio[PIPE_DESCRIPTOR]?.on('close', resolve))
  ])
  for (const off of signals) off()
  if (verdict !== undefined) return verdict
  const names = current === undefined ? plugins.map(({path}) => path) : [current]
  const who = `${names.length === 1 ? 'Plugin' : 'One of the plugins'} ${formatList(names.map(name => `\`${name}\``))}`
  context.err(
    `${plainText(`${who} ended the process before its verdict (${fault ?? how}). Let a rule only yield findings: it may not end the process or leave an error uncaught.`)}\n`
  )
  return EXIT.failed
}
