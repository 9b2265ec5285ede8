import process from 'node:process'
import packageJson from '../../package.json' with {type: 'json'}
import {runProgram} from './compiled.ts'

// Who asks for the version alone need not wait for the rest.
const [first, ...others] = process.argv.slice(2)
if (first === '--version' && others.length === 0) process.stdout.write(`${packageJson.version}\n`)
else runProgram()
