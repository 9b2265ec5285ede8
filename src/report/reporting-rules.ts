import type {RuleInfo} from '../model/verdict/finding.ts'
import type {Report} from './report.ts'

/** The rules that spoke, in their order: each finding is of one, and its reasons are of others. */
export function spokenRules({findings, rules = []}: Pick<Report, 'findings' | 'rules'>): (RuleInfo | {id: string})[] {
  const ids = new Set(findings.flatMap(finding => [finding, ...finding.reasons].map(({rule}) => rule)))
  return [...ids].toSorted().map(id => rules.find(rule => rule.id === id) ?? {id})
}

/** `notice-too-short` as a name in one word: `NoticeTooShort`. */
export const ruleName = (id: string): string =>
  id
    .split('-')
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
