import process from 'node:process'
import type {Context} from '../app/context.ts'
import {dayOfInstant} from '../model/time/date-range.ts'
import type {Cache} from '../read/files/cache.ts'
import {openUserCache} from './cache-folder.ts'
import {createProgress} from './progress.ts'

/** Context of a command that runs as the whole process. The environment is copied, so later changes don't reach it. */
export function processContext(): Context {
  const env = {...process.env}
  const err = (text: string): void => void process.stderr.write(text)
  let cache: Cache | undefined
  return {
    out: text => void process.stdout.write(text),
    err,
    env,
    color: (process.stdout.isTTY ?? false) && env.NO_COLOR === undefined && env.TERM !== 'dumb',
    ...(process.stdout.isTTY && process.stdout.columns ? {width: process.stdout.columns} : {}),
    progress: createProgress(process.stderr),
    today: timezone => dayOfInstant(new Date(), timezone),
    program: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
    cache() {
      cache ??= openUserCache(env, err)
      return cache
    }
  }
}
