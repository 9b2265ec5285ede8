import {parseSubject} from '../languages/subject-in-report.ts'
import {groupBy} from '../model/group-by.ts'
import {formatSubject} from '../model/subject/subject.ts'
import type {FactContext, Judgment, MissingFact} from '../model/verdict/judgment.ts'
import {formatSubjectPhrase} from './finding-phrases.ts'
import {formatFew, formatList, releaseText} from './format-values.ts'

/** The word for a fact that isn't there: `missing` if it could have been written down, otherwise `unknown`. */
type FactState = 'missing' | 'unknown'

/** Nouns for facts that can be listed together: `the dates of 2.2 and 2.4`. */
const SHARED_NOUNS: Readonly<Record<string, readonly [state: FactState, one: string, several: string]>> = {
  date: ['missing', 'the date of', 'the dates of'],
  introduction: ['missing', 'the introduction date of', 'the introduction dates of'],
  description: ['missing', 'the description of', 'the descriptions of'],
  stability: ['unknown', 'the stability of', 'the stabilities of'],
  successor: ['unknown', 'the successor of', 'the successors of'],
  usage: ['unknown', 'the usage of', 'the usage of'],
  consent: ['unknown', 'the consent of the clients of', 'the consent of the clients of']
}

/** Facts that are about releases and days instead of subjects. */
const IS_PLAIN: ReadonlySet<string> = new Set(['date', 'description'])

const SINGLE_NOUNS: Readonly<Record<string, readonly [state: FactState, noun: (of: string) => string]>> = {
  start: ['missing', of => `the start date of ${of}`],
  day: ['unknown', of => `the day that \`${of}\` stands for`],
  commit: ['missing', of => `the commit that added the ${of}`],
  'waiver-day': ['missing', of => `the day in \`${of}\` of its waiver`],
  shipping: ['missing', of => `the date of ${of}`],
  revision: ['unknown', of => of],
  releases: ['unknown', of => `the number of releases ${of}`],
  'major releases': ['unknown', of => `the number of major releases ${of}`],
  release: ['unknown', of => `the release of ${of} (a sunset can name a release instead of a day)`],
  version: ['unknown', of => `the version of ${of}`],
  notice: ['unknown', of => `the notice that ${of} requires`],
  traffic: ['missing', of => `evidence of ${of}`],
  method: ['unknown', of => `the method of the call to \`${of}\``]
}

interface Question {
  /** The question about the subject of the sentence. */
  readonly own: string
  readonly other: (of: string) => string
}

/** The question that a missing fact would answer. `undefined` for a fact that a noun names, such as a date. */
function questionOf(fact: string, kind: Judgment['kind']): Question | undefined {
  const [own, event] = kind === 'change' ? ['this change', 'the change of'] : ['its removal', 'the removal of']
  switch (fact) {
    case 'breaking':
      return {own: `whether ${own} breaks clients`, other: of => `whether ${event} ${of} breaks clients`}
    case 'announcement':
      return {own: `when ${own} was announced`, other: of => `when ${event} ${of} was announced`}
    case 'released':
      return {own: 'whether it was ever released', other: of => `whether ${of} was ever released`}
    default:
      return undefined
  }
}

interface FactNoun {
  readonly state: FactState
  readonly text: string
  readonly isPlural: boolean
}

/** Name of what a fact is about: a subject as its phrase, anything else in backticks. */
function nameOf(of: string): string {
  const subject = parseSubject(of)
  return subject ? formatSubjectPhrase(subject) : `\`${releaseText(of)}\``
}

/** `the consent of the clients of` → `the consent of its clients`. */
const toOwnNoun = (noun: string): string => noun.replace(/\bthe ((?:(?!the ).)+) of$/, 'its $1')

/** `the day of 2.2 (known only as 2024-06)`, `the day of the sunset \`2024-06\``. */
const inexactNoun = (fact: string, of: string, known: string): string =>
  of.startsWith('the ')
    ? `the day of ${of} \`${known}\``
    : `the ${fact === 'start' ? 'start day' : 'day'} of ${releaseText(of)} (known only as ${known})`

/** Missing facts as nouns. Facts of the same kind are one noun. */
function nounsOf(missing: readonly MissingFact[], isOwn: (of: string) => boolean): FactNoun[] {
  const inexact = missing.flatMap(({fact, of, known}) => (known === undefined ? [] : [inexactNoun(fact, of, known)]))
  const absent = missing.filter(({known}) => known === undefined)
  const nouns = [...groupBy(absent, ({fact}) => fact)].flatMap(([fact, group]): FactNoun[] => {
    if (questionOf(fact, 'end')) return []
    const names = [...new Set(group.map(({of}) => of))]
    const single = SINGLE_NOUNS[fact]
    if (single) return names.map(of => ({state: single[0], text: single[1](releaseText(of)), isPlural: false}))
    const [state, one, several] = SHARED_NOUNS[fact] ?? (['unknown', `the ${fact} of`, `the ${fact} of`] as const)
    const own = names.filter(isOwn).map((): FactNoun => ({state, text: toOwnNoun(one), isPlural: false}))
    const others = names.filter(of => !isOwn(of)).map(IS_PLAIN.has(fact) ? releaseText : nameOf)
    if (others.length === 0) return own
    const isPlural = others.length > 1
    const list = formatFew(others)
    return [...own, {state, text: `${isPlural ? several : one} ${list}`, isPlural: isPlural && one !== several}]
  })
  return [...[...new Set(inexact)].map((text): FactNoun => ({state: 'missing', text, isPlural: false})), ...nouns]
}

function namesOf(missing: readonly MissingFact[], about: FactContext | undefined) {
  const subject = about && formatSubject(about.subject)
  const isOwn = (of: string): boolean => of === subject
  const questions = missing.flatMap(({fact, of}) => {
    const question = questionOf(fact, about?.kind ?? (fact === 'breaking' ? 'change' : 'end'))
    return question ? [isOwn(of) ? question.own : question.other(nameOf(of))] : []
  })
  return {nouns: nounsOf(missing, isOwn), questions}
}

/** Missing facts as a list of nouns: `the dates of 2.2 and 2.4`. */
export function formatMissingFacts(missing: readonly MissingFact[], about?: FactContext): string {
  const {nouns, questions} = namesOf(missing, about)
  return formatList([...nouns.map(({text}) => text), ...questions])
}

/** Missing facts as a clause: `the dates of 2.2 and 2.4 are missing`, `it isn't known whether …`. */
export function formatMissingClause(missing: readonly MissingFact[], about?: FactContext): string {
  const {nouns, questions} = namesOf(missing, about)
  const clauses = [...groupBy(nouns, ({state}) => state)].map(([state, group]) => {
    const isPlural = group.length > 1 || group.some(each => each.isPlural)
    return `${formatList(group.map(({text}) => text))} ${isPlural ? 'are' : 'is'} ${state}`
  })
  return [...clauses, ...(questions.length > 0 ? [`it isn't known ${formatList(questions)}`] : [])].join(', and ')
}

/** `, once the consent of its clients is recorded`. Empty if only time has to pass. */
export function formatNeededFacts(needed: readonly MissingFact[], about?: FactContext): string {
  const usage = needed.flatMap(({fact, of}) => (fact === 'traffic' ? [`, after ${of}`] : []))
  const others = needed.filter(({fact}) => fact !== 'traffic')
  const recorded = `, once ${formatMissingFacts(others, about)} ${others.length > 1 ? 'are' : 'is'} recorded`
  return [...usage, ...(others.length === 0 ? [] : [recorded])].join('')
}
