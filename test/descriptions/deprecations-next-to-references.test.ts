// Before OpenAPI 3.1, a deprecation next to a reference counts, with a warning that clients may not see it.
import {describe, expect, it} from 'vitest'
import {folder, releaseList, tenure, write} from '../cli/run.ts'
import {git} from '../gate/scenario.ts'

const DEPRECATION = 'deprecated: true, x-deprecated-since: 2024-01-01, x-sunset: 2026-01-01, x-replaced-by: none'
const library = (shelf: string, version = '3.0.3'): string => `openapi: ${version}
info: {title: Library, version: "1"}
paths:
  /v1/loans:
    get: {responses: {"200": {description: Fine, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}}}
components:
  schemas:
    Shelf: {type: string}
    Loan: {type: object, properties: {id: {type: string}${shelf}}}
`
const deprecatedShelf = (keys = DEPRECATION): string => `, shelf: {$ref: "#/components/schemas/Shelf", ${keys}}`
const WARNING = "don't show clients `deprecated` next to a `$ref` before OpenAPI 3.1"
const AS_OF = ['--as-of', '2026-11-26']

describe.concurrent('a deprecation next to a reference', () => {
  it('counts, with one warning per command', async () => {
    const cwd = folder({
      'api/1.0.yaml': library(deprecatedShelf()),
      'api/1.1.yaml': library(''),
      'api/releases.json': releaseList({'1.0': '2024-01-01', '1.1': '2026-02-01'})
    })
    const diff = await tenure(['diff', 'api/1.0.yaml', 'api/1.1.yaml', ...AS_OF], {cwd})
    const audit = await tenure(['audit', 'api', ...AS_OF], {cwd})
    for (const {out} of [diff, audit]) expect(out.split(WARNING)).toHaveLength(2)
    expect(diff.out).toContain('The notice was long enough')
    expect(audit.out).toContain('`Loan.shelf` was removed after its sunset on 2026-01-01')
  })

  it('leads to a warning of `check` if it is added or removed', async () => {
    const cwd = folder({'openapi.yaml': library(deprecatedShelf()), 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'})
    await git(cwd, ['init', '-q', '-b', 'main', '.'])
    await git(cwd, ['add', '-A'])
    await git(cwd, ['-c', 'user.name=L', '-c', 'user.email=l@library.example', 'commit', '-qm', 'The library opens'])
    for (const shelf of [deprecatedShelf('deprecated: true'), '']) {
      write(cwd, {'openapi.yaml': library(shelf)})
      const {out} = await tenure(['check', '--base', 'main', ...AS_OF], {cwd})
      expect(out.split(WARNING)).toHaveLength(2)
    }
  })

  it('leads to one warning for several places, and to none if it is false or in OpenAPI 3.1', async () => {
    const twoShelves = `${deprecatedShelf()}, place: {$ref: "#/components/schemas/Shelf", deprecated: true}`
    const cwd = folder({
      'two.yaml': library(twoShelves),
      'plain.yaml': library(deprecatedShelf('deprecated: false, description: where it stands')),
      'newer.yaml': library(deprecatedShelf(), '3.1.0')
    })
    const diff = async (file: string): Promise<string> => (await tenure(['diff', file, file, ...AS_OF], {cwd})).out
    expect(await diff('two.yaml')).toContain('(in 2 places)')
    expect(await diff('plain.yaml')).not.toContain('next to a')
    expect(await diff('newer.yaml')).not.toContain('next to a')
  })
})
