// The published cases of two other checkers, and our answers. Each difference has its reason.
import {readFileSync} from 'node:fs'
import {buildSchema, findBreakingChanges, findDangerousChanges} from 'graphql'
import {expect, test} from 'vitest'
import {CHECKERS, countAgreement} from './graphql/agreement.ts'
import {agrees, type Case, type Level, versionsOf} from './graphql/cases.ts'
import {compareSchemas, reachAll} from './graphql/compare.ts'
import {GRAPHQL_JS} from './graphql/graphql-js-cases.ts'
import {INSPECTOR} from './graphql/inspector-cases.ts'
import {buildLoosely, findUnproven} from './graphql/witnesses.ts'

const schemasOf = (each: Case): readonly [older: string, newer: string] => {
  const [older, newer] = versionsOf(each)
  return [reachAll(older), reachAll(newer)]
}

const listOf = (cases: readonly Case[], answerOf: (each: Case) => string): string[] =>
  cases.map(each => `${each.name} (${each.schema}): ${answerOf(each)}`)

test.each(CHECKERS)('our answers to the cases of %s are known', (_, cases) => {
  const answers = listOf(cases, each => compareSchemas(...schemasOf(each)).answer)
  expect(answers).toEqual(listOf(cases, each => each.answer))
})

test('each break has an example that graphql-js confirms', () => {
  const wrong = [...GRAPHQL_JS, ...INSPECTOR].flatMap(each => {
    const [older, newer] = schemasOf(each)
    const found = findUnproven(compareSchemas(older, newer).changes, buildLoosely(older), buildLoosely(newer))
    // Of many changes, several reject all documents that would show another one.
    const isCounted = (text: string): boolean => each.name !== 'many changes' || !text.endsWith('has no example')
    return found.filter(isCounted).map(text => `${each.name}: ${text}`)
  })
  expect(wrong).toEqual([])
})

test('graphql-js says of its rebuilt cases what it says of its own', () => {
  const levelOf = (each: Case): Level => {
    const [older, newer] = schemasOf(each).map(text => buildSchema(text, {assumeValid: true}))
    if (!older || !newer) throw new Error('two schemas')
    if (findBreakingChanges(older, newer).length > 0) return 'breaking'
    return findDangerousChanges(older, newer).length > 0 ? 'dangerous' : 'safe'
  }
  expect(listOf(GRAPHQL_JS, levelOf)).toEqual(listOf(GRAPHQL_JS, each => each.theirs))
})

test('each difference has its reason, and nothing else has one', () => {
  const cases = [...GRAPHQL_JS, ...INSPECTOR]
  const differs = cases.filter(each => !agrees(each))
  expect(cases.filter(({why}) => why !== undefined)).toEqual(differs)
  expect([GRAPHQL_JS.length, INSPECTOR.length, differs.length]).toEqual([91, 161, 57])
})

test('the measured page has the table of agreement', () => {
  const [, table = ''] =
    /^## Published cases of GraphQL$[\s\S]*?^((?:\|.*\n)+)/m.exec(readFileSync('bench/measured.md', 'utf8')) ?? []
  const rows = table.split('\n').flatMap(line => {
    const [, name = '', count = '', theirs = '', answer = '', why = ''] = line.split(/ *\| */)
    return /^\d/.test(count) ? [[name, Number(count), theirs, answer, why]] : []
  })
  expect(rows).toEqual(
    countAgreement().flatMap(({name, same, differences}) => [
      [name, same, 'the same', 'the same', ''],
      ...differences.map(({theirs, answer, why, count}) => [name, count, theirs, answer, why])
    ])
  )
})
