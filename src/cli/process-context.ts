import {createRequire} from 'node:module'
import {availableParallelism} from 'node:os'
import process from 'node:process'
import type worker from 'node:worker_threads'
import {type Context, type Environment, NO_PLUGINS, type Threads} from '../context/context.ts'
import {dayOfInstant} from '../model/time/date-range.ts'
import type {Cache} from '../stores/cache.ts'
import {bundledFile} from '../stores/files/installed-packages.ts'
import {openPlace} from '../stores/files/workspace.ts'
import {cleanGitEnvironment} from '../stores/git/environment.ts'
import {isBundled, openUserCache} from './cache-folder.ts'
import {createProgress} from './progress.ts'
import {startFromShell} from './start-from-shell.ts'

/**
 * Whether output is colored: as `FORCE_COLOR` says, and otherwise on a terminal unless `NO_COLOR` is set.
 */
function hasColor({FORCE_COLOR, NO_COLOR, TERM}: Environment, isTerminal: boolean): boolean {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTerminal && !NO_COLOR && TERM !== 'dumb'
}

const THREADS: Threads = {
  get cores() {
    return availableParallelism()
  },
  async start(megabytes) {
    // Loaded on demand, because most runs start no thread. Code that was compiled before can't `import()`.
    const {Worker} = createRequire(import.meta.url)('node:worker_threads') as typeof worker
    const limits = megabytes === undefined ? {} : {resourceLimits: {maxOldGenerationSizeMb: megabytes}}
    return new Worker(bundledFile('thread.cjs'), limits)
  }
}

/** Context of a command that runs as the whole process. The environment is copied, so later changes don't reach it. */
export function processContext(): Context {
  const env = {...process.env}
  const gitEnv = cleanGitEnvironment(env)
  const err = (text: string): void => void process.stderr.write(text)
  let cache: Cache | undefined
  return {
    out: text => void process.stdout.write(text),
    err,
    env,
    ...openPlace({cwd: process.cwd(), env: gitEnv}, startFromShell(gitEnv)),
    plugins: NO_PLUGINS,
    generated: new Map(),
    color: hasColor(env, process.stdout.isTTY ?? false),
    ...(process.stdout.isTTY && process.stdout.columns ? {width: process.stdout.columns} : {}),
    progress: createProgress(process.stderr),
    today: timezone => dayOfInstant(new Date(), timezone),
    program: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
    cache() {
      cache ??= openUserCache(env, err)
      return cache
    },
    ...(isBundled ? {threads: THREADS} : {})
  }
}
