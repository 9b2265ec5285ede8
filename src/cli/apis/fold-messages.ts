import {isDeepStrictEqual} from 'node:util'
import {groupBy} from '../../model/group-by.ts'
import type {InputProblem} from '../../model/input-error.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {sayApis} from '../../outputs/report/several-apis.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'
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

/** Maximum number of APIs that have similar remarks of their own. */
const MAX_SIMILAR = 3

/**
 * Messages about APIs, each once: with the API that it is about, or with the number of APIs. Of many remarks that differ
 * only in names and numbers, the first is shown, and the others are counted.
 */
export function foldMessages(answers: readonly ApiMessages[]): string {
  const all = answers.flatMap(({name, err, problems}) => {
    const remarks = err.split('\n').filter(Boolean)
    return [
      ...remarks.map(message => ({name, problem: {message} as InputProblem, isRemark: true})),
      ...problems.map(problem => ({name, problem, isRemark: false}))
    ]
  })
  // The command for one API is the one for all without its option.
  const commonText = ({name, problem: {message}}: (typeof all)[number]): string =>
    message.replace(` --api ${quoteForShell(name)}`, '')
  const groups = [...groupBy(all, commonText)].map(([message, group]) => {
    const [{name, problem}] = group
    if (group.length === 1) return {group, text: `${plainText(name)}: ${formatProblem(problem)}`}
    const isOnePlace = group.every(each => isDeepStrictEqual(each.problem.place, problem.place))
    const {place, ...common} = {...problem, message}
    const who = sayApis(
      group.map(each => each.name),
      answers.length
    )
    return {group, text: `${plainText(who)}: ${formatProblem(isOnePlace && place ? {...common, place} : common)}`}
  })
  const bySimilarity = groupBy(groups, ({group: [{problem, isRemark}]}) =>
    isRemark ? withoutNames(problem.message) : problem
  )
  return [...bySimilarity.values()]
    .flatMap(similar => {
      const [first, ...others] = similar
      if (similar.length <= MAX_SIMILAR) return similar.map(({text}) => text)
      const names = others.flatMap(({group}) => group.map(({name}) => name))
      return [
        first.text,
        `${formatCount(names.length, 'other API')} likewise: ${plainText(formatFew(names))}. See one with \`--api\`.\n`
      ]
    })
    .join('')
}

/** A remark without its names and numbers. */
const withoutNames = (message: string): string =>
  message.replace(/`[^`]*`|\S*\d[^\s,:]*/g, '#').replace(/#(?:(?:, | and |, and |, or | or )#)+/g, '#')
