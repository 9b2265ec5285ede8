// Before OpenAPI 3.1 a mark next to a reference counts, with a warning that clients may not see it.
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {git} from '../gate/scenario.ts'

const MARKS = 'deprecated: true, x-deprecated-since: 2024-01-01, x-sunset: 2026-01-01, x-replaced-by: none'
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
const marked = (marks = MARKS): string => `, shelf: {$ref: "#/components/schemas/Shelf", ${marks}}`
const WARNING = "don't show clients `deprecated` next to a `$ref` before OpenAPI 3.1"
const AS_OF = ['--as-of', '2026-11-26']

describe.concurrent('a mark next to a reference', () => {
  it('counts, and is named once by each command', async () => {
    const cwd = folder({
      'api/1.0.yaml': library(marked()),
      'api/1.1.yaml': library(''),
      'dates.yaml': '"1.0": 2024-01-01\n"1.1": 2026-02-01\n'
    })
    const diff = await tenure(['diff', 'api/1.0.yaml', 'api/1.1.yaml', ...AS_OF], {cwd})
    const audit = await tenure(['audit', 'api', '--dates', 'dates.yaml', ...AS_OF], {cwd})
    for (const {out} of [diff, audit]) expect(out.split(WARNING)).toHaveLength(2)
    expect(diff.out).toContain('The notice was long enough')
    expect(audit.out).toContain('`Loan.shelf` was removed after its sunset on 2026-01-01')
  })

  it('is named by the gate, where it is added and where it is removed', async () => {
    const cwd = folder({'openapi.yaml': library(marked()), 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'})
    await git(cwd, ['init', '-q', '-b', 'main', '.'])
    await git(cwd, ['add', '-A'])
    await git(cwd, ['-c', 'user.name=L', '-c', 'user.email=l@library.example', 'commit', '-qm', 'The library opens'])
    for (const shelf of [marked('deprecated: true'), '']) {
      write(cwd, {'openapi.yaml': library(shelf)})
      const {out} = await tenure(['check', '--base', 'main', ...AS_OF], {cwd})
      expect(out.split(WARNING)).toHaveLength(2)
    }
  })

  it('is one warning for many places, and none where there is nothing to see, or in 3.1', async () => {
    const two = `${marked()}, place: {$ref: "#/components/schemas/Shelf", deprecated: true}`
    const cwd = folder({
      'two.yaml': library(two),
      'plain.yaml': library(marked('deprecated: false, description: where it stands')),
      'newer.yaml': library(marked(), '3.1.0')
    })
    const diff = async (file: string): Promise<string> => (await tenure(['diff', file, file, ...AS_OF], {cwd})).out
    expect(await diff('two.yaml')).toContain('(in 2 places)')
    expect(await diff('plain.yaml')).not.toContain('next to a')
    expect(await diff('newer.yaml')).not.toContain('next to a')
  })
})
