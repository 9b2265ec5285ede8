import {looksDated} from '../model/time/date-range.ts'
import {type Template, template, type Values} from './sentence-templates.ts'
import type {Said} from './statement.ts'

/** A sentence that can follow the first sentence of a statement, about one field of it. */
interface Clause {
  readonly template: Template
  /** Values of the sentences to write; empty if the statement doesn't have this field. */
  readonly take: (statement: Said) => readonly Values[]
  /** The fields of the statement that the sentence sets when it is read. */
  readonly give: (values: Values, before: Partial<Said>) => Partial<Said>
}

const optionalValues = (values: Values | undefined): readonly Values[] => (values ? [values] : [])
const flagValues = (on: boolean): readonly Values[] => (on ? [{}] : [])

const announcedAt =
  (dated: boolean) =>
  ({announced}: Said): readonly Values[] =>
    announced && 'at' in announced && looksDated(announced.at) === dated ? [{announced: announced.at}] : []

/** Kind of a stability change, which has sentences of its own. */
const STABILITY_CHANGE = 'stability-changed'
const isStabilityChange = (kind: string | undefined): boolean => kind === STABILITY_CHANGE

/** In writing order. */
export const CLAUSES: readonly Clause[] = [
  {
    template: template('except {except}'),
    take: ({except}) => optionalValues(except && except.length > 0 ? {except} : undefined),
    give: ({except = []}) => ({except})
  },
  {
    template: template('use {replacement}'),
    take: ({replacement}) => optionalValues(replacement && {replacement}),
    give: ({replacement}) => (replacement ? {replacement} : {})
  },
  {
    template: template('nothing replaces it'),
    take: ({unreplaced}) => flagValues(unreplaced === true),
    give: () => ({unreplaced: true})
  },
  {
    template: template('it is required'),
    take: ({required}) => flagValues(required === true),
    give: () => ({required: true})
  },
  {
    template: template('it is optional'),
    take: ({required}) => flagValues(required === false),
    give: () => ({required: false})
  },
  {
    template: template('its type is {type}'),
    take: ({type}) => optionalValues(type === undefined ? undefined : {type}),
    give: ({type = ''}) => ({type})
  },
  {
    template: template('its stability is {stability}'),
    take: ({stability, kind}) =>
      optionalValues(stability === undefined || isStabilityChange(kind) ? undefined : {stability}),
    give: ({stability = ''}) => ({stability})
  },
  {
    template: template('its stability is now {stability}'),
    take: ({stability, kind}) =>
      optionalValues(stability === undefined || !isStabilityChange(kind) ? undefined : {stability}),
    give: ({stability = ''}) => ({stability, kind: STABILITY_CHANGE})
  },
  {
    template: template('it no longer states a stability'),
    take: ({stability, kind}) => flagValues(stability === undefined && isStabilityChange(kind)),
    give: () => ({kind: STABILITY_CHANGE})
  },
  {
    template: template('kind of change: {kind}'),
    take: ({kind}) => optionalValues(kind === undefined || isStabilityChange(kind) ? undefined : {kind}),
    give: ({kind = ''}) => ({kind})
  },
  {
    template: template('it is about {about}'),
    take: ({about}) => optionalValues(about === undefined ? undefined : {about}),
    give: ({about = ''}) => ({about})
  },
  {
    template: template('it may have been so before'),
    take: ({existing}) => flagValues(existing === true),
    give: () => ({existing: true})
  },
  {
    template: template('it came after {after}'),
    take: ({after}) => optionalValues(after === undefined ? undefined : {after}),
    give: ({after = ''}) => ({after})
  },
  {
    template: template('never announced'),
    take: ({announced}) => flagValues(announced !== undefined && 'never' in announced),
    give: () => ({announced: {never: true}})
  },
  {
    template: template('announced on {announced}'),
    take: announcedAt(true),
    give: ({announced = ''}) => ({announced: {at: announced}})
  },
  {
    template: template('announced in {announced}'),
    take: announcedAt(false),
    give: ({announced = ''}) => ({announced: {at: announced}})
  },
  {
    template: template('said in {via}'),
    take: ({via}) => optionalValues(via === undefined ? undefined : {via}),
    give: ({via = ''}) => ({via})
  },
  {
    template: template('condition {gate} was met: {met}'),
    take: ({met}) => Object.entries(met ?? {}).map(([gate, evidence]) => ({gate, met: evidence})),
    give: ({gate = '', met = ''}, before) => ({met: {...before.met, [gate]: met}})
  },
  {
    template: template(
      'waived for {reason}[, approved by {approver}][, on {approved}][, until {expires}][, because {because}][, shown by {evidence}]'
    ),
    take: ({waiver}) => {
      if (!waiver) return []
      const {reason, approver, approved, until: expires, note: because, evidence} = waiver
      return [omitUndefined({reason, approver, approved, expires, because, evidence})]
    },
    give: ({reason = '', approver, approved, expires: until, because: note, evidence}) => ({
      waiver: {reason, ...omitUndefined({approver, approved, until, note, evidence})}
    })
  }
]

type Defined<T> = {[Key in keyof T]: Exclude<T[Key], undefined>}

/** Omits undefined values. */
const omitUndefined = <T extends Record<string, string | undefined>>(values: T): Partial<Defined<T>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>
