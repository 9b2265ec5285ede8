import {dirname, relative, resolve, sep} from 'node:path'
import {isMap} from 'yaml'
import {refuse} from '../../model/input-error.ts'
import {pathOf} from '../../model/location.ts'
import {Page} from '../yaml/yaml-edit.ts'
import type {Config} from './file.ts'

/** Where the first history of an API goes: where `history:` says, else beside its description. From here. */
export function firstHistoryOf(config: Config | undefined): string {
  if (config?.history !== undefined) return relative('', config.history) || '.'
  if (config?.spec === undefined || !isListed(config)) return 'history.yaml'
  const folder = dirname(config.spec)
  const beside = relative('', resolve(folder, 'history.yaml'))
  // Two descriptions in one folder have a history each.
  const isShared = config.siblings.some(spec => resolve(dirname(spec)) === resolve(folder))
  return isShared ? config.spec.replace(/(?:\.\w+)?$/, '-history.yaml') : beside
}

/** One of `apis`: its history has no usual name that it is found by. */
export const isListed = ({pointer}: Config): boolean => pointer !== ''

/** The text of the configuration in which the API names its history; nothing where it need not be changed. */
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
