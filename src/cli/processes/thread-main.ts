import {createRequire} from 'node:module'
import process from 'node:process'
import {cacheFolder} from '../cache-folder.ts'
import {loadCompiled} from '../compiled-code.ts'

// The entry of a worker thread, which performs tasks of an audit.
loadCompiled(createRequire(import.meta.url).resolve('./tenure.cjs'), cacheFolder(process.env).path).thread?.()
