import type {Context} from '../../app/context.ts'
import {activeRules} from '../../app/plugins/load-plugins.ts'
import type {Serialized} from '../../outputs/report/findings/findings-json.ts'
import {jsonText} from '../../text/escape.ts'
import {EXIT} from '../exit-codes.ts'
import type {WrittenRules} from '../formats/rules-format.ts'
import {wrapColumn} from '../output.ts'

/** Lists all rules, one per line. */
export function run({format}: {readonly format: 'stylish' | 'json'}, context: Context): number {
  const rules = activeRules(context)
  if (format === 'json') {
    const listed: Serialized<WrittenRules[number]>[] = rules.map(
      ({id, since, level, watches, summary, url, options}) => ({
        id,
        since,
        level,
        watches,
        summary,
        ...(url === undefined ? {} : {url}),
        ...(options ? {options: {...options}} : {})
      })
    )
    context.out(`${jsonText(listed, 2)}\n`)
    return EXIT.fine
  }
  const column = Math.max(...rules.map(({id}) => id.length)) + 2
  for (const {id, level, summary} of rules) {
    const line = `${id.padEnd(column)}${level.padEnd(9)}${summary}`
    context.out(`${wrapColumn(line, column + 9, context.width ?? Number.POSITIVE_INFINITY).join('\n')}\n`)
  }
  context.out(`\n${rules.length} rules. Run \`tenure explain RULE\` for details and examples.\n`)
  return EXIT.fine
}
