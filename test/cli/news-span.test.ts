import {describe, expect, it} from 'vitest'
import {TODAY} from './library.ts'
import {folder, tenure} from './run.ts'

const asOf = ['--as-of', TODAY]

/** A description with these operations that answer with a loan. */
const spec = (paths: Readonly<Record<string, string>>, loan = 'due: {type: string}'): string =>
  `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
paths:
${Object.entries(paths)
  .map(
    ([path, parameters]) =>
      `  ${path}: {get: {parameters: [${parameters}], responses: {"200": {description: fine, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}}}`
  )
  .join('\n')}
components: {schemas: {Loan: {type: object, properties: {${loan}}}}}
`
const EMAIL = '{name: email, in: query, schema: {type: string}}'

describe.concurrent('from one release to another', () => {
  it('no release is told where none is known to have brought it', async () => {
    const cwd = folder({
      '1.0.yaml': spec({'/readers': EMAIL, '/loans': EMAIL}),
      '2.0.yaml': spec({'/loans': EMAIL}),
      '2.1.yaml': spec({'/readers': '', '/loans': ''}),
      '2.2.yaml': spec({'/readers': '', '/loans': ''})
    })
    const {out} = await tenure(['upgrade', '1.0', '2.2', '.', ...asOf], {cwd})
    expect(out).toContain('`email` of `GET /readers` is gone. Stop sending it.\n')
    expect(out).toContain('`email` of `GET /loans` is gone. Stop sending it. (2.1)\n')
  })

  it('two releases with none between them read as the later one does', async () => {
    const cwd = folder({
      '1.0.yaml': spec({'/loans': EMAIL}, 'due: {type: string, maxLength: 9}, at: {type: string}, by: {type: string}'),
      '1.1.yaml': spec({'/loans': ''}, 'due: {type: integer}, at: {type: integer}, by: {type: integer, maximum: 3}')
    })
    const [one, both] = await Promise.all([
      tenure(['notes', '1.1', '.', ...asOf], {cwd}),
      tenure(['notes', '1.0..1.1', '.', ...asOf], {cwd})
    ])
    expect(one?.out).toContain('is gone.')
    expect(both?.out).toBe(one?.out)
  })
})

describe.concurrent('what is deprecated and gone', () => {
  const loans = (shelf: string, more = ''): string =>
    `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
paths:
${['loans', ...(shelf === '' ? [] : ['shelves'])]
  .map(
    name =>
      `  /${name}: {get: {responses: {"200": {description: fine, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}}}}`
  )
  .join('\n')}
components:
  schemas:
    loans: {type: object, deprecated: true, properties: {due: {type: string}}}
${shelf}${more}`
  const shelf = (mark: string): string => `    shelves: {type: object, ${mark}properties: {row: {type: string}}}\n`
  const files = {
    '1.0.yaml': loans(shelf('')).replace('deprecated: true, ', ''),
    '1.1.yaml': loans(shelf('deprecated: true, ')),
    '1.2.yaml': loans(''),
    '1.3.yaml': loans('')
  }

  it('waits for nothing, and a component is called by its name', async () => {
    const cwd = folder(files)
    const [page, early, late] = await Promise.all([
      tenure(['changelog', '--part', 'pending', '.', ...asOf], {cwd}),
      tenure(['upgrade', '1.0', '1.1', '.', ...asOf], {cwd}),
      tenure(['upgrade', '1.2', '1.3', '.', ...asOf], {cwd})
    ])
    expect(page?.out).toContain('| all of `loans` |')
    expect(page?.out).not.toContain('shelves')
    expect(early?.out).toContain('all of `shelves` is deprecated')
    expect(late?.out).toContain('all of `loans` is deprecated')
    expect(late?.out).not.toContain('shelves')
  })

  it('is there again once it came back', async () => {
    const cwd = folder({...files, '1.3.yaml': loans(shelf('deprecated: true, '))})
    const {out} = await tenure(['changelog', '--part', 'pending', '.', ...asOf], {cwd})
    expect(out).toContain('shelves')
  })
})
