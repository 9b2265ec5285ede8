import type {Problem} from '../model/problem.ts'
import type {WrittenConfig} from './config-format.ts'
import type {YamlText} from './yaml-text.ts'

/** The keys of the one API, where there are not several. */
const SINGLE = ['history', 'spec', 'policy', 'rendered'] as const

/** Either one API or several, each with a name of its own. */
export function problemsInApis(written: WrittenConfig, yaml: YamlText): Problem[] {
  const {apis} = written
  if (apis === undefined) return []
  const beside = SINGLE.filter(key => written[key] !== undefined).map(key => ({
    message: `Unexpected \`${key}\` beside \`apis\`, expected it in the API that it belongs to`,
    place: yaml.where([key], true)
  }))
  const names = apis.map(({name}) => name)
  const twins = names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [
          {
            message: `Unexpected second API \`${name}\`, expected each name once`,
            place: yaml.where(['apis', index, 'name'])
          }
        ]
  )
  return [...beside, ...twins]
}
