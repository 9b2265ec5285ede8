import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {audit} from '@tenure/core/app/audit'
import {listFindings} from '@tenure/core/outputs/report/findings'
import {describe, expect, it} from 'vitest'
import {REPOSITORY} from '../../../test/cli/run.ts'
import {CONTEXT} from '../../../test/here.ts'
import {sample} from '../../../test/tier.ts'
import {runJob} from '../src/run-job.ts'
import {FACT_TABLES, type FactTables, type Row, TABLES} from '../src/tables.ts'

const LIBRARY = join(REPOSITORY, 'fixtures/lending-library/history.yaml')
const ETCD = join(REPOSITORY, 'fixtures/etcd')

const factsOf = async (job: unknown): Promise<FactTables> => {
  const result = await runJob(job, CONTEXT)
  if ('error' in result) throw new Error(result.error.message)
  return result.tables
}

const errorOf = async (job: unknown) => {
  const result = await runJob(job, CONTEXT)
  return 'error' in result ? result.error : undefined
}

const countBy = (rows: readonly Row[], column: string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[String(row[column])] = (counts[String(row[column])] ?? 0) + 1
  return counts
}

describe('the facts of a job', () => {
  it.each([
    ['a history', LIBRARY, '2026-11-23'],
    ['a history before its last releases', LIBRARY, '2025-01-01'],
    ['a folder of descriptions', ETCD, '2026-11-23']
  ])('agree with the audit of %s', async (_, source, asOf) => {
    const report = await audit({source, policy: 'thirteen-months', 'as-of': asOf}, CONTEXT)
    const facts = await factsOf({id: 'library', source, policy: 'thirteen-months', asOf})
    const {compliant, violation, exempt, undetermined} = report.summary
    expect(countBy(facts.judgments, 'verdict')).toEqual(
      Object.fromEntries(
        Object.entries({compliant, violation, exempt: exempt.policy + exempt.waiver, undetermined}).filter(
          ([, count]) => count > 0
        )
      )
    )
    const all = listFindings(report).flatMap(({finding}) => [finding, ...finding.reasons])
    expect(facts.findings.map(({fingerprint}) => fingerprint).toSorted()).toEqual(
      all.map(({fingerprint}) => fingerprint).toSorted()
    )
    expect(countBy(facts.findings, 'rule')).toEqual(
      countBy(
        all.map(({rule}) => ({api: '', rule})),
        'rule'
      )
    )
    expect(facts.findings.map(({message}) => message).toSorted()).toEqual(all.map(({message}) => message).toSorted())
    expect(facts.releases.map(({release}) => release)).toEqual(report.timeline.entries.map(({name}) => name))
    expect(facts.apis).toMatchObject([{policy: 'thirteen-months', as_of: asOf, service: report.service}])
  })

  it('have every column of their table, in order', async () => {
    const facts = await factsOf({id: 'library', source: LIBRARY})
    for (const name of FACT_TABLES) {
      const columns = Object.keys(TABLES[name])
      expect(facts[name].length, name).toBeGreaterThan(0)
      for (const row of facts[name]) expect(Object.keys(row)).toEqual(columns)
    }
  })

  it('are the same for descriptions from a folder, by path, and as text', async () => {
    const {releases} = JSON.parse(readFileSync(join(ETCD, 'releases.json'), 'utf8')) as {
      releases: {version: string; date: string; file: string}[]
    }
    const asOf = '2026-11-23'
    const byFolder = await factsOf({id: 'etcd', source: ETCD, asOf})
    const byPath = await factsOf({
      id: 'etcd',
      asOf,
      releases: releases.map(({version, date, file}) => ({version, date, path: join(ETCD, file)}))
    })
    const byText = await factsOf({
      id: 'etcd',
      asOf,
      releases: releases.toReversed().map(({version, date, file}) => ({
        version,
        date,
        name: join(ETCD, file),
        text: readFileSync(join(ETCD, file), 'utf8')
      }))
    })
    expect(byText).toEqual(byPath)
    for (const name of ['changes', 'lifecycles', 'judgments', 'findings'] as const)
      expect(byPath[name], name).toEqual(byFolder[name])
  })
})

describe('an invalid job', () => {
  it.each(
    sample([
      [{}, '`id` is missing'],
      [{id: 'a'}, 'A job needs `releases`, a `source`, or a `history`.'],
      [{id: 'a', source: '.', polici: 'x'}, "`polici` isn't a key of a job. Did you mean `policy`?"],
      [
        {id: 'a', releases: [{version: '1.0', path: 'x', datum: '2024'}]},
        "/releases/0: `datum` isn't a key of a release."
      ]
    ])
  )('%j is rejected with a message', async (job, message) => {
    expect((await errorOf(job))?.message).toContain(message)
  })
})

describe('an API description given as text', () => {
  const spec = (ref: string) => `openapi: 3.1.0\npaths:\n  /v1/loans:\n    $ref: ${ref}\n`
  const release = (version: string, more: object) => ({version, date: `${version}-01-01`, ...more})
  const LOANS = 'get:\n  responses: {200: {description: ok}}\n'

  it.each(
    sample([
      '../../../../../../etc/passwd',
      '/etc/passwd',
      'package.json',
      './fixtures/etcd/v3.2.0.json',
      'https://host.example/a.yaml'
    ])
  )('cannot refer to a file at %s', async ref => {
    const {apis, releases} = await factsOf({id: 'a', releases: [release('2024', {text: spec(ref)})]})
    expect(releases).toMatchObject([{is_partial: true, is_unread: false}])
    expect(apis).toMatchObject([{is_partial: true}])
  })

  it('can refer to files that are given with it', async () => {
    const {apis, lifecycles} = await factsOf({
      id: 'a',
      releases: [release('2024', {text: spec('../loans.yaml'), name: 'api/a.yaml', files: {'loans.yaml': LOANS}})]
    })
    expect(apis).toMatchObject([{is_partial: false}])
    expect(lifecycles).toMatchObject([{subject: 'GET /v1/loans', status: 'available', introduced_latest: '2024-01-01'}])
  })

  it('cannot be server code, which is compiled from files', async () => {
    const job = {id: 'a', releases: [release('2024', {text: 'import "fs"', name: 'server.ts'})]}
    expect(await errorOf(job)).toEqual({
      message: '`server.ts` is server code, which is read from files only. Name its `path` instead of its `text`.',
      source: 'server.ts'
    })
  })

  it('can name and extend only presets as its policy', async () => {
    const job = {id: 'a', source: LIBRARY}
    expect((await errorOf({...job, policy: {extends: '/etc/passwd'}}))?.message).toContain(
      "/policy: `/etc/passwd` isn't a preset, and a text can't name a file."
    )
    expect((await factsOf({...job, policy: {format: 1, name: 'own', extends: 'kubernetes'}})).apis).toMatchObject([
      {policy: 'own'}
    ])
    const history = 'service: A\npolicy: ../policy.yaml\nreleases: [{release: "1.0"}]\n'
    expect((await errorOf({id: 'a', history: {text: history}}))?.message).toContain(
      "/history: `../policy.yaml` isn't a preset"
    )
    expect((await factsOf({id: 'a', history: {text: history}, policy: 'kubernetes'})).apis).toMatchObject([
      {service: 'A', policy: 'kubernetes'}
    ])
  })
})

describe("an API description that can't be read", () => {
  const ok = {version: '1.0', text: 'openapi: 3.1.0\npaths: {/a: {get: {responses: {}}}}'}
  const bad = {version: '1.1', name: 'bad.yaml', text: 'openapi: 3.1.0\npaths: {'}

  it('leaves out one release if another can be read', async () => {
    const {apis, releases} = await factsOf({id: 'a', releases: [ok, bad]})
    expect(apis).toMatchObject([{is_partial: true}])
    expect(String(apis[0]?.remarks)).toContain("Partial: 1.1 couldn't be read.")
    expect(releases).toMatchObject([
      {release: '1.0', is_unread: false},
      {release: '1.1', is_unread: true}
    ])
  })

  it('is an error with its place if there is no other release', async () => {
    expect(await errorOf({id: 'a', releases: [bad]})).toMatchObject({source: 'bad.yaml', line: 2})
    expect(await errorOf({id: 'a', releases: [{version: '1.0', path: 'no-such.yaml'}]})).toEqual({
      message: 'There is no file `no-such.yaml`.',
      source: 'no-such.yaml'
    })
  })

  it.each(
    sample([
      [{repository: 'no/such', rev: 'main', path: 'a.yaml'}, 'There is no repository `no/such`.'],
      [{repository: REPOSITORY, rev: 'no-such-rev', path: 'a.yaml'}, 'has no revision `no-such-rev`.'],
      [{repository: REPOSITORY, rev: '--help', path: 'a.yaml'}, 'has no revision `--help`.'],
      [{repository: REPOSITORY, rev: 'HEAD', path: 'no-such.yaml'}, 'There is no file `no-such.yaml` in `HEAD`']
    ])
  )('in git is an error: %j', async (git, message) => {
    expect((await errorOf({id: 'a', releases: [{version: '1.0', git}]}))?.message).toContain(message)
  })
})
