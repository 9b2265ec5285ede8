import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {partAsMarkdown} from '../packages/pages/src/history-page/page-part.ts'
import {assemble} from '../src/history/assemble.ts'
import {readPolicy} from '../src/inputs/config/policy-file.ts'
import {readHistory} from '../src/inputs/history/file.ts'
import {judgeAll} from '../src/lint.ts'
import {packageFolder} from '../src/stores/files/installed-packages.ts'
import {HERE} from './here.ts'

// Every fact of the original document of the model testing service is found in the rendered change history.

const folder = packageFolder('fixtures/model-testing-service')
const document = readFileSync(`${folder}/original.md`, 'utf8')

/** The text without Markdown marks, with single spaces. */
const plainText = (text: string): string => text.replace(/[`\\]|(?<![/*])[*]/g, '').replace(/\s+/g, ' ')

const page = (() => {
  const history = assemble(readHistory(HERE.files, `${folder}/history.yaml`).declared, {asOf: '2026-11-20'})
  const {policy} = readPolicy(HERE.files, 'policy.yaml', folder)
  return partAsMarkdown('all', history, judgeAll(history, policy), policy)
})()
const words = plainText(page)
const lines = page.split('\n').map(plainText)

/** The rows of the document's table with this heading, as cells. */
function table(first: string): string[][] {
  const all = document.split('\n')
  const head = all.findIndex(line => line.startsWith(`| ${first}`))
  const body = all.slice(head + 2)
  const end = body.findIndex(line => !line.startsWith('|'))
  return body.slice(0, end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
  )
}

const hasLineWith = (parts: readonly string[]): boolean =>
  lines.some(line => parts.every(part => line.includes(plainText(part))))

/** The section of a release on the page. */
function section(release: string): string {
  const start = lines.indexOf(`### ${release}`)
  expect(start).toBeGreaterThan(0)
  const rest = lines.slice(start + 1)
  return rest
    .slice(
      0,
      rest.findIndex(line => /^##{1,2} /.test(line))
    )
    .join('\n')
}

describe('the endpoints of the original document', () => {
  const rows = table('Method')
  it('are 13', () => expect(rows).toHaveLength(13))
  it.each(rows)('are listed on the page: %s %s, since %s', (method, path, since, notes) => {
    expect(hasLineWith([`| ${method}`, `${path} `, `${since} `, notes ?? ''])).toBe(true)
  })
  it('replace the path `deactivate`, too', () => {
    expect(
      hasLineWith(['PUT /v1/agents/deactivate/{agentId.uuid} was removed. Use DELETE /v1/agents/{agentId.uuid}'])
    ).toBe(true)
  })
})

describe('the removed paths of the original document', () => {
  const rows = table('Removed')
  it('are 15', () => expect(rows).toHaveLength(15))
  it.each(rows)('are listed on the page: %s, in %s', (removed, release, replacement) => {
    const [subject = '', field] = (replacement ?? '').split(', field ')
    const named = field ? [`field ${field}`, subject] : [`${subject} `]
    expect(hasLineWith([`| ${removed} `, `| ${release} `, ...named, '| never'])).toBe(true)
    expect(section(release ?? '')).toContain(`${removed} was removed. Use ${field ? `field ${field}` : subject}`)
  })
})

describe('the resources of the original document', () => {
  const rows = table('Resource')
  it('are 9', () => expect(rows).toHaveLength(9))
  it.each(rows)('are listed on the page: %s: %s', (resource = '', field = '', type = '', notes = '') => {
    const name = resource.replace(/ \(.*\)$/, '')
    const statements = notes
      .replace(/ ?(Present from|From) (2\.\d+)\.?/, '')
      .replace(
        'Keys: data_file, delta_lake (renamed, see below), and <vendor> (see below).',
        'Keys: data_file, delta_lake'
      )
      .trim()
    const since = /(?:Present from|From) (2\.\d+)/.exec(notes)?.[1]
    const shape =
      type === 'object with exactly one connector key' || !type.includes('GET')
        ? type.replace(' Inner shape: not shown.', '')
        : type
    const parts = [name, field, shape, ...statements.split('. ').map(sentence => sentence.replace(/\.$/, ''))]
    expect(hasLineWith([...parts, ...(since ? [`| ${since} `] : [])]), JSON.stringify(parts)).toBe(true)
  })
  it('include the profiling configuration inside the stress test configuration', () => {
    expect(hasLineWith(['Data Profiling configuration', 'Inside the Stress Testing configuration'])).toBe(true)
  })
})

describe('the releases of the original document', () => {
  const rows = table('Release | Change')
  it('are the 8 releases of the page', () => {
    expect(rows).toHaveLength(8)
    const headings = lines.filter(line => /^### \d/.test(line) && !line.includes('months')).map(line => line.slice(4))
    expect(headings.toSorted()).toEqual(rows.map(([release = '']) => release).toSorted())
  })
  it.each([
    [
      '2.0 GA',
      [
        'Beta job paths moved to v1',
        'archived_job_logs',
        'The firewall identifier is in the path',
        '/v1/registry/{project_id.uuid}/...'
      ]
    ],
    [
      '2.1',
      [
        'Breaking: connection_info.delta_lake was renamed to connection_info.<vendor>',
        'inner table_name field was kept',
        'Non-breaking: connection_info.data_file',
        'can read a Delta Table from object storage, with path and data_type set to DATA_TYPE_DELTA_TABLE'
      ]
    ],
    [
      '2.2',
      [
        'PUT /v1/agents/deactivate/{agentId.uuid} was removed',
        '/v1/firewall/** was deprecated, to be unsupported from 2.4'
      ]
    ],
    ['2.3', ['GET /v1-beta/file-scans was removed. Use GET /v1-beta/file-scan-results']],
    ['2.4', ['No changes.']],
    ['2.5', ['Project.riskScores was added', 'Project.runTimeInfo was added']],
    ['2.8', ['ListAPITokensQuery was changed', 'a filter by token type', 'its responses are paginated']],
    ['2.10', ['features_to_profile was added', 'optional']]
  ])('are listed with their changes: %s', (release, facts) => {
    for (const fact of facts) expect(section(release)).toContain(fact)
  })
})

describe('the statements of the original document', () => {
  it.each([
    'A REST API of a machine-learning model testing product',
    'Base address: {base_url}',
    ...document
      .slice(document.indexOf('concern these areas:'), document.indexOf('Purpose and behaviour'))
      .split('\n- ')
      .slice(1)
      .map(area => area.trim()),
    'Product releases are written as 2.x, REST API versions as v1, v1-beta and so on',
    'The .uuid suffix marks a UUID-typed path parameter',
    'Path parameter names are exactly as written',
    'Each current endpoint replaced a removed path',
    '<vendor> stands for the name of the data platform vendor. It is the exact key name used for this connector in requests',
    'Lists API tokens',
    'method and path are not shown',
    'names of its filter and pagination parameters and of its response fields',
    '/v1/integrations/**: Appears only as an example of URI versioning',
    '/v1-beta/integrations/**: Appears only as an example of URI versioning',
    '/v1/projects/**: Appears only as an example of URI versioning',
    'Methods and payloads of v1/integrations, v1-beta/integrations and v1/projects',
    'All removals listed here were made without a deprecation period',
    'The service has API tokens, and they have a type',
    'At least 13 months of notice before support ends',
    'At least 6 months of notice before support ends',
    'a transition period of 6 months between two major versions of an endpoint',
    'At least 13 months of support after the release of its successor',
    'the earlier one stays for the support period; then it is marked deprecated and removed',
    'It can change or be removed at any time, without notice',
    'No breaking changes.',
    '13 months (since an unknown date)',
    '6 months (since an unknown date)',
    'Since 2.8 it accepts a filter by token type',
    'No other deprecation is pending',
    'The version of an endpoint is part of its URI',
    'REST API versions are independent of product releases; one API version typically serves many of them',
    'fully tested and supported, and backward compatible until it is deprecated',
    'may change in breaking ways at any time; beta endpoints are typically new features that may be further optimised',
    'Breaking removals have happened without deprecation, in the beta and the GA namespace alike',
    'Unless an entry says otherwise, a release adds no change to the API'
  ])('are on the page: %s', statement => expect(words).toContain(plainText(statement)))

  it('list subjects past their sunset separately from removed ones', () => {
    const overdue = page.slice(
      page.indexOf('## Past sunset, not recorded as removed'),
      page.indexOf('## Changes by release')
    )
    expect(overdue).toMatch(/`\/v1\/firewall\/\*\*` \| 2\.2 {3}\| 2\.4 {4}\| not named/)
    expect(page.slice(page.indexOf('\n## Removed'), page.indexOf('\n## Resources'))).not.toContain('/v1/firewall')
  })

  it('show each version marker with its examples', () => {
    expect(hasLineWith(['v<major> ', 'ga', 'v1/integrations, v1/projects'])).toBe(true)
    expect(hasLineWith(['v<major>-beta ', 'beta', 'v1-beta/integrations'])).toBe(true)
  })

  it.each([
    'Purpose and behaviour of each operation',
    'Full field lists of all resources',
    'States and transitions',
    'Request and response payload shapes of the endpoints',
    'Query parameters of the endpoints',
    'How requests authenticate, which header carries a credential, and how tokens are issued',
    'Events',
    "Error codes, status codes and the error payload's shape, the response to a call to a removed path included",
    'Rate limits, size limits and pagination bounds',
    'Inner shape of data_params',
    'Other values of data_type'
  ])('are marked as unknown on the page: %s', topic =>
    expect(plainText(page.slice(page.indexOf('## What is not known')))).toContain(topic)
  )
})
