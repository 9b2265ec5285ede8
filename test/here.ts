import process from 'node:process'
import {type Context, NO_PLUGINS} from '../src/context/context.ts'
import {NO_CACHE} from '../src/stores/cache.ts'
import {openWorkspace} from '../src/stores/files/workspace.ts'

/** The working tree in which the tests run. The answers of git are cached. */
export const HERE = openWorkspace(process.cwd(), process.env)

/** The context of a command in that folder: on a fixed day, outside of CI, without output or cache. */
export const CONTEXT: Context = {
  ...HERE,
  plugins: NO_PLUGINS,
  generated: new Map(),
  out: () => undefined,
  err: () => undefined,
  color: false,
  env: {},
  progress: () => undefined,
  today: () => '2026-11-26',
  program: [],
  cache: () => NO_CACHE
}
