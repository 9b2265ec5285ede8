import {basename, dirname, resolve} from 'node:path'
import {HISTORY_FOLDER} from '../../read/config/history-path.ts'
import type {ProjectFiles} from '../../read/sources/project-files.ts'
import {jsonText} from '../../text/escape.ts'

/** Files found for one API. */
export interface PlannedApi {
  readonly name: string
  readonly spec?: string
  readonly history?: string
  /** Patterns of the tags that are its releases. */
  readonly tags?: readonly string[]
}

export interface InitPlan {
  /** One API, or several that have a description each. */
  readonly apis: readonly PlannedApi[]
  /** Path of a history to create, if none was found. */
  readonly begins?: string
  readonly pages: readonly string[]
}

/** Plans the config file from the files found in the project. */
export function planInit(
  found: ProjectFiles,
  service: string | undefined,
  titleOf: (spec: string) => string | undefined = () => undefined
): InitPlan {
  const {specs, histories, pages, tags = []} = found
  if (specs.length > 1) {
    const names = nameApis(specs)
    return {
      apis: specs.map((spec, index) => {
        const history = histories.find(path => folderOf(path) === dirname(spec))
        return {name: names[index] ?? spec, spec, ...(history === undefined ? {} : {history})}
      }),
      pages
    }
  }
  const [spec] = specs
  const here = service ?? (spec === undefined ? undefined : titleOf(spec)) ?? (basename(resolve('.')) || 'API')
  const near = histories.find(path => folderOf(path) === (spec === undefined ? '.' : dirname(spec)))
  const history = near ?? histories.find(path => folderOf(path) === '.') ?? onlyPath(histories)
  // The tags of a repository with a description show its past, which an empty history doesn't.
  const hasPast = spec !== undefined && tags.length > 0
  return {
    apis: [{name: here, ...(spec === undefined ? {} : {spec}), ...(history === undefined ? {} : {history})}],
    ...(history === undefined && !hasPast ? {begins: HISTORY_FOLDER} : {}),
    pages
  }
}

const onlyPath = (paths: readonly string[]): string | undefined => (paths.length === 1 ? paths[0] : undefined)

/** Folder that a history is for. A history folder with another name than the usual one is for its own. */
const folderOf = (path: string): string =>
  path.endsWith('.yaml') || basename(path) === HISTORY_FOLDER ? dirname(path) : path

/** Names each API after its folder, or after its file if several share a folder. */
function nameApis(specs: readonly string[]): string[] {
  const folders = specs.map(spec => basename(resolve(dirname(spec))))
  return specs.map((spec, index) => {
    const folder = folders[index] ?? ''
    const isAlone = folders.filter(each => each === folder).length === 1
    return isAlone ? folder : spec.replace(/\.\w+$/, '').replaceAll(/[\\/]/g, '-')
  })
}

/** Text of the config file. */
export function configText({apis, begins, pages}: InitPlan, policy: string | undefined): string {
  const [first] = apis
  const rendered = (indent: string): string[] => [
    ...(pages.length > 0 ? [`${indent}rendered:`] : []),
    ...pages.map(page => `${indent}  - ${quoteYaml(page)}`)
  ]
  const line = (key: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${key}: ${quoteYaml(value)}`]
  const tagLine = ({tags}: PlannedApi): string[] => {
    const [only, ...others] = (tags ?? []).map(tag => jsonText(tag))
    return only === undefined ? [] : [`tags: ${others.length === 0 ? only : `[${[only, ...others].join(', ')}]`}`]
  }
  if (apis.length > 1) {
    const items = apis.flatMap(({name, spec, history, tags = []}) => {
      const keys = [
        ...line('name', name),
        ...line('spec', spec),
        ...line('history', history),
        ...tagLine({name, tags}),
        ...line('policy', policy)
      ]
      return keys.map((key, index) => `  ${index === 0 ? '-' : ' '} ${key}`)
    })
    return `${['format: 1', 'apis:', ...items].join('\n')}\n`
  }
  const keys = [
    'format: 1',
    ...line('history', first?.history ?? begins),
    ...line('spec', first?.spec),
    ...(first ? tagLine(first) : []),
    ...line('policy', policy),
    ...rendered('')
  ]
  return `${keys.join('\n')}\n`
}

/** Quotes the text, unless YAML reads it as a string without quotes. */
const quoteYaml = (text: string): string =>
  text === '.' || (/^[\w./-]+$/.test(text) && !/^(?:[-.\d]+|true|false|null)$/i.test(text)) ? text : jsonText(text)
