import {dirname, join} from 'node:path'
import process from 'node:process'
import {setTimeout} from 'node:timers/promises'
import {run} from '@tenure/core/cli/command-line'
import {EXIT} from '@tenure/core/cli/exit-codes'
import {processContext} from '@tenure/core/cli/process-context'
import type {ActionContext} from './action-context.ts'
import {checkAction} from './check-action.ts'
import {commentAction} from './comment-action.ts'
import {reportFailure} from './runner-files.ts'

/** Runs the action of this process: `comment` comments on behalf of a fork, anything else checks the change. */
async function start(context: ActionContext): Promise<void> {
  // A crash has exit code 2. Node.js would exit with 1, which means a violation.
  process.exitCode = EXIT.failed
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, error => {
      reportFailure(error, context)
      process.exit(EXIT.failed)
    })
  }
  const action = process.argv[2] === 'comment' ? commentAction : checkAction
  process.exitCode = await action(context)
}

function createContext(): ActionContext {
  const env = {...process.env}
  // The token is removed from the environment of git and plugins, which don't need it.
  delete process.env.INPUT_TOKEN
  delete process.env.INPUT_TEAM_TOKEN
  const own = processContext()
  // The command that runs plugins in a process of its own.
  const program = [process.execPath, ...process.execArgv, join(dirname(process.argv[1] ?? ''), 'cli.cjs')]
  return {
    env,
    files: own.files,
    git: own.git,
    out: own.out,
    fetch,
    wait: milliseconds => setTimeout(milliseconds),
    limit: milliseconds => AbortSignal.timeout(milliseconds),
    check: (args, variables) => run(args, {...own, env: {...own.env, ...variables}, program})
  }
}

void start(createContext())
