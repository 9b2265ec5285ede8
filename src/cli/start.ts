import process from 'node:process'
import {run} from './command-line.ts'
import {EXIT} from './exit-codes.ts'
import {processContext} from './process-context.ts'

/** Runs the command line of this process and sets its exit code. */
async function start(): Promise<void> {
  let context = processContext()
  // If something ends the process before the command does, the run has failed.
  const reportEarlyExit = (): void => {
    process.exitCode = EXIT.failed
    context.err('The command ended before its verdict. Report it with the command line that you used.\n')
  }
  const isPluginProcess = context.env.TENURE_PLUGINS !== undefined
  let isEntered = false
  process.on('exit', reportEarlyExit)
  try {
    if (isPluginProcess) {
      context = {...context, plugins: await (await import('./plugin-process.ts')).becomePluginProcess(context)}
      isEntered = true
    }
    process.exitCode = await run(process.argv.slice(2), context)
  } catch (error) {
    process.exitCode = EXIT.failed
    ;(await import('./failure.ts')).printError(error, context)
  } finally {
    process.off('exit', reportEarlyExit)
  }
  if (isEntered) (await import('./plugin-process.ts')).sendExitCode(Number(process.exitCode ?? EXIT.fine))
}

// A closed pipe (`| head`) isn't an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader is gone, but the exit code still matters.
    if (error.code !== 'EPIPE') throw error
  })
}

void start()
