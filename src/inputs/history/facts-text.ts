import {parseTarget} from '../../languages/languages.ts'
import type {AffectedOperation, Change} from '../../model/api/change.ts'
import type {DescribedOperation, ReleaseDiff, RenamedField} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import {inputError} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import type {Subject, SubjectPart, Target} from '../../model/subject/subject.ts'
import {jsonText} from '../../phrases/escape.ts'
import type {YamlMapContent} from './events.ts'
import {
  FACTS_FORMAT,
  type FactChange,
  type FactOperation,
  type FactRename,
  type FactSubject,
  type FactTarget,
  factsSchema,
  type RecordedDiff,
  type WrittenFacts
} from './facts-format.ts'

/** What was observed in the description of a release when it was recorded. It refers to other releases by name. */
export interface ReleaseFacts {
  readonly release: string
  readonly against?: string
  /** `undefined` if the description couldn't be read. */
  readonly observed?: ReleaseDiff
  readonly wide?: NamedDiff
  /** Comparisons with the release listed before it, and with the final release before its candidates. */
  readonly also?: readonly NamedDiff[]
  /** The lines as they were recorded. */
  readonly lines: readonly YamlMapContent[]
}

/** A comparison with a named release. */
export interface NamedDiff {
  readonly against: string
  readonly observed: ReleaseDiff
}

/** The text of a facts file: one change per line, so that git can show and merge it. */
export function formatFacts({release, against, observed, wide, also, lines}: ReleaseFacts): string {
  return `${formatObject(
    defined({
      format: FACTS_FORMAT,
      release,
      against,
      diff: observed && encodeDiff(observed),
      wide: wide && encodeNamed(wide),
      also: also?.map(encodeNamed),
      lines
    }),
    ''
  )}\n`
}

const encodeNamed = ({against, observed}: NamedDiff): NonNullable<WrittenFacts['wide']> => ({
  against,
  diff: encodeDiff(observed)
})

/** An object as JSON with a line for each item of its lists. */
function formatObject(value: object, indent: string): string {
  const inner = `${indent}  `
  const format = (member: unknown, of: string): string => {
    if (member === null || typeof member !== 'object') return jsonText(member)
    if (!Array.isArray(member)) return formatObject(member, of)
    const items = member.map(each => `${of}  ${isComparison(each) ? formatObject(each, `${of}  `) : jsonText(each)}`)
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${of}]`
  }
  const members = Object.entries(value).map(([key, member]) => `${inner}${jsonText(key)}: ${format(member, inner)}`)
  return `{\n${members.join(',\n')}\n${indent}}`
}

const isComparison = (item: unknown): item is object => item !== null && typeof item === 'object' && 'diff' in item

function encodeDiff(diff: ReleaseDiff): RecordedDiff {
  const {title, language, base, marks, changes, arrivals, marked, gone, come, respelt, renamed, gaps} = diff
  const tables = new SharedTables()
  const written = changes.map(each => encodeChange(each, tables))
  return defined({
    title,
    language,
    base,
    marks,
    changes: written,
    operations: tables.operations.items,
    parts: tables.parts.items,
    uses: tables.uses.items,
    reaches: tables.reaches.items,
    proofs: tables.proofs.items,
    arrivals: arrivals.map(encodeOperation),
    marked: marked.map(encodeOperation),
    gone: gone && [...gone],
    come: come && [...come],
    respelt: respelt?.map(encodeSubject),
    renamed: renamed?.map(encodeRenamed),
    gaps: gaps.map(({message, isRead, isOfMark}) => defined({message, isRead, isOfMark}))
  })
}

/** The lists of what many changes share, to which changes refer by index. */
class SharedTables {
  readonly operations = new Table<FactSubject>()
  readonly parts = new Table<string>()
  readonly uses = new Table<RecordedDiff['uses'][number]>()
  readonly reaches = new Table<number[]>()
  readonly proofs = new Table<RecordedDiff['proofs'][number]>()
  readonly #lists = new Map<readonly AffectedOperation[], number>()

  /** The index of a list of affected operations. Hundreds of changes have the same one. */
  addReaches(list: readonly AffectedOperation[]): number {
    const known = this.#lists.get(list)
    if (known !== undefined) return known
    const added = this.reaches.add(list.map(each => this.#addUse(each)))
    this.#lists.set(list, added)
    return added
  }

  #addUse({operation, side, part, at}: AffectedOperation): number {
    const own = this.operations.add(encodeSubject(operation))
    const partOf = part === undefined ? undefined : this.parts.add(part)
    if (at !== undefined) return this.uses.add([own, side, partOf ?? null, at])
    return this.uses.add(partOf === undefined ? [own, side] : [own, side, partOf])
  }
}

/** Items of a list, each once. */
class Table<Item> {
  readonly items: Item[] = []
  readonly #known = new Map<string, number>()

  /** Adds an item if it's new, and returns its index. */
  add(item: Item): number {
    const key = JSON.stringify(item)
    const at = this.#known.get(key) ?? this.items.push(item) - 1
    this.#known.set(key, at)
    return at
  }
}

function encodeChange(
  {kind, subject, at, where: {old, new: fresh}, reaches, proofs, ...change}: Change,
  tables: SharedTables
): FactChange {
  const {request, response} = proofs
  return defined({
    kind,
    subject: encodeSubject(subject),
    ...change,
    at: at === '' ? undefined : at,
    reaches: tables.addReaches(reaches),
    proofs:
      request || response
        ? defined({request: request && tables.proofs.add(request), response: response && tables.proofs.add(response)})
        : undefined,
    where: encodePlace(fresh),
    // Only the place in the newer description is kept if there is one; `true` says that there was also one in the
    // older.
    was: fresh && old ? true : encodePlace(old)
  })
}

const encodePlace = (place: SourceLocation | undefined): string | true | undefined => place && (place.pointer ?? true)

const encodeOperation = ({subject, described, tags}: DescribedOperation): FactOperation =>
  defined({subject: encodeSubject(subject), ...described, tags: tags && [...tags]})

const encodeSubject = ({target, part}: Subject): FactSubject =>
  part ? {of: encodeTarget(target), ...part} : encodeTarget(target)

/** A target in the notation of history files, or as an object if that can't represent it. */
function encodeTarget(target: Target): string | Target {
  const text = target.text
  const read = parseTarget(text)
  return read !== undefined && isSameTarget(read, target) ? text : target
}

const isSameTarget = (one: Target, other: Target): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())

/** Why a facts file can't be used. */
export type UnusableFacts = 'newer' | 'invalid'

/** Reads the text of a facts file. Throws an `InputError` if it isn't JSON. */
export function parseFacts(text: string, source: string): ReleaseFacts | UnusableFacts {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw inputError(
      `This file isn't valid JSON (${why}). Restore it, or delete it together with the \`facts\` key of its release.`,
      {source}
    )
  }
  const {format} = value !== null && typeof value === 'object' ? (value as {format?: unknown}) : {}
  if (typeof format === 'number' && format > FACTS_FORMAT) return 'newer'
  const read = factsSchema.safeParse(value)
  if (!read.success) return 'invalid'
  try {
    // The value is decoded as it was written, because the validated one has its keys in another order.
    return decodeFacts(value as WrittenFacts)
  } catch (error) {
    if (error instanceof BadIndex) return 'invalid'
    throw error
  }
}

class BadIndex extends Error {}

function decodeFacts({release, against, diff, wide, also, lines}: WrittenFacts): ReleaseFacts {
  const decodeNamed = (other: NonNullable<WrittenFacts['wide']>): NamedDiff => ({
    against: other.against,
    observed: decodeDiff(other.diff)
  })
  return defined({
    release,
    against,
    observed: diff && decodeDiff(diff),
    wide: wide && decodeNamed(wide),
    also: also?.map(decodeNamed),
    lines: lines as YamlMapContent[]
  })
}

/** The source of the places in a recorded description, whose file needn't exist any longer. */
const NO_FILE = ''
const NO_PLACE: SourceLocation = {source: NO_FILE}

function decodeDiff({changes, arrivals, marked, respelt, renamed, gaps, ...written}: RecordedDiff): ReleaseDiff {
  const {operations: all, parts, uses, reaches: allReaches, proofs: allProofs, ...diff} = written
  const operations = all.map(decodeSubject)
  const affected = uses.map(
    ([operation, side, part, at]): AffectedOperation =>
      defined({
        operation: itemOf(operations, operation),
        side,
        part: part === undefined || part === null ? undefined : itemOf(parts, part),
        at
      })
  )
  const lists = allReaches.map(list => list.map(at => itemOf(affected, at)))
  return defined({
    ...diff,
    changes: changes.map(
      ({at = '', reaches, proofs = {}, where, was, announced, ...change}): Change =>
        defined({
          ...change,
          subject: decodeSubject(change.subject),
          at,
          reaches: itemOf(lists, reaches),
          proofs: defined({
            request: proofs.request === undefined ? undefined : itemOf(allProofs, proofs.request),
            response: proofs.response === undefined ? undefined : itemOf(allProofs, proofs.response)
          }),
          announced: announced && defined(announced),
          where: defined({old: decodePlace(was), new: decodePlace(where)})
        })
    ),
    arrivals: arrivals.map(decodeOperation),
    marked: marked.map(decodeOperation),
    respelt: respelt?.map(decodeSubject),
    renamed: renamed?.map(decodeRenamed),
    gaps: gaps.map(gap => defined({...gap, place: NO_PLACE}))
  })
}

const encodeRenamed = ({from, to, coverage, isInUse}: RenamedField): FactRename =>
  defined({
    from: encodeSubject(from),
    to: encodeSubject(to),
    coverage: coverage && {uses: coverage.uses.map(encodeSubject), covered: coverage.covered.map(encodeSubject)},
    isInUse
  })

const decodeRenamed = ({from, to, coverage, isInUse}: FactRename): RenamedField =>
  defined({
    from: decodeSubject(from),
    to: decodeSubject(to),
    coverage: coverage && {uses: coverage.uses.map(decodeSubject), covered: coverage.covered.map(decodeSubject)},
    isInUse
  })

function itemOf<Item>(items: readonly Item[], at: number): Item {
  const item = items[at]
  if (item === undefined) throw new BadIndex()
  return item
}

const decodePlace = (pointer: string | true | undefined): SourceLocation | undefined =>
  pointer === undefined ? undefined : pointer === true ? NO_PLACE : {source: NO_FILE, pointer}

const decodeOperation = ({subject, tags, ...described}: FactOperation): DescribedOperation =>
  defined({subject: decodeSubject(subject), place: NO_PLACE, described: defined(described), tags})

function decodeSubject(written: FactSubject): Subject {
  if (typeof written === 'string' || 'kind' in written) return {target: decodeTarget(written)}
  const {of, ...part} = written
  return {target: decodeTarget(of), part: defined(part) as SubjectPart}
}

const decodeTarget = (written: FactTarget): Target => {
  const target = typeof written === 'string' ? parseTarget(written) : defined(written)
  if (!target) throw new BadIndex()
  return target
}
