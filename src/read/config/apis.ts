import type {InputProblem} from '../../model/input-error.ts'
import {findClosestWord} from '../../model/subject/closest-word.ts'
import {formatNames} from '../history/fields.ts'
import type {YamlText} from '../yaml/yaml-file.ts'
import type {WrittenConfig} from './format.ts'

/** The keys of a single API, not allowed together with `apis`. */
const SINGLE = ['history', 'spec', 'policy', 'rendered'] as const

/** Reports keys of a single API next to `apis`, and duplicate API names. */
export function validateApis(written: WrittenConfig, yaml: YamlText): InputProblem[] {
  const {apis} = written
  if (apis === undefined) return []
  const misplaced = SINGLE.filter(key => written[key] !== undefined).map(key => ({
    message: `Unexpected \`${key}\` beside \`apis\`, expected it in the API that it belongs to`,
    place: yaml.where([key], true)
  }))
  const names = apis.map(({name}) => name)
  const duplicates = names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [
          {
            message: `Unexpected second API \`${name}\`, expected each name once`,
            place: yaml.where(['apis', index, 'name'])
          }
        ]
  )
  return [...misplaced, ...duplicates]
}

/** Reports waivers for an API that isn't listed. */
export function validateWaiverApis({apis = [], waivers = []}: WrittenConfig, yaml: YamlText): InputProblem[] {
  const names = apis.map(({name}) => name)
  return waivers.flatMap(({api}, index) => {
    if (api === undefined || names.includes(api)) return []
    const suggestion = findClosestWord(api, names)
    const expected = names.length === 0 ? 'none where `apis` lists none' : `one of ${formatNames(names)}`
    const message = `Unexpected API \`${api}\` of a waiver, expected ${expected}${suggestion ? ` (did you mean \`${suggestion}\`?)` : ''}`
    return [{message, place: yaml.where(['waivers', index, 'api'])}]
  })
}
