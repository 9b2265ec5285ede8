import {createHash} from 'node:crypto'
import {join} from 'node:path'
import {YamlEditor} from '@tenure/core/documents/yaml/yaml-edit'
import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import {type HistoryFile, readHistoryFolder, readHistoryText, readHistoryTexts} from '@tenure/core/inputs/history/file'
import {type HistoryContent, writeChanges, writeInOneLine} from '@tenure/core/inputs/history/write'
import {parsePointer, type SourceLocation} from '@tenure/core/model/location'
import {formatSubject, type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {releaseKey} from '@tenure/core/model/time/release'
import {NEXT} from '@tenure/core/model/time/timeline'
import type {Files} from '@tenure/core/stores/files/files'
import {isCollection, isMap, type Node, type Scalar, type YAMLMap} from 'yaml'
import {appendItem, assertOnlyEdited} from './append-item.ts'

/** A history with one more unreleased change, before it is written. */
export interface UnreleasedDraft {
  readonly path: string
  readonly text: string
  /** The whole history, including the change. */
  readonly file: HistoryFile
}

/**
 * Drafts an unreleased change: in `next` of a history file, or in a file of a history folder that is named after the
 * subject.
 */
export function draftUnreleased(files: Files, path: string, line: HistoryContent, about: Subject): UnreleasedDraft {
  if (files.isFolder(path)) return draftInFolder(files, path, line, about)
  const old = files.readText(path)
  const {releases = []} = readYaml(old, path).value as {releases?: readonly {release?: string}[]}
  const next = releases.findIndex(({release}) => release !== undefined && releaseKey(release) === NEXT)
  const text =
    next === -1
      ? appendItem(old, path, ['releases'], {release: NEXT, changes: [line]})
      : appendItem(old, path, ['releases', next, 'changes'], line)
  return {path, text, file: readHistoryText(text, path)}
}

function draftInFolder(disk: Files, folder: string, line: HistoryContent, about: Subject): UnreleasedDraft {
  const files = readHistoryFolder(disk, folder)
  const path = `next/${fileNameOf(about)}.yaml`
  const old = files.find(each => each.path === path)
  const text = old ? appendItem(old.text, join(folder, path), [], line) : writeChanges([line])
  const file = readHistoryTexts([...files.filter(each => each !== old), {path, text}], folder)
  return {path: join(folder, path), text, file}
}

/** Drafts another text of an unreleased change: some of its keys get other values, and the rest is kept. */
export function editUnreleased(
  files: Files,
  path: string,
  place: SourceLocation,
  values: HistoryContent
): UnreleasedDraft {
  const text = setKeys(files.readText(place.source), place, values)
  if (!files.isFolder(path)) return {path: place.source, text, file: readHistoryText(text, path)}
  const all = readHistoryFolder(files, path)
  const edited = all.map(each => (join(path, each.path) === place.source ? {...each, text} : each))
  return {path: place.source, text, file: readHistoryTexts(edited, path)}
}

/**
 * The file name of a subject: `GET /v1/loans/{loanId} (field due)` → `get-v1-loans-loanid-field-due`. Where letters get
 * lost, a checksum tells subjects apart, because a file that two branches add for different subjects merges badly.
 */
function fileNameOf(subject: Subject): string {
  const text = formatSubject(subject)
  const name = text
    .toLowerCase()
    .replace(/[^a-z\d.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100)
  const isUnique = /^[A-Z]+ \/[a-z\d./]*$/.test(text) && text.length < 100
  return isUnique ? name : [name, createHash('sha256').update(subjectKey(subject)).digest('hex').slice(0, 6)].join('-')
}

/** The keys of a deprecation after those that name its subject, in the order in which people write them. */
const KEYS: readonly string[] = ['replacement', 'sunset', 'announced', 'via', 'note']

/**
 * Sets keys of the change at a place. Every other byte is kept. Throws an `InputError` if the change can't be edited that
 * way.
 */
function setKeys(text: string, {source, pointer = ''}: SourceLocation, values: HistoryContent): string {
  const path = parsePointer(pointer)
  const page = new YamlEditor(text, source)
  const line = page.document.getIn(path, true)
  const edited = isMap(line) ? page.apply(editsOf(page, line as YAMLMap<Node>, values)) : text
  const expected = withKeys(text, source, path, values)
  return assertOnlyEdited(edited, {source, pointer}, {expected, remedy: 'Set these keys by hand:', lines: values})
}

function editsOf(page: YamlEditor, line: YAMLMap, values: HistoryContent): ReturnType<YamlEditor['insertAfter']>[] {
  // Keys inserted at the same position end up in reverse order.
  return KEYS.toReversed().flatMap(key => {
    const value = values[key]
    if (value === undefined) return []
    const written = writeInOneLine({[key]: value}).slice(1, -1)
    const old = page.pairOf(line, key)?.value
    if (old) {
      const block = !isCollection(old) && /^BLOCK/.test(String((old as Scalar).type)) ? page.eol : ''
      return [page.replace(old as Scalar, written.slice(key.length + 2) + block)]
    }
    const later = KEYS.slice(KEYS.indexOf(key))
    const before = line.items.findLast(each => !later.includes(String(each.key))) ?? line.items.at(-1)
    return before ? [page.insertAfter(line, before, written)] : []
  })
}

/** The value of a text with the keys set in the map at a path. */
function withKeys(text: string, source: string, path: readonly string[], values: HistoryContent): unknown {
  const {value} = readYaml(text, source)
  const line = path.reduce<unknown>((inner, key) => (inner as {readonly [key: string]: unknown})[key], value)
  Object.assign(line as object, values)
  return value
}
