import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {check, get, git, repositoryOf, spec, TODAY} from '../gate/scenario.ts'

const DEPRECATED = 'deprecated: true, '
const SPECS = {
  'specs/1.0.yaml': spec(get('/v1/loans'), get('/v1/copies'), get('/v1/shelves')),
  'specs/2.0.yaml': spec(get('/v1/loans'), get('/v1/shelves')),
  'specs/3.0.yaml': spec(get('/v1/loans', DEPRECATED), get('/v1/shelves')),
  'specs/3.1.yaml': spec(get('/v1/loans', DEPRECATED)),
  'dates.yaml': '"1.0": 2019-01-10\n"2.0": 2020-01-10\n"3.0": 2025-01-10\n"3.1": 2025-06-10\n'
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
    const source = await audit(cwd, 'specs', '--dates', 'dates.yaml')
    expect(source.judgments.map(({verdict}) => verdict)).toEqual(['undetermined', 'violation'])
    expect(source.remarks).toContain(
      'These descriptions deprecate nothing before 3.0, so a removal up to then may have been announced elsewhere.'
    )
    const args = ['record', 'specs', '--all', '--dates', 'dates.yaml', '--as-of', TODAY]
    const {out} = await tenure([...args, '-o', 'api-history'], {cwd})
    expect(out).toContain(
      'Because of `complete: false` in api-history/service.yaml, removals up to 3.0 are undetermined'
    )
    const read = (name: string): string => readFileSync(join(cwd, 'api-history', name), 'utf8')
    expect(read('service.yaml')).toContain('\ncomplete: false\n')
    expect(read('releases/3.0.yaml')).toContain('\ncomplete: true\n')
    expect(read('releases/2.0.yaml')).not.toContain('complete')
    const recorded = await audit(cwd, 'api-history')
    expect(recorded.verdicts).toEqual(source.verdicts)
    expect(recorded.findings[0]?.message).toBe(source.findings[0]?.message)
    expect(recorded.remarks).toContain(
      'Because of `complete: false` in api-history/service.yaml, removals without notice up to 3.0 are undetermined.'
    )
    expect((await audit(cwd, 'specs', '--dates', 'dates.yaml', '--history', 'api-history')).verdicts).toEqual(
      source.verdicts
    )
    expect((await tenure([...args, '-o', 'api-history'], {cwd})).out).toContain('up to date')
  })
})

describe('a release with `complete: true`', () => {
  const historyWith = (service: string, release: string): string =>
    `format: 1\nservice: Lending Library\n${service}releases:\n` +
    '  - {release: "1.0", date: 2015-01-10, changes: [{added: GET /v1/copies}, {added: GET /v1/shelves}]}\n' +
    '  - {release: "2.0", date: 2020-01-10, changes: [{removed: GET /v1/copies}]}\n' +
    `  - {release: "3.0", date: 2021-01-10${release}}\n` +
    '  - {release: "3.1", date: 2021-02-10, changes: [{removed: GET /v1/shelves}]}\n'

  test.each([
    ['', '', ['violation', 'violation']],
    ['', ', complete: true', ['violation', 'violation']],
    ['complete: false\n', '', ['undetermined', 'undetermined']],
    ['complete: false\n', ', complete: true', ['undetermined', 'violation']],
    ['complete: false\nadopted: 2021-02-01\n', '', ['undetermined', 'violation']]
  ])('ends an incomplete history: %j and %j', async (service, release, verdicts) => {
    const cwd = folder({'history.yaml': historyWith(service, release)})
    expect((await audit(cwd)).judgments.map(({verdict}) => verdict)).toEqual(verdicts)
  })

  test("doesn't excuse removals in the same change", async () => {
    const history = (release: string): string =>
      `format: 1\nservice: Lending Library\nreleases:\n  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}\n${release}`
    const main = {
      'tenure.yaml': 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\n',
      'openapi.yaml': spec(get('/v1/loans'), get('/v1/copies')),
      'history.yaml': history('')
    }
    for (const claim of [
      `  - {release: "2.0", date: ${TODAY}, complete: true}\n`,
      `  - {release: "2.0", date: ${TODAY}, complete: true, changes: [{removed: GET /v1/copies}]}\n`,
      '  - {release: next, complete: true, changes: [{removed: GET /v1/copies}]}\n'
    ]) {
      const cwd = await repositoryOf({main: [['2024-06-01', main]]})
      await git(cwd, ['checkout', '--quiet', '-b', 'work'])
      write(cwd, {
        'openapi.yaml': spec(get('/v1/loans')),
        'history.yaml': history(claim).replace('releases:', 'complete: false\nreleases:')
      })
      await git(cwd, ['commit', '--quiet', '--all', '--message', 'Change'])
      expect((await check(cwd, ['--base', 'main'])).code).toBe(1)
    }
  })
})
