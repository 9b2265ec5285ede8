import {openSource} from '@tenure/core/app/session/open-source'
import {openWorkspace} from '@tenure/core/stores/files/workspace'
import {describe, expect, it} from 'vitest'
import {folder} from '../../../test/cli/run.ts'
import {CONTEXT} from '../../../test/here.ts'
import {type ProbedReport, probe} from '../src/probe.ts'
import {DEVIATIONS, GUIDE, TOLERATED} from './deviations.ts'
import {HISTORY, POLICY, TODAY} from './library.ts'
import {FAST, type FixtureServer, headerTable, listen, serve} from './servers.ts'

const FILES = {
  'history.yaml': HISTORY,
  'policy.yaml': POLICY,
  'tenure.yaml': `format: 1\nspec: none\nlinks: {deprecation: ${GUIDE}}\nprobe: {parameters: {loanId: 17}}\n`
}
const CWD = folder(FILES)
const HERE = {...CONTEXT, ...openWorkspace(CWD, {}), today: () => TODAY}
const PATHS = {'/v1/loans': 200, '/v1/loans/17': 200, '/v1/fees': 200, '/v1/readers': 204, '/v2/loans': 200}
const TABLE = headerTable(await openSource({}, HERE))

async function probeServer(server: Partial<FixtureServer>, mount = ''): Promise<ProbedReport> {
  const url = await listen(serve({table: TABLE, today: TODAY, paths: PATHS, mount, ...server}))
  return probe({...FAST, url: `${url}${mount}`}, HERE)
}

const found = ({findings}: ProbedReport) => findings.map(({rule, message}) => `${rule}: ${message}`)

describe.concurrent('`tenure probe`', () => {
  it.each(['', '/api', '/a%20b/c'])('finds nothing on a right server under `%s`', async mount => {
    const report = await probeServer({}, mount)
    expect(found(report)).toEqual([])
    expect(report.probe.headline).toMatch(/^6 endpoints at http:\S+ answer as the history says; 1 wasn't asked$/)
    expect(report.remarks.at(-1)).toBe('Only `GET` and `HEAD` are sent, so these were not asked: `POST /v1/loans`')
  })

  it.each(DEVIATIONS.map(each => [each.title, each] as const))('finds %s, and nothing else', async (_, otherwise) => {
    const {rule, says, at} = otherwise
    const report = await probeServer({otherwise})
    expect(found(report)).toEqual([expect.stringContaining(says)])
    const [finding] = report.findings
    expect(finding).toMatchObject({rule, subject: {target: {text: at}}})
    expect(finding?.place).toMatchObject({source: 'history.yaml', line: expect.any(Number)})
    expect(report.probe.headline).toMatch(/^1 of 6 endpoints at http:\S+ differs from the history; 1 wasn't asked$/)
  })

  it.each(TOLERATED.map(each => [each.title, each] as const))('reports no difference for %s', async (_, otherwise) => {
    const report = await probeServer({otherwise})
    expect(found(report)).toEqual([])
    expect(report.probe.endpoints.undetermined).toEqual(otherwise.undecided === undefined ? [] : [otherwise.at])
    if (otherwise.undecided !== undefined)
      expect(report.remarks.filter(each => each.includes(otherwise.undecided ?? ''))).toHaveLength(1)
  })
})
