// Runs the commands with a language that only this test defines, which proves that none of them depends on OpenAPI.

import {readFileSync} from 'node:fs'
import {expect, test, vi} from 'vitest'
import {renderSite} from '../../packages/pages/src/site/page/page.ts'
import {siteOf} from '../../packages/pages/src/site/write-site.ts'
import {openSource} from '../../src/app/session/open-source.ts'
import {openWorkspace} from '../../src/stores/files/workspace.ts'
import {folder, tenure, write} from '../cli/run.ts'
import {DELETED, repositoryOf} from '../gate/scenario.ts'
import {CONTEXT} from '../here.ts'
import {sample} from '../tier.ts'

// Registers the language in both lists.
vi.mock(import('../../src/cli/registry/languages.ts'), async original => {
  const {names} = await import('./names.ts')
  return {languages: [names, ...(await original()).languages]}
})
vi.mock(import('../../src/cli/registry/readers.ts'), async original => {
  const {namesReader} = await import('./names.ts')
  return {readers: [namesReader, ...(await original()).readers]}
})

const AS_OF = ['--as-of', '2025-12-01']
const OLD = 'GetLoan\nListLoans\n'
const MARKED = 'GetLoan deprecated 2025-03-01 until 2025-06-01\nListLoans\nRenewLoan\n'
const NEW = 'ListLoans paid\nRenewLoan\n'

const RELEASES = [
  {version: '1.0', date: '2025-01-01', file: '1.0.names'},
  {version: '1.1', date: '2025-03-01', file: '1.1.names'},
  {version: '1.2', date: '2025-07-01', file: '1.2.names'}
]
const releases = {
  '1.0.names': OLD,
  '1.1.names': MARKED,
  '1.2.names': NEW,
  'releases.json': JSON.stringify({service: 'Lending Library', releases: RELEASES})
}

const HISTORY = `service: Lending Library
releases:
  - release: '1.1'
    date: 2025-03-01
    changes:
      - deprecated: name GetLoan
        sunset: 2026-06-01
  - release: '1.0'
    date: 2025-01-01
    changes:
      - added: name GetLoan
      - added: name ListLoans
`

test.each(
  sample([
    ['diff 1.1.names 1.2.names', ['Breaking, not allowed', 'Removed the name `GetLoan`.', '1.1.names:1:1']],
    ['diff 1.1.names 1.2.names', ['The name `ListLoans` is no longer free.']],
    ['diff 1.1.names 1.2.names --kind price-added', ['Breaking', 'The name `ListLoans` is no longer free.']],
    ['audit .', ['Name `GetLoan` reached its sunset on 2025-06-01', 'The policy requires 13 months.']],
    [
      'changelog .',
      [
        '- Added the name `RenewLoan`.',
        '- Removed the name `GetLoan`, deprecated since 2025-03-01.',
        'The name `ListLoans` is no longer free.'
      ]
    ],
    ['notes 1.2', ['The name `ListLoans` is no longer free.']],
    [
      'notes 1.1',
      ['The name `GetLoan` is now deprecated; support ends on June 1, 2025.', 'Added the name `RenewLoan`.']
    ],
    ['upgrade 1.0 1.2', ['Stop calling the name `GetLoan`; no replacement is named (removed in 1.2).', 'Pay for it.']]
  ])
)('commands on releases support another language: %s', async (line, texts) => {
  const ran = await tenure([...line.split(' '), ...AS_OF], {cwd: folder(releases)})
  for (const text of texts) expect(ran.out).toContain(text)
  expect(ran.code).toBe(0)
})

test.each([
  [['due', 'name GetLoan'], 'Name `GetLoan` can be removed on or after 2026-06-01'],
  [['due', '--within', '1 year'], 'name GetLoan  can be removed on 2026-06-01, its sunset']
])('commands on a history support another language: %j', async (args, text) => {
  const ran = await tenure([...args, ...AS_OF], {cwd: folder({'history.yaml': HISTORY})})
  expect(ran.out).toContain(text)
  expect(ran.code).toBe(0)
})

test('the check of a pull request and the recording of a release support another language', async () => {
  const config = 'format: 1\nspec: api.names\nhistory: history.yaml\n'
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'tenure.yaml': config, 'api.names': OLD, 'history.yaml': HISTORY}]],
    branch: [['2025-04-01', {'api.names': NEW}]]
  })
  const checked = await tenure(['check', ...AS_OF], {cwd})
  expect(checked.code).toBe(1)
  expect(checked.out).toContain('9 months after its deprecation in 1.1 (2025-03-01). The policy requires 13 months.')
  expect(checked.out).toContain("`tenure waive 'name GetLoan'")
  expect(checked.out).toContain('api.names:1:1  notice-too-short')
  write(cwd, {'api.names': `${OLD}RenewLoan\n`})
  const recorded = await tenure(['record', '--release', '1.2', '--date', '2025-12-01', '--base', 'main'], {cwd})
  expect(recorded).toMatchObject({code: 0, err: ''})
  expect(readFileSync(`${cwd}/history.yaml`, 'utf8')).toContain('added: name RenewLoan')
})

test('the check, policies, and the history support a kind of change that only another language has', async () => {
  const config = 'format: 1\nspec: api.names\nhistory: history.yaml\n'
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'tenure.yaml': config, 'api.names': OLD, 'history.yaml': HISTORY}]],
    branch: [['2025-04-01', {'api.names': OLD.replace('ListLoans', 'ListLoans paid')}]]
  })
  const checked = await tenure(['check', ...AS_OF], {cwd})
  expect(checked.out).toContain('The name `ListLoans` is no longer free.')
  expect(checked.out).toContain("`tenure waive 'name ListLoans' --kind price-added")
  expect(checked.code).toBe(1)
  const recorded = await tenure(['record', '--release', '1.2', '--date', '2025-12-01', '--base', 'main'], {cwd})
  expect(recorded).toMatchObject({code: 0, err: ''})
  expect(readFileSync(`${cwd}/history.yaml`, 'utf8')).toMatch(
    /changed: name ListLoans\n +breaking: true\n +kind: price-added/
  )
  const changelog = await tenure(['changelog', 'history.yaml'], {cwd})
  expect(changelog.out).toContain('The name `ListLoans` is no longer free.')
  write(cwd, {'policy.yaml': 'extends: thirteen-months\ncompatibility:\n  price-added: compatible\n'})
  const allowed = await tenure(['diff', 'main:api.names', 'api.names', '--policy', 'policy.yaml'], {cwd})
  expect(allowed).toMatchObject({code: 0, err: ''})
  expect(allowed.out).toContain('compatible')
})

test('remedies use the keywords of the language, and no headers or keys of OpenAPI', async () => {
  const cwd = await repositoryOf({
    main: [
      [
        '2025-03-01',
        {
          'tenure.yaml': 'format: 1\nspec: api.names\nhistory: history.yaml\n',
          'api.names': OLD,
          'history.yaml': HISTORY
        }
      ]
    ],
    branch: [['2025-04-01', {'api.names': OLD.replace('ListLoans', '')}]]
  })
  const checked = await tenure(['check', ...AS_OF], {cwd})
  expect(checked.out).toContain('Deprecate it now (`deprecated DAY`)')
  const deprecated = await tenure(['deprecate', 'name ListLoans', ...AS_OF], {cwd})
  expect(deprecated).toMatchObject({code: 0, err: ''})
  expect(deprecated.out).not.toMatch(/x-|Sunset:|Deprecation:|API description/)
  const diff = await tenure(['audit', '.', ...AS_OF], {cwd: folder(releases)})
  expect(diff.out).not.toMatch(/x-[a-z]/)
})

test('init finds descriptions in another language, next to others', async () => {
  const openapi =
    'openapi: 3.0.0\ninfo: {title: Fees, version: "1"}\npaths: {/fees: {get: {responses: {200: {description: Fees}}}}}\n'
  const single = await tenure(['init', '--dry-run'], {cwd: folder({'names/api.names': OLD})})
  expect(single.out).toContain('names/api.names')
  const both = await tenure(['init', '--dry-run'], {cwd: folder({'api.names': OLD, 'api.yaml': openapi})})
  for (const path of ['api.names', 'api.yaml']) expect(both.out).toContain(`spec: ${path}`)
})

test('a folder of releases without `releases.json` can be in another language', async () => {
  const cwd = folder({'specs/1.0.names': OLD, 'specs/1.1.names': MARKED, 'specs/notes.txt': 'GetLoan'})
  const ran = await tenure(['changelog', 'specs'], {cwd})
  expect(ran.code).toBe(0)
  expect(ran.out).toContain('- Added the name `RenewLoan`.')
})

test('the check finds a description in another language without a configuration, even if it was deleted', async () => {
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'api.names': OLD}]],
    branch: [['2025-04-01', {'api.names': OLD.replace('GetLoan\n', '')}]]
  })
  const found = await tenure(['check', ...AS_OF], {cwd})
  expect(found.out).toContain('`GetLoan`')
  expect(found.code).toBe(1)
  const tagged = await tenure(['changelog', '.', '--releases', 'branch:main'], {cwd})
  expect(tagged.err).toContain('that changed `api.names`')
  const repositoryWithDeletion = await repositoryOf({
    main: [['2025-03-01', {'api.names': OLD}]],
    branch: [['2025-04-01', {'api.names': DELETED}]]
  })
  const deleted = await tenure(['check', ...AS_OF], {cwd: repositoryWithDeletion})
  expect(deleted.out).toContain('`ListLoans`')
  expect(deleted.code).toBe(1)
})

test('the toy is a whole language in a hundred lines', () => {
  const text = readFileSync(new URL('names.ts', import.meta.url), 'utf8')
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(100)
})

test('the site supports another language', async () => {
  const cwd = folder(releases)
  const context = {...CONTEXT, ...openWorkspace(cwd, {})}
  const session = await openSource({source: '.', 'as-of': '2025-12-01'}, context)
  const page = renderSite(siteOf(session, {}, context), {script: '', style: ''})
  expect(page).toContain('GetLoan')
})
