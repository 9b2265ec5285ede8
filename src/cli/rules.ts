import type {Json} from '../report/json.ts'
import {EXIT, type Io} from './io.ts'
import {rulesWith} from './plugins.ts'
import type {WrittenRules} from './rules-format.ts'
import {type CommonOptions, pluginsOf} from './session.ts'

/** All rules, a line each. */
export function run({format, config}: Pick<CommonOptions, 'config'> & {format: 'stylish' | 'json'}, io: Io): number {
  const rules = rulesWith(pluginsOf({config}))
  if (format === 'json') {
    const listed: Json<WrittenRules[number]>[] = rules.map(({id, since, level, watches, summary, options}) => ({
      id,
      since,
      level,
      watches,
      summary,
      ...(options ? {options: {...options}} : {})
    }))
    io.out(`${JSON.stringify(listed, undefined, 2)}\n`)
    return EXIT.fine
  }
  const width = Math.max(...rules.map(({id}) => id.length))
  for (const {id, level, summary} of rules) io.out(`${id.padEnd(width)}  ${level.padEnd(7)}  ${summary}\n`)
  io.out(`\n${rules.length} rules; \`tenure explain RULE\` shows one with its examples.\n`)
  return EXIT.fine
}
