import {basename, join} from 'node:path'
import {InputError, type Problem, refuse} from '../../model/input-error.ts'
import type {Declared, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {Locate, Place} from '../../model/location.ts'
import {UNKNOWN} from '../../model/time/date-range.ts'
import {releaseKey} from '../../model/time/release.ts'
import {NEXT, statedWhen, type WrittenEntry} from '../../model/time/timeline.ts'
import {isFolder, isThere, namesIn, readText} from '../files/file-system.ts'
import {locator, readYaml, type YamlText} from '../yaml/yaml-file.ts'
import {eventsOf, factOf} from './events.ts'
import {LINE_EXAMPLES, service, type WrittenLine, type WrittenRelease, type WrittenService} from './format.ts'
import {inOrderOfTags} from './order.ts'
import {HEAD_EXAMPLES, historyHead, problemsInHead, problemsInLine, problemsInRelease} from './validate.ts'

type Path = readonly (string | number)[]

/** A release or announcement with its file and path. */
interface WrittenItem {
  readonly yaml: YamlText
  readonly path: Path
  readonly item: WrittenRelease
}

/** A history, and how to find the source positions in it. */
export interface HistoryFile {
  readonly declared: Declared
  readonly locate: Locate
}

/** Reads a history: one file, or a folder with `service.yaml`, `releases/`, and `next/`. */
export function readHistory(path: string): HistoryFile {
  return isFolder(path) ? readHistoryTexts(filesInFolder(path), path) : readHistoryText(readText(path), path)
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
    (item, index): WrittenItem => ({yaml, path: ['releases', index], item})
  )
  return {declared: declare(yaml, value as WrittenService, written, source), locate: locator([yaml])}
}

/** Whether a path inside a history folder belongs to the history. */
export const isHistoryPath = (path: string): boolean =>
  path === 'service.yaml' || /^(?:releases|next)\/[^/\n]+\.ya?ml$/.test(path)

/** A file of a history folder, with its path relative to the folder. */
export interface FolderFile {
  readonly path: string
  readonly text: string
}

/** Reads the files of a history folder. */
export function filesInFolder(folder: string): FolderFile[] {
  const inner = ['releases', 'next'].flatMap(name =>
    isThere(join(folder, name)) ? namesIn(join(folder, name)).map(file => `${name}/${file}`) : []
  )
  const paths = ['service.yaml', ...inner].filter(isHistoryPath)
  return paths.map(path => ({path, text: readText(join(folder, path))}))
}

/** Parses the files of a history folder from their texts. */
export function readHistoryTexts(texts: readonly FolderFile[], folder: string): HistoryFile {
  const files = texts.map(({path, text}) => ({path, yaml: readYaml(text, join(folder, path))}))
  const head = files.find(({path}) => path === 'service.yaml')?.yaml
  if (!head) throw refuse('Unexpected folder without `service.yaml`, expected a history', {source: folder})
  const problems = problemsInHead(head, service, head.value)
  const filesUnder = (name: string): YamlText[] =>
    files.filter(({path}) => path.startsWith(`${name}/`)).map(({yaml}) => yaml)
  const releases = filesUnder('releases').map((yaml): WrittenItem => {
    problems.push(...problemsInRelease(yaml, yaml.value, []))
    return {yaml, path: [], item: yaml.value as WrittenRelease}
  })
  const next = filesUnder('next')
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

function declare(
  head: YamlText,
  written: WrittenService,
  releases: readonly WrittenItem[],
  source: string,
  next: readonly YamlText[] = []
): Declared {
  const entries: WrittenEntry[] = []
  const events: WrittenEvent[] = []
  const seen = new Map<string, () => Place>()
  const problems: Problem[] = []
  const add = (entry: WrittenEntry, yaml: YamlText, path: Path): number => {
    const key = releaseKey(entry.name)
    const previous = entry.kind === 'release' ? seen.get(key) : undefined
    if (previous) {
      const {source: file, line = 1, column = 1} = previous()
      const first = `${file}:${line}:${column}`
      problems.push({
        message: `Unexpected second release \`${entry.name}\`, expected each name once (the first is at ${first})`,
        place: yaml.where(path)
      })
    } else if (entry.kind === 'release') seen.set(key, () => yaml.where(path))
    return entries.push(entry) - 1
  }
  const before =
    (index: number) =>
    (release: string): number | undefined => {
      const place = entries.findIndex(({kind, name}) => kind === 'release' && releaseKey(name) === releaseKey(release))
      return place === -1 || place >= index ? undefined : place
    }
  for (const {yaml, path, item} of releases) {
    const isRelease = 'release' in item
    const name = isRelease ? item.release : item.on
    const stated = isRelease ? item.date : item.on
    const index = add(
      {
        kind: isRelease ? 'release' : 'announcement',
        name,
        stated: statedWhen(stated, name),
        place: yaml.place([...path, isRelease ? 'release' : 'on']),
        ...(isRelease && item.date !== undefined ? {date: item.date} : {}),
        ...(!isRelease && item.via !== undefined ? {via: item.via} : {}),
        ...(item.note === undefined ? {} : {note: item.note}),
        ...(isRelease && item.existing ? {existing: true as const} : {}),
        ...(isRelease && item.partial ? {partial: true as const} : {})
      },
      yaml,
      [...path, isRelease ? 'release' : 'on']
    )
    for (const [place, line] of (item.changes ?? []).entries()) {
      const among = {entry: index, existing: isRelease ? item.existing : undefined, placeOf: before(index)}
      events.push(...eventsOf(line as WrittenLine, among, yaml, [...path, 'changes', place], events.length))
    }
  }
  for (const yaml of next) {
    const known = entries.findIndex(({name}) => name === NEXT)
    const index =
      known >= 0 ? known : add({kind: 'release', name: NEXT, stated: UNKNOWN, place: yaml.place([])}, yaml, [])
    for (const [place, line] of (yaml.value as WrittenLine[]).entries()) {
      events.push(...eventsOf(line, {entry: index, placeOf: before(index)}, yaml, [place], events.length))
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
