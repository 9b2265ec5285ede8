import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'

const OLD = 'fixtures/lending-library/api-3.0.yaml'
const LOANS = `
openapi: 3.0.3
info: {title: Lending Library API, version: '3.1'}
paths: {}
`

describe('diff with standard input', () => {
  it('reads the newer description', async () => {
    const {code, out, err} = await tenure(['diff', OLD, '-', '--kind', 'operation-removed'], {stdin: LOANS})
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain(`from ${OLD} (3.0) to - (3.1)`)
  })

  it('reads the older description', async () => {
    const {code, out} = await tenure(['diff', '-', OLD, '--kind', 'operation-added'], {stdin: LOANS})
    expect(code).toBe(0)
    expect(out).toContain(`from - (3.1) to ${OLD} (3.0)`)
  })

  it('exits 2 for both descriptions', async () => {
    const {code, err} = await tenure(['diff', '-', '-'], {stdin: LOANS})
    expect(code).toBe(2)
    expect(err).toContain(
      'Only one of the two descriptions can be read from standard input. Name a file for the other.'
    )
  })

  it('exits 2 for an empty name', async () => {
    const {code, err} = await tenure(['diff', '', OLD], {stdin: LOANS})
    expect(code).toBe(2)
    expect(err).toContain('Name a file.')
  })
})
