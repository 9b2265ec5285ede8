import {
  type ApisOptions,
  addressOf,
  feedFilesOf,
  followLinksOf,
  writeApis,
  writeBadge
} from '@tenure/pages/site/write-apis'
import {findApiOwners} from '../../app/api-facts.ts'
import {type CommonOptions, configOf} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {formatCount} from '../../text/format-values.ts'
import type {RequestedCommand} from '../parse-arguments.ts'
import {type ApiAnswer, sayFailure} from './print-apis.ts'

/** Writes what the sites of several APIs have in common, and prints where. Writes nothing if none could be read. */
export async function writeSiteOfApis(
  answers: readonly ApiAnswer[],
  files: readonly string[],
  options: ApisOptions & CommonOptions,
  run: (request: RequestedCommand, context: Context) => Promise<number>,
  context: Context
): Promise<void> {
  const {output, feed, badge} = options
  // A badge of what can't be read any more would go on saying what it said.
  for (const [at, {answer}] of answers.entries())
    if (badge && !answer) writeBadge([undefined], files[at] ?? '', context)
  if (!badge && !answers.some(({answer}) => answer)) return
  const apis = answers.map((answer, at) => ({
    name: answer.name,
    owners: findApiOwners(configOf({...options, api: answer.name}, context), context) ?? [],
    page: addressOf(files[at] ?? ''),
    ...(feed && answer.answer?.site ? {follow: followLinksOf(files[at] ?? '')} : {}),
    ...(answer.answer?.site ? {state: answer.answer.site} : {problem: sayFailure(answer)})
  }))
  // The commands for each API say what they couldn't read.
  const quiet = {...context, err: () => undefined}
  for (const [format, file] of feed ? Object.entries(feedFilesOf(output)) : [])
    await run({name: 'feed', options: {...options, format, output: file}}, quiet)
  const message = await writeApis(apis, options, context)
  if (message !== undefined)
    context.out(`${plainText(`Wrote ${output}: ${formatCount(apis.length, 'API')}, ${message}.`)}\n`)
}
