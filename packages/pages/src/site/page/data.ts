import {groupBy, groupByEach} from '@tenure/core/model/group-by'
import type {Event} from '@tenure/core/model/lifecycle/event'
import type {SourceLocation} from '@tenure/core/model/location'
import {formatSubject, type Subject, subjectKey, targetKey} from '@tenure/core/model/subject/subject'
import {type Moment, momentOfEntry, withoutAssumedDay} from '@tenure/core/model/time/timeline'
import type {Judgment} from '@tenure/core/model/verdict/judgment'
import {existsAt, sinceTenure} from '@tenure/core/outputs/changes/page-data'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import {formatSubjectPhrase} from '@tenure/core/text/finding-phrases'
import {capitalize, formatAtMoment as sayAtMoment, formatMoment as sayMoment} from '@tenure/core/text/format-values'
import {PARTIAL_DESCRIPTION_NOTE} from '@tenure/core/text/page-strings'
import {findReplacement, type KnownReplacement} from '../../known-lifecycles.ts'
import type {SiteRow} from '../picture/page-rows.ts'
import {lastTenure, type TimelineLife} from '../picture/rows.ts'
import type {SiteInput, VerdictText} from '../picture/verdict-text.ts'
import {eventSentences, type PageSentence, parseSentence} from './sentences.ts'

/** Data that the page's script reads for details. Numbers are indexes into the other lists. */
export interface SiteData {
  readonly entries: readonly EntryData[]
  /** Sentences without duplicates. */
  readonly words: readonly PageSentence[]
  readonly events: readonly EventData[]
  readonly verdicts: readonly VerdictData[]
  readonly lives: readonly LifeData[]
}

export interface EntryData {
  readonly name: string
  readonly day: string
  readonly isRelease: boolean
  readonly about: readonly number[]
  /** Events since the final release before it, if it had candidates. Otherwise its events are those of its entry. */
  readonly net?: readonly number[]
}

export interface EventData {
  readonly entry: number
  readonly kind: Event['kind']
  readonly text: number
  readonly at: string
  readonly verdicts?: readonly number[]
}

export interface VerdictData {
  readonly verdict: Judgment['verdict']
  readonly subject: string
  readonly when: string
  readonly sentences: readonly number[]
  readonly remedies: readonly number[]
  readonly rules: readonly string[]
  /** The policy clause that decided; absent on pages for clients. */
  readonly clause?: string
  readonly at: string
  readonly evidence: readonly (readonly [text: string, at: string])[]
}

export interface LifeData {
  readonly name: string
  readonly facts: readonly (readonly [label: string, sentences: readonly number[]])[]
  /** Rows of the other versions of the same endpoint. */
  readonly kin: readonly number[]
  /** Row of the replacement, if it has one. */
  readonly instead: readonly number[]
  readonly verdicts: readonly number[]
  readonly notes: readonly (readonly [level: string, rule: string, text: number, at: string])[]
  /** Events of the endpoint, its parts, and the prefixes that cover it. */
  readonly own: readonly number[]
  /** Events of schemas and fields that the endpoint uses; `3-7` is a range. */
  readonly shared: string
}

/** Assigns each distinct sentence a number. */
class SentenceTable {
  readonly items: PageSentence[] = []
  readonly #numbers = new Map<string, number>()

  of(words: PageSentence): number {
    const key = JSON.stringify(words)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.items.length)
    return this.items.push(words) - 1
  }

  readonly said = (text: string): number => this.of(parseSentence(text))
}

export const siteData = (site: SiteInput, rows: readonly SiteRow[]): SiteData => new DataCollector(site, rows).collect()

/** Collects the data of the page, with the indexes by which rows, events, and verdicts refer to each other. */
class DataCollector {
  readonly #site: SiteInput
  readonly #rows: readonly SiteRow[]
  readonly #table = new SentenceTable()
  readonly #numbers: ReadonlyMap<Event, number>
  readonly #verdictsAt: ReadonlyMap<Event | undefined, readonly number[]>
  readonly #verdictsOn: ReadonlyMap<string, readonly number[]>
  readonly #notesOn: ReadonlyMap<string, SiteInput['notes']>
  readonly #partsOf: ReadonlyMap<string, SiteInput['history']['lifecycles']>
  /** Indexes of the events of schemas and fields that an operation uses, by the key of the operation. */
  readonly #sharedBy: ReadonlyMap<string, readonly number[]>
  readonly #rowsByKey: ReadonlyMap<string, number>
  readonly #rowsByLineage: ReadonlyMap<SiteRow['life']['lineage'], readonly SiteRow[]>

  constructor(site: SiteInput, rows: readonly SiteRow[]) {
    const {history, verdicts} = site
    const {events} = history
    this.#site = site
    this.#rows = rows
    this.#numbers = new Map(events.map((event, index) => [event, index]))
    this.#verdictsAt = groupBy(verdicts.keys(), index => verdicts[index]?.judgment.event)
    this.#verdictsOn = groupByEach(verdicts.keys(), index => {
      const {subject, covers = []} = verdicts[index]?.judgment ?? {}
      return new Set([subject ?? [], covers].flat().map(({target}) => targetKey(target)))
    })
    this.#notesOn = groupBy(
      site.notes.filter(({subject}) => subject),
      ({subject}) => (subject ? targetKey(subject.target) : '')
    )
    this.#partsOf = groupBy(
      history.lifecycles.filter(({subject}) => subject.part),
      ({subject}) => targetKey(subject.target)
    )
    this.#sharedBy = groupByEach(
      events.keys(),
      index => new Set(events[index]?.observed?.reaches.map(({operation}) => targetKey(operation.target)))
    )
    this.#rowsByKey = new Map(rows.map(({life, index}) => [subjectKey(life.lifecycle.subject), index]))
    this.#rowsByLineage = groupBy(rows, ({life}) => life.lineage)
  }

  collect(): SiteData {
    const {history, verdicts, isInternal} = this.#site
    const sentences = eventSentences(history, isInternal)
    // The rows come first, because sentences are numbered in the order in which they are added.
    const lives = this.#rows.map(row => this.#lifeData(row))
    return {
      entries: history.timeline.entries.map(entry => this.#entryData(entry)),
      events: history.events.map(event => this.#eventData(event, sentences.get(event) ?? '')),
      verdicts: verdicts.map(verdictText => verdictData(verdictText, this.#site, this.#table, this.#at)),
      lives,
      words: this.#table.items
    }
  }

  readonly #at = (place: SourceLocation): string => escapeInvisible(this.#site.formatPlace(place))

  #lifeData({life, index}: SiteRow): LifeData {
    const {said} = this.#table
    const {lifecycle} = life
    const key = targetKey(lifecycle.subject.target)
    const replacement = this.#replacementOf(life)
    const linked = replacement && !replacement.subject.part ? this.#rowOf(replacement.subject) : []
    const facts = [...factsOf(life, this.#site), ...(linked.length > 0 ? [] : replacementFact(replacement))]
    return {
      name: escapeInvisible(life.name),
      facts: facts.map(([label, sentences]) => [label, sentences.map(said)] as const),
      kin: (this.#rowsByLineage.get(life.lineage) ?? []).map(row => row.index).filter(other => other !== index),
      instead: linked.filter(other => other !== index),
      verdicts: this.#verdictsOn.get(key) ?? [],
      notes: (this.#notesOn.get(key) ?? []).map(({level, rule, text, place}) => [
        level,
        rule,
        said(text),
        this.#at(place)
      ]),
      ...this.#eventsOf(life)
    }
  }

  #rowOf(subject: Subject): number[] {
    const found = this.#rowsByKey.get(subjectKey({target: subject.target}))
    return found === undefined ? [] : [found]
  }

  #replacementOf(life: TimelineLife): KnownReplacement | undefined {
    const {history, verdicts} = this.#site
    const tenure = lastTenure(life)
    const judged = (this.#verdictsAt.get(tenure?.end?.event) ?? [])
      .map(number => verdicts[number]?.judgment)
      .find(each => each && subjectKey(each.subject) === subjectKey(life.lifecycle.subject))
    return findReplacement(life.lifecycle, tenure, judged, history)
  }

  #eventsOf({lifecycle}: TimelineLife): Pick<LifeData, 'own' | 'shared'> {
    const {events} = this.#site.history
    const key = targetKey(lifecycle.subject.target)
    // A change of the whole API or of a schema affects only endpoints that existed.
    const isAffected = (event: Event): boolean =>
      event.kind !== 'changed' || targetKey(event.subject.target) === key || existsAt(lifecycle, event.entry)
    const own = [lifecycle, ...(this.#partsOf.get(key) ?? [])].flatMap(each => each.events)
    const numbersOf = (all: readonly Event[]): Set<number> =>
      new Set(all.flatMap(event => this.#numbers.get(event) ?? []))
    const known = numbersOf(own)
    const shared = (this.#sharedBy.get(key) ?? []).filter(number => {
      const event = events[number]
      return event && !known.has(number) && isAffected(event)
    })
    return {own: [...numbersOf(own.filter(isAffected))].toSorted((a, b) => a - b), shared: formatRanges(shared)}
  }

  #entryData(entry: SiteInput['history']['timeline']['entries'][number]): EntryData {
    const {name, kind, date, via, note, markdown, partial} = entry
    const {when} = withoutAssumedDay(momentOfEntry(entry))
    const {said} = this.#table
    const net = this.#site.history.netEvents?.get(entry.index)
    return {
      name: escapeInvisible(name),
      ...(net ? {net: net.flatMap(event => this.#numbers.get(event) ?? [])} : {}),
      day: kind === 'release' ? (date ?? (when.earliest && when.earliest === when.latest ? when.earliest : '')) : '',
      isRelease: kind === 'release',
      about: [
        ...(via === undefined ? [] : [said(`Source: ${via}`)]),
        ...(partial ? [said(PARTIAL_DESCRIPTION_NOTE)] : []),
        ...(note === undefined ? [] : [said(note)]),
        ...(markdown?.split('\n').filter(line => line.trim() !== '') ?? []).map(said)
      ]
    }
  }

  #eventData(event: Event, sentence: PageSentence): EventData {
    const judged = this.#verdictsAt.get(event)
    return {
      entry: event.entry,
      kind: event.kind,
      text: this.#table.of(sentence),
      at: this.#at(event.place),
      ...(judged ? {verdicts: judged} : {})
    }
  }
}

function verdictData(
  {judgment, sentences, remedies, rules, place, evidence}: VerdictText,
  {isInternal}: SiteInput,
  table: SentenceTable,
  at: (place: SourceLocation) => string
): VerdictData {
  const {verdict, subject, end, clause} = judgment
  return {
    verdict,
    subject: escapeInvisible(formatSubject(subject)),
    when: escapeInvisible(formatMoment(end)),
    sentences: sentences.map(table.said),
    remedies: remedies.map(table.said),
    rules,
    ...(isInternal ? {clause: escapeInvisible(`${clause.policy}, ${clause.revision} ${clause.pointer}`)} : {}),
    at: at(place),
    evidence: evidence.map(each => [escapeInvisible(each.text), at(each.place)] as const)
  }
}

/** Formats ascending numbers as ranges: `3-7,9`. */
export function formatRanges(numbers: readonly number[]): string {
  const found: [number, number][] = []
  for (const number of numbers) {
    const last = found.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else found.push([number, number])
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',')
}

/** The replacement as a fact, if it has no row to link to. */
const replacementFact = (replacement: KnownReplacement | undefined): Fact[] =>
  replacement ? [['Replacement', [formatSubjectPhrase(replacement.subject)]]] : []

const formatMoment = (moment: Moment): string => sayMoment(withoutAssumedDay(moment))
const formatAtMoment = (moment: Moment): string => sayAtMoment(withoutAssumedDay(moment))

type Fact = readonly [label: string, sentences: readonly string[]]

function factsOf(life: TimelineLife, {formatEarliestEnd: describeEarliestEnd, history, isInternal}: SiteInput): Fact[] {
  const tenure = lastTenure(life)
  const [announcement] = tenure?.announcements ?? []
  const {end, sunset} = tenure ?? {}
  const {tenures} = life.lifecycle
  const {introduced} = sinceTenure(life.lifecycle) ?? {}
  const away = tenures.flatMap(({end: before}, at) => {
    const back = tenures[at + 1]?.introduced?.moment
    return before && back
      ? [`Removed ${formatAtMoment(before.removal ?? before.moment)}, restored ${formatAtMoment(back)}`]
      : []
  })
  const since = introduced ? formatMoment(introduced.moment) : 'Not recorded'
  // Who calls what is deprecated is nothing for a public page.
  const isAsked = isInternal && announcement && life.state !== 'removed'
  const recent = isAsked && history.traffic?.recent(life.lifecycle, history)
  const facts: (Fact | undefined)[] = [
    ['Introduced', [introduced?.event.by ? `${since} or earlier` : since]],
    away.length === 0 ? undefined : ['Not served', away],
    life.stability === undefined ? undefined : ['Stability', [life.stability]],
    life.tags.length === 0 ? undefined : ['Tags', [life.tags.join(', ')]],
    announcement && [
      'Deprecated',
      [[formatMoment(announcement.moment), announcement.event.via].filter(Boolean).join(', ')]
    ],
    sunset && ['Sunset', [formatMoment(sunset.moment)]],
    recent ? ['Callers', [capitalize(recent.text)]] : undefined,
    end?.kind === 'removed' ? [end.pending ? 'To be removed' : 'Removed', [formatMoment(end.moment)]] : undefined,
    end?.kind === 'sunset' ? ['Removed', [end.removal ? formatMoment(end.removal) : 'Not recorded']] : undefined,
    life.earliestEnd && ['Earliest end of support', describeEarliestEnd(life.lifecycle.subject, life.earliestEnd)]
  ]
  return facts.filter(fact => fact !== undefined)
}
