import type {Change} from '../model/change.ts'
import type {Finding} from '../model/finding.ts'
import {groupBy} from '../model/group.ts'
import type {Judgement} from '../model/judgement.ts'
import {formatSubject, formatTarget, PART_KINDS, type Subject, subjectKey, targetKey} from '../model/subject.ts'
import {sayChange} from '../words/change-words.ts'
import {count, sayAt, sayFew} from '../words/say.ts'
import type {Fold, Told} from './fold.ts'
import {stemOf} from './stem.ts'
import {quietly, sayPlace} from './stylish.ts'

/** How one line is said. Names stand between backticks. */
export interface FoldWords {
  /** What it is about, and what happened. */
  readonly headline: string
  /** A sentence that holds for all of it. */
  readonly why: string
  /** What else the rules say, each with its own sentence; of many only who says it. */
  readonly reasons: readonly string[]
  /** The two dated events, where an end was announced. */
  readonly evidence?: string
  readonly rules: readonly string[]
}

export function wordsOf(fold: Fold, timeline: {readonly asOf: string}): FoldWords {
  const {told} = fold
  const [{judgement, finding}] = told
  const others = new Set(told.flatMap(each => each.finding?.reasons ?? []).map(({rule}) => rule))
  const evidence = evidenceOf(judgement)
  return {
    headline: headlineOf(fold),
    why: finding ? messageOf(told) : quietly(judgement, timeline.asOf),
    reasons: told.length > 1 ? [] : (finding?.reasons ?? []).map(({rule, message}) => `${rule}: ${message}`),
    ...(evidence === undefined ? {} : {evidence}),
    rules: finding ? [finding.rule, ...others] : []
  }
}

const code = (text: string): string => `\`${text}\``

function headlineOf(fold: Fold): string {
  const [{judgement}] = fold.told
  const {event, stability, kind} = judgement
  const held = stability === undefined ? '' : ` (${stability})`
  const said = fold.told.length === 1 && event.observed && !endsWhole(judgement) ? sayChange(event.observed) : undefined
  const instead = insteadOf(fold)
  if (said !== undefined) return `${said}${held}${instead}`
  const separator = kind === 'end' && fold.told.length === 1 ? ' ' : ': '
  return `${whomOf(fold)}${separator}${happened(fold)}${held}${instead}`
}

/** The end of a whole subject, and not of a part of it. */
const endsWhole = ({kind, subject}: Judgement): boolean => kind === 'end' && !subject.part

function whomOf({stem, told}: Fold): string {
  const endpoints = new Set(told.map(({judgement}) => targetKey(judgement.subject.target))).size
  switch (stem.is) {
    case 'subject':
      return code(formatSubject(stem.subject))
    case 'endpoints':
      return `${sayFew(stem.stems.map(code))} (${count(endpoints, 'endpoint')})`
    case 'parts':
      return `${sayFew([...new Set(stem.subjects.map(sayPart))])} of ${code(formatTarget(stem.target))}`
    case 'operations':
      return `${count(endpoints, 'operation')} (${sayFew(stem.names.map(code))})`
    case 'fields': {
      const names = sayFew(stem.names.map(code))
      const packages = sayFew(stem.packages.map(each => code(`${each}.*`)))
      if (stem.packages.length === 0) return names
      const many = count(stem.names.length, nounOf(told))
      return stem.packages.length === 1 ? `${packages} (${many}: ${names})` : `${packages} (${many})`
    }
  }
}

function nounOf(told: Fold['told']): string {
  const whole = told.filter(
    ({
      judgement: {
        subject: {target}
      }
    }) => target.kind === 'resource-field' && target.name === '*'
  )
  return whole.length === 0 ? 'field' : whole.length === told.length ? 'component' : 'name'
}

/** `parameter limit`; what has no name, by what the change is about. */
function sayPart({part}: Subject): string {
  const named = PART_KINDS.flatMap(kind => (part?.[kind] === undefined ? [] : [`${kind} ${code(part[kind])}`]))
  return named.length > 0 ? named.join(' of ') : 'parts'
}

const VERBS: Readonly<Record<string, string>> = {removed: 'removed', renamed: 'renamed', promoted: 'promoted'}

/** What happened to each of them, in a sentence that all share, else by the name of the kind. */
function happened({told, stem}: Fold): string {
  const [{judgement}] = told
  const {event, ended} = judgement
  if (judgement.kind === 'end' && stem.is !== 'endpoints' && stem.is !== 'parts')
    return ended?.kind === 'sunset' ? 'ended by its sunset' : (VERBS[event.verb] ?? 'removed')
  if (endsWhole(judgement)) return ended?.kind === 'sunset' ? 'ended by their sunset' : (VERBS[event.verb] ?? 'removed')
  const sentences = new Set(told.map(({judgement: each}) => sentenceOf(each)))
  const [only] = sentences
  if (sentences.size === 1 && only !== undefined && stem.is !== 'parts') return only
  const kind = judgement.kind === 'end' ? 'removed' : code(event.observed?.kind ?? event.change ?? event.verb)
  if (stem.is === 'endpoints' && judgement.subject.part) return `${sayPart(judgement.subject)} ${kind}`
  return stem.is === 'fields' && told.length > stem.names.length ? `${kind}, ${told.length} times` : kind
}

function sentenceOf({event: {observed}, subject}: Judgement): string | undefined {
  if (!observed) return undefined
  return ofEach(sayChange(observed), [...namesOf(observed), ...namesOfSubject(subject)])
}

/** Sentences that differ in nothing but the name of their subject become the same. */
function ofEach(sentence: string, names: readonly string[]): string {
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((text, name) => text.replaceAll(name, 'each'), sentence)
}

/** The names by which a sentence on a change of a component may call what changed. */
function namesOf({component, at, about}: Change): string[] {
  if (component === undefined) return []
  const fields = [at, about ?? ''].filter(Boolean)
  return [
    ...fields.flatMap(field => [`${code(field)} of ${code(component)}`, code(`${component}.${field}`)]),
    code(component)
  ]
}

const namesOfSubject = (subject: Subject): string[] => [
  code(formatSubject(subject)),
  code(formatTarget(subject.target))
]

function messageOf(told: readonly Told[]): string {
  const [first] = told
  const message = first?.finding?.message ?? ''
  if (told.length === 1) return message
  const sentences = groupBy(
    told.flatMap(({judgement, finding}) =>
      // The title says already when it was.
      finding ? ofEach(finding.message, namesOfSubject(judgement.subject)).replace(` ${sayAt(judgement.end)}`, '') : []
    ),
    text => text
  )
  const [shared, ...others] = sentences.keys()
  if (shared !== undefined && others.length === 0) return shared
  return `Such as: ${message}`
}

/** What is to be done about many is one thing to do. */
export function withoutNames({rule, remedy, reasons, subject}: Finding): Pick<Finding, 'rule' | 'remedy' | 'reasons'> {
  const names = subject ? namesOfSubject(subject) : []
  const general = <R extends {readonly remedy?: string}>(said: R): R =>
    said.remedy === undefined ? said : {...said, remedy: ofEach(said.remedy, names)}
  return {...general({rule, ...(remedy === undefined ? {} : {remedy})}), reasons: reasons.map(general)}
}

/** Where the first is written; what is gone was there before. */
export function placeIn([{judgement}, ...others]: Fold['told']) {
  const {where} = judgement.event.observed ?? {}
  const was = where?.old !== undefined && where.new === undefined
  return {was, place: sayPlace(judgement.place), more: andMore(others.length)}
}

function evidenceOf({announcement, end, kind, event}: Judgement): string | undefined {
  if (!announcement || announcement.event === event) return undefined
  const {moment, event: said} = announcement
  const via = said.via === undefined ? '' : `, ${said.via}`
  return `announced ${sayAt(moment)}${via} → ${kind === 'end' ? 'gone' : 'changed'} ${sayAt(end)}`
}

/** What to use instead: one, or the stem of all where each has one. */
function insteadOf({told}: Fold): string {
  const named = told.flatMap(({judgement}) => judgement.replacement ?? [])
  const [first] = named
  if (!first || named.length < told.length) return ''
  if (new Set(named.map(subjectKey)).size === 1) return ` → ${code(formatSubject(first))}`
  if (!named.every(({target}) => target.kind === 'endpoint')) return ''
  return ` → ${code(stemOf(named.map(({target}) => target)))}`
}

/** Of several places the first, and how many more. */
export const andMore = (others: number): string => (others > 0 ? ` and ${others} more` : '')
