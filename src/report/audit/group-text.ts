import type {Finding} from '../../model/verdict/finding.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {formatAtMoment} from '../../text/format-values.ts'
import {collectRemedies, listedMoment, type Remedy, sayNoFinding, sayPlace} from '../formats/stylish.ts'
import {namesOfSubject, replaceNames} from '../group-identical-messages.ts'
import type {ExplainedJudgement, FindingGroup} from './group-findings.ts'
import {groupHeadline, unnamedSubjects} from './group-headline.ts'

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
  judgement.verdict === 'broken' ? 'Not as promised; no rule that is on says more' : sayNoFinding(judgement, asOf)

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
