import {isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap} from 'yaml'
import {type TextEdit, YamlEditor} from '../../documents/yaml/yaml-edit.ts'
import {readYaml, type YamlText} from '../../documents/yaml/yaml-file.ts'
import {InputError} from '../../model/input-error.ts'
import {writeInOneLine} from './write.ts'

// Words of older versions: `adopted` and a Boolean `complete` in histories, `acceptedHistory` in configurations.

/** The command that replaces words of older versions. */
const UPGRADE = 'tenure record --upgrade'

/** A word of an older version, with the map that it is in. */
interface OldWord {
  readonly map: YAMLMap
  readonly pair: Pair<Scalar, Node>
  readonly path: readonly (string | number)[]
}

/** What a file alone doesn't say about the completeness of its history. */
export interface HistoryContext {
  /** The releases of other files that say `complete: true`. */
  readonly complete?: readonly string[]
  /** The day of the adoption, if the history has gaps and names no day. */
  readonly today?: string
}

const OLD_WORD = /\b(?:adopted|acceptedHistory|complete)\b/

/** Throws an `InputError` with the place of each word of an older version. */
export function refuseOldWords(text: string, source: string): void {
  const words = findOldWords(text, source)
  if (words.length === 0) return
  const yaml = readYaml(text, source)
  const problems = words.map(({path}) => ({
    message: `\`${path.at(-1)}\` is written as in an older version. Upgrade the files of this repository with \`${UPGRADE}\`.`,
    place: yaml.where(path, true),
    example: UPGRADE
  }))
  throw new InputError(problems)
}

function findOldWords(text: string, source: string, page = openPage(text, source)): OldWord[] {
  const head = page?.document.contents
  if (!isMap(head)) return []
  const wordsOf = (map: YAMLMap, at: OldWord['path']): OldWord[] =>
    map.items.flatMap(({key, value}) => {
      const name = isScalar(key) ? String(key.value) : ''
      const isOld = name === 'acceptedHistory' || (name === 'adopted' ? !isMap(value) : isBoolean(name, value))
      return isOld ? [{map, pair: {key, value} as OldWord['pair'], path: [...at, name]}] : []
    })
  const inLists = ['releases', 'apis'].flatMap(list => {
    const items = head.get(list, true)
    return isSeq(items) ? items.items.flatMap((item, index) => (isMap(item) ? wordsOf(item, [list, index]) : [])) : []
  })
  return [...wordsOf(head, []), ...inLists]
}

const isBoolean = (name: string, value: unknown): boolean =>
  name === 'complete' && isScalar(value) && typeof value.value === 'boolean'

// Most files have no such word, so they needn't be parsed a second time.
const openPage = (text: string, source: string): YamlEditor | undefined =>
  OLD_WORD.test(text) ? new YamlEditor(text, source) : undefined

/** The day that a history of an older version states for its adoption. */
export function statedAdoption(text: string, source: string): string | undefined {
  const value = findOldWords(text, source).find(({pair}) => pair.key.value === 'adopted')?.pair.value
  return isScalar(value) ? (value.source ?? String(value.value)) : undefined
}

/** The releases of a file that say `complete: true`. */
export const completeReleasesIn = (text: string, source: string): string[] =>
  findOldWords(text, source).flatMap(({map, pair}) =>
    pair.key.value === 'complete' && (pair.value as Scalar).value === true && map.has('release') ? [nameIn(map)] : []
  )

const nameIn = (map: YAMLMap): string => {
  const name = map.get('release', true)
  return isScalar(name) ? (name.source ?? String(name.value)) : ''
}

/**
 * Replaces the words of older versions in a history, one of its files, or a configuration. Every other byte is kept, so
 * a text without such words is returned as it is.
 */
export function upgradeWords(text: string, source: string, {complete = [], today}: HistoryContext = {}): string {
  const page = openPage(text, source)
  if (!page) return text
  const words = findOldWords(text, source, page)
  const beginnings = [...complete, ...completeReleasesIn(text, source)]
  const [beginning = statedAdoption(text, source) ?? today] = beginnings
  const from = beginnings.length > 1 ? beginnings : beginning
  return page.apply(
    words.flatMap(({map, pair, path}): TextEdit[] => {
      const {key, value} = pair
      if (key.value === 'acceptedHistory') {
        const approved = isMap(value) ? page.pairOf(value, 'approved')?.key : undefined
        return [page.replace(key, 'adopted'), ...(isScalar(approved) ? [page.replace(approved, 'day')] : [])]
      }
      const isGap = key.value === 'complete' && (value as Scalar).value === false && path.length === 1
      if (!isGap || from === undefined) return [page.removePair(map, pair)]
      return [page.replace(value as Scalar, writeInOneLine({from}).slice('{from: '.length, -1))]
    })
  )
}

/** The text parsed with the words of this version, for a state of the past that may have older ones. */
export const readWithNewWords = (text: string, source: string): YamlText => readYaml(upgradeWords(text, source), source)
