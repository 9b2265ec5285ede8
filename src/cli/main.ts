#!/usr/bin/env node
import module, {createRequire} from 'node:module'
import {join} from 'node:path'
import process from 'node:process'
import {cacheFolder} from './cache-folder.ts'
import {answerShell} from './completion/candidates.ts'
import {VERSION_TEXT} from './version.ts'

/** Node.js 22.1 and later can cache compiled code, so that the next run starts faster. */
const {enableCompileCache} = module as {enableCompileCache?: (folder: string) => unknown}

// `--version` alone needs no other code, and a shell that asks while someone types needs little.
const args = process.argv.slice(2)
const load = createRequire(import.meta.url)
const answer =
  args[0] === 'completion' && args[2] === '--'
    ? answerShell(args, load('./completion.json'))
    : args[0] === '--version' && args.length === 1
      ? `${VERSION_TEXT}\n`
      : undefined
if (answer !== undefined) process.stdout.write(answer)
else {
  const path = enableCompileCache && cacheFolder(process.env).path
  if (path !== undefined) enableCompileCache?.(join(path, 'code'))
  load('./tenure.cjs').program()
}
