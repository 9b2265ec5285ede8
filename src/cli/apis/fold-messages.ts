import {isDeepStrictEqual} from 'node:util'
import {groupBy} from '../../model/group-by.ts'
import type {InputProblem} from '../../model/input-error.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {sayApis} from '../../outputs/report/several-apis.ts'
import {quoteForShell} from '../../text/remedies.ts'
import {formatProblem} from '../failure.ts'

/** What a command printed on standard error about an API. */
export interface ApiMessages {
  readonly name: string
  /** Lines of remarks. */
  readonly err: string
  /** Why it has no answer. */
  readonly problems: readonly InputProblem[]
}

/** Messages about APIs, each once: with the API that it is about, or with the number of APIs. */
export function foldMessages(answers: readonly ApiMessages[]): string {
  const all = answers.flatMap(({name, err, problems}) => {
    const remarks = err.split('\n').filter(Boolean)
    return [...remarks.map((message): InputProblem => ({message})), ...problems].map(problem => ({name, problem}))
  })
  // The command for one API is the one for all without its option.
  const commonText = ({name, problem: {message}}: (typeof all)[number]): string =>
    message.replace(` --api ${quoteForShell(name)}`, '')
  return [...groupBy(all, commonText)]
    .map(([message, group]) => {
      const [{name, problem}] = group
      if (group.length === 1) return `${plainText(name)}: ${formatProblem(problem)}`
      const isOnePlace = group.every(each => isDeepStrictEqual(each.problem.place, problem.place))
      const {place, ...common} = {...problem, message}
      const who = sayApis(
        group.map(each => each.name),
        answers.length
      )
      return `${plainText(who)}: ${formatProblem(isOnePlace && place ? {...common, place} : common)}`
    })
    .join('')
}
