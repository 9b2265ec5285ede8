#!/usr/bin/env node
import module, {createRequire} from 'node:module'
import {join} from 'node:path'
import process from 'node:process'
import {cacheFolder} from './cache-folder.ts'
import {VERSION_TEXT} from './version.ts'

/** Node.js 22.1 and later can cache compiled code, so that the next run starts faster. */
const {enableCompileCache} = module as {enableCompileCache?: (folder: string) => unknown}

// `--version` alone needs no other code.
const [first, ...others] = process.argv.slice(2)
if (first === '--version' && others.length === 0) process.stdout.write(`${VERSION_TEXT}\n`)
else {
  const path = enableCompileCache && cacheFolder(process.env).path
  if (path !== undefined) enableCompileCache?.(join(path, 'code'))
  createRequire(import.meta.url)('./tenure.cjs').program()
}
