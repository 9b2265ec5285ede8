import {join, sep} from 'node:path'
import {isMap} from 'yaml'
import {YamlEditor} from '../../documents/yaml/yaml-edit.ts'
import {inputError} from '../../model/input-error.ts'
import {parsePointer} from '../../model/location.ts'
import type {Files} from '../../stores/files/files.ts'
import {type Config, otherApis} from './file.ts'
import {HISTORY_FOLDER, nextToSpec} from './listed-apis.ts'

/**
 * The path of a new history, relative to the working directory: the configured `history`, else a folder next to the
 * description.
 */
export function newHistoryPath(files: Files, config: Config | undefined): string {
  if (config?.history !== undefined) return files.relative('', config.history) || '.'
  if (config?.spec === undefined || !isListedApi(config))
    return join((config && folderAbove(files, config)) ?? '', HISTORY_FOLDER)
  const others = otherApis(config).flatMap(({spec}) => (spec === undefined ? [] : [spec]))
  return files.relative('', files.resolve(nextToSpec(config.spec, [config.spec, ...others])))
}

/** The folder of a configuration above the working directory, as a path; `undefined` for any other configuration. */
export function folderAbove(files: Files, {folder}: Config): string | undefined {
  const path = files.relative('', folder)
  return /^\.\.(?:[\\/]\.\.)*$/.test(path) ? path : undefined
}

/** Whether the API is an item of `apis`, so that its history isn't found by its usual name. */
export const isListedApi = ({pointer}: Config): boolean => pointer !== ''

/** The configuration text with `history` added to the API; `undefined` if no change is needed, as for the match of a pattern. */
export function addHistoryKey(files: Files, text: string, config: Config, history: string): string | undefined {
  if (config.history !== undefined || config.isMatch || !isListedApi(config)) return undefined
  const {source, pointer, folder} = config
  const page = new YamlEditor(text, source)
  const api = page.document.getIn(parsePointer(pointer), true)
  const spec = isMap(api) ? page.pairOf(api, 'spec') : undefined
  if (!isMap(api) || !spec)
    throw inputError('This API has no `spec`. Write its name and description as `- {name: …, spec: …}`.', {
      source,
      pointer
    })
  const path = JSON.stringify(files.relative(folder, files.resolve(history)).split(sep).join('/'))
  const plain = /^"[A-Za-z][\w./-]*"$/.test(path) ? path.slice(1, -1) : path
  return page.apply([page.insertAfter(api, spec, api.flow ? `"history": ${path}` : `history: ${plain}`)])
}
