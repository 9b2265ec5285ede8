import {basename, join} from 'node:path'
import {z} from 'zod'
import {VERBS, type Verb} from '../model/event.ts'
import type {Declared, Stated, SubjectFact, WrittenEvent} from '../model/history.ts'
import {nearest} from '../model/nearest.ts'
import {type Locate, type Place, pathOf} from '../model/place.ts'
import {InputError, type Problem, refuse} from '../model/problem.ts'
import {releaseKey, versionOf} from '../model/release.ts'
import {PART_KINDS, type Part, parseTarget, type Subject, type Target} from '../model/subject.ts'
import {NEXT, type WrittenEntry} from '../model/timeline.ts'
import {parseWhen, UNKNOWN} from '../model/when.ts'
import {isFolder, isThere, namesIn, readText} from './disk.ts'
import {listed, problemsIn} from './format.ts'
import {
  announcement,
  LINE_EXAMPLES,
  LINES,
  release,
  service,
  type WrittenFact,
  type WrittenLine,
  type WrittenOther,
  type WrittenRelease,
  type WrittenService,
  type WrittenWaiver
} from './history-format.ts'
import {waiverOf} from './waiver.ts'
import {locator, readYaml, type YamlText} from './yaml-text.ts'

type Path = readonly (string | number)[]

/** A list of changes where it stands: a file of the history and a path in it. */
interface Written {
  readonly yaml: YamlText
  readonly path: Path
  readonly item: WrittenRelease
}

/** A history as written, and the way to the lines that it was read from. */
export interface HistoryFile {
  readonly declared: Declared
  readonly locate: Locate
}

/** Reads a history: one file, or a folder with `service.yaml`, `releases/` and `next/`. */
export function readHistory(path: string): HistoryFile {
  return isFolder(path) ? readHistoryFolder(path) : readHistoryText(readText(path), path)
}

export function readHistoryText(text: string, source: string): HistoryFile {
  const yaml = readYaml(text, source)
  const value = yaml.value
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw refuse(
      'Unexpected content, expected a map that begins with `service` and `releases`',
      yaml.where([]),
      'service: Lending Library API'
    )
  }
  const {releases, openapi, swagger} = value as Readonly<Record<string, unknown>>
  if (openapi !== undefined || swagger !== undefined) {
    throw refuse(
      'Unexpected API description, expected a history: `service` and its `releases`',
      yaml.where([openapi === undefined ? 'swagger' : 'openapi'], true),
      HEAD_EXAMPLES.service
    )
  }
  const problems = problemsInHead(yaml, historyHead, value)
  if (Array.isArray(releases))
    problems.push(...releases.flatMap((item, index) => problemsInRelease(yaml, item, ['releases', index])))
  if (problems.length > 0) throw new InputError(problems)
  const written = (releases as WrittenRelease[]).map(
    (item, index): Written => ({yaml, path: ['releases', index], item})
  )
  return {declared: declare(yaml, value as WrittenService, written, source), locate: locator([yaml])}
}

/** Whether a file of a history folder, by its path from there, is part of the history. */
export const isHistoryPath = (path: string): boolean =>
  path === 'service.yaml' || /^(?:releases|next)\/[^/\n]+\.ya?ml$/.test(path)

/** A file of a history folder: its path from the folder, and its text. */
export interface FolderFile {
  readonly path: string
  readonly text: string
}

function readHistoryFolder(folder: string): HistoryFile {
  const inner = ['releases', 'next'].flatMap(name =>
    isThere(join(folder, name)) ? namesIn(join(folder, name)).map(file => `${name}/${file}`) : []
  )
  const paths = ['service.yaml', ...inner].filter(isHistoryPath)
  return readHistoryTexts(
    paths.map(path => ({path, text: readText(join(folder, path))})),
    folder
  )
}

/** Reads the files of a history folder, wherever they came from. */
export function readHistoryTexts(texts: readonly FolderFile[], folder: string): HistoryFile {
  const files = texts.map(({path, text}) => ({path, yaml: readYaml(text, join(folder, path))}))
  const head = files.find(({path}) => path === 'service.yaml')?.yaml
  if (!head) throw refuse('Unexpected folder without `service.yaml`, expected a history', {source: folder})
  const problems = problemsInHead(head, service, head.value)
  const within = (name: string): YamlText[] =>
    files.filter(({path}) => path.startsWith(`${name}/`)).map(({yaml}) => yaml)
  const releases = within('releases').map((yaml): Written => {
    problems.push(...problemsInRelease(yaml, yaml.value, []))
    return {yaml, path: [], item: yaml.value as WrittenRelease}
  })
  const next = within('next')
  for (const yaml of next) {
    if (Array.isArray(yaml.value)) {
      problems.push(...yaml.value.flatMap((line, index) => problemsInLine(yaml, line, [index])))
      continue
    }
    const message = 'Unexpected content, expected a list of changes'
    problems.push({message, place: yaml.where([]), example: LINE_EXAMPLES.deprecated})
  }
  if (problems.length > 0) throw new InputError(problems)
  return {
    declared: declare(head, head.value as WrittenService, inOrderOfTags(releases), folder, next),
    locate: locator([head, ...releases.map(({yaml}) => yaml), ...next])
  }
}

/** By version where all have one, else by date; a statement comes before the first release that is later. */
function inOrderOfTags(written: readonly Written[]): Written[] {
  const releases = written.filter(({item}) => 'release' in item)
  const nameOf = ({item}: Written): string => ('release' in item ? item.release : item.on)
  const dateOf = ({item}: Written): string => ('release' in item ? item.date : item.on) ?? ''
  const versioned = releases.every(each => nameOf(each) === NEXT || versionOf(nameOf(each)))
  const sorted = releases.toSorted((a, b) => {
    if (nameOf(a) === NEXT || nameOf(b) === NEXT) return nameOf(a) === NEXT ? 1 : -1
    const left = versionOf(nameOf(a))
    const right = versionOf(nameOf(b))
    if (versioned && left && right) return left.compare(right)
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

/** The keys of the file itself; each release is looked into on its own. */
const historyHead = service.extend({releases: z.array(z.unknown())})

/** A line that would be accepted, for each key that may be wrong. */
const HEAD_EXAMPLES = {
  format: 'format: 1',
  service: 'service: Lending Library API',
  policy: 'policy: thirteen-months',
  adopted: 'adopted: 2025-01-10',
  complete: 'complete: false',
  base: 'base: https://library.example/api',
  about: 'about: Lends books and reads fees.',
  areas: 'areas: [loans, shelves]',
  notes: 'notes: [Releases are dated in UTC.]',
  unknown: 'unknown: [{topic: rate limits}]',
  subjects: 'subjects: [{subject: Loan.shelf, type: string}]',
  releases: 'releases: [{release: "3.0", date: 2025-11-20, changes: []}]'
}

// A key of the file may have any name, `__proto__` too.
const EXAMPLE_OF = new Map<string, string>(Object.entries(HEAD_EXAMPLES))

function problemsInHead(yaml: YamlText, schema: z.ZodType, value: unknown): Problem[] {
  return problemsIn(yaml, schema, value, []).map(problem => {
    const [key] = pathOf(problem.place?.pointer ?? '')
    const missing = /^Unexpected lack of `(\w+)`/.exec(problem.message)?.[1]
    const example = EXAMPLE_OF.get(missing ?? key ?? 'service')
    return {...problem, ...(example === undefined ? {} : {example})}
  })
}

function problemsInRelease(yaml: YamlText, item: unknown, path: Path): Problem[] {
  const isAnnouncement = item !== null && typeof item === 'object' && 'on' in item && !('release' in item)
  const schema = isAnnouncement ? announcement : release
  const example = '- {release: "3.0", date: 2025-11-20, changes: []}'
  if (item === null || typeof item !== 'object' || Array.isArray(item))
    return problemsIn(yaml, schema, item, path, example)
  const {changes, ...rest} = item as {changes?: unknown}
  const problems = problemsIn(yaml, schema, rest, path, example)
  if (changes === null || changes === undefined) return problems
  if (!Array.isArray(changes)) return [...problems, ...problemsIn(yaml, changeList, {changes}, path, CHANGES_EXAMPLE)]
  return [...problems, ...changes.flatMap((line, index) => problemsInLine(yaml, line, [...path, 'changes', index]))]
}

const changeList = z.object({changes: z.array(z.unknown())})
const CHANGES_EXAMPLE = 'changes: [{added: GET /v2/loans}]'

/** One verb and one subject a line: the verb chooses what else may stand there. */
function problemsInLine(yaml: YamlText, line: unknown, path: Path): Problem[] {
  if (line === null || typeof line !== 'object' || Array.isArray(line)) {
    return [
      {
        message: 'Unexpected change, expected one verb and one subject',
        place: yaml.where(path),
        example: LINE_EXAMPLES.added
      }
    ]
  }
  const keys = Object.keys(line)
  const verbs = VERBS.filter(verb => keys.includes(verb))
  const [verb] = verbs
  if (verb && verbs.length === 1) return problemsIn(yaml, LINES[verb], line, path, LINE_EXAMPLES[verb])
  if (verb) {
    return [
      {
        message: `Unexpected verbs ${listed(verbs)} in one change, expected one verb a line`,
        place: yaml.where(path),
        example: LINE_EXAMPLES[verb]
      }
    ]
  }
  const meant = keys.map(key => nearest(key, VERBS)).find(each => each !== undefined)
  const key = keys.find(each => nearest(each, VERBS) === meant) ?? keys[0]
  const hint = meant ? ` (did you mean \`${meant}\`?)` : ''
  const what = key === undefined ? 'empty change' : `verb \`${key}\``
  return [
    {
      message: `Unexpected ${what}, expected one of ${listed(VERBS)}${hint}`,
      place: yaml.where(key === undefined ? path : [...path, key], true),
      example: LINE_EXAMPLES[(meant as Verb) ?? 'added']
    }
  ]
}

function declare(
  head: YamlText,
  written: WrittenService,
  releases: readonly Written[],
  source: string,
  next: readonly YamlText[] = []
): Declared {
  const entries: WrittenEntry[] = []
  const events: WrittenEvent[] = []
  const seen = new Map<string, () => Place>()
  const problems: Problem[] = []
  const add = (entry: WrittenEntry, yaml: YamlText, path: Path): number => {
    const key = releaseKey(entry.name)
    const twin = entry.kind === 'release' ? seen.get(key) : undefined
    if (twin) {
      const {source: file, line = 1, column = 1} = twin()
      const first = `${file}:${line}:${column}`
      problems.push({
        message: `Unexpected second release \`${entry.name}\`, expected each name once (the first is at ${first})`,
        place: yaml.where(path)
      })
    } else if (entry.kind === 'release') seen.set(key, () => yaml.where(path))
    return entries.push(entry) - 1
  }
  for (const {yaml, path, item} of releases) {
    const isRelease = 'release' in item
    const name = isRelease ? item.release : item.on
    const stated = isRelease ? item.date : item.on
    const index = add(
      {
        kind: isRelease ? 'release' : 'announcement',
        name,
        stated: stated === undefined ? UNKNOWN : (parseWhen(stated) ?? UNKNOWN),
        place: yaml.place([...path, isRelease ? 'release' : 'on']),
        ...(isRelease && item.date !== undefined ? {date: item.date} : {}),
        ...(!isRelease && item.via !== undefined ? {via: item.via} : {}),
        ...(item.note === undefined ? {} : {note: item.note})
      },
      yaml,
      [...path, isRelease ? 'release' : 'on']
    )
    for (const [place, line] of (item.changes ?? []).entries()) {
      events.push(...eventsOf(line as WrittenLine, index, yaml, [...path, 'changes', place], events.length))
    }
  }
  for (const yaml of next) {
    const known = entries.findIndex(({name}) => name === NEXT)
    const index =
      known >= 0 ? known : add({kind: 'release', name: NEXT, stated: UNKNOWN, place: yaml.place([])}, yaml, [])
    for (const [place, line] of (yaml.value as WrittenLine[]).entries()) {
      events.push(...eventsOf(line, index, yaml, [place], events.length))
    }
  }
  if (problems.length > 0) throw new InputError(problems)
  return {
    about: {
      service: written.service,
      ...(written.base === undefined ? {} : {base: written.base}),
      ...(written.about === undefined ? {} : {about: written.about}),
      areas: written.areas ?? [],
      notes: written.notes ?? [],
      unknown: (written.unknown ?? []).map(({topic, note}) => ({topic, ...(note === undefined ? {} : {note})}))
    },
    source: basename(source) === 'service.yaml' ? source.slice(0, -'/service.yaml'.length) : source,
    ...(written.policy === undefined ? {} : {policy: written.policy}),
    ...(written.adopted === undefined ? {} : {adopted: written.adopted}),
    complete: written.complete ?? true,
    entries,
    events,
    facts: (written.subjects ?? []).map((fact, index) => factOf(fact, head, ['subjects', index])),
    waivers: []
  }
}

/** A fact that was read is one that passed its schema, so its subject can be read too. */
function targetOf(text: string): Target {
  const target = parseTarget(text)
  if (!target) throw refuse(`Unexpected subject \`${text}\`, expected \`METHOD /path\``)
  return target
}

type Narrowed = {readonly [Kind in keyof Part]?: Part[Kind] | undefined}

function subjectOf(target: Target, narrowed: Narrowed): Subject {
  const keys = [...PART_KINDS, 'in' as const].filter(kind => narrowed[kind] !== undefined)
  if (keys.length === 0) return {target}
  return {target, part: Object.fromEntries(keys.map(kind => [kind, narrowed[kind]])) as Part}
}

/** A replacement: a subject of its own, or another part of the same target. */
function otherOf(written: WrittenOther, beside: Subject): Subject {
  if (typeof written === 'string') {
    // A bare name beside a resource's field, or beside a part, is read as a subject all the same.
    return {target: targetOf(written)}
  }
  const inherits = written.subject === undefined && written.in === undefined && beside.part?.in !== undefined
  return subjectOf(written.subject === undefined ? beside.target : targetOf(written.subject), {
    ...written,
    ...(inherits ? {in: beside.part?.in} : {})
  })
}

function factOf(fact: WrittenFact, yaml: YamlText, path: Path): SubjectFact {
  return {
    subject: subjectOf(targetOf(fact.subject), fact),
    place: yaml.place(path),
    ...(fact.type === undefined ? {} : {type: fact.type}),
    ...(fact.stability === undefined ? {} : {stability: fact.stability}),
    ...(fact.note === undefined ? {} : {note: fact.note})
  }
}

const stated = (text: string): Stated => ({text})

/** The events that a line tells of: one, or two for a rename and a promotion. */
function eventsOf(line: WrittenLine, entry: number, yaml: YamlText, path: Path, id: number): WrittenEvent[] {
  const verb = VERBS.find(each => each in line) as Verb
  const written = line as Readonly<Record<string, unknown>> & Narrowed
  const target = targetOf(String(written[verb]))
  const subject = subjectOf(target, written)
  const place = yaml.place(path)
  const pick = <T>(key: string): T | undefined => written[key] as T | undefined
  const said = {
    ...copy('note', pick<string>('note')),
    ...copy('via', pick<string>('via')),
    ...copy('breaking', pick<boolean>('breaking')),
    ...copy('required', pick<boolean>('required')),
    ...copy('type', pick<string>('type')),
    ...copy('change', pick<string>('kind') as WrittenEvent['change']),
    ...copy('gates', pick<Record<string, string>>('met')),
    ...copy(
      'except',
      pick<string[]>('except')?.map(each => ({target: targetOf(each)}))
    )
  }
  const stability = copy('stability', pick<string>('stability'))
  const announced = pick<string>('announced')
  const ends = {
    ...(announced === undefined ? {} : {announced: announced === 'never' ? ('never' as const) : stated(announced)}),
    ...(pick('waiver') === undefined
      ? {}
      : {waiver: waiverOf(pick<WrittenWaiver>('waiver') as WrittenWaiver, yaml, [...path, 'waiver'])})
  }
  const sunset = pick<string>('sunset')
  const replacement = pick<WrittenOther>('replacement')
  const base = {verb, entry, place}
  if (verb === 'renamed' || verb === 'promoted') {
    const to = otherOf(pick<WrittenOther>('to') as WrittenOther, subject)
    const until = pick<string>('until')
    const old =
      until === undefined ? {kind: 'removed' as const, ...ends} : {kind: 'deprecated' as const, sunset: stated(until)}
    return [
      {...base, ...said, ...old, id, subject, replacement: to, counterpart: to},
      {...base, ...stability, id: id + 1, kind: 'introduced', subject: to, counterpart: subject}
    ]
  }
  const kind = verb === 'added' ? 'introduced' : verb
  return [
    {
      ...base,
      ...said,
      ...stability,
      ...ends,
      id,
      kind,
      subject,
      ...(sunset === undefined ? {} : {sunset: stated(sunset)}),
      ...(replacement === undefined ? {} : {replacement: otherOf(replacement, subject)})
    }
  ]
}

const copy = <Key extends string, Value>(key: Key, value: Value | undefined): {[K in Key]?: Value} =>
  (value === undefined ? {} : {[key]: value}) as {[K in Key]?: Value}
