import {createRequire} from 'node:module'
import process from 'node:process'
import {cacheFolder} from '../cache-folder.ts'
import {configureV8, loadCompiled} from '../compiled-code.ts'

// The entry of the program that answers jobs for the Spark integration.
configureV8()
loadCompiled(createRequire(import.meta.url).resolve('./tenure.cjs'), cacheFolder(process.env).path).worker?.()
