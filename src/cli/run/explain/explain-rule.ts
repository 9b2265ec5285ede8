import {createColors} from 'picocolors'
import type {Context} from '../../../context/context.ts'
import {wrapText} from '../../../outputs/report/wrap-text.ts'
import type {Example, Rule} from '../../../rule.ts'

/** A rule as text. Sentences fit the terminal; examples stay as people write them. */
export function explainRule(rule: Rule, {color, width}: Context): string {
  const colors = createColors(color)
  const wrap = (text: string): string => (width === undefined ? text : wrapText(text, width))
  const parts = [
    [
      `${colors.bold(rule.id)} (${[rule.level, rule.lowerLevel].filter(Boolean).join(' or ')}, since ${rule.since})`,
      wrap(rule.summary)
    ],
    [wrap(rule.why)],
    ['Messages:', ...Object.values(rule.messages).map(message => wrap(`  ${message}`))],
    settingLines(rule).map(wrap),
    ...rule.examples.map(example => exampleLines(example, colors, wrap)),
    ...(rule.url === undefined ? [] : [[`Documentation: ${rule.url}`]])
  ]
  return `${parts.map(lines => lines.join('\n')).join('\n\n')}\n`
}

/** How a project changes what the rule reports: in the policy, or in `tenure.yaml`. */
function settingLines({id, level, options, policyKey}: Rule): string[] {
  if (policyKey !== undefined)
    return [
      `The policy decides what it reports: change \`${policyKey}\` there. \`tenure.yaml\` can only set its level to \`error\`.`
    ]
  const defaults = Object.entries(options ?? {}).map(([name, value]) => `${name}: ${value}`)
  const written = defaults.length === 0 ? '' : `, options: {${defaults.join(', ')}}`
  return [
    'The defaults in `tenure.yaml`, where the level can be `off`:',
    `    rules: {${id}: {level: ${level}${written}}}`
  ]
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
    ...Object.entries(example.traffic ?? {}).flatMap(([name, text]) => [`  with the traffic ${name}`, indent(text)]),
    ...(example.served ?? []).map(each => `  with the difference ${JSON.stringify(each)}`),
    ...(example.historyBefore === undefined ? [] : ['  before the change', indent(example.historyBefore)]),
    ...(example.adopted === undefined ? [] : [`  first committed on ${example.adopted}`]),
    ...(example.version === undefined
      ? []
      : [
          `  version ${example.version.base}, then ${example.version.here}`,
          ...example.version.changes.map(({sentence}) => indent(sentence))
        ]),
    ...Object.entries(example.recorded ?? {}).map(
      ([line, day]) => `  with \`${line}\` in the history since ${day === 'unknown' ? 'an unknown day' : day}`
    ),
    ...example.messages.map(message => wrap(`  → ${message}`))
  ]
}
