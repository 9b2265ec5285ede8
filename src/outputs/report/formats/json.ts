import {jsonText} from '../../../phrases/escape.ts'
import {apiJson, apisJson, type WrittenApi} from '../apis-json.ts'
import {placeJson} from '../findings/findings-json.ts'
import {outcomeOf} from '../headline.ts'
import type {InputErrorReport} from '../input-errors.ts'
import type {WrittenInputErrors} from '../json-format.ts'
import type {Report} from '../report.ts'
import type {Reporter} from '../reporter.ts'
import {sumUpResults} from '../several-apis.ts'

/** JSON output, which has a published schema for each command. */
export const json: Reporter = {
  write: async result => `${jsonText(await written(result), 2)}\n`,
  async combine(parts) {
    const apis: WrittenApi[] = []
    for (const {name, result, facts} of parts) {
      const report = await written(result)
      apis.push(
        'problems' in result
          ? apiJson({name, report}, {})
          : apiJson({name, verdict: outcomeOf(result), report}, facts?.() ?? {})
      )
    }
    return `${jsonText(apisJson(apis, sumUpResults(parts)), 2)}\n`
  }
}

async function written(result: Report | InputErrorReport): Promise<object> {
  if ('problems' in result) return errorsJson(result)
  if (result.diff) return (await import('../diff/diff-json.ts')).diffJson(result.diff)
  return (await import('../findings/findings-json.ts')).findingsJson(result)
}

/** JSON output of all errors. */
const errorsJson = ({api, problems}: InputErrorReport): WrittenInputErrors => ({
  format: 1,
  command: 'check',
  api,
  notChecked: problems.map(({message, place, example, paste}) => ({
    message,
    place: place && placeJson(place),
    example,
    paste
  }))
})
