import {join} from 'node:path'
import {inputError} from '@tenure/core/model/input-error'
import type {Files} from '@tenure/core/stores/files/files'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {
  createParentFolder,
  moveFile,
  removeEmptyFolder,
  removeFile,
  writeFileAtomically
} from '@tenure/core/stores/files/write-file'
import * as z from 'zod'
import {DAYS_FOLDER, dayOfFile, IMPORTS_FILE, TABLE_FILE} from './files.ts'

/** Folder in the table for files that aren't all written yet. */
const DRAFT = '.draft'
/** Names the files of a complete draft, and those to delete. */
const PLAN = `${DRAFT}/plan.json`

/** The texts of a table by path relative to its folder. Empty if there is no table. */
export function readTableTexts(
  files: Files,
  folder: string,
  isWanted = (_: string): boolean => true
): Map<string, string> {
  const texts = new Map<string, string>()
  if (!files.isFolder(folder)) return texts
  for (const path of listTable(files, folder)) if (isWanted(path)) texts.set(path, files.readText(join(folder, path)))
  return texts
}

function listTable(files: Files, folder: string): string[] {
  const days = join(folder, DAYS_FOLDER)
  const all = files.isFolder(days) ? files.listFolder(days).map(name => `${DAYS_FOLDER}/${name}`) : []
  return [
    ...[TABLE_FILE, IMPORTS_FILE].filter(name => files.isFile(join(folder, name))),
    ...all.filter(path => dayOfFile(path) !== undefined)
  ]
}

/**
 * Writes files of a table, or deletes those without a text: all of them, or none if the run is interrupted. Then the next
 * run completes what this one planned.
 */
export function writeTable(
  workspace: Workspace,
  folder: string,
  changed: ReadonlyMap<string, string | undefined>
): void {
  finishDraft(workspace, folder)
  const draft = [...changed].flatMap(([path, text], at) => (text === undefined ? [] : [{path, text, name: `${at}`}]))
  const removed = [...changed].flatMap(([path, text]) => (text === undefined ? [path] : []))
  createParentFolder(workspace, join(folder, PLAN))
  for (const {name, text} of draft) writeFileAtomically(workspace, join(folder, DRAFT, name), text)
  const plan = {written: draft.map(({path, name}) => ({path, name})), removed}
  writeFileAtomically(workspace, join(folder, PLAN), JSON.stringify(plan))
  finishDraft(workspace, folder)
}

/** Completes the files of an interrupted run if all of them were written, and deletes them otherwise. */
export function finishDraft(workspace: Workspace, folder: string): void {
  const {files} = workspace
  const draft = join(folder, DRAFT)
  if (!files.isFolder(draft)) return
  if (files.isFile(join(folder, PLAN))) {
    const {written, removed} = readPlan(files, join(folder, PLAN))
    for (const {path, name} of written) {
      createParentFolder(workspace, join(folder, path))
      if (files.exists(join(draft, name))) moveFile(files, join(draft, name), join(folder, path))
    }
    for (const path of removed) removeFile(workspace, join(folder, path))
  }
  for (const name of files.listFolder(draft)) removeFile(workspace, join(draft, name))
  removeEmptyFolder(files, draft)
}

const planSchema = z.strictObject({
  written: z.array(z.strictObject({path: tablePath(), name: z.string().regex(/^\d+$/)})),
  removed: z.array(tablePath())
})

/** The path of a file of the table. A draft that came with a checkout can name no other. */
function tablePath() {
  return z.string().refine(path => [TABLE_FILE, IMPORTS_FILE].includes(path) || dayOfFile(path) !== undefined)
}

function readPlan(files: Files, path: string): z.infer<typeof planSchema> {
  try {
    return planSchema.parse(JSON.parse(files.readText(path)))
  } catch {
    throw inputError(`\`${files.relative('', path)}\` isn't the plan of an interrupted import. Delete its folder.`)
  }
}
