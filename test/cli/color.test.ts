import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {folder, inShell} from './run.ts'

const SPEC = (paths: string): string => `openapi: 3.0.0\ninfo: {title: Loans, version: '1'}\npaths: ${paths}\n`
const FILES = {
  'old.yaml': SPEC('{/v1/loans: {get: {responses: {"200": {description: Loans}}}}}'),
  'new.yaml': SPEC('{}')
}

describe.concurrent('colors in a pipe follow the environment:', () => {
  it.each(
    sample([
      [{}, false],
      [{FORCE_COLOR: '1'}, true],
      [{FORCE_COLOR: 'true'}, true],
      [{FORCE_COLOR: '3', NO_COLOR: '1'}, true],
      [{FORCE_COLOR: '0'}, false],
      [{NO_COLOR: '1'}, false]
    ])
  )('%j', async (env, isColored) => {
    const {out} = await inShell('tenure diff old.yaml new.yaml | cat', {cwd: folder(FILES), env})
    expect(out).toContain('/v1/loans')
    expect(out.includes('\u001b[')).toBe(isColored)
  })
})
