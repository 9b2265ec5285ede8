import {looksLikeDate} from '../model/time/date-range.ts'
import {kindSentencePieces} from './declared-changes.ts'
import {type SentenceTemplate, sentenceTemplate, type TemplateValues} from './sentence-templates.ts'
import type {StatementText} from './statement.ts'

/** A sentence that can follow the first sentence of a statement, about one field of it. */
interface Clause {
  readonly template: SentenceTemplate
  /** Values of the sentences to write; empty if the statement doesn't have this field. */
  readonly toValues: (statement: StatementText) => readonly TemplateValues[]
  /** The fields of the statement that the sentence sets when it is read. */
  readonly fromValues: (values: TemplateValues, before: Partial<StatementText>) => Partial<StatementText>
}

const optionalValues = (values: TemplateValues | undefined): readonly TemplateValues[] => (values ? [values] : [])
const flagValues = (on: boolean): readonly TemplateValues[] => (on ? [{}] : [])

const announcedAt =
  (dated: boolean) =>
  ({announced}: StatementText): readonly TemplateValues[] =>
    announced && 'at' in announced && looksLikeDate(announced.at) === dated ? [{announced: announced.at}] : []

/** Kind of a stability change, which has sentences of its own. */
const STABILITY_CHANGE = 'stability-changed'
const isStabilityChange = (kind: string | undefined): boolean => kind === STABILITY_CHANGE

/** All clauses, in the order in which they are written. */
export const CLAUSES: readonly Clause[] = [
  {
    template: sentenceTemplate('except {except}'),
    toValues: ({except}) => optionalValues(except && except.length > 0 ? {except} : undefined),
    fromValues: ({except = []}) => ({except})
  },
  {
    template: sentenceTemplate('use {replacement}'),
    toValues: ({replacement}) => optionalValues(replacement && {replacement}),
    fromValues: ({replacement}) => (replacement ? {replacement} : {})
  },
  {
    template: sentenceTemplate('nothing replaces it'),
    toValues: ({unreplaced}) => flagValues(unreplaced === true),
    fromValues: () => ({unreplaced: true})
  },
  {
    template: sentenceTemplate('it is required'),
    toValues: ({required}) => flagValues(required === true),
    fromValues: () => ({required: true})
  },
  {
    template: sentenceTemplate('it is optional'),
    toValues: ({required}) => flagValues(required === false),
    fromValues: () => ({required: false})
  },
  {
    template: sentenceTemplate('type: {type}'),
    toValues: ({type}) => optionalValues(type === undefined ? undefined : {type}),
    fromValues: ({type = ''}) => ({type})
  },
  {
    template: sentenceTemplate('its stability is {stability}'),
    toValues: ({stability, kind}) =>
      optionalValues(stability === undefined || isStabilityChange(kind) ? undefined : {stability}),
    fromValues: ({stability = ''}) => ({stability})
  },
  {
    template: sentenceTemplate('its stability is now {stability}'),
    toValues: ({stability, kind}) =>
      optionalValues(stability === undefined || !isStabilityChange(kind) ? undefined : {stability}),
    fromValues: ({stability = ''}) => ({stability, kind: STABILITY_CHANGE})
  },
  {
    template: sentenceTemplate('it no longer states a stability'),
    toValues: ({stability, kind}) => flagValues(stability === undefined && isStabilityChange(kind)),
    fromValues: () => ({kind: STABILITY_CHANGE})
  },
  {
    template: sentenceTemplate('kind of change: {kind}'),
    toValues: statement => {
      const {kind} = statement
      const isSaid = isStabilityChange(kind) || kindSentencePieces(statement) !== undefined
      return optionalValues(kind === undefined || isSaid ? undefined : {kind})
    },
    fromValues: ({kind = ''}) => ({kind})
  },
  {
    template: sentenceTemplate('it is about {about}'),
    toValues: ({about}) => optionalValues(about === undefined ? undefined : {about}),
    fromValues: ({about = ''}) => ({about})
  },
  {
    template: sentenceTemplate('it may have been so before'),
    toValues: ({existing}) => flagValues(existing === true),
    fromValues: () => ({existing: true})
  },
  {
    template: sentenceTemplate('it came after {after}'),
    toValues: ({after}) => optionalValues(after === undefined ? undefined : {after}),
    fromValues: ({after = ''}) => ({after})
  },
  {
    template: sentenceTemplate('never announced'),
    toValues: ({announced}) => flagValues(announced !== undefined && 'never' in announced),
    fromValues: () => ({announced: {never: true}})
  },
  {
    template: sentenceTemplate('announced on {announced}'),
    toValues: announcedAt(true),
    fromValues: ({announced = ''}) => ({announced: {at: announced}})
  },
  {
    template: sentenceTemplate('announced in {announced}'),
    toValues: announcedAt(false),
    fromValues: ({announced = ''}) => ({announced: {at: announced}})
  },
  {
    template: sentenceTemplate('announced via {via}'),
    toValues: ({via}) => optionalValues(via === undefined ? undefined : {via}),
    fromValues: ({via = ''}) => ({via})
  },
  {
    template: sentenceTemplate('condition {condition} was met: {met}'),
    toValues: ({met}) => Object.entries(met ?? {}).map(([condition, evidence]) => ({condition, met: evidence})),
    fromValues: ({condition = '', met = ''}, before) => ({met: {...before.met, [condition]: met}})
  },
  {
    template: sentenceTemplate(
      'waived for {reason}[, approved by {approver}][, on {approved}][, until {expires}][, because {because}][, shown by {evidence}]'
    ),
    toValues: ({waiver}) => {
      if (!waiver) return []
      const {reason, approver, approved, until: expires, note: because, evidence} = waiver
      return [omitUndefined({reason, approver, approved, expires, because, evidence})]
    },
    fromValues: ({reason = '', approver, approved, expires: until, because: note, evidence}) => ({
      waiver: {reason, ...omitUndefined({approver, approved, until, note, evidence})}
    })
  }
]

type Defined<T> = {[Key in keyof T]: Exclude<T[Key], undefined>}

/** Omits undefined values. */
const omitUndefined = <T extends Record<string, string | undefined>>(values: T): Partial<Defined<T>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>
