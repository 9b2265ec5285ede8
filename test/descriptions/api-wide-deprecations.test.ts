// A deprecation or sunset of the whole API counts as an announcement for each of its operations.

import {describe, expect, it} from 'vitest'
import {folder, releaseList, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'

const TODAY = '2026-11-26'
const OPERATION = (more: string): string => `{get: {responses: {"200": {description: Fine}}${more}}}`

/** A description with these keys at its root or in `info`. */
const library = (paths: readonly string[], {root = '', info = '', operationKeys = ''} = {}): string =>
  `openapi: 3.0.3\ninfo: {title: Library, version: "1"${info}}\n${root}paths:\n${paths.map(path => `  ${path}: ${OPERATION(path === '/v1/loans' ? operationKeys : '')}\n`).join('')}`

const BOTH = ['/v1/loans', '/v1/shelves']
const DEPRECATIONS = [
  [
    'SAP',
    {root: 'x-sap-stateInfo: {state: Deprecated, deprecationDate: 2024-01-01, decommissionedDate: 2026-01-01}\n'}
  ],
  ['the root', {root: 'deprecated: true\nx-sunset: 2026-01-01\n'}],
  ['`info`', {info: ', x-deprecated: true, x-sunset: 2026-01-01'}],
  ['`info` with only a sunset', {info: ', x-sunset: 2026-01-01'}]
] as const

const releases = (keys: Parameters<typeof library>[1], operationKeys = ''): Readonly<Record<string, string>> => ({
  'api/1.0.yaml': library(BOTH),
  'api/1.1.yaml': library(BOTH, {...keys, operationKeys}),
  'api/1.2.yaml': library(['/v1/shelves'], keys),
  'api/releases.json': releaseList({'1.0': '2023-01-01', '1.1': '2024-01-01', '1.2': '2026-02-01'})
})

const audit = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const result = await tenure(['audit', 'api', '--as-of', TODAY], {cwd: folder(files)})
  return result.out
}

describe.concurrent('a deprecation of the whole API', () => {
  it.each(sample(DEPRECATIONS))('in %s announces the removal of an operation', async (_, keys) => {
    const out = await audit(releases(keys))
    expect(out).toContain('`GET /v1/loans` was removed after its sunset on 2026-01-01')
    expect(out).toMatch(/^✔ No violations/)
  })

  it.each(sample(DEPRECATIONS))('in %s is printed by `notes` and `diff`', async (_, keys) => {
    const cwd = folder(releases(keys))
    const notes = await tenure(['notes', '1.1', 'api', '--as-of', TODAY], {cwd})
    expect(notes.out).toMatch(/the API/i)
    expect(notes.out).toContain('January 1, 2026')
    const diff = await tenure(['diff', 'api/1.0.yaml', 'api/1.1.yaml', '--as-of', TODAY], {cwd})
    expect(diff.out).toContain('The sunset date of the API is now `2026-01-01`')
    const next = await tenure(['diff', 'api/1.1.yaml', 'api/1.2.yaml', '--as-of', TODAY], {cwd})
    expect(next.out).not.toContain('No deprecation came first')
  })

  it('counts in the first readable description', async () => {
    const {'api/1.0.yaml': _, ...others} = releases({root: 'deprecated: true\nx-sunset: 2026-01-01\n'})
    expect(await audit(others)).not.toContain('without notice')
  })

  it("doesn't override the sunset of an operation, but its announcement counts", async () => {
    const keys = {root: 'deprecated: true\nx-deprecated-since: 2023-06-01\nx-sunset: 2026-01-01\n'}
    const out = await audit(releases(keys, ', deprecated: true, x-sunset: 2024-08-01'))
    expect(out).toContain('removed after its sunset on 2024-08-01')
    expect(out).toContain('between 2023-06-01 and the sunset')
  })

  it("doesn't count for a removal in the same release", async () => {
    const {'api/1.1.yaml': _, ...others} = releases({root: 'deprecated: true\n'})
    const out = await audit({...others, 'api/releases.json': releaseList({'1.0': '2023-01-01', '1.2': '2026-02-01'})})
    expect(out).toContain('`GET /v1/loans` was removed in 1.2 (2026-02-01) without notice')
  })
})
