import {looksDated} from '../model/time/date-range.ts'
import {type Template, template, type Values} from './sentence-templates.ts'
import type {Said} from './statement.ts'

/** What follows the first sentence: one more sentence for each thing that the line says besides. */
interface Clause {
  readonly template: Template
  /** The values of each sentence to write: none where the line does not say this. */
  readonly take: (said: Said) => readonly Values[]
  /** What the line says, where the sentence was read. */
  readonly give: (values: Values, before: Partial<Said>) => Partial<Said>
}

const one = (values: Values | undefined): readonly Values[] => (values ? [values] : [])
const flag = (on: boolean): readonly Values[] => (on ? [{}] : [])

const announcedAt =
  (dated: boolean) =>
  ({announced}: Said): readonly Values[] =>
    announced && 'at' in announced && looksDated(announced.at) === dated ? [{announced: announced.at}] : []

/** The kind of change of a mark that was set, moved or dropped: it has sentences of its own. */
const MARK = 'stability-changed'
const isMark = (kind: string | undefined): boolean => kind === MARK

/** In the order in which they are written. */
export const CLAUSES: readonly Clause[] = [
  {
    template: template('except {except}'),
    take: ({except}) => one(except && except.length > 0 ? {except} : undefined),
    give: ({except = []}) => ({except})
  },
  {
    template: template('use {replacement}'),
    take: ({replacement}) => one(replacement && {replacement}),
    give: ({replacement}) => (replacement ? {replacement} : {})
  },
  {
    template: template('nothing replaces it'),
    take: ({unreplaced}) => flag(unreplaced === true),
    give: () => ({unreplaced: true})
  },
  {
    template: template('it is required'),
    take: ({required}) => flag(required === true),
    give: () => ({required: true})
  },
  {
    template: template('it is optional'),
    take: ({required}) => flag(required === false),
    give: () => ({required: false})
  },
  {
    template: template('its type is {type}'),
    take: ({type}) => one(type === undefined ? undefined : {type}),
    give: ({type = ''}) => ({type})
  },
  {
    template: template('its stability is {stability}'),
    take: ({stability, kind}) => one(stability === undefined || isMark(kind) ? undefined : {stability}),
    give: ({stability = ''}) => ({stability})
  },
  {
    template: template('its stability is now {stability}'),
    take: ({stability, kind}) => one(stability === undefined || !isMark(kind) ? undefined : {stability}),
    give: ({stability = ''}) => ({stability, kind: MARK})
  },
  {
    template: template('it no longer states a stability'),
    take: ({stability, kind}) => flag(stability === undefined && isMark(kind)),
    give: () => ({kind: MARK})
  },
  {
    template: template('kind of change: {kind}'),
    take: ({kind}) => one(kind === undefined || isMark(kind) ? undefined : {kind}),
    give: ({kind = ''}) => ({kind})
  },
  {
    template: template('it is about {about}'),
    take: ({about}) => one(about === undefined ? undefined : {about}),
    give: ({about = ''}) => ({about})
  },
  {
    template: template('it may have been so before'),
    take: ({existing}) => flag(existing === true),
    give: () => ({existing: true})
  },
  {
    template: template('it came after {after}'),
    take: ({after}) => one(after === undefined ? undefined : {after}),
    give: ({after = ''}) => ({after})
  },
  {
    template: template('never announced'),
    take: ({announced}) => flag(announced !== undefined && 'never' in announced),
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
    take: ({via}) => one(via === undefined ? undefined : {via}),
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
      return [defined({reason, approver, approved, expires, because, evidence})]
    },
    give: ({reason = '', approver, approved, expires: until, because: note, evidence}) => ({
      waiver: {reason, ...defined({approver, approved, until, note, evidence})}
    })
  }
]

type Defined<T> = {[Key in keyof T]: Exclude<T[Key], undefined>}

/** Without what is undefined. */
const defined = <T extends Record<string, string | undefined>>(values: T): Partial<Defined<T>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>
