import {formatSubject, formatTarget, type PartKind, subjectKey, targetKey} from '../../model/subject/subject.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {formatChange, formatPieces} from '../../text/changes/sentences.ts'
import {valuePiece} from '../../text/changes/values.ts'
import {formatAtMoment, formatCount, formatFew} from '../../text/format-values.ts'
import {commonStem} from '../../text/subject-groups.ts'
import {inBackticks, namesOfChange, namesOfSubject, replaceNames} from '../formats/group-enum-values.ts'
import {collectRemedies, listedMoment, type Remedy, sayNoFinding, sayPlace} from '../formats/stylish.ts'
import {type ExplainedJudgement, endsWholeSubject, type FindingGroup} from './group-findings.ts'

/** Texts of one group. Names are in backticks. */
export interface GroupText {
  /** Subjects of the group, and what happened to them. */
  readonly headline: string
  /** Sentence that applies to the whole group. */
  readonly why: string
  /** Names of the subjects that the headline doesn't name. */
  readonly members: readonly string[]
  /** Messages of further rules. Empty for groups of several judgements, which only name the rules. */
  readonly reasons: readonly string[]
  /** Announcement and end of support, with their dates. Missing if there was no announcement. */
  readonly evidence?: string
  readonly rules: readonly string[]
}

export function groupText(fold: FindingGroup, timeline: {readonly asOf: string}): GroupText {
  const {items: told} = fold
  const [{judgement, finding}] = told
  const others = new Set(told.flatMap(each => each.finding?.reasons ?? []).map(({rule}) => rule))
  const evidence = announcementText(judgement)
  return {
    headline: groupHeadline(fold),
    members: unnamedSubjects(fold),
    why: finding ? sharedMessage(told) : textWithoutFinding(judgement, timeline.asOf),
    reasons: told.length > 1 ? [] : (finding?.reasons ?? []).map(({rule, message}) => `${rule}: ${message}`),
    ...(evidence === undefined ? {} : {evidence}),
    rules: finding ? [finding.rule, ...others] : []
  }
}

/**
 * Text for a judgement without a finding. A violation is never described as compliant, even if the rule that would
 * report it is off.
 */
const textWithoutFinding = (judgement: Judgement, asOf: string): string =>
  judgement.verdict === 'violation' ? 'Not as promised; no rule that is on says more' : sayNoFinding(judgement, asOf)

function sharedMessage(items: readonly ExplainedJudgement[]): string {
  const [first] = items
  const message = first?.finding?.message ?? ''
  if (items.length === 1) return message
  const sentences = new Set(
    items.flatMap(({judgement, finding}) =>
      // The group's title states the moment already.
      finding
        ? replaceNames(finding.message, namesOfSubject(judgement.subject)).replace(
            ` ${formatAtMoment(listedMoment(judgement))}`,
            ''
          )
        : []
    )
  )
  const [shared, ...others] = sentences
  if (shared !== undefined && others.length === 0) return shared
  return `Such as: ${message}`
}

/** Merges remedies that only differ in the subject's name. A remedy that occurs once keeps the name. */
export function mergeRemedies(findings: readonly Finding[]): Remedy[] {
  const named = new Map<string, Set<string>>()
  const unnamed = findings.map(({rule, remedy, reasons, subject}) => {
    const names = subject ? namesOfSubject(subject) : []
    const general = <Said extends {readonly remedy?: string}>(said: Said): Said => {
      if (said.remedy === undefined) return said
      const text = replaceNames(said.remedy, names)
      named.set(text, (named.get(text) ?? new Set()).add(said.remedy))
      return {...said, remedy: text}
    }
    return {...general({rule, ...(remedy === undefined ? {} : {remedy})}), reasons: reasons.map(general)}
  })
  return collectRemedies(unnamed).map(each => {
    const [only, ...others] = named.get(each.remedy) ?? []
    return only === undefined || others.length > 0 ? each : {...each, remedy: only}
  })
}

/** Location of the first judgement. `was` if it's in the old description, because the subject was removed. */
export function groupLocation([{judgement}, ...others]: FindingGroup['items']) {
  const {where} = judgement.event.observed ?? {}
  const was = where?.old !== undefined && where.new === undefined
  return {was, place: sayPlace(judgement.place), more: sayMore(others.length)}
}

function announcementText({announcement, end, kind, event}: Judgement): string | undefined {
  if (!announcement || announcement.event === event) return undefined
  const {moment, event: said} = announcement
  const via = said.via === undefined ? '' : `, ${said.via}`
  return `announced ${formatAtMoment(moment)}${via} → ${kind === 'end' ? 'gone' : 'changed'} ${formatAtMoment(end)}`
}

/** Appends the number of further locations. */
export const sayMore = (others: number): string => (others > 0 ? ` and ${others} more` : '')

/** Headline of a group: its subjects and what happened to them. Names are in backticks. */
function groupHeadline(fold: FindingGroup): string {
  const [{judgement}] = fold.items
  const {event, stability, kind} = judgement
  const suffix = stability === undefined ? '' : ` (${stability})`
  const covered = fold.items.length === 1 ? judgement.covers.length : 0
  const withIt = covered > 0 ? `, with it ${formatCount(covered, 'endpoint')}` : ''
  const sentence =
    fold.items.length === 1 && event.observed && !endsWholeSubject(judgement) ? formatChange(event.observed) : undefined
  const instead = describeReplacement(fold)
  if (sentence !== undefined) return `${sentence}${suffix}${instead}`
  const separator = kind === 'end' && fold.items.length === 1 ? ' ' : ': '
  return `${describeSubjects(fold)}${separator}${describeOutcome(fold)}${suffix}${instead}${withIt}`
}

/** Maximum number of subjects named in the headline. More are described by a stem. */
const MAX_NAMED = 3
const isWide = (stem: string): boolean => stem.endsWith('/**')

const membersOf = (items: FindingGroup['items']): string[] => [
  ...new Set(items.map(({judgement}) => inBackticks(formatTarget(judgement.subject.target))))
]

/** Subjects that the headline doesn't name. Empty if the headline lists several stems. */
function unnamedSubjects({items: told, stem}: FindingGroup): string[] {
  const members = membersOf(told)
  const isShort = stem.is === 'endpoints' && stem.stems.length === 1 && stem.stems.every(isWide)
  return isShort && members.length > MAX_NAMED ? members : []
}

function describeSubjects({stem, items: told}: FindingGroup): string {
  const endpoints = new Set(told.map(({judgement}) => targetKey(judgement.subject.target))).size
  switch (stem.is) {
    case 'subject':
      return inBackticks(formatSubject(stem.subject))
    case 'endpoints':
      return endpointsOf(stem.stems, told)
    case 'parts':
      return `${sayParts(told)} of ${endpointsOf(stem.stems, told)}`
    case 'operations':
      return `${formatCount(endpoints, 'operation')} (${formatFew(stem.names.map(inBackticks))})`
    case 'fields': {
      const names = formatFew(stem.names.map(inBackticks))
      const packages = formatFew(stem.packages.map(each => inBackticks(`${each}.*`)))
      if (stem.packages.length === 0) return names
      const many = formatCount(stem.names.length, nounOf(told))
      return stem.packages.length === 1 ? `${packages} (${many}: ${names})` : `${packages} (${many})`
    }
  }
}

function nounOf(items: FindingGroup['items']): string {
  const whole = items.filter(
    ({
      judgement: {
        subject: {target}
      }
    }) => target.kind === 'resource-field' && target.name === '*'
  )
  return whole.length === 0 ? 'field' : whole.length === items.length ? 'component' : 'name'
}

function endpointsOf(stems: readonly string[], items: FindingGroup['items']): string {
  const members = membersOf(items)
  if (members.length <= MAX_NAMED && (members.length === 1 || stems.some(isWide))) return formatFew(members, MAX_NAMED)
  return `${formatFew(stems.map(inBackticks))} (${formatCount(members.length, 'endpoint')})`
}

const INNERMOST_FIRST = ['value', 'field', 'parameter', 'header'] as const satisfies readonly PartKind[]

/** `parameter limit`. A part without a name is described by the topic of the change. */
function sayPart({subject: {part}, event: {observed}}: Judgement): string {
  const named = INNERMOST_FIRST.flatMap(kind =>
    part?.[kind] === undefined ? [] : [`${kind} ${inBackticks(part[kind])}`]
  )
  const about = observed?.about ?? observed?.at
  return named.length > 0 ? named.join(' of ') : about ? inBackticks(about) : 'a part'
}

/** `parameters a, b and 4 more`. A kind that all parts share is named once. */
function sayParts(items: FindingGroup['items']): string {
  const parts = [...new Set(items.map(({judgement}) => sayPart(judgement)))]
  const [kind] = INNERMOST_FIRST.filter(each => parts.every(part => part.startsWith(`${each} `)))
  if (kind === undefined || parts.length === 1) return formatFew(parts)
  return `${kind}s ${formatFew(parts.map(part => part.slice(kind.length + 1)))}`
}

const VERBS: Readonly<Record<string, string>> = {removed: 'removed', renamed: 'renamed', promoted: 'promoted'}

/** What happened to the subjects: the sentence that all share, otherwise the kind of change. */
function describeOutcome({items: told, stem}: FindingGroup): string {
  const [{judgement}] = told
  const {event, ended} = judgement
  const values = stem.is === 'subject' ? [] : told.flatMap(each => each.judgement.subject.part?.value ?? [])
  if (stem.is === 'fields' && values.length > 0 && judgement.kind === 'end') return describeValues(values, judgement)
  if (judgement.kind === 'end' && stem.is !== 'endpoints' && stem.is !== 'parts')
    return ended?.kind === 'sunset' ? describeSunset(told, 'its') : (VERBS[event.verb] ?? 'removed')
  if (endsWholeSubject(judgement))
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
function describeSunset(items: FindingGroup['items'], whose: string): string {
  if (!items[0].judgement.ended?.removal) return `ended by ${whose} sunset`
  const [day, ...others] = new Set(items.map(({judgement}) => formatAtMoment(judgement.end)))
  return `removed after ${whose} sunset${day === undefined || others.length > 0 ? '' : ` ${day}`}`
}

/** Kind of change for people: `type changed` for `type-changed`. */
const sayKind = ({event}: Judgement): string =>
  (event.observed?.kind ?? event.change ?? event.verb).replaceAll('-', ' ')

/** Phrase for added or removed values of a field. */
function describeValues(values: readonly string[], judgement: Judgement): string {
  const all = [...new Set(values)]
  const named = `value${all.length === 1 ? '' : 's'} ${formatFew(all.map(value => formatPieces([valuePiece(value)])))}`
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
  return replaceNames(formatChange(observed), [
    ...namesOfChange(observed),
    ...[subject, observed.subject].flatMap(namesOfSubject)
  ])
}

/** Replacement: a shared one, or the stem of all if each has one. Empty otherwise. */
function describeReplacement({items: told}: FindingGroup): string {
  const named = told.flatMap(({judgement}) => judgement.replacement ?? [])
  const [first] = named
  if (!first || named.length < told.length) return ''
  const how = told.every(({judgement}) => judgement.isInferred) ? ' (inferred)' : ''
  if (new Set(named.map(subjectKey)).size === 1) return ` → ${inBackticks(formatSubject(first))}${how}`
  if (!named.every(({target}) => target.kind === 'endpoint')) return ''
  const stem = commonStem(named.map(({target}) => target))
  // A stem as a replacement of itself says nothing.
  return stem === commonStem(told.map(({judgement}) => judgement.subject.target)) ? '' : ` → ${inBackticks(stem)}${how}`
}
