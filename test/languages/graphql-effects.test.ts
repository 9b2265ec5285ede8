// What changes of schemas do to clients, position by position: each line of `effects.txt` with an arrow is a schema with
// its change, and the lines below it are our answers.
import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {effectsOf} from './effects.ts'
import {versionsOf} from './graphql/cases.ts'
import {compareSchemas, reachAll} from './graphql/compare.ts'
import {buildLoosely, findUnproven} from './graphql/witnesses.ts'

const TEXT = readFileSync(new URL('graphql/effects.txt', import.meta.url), 'utf8')
const SCHEMAS = TEXT.split('\n').filter(line => line.includes('=>'))

const compare = (schema: string) => {
  const [older = '', newer = ''] = versionsOf({schema}).map(reachAll)
  return {older, newer, ...compareSchemas(older, newer)}
}

/** The answers, one for each side if there are two. */
function answersTo(schema: string): string[] {
  const {changes, unused} = compare(schema)
  return [
    ...effectsOf(changes).map(({change, side, is}) => {
      const hasOther = side === 'response' && change.reaches.some(each => each.side === 'request')
      return `${change.kind} ${change.subject.target.text}${hasOther ? ' (response)' : ''}: ${is}`
    }),
    ...unused.map(name => `unused type ${name}`)
  ]
}

test('the effects of changes are known in each position', () => {
  const answers = TEXT.split('\n').flatMap(line => {
    if (line.startsWith('  ')) return []
    return line.includes('=>') ? [line, ...answersTo(line).map(each => `  ${each}`)] : [line]
  })
  expect(answers.join('\n')).toBe(TEXT)
})

test('each break has an example that graphql-js confirms', () => {
  const wrong = SCHEMAS.flatMap(schema => {
    const {older, newer, changes} = compare(schema)
    return findUnproven(changes, buildLoosely(older), buildLoosely(newer)).map(each => `${schema}: ${each}`)
  })
  expect(wrong).toEqual([])
})
