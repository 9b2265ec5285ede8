import type {Example, Rule} from '../../rule.ts'
import type {ExplainedKind} from './kind-catalog.ts'
import type {WrittenKind, WrittenRule, WrittenRules} from './rules-format.ts'

/** Rule in the list of all, as JSON. */
export const listedRule = ({id, since, level, watches, summary, url, options}: Rule): WrittenRules[number] => {
  const shown = {id, since, level, watches, summary}
  return {...shown, ...(url === undefined ? {} : {url}), ...(options ? {options: {...options}} : {})}
}

/** Rule for JSON output: its documented keys without code and without unknown keys. */
export function ruleJson(rule: Rule): WrittenRule {
  const {lowerLevel, policyKey, reportsVerdict, ofWriting, needsAuthor, why, messages} = rule
  const marks = {lowerLevel, policyKey, reportsVerdict, ofWriting, needsAuthor}
  return {...listedRule(rule), ...marks, why, messages, examples: rule.examples.map(exampleOf)}
}

/** Kind of change for JSON output. */
export const kindJson = ({kind, title, means, effects, isByKindAlone, wider, example}: ExplainedKind): WrittenKind => ({
  kind,
  title,
  means,
  effects,
  decidedBy: isByKindAlone ? 'kind' : 'schemas',
  wider,
  example
})

function exampleOf(example: Example): WrittenRule['examples'][number] {
  const {
    title,
    kind,
    history,
    policy,
    asOf,
    specs,
    code,
    stale,
    adopted,
    traffic,
    served,
    historyBefore,
    recorded,
    messages
  } = example
  const version = example.version && {
    ...example.version,
    changes: example.version.changes.map(({sentence}) => sentence)
  }
  const files = {specs, code, stale, adopted, traffic, served, historyBefore}
  return {title, kind, history, policy, asOf, ...files, version, recorded, messages}
}
