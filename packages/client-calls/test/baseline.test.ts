import {InputError} from '@tenure/core/model/input-error'
import {describe, expect, it} from 'vitest'
import {checkOf, HOSTILE, mixed} from '../../../test/outputs/report/made-reports.ts'
import {sample} from '../../../test/tier.ts'
import {compareBaseline, readBaseline, writeBaseline} from '../src/usages/baseline.ts'

const {findings} = mixed()
const baselineOf = (...prints: string[]) => ({
  source: 'baseline.json',
  findings: prints.map(fingerprint => ({fingerprint, rule: 'any'}))
})

describe('compared with a baseline,', () => {
  it('findings are new, unchanged, or fixed', () => {
    const compared = compareBaseline(findings, baselineOf('violation', 'note', 'mended'))
    expect(compared.new.map(({fingerprint}) => fingerprint)).toEqual(['unsure', 'pending', 'proven'])
    expect(compared.unchanged.map(({fingerprint}) => fingerprint)).toEqual(['violation', 'note'])
    expect(compared.gone.map(({fingerprint}) => fingerprint)).toEqual(['mended'])
  })

  it('findings with equal fingerprints are counted', () => {
    const twins = checkOf(['a', 'b', 'c']).findings.map(each => ({...each, fingerprint: 'twin'}))
    const two = compareBaseline(twins, baselineOf('twin', 'twin'))
    expect([two.new.length, two.unchanged.length, two.gone.length]).toEqual([1, 2, 0])
    const four = compareBaseline(twins, baselineOf('twin', 'twin', 'twin', 'twin'))
    expect([four.new.length, four.unchanged.length, four.gone.length]).toEqual([0, 3, 1])
  })
})

describe('the baseline file', () => {
  it('is read as written, and does not depend on the order', () => {
    const text = writeBaseline(findings)
    expect(writeBaseline([...findings].reverse())).toBe(text)
    const {findings: read} = readBaseline(text, 'baseline.json')
    expect(compareBaseline(findings, {source: '', findings: read})).toMatchObject({new: [], gone: []})
    expect(text.split('\n')).toHaveLength(findings.length + 3)
  })

  it('is read without findings, too', () => {
    expect(readBaseline(writeBaseline([]), 'baseline.json').findings).toEqual([])
  })

  it.each(sample(Object.entries(HOSTILE).filter(([name]) => name !== 'long')))(
    'can contain a name with %s',
    (_, name) => {
      const made = checkOf([name]).findings
      const {findings: read} = readBaseline(writeBaseline(made), 'baseline.json')
      expect(read.map(({fingerprint}) => fingerprint)).toEqual(['0'])
    }
  )

  it.each(
    sample([
      ['', 1],
      ['[]', 1],
      ['{"format": 1}', 1],
      ['{"format": 2, "findings": []}', 1],
      ['{"format": 1,\n "findings": [\n  {"fingerprint": "a"}\n]}', 3],
      ['{"format": 1,\n "findings": [\n  {"fingerprint": "a", "rule": "b", "line": 4}\n]}', 3],
      ['{"format": 1, "findings": [', 1],
      ['{"runs": []}', 1]
    ])
  )('is rejected with a place: %s', (text, line) => {
    const refused = (): unknown => {
      try {
        return readBaseline(text, 'baseline.json')
      } catch (error) {
        return error
      }
    }
    const error = refused()
    expect(error).toBeInstanceOf(InputError)
    expect((error as InputError).problems[0]).toMatchObject({
      message: expect.stringMatching(/^\S.*\.$/s),
      place: {source: 'baseline.json', line}
    })
  })
})
