import {randomUUID} from 'node:crypto'
import type {Environment} from '@tenure/core/context/context'
import {InputError} from '@tenure/core/model/input-error'
import {escapeData} from '@tenure/core/outputs/report/formats/github'
import {sayPlace} from '@tenure/core/outputs/report/report-text'
import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import type {Files} from '@tenure/core/stores/files/files'
import {appendToFile} from '@tenure/core/stores/files/write-file'
import type {ActionContext} from './action-context.ts'

/** Appends outputs for later steps. Values can have several lines, and their delimiter can't be guessed. */
export function writeOutputs(
  files: Files,
  outputs: Readonly<Record<string, string>>,
  {GITHUB_OUTPUT: path}: Environment
): void {
  if (!path) return
  const delimiter = `tenure-${randomUUID()}`
  const lines = Object.entries(outputs).map(([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
  appendToFile(files, path, lines.join(''))
}

/** Appends Markdown to the summary of the job. */
export function writeSummary(files: Files, markdown: string, {GITHUB_STEP_SUMMARY: path}: Environment): void {
  if (path) appendToFile(files, path, `${markdown}\n`)
}

/** Prints an annotation without a location. */
export const annotate = (level: 'error' | 'warning' | 'notice', text: string, {out}: ActionContext): void =>
  out(`::${level} title=tenure::${escapeData(plainText(text))}\n`)

/** Prints why the action failed, without a stack trace. */
export function reportFailure(error: unknown, context: ActionContext): void {
  const messages =
    error instanceof InputError
      ? error.problems.map(({message, place}) => (place ? `${sayPlace(place)}: ${message}` : message))
      : [`The action failed: ${error instanceof Error ? error.message : String(error)}`]
  for (const message of messages) annotate('error', message, context)
}
