import {join} from 'node:path'
import {formatSubject, type Subject} from '../../model/subject/subject.ts'
import {releaseKey} from '../../model/time/release.ts'
import {NEXT} from '../../model/time/timeline.ts'
import {isFolder, readText} from '../files/file-system.ts'
import {readYaml} from '../yaml/yaml-file.ts'
import {withItem} from './append-item.ts'
import {filesInFolder, type HistoryFile, readHistoryText, readHistoryTexts} from './file.ts'
import {type HistoryDraft, writeLines} from './write.ts'

/** A history with one more line in what is not yet released, before it is written. */
export interface NextDraft {
  readonly path: string
  readonly text: string
  /** The whole history, as it will be read. */
  readonly file: HistoryFile
}

/** In a file the line goes to `next`; in a folder to a file of its own, named by what it is about. */
export function draftNext(path: string, line: HistoryDraft, about: Subject): NextDraft {
  if (isFolder(path)) return inFolder(path, line, about)
  const old = readText(path)
  const {releases = []} = readYaml(old, path).value as {releases?: readonly {release?: string}[]}
  const next = releases.findIndex(({release}) => release !== undefined && releaseKey(release) === NEXT)
  const text =
    next === -1
      ? withItem(old, path, ['releases'], {release: NEXT, changes: [line]})
      : withItem(old, path, ['releases', next, 'changes'], line)
  return {path, text, file: readHistoryText(text, path)}
}

function inFolder(folder: string, line: HistoryDraft, about: Subject): NextDraft {
  const files = filesInFolder(folder)
  const path = `next/${nameOf(about)}.yaml`
  const old = files.find(each => each.path === path)
  const text = old ? withItem(old.text, join(folder, path), [], line) : writeLines([line])
  const file = readHistoryTexts([...files.filter(each => each !== old), {path, text}], folder)
  return {path: join(folder, path), text, file}
}

/** `GET /v1/loans/{loanId} (field due)` → `get-v1-loans-loanid-field-due`. */
const nameOf = (subject: Subject): string =>
  formatSubject(subject)
    .toLowerCase()
    .replace(/[^a-z\d.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100) || 'change'
