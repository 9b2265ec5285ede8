// Descriptions made of several files: a path with `**` names them as one.

import {mkdirSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {isFileSet, parseFileSet} from '../../src/stores/file-set.ts'
import {folder, tenure, write} from '../cli/run.ts'
import {DELETED, type Files, git, repositoryOf, type State} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

type Json = Readonly<Record<string, unknown>>

const tool = (name: string, properties: Json = {book: {type: 'string'}}): string =>
  `${JSON.stringify({name, description: `Calls ${name}.`, inputSchema: {type: 'object', properties}}, undefined, 2)}\n`

const CONFIG = 'format: 1\nspec: tools/**/*.json\n'
const TOOLS = {'tools/lend.json': tool('lend'), 'tools/return.json': tool('return_loan')}

describe('the files of a set', () => {
  test.each(
    sample([
      ['tools/**', 'tools/a.json', true],
      ['tools/**', 'tools/b/a.json', true],
      ['tools/**', 'other/a.json', false],
      ['tools/**', 'tools/.hidden/a.json', false],
      ['tools/**', 'tools/node_modules/a.json', false],
      ['tools/**/*.json', 'tools/a.json', true],
      ['tools/**/*.json', 'tools/b/c/a.json', true],
      ['tools/**/*.json', 'tools/a.yaml', false],
      ['tools/**/*.json', 'tools/ajson', false],
      ['**/*.{yaml,yml}', 'a/b.yml', true],
      ['**/*.{yaml,yml}', 'b.json', false],
      ['modules/*/schema/**', 'modules/loans/schema/a.graphql', true],
      ['modules/*/schema/**', 'modules/schema/a.graphql', false]
    ])
  )('%s and %s: %s', (pattern, path, fits) => {
    expect(parseFileSet(pattern)?.fits(path)).toBe(fits)
  })

  test('a path with one star is no set', () => {
    expect(['a/*/b.json', 'a.json', 'a**/b.json'].filter(isFileSet)).toEqual([])
  })
})

async function check(branch: Files, main: Files = {'tenure.yaml': CONFIG, ...TOOLS}) {
  const commits: State[] = [['2025-03-01', main]]
  const cwd = await repositoryOf({main: commits, branch: [['2025-04-01', branch]]})
  return tenure(['check', '--as-of', '2025-12-01'], {cwd})
}

describe('a change to a folder of tools', () => {
  test.each<[string, Files, number, readonly string[]]>(
    sample([
      ['a file more', {'tools/find.json': tool('find_loan')}, 0, ['✔']],
      ['a file less', {'tools/lend.json': DELETED}, 1, ['Tool `lend` is removed']],
      [
        'a file that moved',
        {'tools/lend.json': DELETED, 'tools/loans/lend_book.json': tool('lend')},
        0,
        ['✔', 'no API changes']
      ],
      [
        'an argument less',
        {'tools/lend.json': tool('lend', {})},
        1,
        ['`book` of tool `lend` is removed', 'tools/lend.json:6:5']
      ],
      ['a broken file', {'tools/lend.json': '{"name": "lend",\n'}, 2, ['tools/lend.json:2:1']],
      ['a conflict', {'tools/lend.json': `<<<<<<< HEAD\n${tool('lend')}=======\n`}, 2, ['tools/lend.json:1:1']],
      ['an empty file', {'tools/lend.json': '\n'}, 2, ['tools/lend.json:1:1']],
      [
        'a name in two files',
        {'tools/a.json': tool('lend_book'), 'tools/b.json': tool('lend_book')},
        2,
        ['The tool `lend_book` is listed in `a.json`, too', 'tools/b.json:1:1']
      ],
      [
        'another form of a tool',
        {'tools/lend_for_staff.json': tool('lend', {})},
        0,
        ['is another one in `lend.json`', 'tools/lend_for_staff.json:1:1']
      ],
      [
        'a file with a name only',
        {'tools/lend.json': '{"name": "lend", "description": "Lends."}\n'},
        2,
        ['the `name` of a tool and no `inputSchema`', 'tools/lend.json:1:1']
      ],
      [
        'a package',
        {'tools/package.json': '{"name": "loans", "description": "Loans.", "version": "1.0.0"}\n'},
        0,
        ['✔']
      ],
      [
        'a tool without arguments',
        {'tools/find.json': '{"name": "find", "inputSchema": null}\n'},
        0,
        ['Added the tool `find`']
      ],
      ['a file that is no tool', {'tools/version.json': '{"version": 1}\n'}, 0, ['✔']],
      ['another language', {'tools/lend.yaml': 'openapi: 3.0.0\n'}, 0, ['✔']],
      [
        'a folder without files',
        {'tools/lend.json': DELETED, 'tools/return.json': DELETED},
        1,
        ['`lend`', '`return_loan`']
      ],
      ['a folder that lost its tools', {'tools/lend.json': '{}\n', 'tools/return.json': '{}\n'}, 2, ['No file of']]
    ])
  )('%s', async (_, branch, code, texts) => {
    const ran = await check(branch)
    for (const text of texts) expect(ran.out + ran.err).toContain(text)
    expect(ran.code).toBe(code)
    if (code !== 0) expect(ran.out).not.toMatch(/^✔/)
  })

  test('a folder that the base lacks is new', async () => {
    const ran = await check(TOOLS, {'tenure.yaml': CONFIG, 'README.md': 'Loans\n'})
    expect(ran.out).toContain('all of it is new')
    expect(ran.code).toBe(0)
  })

  test('a folder that neither side has is an error', async () => {
    const ran = await check({'README.md': 'Loans\n'}, {'tenure.yaml': CONFIG})
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('tools/**/*.json')
  })

  test('a tool that leaves a file that others stay in is held against the notice, too', async () => {
    const list = (...tools: readonly string[]): string => `{"tools": [${tools.join(',')}]}\n`
    const ran = await check(
      {'tools/loans.json': list(tool('lend'))},
      {'tenure.yaml': CONFIG, 'tools/loans.json': list(tool('lend'), tool('extend')), 'tools/find.json': tool('find')}
    )
    expect(ran.out).toContain('Tool `extend` is removed')
    expect(ran.code).toBe(1)
  })

  test('a file that git does not track yet is part of the change', async () => {
    const cwd = await repositoryOf({
      main: [['2025-03-01', {'tenure.yaml': CONFIG, ...TOOLS}]],
      tree: {'tools/lend.json': tool('lend'), 'tools/other.json': '{"name": "other",\n'}
    })
    const ran = await tenure(['check', '--as-of', '2025-12-01'], {cwd})
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('tools/other.json:2:1')
  })
})

test.each([CONFIG, 'format: 1\nspec: tools\n'])(
  'a file that a sparse checkout leaves out is not removed: %j',
  async config => {
    const cwd = await repositoryOf({main: [['2025-03-01', {'tenure.yaml': config, ...TOOLS}]]})
    await git(cwd, ['sparse-checkout', 'set', '--no-cone', '/*', '!/tools/lend.json'])
    const ran = await tenure(['check'], {cwd})
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('left out of the sparse checkout')
  }
)

test.each([
  ['in the file that had it', {'tools/return.json': `{"tools": [${tool('find')}]}\n`}, 'tools/return.json'],
  ['in another file if that left, too', {'tools/return.json': DELETED}, 'tools/lend.json']
])('what left is placed %s', async (_, change, file) => {
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'tenure.yaml': CONFIG, ...TOOLS}]],
    branch: [['2025-04-01', change]]
  })
  const ran = await tenure(['check', '--as-of', '2025-12-01', '--format', 'github'], {cwd})
  expect(ran.out).toMatch(new RegExp(`error file=${file},[^\\n]*tool return_loan`))
})

test('a link to a file outside of the repository is refused', async () => {
  const outside = folder({'lend.json': tool('lend')})
  const cwd = await repositoryOf({main: [['2025-03-01', {'tenure.yaml': CONFIG, ...TOOLS}]]})
  symlinkSync(join(outside, 'lend.json'), join(cwd, 'tools/borrow.json'))
  const ran = await tenure(['check'], {cwd})
  expect(ran.code).toBe(2)
  expect(ran.err).toContain('tools/borrow.json')
})

test('a link to a file of the same repository is followed, also in a commit', async () => {
  const cwd = await repositoryOf({main: [['2025-03-01', {'tenure.yaml': CONFIG, 'shared/lend.json': tool('lend')}]]})
  mkdirSync(join(cwd, 'tools'))
  symlinkSync('../shared/lend.json', join(cwd, 'tools/lend.json'))
  await git(cwd, ['add', '.'])
  await git(cwd, ['commit', '--quiet', '--message', 'Share tools'])
  await git(cwd, ['checkout', '--quiet', '-b', 'work'])
  write(cwd, {'shared/lend.json': tool('lend', {})})
  await git(cwd, ['commit', '--quiet', '--all', '--message', 'Need no book'])
  const ran = await tenure(['check', '--as-of', '2025-12-01'], {cwd})
  expect(ran.out).toContain('Field `book` of tool `lend` is removed')
  expect(ran.code).toBe(1)
})

test('a folder that leads to itself ends', async () => {
  const cwd = folder({'tenure.yaml': CONFIG, ...TOOLS})
  symlinkSync('.', join(cwd, 'tools/again'))
  const ran = await tenure(['diff', 'tools/**', 'tools/**/*.json', '--fail-on=violation'], {cwd})
  expect(ran).toMatchObject({code: 0})
})

const PAGE = (name: string, next?: string): string =>
  `${JSON.stringify({jsonrpc: '2.0', id: 1, result: {tools: [JSON.parse(tool(name))], ...(next ? {nextCursor: next} : {})}})}\n`

test.each(
  sample([
    ['all pages', {'new/1.json': PAGE('lend', 'b'), 'new/2.json': PAGE('return_loan')}, 0, 'No changes'],
    ['all pages in one file', {'new/all.json': `[${PAGE('lend', 'b')},${PAGE('return_loan')}]`}, 0, 'No changes'],
    [
      'an empty cursor',
      {'new/1.json': PAGE('lend'), 'new/2.json': PAGE('return_loan').replace(/\}\}\n$/, ',"nextCursor":null}}')},
      0,
      'No changes'
    ],
    [
      'a page without the last',
      {'new/1.json': PAGE('lend', 'b'), 'new/2.json': PAGE('return_loan', 'c')},
      0,
      'one page'
    ]
  ])
)('pages of answers: %s', async (_, files, code, text) => {
  const ran = await tenure(['diff', 'tools/**', 'new/**', '--fail-on=violation'], {cwd: folder({...TOOLS, ...files})})
  expect(ran.out + ran.err).toContain(text)
  expect(ran.code).toBe(code)
  expect(ran.out.startsWith('✔')).toBe(text === 'No changes')
})

test('a field that several tools lose is named, and the tools are not called removed', async () => {
  const both = (properties: Json): Files => ({
    'tools/a.json': tool('a', properties),
    'tools/b.json': tool('b', properties)
  })
  const ran = await check(both({}), {'tenure.yaml': CONFIG, ...both({book: {type: 'string'}})})
  expect(ran.out).toContain('Field `book` of')
  expect(ran.out).not.toContain('2 tools (`a` and `b`) are removed')
})

test('releases are read from tags, from the first that has a file', async () => {
  const cwd = await repositoryOf({
    main: [
      ['2025-01-01', {'tools/README.md': 'Tools\n'}],
      ['2025-02-01', TOOLS],
      ['2025-03-01', {'tools/lend.json': DELETED}]
    ]
  })
  const {run} = await import('../cli/run.ts')
  const ids = (await run('git', ['rev-list', '--reverse', 'main'], {cwd})).out.trim().split('\n')
  for (const [at, id] of ids.entries()) await run('git', ['tag', `v${at}.0.0`, id], {cwd})
  const ran = await tenure(['audit', '.', '--releases', 'tags:v*', '--spec', 'tools/**/*.json'], {cwd})
  expect(ran.out).toContain('2 releases from the tags')
  expect(ran.out).toContain('Before there was an API description: `v0.0.0`')
  expect(ran.out).toContain('Tool `lend` was removed in v2.0.0')
  const branch = await tenure(['audit', '.', '--releases', 'branch:main', '--spec', 'tools/**/*.json'], {cwd})
  expect(branch.out).toContain('2 releases from the commits of the branch')
})

/** A definition of a kind in a group of the library. */
const kind = (name: string, field = 'book', more = ''): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${name.toLowerCase()}s.library.example
spec:
  group: library.example
  names: {kind: ${name}, plural: ${name.toLowerCase()}s}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              description: Named by {{ .library }} if empty.
              properties:
                ${field}: {type: string}
${more}`

const BASES = {
  'config/crd/bases/library.example_loans.yaml': kind('Loan'),
  'config/crd/bases/shelves.yaml': kind('Shelf')
}
const KUSTOMIZATION = 'kind: Kustomization\nresources: [bases/shelves.yaml]\n'

describe('a change to a folder of definitions', () => {
  const main = {
    'tenure.yaml': 'format: 1\nspec: config/crd/**\npolicy: kubernetes\n',
    'config/crd/kustomization.yaml': KUSTOMIZATION,
    ...BASES
  }

  test.each<[string, Files, number, readonly string[]]>(
    sample([
      ['a kind more', {'config/crd/bases/fees.yaml': kind('Fee')}, 0, ['Added `library.example/v1 Fee`']],
      [
        'a kind less',
        {'config/crd/bases/shelves.yaml': DELETED},
        1,
        ['1 violation', '`library.example/v1 Shelf` is removed']
      ],
      [
        'all kinds in one file',
        {
          'config/crd/bases/shelves.yaml': DELETED,
          'config/crd/bases/library.example_loans.yaml': DELETED,
          'config/crd/all.yaml': `${kind('Loan')}---\n${kind('Shelf')}`
        },
        0,
        ['no API changes']
      ],
      [
        'a field less',
        {'config/crd/bases/shelves.yaml': kind('Shelf', 'shelf')},
        1,
        ['`spec.book` of `library.example/v1 Shelf` is removed', 'config/crd/bases/shelves.yaml:']
      ],
      ['the same kind again', {'config/crd/copy.yaml': kind('Shelf')}, 0, ['no API changes']],
      [
        'a kind in two ways',
        {'config/crd/other.yaml': kind('Shelf', 'shelf')},
        2,
        ['`Shelf` of `library.example` is defined in `shelves.yaml`, too', 'config/crd/other.yaml:1']
      ],
      [
        'a broken file',
        {'config/crd/bases/shelves.yaml': `${kind('Shelf')}  names: {\n`},
        2,
        ['config/crd/bases/shelves.yaml:']
      ]
    ])
  )('%s', async (_, branch, code, texts) => {
    const ran = await check(branch, main)
    for (const text of texts) expect(ran.out + ran.err).toContain(text)
    expect(ran.code).toBe(code)
  })
})

describe('init proposes one path for a folder', () => {
  test.each<[string, Files, readonly string[]]>(
    sample([
      ['definitions', {...BASES, 'config/crd/kustomization.yaml': KUSTOMIZATION}, ['config/crd/bases/**']],
      [
        'tools',
        {'api/__toolsnaps__/lend.snap': tool('lend'), 'api/__toolsnaps__/find.snap': tool('find')},
        ['api/__toolsnaps__/**']
      ],
      [
        'files among others',
        {
          'crds/a.yaml': kind('Loan'),
          'crds/b.yaml': kind('Shelf'),
          'crds/c.json': '{"openapi": "3.0.0", "info": {}, "paths": {"/loans": {}}}'
        },
        ['crds/**/*.yaml', 'crds/c.json']
      ],
      ['files of one ending', {'a.yaml': kind('Loan'), 'b.yaml': kind('Shelf')}, ['**/*.yaml']],
      [
        'folders of one API each',
        {
          'loans/crds/a.yaml': kind('Loan'),
          'loans/crds/b.yaml': kind('Fee'),
          'shelves/crds/a.yaml': kind('Shelf'),
          'shelves/crds/b.yaml': kind('Room')
        },
        ['loans/crds/**', 'shelves/crds/**']
      ],
      [
        'a bundle of the same kinds',
        {...BASES, 'deploy/install.yaml': `${kind('Loan')}---\n${kind('Shelf')}`},
        ['config/crd/bases/**']
      ],
      [
        'a numbered order',
        {'config/300-loan.yaml': kind('Loan'), 'config/300-shelf.yaml': kind('Shelf')},
        ['config/**']
      ],
      [
        'a description for each release',
        {'crds/1.0.yaml': kind('Loan'), 'crds/1.1.yaml': kind('Loan', 'shelf')},
        ['crds']
      ],
      ['one file', {'crds/loan.yaml': kind('Loan')}, ['crds/loan.yaml']],
      [
        'lists of two servers',
        {'a/tools.json': `{"tools": [${tool('lend')}]}`, 'a/mcp.json': `{"tools": [${tool('find')}]}`},
        ['a/mcp.json', 'a/tools.json']
      ],
      [
        'a template',
        {'crds/a.yaml': kind('Loan'), 'crds/b.yaml': `{{- if .Values.crds }}\n${kind('Shelf')}{{- end }}\n`},
        ['crds/a.yaml']
      ]
    ])
  )('%s', async (_, files, specs) => {
    const ran = await tenure(['init', '--dry-run'], {cwd: folder(files)})
    const found = [...ran.out.matchAll(/^ +(?:- )?spec: "?([^"\n]+)"?$/gm)].map(([, spec]) => spec)
    expect(found).toEqual(specs)
  })

  test('a folder can be named, too', async () => {
    const cwd = folder({...BASES, 'notes/a.txt': 'Loans'})
    const ran = await tenure(['init', '--dry-run', '--spec', 'config/crd/bases'], {cwd})
    expect(ran.out).toContain('spec: "config/crd/bases/**"')
    const refused = await tenure(['init', '--dry-run', '--spec', 'notes'], {cwd})
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('`notes/**`')
    const none = await tenure(['init', '--dry-run', '--spec', '**/*.json'], {cwd})
    expect(none.code).toBe(2)
  })
})
