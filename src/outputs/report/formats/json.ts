import {jsonText} from '../../../phrases/escape.ts'
import {apiJson, apisJson, type WrittenApi} from '../apis-json.ts'
import {placeJson} from '../findings/findings-json.ts'
import {outcomeOf} from '../headline.ts'
import type {InputErrorReport} from '../input-errors.ts'
import type {WrittenInputErrors} from '../json-format.ts'
import type {Reporter} from '../reporter.ts'
import {sumUpResults} from '../several-apis.ts'

/** JSON output, which has a published schema for each command. */
export const json: Reporter = {
  async write(report) {
    if ('problems' in report) return errorsJson(report)
    if (report.diff) return (await import('../diff/diff-json.ts')).diffJson(report.diff)
    return (await import('../findings/findings-json.ts')).findingsJson(report)
  },
  async combine(parts, tools) {
    const apis: WrittenApi[] = []
    for (const {name, result, facts} of parts) {
      const report = JSON.parse(await json.write(result, tools))
      apis.push(
        'problems' in result
          ? apiJson({name, report}, {})
          : apiJson({name, verdict: outcomeOf(result), report}, facts?.() ?? {})
      )
    }
    return apisJson(apis, sumUpResults(parts))
  }
}

/** JSON output of all errors. */
function errorsJson({api, problems}: InputErrorReport): string {
  const written: WrittenInputErrors = {
    format: 1,
    command: 'check',
    api,
    notChecked: problems.map(({message, place, example, paste}) => ({
      message,
      place: place && placeJson(place),
      example,
      paste
    }))
  }
  return `${jsonText(written, 2)}\n`
}
