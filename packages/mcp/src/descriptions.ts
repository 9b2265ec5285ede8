import {findSince, findSunset} from '@tenure/core/languages/reason'
import {isRecord} from '@tenure/core/model/json'
import {escapePointerKey} from '@tenure/core/model/location'
import type {NamedMark} from '@tenure/core/model/verdict/policy'

// What models read: titles and descriptions, and the marks with which a description can begin.

/** What a description says about the life of a tool or an argument, and the text without that. */
export interface MarkedText {
  readonly text: string
  readonly isDeprecated: boolean
  readonly since?: string | undefined
  readonly sunset?: string | undefined
  readonly replacement?: string | undefined
  readonly stability?: string | undefined
}

/** The marks that a policy names, and the tools that a description can name as replacements. */
export interface MarkContext {
  readonly marks?: readonly NamedMark[] | undefined
  readonly names?: ReadonlySet<string>
}

const DEPRECATED = /^[[(]?deprecated\b(?:[\])]|:)[:\s–—-]*/i
/** A mark with what follows in its brackets: `[DEPRECATED: use find_loans]`. */
const DEPRECATED_SENTENCE = /^[[(]deprecated\b([^\])]+)[\])][:\s–—-]*/i
const STABILITY = /^\[(alpha|beta|experimental|preview)\][:\s–—-]*/i
const SENTENCE = /^.+?[.!;](?=\s|$)|^.+$/

/** Reads the marks with which a description begins, and the sentences after them that say no more than a mark can. */
export function readMarkedText(description: string, context: MarkContext): MarkedText {
  let text = description.replaceAll(/\s+/g, ' ').trim()
  let read: Partial<MarkedText> = {}
  for (;;) {
    const next = readMark(text, context, read.isDeprecated === true)
    if (!next) break
    text = text.slice(next.begin.length).trim()
    read = {...next.said, ...read}
  }
  return {isDeprecated: false, ...read, text}
}

/** The mark at the beginning of a text, or after a deprecation, a sentence about it. `undefined` if there's none. */
function readMark(
  text: string,
  {marks = [], names = new Set()}: MarkContext,
  isDeprecated: boolean
): {readonly begin: string; readonly said: Partial<MarkedText>} | undefined {
  const [level, stability] = STABILITY.exec(text) ?? []
  if (level !== undefined) return {begin: level, said: {stability}}
  const [whole = '', inside = ''] = DEPRECATED_SENTENCE.exec(text) ?? []
  const life = readLife(`deprecated ${inside}`, names)
  if (whole !== '' && life) return {begin: whole, said: {...life, isDeprecated: true}}
  const [mark] = DEPRECATED.exec(text) ?? []
  if (mark !== undefined) return {begin: mark, said: {isDeprecated: true}}
  const own = marks.find(each => each.text !== undefined && startsWith(text, each.text))
  if (own?.text)
    return {begin: own.text, said: /^(?:stability|replacement)$/.test(own.states) ? {} : {isDeprecated: true}}
  const [sentence = ''] = SENTENCE.exec(text) ?? []
  const said = isDeprecated ? readLife(sentence, names) : undefined
  return said && {begin: sentence, said}
}

const startsWith = (description: string, text: string): boolean =>
  description.trimStart().toLowerCase().startsWith(text.toLowerCase())

/** The words of a sentence that says when something ends and what replaces it, and nothing else that a model could obey. */
const WORDS = new Set(
  'please use using call prefer see instead replaced superseded by with in favor favour of switch move moved migrate to the new tool function argument this it is was are be been has will planned scheduled due for on after as from at and or deprecated since removal removed sunset retired disabled discontinued deleted unsupported end life version release'.split(
    ' '
  )
)
const TIME =
  /^(?:v?\d[\d./-]*(?:st|nd|rd|th)?|q[1-4]|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i

function readLife(
  sentence: string,
  names: ReadonlySet<string>
): Pick<MarkedText, 'since' | 'sunset' | 'replacement'> | undefined {
  const words = (sentence.match(/[\p{L}\p{N}_./-]+/gu) ?? []).map(each => each.replace(/[./-]+$/, ''))
  const isPlain = (word: string): boolean => WORDS.has(word.toLowerCase()) || TIME.test(word) || word === ''
  const [replacement, ...others] = words.filter(each => !isPlain(each))
  if (others.length > 0 || (replacement !== undefined && !names.has(replacement))) return undefined
  const [since, sunset] = [findSince(sentence), findSunset(sentence)]
  if ((since ?? sunset ?? replacement) === undefined) return undefined
  return {
    ...(since === undefined ? {} : {since}),
    ...(sunset === undefined ? {} : {sunset}),
    ...(replacement === undefined ? {} : {replacement})
  }
}

/** A text of a schema that models read. */
interface SchemaText {
  readonly key: string
  readonly text: string
  /** The names of the fields around it, or else of the definition. */
  readonly names: readonly string[]
  readonly field: string
}

/** Keywords whose values are data, and those whose keys are names. */
const DATA = new Set(['const', 'default', 'enum'])
const TEXTS = new Set(['description', 'title', 'example', 'examples', '$comment'])
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** The titles and descriptions in a schema, by their pointers, and the names of all its fields and definitions. */
interface SchemaTexts {
  readonly texts: ReadonlyMap<string, SchemaText>
  readonly known: ReadonlySet<string>
}

/** Lists what models read of a schema. Marks are no part of a description. */
function listTexts(schema: unknown): SchemaTexts {
  const texts = new Map<string, SchemaText>()
  const known = new Set<string>()
  const walk = (value: unknown, pointer: string, place: Pick<SchemaText, 'names' | 'field'>, isNames = false): void => {
    if (Array.isArray(value)) value.forEach((each, index) => void walk(each, `${pointer}/${index}`, place))
    if (!isRecord(value)) return
    for (const [key, inner] of Object.entries(value)) {
      const at = `${pointer}/${escapePointerKey(key)}`
      const written = typeof inner === 'string' ? inner : JSON.stringify(inner)
      const text = value.deprecated === false ? written : readMarkedText(written, {}).text
      if (!isNames && TEXTS.has(key)) texts.set(at, {...place, key, text})
      else if (isNames) {
        const isField = pointer.endsWith('roperties')
        const name = isField ? key : `#${key}`
        known.add(name)
        // A field in a new definition is no new field.
        const names = [...place.names.filter(each => !isField || !each.startsWith('#')), name]
        walk(inner, at, {names, field: isField ? [place.field, key].filter(Boolean).join('.') : place.field})
      } else if (!DATA.has(key))
        walk(inner, at, key === 'items' ? {...place, field: `${place.field}[]`} : place, NAMED.has(key))
    }
  }
  walk(schema, '', {names: [], field: ''})
  return {texts, known}
}

/** A title or description that changed, with its field and its pointers in the schemas. */
export interface ChangedText extends Pick<SchemaText, 'key' | 'field'> {
  readonly old?: string
  readonly new?: string
}

/** Finds the titles and descriptions that changed in a schema. Those of added and removed fields are none. */
export function compareTexts(older: unknown, newer: unknown): ChangedText[] {
  const [was, is] = [listTexts(older), listTexts(newer)]
  const changed = new Map<string, ChangedText>()
  const collect = ({texts}: SchemaTexts, others: SchemaTexts, side: 'old' | 'new'): void => {
    const found = new Set([...others.texts.values()].map(({text}) => text))
    for (const [pointer, {key, text, names, field}] of texts) {
      const other = others.texts.get(pointer)?.text
      const isMoved =
        other === undefined && (text === '' || found.has(text) || !names.every(each => others.known.has(each)))
      if (other === text || isMoved) continue
      const id = `${key} ${field}`
      changed.set(id, {...(changed.get(id) ?? {key, field}), [side]: pointer})
    }
  }
  collect(was, is, 'old')
  collect(is, was, 'new')
  return [...changed.values()]
}
