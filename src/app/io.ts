import process from 'node:process'
import {type Day, dayAt} from '../model/time/date-range.ts'
import {progressOf} from './progress.ts'

/** What a command may touch: two streams and the clock. */
export interface Io {
  out(text: string): void
  err(text: string): void
  /** Standard output is a terminal that shows colours. */
  readonly color: boolean
  /** Says how far long work has come; without arguments, that it is over. */
  progress(done?: number, all?: number, name?: string): void
  /** The day it is now in a time zone. */
  today(timezone: string): Day
}

export const processIo = (progress = progressOf(process.stderr)): Io => ({
  progress,
  out: text => void process.stdout.write(text),
  err: text => void process.stderr.write(text),
  color: (process.stdout.isTTY ?? false) && process.env.NO_COLOR === undefined && process.env.TERM !== 'dumb',
  today: timezone => dayAt(new Date(), timezone)
})

export const EXIT = {fine: 0, findings: 1, failed: 2, unsure: 3} as const
