import {type Event, eventDetailOf} from '../model/lifecycle/event.ts'
import {formatSubject, formatTarget, PART_KINDS} from '../model/subject/subject.ts'
import type {ClockStart, MissingFact, Remedies} from '../model/verdict/judgement.ts'
import {jsonText} from './escape.ts'
import {formatList, formatMissingFacts} from './format-values.ts'

/** Advice on which facts to add to the history, and where. */
export function formatMissingFactsRemedy(missing: readonly MissingFact[], {seen}: Pick<Event, 'seen'>): string {
  // Facts from a description can only come from that description.
  const facts = missing.filter(({fact}) => fact !== 'description')
  const unread =
    facts.length < missing.length ? ` ${capital(formatMissingFacts(without(missing, facts)))} would tell too.` : ''
  const what = `Write down ${formatMissingFacts(facts)}`
  if (!facts.some(({fact}) => fact === 'announcement')) return `${what}.${unread}`
  return seen
    ? `${what}: \`announced: DAY\` beside its \`removed:\` in a history, or \`x-deprecated-since: DAY\` beside the mark before it goes.${unread}`
    : `${what}: \`announced:\` takes a day, a release or \`never\`.${unread}`
}

const without = (all: readonly MissingFact[], some: readonly MissingFact[]): MissingFact[] =>
  all.filter(each => !some.includes(each))

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/**
 * Advice on a violation. An unreleased change can wait, be reverted, or be waived; no waiver is offered for a released
 * one.
 */
export function formatRemedies(out: Remedies, api?: string): string {
  const {kind, pending, clockStarts: starts, day, isSeen} = out
  if (!pending)
    return kind === 'end'
      ? 'Restore it and announce its end, or leave it on record.'
      : 'Restore what there was and bring the change as a new version, or leave it on record.'
  const first = starts.map(each => sayStart(each, isSeen === true))
  const wait =
    day === undefined ? [] : [`${first.length > 0 ? `${formatList(first, 'or')} and ` : ''}wait until ${day}`]
  const ways = formatList(
    [
      ...(kind === 'end' ? [...wait, 'keep it'] : ['bring the change as a new version', 'leave it out']),
      ...sayWaiver(out, api)
    ],
    'or'
  )
  return `${capital(ways)}.`
}

function sayStart(start: ClockStart, isSeen: boolean): string {
  if (start === 'announcement') return isSeen ? 'announce it now (`deprecated: true`)' : 'announce it now'
  return `ship ${start.successor ? `\`${formatSubject(start.successor)}\`` : 'what succeeds it'} beside it`
}

/**
 * Advice on a waiver: written into the history if the removal or change has a line there, otherwise into the
 * configuration.
 */
function sayWaiver(out: Remedies, api: string | undefined): string[] {
  const {reasons, isSeen, isPromised, isLeaving, about, excuses = 1} = out
  const wide =
    excuses > 1
      ? `; it excuses all ${excuses} changes of this kind there${about === undefined ? '' : ' that are about just this'}`
      : ''
  if (reasons.length === 0) return []
  // The waiver must name an API, which exists only as long as its entry is in the configuration.
  const first = isLeaving ? 'let its entry stand in `tenure.yaml` until this is merged and ' : ''
  return isSeen || isPromised || isLeaving
    ? [`${first}waive it: \`${waiveCommand(out, api)}\` (REASON is ${formatList(reasons, 'or')}${wide})`]
    : [`write \`waiver: {reason: ${reasons.join(' | ')}, approver: NAME, approved: DAY}\` beside it`]
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
  return [
    'tenure waive',
    quoteForShell(formatTarget(target)),
    ...narrowed,
    ...which,
    '--reason REASON --approver NAME'
  ].join(' ')
}

const asOption = (name: string, value: string): string =>
  value.startsWith('-') ? `--${name}=${quoteForShell(value)}` : `--${name} ${quoteForShell(value)}`

/** Quotes a word for a POSIX shell. */
export const quoteForShell = (word: string): string =>
  /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** The fields that identify an event, and no other one, in a history line. */
export type DeniedBreak = Pick<Event, 'verb' | 'subject' | 'change' | 'about' | 'observed'>

/** The history line that declares an observed change compatible: `{changed: …, breaking: false}`. */
export function formatDeniedBreak({verb, subject: {target, part}, change, ...event}: DeniedBreak): string {
  const about = eventDetailOf(event)
  const entries = [
    [verb, formatTarget(target)],
    ...Object.entries(part ?? {}),
    ...(change ? [['kind', change]] : []),
    ...(about === undefined ? [] : [['about', about]])
  ]
  const words = entries.map(([key, text = '']) => `${key}: ${quoteIfNeeded(text)}`)
  return `{${[...words, 'breaking: false'].join(', ')}}`
}

/** A string for a YAML flow mapping, quoted if YAML would read it differently. */
const quoteIfNeeded = (text: string): string =>
  /^[A-Za-z/][\w/.* -]*$/.test(text) && !/ $|^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : jsonText(text)
