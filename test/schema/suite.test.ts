// Labelled pairs: what lies within what was written down before the engine was asked.
import {readdirSync, readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {parse} from 'yaml'
import {contains} from '../../src/schema/containment.ts'
import type {Dialect} from '../../src/model/snapshot.ts'
import {confirm} from './confirm.ts'

interface Group {
  readonly about: string
  readonly dialect?: Dialect
  readonly formats?: boolean
  readonly oneOf?: 'exact' | 'union'
  readonly grows?: readonly unknown[]
  readonly same?: readonly unknown[]
  readonly apart?: readonly unknown[]
}

interface Question {
  readonly sub: unknown
  readonly sup: unknown
  readonly keeps: boolean
  readonly group: Group
}

const FOLDER = new URL('../../fixtures/schemas/', import.meta.url)
const groups: Group[] = readdirSync(FOLDER)
  .sort()
  .flatMap(file => parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Group[])

function* questionsOf(group: Group): Iterable<Question> {
  const both = function* (list: readonly unknown[] | undefined, forth: boolean, back: boolean): Iterable<Question> {
    for (const [at, left] of (list ?? []).entries()) {
      for (const right of (list ?? []).slice(at + 1)) {
        yield {sub: left, sup: right, keeps: forth, group}
        yield {sub: right, sup: left, keeps: back, group}
      }
    }
  }
  yield* both(group.grows, true, false)
  yield* both(group.same, true, true)
  yield* both(group.apart, false, false)
}

function answer({sub, sup, group}: Question) {
  const {dialect = '2020-12', formats = true, oneOf = 'exact'} = group
  return contains({schema: sub, dialect}, {schema: sup, dialect}, {confirm, formats, oneOf})
}

const questions = groups.flatMap(group => [...questionsOf(group)])
const said = questions.map(question => ({question, answer: answer(question)}))

describe('labelled pairs', () => {
  test('are many, of all sorts', () => {
    expect(questions.length / 2).toBeGreaterThanOrEqual(600)
    expect(groups.every(({grows, same, apart}) => grows ?? same ?? apart)).toBe(true)
  })

  test('are never answered wrongly', () => {
    const wrong = said.filter(
      ({question, answer}) => answer.is !== 'undetermined' && (answer.is === 'keeps') !== question.keeps
    )
    expect(
      wrong.map(({question: {sub, sup, group}, answer}) => JSON.stringify({about: group.about, sub, sup, answer}))
    ).toEqual([])
  })

  test('are decided, but for one in twenty at most', () => {
    const open = said.filter(({answer}) => answer.is === 'undetermined')
    const list = open.map(({question: {sub, sup, group}, answer}) =>
      JSON.stringify({about: group.about, sub, sup, answer})
    )
    expect(open.length, list.join('\n')).toBeLessThanOrEqual(questions.length / 20)
  })
})
