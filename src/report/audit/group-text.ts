import type {Finding} from '../../model/verdict/finding.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {sayAt} from '../../text/format-values.ts'
import {headedBy, quietly, type Remedy, remediesIn, sayPlace} from '../formats/stylish.ts'
import {namesOfSubject, ofEach} from '../group-identical-messages.ts'
import type {Fold, Told} from './group-findings.ts'
import {headlineOf, unnamed} from './group-headline.ts'

/** Texts of one group. Names are in backticks. */
export interface FoldWords {
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

export function wordsOf(fold: Fold, timeline: {readonly asOf: string}): FoldWords {
  const {told} = fold
  const [{judgement, finding}] = told
  const others = new Set(told.flatMap(each => each.finding?.reasons ?? []).map(({rule}) => rule))
  const evidence = announcementText(judgement)
  return {
    headline: headlineOf(fold),
    members: unnamed(fold),
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
  judgement.verdict === 'broken' ? 'Not as promised; no rule that is on says more' : quietly(judgement, asOf)

function sharedMessage(items: readonly Told[]): string {
  const [first] = items
  const message = first?.finding?.message ?? ''
  if (items.length === 1) return message
  const sentences = new Set(
    items.flatMap(({judgement, finding}) =>
      // The group's title states the moment already.
      finding
        ? ofEach(finding.message, namesOfSubject(judgement.subject)).replace(` ${sayAt(headedBy(judgement))}`, '')
        : []
    )
  )
  const [shared, ...others] = sentences
  if (shared !== undefined && others.length === 0) return shared
  return `Such as: ${message}`
}

/** Merges remedies that only differ in the subject's name. A remedy that occurs once keeps the name. */
export function remediesFor(findings: readonly Finding[]): Remedy[] {
  const named = new Map<string, Set<string>>()
  const unnamed = findings.map(({rule, remedy, reasons, subject}) => {
    const names = subject ? namesOfSubject(subject) : []
    const general = <Said extends {readonly remedy?: string}>(said: Said): Said => {
      if (said.remedy === undefined) return said
      const text = ofEach(said.remedy, names)
      named.set(text, (named.get(text) ?? new Set()).add(said.remedy))
      return {...said, remedy: text}
    }
    return {...general({rule, ...(remedy === undefined ? {} : {remedy})}), reasons: reasons.map(general)}
  })
  return remediesIn(unnamed).map(each => {
    const [only, ...others] = named.get(each.remedy) ?? []
    return only === undefined || others.length > 0 ? each : {...each, remedy: only}
  })
}

/** Location of the first judgement. `was` if it's in the old description, because the subject was removed. */
export function placeIn([{judgement}, ...others]: Fold['told']) {
  const {where} = judgement.event.observed ?? {}
  const was = where?.old !== undefined && where.new === undefined
  return {was, place: sayPlace(judgement.place), more: andMore(others.length)}
}

function announcementText({announcement, end, kind, event}: Judgement): string | undefined {
  if (!announcement || announcement.event === event) return undefined
  const {moment, event: said} = announcement
  const via = said.via === undefined ? '' : `, ${said.via}`
  return `announced ${sayAt(moment)}${via} → ${kind === 'end' ? 'gone' : 'changed'} ${sayAt(end)}`
}

/** Appends the number of further locations. */
export const andMore = (others: number): string => (others > 0 ? ` and ${others} more` : '')
