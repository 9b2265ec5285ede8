import {CHANGE_KINDS, isChangeKind} from '../languages/kinds.ts'
import {parseTarget} from '../languages/languages.ts'
import type {AffectedOperation, Change} from '../model/api/change.ts'
import {documentationPage} from '../model/documentation.ts'
import {inputError} from '../model/input-error.ts'
import {covers, isMember, pathShape, type Subject, subjectKey} from '../model/subject/subject.ts'
import {breaksOf, type JudgedChange} from '../model/verdict/judged-change.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {suggestChoices, suggestWord} from '../text/format-choices.ts'

/** Filters for changes. Each can be a comma-separated list. */
export interface FilterOptions {
  readonly path?: string | undefined
  readonly tag?: string | undefined
  readonly stability?: string | undefined
  readonly kind?: string | undefined
}

const listOf = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map(each => each.trim())
    .filter(Boolean)

/**
 * Creates a filter that keeps changes of the given kinds that affect the given operations, and only those affected
 * operations. `tags` are those of all operations, by subject key. Throws an `InputError` if a value is unknown.
 */
export function createChangeFilter(
  options: FilterOptions,
  tags: ReadonlyMap<string, readonly string[]> = new Map()
): (changes: readonly Change[]) => Change[] {
  const kinds = listOf(options.kind)
  for (const kind of kinds ?? []) {
    if (isChangeKind(kind)) continue
    throw inputError(
      `There is no kind of change \`${kind}\`.${suggestWord(kind, CHANGE_KINDS)} \`${documentationPage('reference/changes')}\` lists all.`
    )
  }
  const tests = [pathTest(options.path), tagTest(options.tag, tags)].filter(test => test !== undefined)
  return changes =>
    changes.flatMap(change => {
      if (kinds && !kinds.includes(change.kind)) return []
      if (tests.length === 0) return [change]
      const reaches = change.reaches.filter(({operation}) => tests.every(test => test(operation)))
      return reaches.length > 0 ? [{...change, reaches}] : []
    })
}

type Test = (operation: Subject) => boolean

function pathTest(text: string | undefined): Test | undefined {
  const tests = listOf(text)?.map((path): Test => {
    const [, verb, prefix = path] = /^([A-Z]+) (\/.*\*\*)$/.exec(path) ?? []
    const target = parseTarget(prefix)
    if (target && !isMember(target))
      return operation => covers({target}, operation) && (verb === undefined || operation.target.verb === verb)
    if (!path.startsWith('/'))
      throw inputError(`\`--path ${path}\` isn't a path. Write one such as \`/v1/loans\`, \`/v1/**\`, or \`GET /**\`.`)
    return ({target: other}) => other.path !== undefined && pathShape(other.path) === pathShape(path)
  })
  return tests && (operation => tests.some(test => test(operation)))
}

function tagTest(text: string | undefined, all: ReadonlyMap<string, readonly string[]>): Test | undefined {
  const tags = listOf(text)
  if (!tags) return undefined
  const known = new Set([...all.values()].flat())
  const strange = tags.find(tag => !known.has(tag))
  if (strange !== undefined) {
    throw inputError(`Neither description has a tag \`${strange}\`.${suggestChoices(strange, [...known], 'Tags')}`)
  }
  return ({target}) => all.get(subjectKey({target}))?.some(tag => tags.includes(tag)) ?? false
}

/** Keeps only the verdicts for subjects with these stabilities. Throws an `InputError` if a stability is unknown. */
export function filterByStability(
  judged: readonly JudgedChange[],
  text: string | undefined,
  {stabilities}: Policy
): JudgedChange[] {
  const names = listOf(text)
  if (!names) return [...judged]
  const strange = names.find(name => !stabilities.includes(name))
  if (strange !== undefined)
    throw inputError(`The policy has no stability \`${strange}\`.${suggestChoices(strange, stabilities)}`)
  return judged.flatMap(each => {
    const rulings = each.rulings.filter(({stability}) => stability !== undefined && names.includes(stability))
    const [first, ...rest] = rulings
    if (!first) return []
    const reaches: AffectedOperation[] = rulings.flatMap(ruling => ruling.reaches)
    const sides = reaches.length > 0 ? reaches.map(({side}) => side) : (['request', 'response'] as const)
    return [
      {
        ...each,
        change: {...each.change, reaches},
        breaks: breaksOf(sides.flatMap(side => each.effects[side] ?? [])),
        verdict: first.verdict,
        rulings: [first, ...rest] as const
      }
    ]
  })
}
