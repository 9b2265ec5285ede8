import type {Subject} from '../model/subject/subject.ts'
import {codePiece, freeTextPiece, joinPieces, MARKS, noteText, type TextPiece} from '../phrases/text-pieces.ts'
import {OR_EARLIER} from './page-strings.ts'
import {readSubject, SUBJECT_PATTERN, subjectPieces} from './subject-phrase.ts'

// Sentence templates that are used for both writing and reading, so that written sentences can be parsed.
//
//     {subject} was deprecated[, to be unsupported from {sunset}]
//
// `{slot}` holds a value, `[…]` is omitted if its slot is empty; `was` also matches `were`.

/** Value types by kind of slot. */
interface SlotValues {
  subject: Subject
  subjects: readonly Subject[]
  /** A day or the name of a release. */
  moment: string
  code: string
  free: string
}
type SlotKind = keyof SlotValues

/** Slot names and their kinds. */
const SLOTS = {
  subject: 'subject',
  to: 'subject',
  replacement: 'subject',
  except: 'subjects',
  sunset: 'moment',
  oldUntil: 'moment',
  since: 'moment',
  after: 'moment',
  announced: 'moment',
  approved: 'moment',
  expires: 'moment',
  kind: 'code',
  stability: 'code',
  reason: 'code',
  base: 'code',
  condition: 'code',
  about: 'free',
  type: 'free',
  via: 'free',
  met: 'free',
  approver: 'free',
  because: 'free',
  evidence: 'free'
} as const satisfies Record<string, SlotKind>
type Slot = keyof typeof SLOTS
export type TemplateValues = {-readonly [S in Slot]?: SlotValues[(typeof SLOTS)[S]]}

type Part = {readonly text: string} | {readonly slot: Slot} | {readonly optional: readonly Part[]}

const CODE = `${MARKS.code[0]}[^${MARKS.code[1]}]*${MARKS.code[1]}`
const FREE = `${MARKS.free[0]}[^${MARKS.free[1]}]*${MARKS.free[1]}`
/** A name that needs no code formatting: no spaces, no dot at the end. */
const BARE = '[\\w+-]+(?:\\.[\\w+-]+)*'
const NEXT_RELEASE = 'the next release'

const PATTERNS = {
  subject: SUBJECT_PATTERN,
  subjects: `${SUBJECT_PATTERN}(?:(?:, and |, | and )${SUBJECT_PATTERN})*`,
  moment: `(?:${NEXT_RELEASE}|(?:(?:product )?release )?(?:${CODE}|${BARE}))`,
  code: CODE,
  free: FREE
} as const satisfies Record<SlotKind, string>

const isBare = new RegExp(`^${BARE}$`)

export function momentPieces(text: string): TextPiece[] {
  if (text.endsWith(OR_EARLIER)) return [...momentPieces(text.slice(0, -OR_EARLIER.length)), OR_EARLIER]
  return text === 'next' ? [NEXT_RELEASE] : [isBare.test(text) ? text : codePiece(text)]
}

const WRITERS = {
  subject: subjectPieces,
  subjects: subjects => joinPieces(subjects.map(subjectPieces), 'and'),
  moment: momentPieces,
  code: name => [codePiece(name)],
  free: text => [freeTextPiece(text)]
} as const satisfies {[Kind in SlotKind]: (value: SlotValues[Kind]) => TextPiece[]}

const stripMarks = (flatText: string): string => flatText.slice(1, -1)
const stripCodeMarks = (flatText: string): string =>
  flatText.startsWith(MARKS.code[0]) ? stripMarks(flatText) : flatText
const eachSubject = new RegExp(SUBJECT_PATTERN, 'gi')

const READERS = {
  subject: readSubject,
  subjects: text => {
    const all = (text.match(eachSubject) ?? []).map(readSubject)
    const known = all.filter(subject => subject !== undefined)
    return known.length === all.length && known.length > 0 ? known : undefined
  },
  moment: text => (text === NEXT_RELEASE ? 'next' : stripCodeMarks(text.replace(/^(?:product )?release (?=.)/i, ''))),
  code: stripMarks,
  free: text => noteText(stripMarks(text))
} as const satisfies {[Kind in SlotKind]: (text: string) => SlotValues[Kind] | undefined}

export interface SentenceTemplate {
  readonly write: (values: TemplateValues) => TextPiece[]
  /** Slots in order of the groups in `pattern`. */
  readonly slots: readonly Slot[]
  readonly pattern: string
  readonly read: (groups: readonly (string | undefined)[]) => TemplateValues | undefined
}

export function sentenceTemplate(source: string): SentenceTemplate {
  const parts = parse(source)
  const slots = parts.flatMap(part => ('slot' in part ? [part.slot] : 'optional' in part ? slotsIn(part.optional) : []))
  return {
    slots,
    pattern: patternOf(parts),
    write: values => writeParts(parts, values),
    read: groups => {
      const values: Record<string, unknown> = {}
      for (const [index, slot] of slots.entries()) {
        const found = groups[index]
        if (found === undefined) continue
        const value = READERS[SLOTS[slot]](found)
        if (value === undefined) return undefined
        values[slot] = value
      }
      return values
    }
  }
}

const slotsIn = (parts: readonly Part[]): Slot[] => parts.flatMap(part => ('slot' in part ? [part.slot] : []))

function parse(source: string): Part[] {
  return source
    .split(/(\[[^\]]*\]|\{\w+\})/)
    .filter(Boolean)
    .map((piece): Part => {
      if (piece.startsWith('[')) return {optional: parse(piece.slice(1, -1))}
      return piece.startsWith('{') ? {slot: piece.slice(1, -1) as Slot} : {text: piece}
    })
}

function patternOf(parts: readonly Part[]): string {
  return parts
    .map(part => {
      if ('optional' in part) return `(?:${patternOf(part.optional)})?`
      if ('slot' in part) return `(${PATTERNS[SLOTS[part.slot]]})`
      return part.text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\bwas\b/g, '(?:was|were)')
    })
    .join('')
}

function writeParts(parts: readonly Part[], values: TemplateValues): TextPiece[] {
  return parts.flatMap((part): TextPiece[] => {
    if ('text' in part) return [part.text]
    if ('optional' in part) {
      return slotsIn(part.optional).some(slot => values[slot] !== undefined) ? writeParts(part.optional, values) : []
    }
    const value = values[part.slot]
    return value === undefined ? [] : (WRITERS[SLOTS[part.slot]] as (value: unknown) => TextPiece[])(value)
  })
}
