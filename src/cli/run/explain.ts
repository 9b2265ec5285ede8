import {createColors} from 'picocolors'
import type {Context} from '../../app/context.ts'
import {activeRules, inactivePlugins} from '../../app/plugins/load-plugins.ts'
import {type CommonOptions, pluginsOf} from '../../app/session/config.ts'
import {inputError} from '../../model/input-error.ts'
import {findClosestWord} from '../../model/subject/closest-word.ts'
import {wrapText} from '../../outputs/report/wrap-text.ts'
import type {Example, Rule} from '../../rule.ts'
import {jsonText} from '../../text/escape.ts'
import {EXIT} from '../exit-codes.ts'
import {ruleJson} from '../formats/rule-json.ts'

/** Options for showing a rule: what it requires, why, and its findings in example histories. */
type Options = Pick<CommonOptions, 'config'> & {readonly rule: string; readonly format: 'stylish' | 'json'}

export function run({rule: id, format, config}: Options, context: Context): number {
  const rules = activeRules(context)
  const rule = rules.find(each => each.id === id)
  if (!rule) {
    const suggestion = findClosestWord(
      id,
      rules.map(each => each.id)
    )
    const isHidden = inactivePlugins(pluginsOf(context.files, {config}), context).length > 0
    const hint = suggestion ? ` Did you mean \`${suggestion}\`?` : isHidden ? ' Rules of plugins need `--plugins`.' : ''
    throw inputError(`There is no rule \`${id}\`.${hint} \`tenure rules\` lists all.`)
  }
  if (format === 'json') {
    context.out(`${jsonText(ruleJson(rule), 2)}\n`)
  } else context.out(explain(rule, context))
  return EXIT.fine
}

/** A rule as text. Sentences fit the terminal; examples stay as people write them. */
function explain(rule: Rule, {color, width}: Context): string {
  const colors = createColors(color)
  const wrap = (text: string): string => (width === undefined ? text : wrapText(text, width))
  const options = Object.entries(rule.options ?? {}).map(([name, value]) => `  ${name}: ${value}`)
  const parts = [
    [`${colors.bold(rule.id)} (${rule.level}, since ${rule.since})`, wrap(rule.summary)],
    [wrap(rule.why)],
    ...(options.length > 0 ? [['Options (defaults):', ...options]] : []),
    ...rule.examples.map(example => exampleLines(example, colors, wrap)),
    ...(rule.url === undefined ? [] : [[`Documentation: ${rule.url}`]])
  ]
  return `${parts.map(lines => lines.join('\n')).join('\n\n')}\n`
}

const HEADINGS = {loud: 'Finding', quiet: 'No finding', undetermined: 'Undetermined'} as const satisfies Record<
  Example['kind'],
  string
>

function exampleLines(
  example: Example,
  colors: ReturnType<typeof createColors>,
  wrap: (text: string) => string
): string[] {
  const indent = (text: string): string => text.trim().replace(/^(?=.)/gm, '    ')
  return [
    colors.bold(wrap(`${HEADINGS[example.kind]}: ${example.title}`)),
    ...(example.asOf === undefined ? [] : [`  as of ${example.asOf}`]),
    ...(example.policy === undefined ? [] : ['  with the policy', indent(example.policy)]),
    indent(example.history),
    ...Object.entries(example.specs ?? {}).flatMap(([release, spec]) => [
      `  with the API description of ${release}`,
      indent(spec)
    ]),
    ...Object.entries(example.code ?? {}).flatMap(([name, code]) => [`  with the client code ${name}`, indent(code)]),
    ...(example.stale ?? []).map(page => `  with outdated managed sections in ${page}`),
    ...(example.historyBefore === undefined ? [] : ['  before the change', indent(example.historyBefore)]),
    ...(example.adopted === undefined ? [] : [`  first committed on ${example.adopted}`]),
    ...(example.version === undefined
      ? []
      : [
          `  version ${example.version.base}, then ${example.version.here}`,
          ...example.version.changes.map(({sentence}) => indent(sentence))
        ]),
    ...example.messages.map(message => wrap(`  → ${message}`))
  ]
}
