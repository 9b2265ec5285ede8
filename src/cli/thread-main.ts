import {createRequire} from 'node:module'
import process from 'node:process'
import {cacheFolder} from './cache-folder.ts'
import {loadCompiled} from './compiled-code.ts'

// A worker thread runs this file.
loadCompiled(createRequire(import.meta.url).resolve('./tenure.cjs'), cacheFolder(process.env).path).thread?.()
