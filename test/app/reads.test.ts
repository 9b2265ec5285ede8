// Each command reads the configuration, history, and policy once, so that all its parts use the same content.

import {expect, it} from 'vitest'
import {run} from '../../src/cli/command-line.ts'
import {openWorkspace, replaceParts} from '../../src/stores/files/workspace.ts'
import {repositoryOf} from '../gate/scenario.ts'
import {CONTEXT} from '../here.ts'
import {sample} from '../tier.ts'

const api = (...paths: readonly string[]): string =>
  `openapi: 3.1.0\ninfo: {title: Lending Library API, version: '1.0'}\npaths:\n${paths
    .map(path => `  ${path}:\n    get: {responses: {'200': {description: Found}}}\n`)
    .join('')}`

const FILES = {
  'tenure.yaml': 'format: 1\npolicy: policy.yaml\nhistory: history.yaml\n',
  'policy.yaml': 'format: 1\nname: own\nextends: thirteen-months\n',
  'history.yaml':
    "service: Lending Library\npolicy: policy.yaml\nreleases:\n  - release: '1.0'\n    date: 2025-01-01\n    changes:\n      - added: GET /loans\n",
  'openapi.yaml': api('/loans', '/readers'),
  'specs/1.0.yaml': api('/loans'),
  'specs/1.1.yaml': api('/loans', '/readers')
}

/** How often a command reads each of these files. */
async function countReads(cwd: string, args: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const workspace = openWorkspace(cwd, process.env)
  const files = workspace.files.traced({
    note(path, aspect) {
      const name = workspace.files.relative('', path)
      if (aspect === 'text' && /^(?:tenure|history|policy)\.yaml$/.test(name)) counts[name] = (counts[name] ?? 0) + 1
    }
  })
  const code = await run(args, replaceParts(CONTEXT, {files, git: workspace.git}))
  expect(code).not.toBe(2)
  return counts
}

it.each(
  sample([
    [['audit']],
    [['audit', 'specs', '--history', 'history.yaml']],
    [['check', '--as-of', '2026-03-02']],
    [['changelog']],
    [['notes', '1.0']],
    [['due']],
    [['due', 'GET /loans']],
    [['diff', 'specs/1.0.yaml', 'specs/1.1.yaml']]
  ])
)('reads each file once: %j', async args => {
  const cwd = await repositoryOf({
    main: [['2025-01-01', FILES]],
    branch: [['2025-02-01', {'openapi.yaml': api('/loans'), 'tenure.yaml': `${FILES['tenure.yaml']}waivers: []\n`}]]
  })
  const reads = await countReads(cwd, args)
  expect(Object.keys(reads)).not.toEqual([])
  expect(reads).toEqual(Object.fromEntries(Object.keys(reads).map(name => [name, 1])))
})
