import {isMap, isScalar, isSeq, type Node, type Pair, Scalar, type YAMLMap} from 'yaml'
import {type TextEdit, YamlEditor} from '../../documents/yaml/yaml-edit.ts'
import {readYaml, readYamlOnce, type YamlText} from '../../documents/yaml/yaml-file.ts'
import {InputError} from '../../model/input-error.ts'
import {writeInOneLine} from './write.ts'

/** The command that replaces words of older versions. */
const UPGRADE = 'tenure record --upgrade'

/** The files that people write, each with words of its own. */
export type HandWrittenFile = 'configuration' | 'policy' | 'history'

/** What a file alone doesn't say about the completeness of its history. */
export interface HistoryContext {
  /** The releases of other files that say `complete: true`. */
  readonly complete?: readonly string[]
  /** The day of the adoption, if the history has gaps and names no day. */
  readonly today?: string
}

/** A key of a file, with the map that it is in. */
interface KeyInFile {
  readonly map: YAMLMap
  readonly pair: Pair<Scalar, Node | null>
  readonly path: readonly (string | number)[]
}

/** Edits a text, and says from where on its history is complete. */
interface Upgrade {
  readonly page: YamlEditor
  readonly completeFrom: string | readonly string[] | undefined
}

/** A form of an older version. */
interface OldForm {
  /** The keys that lead to it, joined by slashes. */
  readonly at: RegExp
  /** Whether it's written as in an older version, where this version has a key of that name, too. */
  readonly isOld?: (key: KeyInFile) => boolean
  /** What is old, if it isn't the key. */
  readonly old?: string
  /** What it's called in this version, if it has another word. */
  readonly fresh?: string
  /** What to write instead, if another file has it, so that only a person can upgrade it. */
  readonly byHand?: string
  readonly upgrade: (key: KeyInFile, upgrade: Upgrade) => readonly TextEdit[]
}

const rename = (at: RegExp, fresh: string): OldForm => ({
  at,
  fresh,
  upgrade: ({pair: {key}}, {page}) => [replaceText(page, key, fresh)]
})

/** Replaces a value of a key, or one in its list. */
const replaceValue = (at: RegExp, old: string, fresh: string): OldForm => {
  const wordsIn = ({pair}: KeyInFile): Scalar[] => scalarsIn(pair.value).filter(({value}) => value === old)
  const name = at.source.replace(/^.*\\\/|\$$/g, '')
  return {
    at,
    old: `${name}: ${old}`,
    fresh: `${name}: ${fresh}`,
    isOld: key => wordsIn(key).length > 0,
    upgrade: (key, {page}) => wordsIn(key).map(word => replaceText(page, word, fresh))
  }
}

const scalarsIn = (value: Node | null): Scalar[] => (isSeq(value) ? value.items : [value]).filter(isScalar)

/** Replaces a word, in quotation marks if it's in them. */
const replaceText = (page: YamlEditor, word: Scalar, fresh: string): TextEdit =>
  page.replace(word, word.type === Scalar.QUOTE_DOUBLE ? fresh.replace(/[\w-]+/g, JSON.stringify) : fresh)

/** All forms of older versions; each has a word that `rare` finds, so that most files aren't parsed a second time. */
const OLD: Readonly<Record<HandWrittenFile, {readonly rare: RegExp; readonly forms: readonly OldForm[]}>> = {
  configuration: {
    rare: /\b(?:acceptedHistory|against|gaps|gate-unmet|mode|until)\b/,
    forms: [
      {
        at: /^(?:apis\/\d+\/)?acceptedHistory$/,
        fresh: 'adopted',
        upgrade({pair: {key, value}}, {page}) {
          const approved = isMap(value) ? page.pairOf(value, 'approved')?.key : undefined
          return [
            replaceText(page, key, 'adopted'),
            ...(isScalar(approved) ? [replaceText(page, approved, 'day')] : [])
          ]
        }
      },
      rename(/^(?:apis\/\d+\/)?gaps$/, 'unread'),
      rename(/^rules\/gate-unmet$/, 'condition-unmet'),
      {
        at: /^(?:apis\/\d+\/)?against$/,
        byHand: 'Write `clients: supported` in the policy, and remove `against` here.',
        upgrade: ({map, pair}, {page}) => [page.removePair(map, pair)]
      },
      rename(/^(?:apis\/\d+\/)?until$/, 'enforceFrom'),
      {
        ...rename(/^(?:apis\/\d+\/)?mode$/, 'enforceFrom'),
        upgrade: ({map, pair: {key, value}}, {page}) =>
          map.has('until') || !isScalar(value)
            ? [page.removePair(map, {key, value} as Pair)]
            : [replaceText(page, key, 'enforceFrom'), replaceText(page, value, 'now')]
      }
    ]
  },
  policy: {
    rare: /\b(?:exemptions|gates|deprecation|overlap|stable-successor)\b/,
    forms: [
      rename(/^(?:revisions\/\d+\/)?exemptions$/, 'waiverReasons'),
      rename(/^(?:revisions\/\d+\/)?guarantees\/[^/]+\/(?:kinds\/[^/]+\/)?gates$/, 'conditions'),
      replaceValue(/\/starts$/, 'deprecation', 'release'),
      replaceValue(/(?<!\/overlap)\/starts$/, 'stable-successor', '{successor: same}'),
      {
        ...rename(/\/overlap\/starts$/, 'successor'),
        upgrade: ({pair: {key, value}}, {page}) => [
          replaceText(page, key, 'successor'),
          ...scalarsIn(value).map(word => replaceText(page, word, word.value === 'successor' ? 'any' : 'same'))
        ]
      }
    ]
  },
  history: {
    rare: /\b(?:adopted|complete|until)\b|^base\b|"base"/m,
    forms: [
      rename(/^base$/, 'server'),
      {
        ...rename(/^(?:(?:releases\/\d+\/)?changes\/)?\d+\/until$/, 'oldUntil'),
        isOld: ({map}) => map.has('promoted') || map.has('renamed')
      },
      {at: /^adopted$/, upgrade: ({map, pair}, {page}) => [page.removePair(map, pair)]},
      {
        at: /^(?:releases\/\d+\/)?complete$/,
        isOld: ({pair: {value}}) => isScalar(value) && typeof value.value === 'boolean',
        upgrade({map, pair, path}, {page, completeFrom}) {
          const value = pair.value as Scalar
          if (value.value !== false || path.length !== 1 || completeFrom === undefined)
            return [page.removePair(map, pair)]
          return [page.replace(value, writeInOneLine({from: completeFrom}).slice('{from: '.length, -1))]
        }
      }
    ]
  }
}

/** Throws an `InputError` with the place of each word of an older version; with `byHand`, of those that a person upgrades. */
export function refuseOldWords(text: string, source: string, kind: HandWrittenFile, only?: 'byHand'): void {
  const words = findOldWords(text, source, kind).filter(({byHand}) => !only || byHand !== undefined)
  if (words.length === 0) return
  const yaml = readYaml(text, source)
  const problems = words.map(({path, old = path.at(-1), fresh, byHand}) => ({
    message: `\`${old}\` is written as in an older version${fresh === undefined ? '' : `, and called \`${fresh}\` now`}. ${byHand ?? `Upgrade the files of this repository with \`${UPGRADE}\`.`}`,
    place: yaml.where(path, true),
    ...(byHand === undefined ? {example: UPGRADE} : {})
  }))
  throw new InputError(problems)
}

type OldWord = KeyInFile & Omit<OldForm, 'at' | 'isOld'>

function findOldWords(
  text: string,
  source: string,
  kind: HandWrittenFile,
  page = openPage(text, source, kind)
): OldWord[] {
  return page ? [...keysIn(page.document.contents)].flatMap(key => findOldForm(key, kind)) : []
}

function findOldForm(key: KeyInFile, kind: HandWrittenFile): OldWord[] {
  const path = key.path.join('/')
  return OLD[kind].forms.flatMap(form => (form.at.test(path) && (form.isOld?.(key) ?? true) ? [{...form, ...key}] : []))
}

/** All keys of a text, at every depth. */
function* keysIn(node: unknown, path: KeyInFile['path'] = []): Generator<KeyInFile> {
  if (isSeq(node)) for (const [index, item] of node.items.entries()) yield* keysIn(item, [...path, index])
  if (!isMap(node)) return
  for (const pair of node.items as KeyInFile['pair'][]) {
    const at = [...path, isScalar(pair.key) ? String(pair.key.value) : '']
    yield {map: node, pair, path: at}
    yield* keysIn(pair.value, at)
  }
}

const openPage = (text: string, source: string, kind: HandWrittenFile): YamlEditor | undefined =>
  OLD[kind].rare.test(text) ? new YamlEditor(text, source) : undefined

/** The day that a history of an older version states for its adoption. */
export function statedAdoption(text: string, source: string): string | undefined {
  const value = findOldWords(text, source, 'history').find(({pair}) => pair.key.value === 'adopted')?.pair.value
  return isScalar(value) ? (value.source ?? String(value.value)) : undefined
}

/** The releases of a file that say `complete: true`. */
export const completeReleasesIn = (text: string, source: string): string[] =>
  findOldWords(text, source, 'history').flatMap(({map, pair}) =>
    pair.key.value === 'complete' && (pair.value as Scalar).value === true && map.has('release') ? [nameIn(map)] : []
  )

const nameIn = (map: YAMLMap): string => {
  const name = map.get('release', true)
  return isScalar(name) ? (name.source ?? String(name.value)) : ''
}

/**
 * Replaces the words of older versions in a configuration, a policy, a history, or one of its files. Every other byte is
 * kept, so a text without such words is returned as it is.
 */
export function upgradeWords(
  text: string,
  source: string,
  kind: HandWrittenFile,
  {complete = [], today}: HistoryContext = {}
): string {
  const page = openPage(text, source, kind)
  if (!page) return text
  const words = findOldWords(text, source, kind, page)
  const isHistory = kind === 'history'
  const beginnings = isHistory ? [...complete, ...completeReleasesIn(text, source)] : []
  const [beginning = isHistory ? (statedAdoption(text, source) ?? today) : undefined] = beginnings
  const completeFrom = beginnings.length > 1 ? beginnings : beginning
  return page.apply(words.flatMap(word => word.upgrade(word, {page, completeFrom})))
}

/** The text parsed; a state of the past may have words of older versions, others are refused. */
export function readWords(text: string, source: string, kind: HandWrittenFile, words: AcceptedWords): YamlText {
  if (words === 'any') return readYamlOnce(upgradeWords(text, source, kind), source)
  refuseOldWords(text, source, kind)
  return readYamlOnce(text, source)
}

/** Which words a file may be written in: a commit may have those of an older version. */
export type AcceptedWords = 'new' | 'any'
