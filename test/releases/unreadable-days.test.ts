// A sunset in another date format or in words is neither a day nor a release. It is reported with its text.

import {describe, expect, it} from 'vitest'
import {folder, releaseList, tenure, write} from '../cli/run.ts'
import {get, git, spec, TODAY} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const TEXTS = ['31.12.2026', '12/31/2026', 'December 31, 2026', 'end of 2026', 'after 2024-08', 'Q4 2026', '2026-13-45']
const shelvesWithSunset = (sunset: string): string =>
  get('/v1/shelves', `deprecated: true, x-replaced-by: none, x-sunset: ${JSON.stringify(sunset)}, `)

describe.concurrent('an unreadable sunset', () => {
  it.each(sample(TEXTS))('%s is reported once by `check` and is undetermined', async text => {
    const cwd = folder({'openapi.yaml': spec(get('/v1/shelves')), 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'})
    await git(cwd, ['init', '-q', '-b', 'main', '.'])
    await git(cwd, ['add', '-A'])
    await git(cwd, ['-c', 'user.name=L', '-c', 'user.email=l@library.example', 'commit', '-qm', 'The library opens'])
    write(cwd, {'openapi.yaml': spec(shelvesWithSunset(text))})
    const {code, out} = await tenure(['check', '--base', 'main', '--fail-on=undetermined', '--as-of', TODAY], {cwd})
    expect({code, out}).toMatchObject({code: 3})
    expect(out.split(`The sunset \`${text}\` of \`GET /v1/shelves\` isn't a day`)).toHaveLength(2)
    expect(out).not.toContain('✔')
  })

  it.each(sample(TEXTS))('%s is reported by `audit`, and the removal after it is undetermined', async text => {
    const cwd = folder({
      'api/1.0.yaml': spec(get('/v1/shelves'), get('/v1/loans')),
      'api/1.1.yaml': spec(shelvesWithSunset(text), get('/v1/loans')),
      'api/releases.json': releaseList({'1.0': '2022-01-01', '1.1': '2023-01-01'})
    })
    const audit = ['audit', 'api', '--fail-on=undetermined', '--as-of', TODAY]
    expect((await tenure(audit, {cwd})).code).toBe(3)
    write(cwd, {
      'api/1.2.yaml': spec(get('/v1/loans')),
      'api/releases.json': releaseList({'1.0': '2022-01-01', '1.1': '2023-01-01', '1.2': '2025-06-01'})
    })
    const {code, out} = await tenure(audit, {cwd})
    expect(code).toBe(3)
    expect(out).toContain(`The day that \`${text}\` stands for is unknown`)
    expect(out).toContain('No violations, 1 undetermined')
  })

  it.each(sample(TEXTS))('%s is rejected by `deprecate`', async text => {
    const cwd = folder({'openapi.yaml': spec(get('/v1/shelves')), 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'})
    const result = await tenure(
      ['deprecate', 'GET /v1/shelves', '--replacement', 'none', '--sunset', text, '--as-of', TODAY],
      {cwd}
    )
    expect(result.code).toBe(2)
    expect(result.err).toContain(`\`--sunset ${text}\` isn't a day that exists or the name of a release.`)
  })

  it('in a history is reported too', async () => {
    const lines = [
      '{deprecated: GET /v1/loans, sunset: 31.12.2026, replacement: none}',
      '{renamed: GET /v1/shelves, to: GET /v1/racks, oldUntil: 12/31/2026}',
      '{removed: GET /v1/fines, announced: May 1st}'
    ]
    const changes = lines.map(line => `      - ${line}\n`).join('')
    const cwd = folder({
      'history.yaml': `format: 1\nservice: Library\nreleases:\n  - release: "2.0"\n    date: 2025-01-01\n    changes:\n${changes}`
    })
    const {code, out} = await tenure(['audit', '--fail-on=undetermined', '--as-of', TODAY, '--verbose'], {cwd})
    expect(code).toBe(3)
    for (const text of ['31.12.2026', '12/31/2026', 'May 1st']) expect(out).toContain(`\`${text}\``)
    expect(out).toContain('`2026-12-31`, if that is meant')
  })
})
