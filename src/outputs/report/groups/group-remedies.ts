import {groupBy} from '../../../model/group-by.ts'
import {PART_KINDS, type Subject, targetKey} from '../../../model/subject/subject.ts'
import type {Finding} from '../../../model/verdict/finding.ts'
import {remediesOf} from '../finding-evidence.ts'
import type {FindingGroup} from './group-findings.ts'
import {endSentence} from './group-text.ts'
import {type NamedPart, replaceSubject} from './subject-names.ts'

/** Remedy with the rules that suggest it. */
export interface Remedy {
  readonly by: readonly {readonly rule: string; readonly times: number}[]
  readonly remedy: string
}

/** Remedies, each once, with the rules that suggest it and how often. Those that differ only in names become one. */
export function mergeRemedies(findings: readonly Finding[]): Remedy[] {
  const named = new Map<string, Set<string>>()
  const said = findings.flatMap(({rule, remedy, reasons, subject}) =>
    [{rule, remedy}, ...reasons].flatMap(each => {
      if (each.remedy === undefined) return []
      const remedyOfAll = subject
        ? replaceSubject(each.remedy, subject, ['target', ...PART_KINDS, 'about'])
        : each.remedy
      named.set(remedyOfAll, (named.get(remedyOfAll) ?? new Set()).add(each.remedy))
      return [{rule: each.rule, remedy: remedyOfAll}]
    })
  )
  return [...groupBy(said, ({remedy}) => remedy)].map(([remedy, all]) => {
    const [only, ...others] = named.get(remedy) ?? []
    const text = only === undefined || others.length > 0 ? remedy : only
    return {
      by: [...groupBy(all, ({rule}) => rule)].map(([rule, {length}]) => ({rule, times: length})),
      remedy: all.length > 1 ? text.replace(OWN_EVENT, 'each $1') : text
    }
  })
}

/** Words of a remedy about the event of its finding. Remedies listed apart from the finding can't refer to it. */
const OWN_EVENT = /\b(?:its|this) (removal|change)(?= was announced)/

/** Remedies of a group. `EACH` stands for whatever differs between its subjects. */
export function groupRemedies({items}: Pick<FindingGroup, 'items'>): string[] {
  const [{judgment, finding}] = items
  if (!finding) return []
  const remedies = remediesOf(finding)
  const subjects = items.map(each => each.judgment.subject)
  const isShared = (of: (subject: Subject) => string | undefined): boolean => new Set(subjects.map(of)).size === 1
  const differing = [
    ...(isShared(({target}) => targetKey(target)) ? [] : ['target' as const]),
    ...PART_KINDS.filter(kind => !isShared(({part}) => part?.[kind]))
  ]
  return differing.length === 0
    ? remedies
    : remedies.map(each => explainEach(replaceSubject(each, judgment.subject, differing), differing))
}

/** Adds what `EACH` stands for, if the text contains it. */
function explainEach(text: string, differing: readonly NamedPart[]): string {
  if (!/\bEACH\b/.test(text)) return text
  return `${endSentence(text)} Replace EACH with each ${differing.includes('target') ? 'name' : (differing[0] ?? 'name')} in turn.`
}
