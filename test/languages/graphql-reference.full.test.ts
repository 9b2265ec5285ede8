// Adjacent releases of a real schema, compared with what graphql-js says of them. Skipped without the real schemas.

import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {sample} from '../tier.ts'
import {effectsOf} from './effects.ts'
import {compareSchemas} from './graphql/compare.ts'
import {findReached} from './graphql/reached.ts'
import {buildLoosely, findUnproven} from './graphql/witnesses.ts'
import {CORPUS} from './openapi/diff/documents.ts'

const folder = join(CORPUS ?? '', 'graphql-github')
const isHere = CORPUS !== undefined && existsSync(folder)
const referenceFolder = join(folder, 'reference', 'graphql-js')
const pairs = isHere ? readdirSync(referenceFolder).map(name => name.replace('.json', '')) : []

interface Reference {
  readonly breaking: readonly {readonly type: string; readonly description: string}[]
}

/** Where graphql-js finds something, in the words of its descriptions. */
const PATTERNS: readonly (readonly [pattern: RegExp, toSubject: (...names: string[]) => string])[] = [
  [/^(\w+) (?:was removed\.|changed from)/, type => `type ${type}`],
  [/^(\w+\.\w+) (?:was removed|changed type)/, field => field],
  [/^\w+ was removed from union type (\w+)/, type => `type ${type}`],
  [/^(\w+) was removed from enum type (\w+)/, (value, type) => `${type}.${value}`],
  [/^A required field (\w+) on input type (\w+)/, (field, type) => `${type}.${field}`],
  [/^A required arg (\w+) on (\w+\.\w+)/, (arg, field) => `${field}(${arg})`],
  [/^(\w+\.\w+) arg (\w+) /, (field, arg) => `${field}(${arg})`],
  [/^(\w+) no longer implements/, type => `type ${type}`]
]

function subjectOf(description: string): string {
  for (const [pattern, toSubject] of PATTERNS) {
    const [, ...names] = pattern.exec(description) ?? []
    if (names.length > 0) return toSubject(...names)
  }
  throw new Error(description)
}

describe.skipIf(!isHere)('what graphql-js calls breaking', () => {
  const counts = {breaking: 0, review: 0, unused: 0, missing: [] as string[], unproven: [] as string[]}

  test.each(sample(pairs))('%s', pair => {
    const [older = '', newer = ''] = pair.split('..').map(name => readFileSync(join(folder, `${name}.graphql`), 'utf8'))
    const {breaking} = JSON.parse(readFileSync(join(referenceFolder, `${pair}.json`), 'utf8')) as Reference
    const {changes, unused} = compareSchemas(older, newer)
    const effects = effectsOf(changes)
    const [was, is] = [buildLoosely(older), buildLoosely(newer)]
    const {output, input} = findReached(was)
    for (const name of unused) expect([name, output.has(name) || input.has(name)]).toEqual([name, false])
    for (const {description} of breaking) {
      const subject = subjectOf(description)
      const found = effects.filter(({change}) => change.subject.target.text === subject).map(each => each.is)
      const type = subject.replace(/^type /, '').replace(/\..*/, '')
      if (found.includes('breaking')) counts.breaking++
      else if (found.includes('review')) counts.review++
      else if (unused.includes(type)) counts.unused++
      else counts.missing.push(`${pair}: ${description} (${found})`)
    }
    counts.unproven.push(...findUnproven(changes, was, is).map(each => `${pair}: ${each}`))
  })

  test('is found, with an example for each break', () => {
    // The only way to the field was the interface that its type lost.
    const unproven = ['v10.63.0..v10.72.0: field-removed DeploymentProtectionRule.id has no example']
    expect(counts).toEqual({breaking: 156, review: 1, unused: 78, missing: [], unproven})
  })
})
