import {basename, dirname} from 'node:path'
import {HISTORY_FOLDER} from '@tenure/core/inputs/config/listed-apis'
import type {FoundApi, ProjectFiles} from '@tenure/core/inputs/sources/project-files'
import {nameOfPattern} from '@tenure/core/inputs/sources/release-names'
import {defined} from '@tenure/core/model/defined'
import {jsonText} from '@tenure/core/phrases/escape'
import type {Files} from '@tenure/core/stores/files/files'

/** Files found for one API. */
export interface PlannedApi {
  readonly name: string
  readonly spec?: string
  readonly history?: string
  /** The usual policy of its language, if the APIs are in several languages. */
  readonly policy?: string
  /** Patterns of the tags that are its releases. */
  readonly tags?: readonly string[]
}

export interface InitPlan {
  /** One API, or several that have a description each. */
  readonly apis: readonly PlannedApi[]
  /** Whether the APIs are listed under `apis`. */
  readonly isListed?: boolean
  /** Path of a history to create, if none was found. */
  readonly begins?: string
  readonly pages: readonly string[]
}

/** An API that was found, and the name that `--api` gives it. */
export type RequestedApi = FoundApi & {readonly named?: string}

/** Plans the config file from the files found in the project. */
export function planInit(
  files: Files,
  {
    apis: found,
    histories,
    pages,
    tags = []
  }: Pick<ProjectFiles, 'histories' | 'pages' | 'tags'> & {
    readonly apis: readonly RequestedApi[]
  },
  titleOf: (spec: string) => string | undefined = () => undefined
): InitPlan {
  const [first, ...others] = found
  if (first && (others.length > 0 || first.named !== undefined)) {
    const names = nameApis(found)
    return {
      isListed: true,
      apis: found.map(({spec}, index) => {
        const history = histories.find(path => folderOf(path) === dirname(spec))
        return defined({name: names[index] ?? spec, spec, history})
      }),
      pages
    }
  }
  const spec = first?.spec
  const here = (first && (first.title ?? titleOf(first.current))) ?? (basename(files.resolve('.')) || 'API')
  const near = histories.find(path => folderOf(path) === (spec === undefined ? '.' : dirname(spec)))
  const history = near ?? histories.find(path => folderOf(path) === '.') ?? onlyPath(histories)
  // Tags, or a description for each release, show the past, so no empty history is begun in their place.
  const hasPast = first !== undefined && (tags.length > 0 || first.releases !== undefined)
  return {
    apis: [defined({name: here, spec, history})],
    ...(history === undefined && !hasPast ? {begins: HISTORY_FOLDER} : {}),
    pages
  }
}

const onlyPath = (paths: readonly string[]): string | undefined => (paths.length === 1 ? paths[0] : undefined)

/**
 * Folder of the API that a history belongs to: that of the file, or the parent of a history folder with the usual name.
 * A history folder with another name belongs to an API in itself.
 */
const folderOf = (path: string): string =>
  path.endsWith('.yaml') || basename(path) === HISTORY_FOLDER ? dirname(path) : path

/** Names of folders and files that say nothing about the API. */
const GENERIC =
  /^(?:\.?|\*|v?\d[\w.]*|api|apis|spec|specs|schema|schemas|doc|docs|documentation|(?:api[-_.])?(?:openapi|swagger|oas)(?:[-_.]?(?:v?\d[\d.]*|specs?|schema|docs?))?|reference|rest|main|master|index|root|src|app|server|json|yaml|yml|dist|public|static|resources|bases|crds?|config|manifests|deploy|templates|[-_]*tool[-_]?snap(?:shot)?s?[-_]*|tools?|definitions?|descriptions?|services?|packages?|apps?|libs?|current|latest|full|standard)$/i

/** Names each API after its folder, its file, or its title, so that the names differ. */
function nameApis(apis: readonly RequestedApi[]): string[] {
  const paths = apis.map(({spec}) => nameOfPattern(spec))
  const folders = paths.map(path => basename(dirname(path)))
  // A general name such as `api` tells an API apart if a sibling folder has a name of its own, such as `web`.
  const hasNamedSibling = (index: number): boolean =>
    /^(?:apis?|apps?|public|server|services?|templates?)$/i.test(folders[index] ?? '') &&
    paths.some(
      (path, at) =>
        at !== index &&
        dirname(dirname(path)) === dirname(dirname(paths[index] ?? '')) &&
        !GENERIC.test(folders[at] ?? '')
    )
  const choices = apis.map(({named, title, spec}, index): string[] => {
    if (named !== undefined) return [named]
    const parts = (paths[index] ?? '').replace(/\.\w+$/, '').split('/')
    const stem = parts.at(-1) ?? ''
    const isAlone = folders.filter(each => each === folders[index]).length === 1
    const above = parts.slice(0, -1).toReversed()
    const marker = spec.split('/').findLast(part => /^v\d+\w*$/i.test(part))
    const isTelling = (name: string): boolean =>
      !GENERIC.test(name) || (name === folders[index] && isAlone && hasNamedSibling(index))
    const own = [...(isAlone ? [folders[index] ?? ''] : []), stem, ...above].filter(isTelling)
    const short = [...own, slugOf(title)].filter(name => name !== '')
    const plain = short.length > 0 ? short : isAlone ? [(folders[index] ?? '').replace(/^\.?$/, stem)] : []
    return [...plain, ...plain.map(name => `${name}-${marker ?? stem}`), parts.filter(Boolean).join('-')]
  })
  const taken = new Set<string>()
  return choices.map((names, index) => {
    // A name that is the first choice of another API, too, is used for neither.
    const others = choices.filter((_, at) => at !== index)
    const isOwn = (name: string): boolean => !taken.has(name) && !others.some(([first]) => first === name)
    const name = names.find(isOwn) ?? names.find(each => !taken.has(each)) ?? `${names.at(-1)}-${index + 1}`
    taken.add(name)
    return name
  })
}

const slugOf = (title = ''): string =>
  title
    .toLowerCase()
    .replaceAll(/\b(?:rest |http )?api$/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** Text of the config file. */
export function configText({apis, isListed, begins, pages}: InitPlan, policy: string | undefined): string {
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
  if (isListed) {
    const [shared = '', ...others] = new Set(apis.map(api => tagLine(api).join('')))
    const items = apis.flatMap(api => {
      const keys = [
        ...line('name', api.name),
        ...line('spec', api.spec),
        ...line('history', api.history),
        ...(others.length > 0 ? tagLine(api) : []),
        ...line('policy', api.policy)
      ]
      return keys.map((key, index) => `  ${index === 0 ? '-' : ' '} ${key}`)
    })
    const defaults = [...line('policy', policy), ...(others.length > 0 || shared === '' ? [] : [shared])]
    return `${['format: 1', ...defaults, 'apis:', ...items].join('\n')}\n`
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
