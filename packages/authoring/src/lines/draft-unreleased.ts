import {createHash} from 'node:crypto'
import {join} from 'node:path'
import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import {type HistoryFile, readHistoryFolder, readHistoryText, readHistoryTexts} from '@tenure/core/inputs/history/file'
import {type HistoryContent, writeChanges} from '@tenure/core/inputs/history/write'
import type {SourceLocation} from '@tenure/core/model/location'
import {formatSubject, type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {releaseKey} from '@tenure/core/model/time/release'
import {NEXT} from '@tenure/core/model/time/timeline'
import type {Files} from '@tenure/core/stores/files/files'
import {appendItem} from './append-item.ts'
import {setKeys} from './edit-line.ts'

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
