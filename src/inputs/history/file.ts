import {basename, join} from 'node:path'
import {createLocator, type YamlText} from '../../documents/yaml/yaml-file.ts'
import {defined} from '../../model/defined.ts'
import {InputError, type InputProblem, inputError} from '../../model/input-error.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {LocateSource, SourceLocation} from '../../model/location.ts'
import {type Day, isExactDate, parseDateRange, UNKNOWN_DATE} from '../../model/time/date-range.ts'
import {releaseKey} from '../../model/time/release.ts'
import {NEXT, statedDateRange, type WrittenEntry} from '../../model/time/timeline.ts'
import {orderVersions} from '../../model/time/version.ts'
import type {Files} from '../../stores/files/files.ts'
import {toEvents, toSubjectFact} from './events.ts'
import {
  CHANGE_EXAMPLES,
  serviceSchema,
  type WrittenChange,
  type WrittenHistoryItem,
  type WrittenService
} from './format.ts'
import {type AcceptedWords, readWords} from './old-words.ts'
import {HEAD_EXAMPLES, historyHeadSchema, validateChange, validateHead, validateRelease} from './validate.ts'

type Path = readonly (string | number)[]

/** A release or announcement with its file and path. */
interface WrittenItem {
  readonly yaml: YamlText
  readonly path: Path
  readonly item: WrittenHistoryItem
}

/** A history, and how to find the source positions in it. */
export interface HistoryFile {
  readonly declared: DeclaredHistory
  readonly locate: LocateSource
  /** The releases with a file of facts. */
  readonly recorded?: readonly ReleaseWithFacts[]
}

/** A release with a file of facts. */
export interface ReleaseWithFacts {
  /** Its index among the entries of the history. */
  readonly entry: number
  /** The digest that the release states for its file of facts. */
  readonly facts: string
  readonly lines: readonly LineOfRelease[]
}

/** The keys of a line. */
export type LineContent = Readonly<Record<string, unknown>>

/** A line as written, with its events. */
export interface LineOfRelease {
  readonly content: LineContent
  readonly events: readonly WrittenEvent[]
}

/** Reads a history: one file, or a folder with `service.yaml`, `releases/`, and `next/`. */
export function readHistory(files: Files, path: string): HistoryFile {
  const words = files.areOnDisk ? 'new' : 'any'
  return files.isFolder(path)
    ? readHistoryTexts(readHistoryFolder(files, path), path, words)
    : readHistoryText(files.readText(path), path, words)
}

export function readHistoryText(text: string, source: string, words: AcceptedWords = 'new'): HistoryFile {
  const yaml = readWords(text, source, 'history', words)
  const value = yaml.value
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw inputError(
      "This file isn't a history. A history begins with `service` and `releases`.",
      yaml.where([]),
      'service: Lending Library API'
    )
  }
  const {releases, openapi, swagger} = value as Readonly<Record<string, unknown>>
  if (openapi !== undefined || swagger !== undefined) {
    throw inputError(
      'This file is an API description, not a history. A history has `service` and `releases`.',
      yaml.where([openapi === undefined ? 'swagger' : 'openapi'], true),
      HEAD_EXAMPLES.service
    )
  }
  const problems = validateHead(yaml, historyHeadSchema, value)
  if (Array.isArray(releases))
    problems.push(...releases.flatMap((item, index) => validateRelease(yaml, item, ['releases', index])))
  if (problems.length > 0) throw new InputError(problems)
  const written = (releases as WrittenHistoryItem[]).map(
    (item, index): WrittenItem => ({yaml, path: ['releases', index], item})
  )
  return {...declare(yaml, value as WrittenService, written, source), locate: createLocator([yaml])}
}

/** Whether a path inside a history folder belongs to the history. */
export const isHistoryPath = (path: string): boolean =>
  path === 'service.yaml' || /^(?:releases|next)\/[^/\n]+\.ya?ml$/.test(path)

/** A file of a history folder, with its path relative to the folder. */
export interface HistoryFolderFile {
  readonly path: string
  readonly text: string
}

/** Reads the files of a history folder. */
export function readHistoryFolder(files: Files, folder: string): HistoryFolderFile[] {
  const inner = ['releases', 'next'].flatMap(name =>
    files.exists(join(folder, name)) ? files.listFolder(join(folder, name)).map(file => `${name}/${file}`) : []
  )
  const paths = ['service.yaml', ...inner].filter(isHistoryPath)
  return paths.map(path => ({path, text: files.readText(join(folder, path))}))
}

/** Parses the files of a history folder from their texts. */
export function readHistoryTexts(
  texts: readonly HistoryFolderFile[],
  folder: string,
  words: AcceptedWords = 'new'
): HistoryFile {
  const files = texts.map(({path, text}) => ({path, yaml: readWords(text, join(folder, path), 'history', words)}))
  const head = files.find(({path}) => path === 'service.yaml')?.yaml
  if (!head) throw inputError("The folder has no `service.yaml`, so it isn't a history.", {source: folder})
  const problems = validateHead(head, serviceSchema, head.value)
  const filesUnder = (name: string): YamlText[] =>
    files.filter(({path}) => path.startsWith(`${name}/`)).map(({yaml}) => yaml)
  const releases = filesUnder('releases').map((yaml): WrittenItem => {
    problems.push(...validateRelease(yaml, yaml.value, []))
    return {yaml, path: [], item: yaml.value as WrittenHistoryItem}
  })
  const next = filesUnder('next')
  for (const yaml of next) {
    if (Array.isArray(yaml.value)) {
      problems.push(...yaml.value.flatMap((line, index) => validateChange(yaml, line, [index])))
      continue
    }
    const message = 'This file must hold a list of changes.'
    problems.push({message, place: yaml.where([]), example: CHANGE_EXAMPLES.deprecated})
  }
  if (problems.length > 0) throw new InputError(problems)
  return {
    ...declare(head, head.value as WrittenService, sortHistoryItems(releases), folder, next),
    locate: createLocator([head, ...releases.map(({yaml}) => yaml), ...next])
  }
}

function declare(
  head: YamlText,
  written: WrittenService,
  releases: readonly WrittenItem[],
  source: string,
  next: readonly YamlText[] = []
): Pick<HistoryFile, 'declared' | 'recorded'> {
  const complete = [written.complete ?? []].flat()
  const built = new DeclaredEntries(complete)
  for (const each of releases) built.addItem(each)
  for (const yaml of next) built.addUnreleased(yaml)
  const {entries, events, recorded} = built
  const {completeFrom, problem} = readCompleteness(complete, entries)
  const problems = [
    ...built.problems,
    ...(problem === undefined ? [] : [{message: problem, place: head.where(['complete'])}])
  ]
  if (problems.length > 0) throw new InputError(problems)
  const declared: DeclaredHistory = {
    about: defined({
      service: written.service,
      server: written.server,
      about: written.about,
      areas: written.areas ?? [],
      notes: written.notes ?? [],
      unknown: (written.unknown ?? []).map(({topic, note}) => defined({topic, note}))
    }),
    source: basename(source) === 'service.yaml' ? source.slice(0, -'/service.yaml'.length) : source,
    ...defined({policy: written.policy, completeFrom}),
    complete: completeFrom === undefined,
    ...(written.complete === undefined ? {} : {incompleteAt: head.place(['complete'])}),
    entries,
    events,
    facts: (written.subjects ?? []).map((fact, index) => toSubjectFact(fact, head, ['subjects', index])),
    waivers: []
  }
  return {declared, ...(recorded.length > 0 ? {recorded} : {})}
}

/** The day from which on a history is complete, unless that is so after a release; or what is wrong with its value. */
function readCompleteness(
  complete: readonly string[],
  entries: readonly WrittenEntry[]
): {readonly completeFrom?: Day; readonly problem?: string} {
  const released = new Set(
    entries.flatMap(({kind, name}) => (kind === 'release' && name !== NEXT ? releaseKey(name) : []))
  )
  const [other, ...more] = complete.filter(name => !released.has(releaseKey(name)))
  if (other === undefined) return {}
  if (more.length === 0 && complete.length === 1 && isExactDate(parseDateRange(other) ?? {}))
    return {completeFrom: other}
  // A file that holds the head alone can't know the releases.
  if (released.size === 0) return {}
  return {problem: `\`${other}\` is no release of this history and no day. Write one of them.`}
}

/** The entries of a history with their events, in order. */
class DeclaredEntries {
  readonly entries: WrittenEntry[] = []
  readonly recorded: ReleaseWithFacts[] = []
  readonly events: WrittenEvent[] = []
  readonly problems: InputProblem[] = []
  readonly #complete: ReadonlySet<string>
  readonly #places = new Map<string, () => SourceLocation>()

  constructor(complete: readonly string[]) {
    this.#complete = new Set(complete.map(releaseKey))
  }

  addItem({yaml, path, item}: WrittenItem): void {
    const isRelease = 'release' in item
    const name = isRelease ? item.release : item.on
    const stated = isRelease ? item.date : item.on
    const own = [...path, isRelease ? 'release' : 'on']
    const entry = this.#addEntry(
      defined({
        kind: isRelease ? 'release' : 'announcement',
        name,
        stated: statedDateRange(stated, name),
        place: yaml.place(own),
        date: isRelease ? item.date : undefined,
        via: isRelease ? undefined : item.via,
        note: item.note,
        markdown: item.markdown,
        existing: (isRelease && item.existing) || undefined,
        partial: (isRelease && item.partial) || undefined,
        complete: (isRelease && this.#complete.has(releaseKey(name))) || undefined
      }),
      yaml,
      own
    )
    const among = {entry, existing: isRelease ? item.existing : undefined, placeOf: this.#placeBefore(entry)}
    const lines = (item.changes ?? []).map((line, place): LineOfRelease => {
      const events = toEvents(line as WrittenChange, among, yaml, [...path, 'changes', place], this.events.length)
      this.events.push(...events)
      return {content: line as LineContent, events}
    })
    if (isRelease && item.facts !== undefined) this.recorded.push({entry, facts: item.facts, lines})
  }

  /** Adds a file of `next/`, whose changes are unreleased. */
  addUnreleased(yaml: YamlText): void {
    const known = this.entries.findIndex(({name}) => name === NEXT)
    const entry =
      known >= 0
        ? known
        : this.#addEntry({kind: 'release', name: NEXT, stated: UNKNOWN_DATE, place: yaml.place([])}, yaml, [])
    for (const [place, line] of (yaml.value as WrittenChange[]).entries()) {
      this.events.push(...toEvents(line, {entry, placeOf: this.#placeBefore(entry)}, yaml, [place], this.events.length))
    }
  }

  #addEntry(entry: WrittenEntry, yaml: YamlText, path: Path): number {
    const key = releaseKey(entry.name)
    const previous = entry.kind === 'release' ? this.#places.get(key) : undefined
    if (previous) {
      const {source: file, line = 1, column = 1} = previous()
      const first = `${file}:${line}:${column}`
      this.problems.push({
        message: `Release \`${entry.name}\` is listed twice (first at ${first}). Keep one of them.`,
        place: yaml.where(path)
      })
    } else if (entry.kind === 'release') this.#places.set(key, () => yaml.where(path))
    return this.entries.push(entry) - 1
  }

  /** Finds a release by its name among those before an entry. */
  #placeBefore(index: number): (release: string) => number | undefined {
    return release => {
      const key = releaseKey(release)
      const place = this.entries.findIndex(({kind, name}) => kind === 'release' && releaseKey(name) === key)
      return place === -1 || place >= index ? undefined : place
    }
  }
}

/** Sorts releases by version if all have one, else by date. Announcements are placed before the first later release. */
function sortHistoryItems<Item extends {readonly item: WrittenHistoryItem}>(written: readonly Item[]): Item[] {
  const releases = written.filter(({item}) => 'release' in item)
  const nameOf = ({item}: Item): string => ('release' in item ? item.release : item.on)
  const dateOf = ({item}: Item): string => ('release' in item ? item.date : item.on) ?? ''
  const dated = releases.filter(each => nameOf(each) !== NEXT)
  const {versions, compare} = orderVersions(
    dated.map(each => ({name: nameOf(each), day: parseDateRange(dateOf(each))?.earliest}))
  )
  const areAllVersions = dated.every(each => versions.has(nameOf(each)))
  const sorted = releases.toSorted((a, b) => {
    if (nameOf(a) === NEXT || nameOf(b) === NEXT) return nameOf(a) === NEXT ? 1 : -1
    const left = versions.get(nameOf(a))
    const right = versions.get(nameOf(b))
    const order = areAllVersions && left && right ? compare(left, right) : 0
    if (order !== 0) return order
    return dateOf(a) === dateOf(b) ? (nameOf(a) < nameOf(b) ? -1 : 1) : dateOf(a) < dateOf(b) ? -1 : 1
  })
  const statements = written
    .filter(({item}) => !('release' in item))
    .toSorted((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1))
  for (const statement of statements) {
    const place = sorted.findIndex(each => nameOf(each) === NEXT || dateOf(each) > dateOf(statement))
    sorted.splice(place === -1 ? sorted.length : place, 0, statement)
  }
  return sorted
}
