import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {check, get, repositoryOf, spec, TODAY} from './scenario.ts'

const LOANS = get('/v1/loans')
const GAP = '/v1/copies: {$ref: gone.yaml}'

describe.concurrent('an unresolved reference in the base', () => {
  it('is reported as not compared, which fails only with `--fail-on undetermined`', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, GAP)}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS)}]]
    })
    const [result, strict, stylish] = await Promise.all([
      check(cwd),
      check(cwd, ['--fail-on=undetermined']),
      tenure(['check', '--format', 'stylish'], {cwd})
    ])
    expect([result.code, strict.code], result.err).toEqual([0, 3])
    const {source, uncompared, remarks} = JSON.parse(result.out)
    expect(source.partial).toBe(false)
    expect(uncompared).toMatchObject({isUnsure: true, isPart: true})
    expect(remarks[0]).toContain('could not be read, so that nothing is compared there')
    expect(stylish.out).toContain(', but not everything was compared')
    expect(stylish.out).toContain('No violations in openapi.yaml, but not everything was compared')
    expect(remarks[0]).toContain('; `--base` names another one)')
  })

  it('that is still in the description exits 2', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, GAP)}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, GAP, get('/v1/shelves'))}]]
    })
    const result = await check(cwd)
    expect(result.code).toBe(2)
    expect(JSON.parse(result.out).uncompared).toBeUndefined()
  })
})
