import {defined} from '../../model/defined.ts'
import type {Serialized} from '../../outputs/report/findings/findings-json.ts'
import type {Example, Rule} from '../../rule.ts'
import type {ExplainedKind} from './kind-catalog.ts'
import type {WrittenKind, WrittenRule} from './rules-format.ts'

/** Rule for JSON output: its documented keys without code and without unknown keys. */
export function ruleJson(rule: Rule): Serialized<WrittenRule> {
  const {id, since, level, watches, summary, why, url, options, messages, examples} = rule
  return {
    id,
    since,
    level,
    watches,
    ...(rule.reportsVerdict ? {reportsVerdict: true as const} : {}),
    ...(rule.ofWriting ? {ofWriting: true as const} : {}),
    ...(rule.needsAuthor ? {needsAuthor: true as const} : {}),
    summary,
    ...defined({url}),
    why,
    ...(options ? {options: {...options}} : {}),
    messages: {...messages},
    examples: examples.map(exampleOf)
  }
}

/** Kind of change for JSON output. */
export const kindJson = ({
  kind,
  title,
  means,
  effects,
  isByKindAlone,
  wider,
  example
}: ExplainedKind): Serialized<WrittenKind> => ({
  kind,
  title,
  means,
  effects: {...effects},
  decidedBy: isByKindAlone ? 'kind' : 'schemas',
  ...defined({wider, example})
})

const exampleOf = (example: Example): Serialized<WrittenRule>['examples'][number] => {
  const {title, kind, history, policy, asOf, specs, code, stale, adopted, historyBefore, recorded, messages} = example
  const {version} = example
  return {
    title,
    kind,
    history,
    ...defined({policy, asOf}),
    ...(specs ? {specs: {...specs}} : {}),
    ...(code ? {code: {...code}} : {}),
    ...(stale ? {stale: [...stale]} : {}),
    ...defined({adopted, historyBefore}),
    ...(version ? {version: {...version, changes: version.changes.map(({sentence}) => sentence)}} : {}),
    ...(recorded ? {recorded: {...recorded}} : {}),
    messages: [...messages]
  }
}
