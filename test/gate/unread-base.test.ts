import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {check, get, repositoryOf, spec, TODAY} from './scenario.ts'

const LOANS = get('/v1/loans')
const GAP = '/v1/copies: {$ref: gone.yaml}'

describe.concurrent('a part of the base that cannot be read', () => {
  it('is said to be not compared, and is open with --strict alone', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, GAP)}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS)}]]
    })
    const [ran, strict, said] = await Promise.all([
      check(cwd),
      check(cwd, ['--strict']),
      tenure(['check', '--format', 'stylish'], {cwd})
    ])
    expect([ran.code, strict.code], ran.err).toEqual([0, 3])
    const {source, uncompared, remarks} = JSON.parse(ran.out)
    expect(source.partial).toBe(false)
    expect(uncompared).toMatchObject({isUnsure: true, isPart: true})
    expect(remarks[0]).toContain('could not be read, so that nothing is compared there')
    expect(said.out).toContain(', but not everything was compared')
    expect(said.out).toContain('No violations in openapi.yaml, but not everything was compared')
    expect(remarks[0]).toContain('; `--base` names another one)')
  })

  it('and of what is there now fails, as before', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, GAP)}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, GAP, get('/v1/shelves'))}]]
    })
    const ran = await check(cwd)
    expect(ran.code).toBe(2)
    expect(JSON.parse(ran.out).uncompared).toBeUndefined()
  })
})
