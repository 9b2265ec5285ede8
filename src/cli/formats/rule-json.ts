import type {Example, Rule} from '../../rule.ts'
import type {ExplainedKind} from './kind-catalog.ts'
import type {WrittenKind, WrittenRule} from './rules-format.ts'

/** Rule for JSON output: its documented keys without code and without unknown keys. */
export function ruleJson(rule: Rule): WrittenRule {
  const {id, since, level, lowerLevel, watches, policyKey, summary, url, why, options, messages} = rule
  const {reportsVerdict, ofWriting, needsAuthor} = rule
  const marks = {lowerLevel, policyKey, reportsVerdict, ofWriting, needsAuthor}
  return {
    id,
    since,
    level,
    watches,
    ...marks,
    summary,
    url,
    why,
    options,
    messages,
    examples: rule.examples.map(exampleOf)
  }
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
  const {title, kind, history, policy, asOf, specs, code, stale, adopted, historyBefore, recorded, messages} = example
  const version = example.version && {
    ...example.version,
    changes: example.version.changes.map(({sentence}) => sentence)
  }
  const files = {specs, code, stale, adopted, historyBefore}
  return {title, kind, history, policy, asOf, ...files, version, recorded, messages}
}
