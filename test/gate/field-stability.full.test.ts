import {describe, expect, it} from 'vitest'
import {tenure, write} from '../cli/run.ts'
import {git, repositoryOf} from './scenario.ts'

const AS_OF = ['--as-of', '2026-03-02']
const CONFIG = 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\npolicy: thirteen-months\n'
const HISTORY =
  'service: Library\nreleases:\n  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}\n'

const use = (path: string): string =>
  `  ${path}: {get: {responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}}}}\n`
const description = (...paths: string[]): string =>
  `openapi: 3.0.3\ninfo: {title: Library, version: "1"}\npaths:\n${paths.join('')}` +
  '  /v1/fees: {get: {responses: {"200": {description: OK}}}}\n' +
  'components:\n  schemas:\n    Loan: {allOf: [{type: object, properties: {id: {type: string}, due: {type: string}}}]}\n'

const library = (...paths: string[]): Promise<string> =>
  repositoryOf({
    main: [
      ['2025-01-10', {'tenure.yaml': CONFIG, 'history.yaml': HISTORY, 'openapi.yaml': description(...paths.map(use))}]
    ]
  })

describe.concurrent('a field of a named schema has the strictest stability of its uses', () => {
  it.each<[string, readonly string[], number]>([
    ['one', ['/v1/loans'], 2],
    ['two of different stability', ['/v1beta1/loans', '/v1/loans'], 2],
    ['one that is exempt', ['/v1beta1/loans'], 0]
  ])('in `deprecate`: %s', async (_, paths, code) => {
    const cwd = await library(...paths)
    const {err, ...result} = await tenure(
      ['deprecate', 'Loan.due', '--replacement', 'none', '--sunset', '2026-03-10', ...AS_OF],
      {cwd}
    )
    expect(result.code, err).toBe(code)
    if (code === 2) expect(err).toContain('(sunset-too-early; `--force` writes it anyway)')
  })

  it('in `check`, `when`, and `due`', async () => {
    const cwd = await library('/v1/loans')
    await git(cwd, ['checkout', '--quiet', '-b', 'work'])
    write(cwd, {
      'history.yaml': `${HISTORY}  - {release: next, changes: [{deprecated: Loan.due, replacement: none, sunset: 2026-03-10}]}\n`
    })
    await git(cwd, ['commit', '--quiet', '--all', '--message', 'Deprecate'], '2026-03-01')
    const checked = await tenure(['check', '--base', 'main', ...AS_OF], {cwd})
    expect(checked.code, checked.out).toBe(1)
    expect(checked.out).toContain(
      '`Loan.due` has its sunset on 2026-03-10. The policy allows it on or after 2027-04-02.'
    )
    const when = await tenure(['due', 'Loan.due', ...AS_OF], {cwd})
    expect(when.out).not.toContain('stability')
    const due = await tenure(['due', '--within', '2 years', ...AS_OF], {cwd})
    expect(due.out).not.toContain('stability')
  })

  it('and an unknown one if nothing uses it', async () => {
    const cwd = await library()
    const args = ['deprecate', 'Loan.due', '--replacement', 'none', '--sunset', '2026-03-10', ...AS_OF]
    const {code, out, err} = await tenure(args, {cwd})
    expect(code, err).toBe(0)
    expect(out + err).toContain('its stability is unknown')
  })
})

describe.concurrent('a field has one name', () => {
  const deprecate = ['deprecate', '--replacement', 'none', ...AS_OF]

  it.each([
    [['Loan.due'], ['/v1/loans', '/v1/readers']],
    [['GET /v1/loans', '--field', 'due'], ['/v1/loans']],
    [['GET /v1/loans', '--field', 'due', '--in', 'response'], ['/v1/loans']]
  ])('in the line that `deprecate` writes: %s', async (name, paths) => {
    const cwd = await library(...paths)
    const {code, out, err} = await tenure([...deprecate, ...name, '--dry-run'], {cwd})
    expect(code, err).toBe(0)
    expect(out).toContain('Would write history.yaml: `Loan.due` is deprecated in the next release')
    const when = await tenure(['due', ...name, ...AS_OF], {cwd})
    expect(when.out).toMatch(/^`Loan\.due` can be removed 13 months after its deprecation\./)
  })

  it('unless only some of its uses are meant, which leaves the others without notice', async () => {
    const cwd = await library('/v1/loans', '/v1/readers')
    const {code, err} = await tenure([...deprecate, 'GET /v1/loans', '--field', 'due'], {cwd})
    expect(code, err).toBe(0)
    await git(cwd, ['commit', '--quiet', '--all', '--message', 'Deprecate'], '2026-03-02')
    const later = ['--as-of', '2028-01-10']
    const when = await tenure(['due', 'Loan.due', ...later], {cwd})
    expect(when.out).toContain(
      'Its deprecation covers only some uses of it. Not covered: the response of `GET /v1/readers`.'
    )
    const due = await tenure(['due', '--within', '2 years', ...AS_OF], {cwd})
    expect(due.out).toContain('GET /v1/loans (field due, in response)')
    expect(due.out).not.toContain('Loan.due')
    await git(cwd, ['checkout', '--quiet', '-b', 'work'])
    write(cwd, {'openapi.yaml': description(use('/v1/loans'), use('/v1/readers')).replace(', due: {type: string}', '')})
    const checked = await tenure(['check', '--base', 'main', ...later], {cwd})
    expect(checked.code, checked.out).toBe(1)
    expect(checked.out).toMatch(
      /`Loan\.due` is removed in the next release \(2028-01-10\) without notice in the response of `GET \/v1\/readers`\./
    )
  })

  it('if each of its uses is announced, too', async () => {
    const cwd = await library('/v1/loans', '/v1/readers')
    for (const path of ['/v1/loans', '/v1/readers']) {
      const {code, err} = await tenure([...deprecate, `GET ${path}`, '--field', 'due'], {cwd})
      expect(code, err).toBe(0)
    }
    const due = await tenure(['due', '--within', '2 years', ...AS_OF], {cwd})
    expect(due.out.match(/due/g)).toHaveLength(1)
    for (const name of ['Loan.due', 'GET /v1/loans (field due)']) {
      const {code, out, err} = await tenure(['due', name, ...AS_OF], {cwd})
      expect(code, err).toBe(0)
      expect(out).toContain('can be removed 13 months after its deprecation')
    }
  })

  it.each<[string, readonly string[], number]>([
    ['its schema', ['Loan.due'], 0],
    ['each of its operations', ['GET /v1/loans (field due)', 'GET /v1/readers (field due, in response)'], 0],
    ['one of its operations', ['GET /v1/loans (field due)'], 1]
  ])('in waivers: %s', async (_, names, code) => {
    const cwd = await library('/v1/loans', '/v1/readers')
    for (const name of names) {
      const waived = await tenure(
        ['waive', name, '--reason', 'security', '--approver', 'api@library.example', ...AS_OF],
        {cwd}
      )
      expect(waived.code, waived.err).toBe(0)
    }
    await git(cwd, ['commit', '--quiet', '--all', '--message', 'Waive'], '2026-03-02')
    await git(cwd, ['checkout', '--quiet', '-b', 'work'])
    write(cwd, {'openapi.yaml': description(use('/v1/loans'), use('/v1/readers')).replace(', due: {type: string}', '')})
    const checked = await tenure(['check', '--base', 'main', ...AS_OF], {cwd})
    expect(checked.code, checked.out).toBe(code)
    expect(checked.out.includes("it doesn't cover all uses of `Loan.due`: not the response of `GET /v1/readers`")).toBe(
      code === 1
    )
    expect(checked.out.includes('applies to no removal')).toBe(code === 1)
  })
})
