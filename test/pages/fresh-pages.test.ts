// A page that `changelog --write` has written is fresh, for `changelog --check` and for `check`.

import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {git} from '../inputs/source-folders.ts'

const AS_OF = ['--as-of', '2026-04-01']
const SECTION = '<!-- tenure all -->\n<!-- /tenure -->\n'
const PAGES = {
  'CHANGES.md': SECTION,
  'docs/api/page.md': `# Ours\n\n- Item\n\n  ${SECTION.replace('\n', '\n  ').replace('all', 'news')}\n${SECTION.replace('all', 'releases')}${SECTION.replace('all', 'removed')}`,
  'windows.md': `\ufeff# Ours\r\n${SECTION.replaceAll('\n', '\r\n')}${SECTION.trimEnd().replaceAll('\n', '\r\n')}`
}

const describeApi = (paths: readonly string[]): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: {title: 'Loans', version: '1'},
    paths: Object.fromEntries(paths.map(path => [path, {get: {responses: {200: {description: 'Fine'}}}}]))
  })

/** A repository whose releases have candidates and a patch of an older line, and change nothing in between. */
function repository(prefix = ''): string {
  const cwd = folder({})
  git(cwd, ['init', '--quiet', '-b', 'main'])
  const release = (name: string, day: string, paths: readonly string[]): void => {
    write(cwd, {[`${prefix}openapi.json`]: describeApi(paths)})
    git(cwd, ['add', '--all'])
    git(cwd, ['commit', '--quiet', '--allow-empty', '-m', name], `${day}T12:00:00Z`)
    git(cwd, ['tag', `${prefix}${name}`])
  }
  release('v1.0.0', '2025-01-05', ['/carts', '/orders'])
  release('v1.1.0-rc.1', '2025-03-05', ['/carts', '/fees'])
  release('v1.1.0-rc.2', '2025-03-06', ['/carts', '/fees', '/taxes'])
  release('v1.1.0', '2025-03-09', ['/carts', '/fees', '/taxes'])
  release('v1.1.1', '2025-03-10', ['/carts', '/fees', '/taxes'])
  git(cwd, ['checkout', '--quiet', '-b', 'fix', `${prefix}v1.0.0`])
  release('v1.0.1', '2025-04-07', ['/carts', '/orders'])
  git(cwd, ['checkout', '--quiet', 'main'])
  return cwd
}

async function expectFresh(cwd: string, pages: string): Promise<void> {
  expect((await tenure(['changelog', '--write', ...AS_OF], {cwd})).code).toBe(0)
  git(cwd, ['add', '--all'])
  git(cwd, ['commit', '--quiet', '-m', 'Adopt'], '2026-04-01T12:00:00Z')
  const [listed, gate, inFolder] = await Promise.all([
    tenure(['changelog', '--check', ...AS_OF], {cwd}),
    tenure(['check', ...AS_OF], {cwd}),
    tenure(['changelog', '--check', ...AS_OF], {cwd: `${cwd}/${pages}`})
  ])
  expect([listed.code, inFolder.code]).toEqual([0, 0])
  expect(gate.out).not.toContain('stale-page')
  expect(gate.code, gate.err).toBe(0)
}

describe.concurrent('a page that was just written is fresh', () => {
  it.each([
    ['a history', true],
    ['the releases of a repository without a history', false]
  ])('with the changes of %s', async (_, isRecorded) => {
    const cwd = repository()
    const rendered = Object.keys(PAGES).join(', ')
    const config = `format: 1\nspec: openapi.json\ntags: v*\npolicy: thirteen-months\nrendered: [${rendered}]\n`
    write(cwd, {'tenure.yaml': config, ...PAGES})
    if (isRecorded) expect((await tenure(['record', '--all', ...AS_OF], {cwd})).code).toBe(0)
    await expectFresh(cwd, 'docs/api')
  })

  it('of several APIs', async () => {
    const cwd = repository('loans/')
    const api = 'name: loans, spec: loans/openapi.json, tags: loans/v*, history: loans/history.yaml'
    write(cwd, {
      'fees/openapi.json': describeApi(['/fees']),
      'loans/docs/CHANGES.md': PAGES['windows.md'],
      'fees/CHANGES.md': SECTION,
      'tenure.yaml': `format: 1
policy: thirteen-months
apis:
  - {${api}, rendered: [loans/docs/CHANGES.md]}
  - {name: fees, spec: fees/openapi.json, history: fees/history.yaml, rendered: [fees/CHANGES.md]}
`,
      'fees/history.yaml':
        'service: Fees\nreleases: [{release: "1", date: 2025-01-01, changes: [{added: GET /fees}]}]\n'
    })
    expect((await tenure(['record', '--all', '--api', 'loans', ...AS_OF], {cwd})).code).toBe(0)
    await expectFresh(cwd, 'loans/docs')
  })
})
