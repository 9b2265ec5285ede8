import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {audit} from '../../../src/app/audit.ts'
import {runJob} from '../../../src/app/fleet/run-job.ts'
import {FACT_TABLES, type FactTables, type Row, TABLES} from '../../../src/app/fleet/tables.ts'
import {listFindings} from '../../../src/report/findings.ts'
import {HOUSE} from '../../cli/run.ts'
import {context} from './context.ts'

const LIBRARY = join(HOUSE, 'fixtures/lending-library/history.yaml')
const ETCD = join(HOUSE, 'fixtures/etcd')

const factsOf = async (job: unknown): Promise<FactTables> => {
  const answer = await runJob(job, context)
  if ('error' in answer) throw new Error(answer.error.message)
  return answer.tables
}

const errorOf = async (job: unknown) => {
  const answer = await runJob(job, context)
  return 'error' in answer ? answer.error : undefined
}

const countBy = (rows: readonly Row[], column: string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[String(row[column])] = (counts[String(row[column])] ?? 0) + 1
  return counts
}

describe('facts', () => {
  it.each([
    ['a history', LIBRARY, '2026-11-23'],
    ['a history before its last releases', LIBRARY, '2025-01-01'],
    ['a folder of descriptions', ETCD, '2026-11-23']
  ])('agree with the audit of %s', async (_, source, asOf) => {
    const report = await audit({source, policy: 'thirteen-months', 'as-of': asOf}, context)
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

  it('are the same however a description is handed over', async () => {
    const {releases} = JSON.parse(readFileSync(join(ETCD, 'releases.json'), 'utf8')) as {
      releases: {version: string; date: string; file: string}[]
    }
    const asOf = '2026-11-23'
    const whole = await factsOf({id: 'etcd', source: ETCD, asOf})
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
      expect(byPath[name], name).toEqual(whole[name])
  })
})

describe('a job that is none', () => {
  it.each([
    [{}, '`id` is missing'],
    [{id: 'a'}, 'A job needs `releases`, a `source`, or a `history`.'],
    [{id: 'a', source: '.', polici: 'x'}, "`polici` isn't a key of a job. Did you mean `policy`?"],
    [
      {id: 'a', releases: [{version: '1.0', path: 'x', datum: '2024'}]},
      "/releases/0: `datum` isn't a key of a release."
    ]
  ])('%j', async (job, message) => {
    expect((await errorOf(job))?.message).toContain(message)
  })
})
