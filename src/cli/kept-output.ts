import type {Context, Environment} from '../context/context.ts'
import type {Day} from '../model/time/date-range.ts'
import {digest, NO_CACHE, readData, serializeData} from '../stores/cache.ts'
import {findChangedInput} from '../stores/changed-inputs.ts'
import {describeCompiler} from '../stores/files/compiler.ts'
import {isShellPipe} from '../stores/files/file-system.ts'
import {bundledFile} from '../stores/files/installed-packages.ts'
import {traceWorkspace} from '../stores/files/workspace.ts'
import type {Inputs} from '../stores/input-trace.ts'
import type {CommandName} from './command-list.ts'
import type {CollectingContext} from './print.ts'

/** What a command printed, and everything that it depended on besides its options, the terminal, and this build. */
interface KeptOutput {
  readonly inputs: Inputs
  /** Current day in each time zone that was asked for. */
  readonly days: Readonly<Record<string, Day>>
  /** Hash of the environment variables. Missing if none was read. */
  readonly env?: string
  readonly printed: readonly (readonly ['out' | 'err', string])[]
  readonly code: number
}

/**
 * Runs a command that only reads and prints. If an earlier run with the same options depended on nothing that has
 * changed since, what it printed is printed again. Plugins can depend on anything, so their output isn't kept.
 */
export async function printKept(
  name: CommandName,
  options: {readonly plugins?: boolean | undefined},
  context: CollectingContext,
  run: (context: Context) => Promise<number>
): Promise<number> {
  // A report that is collected prints nothing.
  const cache = options.plugins === true || context.collect ? NO_CACHE : context.cache()
  if (cache === NO_CACHE) return run(context)
  const {color, width} = context
  const {cwd} = context.files
  const key = digest('printed', name, describePrograms(context), JSON.stringify([options, cwd, color, width]))
  const known = readData<KeptOutput>(cache.get(key))
  if (known && isCurrent(known, context)) {
    for (const [stream, text] of known.printed) context[stream](text)
    return known.code
  }
  const days: Record<string, Day> = {}
  const printed: ['out' | 'err', string][] = []
  let env: string | undefined
  const printTo = (stream: 'out' | 'err') => (text: string) => {
    printed.push([stream, text])
    context[stream](text)
  }
  const traced = traceWorkspace(context)
  const code = await run({
    ...traced.workspace,
    out: printTo('out'),
    err: printTo('err'),
    today(timezone) {
      days[timezone] ??= context.today(timezone)
      return days[timezone]
    },
    get env() {
      env ??= hashOf(context.env)
      return context.env
    }
  })
  const inputs = traced.inputs()
  // A pipe can't be read twice.
  if (Object.keys(inputs).some(isShellPipe)) return code
  const kept: KeptOutput = {inputs, days, ...(env === undefined ? {} : {env}), printed, code}
  cache.put(key, serializeData(kept))
  return code
}

/**
 * Hash of the programs and data besides this build that results depend on: the compiler for server code, and the
 * presets.
 */
export const describePrograms = ({files}: Pick<Context, 'files'>): string =>
  digest(describeCompiler(), files.describe(bundledFile('presets.json'), 'bytes'))

const isCurrent = ({inputs, days, env}: KeptOutput, context: Context): boolean =>
  Object.entries(days).every(([timezone, day]) => context.today(timezone) === day) &&
  (env === undefined || env === hashOf(context.env)) &&
  findChangedInput(context, inputs) === undefined

const hashOf = (env: Environment): string => digest(JSON.stringify(Object.entries(env).toSorted()))
