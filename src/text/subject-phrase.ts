import {parseTarget, TARGET_NOUNS} from '../languages/languages.ts'
import {
  type Direction,
  isMember,
  isNamed,
  nounOf,
  PART_KINDS,
  type PartKind,
  type Subject,
  type SubjectPart,
  type Target
} from '../model/subject/subject.ts'
import {targetPieces} from '../phrases/subject.ts'
import {codePiece, MARKS, type TextPiece} from '../phrases/text-pieces.ts'

// Phrases for subjects: `GET /v1/loans`, operation `ListTokens`, field `due` in the response of
// `GET /v1/loans/{loanId}`, value `lost` of parameter `state` of `GET /v1/loans`.

// A path through a map in words: `due` in each value of the map `loans` for `loans{}.due`.

const NOUNS = `(?:${TARGET_NOUNS.join('|')})`
const CODE = `${MARKS.code[0]}[^${MARKS.code[1]}]*${MARKS.code[1]}`
const SIDE = '(?:the )?(?:request|response) of '
const EACH_VALUE = 'each value of the map '
const OTHER_FIELDS = 'the documentation of fields with other names'
const NESTED = `${CODE}(?: in ${EACH_VALUE}${CODE})*`
const OF_MAP = `(?:${EACH_VALUE}${NESTED}|${OTHER_FIELDS}(?: in ${NESTED})?)`
const LINK = '(?: of (?!the)| of (?=the (?:request|response))| in (?=the (?:request|response)))'
const PART = `(?:(?:field|parameter|header|value) ${NESTED}|${OF_MAP})(?:${LINK}| of (?=${EACH_VALUE}|${OTHER_FIELDS}))`

export const SUBJECT_PATTERN = `(?:the )?(?:${PART})*(?:${SIDE})?(?:${OF_MAP}|(?:${NOUNS} |webhook |all of )?${NESTED})`

/** Code spans can't be empty: an empty value is written as two quotes. */
const EMPTY = '""'

/** Parts in phrase order, the narrowest first. */
const NARROWEST_FIRST: readonly PartKind[] = ['value', ...PART_KINDS.filter(kind => kind !== 'value')]

/** Field name that stands for the whole component: `Loan.*` in a history. */
const WHOLE_COMPONENT = '*'

/** A webhook, by its name in a description. */
const WEBHOOK = /^webhook (.+)$/s

function piecesOfTarget(target: Target): TextPiece[] {
  if (isNamed(target)) {
    const [, webhook] = WEBHOOK.exec(target.name) ?? []
    return webhook === undefined ? [`${nounOf(target)} `, codePiece(target.name)] : ['webhook ', codePiece(webhook)]
  }
  if (!isMember(target)) return [codePiece(target.text)]
  if (target.name === WHOLE_COMPONENT) return ['all of ', codePiece(target.type)]
  return fieldPieces(target.text, '')
}

/** A field by its path, in words where the path goes through maps. */
export function fieldPieces(path: string, noun: string): TextPiece[] {
  if (path === '{}') return [OTHER_FIELDS]
  if (path.endsWith('.{}')) return [`${OTHER_FIELDS} in `, ...nestedPieces(path.slice(0, -3))]
  if (path.endsWith('{}')) return [EACH_VALUE, ...nestedPieces(path.slice(0, -2))]
  return [noun, ...nestedPieces(path)].filter(piece => piece !== '')
}

/** The name of a field and the maps around it, the innermost first. */
function nestedPieces(path: string): TextPiece[] {
  const at = path.lastIndexOf('{}')
  if (at <= 0) return [codePiece(path || EMPTY)]
  const name = path.slice(at + 2).replace(/^\./, '')
  return [codePiece(name || EMPTY), ` in ${EACH_VALUE}`, ...nestedPieces(path.slice(0, at))]
}

export function subjectPieces({target, part}: Subject): TextPiece[] {
  if (!part) return piecesOfTarget(target)
  const named = NARROWEST_FIRST.flatMap((kind): TextPiece[] => {
    const name = part[kind]
    if (name === undefined) return []
    return [...(kind === 'field' ? fieldPieces(name, 'field ') : [`${kind} `, codePiece(name || EMPTY)]), ' of ']
  })
  if (!part.in) return [...named, ...piecesOfTarget(target)]
  if (named.length > 0) named[named.length - 1] = ' in '
  return [...named, `the ${part.in} of `, ...piecesOfTarget(target)]
}

/** A subject inside a sentence, with an article before a noun: the tool `lend`. */
export const mentionedSubject = (subject: Subject): TextPiece[] =>
  !subject.part && isNamed(subject.target) ? targetPieces(subject.target) : subjectPieces(subject)

const OPEN = MARKS.code[0]
const CLOSE = MARKS.code[1]
const eachPart = new RegExp(`(field|parameter|header|value) ${OPEN}([^${CLOSE}]*)${CLOSE}`, 'gi')
const atEnd = new RegExp(`(${NOUNS} |webhook |all of )?${OPEN}([^${CLOSE}]*)${CLOSE}$`, 'i')

function namedTarget(noun: string, name: string): Target | undefined {
  switch (noun.trim().toLowerCase()) {
    case 'webhook':
      return parseTarget(`operation webhook ${name}`)
    case 'all of':
      return parseTarget(`${name}.${WHOLE_COMPONENT}`)
    default:
      return parseTarget(`${noun} ${name}`)
  }
}

const inMap = new RegExp(`${CODE} in ${EACH_VALUE}${CODE}(?! in ${EACH_VALUE})`, 'i')
const atMap = new RegExp(
  `(?:(${EACH_VALUE})|${OTHER_FIELDS}(?: in (?=${OPEN}))?)(?:${OPEN}([^${CLOSE}]*)${CLOSE})?(.?)`,
  'gis'
)

/** The phrase with paths through maps as a history writes them: `loans{}.due`. */
function joinMaps(phrase: string): string {
  let text = phrase
  for (let found = inMap.exec(text); found; found = inMap.exec(text)) {
    const [name = '', map = ''] = found[0].split(CLOSE).map(each => each.slice(each.indexOf(OPEN) + 1))
    const path = `${map}{}${name.startsWith('[') ? '' : '.'}${name}`
    text = `${text.slice(0, found.index)}${OPEN}${path}${CLOSE}${text.slice(found.index + found[0].length)}`
  }
  return text.replace(atMap, (_, each: string | undefined, name: string | undefined, next: string) => {
    const path = name === undefined ? '{}' : `${name}${each === undefined ? '.' : ''}{}`
    // A path without words after it is the field of a component.
    return `${next === '' ? '' : 'field '}${OPEN}${path}${CLOSE}${next}`
  })
}

/** Reads a subject from its phrase. `undefined` if the name isn't a subject. */
export function readSubject(written: string): Subject | undefined {
  const phrase = joinMaps(written)
  const end = atEnd.exec(phrase)
  if (!end) return undefined
  const [, noun, name = ''] = end
  const target = noun === undefined ? parseTarget(name) : namedTarget(noun, name)
  if (!target) return undefined
  const before = phrase.slice(0, end.index)
  const part: Record<string, string> = {}
  const named = [...before.matchAll(eachPart)]
  for (const kind of PART_KINDS) {
    const found = named.find(([, word = '']) => word.toLowerCase() === kind)?.[2]
    if (found !== undefined) part[kind] = found === EMPTY ? '' : found
  }
  const rest = before.replace(eachPart, '')
  const side = /\b(request|response) of $/i.exec(rest)?.[1]?.toLowerCase() as Direction | undefined
  if (side) part.in = side
  return Object.keys(part).length === 0 ? {target} : {target, part: part as SubjectPart}
}
