import {basename, resolve} from 'node:path'
import {InputError, inputError} from '../../model/input-error.ts'
import type {Config} from '../../read/config/file.ts'
import {newHistoryPath} from '../../read/config/history-path.ts'
import {createDiskFileTree} from '../../read/document/file-tree.ts'
import {NO_CACHE} from '../../read/files/cache.ts'
import {pathExists} from '../../read/files/file-system.ts'
import {jsonText} from '../../text/escape.ts'
import {HISTORY_NAMES} from '../session/history-path.ts'
import {ReleaseDiffs} from '../snapshots/release-diffs.ts'

/**
 * First history file of an API that has none yet. `undefined` if there's no config file, if a history exists, or if the
 * configured path may be a folder. Throws an `InputError` if another file has the default name.
 */
export function firstHistory(config: Config | undefined, spec: string): {path: string; text: string} | undefined {
  if (!config || (config.history === undefined ? HISTORY_NAMES.some(pathExists) : pathExists(config.history)))
    return undefined
  const path = newHistoryPath(config)
  // A path without a YAML extension may be a folder, which its author has to create.
  if (!/\.ya?ml$/.test(path)) return undefined
  if (pathExists(path)) {
    throw inputError(
      `No API in \`tenure.yaml\` names \`${path}\` as its \`history\`. Add it there, or name another file.`,
      config.locate({source: config.source, pointer: config.pointer}),
      `history: ${path}`
    )
  }
  return {path, text: historyText(readTitle(spec) ?? config.api ?? basename(resolve('.')))}
}

/** Title of the description. `undefined` if it has none or can't be read. */
export function readTitle(spec: string): string | undefined {
  try {
    const title = new ReleaseDiffs(NO_CACHE).describeAlone({shelf: () => createDiskFileTree(spec)}).title?.trim()
    return title === '' ? undefined : title
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** Text of an empty history file. */
export const historyText = (
  service: string
): string => `# The life of every endpoint version: one verb and one subject a line.
# added, changed, deprecated, rescheduled, withdrawn, promoted, renamed, removed, restored
format: 1
service: ${jsonText(service)}
releases:
  # - release: "1.0"
  #   date: 2026-01-15
  #   changes:
  #     - added: GET /v1/loans
  #     - deprecated: GET /v1/shelves
  #       replacement: GET /v2/shelves
  #       sunset: 2027-02-15
  - release: next
    changes: []
`
