import {describe, expect, it, test} from 'vitest'
import {applyBaseline} from '../../../packages/client-calls/src/usages/baseline.ts'
import {parseFormats, REPORT_FORMATS, REPORTERS} from '../../../src/outputs/report/formats.ts'
import type {Report, ReportFormat} from '../../../src/outputs/report/report.ts'
import {sample} from '../../tier.ts'
import {CHECKS} from './format-checks.ts'
import {checkOf, HOSTILE, many, mixed} from './made-reports.ts'
import {commandsIn} from './workflow-commands.ts'

const TOOLS = {color: false}

const write = async (report: Report, format: ReportFormat): Promise<string> =>
  (await REPORTERS[format]()).write(report, TOOLS)

const withBaseline = (report: Report, count: number): Report =>
  applyBaseline(report, {
    source: 'baseline.json',
    findings: [
      ...report.findings.slice(0, count).map(({fingerprint, rule}) => ({fingerprint, rule})),
      {fingerprint: 'gone', rule: 'notice-too-short', subject: 'GET /v1/returns'}
    ]
  })

const REPORTS: Readonly<Record<string, Report>> = {
  'no findings': checkOf([]),
  'one finding': checkOf(['loans']),
  '300 findings': checkOf(many(300)),
  'one of each kind': mixed(),
  'one of each kind with source lines': mixed({
    lineOf: ({source, line}) => `${source} has ::error::hacked in line ${line}`
  }),
  'a partial source': mixed({source: {kind: 'history', path: 'history.yaml', partial: true}}),
  'a baseline': withBaseline(mixed(), 2),
  'a folder in the repository': mixed({root: 'services/loans'}),
  ...Object.fromEntries(Object.entries(HOSTILE).map(([name, text]) => [`a name with ${name}`, hostile(text)]))
}

/** A report with the same hostile text everywhere. */
function hostile(text: string): Report {
  const {judgments, findings, ...rest} = mixed()
  const [finding, ...others] = checkOf([text]).findings
  if (!finding) throw new Error('no finding')
  const place = {source: text, line: 3, column: 7}
  return {
    ...rest,
    judgments: judgments.map(each => ({
      ...each,
      place,
      ...(each.waiver ? {waiver: {...each.waiver, waiver: {...each.waiver.waiver, note: text, place}}} : {}),
      ...(each.event.observed
        ? {
            event: {
              ...each.event,
              observed: {...each.event.observed, proofs: {request: {is: 'breaks' as const, witness: text, at: text}}}
            }
          }
        : {})
    })),
    findings: [
      ...findings,
      ...others,
      {
        ...finding,
        message: `\`${text}\` was removed. The policy requires \`${text}\`.`,
        remedy: text,
        place,
        fingerprint: 'hostile',
        evidence: [{text: text, place}],
        reasons: [
          {
            rule: 'successor-missing',
            level: 'warning',
            message: `Too few \`${text}\``,
            remedy: text,
            place,
            missing: [],
            evidence: [],
            fingerprint: 'e0'
          }
        ]
      }
    ],
    remarks: [text],
    service: text,
    source: {kind: 'history', path: text, partial: true},
    lineOf: () => text
  }
}

describe.each(sample(Object.keys(REPORTS)))('%s', name => {
  const report = REPORTS[name] as Report
  it.each(REPORT_FORMATS)('%s is valid and has every finding', async format => {
    expect(await CHECKS[format](await write(report, format))).toBe(report.findings.length)
  })
})

test.each(['json', 'github', 'gitlab', 'sarif', 'junit'] as const)('%s is valid for an audit, too', async format => {
  const report: Report = {...mixed(), command: 'audit'}
  expect(await CHECKS[format](await write(report, format))).toBe(report.findings.length)
})

test('every text format states why a counterexample is missing', async () => {
  const {judgments, ...rest} = mixed({lineOf: ({source}) => source})
  const why = 'a schema accepts nothing'
  const report: Report = {
    ...rest,
    judgments: judgments.map(each => {
      const {observed} = each.event
      if (!observed) return each
      const proof = {is: 'undetermined' as const, why}
      const event = {...each.event, observed: {...observed, proofs: {request: proof, response: proof}}}
      return {...each, verdict: 'undetermined' as const, event}
    })
  }
  for (const format of ['stylish', 'github', 'gitlab', 'sarif', 'junit', 'markdown'] as const)
    expect(await write(report, format), format).toContain(`hether it breaks clients isn't proven: ${why}`)
})

test('the same report gives the same bytes', async () => {
  const report = mixed()
  for (const format of REPORT_FORMATS) expect(await write(report, format)).toBe(await write(report, format))
})

describe('the SARIF report', () => {
  const runOf = async (report: Report) => JSON.parse(await write(report, 'sarif')).runs[0]

  it('has rules, places, evidence, and counterexamples', async () => {
    const {results, tool, columnKind} = await runOf(mixed({root: 'services/my loans'}))
    expect(columnKind).toBe('utf16CodeUnits')
    expect(tool.driver.rules.map(({id}: {id: string}) => id)).toEqual([
      'ga-breaking-change',
      'missing-replacement',
      'notice-too-short',
      'successor-missing',
      'unannounced-removal',
      'waived'
    ])
    const [violation] = results
    expect(violation).toMatchObject({
      ruleId: 'notice-too-short',
      level: 'error',
      partialFingerprints: {'tenure/v1': 'violation'},
      relatedLocations: [{id: 1, message: {text: 'announced in 1.1 (2024-02-01)'}}]
    })
    expect(violation.locations[0].physicalLocation.artifactLocation).toEqual({
      uri: 'services/my%20loans/specs/2.yaml',
      uriBaseId: '%SRCROOT%'
    })
    expect(violation).not.toHaveProperty('baselineState')
    expect(results.map(({message}: {message: {text: string}}) => message.text).join('\n')).toContain(
      'Example: `{"status":"LOST"}` in the query parameter `status` was accepted and is now rejected.'
    )
  })

  it('links to the page of a rule', async () => {
    const report = mixed()
    const descriptorsOf = async (url: string) => {
      const {tool} = await runOf({...report, rules: (report.rules ?? []).map(rule => ({...rule, url}))})
      return tool.driver.rules.find(({id}: {id: string}) => id === 'notice-too-short')
    }
    expect(await descriptorsOf('https://library.example/rules/a')).toMatchObject({
      helpUri: 'https://library.example/rules/a',
      help: {text: expect.stringMatching(/tenure explain notice-too-short, or https:\/\/library.example\/rules\/a$/)}
    })
    const relative = await descriptorsOf('docs/rules/a.md')
    expect(relative).not.toHaveProperty('helpUri')
    expect(relative.help.markdown).toMatch(/, or docs\/rules\/a\.md$/)
  })

  it('has no region for a place without a line, or in a revision', async () => {
    const report = mixed()
    const [finding] = report.findings
    const places = [
      {source: 'history.yaml', pointer: '/releases'},
      {source: 'origin/main:api/openapi.yaml', line: 4}
    ]
    const {results} = await runOf({
      ...report,
      root: 'services',
      findings: places.map(place => ({...(finding as (typeof report.findings)[number]), place}))
    })
    expect(results.slice(0, 2).map(({locations}: {locations: unknown[]}) => locations[0])).toEqual([
      {physicalLocation: {artifactLocation: {uri: 'services/history.yaml', uriBaseId: '%SRCROOT%'}}},
      {
        physicalLocation: {artifactLocation: {uri: 'api/openapi.yaml', uriBaseId: '%SRCROOT%'}},
        properties: {revision: 'origin/main'}
      }
    ])
  })

  it('has the line of a related location in a revision', async () => {
    const report = mixed()
    const [finding] = report.findings
    const evidence = [{text: 'Was', place: {source: 'origin/main:api/openapi.yaml', line: 29, column: 5}}]
    const {results} = await runOf({
      ...report,
      findings: [{...(finding as (typeof report.findings)[number]), evidence}]
    })
    expect(results[0].relatedLocations[0]).toMatchObject({
      physicalLocation: {region: {startLine: 29, startColumn: 5}},
      properties: {revision: 'origin/main'}
    })
  })

  it('has waived findings as suppressed', async () => {
    const {results} = await runOf(mixed())
    expect(results.at(-1)).toMatchObject({
      ruleId: 'waived',
      level: 'note',
      suppressions: [
        {
          kind: 'external',
          status: 'accepted',
          justification: 'security, approved by security@library.example, tokens could be forged',
          location: {physicalLocation: {artifactLocation: {uri: 'tenure.yaml'}, region: {startLine: 4}}}
        }
      ]
    })
  })

  it('marks findings as new or unchanged against a baseline, and a partial check as failed', async () => {
    const {results, properties, invocations} = await runOf({
      ...withBaseline(mixed(), 2),
      source: {kind: 'history', path: 'history.yaml', partial: true}
    })
    const states = results.map(({baselineState}: {baselineState?: string}) => baselineState)
    expect(states).toEqual(['new', 'new', 'new', 'unchanged', 'unchanged', undefined])
    expect(properties).toMatchObject({findings: 5, unchanged: 2, gone: 1})
    expect(invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{level: 'error'}, {level: 'note'}]
    })
  })

  it('escapes placeholders and links in names', async () => {
    const {results} = await runOf(checkOf(['{0}/{2}', '[hacked](https://hacked.example)']))
    expect(results[0].message.arguments).toEqual(['{0}', '{1}', '{2}'])
    expect(results[1].message.text).toContain('\\[hacked\\](https')
  })
})

describe('the GitHub report', () => {
  it('shows the worst findings first, and states how many are not shown', async () => {
    const output = await write(checkOf(many(300)), 'github')
    const commands = commandsIn(output)
    expect(commands).toHaveLength(11)
    expect(commands[0]).toMatchObject({
      name: 'error',
      properties: {title: 'unannounced-removal: GET /v1/shelves-0', col: '5'}
    })
    expect(commands.at(-1)).toEqual({
      name: 'notice',
      properties: {title: 'tenure'},
      data: 'GitHub shows 10 of 300 errors here. The log of this step has all of them.'
    })
    expect(output.match(/^error \S+:\d+:5: unannounced-removal: GET \/v1\/shelves-\d+$/gm)).toHaveLength(290)
  })

  it('shows the worst findings of each API first, and after what was not checked', async () => {
    const report = (count: number) => checkOf(many(count))
    const unread = {api: 'fees', problems: [{message: 'The file is empty.', place: {source: 'fees.yaml'}}]}
    const parts = ['loans', 'readers', 'copies'].map((name, at) => ({
      name,
      result: {...report(at * 20 + 1), api: name}
    }))
    const {combine} = await REPORTERS.github()
    const output = await combine([...parts, {name: 'fees', result: unread}], TOOLS)
    const commands = commandsIn(output)
    const errors = commands.filter(({name}) => name === 'error')
    expect(errors).toHaveLength(10)
    expect(errors.filter(({properties}) => properties.title === 'tenure: fees is not checked')).toHaveLength(1)
    // One of the first API, which has no more, and the rest by turns.
    const sections = output.split(/^# /m).slice(1)
    expect(
      sections.map(text => [text.split('\n')[0], commandsIn(text).filter(({name}) => name === 'error').length])
    ).toEqual([
      ...[
        ['loans', 1],
        ['readers', 4],
        ['copies', 4],
        ['fees', 1]
      ]
    ])
    expect(commands.at(-1)?.data).toBe('GitHub shows 10 of 64 errors here. The log of this step has all of them.')
  })

  it('leaves room for what the action itself has to say', async () => {
    const report = checkOf(many(30))
    const of = async (level: 'warning' | 'info') => {
      const findings = report.findings.map(each => ({...each, level}))
      const commands = commandsIn(await write({...report, judgments: [], findings}, 'github'))
      return {names: commands.map(({name}) => name).sort(), data: commands.at(-1)?.data}
    }
    expect(await of('warning')).toEqual({
      names: ['notice', ...Array.from({length: 9}, () => 'warning')],
      data: 'GitHub shows 9 of 30 warnings here. The log of this step has all of them.'
    })
    expect(await of('info')).toEqual({
      names: Array.from({length: 9}, () => 'notice'),
      data: 'GitHub shows 8 of 30 notices here. The log of this step has all of them.'
    })
  })

  it('escapes names without changing them', async () => {
    const [command] = commandsIn(await write(checkOf(['100%0A,a:b']), 'github'))
    expect(command?.properties.title).toBe('unannounced-removal: GET /v1/100%0A,a:b')
    expect(command?.data).toContain('with 100%0A,a:b')
  })

  it('has a level for each finding, and a notice for one in the baseline', async () => {
    const names = commandsIn(await write(withBaseline(mixed(), 2), 'github')).map(({name}) => name)
    expect(names).toEqual(['error', 'error', 'notice', 'notice', 'notice'])
  })

  it('prints waived findings in the log only', async () => {
    expect(await write(mixed(), 'github')).toContain('\nPOST /v1/tokens in 2.0 (2024-06-01). Waived for security')
  })
})

describe('the JUnit report', () => {
  it('fails for findings that fail the check, and skips others', async () => {
    const counts = async (report: Report) =>
      / tests="(\d+)" failures="(\d+)" errors="0" skipped="(\d+)"/.exec(await write(report, 'junit'))?.slice(1)
    expect(await counts(mixed())).toEqual(['7', '3', '3'])
    expect(await counts(withBaseline(mixed(), 2))).toEqual(['7', '2', '4'])
  })

  it('has the name of the API in its cases', async () => {
    const classes = (output: string) => new Set([...output.matchAll(/classname="([^"]*)"/g)].map(([, name]) => name))
    const [loans, fees] = await Promise.all(['loans', 'fees'].map(api => write(mixed({api}), 'junit')))
    expect(loans).toContain('<testsuite name="tenure check of loans"')
    expect(loans).toContain('<property name="api" value="loans"/>')
    for (const [api, output = ''] of [
      ['loans', loans],
      ['fees', fees]
    ] as const)
      expect([...classes(output)].filter(name => !name?.startsWith(`tenure.${api}.`))).toEqual([])
    expect(await CHECKS.junit(await write(mixed({api: 'api'}), 'junit'))).toBe(mixed().findings.length)
    const junit = await REPORTERS.junit()
    const unread = await junit.write({api: 'loans', problems: [{message: 'Unexpected end'}]}, TOOLS)
    expect(unread).toContain('<testsuite name="tenure check of loans"')
    expect(unread).toContain('classname="tenure.loans"')
  })
})

describe('the GitLab report', () => {
  it('grades breaking changes as critical', async () => {
    const issues: {severity: string}[] = JSON.parse(await write(mixed(), 'gitlab'))
    expect(issues.map(({severity}) => severity)).toEqual(['critical', 'critical', 'critical', 'minor', 'info', 'info'])
  })

  it('starts each sentence with a capital letter', async () => {
    const issues: {description: string}[] = JSON.parse(await write(mixed(), 'gitlab'))
    expect(issues.map(({description}) => description).join('\n')).toContain('. Example: `{')
  })

  it('distinguishes findings with equal fingerprints', async () => {
    const report = checkOf(['loans', 'shelves'])
    const twins = {...report, findings: report.findings.map(each => ({...each, fingerprint: 'twin'}))}
    expect(await CHECKS.gitlab(await write(twins, 'gitlab'))).toBe(2)
  })
})

describe('something that was not checked', () => {
  const path = 'history.yaml'
  const partial = checkOf([], {source: {kind: 'history', path, partial: true, unread: 'openapi.yaml'}})
  const uncompared = (isUnsure: boolean) =>
    checkOf([], {uncompared: {text: 'Compared `openapi.yaml` with nothing: git ignores it.', isUnsure}})

  it.each([
    ['major', 'not-read', "Not all of openapi.yaml could be read; the rest isn't checked.", partial],
    ['major', 'not-compared', 'Compared `openapi.yaml` with nothing: git ignores it.', uncompared(true)],
    ['info', 'not-compared', 'Compared `openapi.yaml` with nothing: git ignores it.', uncompared(false)]
  ] as const)('is an issue of severity %s for GitLab', async (severity, check_name, description, report) => {
    const [issue, ...others] = JSON.parse(await write({...report, root: 'api'}, 'gitlab'))
    expect(issue).toMatchObject({severity, check_name, description})
    expect(issue.location).toMatchObject({path: expect.stringMatching(/^api\//), lines: {begin: 1}})
    expect(others).toEqual([])
  })

  it('is an error for JUnit if the check has failed, else skipped', async () => {
    const [torn, open] = [await write(partial, 'junit'), await write(uncompared(true), 'junit')]
    expect(torn).toContain('tests="1" failures="0" errors="1" skipped="0"')
    expect(torn).toContain(`<error message="Not all of openapi.yaml could be read; the rest isn't checked."`)
    expect(open).toContain('tests="1" failures="0" errors="1" skipped="0"')
    expect(open).toContain('<error message="Compared `openapi.yaml` with nothing: git ignores it."')
    for (const report of [partial, uncompared(true)]) expect(await CHECKS.junit(await write(report, 'junit'))).toBe(0)
  })
})

describe('the Markdown report', () => {
  it('leaves out APIs if their headings alone are too long', async () => {
    const parts = Array.from({length: 300}, (_, at) => checkOf(['a'], {api: `api-${at}-${'x'.repeat(200)}`}))
    const named = parts.map(result => ({name: result.api ?? '', result}))
    const output = await (await REPORTERS.markdown()).combine(named, TOOLS)
    expect(output.length).toBeLessThanOrEqual(60_000)
    expect(output).toContain('\n## ❌ 300 violations in 300 of 300 APIs\n')
    const titles = output.match(/^## ❌ `api-\d+/gm) ?? []
    const headings = titles.length
    expect(headings).toBeGreaterThan(30)
    expect(titles).toEqual(titles.map((_, at) => `## ❌ \`api-${at}`))
    expect(output).toContain(`\n\nThe log of the check has the details of ${parts.length - headings} more APIs.\n`)
    // The table keeps its rows.
    expect(output.match(/^\| `api-/gm)).toHaveLength(100)
    expect(output).toContain('\n\nAnd 200 more APIs.\n')
  })

  it('keeps to the length of a comment even if the table alone is too long', async () => {
    const parts = Array.from({length: 300}, (_, at) => checkOf(['a'], {api: `api-${at}-${'x'.repeat(2000)}`}))
    const named = parts.map(result => ({name: result.api ?? '', result}))
    const output = await (await REPORTERS.markdown()).combine(named, TOOLS)
    expect(output.length).toBeLessThanOrEqual(60_000)
    expect(output).toContain('The log of the check has the details of 300 more APIs.')
    expect(output).toMatch(/\nAnd 2\d\d more APIs\.\n/)
  })

  it('without findings has the verdict and the policy', async () => {
    expect(await write(checkOf([], {assumed: false}), 'markdown')).toBe(
      '<!-- tenure check -->\n\n## ✅ No policy violations in `specs`\n\nPolicy: thirteen-months, as of 2026-11-20.\n'
    )
  })

  it('quotes names that contain backticks', async () => {
    const [first, second] = await Promise.all(['a`b', 'c`d`'].map(each => write(checkOf([each]), 'markdown')))
    expect(first).toContain('Restore ``GET /v1/a`b``.')
    expect(second).toContain('Restore `` GET /v1/c`d` ``.')
  })

  it('separates adjacent code spans', async () => {
    const remarks = ['Unexpected librarian@library.example `a`, expected none']
    expect(await write(mixed({remarks}), 'markdown')).toContain('Unexpected `librarian@library.example` `a`, expected')
  })

  it('starts with undetermined findings, and names the missing facts', async () => {
    const report = mixed()
    const unsure = report.judgments.filter(({verdict}) => verdict === 'undetermined')
    const notes = report.findings
      .filter(({verdict}) => verdict !== 'violation')
      .map(each => ({...each, level: 'warning'}))
    const open = {...report, judgments: unsure, findings: notes.toReversed() as typeof report.findings}
    const output = await write(open, 'markdown')
    expect(output).toContain('\n## ❓ No violations, 1 undetermined, 1 warning in `specs`\n')
    expect(output.indexOf('`notice-too-short`')).toBeLessThan(output.indexOf('`missing-replacement`'))
    const silent = await write({...open, findings: []}, 'markdown')
    expect(silent).toContain('\n## ❓ No violations, 1 undetermined in `specs`\n')
    expect(silent).toMatch(/^\| ❓ \| `GET \/v1\/shelves` was removed \(ga\)\. \| Missing: the date of 2\.1\. \|$/m)
    const sure = await write({...open, judgments: [], findings: []}, 'markdown')
    expect(sure).toContain('## ✅ No policy violations')
  })

  it.each([
    ['error', '❌ 1 error in', 'Fix it before you merge.'],
    ['warning', '✅ No violations, 1 warning in', undefined]
  ] as const)('states whether a problem of level %s fails the check', async (level, headline, next) => {
    const report = mixed()
    const findings = report.findings.filter(({verdict}) => !verdict).map(each => ({...each, level}))
    const output = await write({...report, judgments: [], findings: findings.slice(0, 1)}, 'markdown')
    expect(output).toContain(`\n## ${headline} `)
    expect(/^Fix .*$/m.exec(output)?.[0]).toBe(next)
  })

  it('suggests a waiver only if a finding has a verdict', async () => {
    const report = mixed()
    const findings = report.findings.filter(({verdict}) => !verdict).map(each => ({...each, level: 'error' as const}))
    const [first] = findings
    if (!first) throw new Error('no finding')
    const twice = {...report, judgments: [], findings: [first, {...first, fingerprint: 'second'}]}
    expect(await write(twice, 'stylish')).toMatch(/^✖ 2 errors in .*\nFix all 2 before you merge\.\n/)
    const withVerdict = {...report, findings: [...report.findings, first]}
    expect(await write(withVerdict, 'stylish')).toMatch(/\nFix or waive all \d before you merge\.\n/)
  })

  it('does not claim that nothing is breaking if not everything was read', async () => {
    const report = checkOf([], {source: {kind: 'history', path: 'history.yaml', partial: true}})
    const output = await write(report, 'markdown')
    expect(output).toContain(
      '## ❓ No violations in what could be read of `history.yaml`\n\nNot all of `history.yaml` could be read'
    )
    for (const format of ['stylish', 'github', 'junit'] as const)
      expect(await write(report, format)).toContain('No violations in what could be read of history.yaml (policy: ')
    const [annotated] = commandsIn(await write(report, 'github'))
    expect(annotated).toMatchObject({name: 'error', data: expect.stringContaining('Not all of history.yaml')})
  })

  it('does not claim that there are no violations if their level is only a warning', async () => {
    const report = checkOf(['loans'])
    const findings = report.findings.map(each => ({...each, level: 'warning' as const}))
    expect(await write({...report, findings}, 'markdown')).toContain(
      '## ❌ 1 violation in `specs`\n\nNo rule fails on the violation: each is off or not at error level.'
    )
  })

  it('has each piece of evidence once, whether or not its line was found', async () => {
    const report = mixed()
    const place = {source: 'history.yaml', pointer: '/releases/1', line: 6, column: 50}
    const text = 'announced in release 1.1 (2024-02-01)'
    const findings = report.findings.map(each =>
      each.fingerprint === 'violation' ? {...each, evidence: [{text, place}]} : each
    )
    for (const format of ['markdown', 'github', 'junit', 'sarif'] as const) {
      const mentions = (await write({...report, findings}, format)).split(/announced in release 1\.1/i)
      expect(mentions, format).toHaveLength(format === 'sarif' ? 3 : 2)
    }
  })

  it('shortens a long comment, and states by how much', async () => {
    const complete = await write(checkOf(many(300)), 'markdown')
    expect(complete).toMatch(/^## ❌ 300 violations/m)
    for (const name of many(300)) expect(complete).toContain(`\`GET /v1/${name}\``)
    const output = await write(checkOf(many(3000)), 'markdown')
    expect(output.length).toBeLessThanOrEqual(60_000)
    expect(output).toMatch(/`GET \/v1\/shelves-39`\n\n {2}and 2960 more\n/)
    expect(output).toContain('To see every name and change, run `tenure check --verbose`.')
  })

  it('has one row for one cause, however many operations it affects', async () => {
    const output = await write(checkOf(many(32)), 'markdown')
    expect(output.match(/^\| ❌/gmu)).toHaveLength(1)
    expect(output.split('\n').length).toBeLessThan(40)
  })

  it('has one sentence for everything that a deprecation lacks', async () => {
    const [reason] = mixed().findings.flatMap(each => each.reasons)
    if (!reason) throw new Error('no reason')
    const message = (lack: string): string => `\`Loan.shelf\` was deprecated in 2.0 without ${lack}.`
    const findings = mixed().findings.map(each =>
      each.fingerprint === 'note'
        ? {
            ...each,
            message: message('a sunset'),
            reasons: ['a replacement or a reason', 'a replacement'].map(lack => ({...reason, message: message(lack)}))
          }
        : each
    )
    const output = await write(mixed({findings}), 'markdown')
    expect(output).toContain('| `Loan.shelf` was deprecated in 2.0 without a sunset, a replacement, or a reason. | |')
  })

  it('has each finding with its counterexample and remedies', async () => {
    expect((await write(mixed(), 'markdown')).replace(/(specs\/\d\.yaml):\d+/g, '$1:1')).toMatchInlineSnapshot(`
      "<!-- tenure check -->

      ## ❌ 3 violations, 1 undetermined, 1 waived, 1 note in \`specs\`

      Fix or waive all 3 before you merge.

      | | Change | What the policy asks |
      | - | - | - |
      | ❌ | \`GET /v1/loans\` was removed in 2.0 with a short notice. | The policy requires a short notice. There is no successor. |
      | ❌ | The query parameter \`status\` of \`GET /v1/copies\` no longer accepts \`LOST\`. | The policy requires a value less. |
      | ❌ | \`GET /v1/fees\` was removed in 2.0 with nothing said. | The policy requires nothing said. |
      | ❓ | \`GET /v1/shelves\` was removed in 2.0 with a doubt. | The policy requires a doubt. |
      | ℹ️ | \`Loan.shelf\` was removed without a replacement. | |
      | ⚪ | Waived: \`POST /v1/tokens\` in 2.0 (2024-06-01). Waived for security, approved by \`security@library.example\`: tokens could be forged | |

      <details>
      <summary>How to fix</summary>

      - ❌ \`GET /v1/loans\` was removed in 2.0 with a short notice.

        At \`specs/2.yaml:1:5\` (\`notice-too-short\`)

        Announced in 1.1 (2024-02-01) at \`history.yaml\`

        Restore \`GET /v1/loans\`.

        Release it.
      - ❌ The query parameter \`status\` of \`GET /v1/copies\` no longer accepts \`LOST\`.

        Example: \`{"status":"LOST"}\` in the query parameter \`status\` was accepted and is now rejected.

        At \`specs/2.yaml:1:5\` (\`ga-breaking-change\`)

        Restore \`GET /v1/copies\`.
      - ❌ \`GET /v1/fees\` was removed in 2.0 with nothing said.

        At \`specs/3.yaml:1:5\` (\`unannounced-removal\`)

        Restore \`GET /v1/fees\`.
      - ❓ \`GET /v1/shelves\` was removed in 2.0 with a doubt.

        At \`specs/2.yaml:1:5\` (\`notice-too-short\`)

        Restore \`GET /v1/shelves\`.
      - ℹ️ \`Loan.shelf\` was removed without a replacement.

        At \`history.yaml\` (\`missing-replacement\`)

        the other line at \`history.yaml:9:2\`

        Add \`replacement: SUBJECT\`.

      </details>

      Policy: thirteen-months (the default; choose another with \`--policy\`), as of 2026-11-20. Unreleased changes are checked as if released today.
      "
    `)
  })
})

describe('the stylish report', () => {
  it('shows the source lines, the counterexample, and the remedies', async () => {
    const file = ['paths:', '  /v1/copies:', "\tstatus: ['LOST']", '']
    const {judgments, findings} = mixed()
    const place = {source: 'openapi.yaml', line: 3, column: 10}
    const report = mixed({
      judgments: judgments.flatMap(each => (each.kind === 'change' ? [{...each, place}] : [])),
      findings: findings.filter(({rule}) => rule === 'ga-breaking-change'),
      lineOf: ({line = 0}) => file[line - 1]
    })
    expect(await write(report, 'stylish')).toMatchInlineSnapshot(`
      "✖ 1 violation in specs (policy: thirteen-months, default)
      Fix or waive it before you merge.
      Checked specs against the policy \`thirteen-months\` (the default; choose another with \`--policy\`), as of 2026-11-20.
      Unreleased changes are checked as if released today.

      Release 2.0 (2024-06-01): 1 violation
        ✖ The query parameter \`status\` of \`GET /v1/copies\` no longer accepts \`LOST\`. The policy requires a value less.
          Example: \`{"status":"LOST"}\` in the query parameter \`status\` was accepted and is now rejected.
          openapi.yaml:3:10  ga-breaking-change
            2 |   /v1/copies:
          > 3 |  status: ['LOST']
              |          ^
          → Restore \`GET /v1/copies\`.
      "
    `)
  })

  it('shows only the relevant part of a long line', async () => {
    const report = checkOf(['loans'], {lineOf: () => `${'x'.repeat(5_000)}`})
    const [{place}] = report.judgments as [(typeof report.judgments)[number]]
    const judgments = report.judgments.map(each => ({...each, place: {...place, line: 1, column: 3_000}}))
    const output = await write({...report, judgments}, 'stylish')
    expect(output).toMatch(/> 1 \| …x{96}\n/)
  })

  it('marks findings of the baseline', async () => {
    const output = await write(withBaseline(mixed(), 2), 'stylish')
    expect(output.match(/\(in the baseline\)/g)).toHaveLength(2)
    expect(output).toMatch(/^✖ .*, 2 in the baseline, 1 baseline entry no longer found in specs/)
  })
})

describe('the option `--format`', () => {
  it('accepts several formats, one of them without a file', () => {
    expect(parseFormats(['stylish', 'sarif=out.sarif', 'junit=a=b.xml'])).toEqual([
      {format: 'stylish'},
      {format: 'sarif', file: 'out.sarif'},
      {format: 'junit', file: 'a=b.xml'}
    ])
  })

  it.each(
    sample([
      [['sariv'], 'There is no format `sariv`. Did you mean `sarif`? Formats: `stylish`, `json`,'],
      [['constructor'], 'There is no format `constructor`.'],
      [['json', 'sarif'], 'Only one format can go to standard output. Write one of them to a file: `sarif=FILE`.'],
      [['json='], '`json=` names no file. Write `json` or `json=FILE`.'],
      [['json=a', 'sarif=a'], 'Two formats are written to `a`. Give each its own file.']
    ])
  )('rejects %s', (texts, says) => {
    expect(() => parseFormats(texts)).toThrow(says)
  })
})
