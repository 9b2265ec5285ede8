import {spawn} from 'node:child_process'
import process from 'node:process'
import type {Environment} from '@tenure/core/stores/git/environment'

/** How a command ended: its exit code, the signal that ended it, or its time limit; and the end of what it printed. */
export interface CommandRun {
  readonly how: number | string
  readonly output: string
}

export interface RunOptions {
  readonly folder: string
  readonly env: Environment
  readonly minutes: number
}

/** Maximum number of characters of the output that are kept, from its end. */
const MAX_OUTPUT = 1 << 16

/**
 * Calls a function if this process ends before the returned one is called: by a signal, or otherwise. The last function
 * is called first. Other listeners decide whether the process goes on after a signal; without any, it ends by it.
 */
export function onProcessEnd(end: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const handle = (signal: NodeJS.Signals): void => {
    release()
    try {
      end()
    } finally {
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
    }
  }
  const release = (): void => {
    for (const signal of signals) process.off(signal, handle)
    process.off('exit', end)
  }
  for (const signal of signals) process.prependListener(signal, handle)
  process.prependListener('exit', end)
  return release
}

/**
 * Runs a command in a shell, in a process group of its own, which is ended with it: at its limit, with this process,
 * and when the shell is done. Rejects if there's no shell.
 */
export const runCommand = (command: string, {folder, env, minutes}: RunOptions): Promise<CommandRun> =>
  new Promise<CommandRun>((resolve, reject) => {
    const isGroup = process.platform !== 'win32'
    let pid: number | undefined
    const kill = (): void => {
      try {
        if (pid !== undefined) process.kill(isGroup ? -pid : pid, 'SIGKILL')
      } catch {
        // All of its processes have ended.
      }
    }
    const release = onProcessEnd(kill)
    const child = spawn(command, {cwd: folder, env, shell: true, detached: isGroup, stdio: ['ignore', 'pipe', 'pipe']})
    pid = child.pid
    let output = ''
    let how: CommandRun['how'] | undefined
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        output = (output + text).slice(-MAX_OUTPUT)
      })
    }
    const timer = setTimeout(() => {
      how = 'timeout'
      kill()
    }, minutes * 60_000)
    const finish = (): void => {
      clearTimeout(timer)
      release()
    }
    child.on('error', error => {
      finish()
      reject(error)
    })
    // Processes that the command left running keep the streams open.
    child.on('exit', (code, signal) => {
      kill()
      how ??= signal ?? code ?? 0
    })
    child.on('close', () => {
      finish()
      resolve({how: how ?? 0, output})
    })
  })
