import type {Context} from '../../../src/app/context.ts'
import {NO_CACHE} from '../../../src/read/files/cache.ts'

/** The world of a job: a fixed day, and nothing that prints. */
export const context: Context = {
  out: () => undefined,
  err: () => undefined,
  color: false,
  env: {},
  progress: () => undefined,
  today: () => '2026-11-26',
  program: [],
  cache: () => NO_CACHE
}
