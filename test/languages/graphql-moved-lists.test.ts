// The list of announcements of a schema at another path than before: since when it announces, and what it takes back.

import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {tenure} from '../cli/run.ts'
import {DELETED, type Files, git, repositoryOf, type State} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const SCHEMA = 'type Query {\n  state: State\n}\nenum State {\n  LENT\n  LOST\n}\n'
const SHORTER = SCHEMA.replace('  LOST\n', '')
const EMPTY = 'upcoming_changes: []\n'
const LOST = "upcoming_changes:\n  - location: State.LOST\n    date: '2026-01-01'\n"
const NO_LIST = 'format: 1\nspec: schema.graphql\npolicy: github-graphql\n'
const configOf = (list: string, spec = 'schema.graphql'): string =>
  `format: 1\nspec: ${spec}\npolicy: github-graphql\nannouncements: ${list}\n`

/** Checks a change to a schema whose list has announced a removal for months. */
async function check(branch: Files) {
  const cwd = await repositoryOf({
    main: [
      [
        '2025-06-01',
        {'tenure.yaml': configOf('upcoming_changes.yml'), 'schema.graphql': SCHEMA, 'upcoming_changes.yml': LOST}
      ]
    ],
    branch: [['2025-11-30', branch]]
  })
  return tenure(['check', '--as-of', '2025-12-01'], {cwd})
}

describe('a list that was moved', () => {
  const SETS = {
    'one file': ['schema.graphql', 'schema.graphql'],
    'a set of files': ["'lending/**/*.graphql'", 'lending/schema/all.graphql'],
    'a folder': ['lending', 'lending/all.graphql'],
    'a list of files': ['[lending/all.graphql, lending/more/fees.graphql]', 'lending/all.graphql']
  } as const

  test.each(sample(Object.entries(SETS)))('says since when it announces: %s', async (_, [spec, path]) => {
    const fees = {'lending/more/fees.graphql': 'type Fee {\n  id: ID!\n}\n'}
    const cwd = await repositoryOf({
      main: [
        ['2025-03-01', {'tenure.yaml': configOf('a.yml', spec), ...fees, [path]: SCHEMA, 'a.yml': EMPTY}],
        ['2025-06-01', {'a.yml': LOST}],
        ['2025-08-01', {'a.yml': DELETED, 'lists/b.yml': LOST, 'tenure.yaml': configOf('lists/b.yml', spec)}],
        ['2025-12-01', {'lists/b.yml': DELETED, 'lists/c.yml': LOST, 'tenure.yaml': configOf('lists/c.yml', spec)}]
      ],
      branch: [['2026-01-04', {[path]: SHORTER}]]
    })
    const ran = await tenure(['check', '--as-of', '2026-01-05', '--verbose'], {cwd})
    expect(ran).toMatchObject({code: 0, err: ''})
    expect(ran.out).toContain('passed between 2025-06-01 and the sunset')
  })

  test('announces the same in the change that moves it, and what it drops is taken back', async () => {
    const moved = {'upcoming_changes.yml': DELETED, 'tenure.yaml': configOf('lists/b.yml')}
    const same = await check({...moved, 'lists/b.yml': LOST})
    expect(same).toMatchObject({code: 0, err: ''})
    expect(same.out).toContain('no API changes')
    for (const left of [moved, {'tenure.yaml': configOf('lists/b.yml')}]) {
      const dropped = await check({...left, 'lists/b.yml': EMPTY})
      expect(dropped.out).toContain('`State.LOST` is no longer deprecated')
    }
  })

  test('announces nothing earlier than the configuration named it', async () => {
    const cwd = await repositoryOf({
      main: [
        [
          '2025-03-01',
          {'tenure.yaml': configOf('upcoming_changes.yml'), 'schema.graphql': SCHEMA, 'upcoming_changes.yml': EMPTY}
        ],
        ['2025-06-01', {'draft.yml': LOST}],
        ['2025-12-01', {'tenure.yaml': configOf('draft.yml')}]
      ],
      branch: [['2026-01-04', {'schema.graphql': SHORTER}]]
    })
    const ran = await tenure(['check', '--as-of', '2026-01-05'], {cwd})
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('after its deprecation on 2025-12-01')
  })

  test('announces from before a configuration named any', async () => {
    const before = {'tenure.yaml': NO_LIST, 'schema.graphql': SCHEMA}
    const main: State[] = [
      ['2025-06-01', {...before, 'upcoming_changes.yml': LOST}],
      ['2025-12-01', {'tenure.yaml': configOf('upcoming_changes.yml')}]
    ]
    const cwd = await repositoryOf({main, branch: [['2026-01-04', {'schema.graphql': SHORTER}]]})
    expect(await tenure(['check', '--as-of', '2026-01-05'], {cwd})).toMatchObject({code: 0, err: ''})
  })

  test('takes back its announcements with its key', async () => {
    const ran = await check({'tenure.yaml': NO_LIST})
    expect(ran.out).toContain('`State.LOST` is no longer deprecated')
    expect(ran.out).toContain('The configuration no longer names a list of announcements')
  })

  test('is found in each tag', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2025-03-01', {'tenure.yaml': configOf('a.yml', 'lending'), 'lending/all.graphql': SCHEMA, 'a.yml': LOST}],
        ['2025-12-01', {'tenure.yaml': configOf('b.yml', 'lending'), 'a.yml': DELETED, 'b.yml': LOST}],
        ['2026-01-05', {'lending/all.graphql': SHORTER, 'b.yml': EMPTY}]
      ]
    })
    for (const at of [0, 1, 2]) await git(cwd, ['tag', `v${at + 1}.0`, `main~${2 - at}`])
    const ran = await tenure(['audit', '--as-of', '2026-02-01', '--verbose'], {cwd})
    expect(ran).toMatchObject({code: 0, err: ''})
    expect(ran.out).toContain('✔ `State.LOST` was removed after its sunset on 2026-01-01')
  })
})

describe('a schema in several files that was moved with its list', () => {
  const BOOKS = {'more/books.graphql': 'type Book {\n  id: ID!\n}\n'}
  const inFolder = (folder: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

  test.each(['schema', "'schema/**/*.graphql'", '[schema/all.graphql, schema/more]'])(
    'has the commits of the folder that was renamed: %s',
    async spec => {
      const schema = inFolder('schema', {'all.graphql': SCHEMA, ...BOOKS})
      const files = {'tenure.yaml': configOf('up.yml', spec), ...schema, 'up.yml': LOST}
      const gone = Object.fromEntries(Object.keys(inFolder('api', files)).map(path => [path, DELETED]))
      const cwd = await repositoryOf({
        main: [
          ['2025-03-01', inFolder('api', {...files, 'up.yml': EMPTY})],
          ['2025-06-01', {'api/up.yml': LOST}],
          ['2025-12-01', {...gone, ...inFolder('lending', files)}]
        ],
        branch: [['2026-01-04', {'lending/schema/all.graphql': SHORTER}]]
      })
      const ran = await tenure(['check', '--as-of', '2026-01-05'], {cwd: join(cwd, 'lending')})
      expect(ran).toMatchObject({code: 0, err: ''})
      expect(ran.out).toContain('passed between 2025-06-01 and the sunset')
    }
  )
})
