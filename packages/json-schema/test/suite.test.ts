// Labeled pairs: whether one schema contains the other was written down before the prover was run.
import {readdirSync, readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {parse} from 'yaml'
import {contains} from '../src/containment.ts'
import type {Source} from '../src/document/node.ts'
import {isRecord} from '../src/json.ts'
import {KEYWORDS} from '../src/keywords.ts'
import type {Dialect} from '../src/schema-source.ts'
import {confirm} from './confirm.ts'

interface Group {
  /** Keywords and interactions, separated by commas. */
  readonly about: string
  /** The dialect of all schemas, or one for each in the order of the list. */
  readonly dialect?: Dialect | readonly Dialect[]
  readonly formats?: boolean
  readonly oneOf?: 'exact' | 'union'
  readonly grows?: readonly unknown[]
  readonly same?: readonly unknown[]
  readonly unrelated?: readonly unknown[]
}

interface Question {
  readonly sub: Source
  readonly sup: Source
  readonly keeps: boolean
  readonly group: Group
}

const FOLDER = new URL('../../../fixtures/schemas/', import.meta.url)
const groups: Group[] = readdirSync(FOLDER)
  .filter(file => file !== 'components.yaml')
  .sort()
  .flatMap(file => parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Group[])

/** Topics that are no keywords by themselves, or only name a schema. */
const NAMES = ['$id', '$anchor', 'discriminator']
const OTHERS = ['int32', 'int64', 'lone $ref', 'dependencies of names', 'dependencies of schemas', 'recursion']
const INTERACTIONS = [
  'allOf × additionalProperties',
  'oneOf overlap',
  'enum × type',
  'multipleOf × bounds',
  'pattern × length',
  'closed × open',
  'not × strings',
  'not × arrays',
  'not × objects',
  'not × numbers',
  'patternProperties × additionalProperties',
  'format × pattern',
  'uniqueItems × enum items',
  'const × enum',
  'required × additionalProperties false',
  'minProperties × required',
  'maxProperties × required',
  'type × nullable',
  'exclusiveMinimum boolean × number',
  'exclusiveMaximum boolean × number'
]

/** Whether a question belongs to a group about the topic and, if that is a keyword, really has it. */
function isAbout({sub, sup, group}: Question, topic: string): boolean {
  if (!group.about.split(', ').includes(topic)) return false
  return !(KEYWORDS.has(topic) || NAMES.includes(topic)) || [sub, sup].some(({schema}) => holds(schema, topic))
}

function holds(value: unknown, keyword: string): boolean {
  if (Array.isArray(value)) return value.some(item => holds(item, keyword))
  return isRecord(value) && (Object.hasOwn(value, keyword) || Object.values(value).some(item => holds(item, keyword)))
}

function* questionsOf(group: Group): Iterable<Question> {
  const bothWays = function* (
    list: readonly unknown[] | undefined,
    forward: boolean,
    reverse: boolean
  ): Iterable<Question> {
    const {dialect = '2020-12'} = group
    const sources = (list ?? []).map(
      (schema, at): Source => ({schema, dialect: typeof dialect === 'string' ? dialect : (dialect[at] as Dialect)})
    )
    for (const [at, left] of sources.entries()) {
      for (const right of sources.slice(at + 1)) {
        yield {sub: left, sup: right, keeps: forward, group}
        yield {sub: right, sup: left, keeps: reverse, group}
      }
    }
  }
  yield* bothWays(group.grows, true, false)
  yield* bothWays(group.same, true, true)
  yield* bothWays(group.unrelated, false, false)
}

function answer({sub, sup, group}: Question) {
  const {formats = true, oneOf = 'exact'} = group
  return contains(sub, sup, {confirm, formats, oneOf})
}

const line = ({sub, sup, group: {about}}: Question, answer: unknown): string =>
  JSON.stringify({about, sub: sub.schema, sup: sup.schema, answer})

const questions = groups.flatMap(group => [...questionsOf(group)])
const answers = questions.map(question => ({question, answer: answer(question)}))

describe('labeled pairs of schemas', () => {
  test('cover each keyword and each interaction at least eight times', () => {
    expect(questions.length / 2).toBeGreaterThanOrEqual(1000)
    const topics = [...KEYWORDS.keys(), ...NAMES, ...OTHERS, ...INTERACTIONS]
    const few = topics.filter(topic => questions.filter(question => isAbout(question, topic)).length < 16)
    expect(few).toEqual([])
  })

  test('are never answered incorrectly', () => {
    const wrong = answers.filter(
      ({question, answer}) => answer.is !== 'undetermined' && (answer.is === 'keeps') !== question.keeps
    )
    expect(wrong.map(({question, answer}) => line(question, answer))).toEqual([])
  })

  test('are undetermined in at most 5% of cases', () => {
    const undetermined = answers.filter(({answer}) => answer.is === 'undetermined')
    const list = undetermined.map(({question, answer}) => line(question, answer))
    expect(undetermined.length, list.join('\n')).toBeLessThanOrEqual(questions.length / 20)
  })
})
