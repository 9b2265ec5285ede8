import process from 'node:process'
import {performTraffic, type TrafficOptionsOfCommand} from '@tenure/traffic/traffic'
import type {Context} from '../../context/context.ts'
import {createTemporaryFolder, removeFolder} from '../../stores/files/write-file.ts'
import {EXIT} from '../exit-codes.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Imports access logs, and answers who calls the API. Temporary files are deleted also if a signal ends the command. */
export async function run(options: TrafficOptionsOfCommand, context: Context): Promise<number> {
  const folder = createTemporaryFolder('tenure-traffic-')
  const stop = (signal: NodeJS.Signals): void => {
    removeFolder(folder)
    // Without a listener, the signal ends the process, even while it waits for standard input.
    process.off(signal, stop)
    process.kill(process.pid, signal)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    context.out(await performTraffic(options, folder, context))
    return EXIT.fine
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
    removeFolder(folder)
  }
}
