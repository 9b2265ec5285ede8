import {basename, join} from 'node:path'
import {DEFAULT_HISTORIES} from '@tenure/core/app/session/config-path'
import {createDiskFileTree} from '@tenure/core/documents/file-tree'
import type {Config} from '@tenure/core/inputs/config/file'
import {newHistoryPath} from '@tenure/core/inputs/config/history-path'
import {type HistoryFile, readHistoryText, readHistoryTexts} from '@tenure/core/inputs/history/file'
import {ignoreInputErrors, inputError} from '@tenure/core/model/input-error'
import {ReleaseDiffs} from '@tenure/core/observations/release-diffs'
import {jsonText} from '@tenure/core/phrases/escape'
import type {Files} from '@tenure/core/stores/files/files'

/** A history that doesn't exist yet: its path, and the text of its only file or of its `service.yaml`. */
export interface BegunHistory {
  readonly path: string
  readonly file: string
  readonly text: string
}

/**
 * First history of an API that has none yet. `undefined` if there's no config file, or if a history exists. Throws an
 * `InputError` if another file has the default name.
 */
export function firstHistory(files: Files, config: Config | undefined, spec: string): BegunHistory | undefined {
  if (
    !config ||
    (config.history === undefined ? DEFAULT_HISTORIES.some(each => files.exists(each)) : files.exists(config.history))
  )
    return undefined
  const path = newHistoryPath(files, config)
  if (files.exists(path)) {
    throw inputError(
      `No API in \`tenure.yaml\` names \`${path}\` as its \`history\`. Add it there, or name another file.`,
      config.locate({source: config.source, pointer: config.pointer}),
      `history: ${path}`
    )
  }
  return beginHistory(path, readTitle(files, spec) ?? config.api ?? basename(files.resolve('.')))
}

/** Title of the description. `undefined` if it has none or can't be read. */
export function readTitle(files: Files, spec: string): string | undefined {
  return ignoreInputErrors(() => {
    const title = new ReleaseDiffs().describeAlone({tree: () => createDiskFileTree(files, spec)}).title?.trim()
    return title === '' ? undefined : title
  })
}

/** An empty history: one file if its path is that of a YAML file, a folder otherwise. */
export function beginHistory(path: string, service: string): BegunHistory {
  const head = `format: 1\nservice: ${jsonText(service)}\n`
  return /\.ya?ml$/.test(path)
    ? {path, file: path, text: `# One change per line: its verb and its subject.\n${head}${EMPTY_RELEASES}`}
    : {path, file: join(path, 'service.yaml'), text: `${FOLDER_COMMENT}${head}`}
}

/** Reads a history that isn't written yet. */
export const readBegun = ({path, file, text}: BegunHistory): HistoryFile =>
  file === path ? readHistoryText(text, path) : readHistoryTexts([{path: 'service.yaml', text}], path)

const FOLDER_COMMENT = `# The releases of the API are in releases/, its unreleased changes in next/:
# \`tenure deprecate\` adds a file there, and \`tenure record --release V\` makes a release of them.
`

const EMPTY_RELEASES = `releases:
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
