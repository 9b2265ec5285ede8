import {formatSubject, formatTarget, type PartKind, subjectKey, targetKey} from '../../model/subject/subject.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {sayChange, sayPieces} from '../../text/changes/sentences.ts'
import {valuePiece} from '../../text/changes/values.ts'
import {count, sayAt, sayFew} from '../../text/format-values.ts'
import {stemOf} from '../../text/subject-groups.ts'
import {code, namesOf, namesOfSubject, ofEach} from '../group-identical-messages.ts'
import {endsWhole, type Fold} from './group-findings.ts'

/** Headline of a group: its subjects and what happened to them. Names are in backticks. */
export function headlineOf(fold: Fold): string {
  const [{judgement}] = fold.told
  const {event, stability, kind} = judgement
  const suffix = stability === undefined ? '' : ` (${stability})`
  const covered = fold.told.length === 1 ? judgement.covers.length : 0
  const withIt = covered > 0 ? `, with it ${count(covered, 'endpoint')}` : ''
  const sentence =
    fold.told.length === 1 && event.observed && !endsWhole(judgement) ? sayChange(event.observed) : undefined
  const instead = describeReplacement(fold)
  if (sentence !== undefined) return `${sentence}${suffix}${instead}`
  const separator = kind === 'end' && fold.told.length === 1 ? ' ' : ': '
  return `${describeSubjects(fold)}${separator}${describeOutcome(fold)}${suffix}${instead}${withIt}`
}

/** Maximum number of subjects named in the headline. More are described by a stem. */
const MAX_NAMED = 3
const isWide = (stem: string): boolean => stem.endsWith('/**')

const membersOf = (items: Fold['told']): string[] => [
  ...new Set(items.map(({judgement}) => code(formatTarget(judgement.subject.target))))
]

/** Subjects that the headline doesn't name. Empty if the headline lists several stems. */
export function unnamed({told, stem}: Fold): string[] {
  const members = membersOf(told)
  const isShort = stem.is === 'endpoints' && stem.stems.length === 1 && stem.stems.every(isWide)
  return isShort && members.length > MAX_NAMED ? members : []
}

function describeSubjects({stem, told}: Fold): string {
  const endpoints = new Set(told.map(({judgement}) => targetKey(judgement.subject.target))).size
  switch (stem.is) {
    case 'subject':
      return code(formatSubject(stem.subject))
    case 'endpoints':
      return endpointsOf(stem.stems, told)
    case 'parts':
      return `${sayParts(told)} of ${endpointsOf(stem.stems, told)}`
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

function nounOf(items: Fold['told']): string {
  const whole = items.filter(
    ({
      judgement: {
        subject: {target}
      }
    }) => target.kind === 'resource-field' && target.name === '*'
  )
  return whole.length === 0 ? 'field' : whole.length === items.length ? 'component' : 'name'
}

function endpointsOf(stems: readonly string[], items: Fold['told']): string {
  const members = membersOf(items)
  if (members.length <= MAX_NAMED && (members.length === 1 || stems.some(isWide))) return sayFew(members, MAX_NAMED)
  return `${sayFew(stems.map(code))} (${count(members.length, 'endpoint')})`
}

const INNERMOST_FIRST = ['value', 'field', 'parameter', 'header'] as const satisfies readonly PartKind[]

/** `parameter limit`. A part without a name is described by the topic of the change. */
function sayPart({subject: {part}, event: {observed}}: Judgement): string {
  const named = INNERMOST_FIRST.flatMap(kind => (part?.[kind] === undefined ? [] : [`${kind} ${code(part[kind])}`]))
  const about = observed?.about ?? observed?.at
  return named.length > 0 ? named.join(' of ') : about ? code(about) : 'a part'
}

/** `parameters a, b and 4 more`. A kind that all parts share is named once. */
function sayParts(items: Fold['told']): string {
  const parts = [...new Set(items.map(({judgement}) => sayPart(judgement)))]
  const [kind] = INNERMOST_FIRST.filter(each => parts.every(part => part.startsWith(`${each} `)))
  if (kind === undefined || parts.length === 1) return sayFew(parts)
  return `${kind}s ${sayFew(parts.map(part => part.slice(kind.length + 1)))}`
}

const VERBS: Readonly<Record<string, string>> = {removed: 'removed', renamed: 'renamed', promoted: 'promoted'}

/** What happened to the subjects: the sentence that all share, otherwise the kind of change. */
function describeOutcome({told, stem}: Fold): string {
  const [{judgement}] = told
  const {event, ended} = judgement
  const values = stem.is === 'subject' ? [] : told.flatMap(each => each.judgement.subject.part?.value ?? [])
  if (stem.is === 'fields' && values.length > 0 && judgement.kind === 'end') return describeValues(values, judgement)
  if (judgement.kind === 'end' && stem.is !== 'endpoints' && stem.is !== 'parts')
    return ended?.kind === 'sunset' ? describeSunset(told, 'its') : (VERBS[event.verb] ?? 'removed')
  if (endsWhole(judgement))
    return ended?.kind === 'sunset' ? describeSunset(told, 'their') : (VERBS[event.verb] ?? 'removed')
  const sentences = new Set(told.map(({judgement: each}) => sentenceOf(each)))
  const [only] = sentences
  if (sentences.size === 1 && only !== undefined && stem.is !== 'parts') return only
  if (stem.is === 'fields' && values.length > 0) return describeValues(values, judgement)
  const kind = judgement.kind === 'end' ? 'removed' : sayKind(judgement)
  if (stem.is === 'endpoints' && judgement.subject.part) {
    const part = sayPart(judgement)
    const [noun = ''] = part.split(' ')
    const isNamed = kind.startsWith(`${noun} `)
    return kind === 'removed' ? `${part} removed` : isNamed ? `${part}${kind.slice(noun.length)}` : `${part}: ${kind}`
  }
  return stem.is === 'fields' && told.length > stem.names.length ? `${kind}, ${told.length} times` : kind
}

/**
 * Phrase for an end by sunset. A removal that shipped after the sunset is listed under its release, so the sunset is
 * added.
 */
function describeSunset(items: Fold['told'], whose: string): string {
  if (!items[0].judgement.ended?.removal) return `ended by ${whose} sunset`
  const [day, ...others] = new Set(items.map(({judgement}) => sayAt(judgement.end)))
  return `removed after ${whose} sunset${day === undefined || others.length > 0 ? '' : ` ${day}`}`
}

/** Kind of change for people: `type changed` for `type-changed`. */
const sayKind = ({event}: Judgement): string =>
  (event.observed?.kind ?? event.change ?? event.verb).replaceAll('-', ' ')

/** Phrase for added or removed values of a field. */
function describeValues(values: readonly string[], judgement: Judgement): string {
  const all = [...new Set(values)]
  const named = `value${all.length === 1 ? '' : 's'} ${sayFew(all.map(value => sayPieces([valuePiece(value)])))}`
  if (judgement.kind === 'end')
    return judgement.ended?.kind === 'sunset'
      ? `${named} ended by ${all.length === 1 ? 'its' : 'their'} sunset`
      : `${named} removed`
  const kind = sayKind(judgement)
  return kind.startsWith('value ') ? `${named}${kind.slice('value'.length)}` : `${named}: ${kind}`
}

function sentenceOf({event: {observed}, subject}: Judgement): string | undefined {
  if (!observed) return undefined
  // The subject may have been written differently at the time.
  return ofEach(sayChange(observed), [...namesOf(observed), ...[subject, observed.subject].flatMap(namesOfSubject)])
}

/** Replacement: a shared one, or the stem of all if each has one. Empty otherwise. */
function describeReplacement({told}: Fold): string {
  const named = told.flatMap(({judgement}) => judgement.replacement ?? [])
  const [first] = named
  if (!first || named.length < told.length) return ''
  const how = told.every(({judgement}) => judgement.isInferred) ? ' (inferred)' : ''
  if (new Set(named.map(subjectKey)).size === 1) return ` → ${code(formatSubject(first))}${how}`
  if (!named.every(({target}) => target.kind === 'endpoint')) return ''
  const stem = stemOf(named.map(({target}) => target))
  // A stem as a replacement of itself says nothing.
  return stem === stemOf(told.map(({judgement}) => judgement.subject.target)) ? '' : ` → ${code(stem)}${how}`
}
