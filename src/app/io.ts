import process from 'node:process'
import {type Day, dayOfInstant} from '../model/time/date-range.ts'
import {createProgress} from './progress.ts'

/** Input and output of a command: two streams and the clock. */
export interface Io {
  out(text: string): void
  err(text: string): void
  /** Whether standard output is a terminal that supports colors. */
  readonly color: boolean
  /** Reports the progress of long-running work. Without arguments, the work is done. */
  progress(done?: number, all?: number, name?: string): void
  /** Current day in a time zone. */
  today(timezone: string): Day
}

export const processIo = (progress = createProgress(process.stderr)): Io => ({
  progress,
  out: text => void process.stdout.write(text),
  err: text => void process.stderr.write(text),
  color: (process.stdout.isTTY ?? false) && process.env.NO_COLOR === undefined && process.env.TERM !== 'dumb',
  today: timezone => dayOfInstant(new Date(), timezone)
})

export const EXIT = {fine: 0, findings: 1, failed: 2, unsure: 3} as const
