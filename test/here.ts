import process from 'node:process'
import {type Context, NO_PLUGINS} from '../src/app/context.ts'
import {NO_CACHE} from '../src/stores/files/cache.ts'
import {openWorkspace} from '../src/stores/files/workspace.ts'

/** The working tree around the folder that tests run in. What git answers is kept. */
export const HERE = openWorkspace(process.cwd(), process.env)

/** A command in that folder: on a fixed day, outside of CI, and with nothing that prints or is cached. */
export const CONTEXT: Context = {
  ...HERE,
  plugins: NO_PLUGINS,
  out: () => undefined,
  err: () => undefined,
  color: false,
  env: {},
  progress: () => undefined,
  today: () => '2026-11-26',
  program: [],
  cache: () => NO_CACHE
}
