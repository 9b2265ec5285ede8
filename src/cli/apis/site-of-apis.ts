import {type ApisOptions, addressOf, writeApis} from '@tenure/pages/site/write-apis'
import {findApiOwners} from '../../app/api-facts.ts'
import {type CommonOptions, configOf} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {formatCount} from '../../text/format-values.ts'
import {type ApiAnswer, sayFailure} from './print-apis.ts'

/** Writes what the sites of several APIs have in common, and prints where. Writes nothing if none could be read. */
export async function writeSiteOfApis(
  answers: readonly ApiAnswer[],
  files: readonly string[],
  options: ApisOptions & CommonOptions,
  context: Context
): Promise<void> {
  const {output} = options
  if (!answers.some(({answer}) => answer)) return
  const apis = answers.map((answer, at) => ({
    name: answer.name,
    owners: findApiOwners(configOf({...options, api: answer.name}, context), context) ?? [],
    page: addressOf(files[at] ?? ''),
    ...(answer.answer?.site ? {state: answer.answer.site} : {problem: sayFailure(answer)})
  }))
  const message = await writeApis(apis, options, context)
  if (message !== undefined)
    context.out(`${plainText(`Wrote ${output}: ${formatCount(apis.length, 'API')}, ${message}.`)}\n`)
}
