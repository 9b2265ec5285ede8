import {createRequire} from 'node:module'
import process from 'node:process'

// Exit code 1 means a violation, so every other failure must have 2, even that of code that Node.js can't
// parse.
process.exitCode = 2
try {
  createRequire(import.meta.url)('./tenure.cjs').action()
} catch {
  process.stdout.write(
    `::error title=tenure::tenure can't start with Node.js ${process.version}. Pin the commit or the tag of a release.\n`
  )
}
