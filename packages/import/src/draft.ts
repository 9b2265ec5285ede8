import {defined} from '@tenure/core/model/defined'
import {groupBy} from '@tenure/core/model/group-by'
import type {StatedUnknown} from '@tenure/core/model/lifecycle/history'
import {type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {releaseKey, versionOf as versionIn} from '@tenure/core/model/time/release'
import {readDate} from '@tenure/core/model/time/written-date'
import {flattenPieces, notePieces} from '@tenure/core/phrases/text-pieces'
import type {EntryHeading} from '@tenure/core/text/release-headings'
import {optionalField, type StatementText} from '@tenure/core/text/statement'
import {readFactCell, type StatedFact} from '@tenure/core/text/subject-facts'
import type {Lines, MarkdownRow} from './blocks.ts'
import {emptyKeptText, type KeptHeading, type KeptText} from './kept-text.ts'

/** A line of the document that wasn't read as a change or a fact about a subject, and how it was handled. */
export interface ImportRemark {
  readonly line: number
  readonly kind: 'note' | 'derived' | 'unread'
  readonly text: string
  /**
   * Why a text that reads like a change wasn't read as one: it names no release, or it has an unknown form. Missing if
   * it doesn't read like a change.
   */
  readonly lacks?: 'release' | 'form'
}

export interface DraftRelease {
  readonly entry: EntryHeading
  /** Whether the release has its own heading or row in the document. */
  listed: boolean
  date?: string
  via?: string
  existing?: true
  partial?: true
  readonly notes: string[]
  /** The text about the release that states no change, which is kept as Markdown. */
  readonly kept: KeptText
}

/** A heading below that of a release. It is kept if anything below it is. */
export interface OpenHeading extends KeptHeading {
  readonly text: string
  /** Whether it only groups changes, such as `Added`. */
  readonly isGroup: boolean
  isKept: boolean
}

export interface Cell {
  readonly type?: string
  /** The notes, with their markup. */
  readonly notes: string
}

/** A statement of the document about a subject in a release. */
export interface Claim {
  /** The order in which claims were read. */
  readonly order: number
  readonly release: DraftRelease
  readonly said: StatementText
  /** The table or list of the claim. Within one of them, a repeated statement counts twice. */
  readonly from: string
  /** Whether the statement has the form of a rendered sentence, which is complete. */
  readonly exact: boolean
  /** The other content of the row: the note of the event, facts about the subject, or both. */
  readonly cell?: Cell
}

/** Whether a text may state a change of an API: it has a word for one, and a word for a part of an API or a name. */
const mayStateChange = (text: string, isGrouped: boolean): boolean =>
  ENDPOINT.test(text) || ((isGrouped || CHANGE_WORD.test(text)) && API_WORD.test(text))
const ENDPOINT = /\b(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS) `?\//
const CHANGE_WORD =
  /\b(?:add|introduc|remov|drop|delet|deprecat|renam|replac|chang|mov|mark|mak|requir|return|accept|support|allow|reject|includ|expos|new|no longer|now|sunset|retir|switch|split|merg|updat|->|→|=>)/i
const API_WORD =
  /`|\b(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS)\b|\/v?\w+\/|\b(?:end-?points?|fields?|parameters?|params?|propert(?:y|ies)|attributes?|headers?|enums?|responses?|requests?|payload|resource|webhook|status codes?|API)\b/i

const WITHOUT_RELEASE = 'change without a release'

/** The value of `Claim.from` for the list of changes by release. */
export const CHANGES_LIST = 'changes'

/** Everything read from a document so far. Items are only added, never removed. */
export class ImportDraft {
  service: string | undefined
  server: string | undefined
  completeFrom: string | undefined
  newestFirst = false
  /** Whether the page was rendered by tenure. */
  isRendered = false
  /** Whether a rendered page has observed changes, which can be folded, so that only its tables name them all. */
  folded = false
  readonly about: string[] = []
  readonly areas: string[] = []
  readonly notes: string[] = []
  readonly unknown: StatedUnknown[] = []
  readonly facts: StatedFact[] = []
  readonly #claims: Claim[] = []

  get claims(): readonly Claim[] {
    return this.#claims
  }

  readonly releases: DraftRelease[] = []
  /** The release that the reader is in. What it doesn't understand is kept there. */
  current: DraftRelease | undefined
  /** The headings above the reader, below that of the release. */
  headings: readonly OpenHeading[] = []
  /** The line of the document that defines each link label. */
  readonly definitions = new Map<string, string>()
  readonly remarks: ImportRemark[] = []
  /** The first of the releases with each key. */
  readonly #firstByKey = new Map<string, DraftRelease>()

  /**
   * Records a line that states no change. `isGrouped`: the heading above, such as `Added`, says what happened to the
   * listed names.
   */
  remark(kind: ImportRemark['kind'], line: number, text: string, isGrouped = false): void {
    if (text.trim() === '') return
    const isLikely = kind === 'note' && mayStateChange(text, isGrouped)
    this.remarks.push({kind, line, text: text.trim(), ...(isLikely ? {lacks: 'form' as const} : {})})
  }

  note(line: number, text: string): void {
    if (text.trim() === '' || this.notes.includes(text)) return
    this.notes.push(text)
    this.remark('note', line, text)
  }

  /**
   * Records a text that reads like a change but names no release. It is reported even if the same note exists already.
   */
  noteWithoutRelease(line: number, text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text)
    this.remarks.push({kind: 'note', line, text: `${WITHOUT_RELEASE}: ${text.trim()}`, lacks: 'release'})
  }

  /** Keeps lines of the document as Markdown of the current release, with the headings above them. */
  keep(...parts: readonly Lines[]): void {
    const kept = this.current?.kept
    if (!kept) return
    for (const {line, end} of parts) for (let at = line; at <= end; at += 1) kept.lines.add(at)
    for (const heading of this.headings) {
      if (heading.isKept) continue
      heading.isKept = true
      kept.headings.push(heading)
      for (let at = heading.line; at <= heading.end; at += 1) kept.lines.add(at)
    }
  }

  /** Keeps a row of a table: below the head of its table in a release, and otherwise as a note on the history. */
  keepRow(table: Lines, row: MarkdownRow, text: string): void {
    if (!this.current) {
      this.note(row.line, text)
      return
    }
    this.keep({line: table.line, end: table.line + 1}, {line: row.line, end: row.line})
    this.remark('note', row.line, text)
  }

  claim(claim: Omit<Claim, 'order'>): Claim {
    const added = {...claim, order: this.#claims.length}
    this.#claims.push(added)
    return added
  }

  /** Replaces fields of a claim. */
  revise(old: Claim, said: Partial<StatementText>): void {
    this.#claims[old.order] = {...old, said: {...old.said, ...said}}
  }

  /** The release with this name; created if it is new. */
  release(entry: EntryHeading, listed: boolean): DraftRelease {
    const key = entryKey(entry)
    const known =
      this.#firstByKey.get(key) ?? (listed || entry.kind === 'announcement' ? undefined : this.#shortened(key))
    const date = entry.kind === 'release' ? entry.date : undefined
    // Two announcements can be made on the same day, each under its own heading.
    if (known && !(listed && known.listed && entry.kind === 'announcement')) {
      if (date !== undefined) known.date ??= date
      if (listed && !known.listed) {
        known.listed = true
        this.releases.push(...this.releases.splice(this.releases.indexOf(known), 1))
        this.#firstByKey.set(key, this.releases.find(each => entryKey(each.entry) === key) ?? known)
      }
      return known
    }
    const added: DraftRelease = {entry, listed, notes: [], kept: emptyKeptText(), ...defined({date})}
    this.releases.push(added)
    if (!this.#firstByKey.has(key)) this.#firstByKey.set(key, added)
    return added
  }

  /**
   * Matches `2.0` with the only release that begins with it, such as `2.0 GA`; `undefined` if there isn't exactly one.
   */
  #shortened(key: string): DraftRelease | undefined {
    const longer = this.releases.filter(each => entryKey(each.entry).startsWith(`${key} `))
    return longer.length === 1 ? longer[0] : undefined
  }

  /**
   * The releases, oldest first, whatever the order in the document. Those only mentioned in it are placed by their
   * version.
   */
  sortedReleases(): DraftRelease[] {
    const listed = this.releases.filter(each => each.listed)
    const ordered = this.newestFirst || isNewestFirst(listed) ? listed.toReversed() : listed
    for (const release of this.releases.filter(each => !each.listed)) {
      const version = versionOf(entryName(release.entry))
      const place = version
        ? ordered.findIndex(other => (versionOf(entryName(other.entry))?.compare(version) ?? -1) > 0)
        : 0
      ordered.splice(place === -1 ? ordered.length : place, 0, release)
    }
    return ordered
  }

  /** All claims and facts without duplicates: a row and a sentence about the same event are merged. */
  mergeClaims(): {claims: readonly Claim[]; facts: readonly StatedFact[]} {
    const facts: StatedFact[] = [...this.facts]
    const slots: {claim: Claim; readonly from: Set<string>}[] = []
    const byKey = new Map<string, typeof slots>()
    // Rendered sentences are complete, so rows can only repeat them.
    const claims = [...this.#claims.filter(({exact}) => exact), ...this.#claims.filter(({exact}) => !exact)]
    for (const claim of claims) {
      const keys = eventKeys(claim)
      const match = keys.flatMap(key => byKey.get(key) ?? []).find(({from}) => !from.has(claim.from))
      if (match) {
        match.from.add(claim.from)
        if (match.claim.exact) facts.push(...remainingFacts(match.claim, claim))
        else match.claim = mergeClaims(match.claim, claim)
        continue
      }
      // Tables of a rendered page only repeat the changes by release.
      if (this.isRendered && !this.folded && claim.from !== CHANGES_LIST) {
        facts.push(...remainingFacts({...claim, said: {verb: 'added', subject: claim.said.subject}}, claim))
        continue
      }
      const slot = {claim, from: new Set([claim.from])}
      slots.push(slot)
      for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), slot])
    }
    const merged = slots
      .map(({claim}) => (claim.cell ? {...claim, said: {...claim.said, ...readCell(claim)}} : claim))
      .toSorted((a, b) => a.order - b.order)
    return {claims: merged, facts: dropEmptyFacts(facts, merged)}
  }
}

/** The version in a name; `undefined` for a date such as `05.03.2022`. */
const versionOf = (name: string): ReturnType<typeof versionIn> => (readDate(name)?.date ? undefined : versionIn(name))

const entryName = (entry: EntryHeading): string => (entry.kind === 'release' ? entry.name : entry.on)
const entryKey = (entry: EntryHeading): string => (entry.kind === 'release' ? releaseKey(entry.name) : `on ${entry.on}`)

/** Whether releases are listed newest first, by the versions of the first and last, or else by their dates. */
function isNewestFirst(listed: readonly DraftRelease[]): boolean {
  const named = listed.filter(({entry}) => entryName(entry) !== 'next')
  const [first, last] = [named[0], named.at(-1)]
  if (!first || !last || first === last) return entryName(listed[0]?.entry ?? {kind: 'release', name: ''}) === 'next'
  const [a, b] = [versionOf(entryName(first.entry)), versionOf(entryName(last.entry))]
  if (a && b && a.compare(b) !== 0) return a.compare(b) > 0
  const dated = ({entry, date}: DraftRelease): string => date ?? entryName(entry)
  return dated(first) > dated(last)
}

/** Keys that identify an event: the addition, removal, or deprecation of a subject in a release. */
function eventKeys({release, said, exact}: Claim): string[] {
  const key = (what: string, subject: Subject): string => `${what} ${entryKey(release.entry)} ${subjectKey(subject)}`
  const {verb, subject, to, oldUntil} = said
  switch (verb) {
    case 'added':
    case 'restored':
      return [key('in', subject)]
    case 'renamed':
    case 'promoted':
      return [
        key('out', subject),
        ...(to ? [key('in', to)] : []),
        ...(oldUntil === undefined ? [] : [key('notice', subject)])
      ]
    case 'removed':
      // A future removal may be the only announcement of it.
      return [key('out', subject), ...(exact ? [key('notice', subject)] : [])]
    case 'deprecated':
    case 'rescheduled':
      return [key('notice', subject)]
    case 'changed':
    case 'withdrawn':
      return [key(verb, subject)]
  }
}

const readCell = ({cell}: Claim): Omit<StatedFact, 'subject'> =>
  cell ? {...readFactCell(cell.notes), ...optionalField('type', cell.type)} : {}

/** Facts about the subject in a row that the sentence about the event doesn't contain. */
function remainingFacts({said}: Claim, {cell, said: {subject}}: Claim): StatedFact[] {
  if (!cell) return []
  const paired = said.verb === 'renamed' || said.verb === 'promoted'
  const own = paired || said.note === undefined ? '' : flattenPieces(notePieces(said.note))
  const fact: StatedFact = {
    subject,
    ...readFactCell(cell.notes.startsWith(own) ? cell.notes.slice(own.length).trim() : cell.notes),
    ...optionalField('type', cell.type === said.type ? undefined : cell.type)
  }
  return hasContent(fact) ? [fact] : []
}

const hasContent = ({type, stability, note}: StatedFact): boolean =>
  [type, stability, note].some(each => each !== undefined)

/** Merges two claims about the same event. If both have a value, the first one's is used; notes are joined. */
function mergeClaims(first: Claim, second: Claim): Claim {
  const [one, other] = [readCell(first), readCell(second)]
  const [a, b] = [one.note ?? first.said.note, other.note ?? second.said.note]
  const note = a === undefined || b?.includes(a) ? b : b === undefined || a.includes(b) ? a : `${a} ${b}`
  const {cell: _, ...rest} = second.order < first.order ? second : first
  const said = {...other, ...one, ...second.said, ...first.said}
  return {...rest, said: {...said, ...defined({note})}}
}

/** Drops facts without content if an event already mentions the subject. */
function dropEmptyFacts(facts: readonly StatedFact[], claims: readonly Claim[]): StatedFact[] {
  const mentioned = new Set(
    claims.flatMap(({said: {subject, to}}) => [subjectKey(subject), ...(to ? [subjectKey(to)] : [])])
  )
  return [...groupBy(facts, ({subject}) => subjectKey(subject))].flatMap(([key, group]) => {
    const withContent = group.filter(hasContent)
    return withContent.length > 0 ? withContent : mentioned.has(key) ? [] : group.slice(0, 1)
  })
}
