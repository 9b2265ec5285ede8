import {createColors} from 'picocolors'
import type {Context} from '../../context/context.ts'
import {wrapText} from '../../outputs/report/wrap-text.ts'
import type {Example, Rule} from '../../rule.ts'

/** A rule as text. Sentences fit the terminal; examples stay as people write them. */
export function explainRule(rule: Rule, {color, width}: Context): string {
  const colors = createColors(color)
  const wrap = (text: string): string => (width === undefined ? text : wrapText(text, width))
  const options = Object.entries(rule.options ?? {}).map(([name, value]) => `  ${name}: ${value}`)
  const parts = [
    [
      `${colors.bold(rule.id)} (${[rule.level, rule.lowerLevel].filter(Boolean).join(' or ')}, since ${rule.since})`,
      wrap(rule.summary)
    ],
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
