import {dirname, relative, resolve, sep} from 'node:path'
import {isMap} from 'yaml'
import {refuse} from '../../model/input-error.ts'
import {pathOf} from '../../model/location.ts'
import {Page} from '../yaml/yaml-edit.ts'
import type {Config} from './file.ts'

/**
 * The path of a new history file, relative to the working directory: the configured `history`, else next to the
 * description.
 */
export function firstHistoryOf(config: Config | undefined): string {
  if (config?.history !== undefined) return relative('', config.history) || '.'
  if (config?.spec === undefined || !isListed(config)) return 'history.yaml'
  const folder = dirname(config.spec)
  const nextToSpec = relative('', resolve(folder, 'history.yaml'))
  // If several descriptions share a folder, each gets its own history file.
  const isShared = config.siblings.some(spec => resolve(dirname(spec)) === resolve(folder))
  return isShared ? config.spec.replace(/(?:\.\w+)?$/, '-history.yaml') : nextToSpec
}

/** Whether the API is an item of `apis`, so that its history isn't found by its usual name. */
export const isListed = ({pointer}: Config): boolean => pointer !== ''

/** The configuration text with `history` added to the API; `undefined` if no change is needed. */
export function withHistory(text: string, config: Config, history: string): string | undefined {
  if (config.history !== undefined || !isListed(config)) return undefined
  const {source, pointer, folder} = config
  const page = new Page(text, source)
  const api = page.document.getIn(pathOf(pointer), true)
  const spec = isMap(api) ? page.pairOf(api, 'spec') : undefined
  if (!isMap(api) || !spec)
    throw refuse('Unexpected form of an API, expected a name and a description', {source, pointer})
  const path = JSON.stringify(relative(folder, resolve(history)).split(sep).join('/'))
  const plain = /^"[A-Za-z][\w./-]*"$/.test(path) ? path.slice(1, -1) : path
  return page.apply([page.after(api, spec, api.flow ? `"history": ${path}` : `history: ${plain}`)])
}
