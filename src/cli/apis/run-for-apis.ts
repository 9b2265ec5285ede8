import {findApisOfSubject} from '@tenure/authoring/announce/apis-of-subject'
import {addressOf} from '@tenure/pages/site/write-apis'
import {assertKnownOwner, readApiOwners} from '../../app/owner-filter.ts'
import type {CommonOptions, UnchosenApi} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {defined} from '../../model/defined.ts'
import {type InputProblem, inputError} from '../../model/input-error.ts'
import {formatFew} from '../../text/format-values.ts'
import {COMMANDS} from '../command-list.ts'
import {mostSevere} from '../options/fail-on.ts'
import type {RequestedCommand} from '../parse-arguments.ts'
import type {CollectingContext, CommandAnswer} from '../print.ts'
import {filesOfApis} from './files-of-apis.ts'
import {type ApiAnswer, printApiAnswers} from './print-apis.ts'
import {writeSiteOfApis} from './site-of-apis.ts'

/** Options with a file that can't hold the output of several APIs. */
const FILE_OPTIONS = ['output', 'baseline', 'write-baseline', 'write', 'check']

type RunRequest = (request: RequestedCommand, context: Context) => Promise<number>

/**
 * Runs a command for each API, or for the API that has its subject. Rethrows the error where one answer for several APIs
 * has no form.
 */
export async function runForApis(
  error: UnchosenApi,
  {name: command, options}: RequestedCommand,
  run: RunRequest,
  context: Context
): Promise<number> {
  const names = await namesOfOwner(error.names, options, context)
  const {forEachApi: kind, arguments: positionals} = COMMANDS[command]
  if (options.endpoint !== undefined && 'endpoint' in positionals) {
    const asked = options as unknown as Parameters<typeof findApisOfSubject>[0]
    const having = await findApisOfSubject(asked, names, {isInBase: command === 'waive', context})
    const [only = '', ...others] = having
    if (others.length === 0) return run({name: command, options: {...options, api: only}}, context)
    const list = formatFew(having.map(name => `\`${name}\``))
    throw inputError(`The APIs ${list} have this subject. Choose one with \`--api\`.`)
  }
  const {output, config, policy, 'as-of': asOf, format} = options as Readonly<Record<string, string | undefined>>
  // Each API has its own site, below an overview, and all have one list.
  const out = command === 'site' || kind === 'list' ? output : undefined
  if (
    kind === undefined ||
    options.overlay !== undefined ||
    FILE_OPTIONS.some(each => options[each] && options[each] !== out)
  )
    throw error
  const files = out === undefined || kind === 'list' ? [] : filesOfApis(out, names)
  const answers: ApiAnswer[] = []
  for (const [at, api] of names.entries()) {
    const own = {...options, api, ...defined({output: files[at], overview: out && addressOf(out)})}
    answers.push(await capture(api, shown => run({name: command, options: own}, shown), context))
  }
  const optionsOf = (api: string) => ({api, config, policy, 'as-of': asOf})
  if (out !== undefined && kind !== 'list')
    await writeSiteOfApis(answers, files, {...options, output: out}, run, context)
  await printApiAnswers(answers, {kind, format, output}, optionsOf, context)
  return mostSevere(answers.map(({code}) => code))
}

/** The APIs that the owner in the options has, or has a part in; all without one. */
async function namesOfOwner(
  names: readonly string[],
  {owner, config, policy}: RequestedCommand['options'],
  context: Context
): Promise<readonly string[]> {
  if (typeof owner !== 'string') return names
  const asked = {config, policy} as CommonOptions
  const owners = await Promise.all(names.map(async api => (await readApiOwners({...asked, api}, context)).names))
  assertKnownOwner(owner, owners.flat())
  return names.filter((_, at) => owners[at]?.includes(owner))
}

async function capture(name: string, run: (context: Context) => Promise<number>, context: Context): Promise<ApiAnswer> {
  const [out, err]: [string[], string[]] = [[], []]
  const [found, problems]: [CommandAnswer[], InputProblem[]] = [[], []]
  const own: CollectingContext = {
    ...context,
    out: text => void out.push(text),
    err: text => void err.push(text),
    collect: answer => void found.push(answer),
    refuse: refused => void problems.push(...refused)
  }
  const code = await run(own)
  return defined({
    name,
    code,
    out: out.join(''),
    err: err.join(''),
    problems,
    answer: found[0]
  })
}
