import {
  type Direction,
  formatTarget,
  PART_KINDS,
  type PartKind,
  parseTarget,
  type Subject,
  type SubjectPart,
  type Target
} from '../model/subject/subject.ts'
import {codePiece, MARKS, type TextPiece} from './text-pieces.ts'

// `GET /v1/loans`, operation `ListTokens`, field `due` in the response of `GET /v1/loans/{loanId}`,
// value `lost` of parameter `state` of `GET /v1/loans`.

const CODE = `${MARKS.code[0]}[^${MARKS.code[1]}]*${MARKS.code[1]}`
const SIDE = '(?:the )?(?:request|response) of '
const PART = `(?:field|parameter|header|value) ${CODE}(?: of (?!the)| of (?=the (?:request|response))| in (?=the (?:request|response)))`

export const SUBJECT_PATTERN = `(?:the )?(?:${PART})*(?:${SIDE})?(?:operation |all of )?${CODE}`

/** Code spans can't be empty: an empty value is written as two quotes. */
const EMPTY = '""'

/** Parts in phrase order, the narrowest first. */
const NARROWEST_FIRST: readonly PartKind[] = ['value', ...PART_KINDS.filter(kind => kind !== 'value')]

/** Field name that stands for the whole component: `Loan.*` in a history. */
const WHOLE_COMPONENT = '*'

function piecesOfTarget(target: Target): TextPiece[] {
  if (target.kind === 'operation') return ['operation ', codePiece(target.name)]
  if (target.kind === 'resource-field' && target.name === WHOLE_COMPONENT)
    return ['all of ', codePiece(target.resource)]
  return [codePiece(formatTarget(target))]
}

export function subjectPieces({target, part}: Subject): TextPiece[] {
  if (!part) return piecesOfTarget(target)
  const named = NARROWEST_FIRST.flatMap((kind): TextPiece[] => {
    const name = part[kind]
    return name === undefined ? [] : [`${kind} `, codePiece(name || EMPTY), ' of ']
  })
  if (!part.in) return [...named, ...piecesOfTarget(target)]
  if (named.length > 0) named[named.length - 1] = ' in '
  return [...named, `the ${part.in} of `, ...piecesOfTarget(target)]
}

const OPEN = MARKS.code[0]
const CLOSE = MARKS.code[1]
const eachPart = new RegExp(`(field|parameter|header|value) ${OPEN}([^${CLOSE}]*)${CLOSE}`, 'gi')
const atEnd = new RegExp(`(operation |all of )?${OPEN}([^${CLOSE}]*)${CLOSE}$`, 'i')

const namedTarget = (noun: string, name: string): Target | undefined =>
  parseTarget(noun.trim().toLowerCase() === 'operation' ? `operation ${name}` : `${name}.${WHOLE_COMPONENT}`)

/** Reads a subject from its phrase. `undefined` if the name isn't a subject. */
export function readSubject(phrase: string): Subject | undefined {
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
