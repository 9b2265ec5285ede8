// How often our answers to the published cases of other checkers are theirs. `npm run measure -- graphql-cases` writes it.
import {groupBy} from '../../../src/model/group-by.ts'
import {agrees, type Case, type Level} from './cases.ts'
import {GRAPHQL_JS} from './graphql-js-cases.ts'
import {INSPECTOR} from './inspector-cases.ts'

export const CHECKERS: readonly (readonly [name: string, cases: readonly Case[]])[] = [
  ['graphql-js', GRAPHQL_JS],
  ['graphql-inspector', INSPECTOR]
]

/** The cases of a checker with which we differ for one reason. */
interface Difference {
  readonly theirs: Level
  readonly answer: string
  readonly why: string
  readonly count: number
}

interface Agreement {
  readonly name: string
  /** The number of cases with the same answer. */
  readonly same: number
  readonly differences: readonly Difference[]
}

export const countAgreement = (): Agreement[] =>
  CHECKERS.map(([name, cases]) => ({
    name,
    same: cases.filter(agrees).length,
    differences: [
      ...groupBy(
        cases.filter(each => !agrees(each)),
        ({theirs, answer, why}) => JSON.stringify([theirs, answer, why])
      ).values()
    ].flatMap(([{theirs, answer, why = ''}, ...others]) => ({theirs, answer, why, count: others.length + 1}))
  }))
