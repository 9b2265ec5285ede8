#!/usr/bin/env node
import {createRequire} from 'node:module'
import process from 'node:process'
import {cacheFolder} from './cache-folder.ts'
import {configureV8, loadCompiled} from './compiled-code.ts'
import {answerShell} from './completion/candidates.ts'
import {VERSION_TEXT} from './version.ts'

// `--version` alone needs no other code, and a shell that asks while someone types needs little.
const args = process.argv.slice(2)
const load = createRequire(import.meta.url)
const answer =
  args[0] === 'completion' && args[2] === '--'
    ? answerShell(args, load('./completion.json'))
    : (args[0] === '--version' || args[0] === '-v') && args.length === 1
      ? `${VERSION_TEXT}\n`
      : undefined
if (answer !== undefined) process.stdout.write(answer)
else {
  configureV8()
  loadCompiled(load.resolve('./tenure.cjs'), cacheFolder(process.env).path).program?.()
}
