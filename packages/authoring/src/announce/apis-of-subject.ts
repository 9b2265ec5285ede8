import {configOf} from '@tenure/core/app/session/config'
import {readCurrentDescription} from '@tenure/core/app/session/current-description'
import {findHistory} from '@tenure/core/app/session/history-path'
import {createFieldFinder, findUnknownSubject} from '@tenure/core/app/session/known-subject'
import {openWrittenHistory} from '@tenure/core/app/session/session'
import {parseSubjectOptions, type SubjectOptions} from '@tenure/core/app/session/subject-option'
import type {Context} from '@tenure/core/context/context'
import type {Description} from '@tenure/core/descriptions/description'
import type {GateOptions} from '@tenure/core/gate/change'
import {assemble} from '@tenure/core/history/assemble'
import {InputError, type InputProblem} from '@tenure/core/model/input-error'
import {findLifecycles, type History} from '@tenure/core/model/lifecycle/history'
import {findClosestWord} from '@tenure/core/model/subject/closest-word'
import {canonicalSubject} from '@tenure/core/model/subject/field'
import {covers, formatSubject, type Subject} from '@tenure/core/model/subject/subject'
import {formatCount, formatFew} from '@tenure/core/text/format-values'
import {type KnownState, readKnownState} from './waivable.ts'

type ApiState = KnownState & {readonly api: string}

/**
 * The names of the APIs whose history or description has a subject; with `isInBase`, also those whose base has it.
 * Throws an `InputError` if none has it.
 */
export async function findApisOfSubject(
  options: GateOptions & SubjectOptions,
  names: readonly string[],
  {isInBase, context}: {readonly isInBase: boolean; readonly context: Context}
): Promise<string[]> {
  const subject = parseSubjectOptions(options)
  const problems: InputProblem[] = []
  const states: ApiState[] = []
  for (const api of names) states.push({api, ...(await readState({...options, api}, problems, context))})
  const found = apisWith(subject, states)
  if (found.length > 0) return found
  for (const api of isInBase ? names : []) {
    const state = await readKnownState({...options, api}, context)
    if (state) states.push({api, ...state})
  }
  const inBase = apisWith(subject, states)
  if (inBase.length > 0) return inBase
  const message = `\`${formatSubject(subject)}\` isn't in any of ${formatCount(names.length, 'API')}.${suggestTarget(subject, states)}`
  throw new InputError([{message}, ...problems])
}

/** The names of the APIs with the subject, otherwise of those with its target. */
function apisWith(subject: Subject, states: readonly ApiState[]): string[] {
  const having = states.filter(({history, description}) => hasTarget(subject, history, description))
  const whole = having.filter(({history, description}) => {
    const own = canonicalSubject(
      subject,
      createFieldFinder(() => description)
    )
    return findUnknownSubject(own, history, description) === undefined
  })
  return [...new Set((whole.length > 0 ? whole : having).map(({api}) => api))]
}

const hasTarget = ({target}: Subject, history: History, description: Description | undefined): boolean =>
  findLifecycles({target}, history).length > 0 ||
  (description?.listTargets().some(each => covers({target}, {target: each})) ?? false)

/** What is known of an API without its base. A history that can't be read adds to the problems. */
async function readState(options: GateOptions, problems: InputProblem[], context: Context): Promise<KnownState> {
  const config = configOf(options, context)
  const description = await readCurrentDescription(context, options.spec ?? config?.spec)
  const state = description ? {description} : {}
  try {
    if (findHistory(context, options.history, config) !== undefined)
      return {...state, history: openWrittenHistory(options, context).history}
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    problems.push(...error.problems)
  }
  return {...state, history: NO_HISTORY}
}

const NO_HISTORY = assemble(
  {
    ...{about: {service: '', areas: [], notes: [], unknown: []}, source: '', complete: true},
    ...{entries: [], events: [], facts: [], waivers: []}
  },
  {asOf: '1970-01-01'}
)

/** ` Did you mean …?` with the closest target of all APIs and the APIs that have it. Empty if none is close. */
function suggestTarget({target}: Subject, states: readonly ApiState[]): string {
  const known = states.map(({api, history, description}) => ({
    api,
    texts: [...history.lifecycles.map(({subject}) => subject.target), ...(description?.listTargets() ?? [])].map(
      ({text}) => text
    )
  }))
  const closest = findClosestWord(target.text, [...new Set(known.flatMap(({texts}) => texts))])
  if (closest === undefined) return ''
  const apis = new Set(known.flatMap(({api, texts}) => (texts.includes(closest) ? [api] : [])))
  return ` Did you mean \`${closest}\` of ${formatFew([...apis].map(api => `\`${api}\``))}?`
}
