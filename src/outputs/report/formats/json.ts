import {jsonText} from '../../../phrases/escape.ts'
import {apiJson, apisJson, type WrittenApi} from '../apis-json.ts'
import {placeJson} from '../findings/findings-json.ts'
import type {WrittenInputErrors} from '../findings/json-format.ts'
import {outcomeOf} from '../headline.ts'
import type {InputErrorReport} from '../input-errors.ts'
import type {Reporter} from '../reporter.ts'
import {sumUpResults} from '../several-apis.ts'

/** JSON output, which has a published schema for each command. */
export const json: Reporter = {
  async write(report) {
    if (report.diff) return (await import('../diff/diff-json.ts')).diffJson(report.diff)
    return (await import('../findings/findings-json.ts')).findingsJson(report)
  },
  writeErrors: unread => ({output: errorsJson(unread)}),
  async combine(parts, tools) {
    const apis: WrittenApi[] = []
    for (const {name, result, facts} of parts) {
      const isUnread = 'problems' in result
      const {output} = await (isUnread ? json.writeErrors(result, tools) : json.write(result, tools))
      const verdict = isUnread ? {} : {verdict: outcomeOf(result)}
      apis.push(apiJson({name, ...verdict, report: JSON.parse(output)}, isUnread ? {} : (facts?.() ?? {})))
    }
    return {output: apisJson(apis, sumUpResults(parts))}
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
      paste: paste && [...paste]
    }))
  }
  return `${jsonText(written, 2)}\n`
}
