import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {sample} from '../../tier.ts'
import {LIBRARY, TODAY, WITH_UNDETERMINED, WITH_VIOLATION, withUnreleased} from '../library.ts'
import {expectRefusal, folder, inShell, NO_SPEC, REPOSITORY, tenure, write} from '../run.ts'

const report = new Ajv2020({allErrors: true}).compile(
  JSON.parse(readFileSync(join(REPOSITORY, 'schemas', 'report.schema.json'), 'utf8'))
)

const asOf = ['--as-of', TODAY]

describe.concurrent('exit codes of audit', () => {
  const compliant = folder({'history.yaml': LIBRARY})
  const violation = folder({'history.yaml': WITH_VIOLATION})
  const undetermined = folder({'history.yaml': WITH_UNDETERMINED})
  const violationAndUndetermined = folder({
    'history.yaml': `${WITH_VIOLATION}      - {changed: GET /v1/branches, note: Sorted.}\n`
  })

  it.each(
    sample([
      ['no findings: 0', compliant, [], 0],
      ['no findings with `--fail-on undetermined`: 0', compliant, ['--fail-on=undetermined'], 0],
      ['a violation without `--fail-on violation`: 0', violation, [], 0],
      ['a violation with `--fail-on violation`: 1', violation, ['--fail-on=violation'], 1],
      ['an undetermined verdict with `--fail-on violation`: 0', undetermined, ['--fail-on=violation'], 0],
      ['an undetermined verdict with `--fail-on undetermined`: 3', undetermined, ['--fail-on=undetermined'], 3],
      ['a violation and an undetermined verdict: 1', violationAndUndetermined, ['--fail-on=undetermined'], 1],
      ['an unreadable policy: 2', violationAndUndetermined, ['--fail-on=undetermined', '--policy', 'nowhere.yaml'], 2]
    ])
  )('%s', async (_, cwd, args, code) => {
    const result = await tenure(['audit', ...asOf, ...args], {cwd})
    expect(result.code, result.err).toBe(code)
    if (code === 2) expectRefusal(result)
    else expect(result.err).toBe('')
  })
})

describe.concurrent('stylish output of audit', () => {
  it('has the result and the policy in the first line', async () => {
    const cwd = folder({
      'history.yaml': WITH_VIOLATION,
      'declared.yaml': `policy: policies/own.yaml\n${LIBRARY}`,
      'policies/own.yaml': 'name: our-word\nextends: thirteen-months\n'
    })
    const [byDefault, preset, file, declared] = await Promise.all(
      [[], ['--policy', 'github-rest'], ['--policy', 'policies/own.yaml'], ['declared.yaml']].map(args =>
        tenure(['audit', ...asOf, ...args], {cwd})
      )
    )
    const firstLine = (result: {out: string} | undefined) => result?.out.split('\n')[0]
    expect(firstLine(byDefault)).toMatch(/^✖ 1 violation, .* in history\.yaml \(policy: thirteen-months, default\)$/)
    expect(firstLine(preset)).toMatch(/ in history\.yaml \(policy: github-rest\)$/)
    expect(firstLine(file)).toMatch(/ in history\.yaml \(policy: our-word\)$/)
    expect(firstLine(declared)).toMatch(/ in declared\.yaml \(policy: our-word\)$/)
    expect(declared?.out).toContain(
      '\nChecked declared.yaml against the policy `our-word` (policies/own.yaml), as of 2026-03-02.\n'
    )
  })

  it('has the removal, its place, its evidence, a remedy, and the policy clause', async () => {
    const cwd = folder({'history.yaml': WITH_VIOLATION})
    const {out} = await tenure(['audit', ...asOf], {cwd})
    expect(out).toContain('Release 1.2 (2025-06-01)')
    expect(out).toMatch(/ ✖ .*`GET \/v1\/loans`.*\n(?: .*\n)*? +Replacement: `GET \/v1\/branches`/)
    expect(out).toContain(
      '`GET /v1/loans` was removed in 1.2 (2025-06-01) without notice. The policy requires 13 months.'
    )
    expect(out).toMatch(/history\.yaml:22:9 +unannounced-removal/)
    expect(out).toMatch(/ – .*`GET \/v1-beta\/wishes`/)
    expect(out).toContain('What to do')
    const verbose = await tenure(['audit', ...asOf, '--verbose'], {cwd})
    expect(verbose.out).toContain('    Policy clause: `ga.notice` of revision `current`\n')
    expect(out).not.toContain('Policy clause')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colors belong on a terminal only
    expect(out).not.toMatch(/\u001b/)
  })

  it('counts waived violations separately from exempt ones', async () => {
    const waived = WITH_VIOLATION.replace(
      '{removed: GET /v1/loans, replacement: GET /v1/branches}',
      `removed: GET /v1/loans
        replacement: GET /v1/branches
        announced: never
        waiver: {reason: security, approver: security@library.example, approved: 2025-05-30, note: loans could be forged}`
    )
    const {out} = await tenure(['audit', ...asOf], {cwd: folder({'history.yaml': waived})})
    expect(out).toMatch(/ – .*`GET \/v1\/loans`/)
    expect(out).toContain('loans could be forged')
    expect(out).toMatch(/^✔ No violations, 1 waived, /)
  })

  it('ignores unreleased changes', async () => {
    const cwd = folder({'history.yaml': withUnreleased('{removed: GET /v1/loans}')})
    const [before, after] = await Promise.all(
      ['2024-06-01', TODAY].map(day => tenure(['audit', '--as-of', day, '--format', 'json'], {cwd}))
    )
    expect(JSON.parse(before?.out ?? '').judgments).toEqual([])
    expect(JSON.parse(after?.out ?? '').judgments).toEqual([])
    expect(JSON.parse(after?.out ?? '').summary.violation).toBe(0)
  })
})

describe.concurrent('JSON output of audit', () => {
  it.each(
    sample([
      ['without findings', LIBRARY],
      ['with a violation', WITH_VIOLATION],
      ['with an undetermined verdict', WITH_UNDETERMINED],
      ['without releases', 'service: Lending Library API\nreleases: []\n']
    ])
  )('matches the published schema: %s', async (_, history) => {
    const cwd = folder({'history.yaml': history, 'tenure.yaml': NO_SPEC})
    for (const command of ['audit', 'check']) {
      const result = await tenure([command, ...asOf, '--format', 'json'], {cwd})
      const output = JSON.parse(result.out)
      expect(report(output), JSON.stringify(report.errors)).toBe(true)
      expect(output).toMatchObject({command, asOf: TODAY, policy: {name: 'thirteen-months', declared: false}})
    }
  })

  it('has the policy clause and the place of each judgment', async () => {
    const {out} = await tenure(['audit', ...asOf, '--format', 'json'], {cwd: folder({'history.yaml': WITH_VIOLATION})})
    const {judgments, findings, summary} = JSON.parse(out)
    expect(summary).toMatchObject({compliant: 0, violation: 1, exempt: {policy: 1, waiver: 0}, undetermined: 0})
    expect(judgments[0]).toMatchObject({
      subject: 'GET /v1/loans',
      release: '1.2',
      verdict: 'violation',
      stability: 'ga',
      replacement: 'GET /v1/branches',
      clause: {policy: 'thirteen-months', pointer: '/guarantees/ga/notice'},
      place: {source: 'history.yaml', line: 22, column: 9}
    })
    expect(findings.find(({verdict}: {verdict?: string}) => verdict === 'violation')).toMatchObject({
      rule: 'unannounced-removal',
      level: 'error',
      place: {source: 'history.yaml', line: 22, column: 9},
      fingerprint: expect.any(String)
    })
  })

  it('has the counts for the fixture history of a real service', async () => {
    const {out, code} = await tenure(
      ['audit', 'fixtures/model-testing-service', ...asOf, '--format', 'json', '--fail-on=violation'],
      {cwd: REPOSITORY}
    )
    const output = JSON.parse(out)
    expect(code).toBe(1)
    expect(report(output), JSON.stringify(report.errors)).toBe(true)
    expect(output.summary).toMatchObject({compliant: 0, violation: 9, exempt: {policy: 6, waiver: 0}, undetermined: 3})
  })
})

describe.concurrent('finding the history and the configuration', () => {
  it('accepts a file, a folder with history.yaml or service.yaml, and service.yaml', async () => {
    const [head = '', releases = ''] = WITH_VIOLATION.split('releases:\n')
    const items = releases.split(/^ {2}- /m).filter(Boolean)
    const cwd = folder({
      'one/history.yaml': WITH_VIOLATION,
      'many/service.yaml': head,
      'many/releases/README.md': '# {'
    })
    for (const [index, item] of items.entries())
      write(cwd, {[`many/releases/1.${index}.yaml`]: item.replace(/^ {4}/gm, '')})
    write(cwd, {'many/next/fees.yaml': '- {removed: GET /v1/fees, replacement: GET /v1/branches}\n'})
    const result = await Promise.all(
      [['one/history.yaml'], ['one'], ['--history', 'one'], ['many'], ['many/service.yaml'], ['many/']].map(args =>
        tenure(['audit', ...asOf, '--format', 'json', ...args], {cwd})
      )
    )
    for (const {out, err} of result) {
      const {judgments} = JSON.parse(out || JSON.stringify({judgments: err}))
      expect(judgments.map((each: {subject: string; verdict: string}) => [each.subject, each.verdict])).toEqual([
        ['GET /v1/loans', 'violation'],
        ['GET /v1-beta/wishes', 'exempt']
      ])
    }
    expect(JSON.parse(result[0]?.out ?? '').judgments[0].place).toMatchObject({source: 'one/history.yaml', line: 22})
    expect(JSON.parse(result[3]?.out ?? '').judgments[0].place).toMatchObject({
      source: 'many/releases/1.2.yaml',
      line: 4,
      column: 5
    })
    write(cwd, {'tenure.yaml': NO_SPEC})
    const check = await tenure(['check', '--history', 'many', '--as-of', '2026-03-31'], {cwd})
    expect(check.out).toMatch(/many\/next\/fees\.yaml:1:3 /)
    expect(check.code).toBe(1)
  })

  it('reads tenure.yaml of the working folder, or the one that `--config` names', async () => {
    const cwd = folder({
      'tenure.yaml': 'history: api\npolicy: own.yaml\n',
      'own.yaml': 'name: our-word\nextends: thirteen-months\n',
      'api/history.yaml': WITH_VIOLATION,
      'other/tenure.yaml': 'history: ../api/history.yaml\npolicy: github-rest\n',
      'other/README.md': ''
    })
    const [withoutOption, withConfig, fromSubfolder] = await Promise.all([
      tenure(['audit', ...asOf], {cwd}),
      tenure(['audit', ...asOf, '--config', 'other/tenure.yaml'], {cwd}),
      tenure(['audit', ...asOf], {cwd: join(cwd, 'other')})
    ])
    expect(withoutOption?.out).toContain(
      '\nChecked api/history.yaml against the policy `our-word` (own.yaml), as of 2026-03-02.\n'
    )
    expect(withConfig?.out).toContain(
      '\nChecked api/history.yaml against the policy `github-rest`, as of 2026-03-02.\n'
    )
    expect(fromSubfolder?.out).toContain(
      '\nChecked ../api/history.yaml against the policy `github-rest`, as of 2026-03-02.\n'
    )
  })

  it('sets rule levels from tenure.yaml', async () => {
    const setting = (level: string) => ({
      'history.yaml': WITH_VIOLATION,
      'tenure.yaml': `rules:\n  deprecated-without-sunset: ${level}\n  missing-replacement: {level: error}\n`
    })
    const [off, info] = await Promise.all(
      ['off', 'info'].map(level => tenure(['audit', ...asOf, '--format', 'json'], {cwd: folder(setting(level))}))
    )
    type Findings = {rule: string; level: string}[]
    const levelsOf = (result: {out: string} | undefined) =>
      Object.fromEntries((JSON.parse(result?.out ?? '').findings as Findings).map(({rule, level}) => [rule, level]))
    expect(levelsOf(off)).not.toHaveProperty('deprecated-without-sunset')
    expect(levelsOf(info)).toMatchObject({'deprecated-without-sunset': 'info'})
  })

  it('accepts paths with spaces', async () => {
    const cwd = folder({'the library/our history.yaml': `policy: our word.yaml\n${WITH_VIOLATION}`})
    write(cwd, {'the library/our word.yaml': 'name: our-word\nextends: thirteen-months\n'})
    const {out, code} = await tenure(['audit', 'the library/our history.yaml', ...asOf], {cwd})
    expect(code).toBe(0)
    expect(out).toContain('against the policy `our-word` (the library/our word.yaml)')
    expect(out).toContain('the library/our history.yaml:23:9 ')
  })

  it('reads standard input', async () => {
    const {out, err} = await inShell('cat | tenure audit /dev/stdin --as-of 2026-03-02', {stdin: WITH_VIOLATION})
    expect(out, err).toContain('/dev/stdin:22:9 ')
  })
})

describe.concurrent('a sunset in API descriptions', () => {
  const describeEndpoint = (marks: string): string =>
    `{"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{"/v1/a":{"get":{${marks}"responses":{"200":{"description":"ok"}}}}}}`
  const releasesOf = (...dates: string[]): string =>
    JSON.stringify({
      name: 't',
      releases: dates.map((date, index) => ({version: `${index + 1}.0`, date, file: `${index + 1}.0.json`}))
    })
  const deprecated = describeEndpoint('"deprecated":true,"x-sunset":"2024-06-01",')
  const audit = (cwd: string) => tenure(['audit', '.', '--policy', 'thirteen-months', '--as-of', '2026-01-01'], {cwd})

  it('leads to a finding that asks for the next description, not for a history entry', async () => {
    const firstReleases = {'1.0.json': describeEndpoint(''), '2.0.json': deprecated}
    const {out} = await audit(folder({...firstReleases, 'releases.json': releasesOf('2022-01-01', '2023-01-01')}))
    expect(out).toContain(
      '`GET /v1/a` reached its sunset on 2024-06-01, but no later API description shows whether it was removed.'
    )
    expect(out).not.toContain('`removed:`')
  })

  it('leads to a finding if a later description still has the endpoint', async () => {
    const files = {'1.0.json': describeEndpoint(''), '2.0.json': deprecated, '3.0.json': deprecated}
    const {out} = await audit(folder({...files, 'releases.json': releasesOf('2022-01-01', '2023-01-01', '2025-01-01')}))
    expect(out).toContain(
      '`GET /v1/a` is still in the API description in 3.0 (2025-01-01), after its sunset on 2024-06-01.'
    )
    expect(out).not.toContain('`removed:`')
  })

  it.each(['2024-08-30', '2024-08'])('is recorded together with the day of its announcement: %s', async sunset => {
    const deprecatedWithDates = describeEndpoint(
      `"deprecated":true,"x-github":{"deprecationDate":"2024-05-29","removalDate":"${sunset}"},`
    )
    const cwd = folder({
      '1.0.json': describeEndpoint(''),
      '2.0.json': deprecatedWithDates,
      'releases.json': releasesOf('2024-02-22', '2025-01-12'),
      'mark.yaml':
        'name: p\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: 3 months, starts: release}}\n'
    })
    // The deprecation starts with its release, whatever day the announcement states, also in the recorded history.
    const expectTooEarly = async (source: string) => {
      const {out} = await tenure(['audit', source, '--policy', 'mark.yaml', '--as-of', '2026-01-01'], {cwd})
      expect(out).toContain('before its notice started. The policy requires 3 months from the deprecation.')
    }
    await expectTooEarly('.')
    expect((await audit(cwd)).out).not.toContain('new sunset')
    expect((await tenure(['record', '--all', '.', '--policy', 'thirteen-months'], {cwd})).code).toBe(0)
    const {out} = await tenure(['audit', 'api-history', '--as-of', '2026-01-01'], {cwd})
    expect(out).toContain('1 violation')
    expect(out).not.toContain('contradictory-events')
    expect(out).not.toContain('new sunset')
    await expectTooEarly('api-history')
  })
})

// In the form of the descriptions of Elasticsearch (`x-state`) and Box (`x-stability-level`, no version in the path).
describe.concurrent('a stability in API descriptions', () => {
  const describeEndpoint = (...operations: readonly (readonly [string, string])[]): string =>
    JSON.stringify({
      openapi: '3.0.3',
      info: {title: 'Search API', version: '1'},
      paths: Object.fromEntries(
        operations.map(([path, life]) => [path, {get: {...JSON.parse(life), responses: {200: {description: 'ok'}}}}])
      )
    })
  const paths = [
    ['/_search', '{"x-state": "Generally available; Added in 7.7.0"}'],
    ['/_query', '{"x-state": "Technical Preview; added in 9.1"}'],
    ['/files', '{"x-stability-level": "stable"}'],
    ['/hubs', '{"x-unstable": true}'],
    ['/kept', '{}']
  ] as const
  const policy = `
name: search
stabilities: [preview, ga]
defaultStability: ga
labels:
  - {extension: x-state, value: Technical Preview, stability: preview}
  - {extension: x-unstable, value: true, stability: preview}
guarantees: {preview: none, ga: {notice: 1 year}}
`
  const files = {
    '1.0.json': describeEndpoint(...paths),
    '2.0.json': describeEndpoint(['/kept', '{}']),
    'releases.json': JSON.stringify({
      name: 't',
      releases: [
        {version: '1.0', date: '2024-01-01', file: '1.0.json'},
        {version: '2.0', date: '2025-01-01', file: '2.0.json'}
      ]
    })
  }

  it('is read with the labels of the policy', async () => {
    const cwd = folder({...files, 'policy.yaml': policy})
    const {out} = await tenure(['audit', '.', '--policy', 'policy.yaml', '--format', 'json'], {cwd})
    const verdicts = JSON.parse(out).judgments.map((each: {subject: string; stability: string; verdict: string}) => [
      each.subject,
      each.stability,
      each.verdict
    ])
    expect(verdicts).toEqual([
      ['GET /_search', 'ga', 'undetermined'],
      ['GET /_query', 'preview', 'exempt'],
      ['GET /files', 'ga', 'undetermined'],
      ['GET /hubs', 'preview', 'exempt']
    ])
  })

  it('exits 2 for an invalid label, with its place', async () => {
    const cwd = folder({...files, 'policy.yaml': policy.replace('x-unstable, value: true', 'x-unstable, value: sure')})
    const {code, err} = await tenure(['audit', '.', '--policy', 'policy.yaml'], {cwd})
    expect(code).toBe(2)
    expect(err).toContain('policy.yaml:7:')
    expect(err).toContain('The extension `x-unstable` has no value. Write `value: true`.')
  })
})
