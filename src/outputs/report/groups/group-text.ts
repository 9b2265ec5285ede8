import {countNoun, exchangeNouns} from '../../../languages/languages.ts'
import {
  isEndpoint,
  isMember,
  type PartKind,
  subjectKey,
  type Target,
  targetKey
} from '../../../model/subject/subject.ts'
import type {FindingReason} from '../../../model/verdict/finding.ts'
import type {Judgment} from '../../../model/verdict/judgment.ts'
import {targetListPieces} from '../../../phrases/subject.ts'
import {capitalizeFirst} from '../../../phrases/text-pieces.ts'
import {valuePiece} from '../../../phrases/values.ts'
import {countKind} from '../../../text/changes/kind-counts.ts'
import {changesPieces, formatChange, formatPieces} from '../../../text/changes/sentences.ts'
import {declaredChange} from '../../../text/declared-changes.ts'
import {formatSubjectPhrase} from '../../../text/finding-phrases.ts'
import {capitalize, formatAtMoment, formatCount, formatFew} from '../../../text/format-values.ts'
import {commonReplacement, isWide} from '../../../text/subject-groups.ts'
import {changeLines} from '../finding-evidence.ts'
import {listedMoment, sayMore, sayNoFinding, sayPlace} from '../report-text.ts'
import {type ExplainedJudgment, endsWholeSubject, type FindingGroup} from './group-findings.ts'
import {inBackticks, namesOfChange, namesOfSubject, OF_EACH, replaceNames, sayNamed} from './subject-names.ts'

/** Texts of one group. Names are in backticks. */
export interface GroupText {
  /** Subjects of the group, and what happened to them, as a sentence. */
  readonly headline: string
  /** Sentence about an observed change that the headline doesn't contain. Empty for groups of several judgments. */
  readonly changes: readonly string[]
  /** Sentences about the whole group: what the policy requires, or why that can't be checked. */
  readonly why: readonly string[]
  /** Names of the subjects that the headline doesn't name. */
  readonly members: readonly string[]
  /** Findings of further rules. Empty for groups of several judgments, which only name the rules. */
  readonly reasons: readonly FindingReason[]
  /** Announcement and end of support, with their dates. Missing if there was no announcement. */
  readonly evidence?: string
  readonly rules: readonly string[]
}

export function groupText(group: FindingGroup): GroupText {
  const {items} = group
  const [{judgment, finding}] = items
  const others = new Set(items.flatMap(each => each.finding?.reasons ?? []).map(({rule}) => rule))
  const shared = {
    reasons: items.length > 1 ? [] : (finding?.reasons ?? []),
    rules: finding ? [finding.rule, ...others] : []
  }
  // The message of a single finding names its subject and says everything. An observed change is described in its
  // place.
  if (finding && items.length === 1) {
    const [message = '', ...why] = splitSentences(finding.message)
    const changes = changeLines({finding, judgment})
    const [change] = changes
    return change !== undefined && why.length > 0
      ? {...shared, headline: endSentence(change), changes: [], why, members: []}
      : {...shared, headline: message, changes, why, members: []}
  }
  const evidence = announcementText(judgment)
  const headline = endSentence(groupHeadline(group))
  return {
    ...shared,
    headline,
    changes: [],
    members: unnamedSubjects(group, headline),
    why: finding ? sharedSentences(items) : [endSentence(sayNoFinding(judgment))],
    ...(evidence === undefined ? {} : {evidence})
  }
}

export const endSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Splits a text into sentences. A period inside a name in backticks doesn't end one. */
function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  let isName = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '`') isName = !isName
    else if (!isName && text[at] === '.' && /^\. [A-Z`]/.test(text.slice(at, at + 3))) {
      sentences.push(text.slice(start, at + 1))
      start = at + 2
    }
  }
  return [...sentences, text.slice(start)]
}

/**
 * What the messages of a group add to its headline, if all add the same: the sentences after the first, and the first
 * one about a removal if it has a notice. Otherwise the first message.
 */
function sharedSentences(items: readonly ExplainedJudgment[]): string[] {
  const all = items.map(({judgment, finding}) => {
    const names = namesOfSubject(judgment.subject)
    const [first = '', ...others] = splitSentences(replaceNames(finding?.message ?? '', names))
    // The title of the release has the moment already.
    const bare = first
      .replace(`${formatAtMoment(listedMoment(judgment))}, `, '')
      .replace(` ${formatAtMoment(listedMoment(judgment))}`, '')
      .replace(REMOVAL_WITHOUT_NOTICE, 'no notice was given.')
      .replace(REMOVAL_OF_YOUNG, 'this $1 too soon after they were added')
    return judgment.kind === 'change' || BARE_REMOVAL.test(bare) ? others : [bare, ...others]
  })
  const [shared = []] = all
  const isShared = new Set(all.map(each => each.join(' '))).size === 1
  return isShared && shared.length > 0
    ? shared.map(each => capitalize(toPlural(each)))
    : [`For example: ${items[0]?.finding?.message}`]
}

/** Missing facts of one subject as those of several: `when their removal was announced`. */
const toPlural = (sentence: string): string =>
  sentence.replace(/^Its stability\b/, 'Their stability').replace(/\bwhen its removal\b/, 'when their removal')

/** Sentences that only repeat the removal, which the headline of a group states already. */
const REMOVAL_WITHOUT_NOTICE = /^each (?:is|was) (?:removed|renamed|promoted) without notice\.$/
const REMOVAL_OF_YOUNG = /^each (is|was) (?:removed|renamed|promoted), too soon after it (?:is|was) added\b/
const BARE_REMOVAL = /^each (?:is|was) (?:removed|renamed|promoted)\.$/

/** Location of the first judgment. `was` if it's in the old description, because the subject was removed. */
export function groupLocation([{judgment}, ...others]: FindingGroup['items']) {
  const {where} = judgment.event.observed ?? {}
  const was = where?.old !== undefined && where.new === undefined
  return {was, place: sayPlace(judgment.place), more: sayMore(others.length)}
}

function announcementText({announcement, end, kind, event}: Judgment): string | undefined {
  if (!announcement || announcement.event === event) return undefined
  const {moment, event: said} = announcement
  const via = said.via === undefined ? '' : `, ${said.via}`
  return `Announced ${formatAtMoment(moment)}${via}, ${kind === 'end' ? 'removed' : 'changed'} ${formatAtMoment(end)}`
}

/** Headline of a group: its subjects and what happened to them. Names are in backticks. */
function groupHeadline(fold: FindingGroup): string {
  const [{judgment}] = fold.items
  const {stability, kind} = judgment
  const suffix = stability === undefined ? '' : ` (${stability})`
  const covered = fold.items.length === 1 ? judgment.covers.map(({target}) => target) : []
  const withIt =
    covered.length > 0 ? `, with ${formatCount(covered.length, countNoun(covered, 'endpoint'))} under it` : ''
  const sentence = sayOwnChange(fold) ?? sayValueChanges(fold)
  const instead = describeReplacement(fold)
  if (sentence !== undefined) return `${capitalize(sentence)}${suffix}${instead}`
  const outcome = describeOutcome(fold)
  const [, verb, before = '', after = ''] =
    /^(added|removed) ((?:(?!\beach\b).)*)\beach((?:(?!\beach\b).)*)$/s.exec(outcome) ?? []
  if (verb !== undefined) return `${capitalize(verb)} ${before}${describeSubjects(fold)}${after}${suffix}${instead}`
  // After `can` and the like, the verb is the same for one and for many.
  const predicate =
    /^each ((?:can|may|might|must) .*)$/s.exec(outcome)?.[1] ??
    (kind === 'end' ? endPredicate(fold, outcome) : undefined)
  const ending = predicate === undefined ? `: ${outcome.replace(OF_EACH, ' ')}` : ` ${predicate}`
  return `${capitalize(describeSubjects(fold))}${ending}${suffix}${instead}${withIt}`
}

/** Sentence about the change of one subject, also if it's observed in several places. `undefined` for other groups. */
function sayOwnChange({items}: FindingGroup): string | undefined {
  if (endsWholeSubject(items[0].judgment)) return undefined
  const subjects = new Set(items.map(({judgment}) => formatSubjectPhrase(judgment.subject)))
  const sentences = new Set(
    items.map(({judgment: {event}}) => {
      const change =
        event.observed ?? (event.verb === 'changed' ? declaredChange({...event, kind: event.change}) : undefined)
      return change && formatChange(change)
    })
  )
  return subjects.size === 1 && sentences.size === 1 ? [...sentences][0] : undefined
}

/** Sentence about all values that one enumeration gained or lost. `undefined` for other groups. */
function sayValueChanges({items}: FindingGroup): string | undefined {
  const changes = items.flatMap(({judgment}) => judgment.event.observed ?? [])
  const [first, ...others] = changes
  if (!first || changes.length < items.length || !first.kind.startsWith('value-')) return undefined
  // An enumeration has one place, or each of its values has its own line.
  const places = new Set(
    changes.map(({component, at, where}) => JSON.stringify([component, at, where.old?.pointer, where.new?.pointer]))
  )
  return places.size === 1 ? formatPieces(capitalizeFirst(changesPieces([first, ...others]))) : undefined
}

/** `were removed`. `undefined` if the outcome isn't about the subjects themselves. */
function endPredicate({items, stem}: FindingGroup, outcome: string): string | undefined {
  if (outcome.startsWith('reached ')) return outcome
  if (!/^(?:removed|renamed|promoted)\b(?! the values? )/.test(outcome)) return undefined
  const [{judgment}] = items
  const verb = judgment.pending ? ['is', 'are'] : ['was', 'were']
  const isOne =
    items.length === 1 || (stem.is === 'parts' && new Set(items.map(each => sayPart(each.judgment))).size === 1)
  return `${verb[isOne ? 0 : 1]} ${outcome}`
}

/** Maximum number of subjects named in the headline. More are described by a stem. */
const MAX_NAMED = 3

const targetsOf = (items: FindingGroup['items']): Target[] => items.map(({judgment}) => judgment.subject.target)

/** Names of the subjects, in the order of the stems that are names. */
const membersOf = (items: FindingGroup['items'], stems: readonly string[]): string[] => {
  const targets = targetsOf(items).toSorted((a, b) => stems.indexOf(a.text) - stems.indexOf(b.text))
  return targetListPieces([...new Map(targets.map(target => [target.text, target])).values()]).map(formatPieces)
}

/**
 * All subjects of a group, if the headline doesn't name them all. Parts of one operation are named without it. Otherwise
 * empty.
 */
function unnamedSubjects({items, stem}: FindingGroup, headline: string): readonly string[] {
  const isOfOne = stem.is === 'parts' && new Set(targetsOf(items).map(targetKey)).size === 1
  const names = isOfOne
    ? partsOf(items).names
    : [...new Set(items.map(({judgment}) => formatSubjectPhrase(judgment.subject)))]
  return names.length > MAX_NAMED && !names.every(name => headline.includes(name)) ? names : []
}

function describeSubjects({stem, items}: FindingGroup): string {
  switch (stem.is) {
    case 'subject':
      return capitalize(formatSubjectPhrase(stem.subject))
    case 'endpoints':
      return endpointsOf(stem.stems, items)
    case 'parts':
      return `${sayParts(items)} of ${endpointsOf(stem.stems, items)}`
    case 'operations': {
      const {size} = new Set(targetsOf(items).map(targetKey))
      const count = formatCount(size, countNoun(targetsOf(items), 'operation'))
      return `${count} (${formatFew(stem.names.map(inBackticks))})`
    }
    case 'fields': {
      const names = formatFew(stem.names.map(name => sayNamed('', name)))
      const packages = formatFew(stem.packages.map(each => inBackticks(`${each}.*`)))
      if (stem.packages.length === 0) return names
      const many = formatCount(stem.names.length, nounOf(items))
      return stem.packages.length === 1 ? `${packages} (${many}: ${names})` : `${packages} (${many})`
    }
  }
}

function nounOf(items: FindingGroup['items']): string {
  const whole = targetsOf(items).filter(target => isMember(target) && target.name === '*')
  return whole.length === 0 ? 'field' : whole.length === items.length ? 'component' : 'name'
}

function endpointsOf(stems: readonly string[], items: FindingGroup['items']): string {
  const members = membersOf(items, stems)
  if (members.length <= MAX_NAMED && (members.length === 1 || stems.some(isWide))) return formatFew(members, MAX_NAMED)
  if (members.length <= MAX_NAMED && stems.length === members.length) return formatFew(members)
  const count = formatCount(members.length, countNoun(targetsOf(items), 'endpoint'))
  return `${formatFew(stems.length === members.length ? members : stems.map(inBackticks))} (${count})`
}

const INNERMOST_FIRST = ['value', 'field', 'parameter', 'header'] as const satisfies readonly PartKind[]

/** `parameter limit`. A part without a name is described by the topic of the change. */
function sayPart({subject: {part}, event: {observed}}: Judgment): string {
  const named = INNERMOST_FIRST.flatMap(kind => (part?.[kind] === undefined ? [] : [sayNamed(kind, part[kind])]))
  const about = observed?.about ?? observed?.at
  return named.length > 0 ? named.join(' of ') : about ? inBackticks(about) : 'a part'
}

/** `parameters a, b and 4 more`. A kind that all parts share is named once. */
function sayParts(items: FindingGroup['items']): string {
  const {kind, names} = partsOf(items)
  return kind === undefined ? formatFew(names) : `${kind}s ${formatFew(names)}`
}

/** The parts of a group by name. A kind that several parts share isn't in their names. */
function partsOf(items: FindingGroup['items']): {readonly kind?: PartKind; readonly names: readonly string[]} {
  const parts = [...new Set(items.map(({judgment}) => sayPart(judgment)))]
  const [kind] = INNERMOST_FIRST.filter(each => parts.every(part => part.startsWith(`${each} `)))
  return kind === undefined || parts.length === 1
    ? {names: parts}
    : {kind, names: parts.map(part => part.slice(kind.length + 1))}
}

const VERBS: Readonly<Record<string, string>> = {removed: 'removed', renamed: 'renamed', promoted: 'promoted'}

/** What happened to the subjects: the sentence that all share, otherwise the kind of change. */
function describeEnd(items: FindingGroup['items'], whose: 'its' | 'their'): string {
  const [{judgment}] = items
  const {event, ended} = judgment
  return ended?.kind === 'sunset' ? describeSunset(items, whose) : (VERBS[event.verb] ?? 'removed')
}

/** Phrase for what happened to a part that several endpoints have. */
function describePart(part: string, kind: string, counted: string): string {
  const [noun = ''] = part.split(' ')
  if (kind === 'removed') return `${part} removed`
  return kind.startsWith(`${noun} `) ? `${part}${kind.slice(noun.length)}` : `${part}: ${counted}`
}

/** Stems of several subjects. */
const LISTED: ReadonlySet<string> = new Set(['endpoints', 'parts', 'fields', 'operations'])

/** Whether a sunset was reached, and no removal is known. */
const isAtSunset = ({ended}: Judgment): boolean => ended?.kind === 'sunset' && !ended.removal

const whoseOf = (items: FindingGroup['items']): string => (items.length > 1 ? 'their' : 'its')

function describeOutcome({items, stem}: FindingGroup): string {
  const [{judgment}] = items
  const values = stem.is === 'fields' ? items.flatMap(each => each.judgment.subject.part?.value ?? []) : []
  if (values.length > 0 && judgment.kind === 'end') return describeValues(values, judgment)
  if (isAtSunset(judgment)) return `reached ${whoseOf(items)} sunset`
  const isOfOne = judgment.kind === 'end' && stem.is !== 'endpoints' && stem.is !== 'parts'
  if (isOfOne || endsWholeSubject(judgment)) return describeEnd(items, LISTED.has(stem.is) ? 'their' : 'its')
  const sentences = new Set(items.map(({judgment: each}) => sentenceOf(each)))
  const [only] = sentences
  if (sentences.size === 1 && only !== undefined && stem.is !== 'parts') return only
  if (values.length > 0) return describeValues(values, judgment)
  const kind = judgment.kind === 'end' ? 'removed' : sayKind(judgment)
  const counted = judgment.kind === 'end' ? kind : countKinds(items)
  if (stem.is === 'endpoints' && judgment.subject.part) return describePart(sayPart(judgment), kind, counted)
  const isOften = judgment.kind === 'end' && stem.is === 'fields' && items.length > stem.names.length
  return isOften ? `${kind}, ${items.length} times` : counted
}

/** `3 constraints loosened in responses`. What people wrote without a kind only changed. */
function countKinds(items: FindingGroup['items']): string {
  const [{judgment}] = items
  const kind = judgment.event.observed?.kind ?? judgment.event.change
  return kind === undefined ? sayKind(judgment) : countKind(kind, items.length, commonPlace(items))
}

/** What all changes of a group are in, `request` or `response`. `undefined` if they are in both, or aren't observed. */
function commonPlace(items: FindingGroup['items']): string | undefined {
  const sides = new Set(
    items.flatMap(({judgment: {event, subject}}) => event.observed?.reaches.map(({side}) => side) ?? subject.part?.in)
  )
  const [only] = sides
  const [sent, received] = exchangeNouns(items[0].judgment.subject.target)
  return only === undefined || sides.size > 1 || sent === received ? undefined : only === 'request' ? sent : received
}

/**
 * Phrase for an end by sunset. A removal that shipped after the sunset is listed under its release, so the sunset is
 * added.
 */
function describeSunset(items: FindingGroup['items'], whose: string): string {
  if (!items[0].judgment.ended?.removal) return `reached ${whose} sunset`
  const [day, ...others] = new Set(items.map(({judgment}) => formatAtMoment(judgment.end)))
  return `removed after ${whose} sunset${day === undefined || others.length > 0 ? '' : ` ${day}`}`
}

/** Kind of change for people: `type changed` for `type-changed`. */
const sayKind = ({event}: Judgment): string => (event.observed?.kind ?? event.change ?? event.verb).replaceAll('-', ' ')

/** Phrase for added or removed values of a field. */
function describeValues(values: readonly string[], judgment: Judgment): string {
  const all = [...new Set(values)]
  const isOne = all.length === 1
  const named = `value${isOne ? '' : 's'} ${formatFew(all.map(value => formatPieces([valuePiece(value)])))}`
  const isEnd = judgment.kind === 'end'
  if (isEnd && judgment.ended?.kind === 'sunset') return `${named} reached ${isOne ? 'its' : 'their'} sunset`
  const kind = isEnd ? 'value removed' : sayKind(judgment)
  return kind.startsWith('value ') ? `${kind.slice('value '.length)} the ${named}` : `${named}: ${kind}`
}

function sentenceOf({event: {observed}, subject}: Judgment): string | undefined {
  if (!observed) return undefined
  // The subject may have been written differently at the time.
  return replaceNames(formatChange(observed), [
    ...namesOfChange(observed),
    ...[subject, observed.subject].flatMap(namesOfSubject)
  ])
}

/** Replacement: a shared one, or the stem of all if each has one. Empty otherwise. */
function describeReplacement({items}: FindingGroup): string {
  const named = items.flatMap(({judgment}) => judgment.replacement ?? [])
  const [first] = named
  if (!first || named.length < items.length) return ''
  const how = items.every(({judgment}) => judgment.isInferred) ? ' (inferred)' : ''
  if (new Set(named.map(subjectKey)).size === 1) return `, replaced by ${formatSubjectPhrase(first)}${how}`
  if (!named.every(({target}) => isEndpoint(target))) return ''
  const common = commonReplacement(
    targetsOf(items),
    named.map(({target}) => target)
  )
  return common ? `, replaced by ${common.words}${inBackticks(common.name)}${how}` : ''
}
