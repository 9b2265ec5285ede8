import {constants} from 'node:buffer'
import process from 'node:process'
import {answerJobs} from '@tenure/fleet/worker'
import type {Context} from '../../context/context.ts'
import {EXIT} from '../exit-codes.ts'
import {processContext} from '../process-context.ts'
import {registerPackages} from '../registry/register-packages.ts'
import {VERSION} from '../version.ts'

/** Answers one job a line, until the input ends or its reader is gone. */
async function answerInput(context: Context): Promise<void> {
  // A text of valid UTF-8 has at most as many characters as bytes.
  const options = {version: VERSION, limit: constants.MAX_STRING_LENGTH}
  for await (const line of answerJobs(process.stdin, context, options)) if (!(await write(line))) break
  process.stdin.destroy()
}

/** Waits until the line is written. Returns false if the reader is gone. */
const write = (line: string): Promise<boolean> =>
  new Promise(resolve => {
    process.stdout.write(line, error => resolve(!error))
  })

async function start(): Promise<void> {
  registerPackages()
  // `write` notices that the reader is gone.
  process.stdout.on('error', () => undefined)
  const context = processContext()
  try {
    await answerInput(context)
  } catch (error) {
    process.exitCode = EXIT.failed
    ;(await import('../failure.ts')).printError(error, context)
  }
}

void start()
