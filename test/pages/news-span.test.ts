import {describe, expect, it} from 'vitest'
import {TODAY} from '../cli/library.ts'
import {folder, tenure, write} from '../cli/run.ts'

const asOf = ['--as-of', TODAY]

/** A description with operations at these paths that return a loan. */
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

describe.concurrent('notes and guides across several releases', () => {
  it('ask to check an operation that was removed and added again', async () => {
    const cwd = folder({
      '1.0.yaml': spec({'/readers': EMAIL, '/loans': EMAIL}),
      '2.0.yaml': spec({'/loans': EMAIL}),
      '2.1.yaml': spec({'/readers': '', '/loans': ''}),
      '2.2.yaml': spec({'/readers': '', '/loans': ''})
    })
    const {out} = await tenure(['upgrade', '1.0', '2.2', '.', ...asOf], {cwd})
    expect(out).toContain(
      'Stop sending the removed parameter. `GET /loans`: removed the query parameter `email` (in 2.1).'
    )
    expect(out).toContain('Check whether you rely on this. `GET /readers` was removed and added again (in 2.1).')
  })

  it('read like those of the later release if there is none between', async () => {
    const cwd = folder({
      '1.0.yaml': spec({'/loans': EMAIL}, 'due: {type: string, maxLength: 9}, at: {type: string}, by: {type: string}'),
      '1.1.yaml': spec({'/loans': ''}, 'due: {type: integer}, at: {type: integer}, by: {type: integer, maximum: 3}')
    })
    const [single, range] = await Promise.all([
      tenure(['notes', '1.1', '.', ...asOf], {cwd}),
      tenure(['notes', '1.0..1.1', '.', ...asOf], {cwd})
    ])
    expect(single?.out).toContain('removed the query parameter `email`.')
    expect(range?.out).toBe(single?.out)
  })
})

describe.concurrent('a renamed endpoint', () => {
  const history = `service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-01, changes: [{added: GET /v1/readers}, {added: GET /v1/fees}]}
  - {release: "1.1", date: 2024-02-01, changes: [{added: GET /v1/loans}]}
  - release: "1.2"
    date: 2024-03-01
    changes:
      - {renamed: GET /v1/loans, to: GET /v1/lendings}
      - {renamed: GET /v1/fees, to: GET /v1/charges, oldUntil: "1.3"}
  - {release: "1.3", date: 2024-04-01, changes: [{removed: GET /v1/fees}]}
`

  it('counts as added for users who never saw the old name, and as renamed for the others', async () => {
    const cwd = folder({'history.yaml': history})
    const [withoutOldName, withOldName, all] = await Promise.all(
      ['1.0..1.2', '1.1..1.2', '1.0..1.3'].map(span => tenure(['notes', span, ...asOf], {cwd}))
    )
    expect(withoutOldName?.out).toContain('`GET /v1/lendings` was added (1.2).')
    expect(withoutOldName?.out).not.toContain('GET /v1/loans')
    expect(withOldName?.out.match(/GET \/v1\/lendings/g)).toHaveLength(1)
    expect(withOldName?.out).toContain('`GET /v1/loans` was renamed to `GET /v1/lendings`.')
    expect(all?.out).toContain('`GET /v1/charges` was added (1.2).')
  })

  it('has its renaming on its own page', async () => {
    const cwd = folder({'history.yaml': history})
    const endpointPages = await Promise.all(
      ['GET /v1/lendings', 'GET /v1/charges'].map(name => tenure(['changelog', '--endpoint', name, ...asOf], {cwd}))
    )
    expect(endpointPages[0]?.out).toContain('- `GET /v1/loans` was renamed to `GET /v1/lendings`.')
    expect(endpointPages[1]?.out).toContain('- `GET /v1/fees` was renamed to `GET /v1/charges`, and stays until 1.3.')
  })
})

describe.concurrent('a deprecated component', () => {
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
  const shelf = (keys: string): string => `    shelves: {type: object, ${keys}properties: {row: {type: string}}}\n`
  const files = {
    '1.0.yaml': loans(shelf('')).replace('deprecated: true, ', ''),
    '1.1.yaml': loans(shelf('deprecated: true, ')),
    '1.2.yaml': loans(''),
    '1.3.yaml': loans('')
  }

  it("is called by its name, and isn't pending after its removal", async () => {
    const cwd = folder(files)
    const [page, toNextRelease, afterRemoval] = await Promise.all([
      tenure(['changelog', '--part', 'pending', '.', ...asOf], {cwd}),
      tenure(['upgrade', '1.0', '1.1', '.', ...asOf], {cwd}),
      tenure(['upgrade', '1.2', '1.3', '.', ...asOf], {cwd})
    ])
    expect(page?.out).toContain('| all of `loans` |')
    expect(page?.out).not.toContain('shelves')
    expect(toNextRelease?.out).toContain('all of `shelves` (deprecated')
    expect(afterRemoval?.out).toContain('all of `loans` (deprecated')
    expect(afterRemoval?.out).not.toContain('shelves')
  })

  it('is pending again after it was restored', async () => {
    const cwd = folder({...files, '1.3.yaml': loans(shelf('deprecated: true, '))})
    const {out} = await tenure(['changelog', '--part', 'pending', '.', ...asOf], {cwd})
    expect(out).toContain('shelves')
  })
})

describe.concurrent('an endpoint that was removed and restored', () => {
  const describeApi = (paths: Readonly<Record<string, string>>, more = ''): string =>
    `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
${more}paths:
${Object.entries(paths)
  .map(([path, keys]) => `  ${path}: {get: {${keys}responses: {"200": {description: fine}}}}\n`)
  .join('')}`
  const server = (url: string): string => `servers: [{url: ${url}}]\n`
  const files = {
    '1.0.yaml': describeApi({'/loans': ''}),
    '1.1.yaml': describeApi({'/loans': ''}, server('https://a.example/api')),
    '1.2.yaml': describeApi({'/loans': '', '/shelves': ''}, server('https://a.example/api')),
    '2.0.yaml': describeApi({'/loans': ''}, server('https://a.example/other')),
    '2.1.yaml': describeApi({'/loans': '', '/shelves': 'deprecated: true, '}, server('https://a.example/other'))
  }

  it('has a page with its own changes only, from its introduction on', async () => {
    const cwd = folder(files)
    const [page, other] = await Promise.all([
      tenure(['changelog', '--endpoint', 'GET /shelves', '.', ...asOf], {cwd}),
      tenure(['changelog', '--endpoint', 'GET /loans', '.', ...asOf], {cwd})
    ])
    expect(page?.out).toMatch(/\| Not served +\| removed in 2\.0, restored in 2\.1 +\|/)
    expect(page?.out).not.toContain('a.example')
    expect(page?.out).not.toContain('/api')
    expect(page?.out).toContain('### 2.1\n\n- Added `GET /shelves` (already deprecated)')
    expect(other?.out).toContain('to `/other`')
  })

  it('has all its releases in the table of endpoints, which `import` reads', async () => {
    const cwd = folder(files)
    const {out} = await tenure(['changelog', '.', ...asOf], {cwd})
    expect(out).toMatch(/\| GET +\| `\/shelves` \| 1\.2, removed in 2\.0, restored in 2\.1 +\|/)
    write(cwd, {
      'PAGE.md':
        '## Endpoints\n\n| Method | Path | Since | Notes |\n|-|-|-|-|\n| GET | `/shelves` | 1.2, removed in 2.0, restored in 2.1 | |\n| GET | `/copies` | 1.0, removed in 1.1, restored in 1.3 | |\n'
    })
    const {out: yaml} = await tenure(['record', '--import', 'PAGE.md'], {cwd})
    expect(yaml).toContain('release: "1.2"')
    expect(yaml).toContain('added: GET /shelves')
    expect(yaml).toContain('release: "1.0"')
    expect(yaml).not.toContain('2.1')
  })
})

it('the upgrade guide starts with changes that affect every call', async () => {
  const describeApi = (base: string, parameter: string): string =>
    `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
servers: [{url: https://a.example/${base}}]
paths:
  /loans: {get: {parameters: [{name: page, in: query, schema: {type: integer, ${parameter}}}], responses: {"200": {description: fine}}}}
`
  const cwd = folder({'1.0.yaml': describeApi('api', 'default: 1'), '1.1.yaml': describeApi('api/v2', 'default: 2')})
  const {out} = await tenure(['upgrade', '1.0', '1.1', '.', ...asOf], {cwd})
  expect(out).toMatch(/## Might affect you\n\n.*\n\n- \[ \] Change the base path in your client from /)
  expect(out).toContain('the default of')
})

describe('the box with the next sunset', () => {
  const LOANS = `service: Loans
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /a}, {added: GET /b}, {added: GET /c}, {added: GET /d}]}
  - release: "1.1"
    date: 2024-03-10
    changes:
      - {deprecated: GET /a, sunset: 2025-01-10}
      - {deprecated: GET /b, sunset: 2025-06-01}
      - {deprecated: GET /c, sunset: 2026-12-01}
      - {deprecated: GET /d, sunset: 2025-09-01}
  - {release: "1.2", date: 2024-06-10, changes: [{withdrawn: GET /a}, {rescheduled: GET /b, sunset: 2026-09-01}]}
`
  it.each([
    ['2024-07-01', 'September 1, 2025'],
    ['2025-09-02', 'September 1, 2026'],
    ['2026-11-20', 'December 1, 2026'],
    ['2026-12-02', undefined]
  ])('has the date that is announced on %s', async (day, sunset) => {
    const {out} = await tenure(['notes', '1.1', '--as-of', day], {cwd: folder({'history.yaml': LOANS})})
    expect(/The next sunset date is (.*)\./.exec(out)?.[1]).toBe(sunset)
  })
})

describe('a deprecated prefix', () => {
  it('is left out once everything below it was removed', async () => {
    const history = `service: Loans
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}]}
  - {release: "1.1", date: 2024-03-10, changes: [{deprecated: /v1/**, replacement: /v2/**, sunset: 2025-01-10}]}
  - {release: "1.2", date: 2024-06-10}
  - {release: "2.0", date: 2025-03-10, changes: [{removed: GET /v1/loans}]}
`
    const cwd = folder({'history.yaml': history})
    const [before, after] = await Promise.all(
      ['1.0..1.2', '1.0..2.0'].map(span => tenure(['notes', span, ...asOf], {cwd}))
    )
    expect(before?.out).toContain('`/v1/**` is deprecated; support ends on January 10, 2025 (1.1).')
    expect(after?.out).toContain('`GET /v1/loans` was removed')
    expect(after?.out).not.toContain('is deprecated')
  })
})

it('calls the whole API by that name in sentences for clients', async () => {
  const history = `service: Loans
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-03-10, changes: [{deprecated: /**, sunset: 2027-01-10}]}
`
  const cwd = folder({'history.yaml': history})
  const [notes, guide, news] = await Promise.all([
    tenure(['notes', '1.1', ...asOf], {cwd}),
    tenure(['upgrade', '1.0', '1.1', ...asOf], {cwd}),
    tenure(['changelog', '--part', 'news', ...asOf], {cwd})
  ])
  expect(notes.out).toContain('- The API is deprecated; support ends on January 10, 2027.')
  expect(guide.out).toContain('- Plan for the removal of the API (deprecated')
  expect(news.out).toContain('- The API is deprecated; support ends on 2027-01-10.')
  expect(news.out).toContain('- 2027-01-10: the API.')
})
