import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {folder, releaseList, tenure, write} from '../cli/run.ts'
import {check, get, git, repositoryOf, spec, TODAY} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const DEPRECATED = 'deprecated: true, '
const SPECS = {
  'specs/1.0.yaml': spec(get('/v1/loans'), get('/v1/copies'), get('/v1/shelves')),
  'specs/2.0.yaml': spec(get('/v1/loans'), get('/v1/shelves')),
  'specs/3.0.yaml': spec(get('/v1/loans', DEPRECATED), get('/v1/shelves')),
  'specs/3.1.yaml': spec(get('/v1/loans', DEPRECATED)),
  'specs/releases.json': releaseList({
    '1.0': '2019-01-10',
    '2.0': '2020-01-10',
    '3.0': '2025-01-10',
    '3.1': '2025-06-10'
  })
}

interface Audit {
  readonly judgments: readonly {readonly subject: string; readonly verdict: string}[]
  readonly findings: readonly {readonly message: string}[]
  readonly remarks: readonly string[]
}
async function audit(cwd: string, ...args: readonly string[]): Promise<Audit & {readonly verdicts: unknown}> {
  const {out} = await tenure(['audit', ...args, '--as-of', TODAY, '--format', 'json'], {cwd})
  const report = JSON.parse(out) as Audit
  return {...report, verdicts: report.judgments.map(({subject, verdict}) => [JSON.stringify(subject), verdict])}
}

describe('descriptions that deprecate nothing before a release', () => {
  test('are recorded with that release, and the recorded history has the same verdicts', async () => {
    const cwd = folder(SPECS)
    const source = await audit(cwd, 'specs')
    expect(source.judgments.map(({verdict}) => verdict)).toEqual(['undetermined', 'violation'])
    expect(source.remarks).toContain(
      'These descriptions deprecate nothing before 3.0, so a removal up to then may have been announced elsewhere.'
    )
    const args = ['record', 'specs', '--all', '--as-of', TODAY]
    const {out} = await tenure([...args, '-o', 'api-history'], {cwd})
    expect(out).toContain('Because of `complete: 3.0` in the history, removals up to 3.0 are undetermined')
    const read = (name: string): string => readFileSync(join(cwd, 'api-history', name), 'utf8')
    expect(read('service.yaml')).toContain('\ncomplete: "3.0"\n')
    const recorded = await audit(cwd, 'api-history')
    expect(recorded.verdicts).toEqual(source.verdicts)
    expect(recorded.findings[0]?.message).toBe(source.findings[0]?.message)
    expect(recorded.remarks).toContain(
      'Because of `complete:` in the history, removals without notice up to 3.0 are undetermined.'
    )
    expect((await audit(cwd, 'specs', '--history', 'api-history')).verdicts).toEqual(source.verdicts)
    expect((await tenure([...args, '-o', 'api-history'], {cwd})).out).toContain('up to date')
  })
})

describe('a release that completes a history', () => {
  const historyWith = (service: string): string =>
    `format: 1\nservice: Lending Library\n${service}releases:\n` +
    '  - {release: "1.0", date: 2015-01-10, changes: [{added: GET /v1/copies}, {added: GET /v1/shelves}]}\n' +
    '  - {release: "2.0", date: 2020-01-10, changes: [{removed: GET /v1/copies}]}\n' +
    `  - {release: "3.0", date: 2021-01-10}\n` +
    '  - {release: "3.1", date: 2021-02-10, changes: [{removed: GET /v1/shelves}]}\n'

  test.each(
    sample([
      ['', ['violation', 'violation']],
      ['complete: 2021-03-01\n', ['undetermined', 'undetermined']],
      ['complete: "3.0"\n', ['undetermined', 'violation']],
      ['complete: ["3.0", v3.1]\n', ['undetermined', 'violation']],
      ['complete: 2021-02-01\n', ['undetermined', 'violation']]
    ])
  )('may be named, or a day: %j', async (service, verdicts) => {
    const cwd = folder({'history.yaml': historyWith(service)})
    expect((await audit(cwd)).judgments.map(({verdict}) => verdict)).toEqual(verdicts)
  })

  test.each(sample(['"4.0"', 'next', '2021-02', '["3.0", 2021-02-01]']))('must be listed: %s', async complete => {
    const {code, err} = await tenure(['audit'], {cwd: folder({'history.yaml': historyWith(`complete: ${complete}\n`)})})
    expect(code).toBe(2)
    expect(err).toMatch(/^history\.yaml:3:11: `.*` is no release of this history and no day\. Write one of them\./)
  })

  test("doesn't excuse removals in the same change", async () => {
    const history = (release: string): string =>
      `format: 1\nservice: Lending Library\nreleases:\n  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}\n${release}`
    const main = {
      'tenure.yaml': 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\n',
      'openapi.yaml': spec(get('/v1/loans'), get('/v1/copies')),
      'history.yaml': history('')
    }
    for (const [claim, complete] of [
      [`  - {release: "2.0", date: ${TODAY}}\n`, '"2.0"'],
      [`  - {release: "2.0", date: ${TODAY}, changes: [{removed: GET /v1/copies}]}\n`, '"2.0"'],
      ['  - {release: next, changes: [{removed: GET /v1/copies}]}\n', TODAY]
    ] as const) {
      const cwd = await repositoryOf({main: [['2024-06-01', main]]})
      await git(cwd, ['checkout', '--quiet', '-b', 'work'])
      write(cwd, {
        'openapi.yaml': spec(get('/v1/loans')),
        'history.yaml': history(claim).replace('releases:', `complete: ${complete}\nreleases:`)
      })
      await git(cwd, ['commit', '--quiet', '--all', '--message', 'Change'])
      expect((await check(cwd, ['--base', 'main'])).code).toBe(1)
    }
  })
})
