// The list of faults that are planted to see whether tests notice them (`npm run faults`) is in order.
import {readFileSync} from 'node:fs'
import {load} from 'js-yaml'
import {globSync} from 'tinyglobby'
import {describe, expect, test} from 'vitest'

interface Fault {
  readonly id: string
  readonly area: string
  readonly about: string
  readonly file: string
  readonly find: string
  readonly put: string
  readonly says: string
  readonly nearest: readonly string[]
}

const faults = load(readFileSync('scripts/faults.yaml', 'utf8')) as readonly Fault[]
const AREAS = ['gate', 'history', 'policy', 'inputs', 'stores', 'outputs', 'languages', 'packages']
const tests = globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'])

const texts = new Map<string, string>()
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

describe('the list of faults', () => {
  test('has at least a hundred, a third of them about dates, and a third about trust', () => {
    const count = (about: string): number => faults.filter(each => each.about === about).length
    expect(faults.length).toBeGreaterThanOrEqual(100)
    for (const about of ['date', 'trust']) expect(count(about) * 3, about).toBeGreaterThanOrEqual(faults.length)
  })

  test('names each of them once, and covers all areas', () => {
    const ids = faults.map(({id}) => id)
    expect(ids).toEqual([...new Set(ids)])
    expect([...new Set(faults.map(({area}) => area))].toSorted()).toEqual(AREAS.toSorted())
  })

  test('replaces texts that occur once', () => {
    const wrong = faults.filter(({file, find}) => textOf(file).split(find).length !== 2)
    expect(wrong.map(({id, file}) => `${id}: ${file}`)).toEqual([])
    expect(faults.filter(({find, put}) => find === put).map(({id}) => id)).toEqual([])
  })

  test('says what goes wrong in one sentence, and which tests are near', () => {
    for (const {id, says, nearest} of faults) {
      expect(says, id).toMatch(/^[A-Z`].*\.$/)
      for (const part of nearest)
        expect(
          tests.some(each => each.includes(part)),
          `${id}: ${part}`
        ).toBe(true)
    }
  })
})
