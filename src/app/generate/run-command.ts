import {spawn} from 'node:child_process'
import process from 'node:process'
import type {Environment} from '../../stores/git/environment.ts'

/** How a command ended: its exit code, the signal that ended it, or its time limit; and the end of what it printed. */
export interface CommandRun {
  readonly how: number | string
  readonly output: string
}

export interface RunOptions {
  readonly folder: string
  readonly env: Environment
  readonly minutes: number
  /** Called if this process ends before the command. */
  readonly onEnd: () => void
}

/** Maximum number of characters of the output that are kept, from its end. */
const MAX_OUTPUT = 1 << 16

/**
 * Runs a command in a shell, in a process group of its own, which is ended with it: at its limit, with this process,
 * and when the shell is done. Rejects if there's no shell.
 */
export const runCommand = (command: string, {folder, env, minutes, onEnd}: RunOptions): Promise<CommandRun> =>
  new Promise<CommandRun>((resolve, reject) => {
    const isGroup = process.platform !== 'win32'
    const child = spawn(command, {cwd: folder, env, shell: true, detached: isGroup, stdio: ['ignore', 'pipe', 'pipe']})
    let output = ''
    let how: CommandRun['how'] | undefined
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        output = (output + text).slice(-MAX_OUTPUT)
      })
    }
    const kill = (): void => {
      try {
        if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
        else child.kill('SIGKILL')
      } catch {
        // All of its processes have ended.
      }
    }
    const timer = setTimeout(() => {
      how = 'timeout'
      kill()
    }, minutes * 60_000)
    const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(signal => {
      const end = (): void => {
        kill()
        onEnd()
        finish()
        // Other listeners decide whether the process goes on; without any, it ends by the signal.
        if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
      }
      process.on(signal, end)
      return () => process.off(signal, end)
    })
    process.on('exit', onEnd)
    const finish = (): void => {
      clearTimeout(timer)
      for (const off of signals) off()
      process.off('exit', onEnd)
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
