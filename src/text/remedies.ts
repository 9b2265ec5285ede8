import {eventDetailOf} from '../languages/kinds.ts'
import {marksOf} from '../languages/languages.ts'
import type {Event, Verb} from '../model/lifecycle/event.ts'
import {isCode} from '../model/location.ts'
import {PART_KINDS, type Subject} from '../model/subject/subject.ts'
import type {ClockStart, Judgment, MissingFact, Remedies} from '../model/verdict/judgment.ts'
import {jsonText} from '../phrases/escape.ts'
import {formatSubjectPhrase} from './finding-phrases.ts'
import {capitalize, formatList} from './format-values.ts'
import {formatMissingFacts} from './missing-facts.ts'

const ANNOUNCED = '`announced:` (a day, a release, or `never`)'

/** Advice on which facts to add to the history, and where. */
export function formatMissingFactsRemedy(
  missing: readonly MissingFact[],
  judgment: Pick<Judgment, 'subject' | 'kind' | 'event'>,
  language?: string
): string {
  // Facts from a description can only come from that description.
  const facts = missing.filter(({fact}) => fact !== 'description')
  const unread = missing.filter(({fact}) => fact === 'description')
  const alternative = unread.length > 0 ? ` Alternatively, provide ${formatMissingFacts(unread)}.` : ''
  // Other remedies can be listed apart from their subject, so they name it.
  if (!facts.some(({fact}) => fact === 'announcement')) return `Record ${formatMissingFacts(facts)}.${alternative}`
  const record = `Record ${formatMissingFacts(facts, judgment)}`
  const {event, kind} = judgment
  const deletion = unread.length > 0 ? '' : ', or correct `complete:` if the history has every announcement'
  const how = event.seen
    ? `to its \`${event.verb}:\` entry in the history${kind === 'end' ? announcedMark(judgment, event.place.source, language) : ''}`
    : `to its entry${deletion}`
  return `${record}: add ${ANNOUNCED} ${how}.${alternative}`
}

/** The mark by which the last description, or server code, states an announcement. Empty if there is none. */
function announcedMark({subject}: Pick<Judgment, 'subject'>, source: string, language: string | undefined): string {
  const {since} = marksOf(subject, source, language)
  const where = isCode(source)
    ? 'the code of the last release that contains it'
    : 'the last API description that contains it'
  return since === undefined ? '' : `, or add \`${since}\` to ${where}`
}

/**
 * Advice on a violation. An unreleased change can be postponed, reverted, or waived; no waiver is offered for a
 * released one.
 */
export function formatRemedies(out: Remedies, api?: string): string {
  const {kind, pending, clockStarts, day, isSeen} = out
  if (!pending)
    return kind === 'end'
      ? 'Restore it and deprecate it first, or leave the entry as it is.'
      : 'Make the change in a new version instead, or leave the entry as it is.'
  const {deprecated} = marksOf(out.subject, out.source, out.language)
  // What has no mark in the description is announced in the history alone.
  const line = out.subject.part ? ` (\`${formatHistoryLine('deprecated', out.subject)}\` in the history)` : ''
  const mark = !isSeen ? '' : deprecated === undefined ? line : ` (\`${deprecated}\`)`
  const starts = clockStarts.map(each => formatClockStart(each, mark))
  const wait =
    day === undefined
      ? []
      : [`${starts.length > 0 ? `${formatList(starts, 'or')} and ` : ''}remove it on or after ${day}`]
  const waiver = formatWaiverRemedy(out, api)
  const ways = kind === 'end' ? [...wait, 'restore it'] : ['release it as a new version', 'revert it']
  const text = formatList([...ways, ...waiver.map(each => each.way)], 'or')
  const announced =
    out.gapsBefore === undefined
      ? ''
      : ` If it was announced before ${out.gapsBefore}, merge a \`deprecated:\` line with its \`via:\` first, and accept it with \`adopted:\` in the configuration.`
  return `${capitalize(text)}${waiver[0] ? `: ${waiver[0].how}` : ''}.${announced}`
}

function formatClockStart(start: ClockStart, mark: string): string {
  if (start === 'announcement') return `deprecate it now${mark}`
  return `release ${start.successor ? formatSubjectPhrase(start.successor) : 'its successor'} next to it`
}

/**
 * Advice on a waiver: added to the history if the removal or change has an entry there, otherwise to the configuration.
 */
function formatWaiverRemedy(out: Remedies, api: string | undefined): {readonly way: string; readonly how: string}[] {
  const {reasons, isSeen, isPromised, isLeaving, about, excuses = 1} = out
  if (reasons.length === 0) return []
  const reasonText = `REASON with ${formatList(reasons, 'or')}`
  if (!isSeen && !isPromised && !isLeaving)
    return [
      {
        way: 'add a waiver to the entry',
        how: `\`waiver: {reason: REASON, approver: NAME, approved: DAY}\` (replace ${reasonText}, NAME with the approver, and DAY with the day of approval)`
      }
    ]
  const wide =
    excuses > 1
      ? `; it waives all ${excuses} changes of this kind there${about === undefined ? '' : ' with the same detail'}`
      : ''
  return [
    {
      // The waiver must name an API, which exists only as long as its entry is in the configuration.
      way: isLeaving ? 'keep its entry in `tenure.yaml` until this is merged and add a waiver' : 'add a waiver',
      how: `\`${waiveCommand(out, api)}\` (replace ${reasonText}, and NAME with the approver${wide})`
    }
  ]
}

/** The `tenure waive` command for this finding, with all options filled in. */
function waiveCommand({subject: {target, part}, change, about}: Remedies, api: string | undefined): string {
  const narrowed = [...PART_KINDS, 'in' as const].flatMap(kind => {
    const name = part?.[kind]
    return name === undefined ? [] : [asOption(kind, name)]
  })
  const which = [
    ...(change === undefined ? [] : [asOption('kind', change)]),
    ...(about === undefined ? [] : [asOption('about', about)]),
    ...(api === undefined ? [] : [asOption('api', api)])
  ]
  return ['tenure waive', quoteForShell(target.text), ...narrowed, ...which, '--reason REASON --approver NAME'].join(
    ' '
  )
}

const asOption = (name: string, value: string): string =>
  value.startsWith('-') ? `--${name}=${quoteForShell(value)}` : `--${name} ${quoteForShell(value)}`

/** Quotes a word for a POSIX shell. */
export const quoteForShell = (word: string): string =>
  /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** The fields that identify exactly one event in a history line. */
export type DeniedBreak = Pick<Event, 'verb' | 'subject' | 'change' | 'about' | 'observed'>

/** The history line that declares an observed change compatible: `{changed: …, breaking: false}`. */
export function formatDeniedBreak({verb, subject: {target, part}, change, ...event}: DeniedBreak): string {
  const about = eventDetailOf(event)
  const entries = [
    [verb, target.text],
    ...Object.entries(part ?? {}),
    ...(change ? [['kind', change]] : []),
    ...(about === undefined ? [] : [['about', about]])
  ]
  return `{${[formatEntries(entries), 'breaking: false'].join(', ')}}`
}

/** A history line as people write it: `removed: GET /v1/loans`, `{removed: GET /v1/loans, field: due, in: response}`. */
export const formatHistoryLine = (verb: Verb, {target, part}: Subject): string =>
  part ? `{${formatEntries([[verb, target.text], ...Object.entries(part)])}}` : `${verb}: ${target.text}`

const formatEntries = (entries: readonly (readonly string[])[]): string =>
  entries.map(([key, text = '']) => `${key}: ${quoteIfNeeded(text)}`).join(', ')

/** A string for a YAML flow mapping, quoted if YAML would read it differently. */
const quoteIfNeeded = (text: string): string =>
  /^[A-Za-z/][\w/.* -]*$/.test(text) && !/ $|^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : jsonText(text)
