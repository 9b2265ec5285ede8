import {groupBy} from '../../model/group-by.ts'
import type {Unknown} from '../../model/lifecycle/history.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import {releaseKey, versionOf as versionIn} from '../../model/time/release.ts'
import {readDate, type SaidEntry} from '../../text/release-headings.ts'
import {copy, type Said} from '../../text/statement.ts'
import {readFactCell, type SaidFact} from '../../text/subject-facts.ts'
import {flat, piecesOfNote} from '../../text/text-pieces.ts'

/** What became of a line that holds no fact of its own. */
export interface ImportRemark {
  readonly line: number
  readonly kind: 'note' | 'derived' | 'unread'
  readonly text: string
  /** It reads like a fact, but nothing says of which release: it is kept as a note only. */
  readonly lacks?: 'release'
}

export interface DraftRelease {
  readonly entry: SaidEntry
  /** It has a place in the document's own list of releases. */
  listed: boolean
  date?: string
  via?: string
  existing?: true
  partial?: true
  readonly notes: string[]
}

export interface Cell {
  readonly type?: string
  /** The notes, with their marks. */
  readonly notes: string
}

/** What the document says of a subject at a release. */
export interface Claim {
  /** The order in which claims were read. */
  readonly order: number
  readonly release: DraftRelease
  readonly said: Said
  /** Which table or list it stands in: one of them may say a thing twice and mean it. */
  readonly from: string
  /** It is in the form of our own sentences, which leave nothing out. */
  readonly exact: boolean
  /** What the row says besides: the note of the event, facts of the subject, or both. */
  readonly cell?: Cell
}

const WITHOUT_RELEASE = 'fact without a release'

/** The changes by release, as the place that a claim stands in. */
export const LINES = 'changes'

/** What is being read from a document. It only ever grows. */
export class Draft {
  service: string | undefined
  base: string | undefined
  adopted: string | undefined
  newestFirst = false
  /** A page of ours. */
  ours = false
  /** Its releases are grouped and folded, as descriptions are told: what was folded stands in the tables alone. */
  folded = false
  readonly about: string[] = []
  readonly areas: string[] = []
  readonly notes: string[] = []
  readonly unknown: Unknown[] = []
  readonly facts: SaidFact[] = []
  readonly #claims: Claim[] = []

  get claims(): readonly Claim[] {
    return this.#claims
  }

  readonly releases: DraftRelease[] = []
  readonly remarks: ImportRemark[] = []

  remark(kind: ImportRemark['kind'], line: number, text: string): void {
    if (text.trim() !== '') this.remarks.push({kind, line, text: text.trim()})
  }

  note(line: number, text: string): void {
    if (text.trim() === '' || this.notes.includes(text)) return
    this.notes.push(text)
    this.remark('note', line, text)
  }

  /** What reads like a fact and is none, for its release is not known. It is told even where the note is there. */
  homeless(line: number, text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text)
    this.remarks.push({kind: 'note', line, text: `${WITHOUT_RELEASE}: ${text.trim()}`, lacks: 'release'})
  }

  claim(claim: Omit<Claim, 'order'>): Claim {
    const added = {...claim, order: this.#claims.length}
    this.#claims.push(added)
    return added
  }

  /** Puts another in the place of a claim. */
  revise(old: Claim, said: Partial<Said>): void {
    this.#claims[old.order] = {...old, said: {...old.said, ...said}}
  }

  /** The release of that name; it is put down where it is new. */
  release(entry: SaidEntry, listed: boolean): DraftRelease {
    const key = keyOf(entry)
    const known =
      this.releases.find(each => keyOf(each.entry) === key) ??
      (listed || entry.kind === 'announcement' ? undefined : this.#shortened(key))
    const date = entry.kind === 'release' ? entry.date : undefined
    // Two statements may be made on one day, each under its own heading.
    if (known && !(listed && known.listed && entry.kind === 'announcement')) {
      if (date !== undefined) known.date ??= date
      if (listed && !known.listed) {
        known.listed = true
        this.releases.push(...this.releases.splice(this.releases.indexOf(known), 1))
      }
      return known
    }
    const added: DraftRelease = {entry, listed, notes: [], ...(date === undefined ? {} : {date})}
    this.releases.push(added)
    return added
  }

  /** `2.0` where the document has one `2.0 GA`. */
  #shortened(key: string): DraftRelease | undefined {
    const longer = this.releases.filter(each => keyOf(each.entry).startsWith(`${key} `))
    return longer.length === 1 ? longer[0] : undefined
  }

  /** Oldest first, whichever way round the document has them; what it only mentions stands where its version does. */
  inOrder(): DraftRelease[] {
    const listed = this.releases.filter(each => each.listed)
    const ordered = this.newestFirst || descends(listed) ? listed.toReversed() : listed
    for (const release of this.releases.filter(each => !each.listed)) {
      const version = versionOf(nameOf(release.entry))
      const place = version
        ? ordered.findIndex(other => (versionOf(nameOf(other.entry))?.compare(version) ?? -1) > 0)
        : 0
      ordered.splice(place === -1 ? ordered.length : place, 0, release)
    }
    return ordered
  }

  /** All that is said, each thing once: a row and a sentence on one event are one. */
  merged(): {claims: readonly Claim[]; facts: readonly SaidFact[]} {
    const facts: SaidFact[] = [...this.facts]
    const slots: {claim: Claim; readonly from: Set<string>}[] = []
    const byKey = new Map<string, typeof slots>()
    // Sentences in our own form leave nothing out, so that rows can only repeat them.
    const claims = [...this.#claims.filter(({exact}) => exact), ...this.#claims.filter(({exact}) => !exact)]
    for (const claim of claims) {
      const keys = keysOf(claim)
      const twin = keys.flatMap(key => byKey.get(key) ?? []).find(({from}) => !from.has(claim.from))
      if (twin) {
        twin.from.add(claim.from)
        if (twin.claim.exact) facts.push(...leftOver(twin.claim, claim))
        else twin.claim = both(twin.claim, claim)
        continue
      }
      // Tables of ours only repeat what the changes by release say.
      if (this.ours && !this.folded && claim.from !== LINES) {
        facts.push(...leftOver({...claim, said: {verb: 'added', subject: claim.said.subject}}, claim))
        continue
      }
      const slot = {claim, from: new Set([claim.from])}
      slots.push(slot)
      for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), slot])
    }
    const merged = slots
      .map(({claim}) => (claim.cell ? {...claim, said: {...claim.said, ...inCell(claim)}} : claim))
      .toSorted((a, b) => a.order - b.order)
    return {claims: merged, facts: withMentions(facts, merged)}
  }
}

/** `05.03.2022` is a day and no version. */
const versionOf = (name: string): ReturnType<typeof versionIn> => (readDate(name)?.date ? undefined : versionIn(name))

const nameOf = (entry: SaidEntry): string => (entry.kind === 'release' ? entry.name : entry.on)
const keyOf = (entry: SaidEntry): string => (entry.kind === 'release' ? releaseKey(entry.name) : `on ${entry.on}`)

/** By the versions of the first and the last, else by their dates. */
function descends(listed: readonly DraftRelease[]): boolean {
  const named = listed.filter(({entry}) => nameOf(entry) !== 'next')
  const [first, last] = [named[0], named.at(-1)]
  if (!first || !last || first === last) return nameOf(listed[0]?.entry ?? {kind: 'release', name: ''}) === 'next'
  const [a, b] = [versionOf(nameOf(first.entry)), versionOf(nameOf(last.entry))]
  if (a && b && a.compare(b) !== 0) return a.compare(b) > 0
  const dated = ({entry, date}: DraftRelease): string => date ?? nameOf(entry)
  return dated(first) > dated(last)
}

/** What an event can be known by: it begins, ends or announces the end of a subject at a release. */
function keysOf({release, said, exact}: Claim): string[] {
  const key = (what: string, subject: Subject): string => `${what} ${keyOf(release.entry)} ${subjectKey(subject)}`
  const {verb, subject, to, until} = said
  switch (verb) {
    case 'added':
    case 'restored':
      return [key('in', subject)]
    case 'renamed':
    case 'promoted':
      return [
        key('out', subject),
        ...(to ? [key('in', to)] : []),
        ...(until === undefined ? [] : [key('notice', subject)])
      ]
    case 'removed':
      // An end still to come may be all that announces it.
      return [key('out', subject), ...(exact ? [key('notice', subject)] : [])]
    case 'deprecated':
    case 'rescheduled':
      return [key('notice', subject)]
    case 'changed':
    case 'withdrawn':
      return [key(verb, subject)]
  }
}

const inCell = ({cell}: Claim): Omit<SaidFact, 'subject'> =>
  cell ? {...readFactCell(cell.notes), ...copy('type', cell.type)} : {}

/** What the row says beyond the sentence on the event: facts of the subject. */
function leftOver({said}: Claim, {cell, said: {subject}}: Claim): SaidFact[] {
  if (!cell) return []
  const paired = said.verb === 'renamed' || said.verb === 'promoted'
  const own = paired || said.note === undefined ? '' : flat(piecesOfNote(said.note))
  const fact: SaidFact = {
    subject,
    ...readFactCell(cell.notes.startsWith(own) ? cell.notes.slice(own.length).trim() : cell.notes),
    ...copy('type', cell.type === said.type ? undefined : cell.type)
  }
  return tells(fact) ? [fact] : []
}

const tells = ({type, stability, note}: SaidFact): boolean => [type, stability, note].some(each => each !== undefined)

/** Two ways of saying one thing: what only one of them says is kept. */
function both(first: Claim, second: Claim): Claim {
  const [one, other] = [inCell(first), inCell(second)]
  const [a, b] = [one.note ?? first.said.note, other.note ?? second.said.note]
  const note = a === undefined || b?.includes(a) ? b : b === undefined || a.includes(b) ? a : `${a} ${b}`
  const {cell: _, ...rest} = second.order < first.order ? second : first
  const said = {...other, ...one, ...second.said, ...first.said}
  return {...rest, said: {...said, ...(note === undefined ? {} : {note})}}
}

/** A fact that says nothing of a subject that events tell of is no more than a mention. */
function withMentions(facts: readonly SaidFact[], claims: readonly Claim[]): SaidFact[] {
  const told = new Set(
    claims.flatMap(({said: {subject, to}}) => [subjectKey(subject), ...(to ? [subjectKey(to)] : [])])
  )
  return [...groupBy(facts, ({subject}) => subjectKey(subject))].flatMap(([key, group]) => {
    const telling = group.filter(tells)
    return telling.length > 0 ? telling : told.has(key) ? [] : group.slice(0, 1)
  })
}
