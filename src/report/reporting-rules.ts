import type {RuleInfo} from '../model/verdict/finding.ts'
import type {Report} from './report.ts'

/** Rules with findings or reasons, sorted by ID. */
export function reportingRules({
  findings,
  rules = []
}: Pick<Report, 'findings' | 'rules'>): (RuleInfo | {id: string})[] {
  const ids = new Set(findings.flatMap(finding => [finding, ...finding.reasons].map(({rule}) => rule)))
  return [...ids].toSorted().map(id => rules.find(rule => rule.id === id) ?? {id})
}

/** Name of a rule in PascalCase, such as `NoticeTooShort` for `notice-too-short`. */
export const ruleName = (id: string): string =>
  id
    .split('-')
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
