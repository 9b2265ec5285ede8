import {CHANGE_KINDS, isChangeKind, kindOf} from '../languages/kinds.ts'
import {parseTarget, SAMPLE_TARGETS} from '../languages/languages.ts'
import type {Change, ChangeKind} from '../model/api/change.ts'
import {defined} from '../model/defined.ts'
import {groupBy} from '../model/group-by.ts'
import {once} from '../model/memoize.ts'
import {type Direction, isMember, isPrefix, type Subject, subjectKindOf, WHOLE_API} from '../model/subject/subject.ts'
import {locationMention, mentionPieces, valueMention} from '../phrases/subject.ts'
import {codePiece, flattenPieces, MARKS, type TextPiece} from '../phrases/text-pieces.ts'
import {changePieces} from './changes/sentences.ts'
import type {StatementText} from './statement.ts'
import {SUBJECT_PATTERN, subjectPieces} from './subject-phrase.ts'

// Sentences about declared changes: those of observed changes, without the values that only a comparison knows.

type Declared = {readonly [Key in 'subject' | 'kind' | 'about']?: StatementText[Key] | undefined} & Pick<
  StatementText,
  'subject'
>

/** A declared change as a change without values. `undefined` if its kind isn't known, or its detail is free text. */
export function declaredChange({subject, kind, about}: Declared): Change | undefined {
  if (kind === undefined || !isChangeKind(kind)) return undefined
  const {target, part} = subject
  const component = isMember(target) ? target.type : undefined
  const name = isMember(target) && target.name !== '*' ? target.name : part?.field
  const detail = readDetail(kind, subject, about)
  if (!detail || isOfUnnamedPart(kind, subject, detail.at ?? name)) return undefined
  const side = detail.side ?? part?.in ?? 'request'
  return {
    kind,
    subject,
    at: detail.at ?? name ?? '',
    where: {},
    reaches: detail.part === undefined ? [] : [{operation: subject, side, part: detail.part}],
    proofs: {},
    ...defined({component, about: detail.about ?? (kind.startsWith('value-') ? part?.value : undefined)})
  }
}

/**
 * Whether a change is about a part that neither its subject nor its detail names, so that no sentence fits the subject.
 */
function isOfUnnamedPart(kind: ChangeKind, {target, part}: Subject, name: string | undefined): boolean {
  if (name !== undefined || part?.parameter !== undefined || part?.header !== undefined) return false
  const {needs} = kindOf(kind)
  return needs === 'field' || (needs === 'side' && !isMember(target) && part?.in === undefined)
}

const PART =
  /^(?:(?:path|query|cookie|querystring) parameter \S+|(?:response \S+ )?header \S+|(?:body|response [1-5]\S\S|response default)(?: [\w.+*-]+\/[\w.+*-]+)?)(?= |$)/

interface Detail {
  readonly part?: string
  readonly side?: Direction
  readonly at?: string
  readonly about?: string
}

/** Reads a detail as `record` writes it: the part of the operation, the path in it, and the keyword or name. */
function readDetail(kind: ChangeKind, {part: named}: Subject, detail = ''): Detail | undefined {
  const part = PART.exec(detail)?.[0]
  const [first, second, ...others] = detail
    .slice(part?.length ?? 0)
    .split(' ')
    .filter(Boolean)
  if (others.length > 0) return undefined
  const isNaming = kindOf(kind).isNaming && !(kind.startsWith('value-') && named?.value !== undefined)
  const side = part === undefined ? undefined : /^response/.test(part) ? ('response' as const) : ('request' as const)
  const [at, about] =
    second !== undefined ? [first, second] : isNaming ? [undefined, first ?? part?.split(' ').at(-1)] : [first]
  return defined({part, side, at, about})
}

/** Kinds that have a verb or a clause of their own in a history. */
const VERB_KIND = /^(?:deprecat|sunset-|stability-|replacement-)/
const SLOT = '{subject}'

/** The sentence of a kind with a slot for the subject. `undefined` if it doesn't name the subject as a whole. */
function formOf(kind: ChangeKind, subject: Subject): string | undefined {
  const change = VERB_KIND.test(kind) ? undefined : declaredChange({subject, kind})
  if (!change) return undefined
  const sentence = flattenPieces(changePieces(change))
  // In a history, these words are for the verbs `added` and `removed`.
  if (/^(?:added|removed) /.test(sentence)) return undefined
  const name = flattenPieces(mentionPieces(change.at === '' ? locationMention(change) : valueMention(change)))
  const [before, after, ...others] = sentence.split(name)
  if (before === undefined || others.length > 0) return undefined
  if (after !== undefined) return before + SLOT + after
  return isPrefix(subject.target) && subject.target.path === '' ? sentence : undefined
}

/** The subject of a form that has no slot. */
export const subjectOfForm = (form: string): Subject | undefined => (form.includes(SLOT) ? undefined : WHOLE_API)

/** The kind that a sentence with this form is about, preferably one that is named after the kind of the subject. */
export function kindOfForm(form: string, subject: Subject): ChangeKind | undefined {
  const kinds = (kindForms().get(form)?.kinds ?? []).filter(kind => formOf(kind, subject) === form)
  return kinds.length > 1 ? kinds.find(kind => kind.startsWith(`${subjectKindOf(subject)}-`)) : kinds[0]
}

const CODE = new RegExp(`${MARKS.code[0]}([^${MARKS.code[1]}]*)${MARKS.code[1]}`)
const piecesOf = (flatText: string): TextPiece[] =>
  flatText.split(CODE).flatMap((text, at): TextPiece[] => (text === '' ? [] : [at % 2 === 0 ? text : codePiece(text)]))

/** Sentence of a declared change that names its kind and can be read back. `undefined` if there is none. */
export function kindSentencePieces({verb, subject, kind}: StatementText): TextPiece[] | undefined {
  if (verb !== 'changed' || kind === undefined || !isChangeKind(kind)) return undefined
  const form = formOf(kind, subject)
  if (form === undefined || kindOfForm(form, subject) !== kind) return undefined
  const [before = '', after] = form.split(SLOT)
  return [...piecesOf(before), ...(after === undefined ? [] : [...subjectPieces(subject), ...piecesOf(after)])]
}

/** Subjects of every form that the sentences distinguish. */
const samples = (): Subject[] => {
  const targets = SAMPLE_TARGETS.flatMap(text => parseTarget(text) ?? [])
  const parts: (Subject['part'] | undefined)[] = [undefined, {field: 'due'}, {parameter: 'limit'}, {header: 'X-Total'}]
  const sides = [{}, {in: 'request'}, {in: 'response'}] as const
  const all = targets.flatMap(target => parts.flatMap(part => sides.map(side => ({target, part: {...part, ...side}}))))
  return [WHOLE_API, ...all]
}

interface KindForm {
  /** Regular expression with a group for the subject, if the sentence names it. */
  readonly pattern: string
  readonly kinds: readonly ChangeKind[]
}

const forms = once((): ReadonlyMap<string, KindForm> => {
  const about = samples()
  const named = CHANGE_KINDS.flatMap(kind =>
    [...new Set(about.flatMap(subject => formOf(kind, subject) ?? []))].map(form => ({kind, form}))
  )
  return new Map(
    [...groupBy(named, ({form}) => form)].map(([form, all]) => {
      const texts = form.split(SLOT).map(text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      return [form, {pattern: texts.join(`(${SUBJECT_PATTERN})`), kinds: all.map(({kind}) => kind)}]
    })
  )
})

/** Every form of a sentence that names a kind of change. */
export function kindForms(): ReadonlyMap<string, KindForm> {
  return forms()
}
