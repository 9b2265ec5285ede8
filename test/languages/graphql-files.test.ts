// Schemas in several files: a folder, a pattern, or a list of files is one schema.

import {symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {joinFileSet, parseFileSet} from '../../src/stores/file-set.ts'
import {folder, tenure} from '../cli/run.ts'
import {DELETED, type Files, git, repositoryOf, type State} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const LOANS = 'type Query {\n  loans: [Loan!]\n}\ntype Loan {\n  id: ID!\n  due: Int\n  book: Book\n}\n'
const BOOKS = 'extend type Query {\n  books: [Book!]\n}\ntype Book {\n  id: ID!\n  title: String\n}\n'
const DOCUMENT = 'query Loans {\n  loans {\n    type\n    id\n    schema {\n      id\n    }\n  }\n}\n'
const SCHEMA = {'schema/loans.graphqls': LOANS, 'schema/more/books.graphqls': BOOKS, 'schema/client.graphql': DOCUMENT}
const configOf = (spec: string): string => `format: 1\nspec: ${spec}\npolicy: github-graphql\n`

const SPELLINGS = [
  'schema',
  'schema/',
  'schema/**',
  '"schema/**/*.graphqls"',
  '[schema/loans.graphqls, schema/more/books.graphqls]',
  '[schema/*.graphqls, schema/more]'
]

async function check(branch: Files, spec = 'schema', main: Files = SCHEMA) {
  const commits: State[] = [['2025-03-01', {'tenure.yaml': configOf(spec), ...main}]]
  const cwd = await repositoryOf({main: commits, branch: [['2025-04-01', branch]]})
  return tenure(['check', '--as-of', '2025-12-01'], {cwd})
}

describe('the path of several files', () => {
  test.each(
    sample([
      [['a.graphqls'], 'a.graphqls'],
      [['a.graphqls', 'b.graphqls'], '{a.graphqls,b.graphqls}'],
      [['s/a.graphqls', 's/b/c.graphqls'], 's/{a.graphqls,b/c.graphqls}'],
      [['s/a.graphqls', 't/b.graphqls'], '{s/a.graphqls,t/b.graphqls}'],
      [['s/*/a.graphqls', 's/b.graphqls'], 's/{*/a.graphqls,b.graphqls}']
    ])
  )('%j is %s', (paths, path) => expect(joinFileSet(paths)).toBe(path))

  test.each(
    sample([
      ['{s/a.graphqls,t/*.graphqls}', 's/a.graphqls', true],
      ['{s/a.graphqls,t/*.graphqls}', 't/b.graphqls', true],
      ['{s/a.graphqls,t/*.graphqls}', 't/u/b.graphqls', false],
      ['{s/a.graphqls,t/*.graphqls}', 's/b.graphqls', false],
      ['s/{*}.graphqls', 's/a.graphqls', true],
      ['s/{*}.graphqls', 's/t/a.graphqls', false]
    ])
  )('%s and %s: %s', (pattern, path, fits) => expect(parseFileSet(pattern)?.fits(path)).toBe(fits))

  test('braces without a choice are those of a name', () => expect(parseFileSet('loans/{id}.yaml')).toBeUndefined())
})

describe.each(sample(SPELLINGS))('`spec: %s`', spec => {
  test('a field less has the place of its file', async () => {
    const ran = await check({'schema/more/books.graphqls': BOOKS.replace('  title: String\n', '')}, spec)
    expect(ran).toMatchObject({code: 1, err: ''})
    expect(ran.out).toContain('`Book.title` is removed')
    expect(ran.out).toContain('schema/more/books.graphqls:6:3')
  })

  test('a definition that moves to another file is no change', async () => {
    const [head = '', book = ''] = BOOKS.split(/(?=type Book)/)
    const ran = await check({'schema/more/books.graphqls': head, 'schema/loans.graphqls': `${book}${LOANS}`}, spec)
    expect(ran).toMatchObject({code: 0, err: '', out: expect.stringContaining('no API changes')})
  })

  test('a broken file is an error with its place', async () => {
    const ran = await check({'schema/more/books.graphqls': `${BOOKS}type {\n`}, spec)
    expect(ran.code).toBe(2)
    expect(ran.err).toContain("schema/more/books.graphqls:8:6: The schema isn't valid GraphQL")
  })
})

describe('a change to a folder', () => {
  test.each<[string, Files, number, readonly string[]]>(
    sample([
      ['a file more', {'schema/fees.graphqls': 'extend type Query {\n  fees: Int\n}\n'}, 0, ['✔']],
      ['a file less', {'schema/more/books.graphqls': DELETED}, 1, ['`Query.books`']],
      [
        'a file with another name',
        {'schema/more/books.graphqls': DELETED, 'schema/stock.graphqls': BOOKS},
        0,
        ['no API changes']
      ],
      [
        'no file any more',
        {'schema/loans.graphqls': DELETED, 'schema/more/books.graphqls': DELETED, 'schema/client.graphql': DELETED},
        1,
        ['`Query']
      ],
      [
        'a definition in two files',
        {'schema/twice.graphqls': 'type Loan {\n  shelf: String\n}\n'},
        0,
        ['`Loan` is defined twice, also at', 'schema/twice.graphqls:1:6']
      ],
      ['a root type in two files', {'schema/fees.graphqls': 'type Query {\n  fees: Int\n}\n'}, 0, ['✔']],
      ['a document of a client', {'schema/other.graphql': DOCUMENT}, 0, ['no API changes']],
      [
        'a move of the folder',
        {
          'tenure.yaml': configOf('graph'),
          'schema/loans.graphqls': DELETED,
          'schema/more/books.graphqls': DELETED,
          'graph/loans.graphqls': LOANS.replace('  due: Int\n', ''),
          'graph/more/books.graphqls': BOOKS
        },
        1,
        ['`Loan.due`']
      ],
      [
        'a move of all definitions into one file',
        {
          'tenure.yaml': configOf('schema.graphqls'),
          'schema/loans.graphqls': DELETED,
          'schema/more/books.graphqls': DELETED,
          'schema.graphqls': LOANS.replace('  due: Int\n', '') + BOOKS
        },
        1,
        ['`Loan.due`']
      ]
    ])
  )('%s', async (_, branch, code, texts) => {
    const ran = await check(branch)
    for (const text of texts) expect(ran.out + ran.err).toContain(text)
    expect(ran.code).toBe(code)
  })

  test('one file that is split into several is compared with them', async () => {
    const whole = LOANS + BOOKS
    const split = {'schema.graphqls': DELETED, 'schema/loans.graphqls': LOANS, 'schema/books.graphqls': BOOKS}
    const main = {'schema.graphqls': whole}
    const same = await check({'tenure.yaml': configOf('schema'), ...split}, 'schema.graphqls', main)
    expect(same).toMatchObject({code: 0, out: expect.stringContaining('no API changes')})
    const less = {...split, 'schema/loans.graphqls': LOANS.replace('  due: Int\n', '')}
    const ran = await check({'tenure.yaml': configOf('schema'), ...less}, 'schema.graphqls', main)
    expect(ran.out).toContain('`Loan.due`')
    expect(ran.code).toBe(1)
  })

  test.each(['schema', '"schema/*.graphqls"'])(
    'a file with the name of a release makes it no releases: %s',
    async spec => {
      const main = {'schema/loans.graphqls': LOANS, 'schema/books.graphqls': BOOKS}
      const branch = {
        'schema/loans.graphqls': LOANS.replace('  due: Int\n', ''),
        'schema/v2.graphqls': 'extend type Query {\n  fees: Int\n}\n'
      }
      const ran = await check(branch, spec, main)
      expect(ran.out).toContain('`Loan.due`')
      expect(ran.code).toBe(1)
    }
  )

  const LIST = configOf('[schema/loans.graphqls, schema/more/books.graphqls]')

  test('a list without a file that it had removes what is in it', async () => {
    const ran = await check(
      {'tenure.yaml': configOf('[schema/loans.graphqls]')},
      '[schema/loans.graphqls, schema/more]'
    )
    expect(ran.code).toBe(1)
    expect(ran.out + ran.err).toContain('`Query')
  })

  test.each([
    ['a list for a folder', 'schema', LIST],
    ['a folder for a list', '[schema/loans.graphqls, schema/more/books.graphqls]', configOf('schema')],
    ['a longer list', 'schema/loans.graphqls', LIST]
  ])('%s removes nothing', async (_, spec, config) => {
    const ran = await check({'tenure.yaml': config}, spec)
    expect(ran.err).toBe('')
    expect(ran.code).toBe(0)
  })

  test('a file with another ending that is deleted is compared, too', async () => {
    const main = {'schema/loans.graphqls': LOANS, 'schema/books.graphql': BOOKS}
    const ran = await check({'schema/books.graphql': DELETED}, 'schema', main)
    expect(ran.out).toContain('`Query.books`')
    expect(ran.code).toBe(1)
  })

  test('a committed one with nothing edited is compared with the target', async () => {
    const cwd = await repositoryOf({
      main: [['2025-03-01', {'tenure.yaml': configOf('schema'), ...SCHEMA}]],
      branch: [
        ['2025-04-01', {'schema/loans.graphqls': LOANS.replace('  due: Int\n', '')}],
        ['2025-04-02', {'README.md': 'Loans\n'}]
      ]
    })
    expect(await tenure(['check', '--as-of', '2025-12-01'], {cwd})).toMatchObject({code: 1})
  })

  test('a link to a file outside of the repository is refused', async () => {
    const outside = folder({'fees.graphqls': 'extend type Query {\n  fees: Int\n}\n'})
    const cwd = await repositoryOf({main: [['2025-03-01', {'tenure.yaml': configOf('schema'), ...SCHEMA}]]})
    symlinkSync(join(outside, 'fees.graphqls'), join(cwd, 'schema/fees.graphqls'))
    const ran = await tenure(['check'], {cwd})
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('schema/fees.graphqls')
  })
})

test('a file of a list that does not exist is an error with its place', async () => {
  const cwd = folder({'tenure.yaml': configOf('[schema/loans.graphqls, schema/bocks.graphqls]'), ...SCHEMA})
  const ran = await tenure(['check'], {cwd})
  expect(ran.code).toBe(2)
  expect(ran.err).toContain('tenure.yaml:2:31: There is no file `schema/bocks.graphqls`')
})

test('files that are the releases of one schema stay releases', async () => {
  const cwd = folder({
    'schema/1.0.graphqls': LOANS + BOOKS,
    'schema/1.1.graphqls': (LOANS + BOOKS).replace('  due: Int\n', '')
  })
  for (const spec of ['schema', 'schema/*.graphqls']) {
    const ran = await tenure(['audit', '--spec', spec, '--policy', 'github-graphql', '--as-of', '2026-01-01'], {cwd})
    expect(ran.out).toContain('`Loan.due` was removed in 1.1')
  }
})

test('releases in git are read from all files', async () => {
  const cwd = await repositoryOf({
    main: [
      [
        '2025-01-01',
        {'tenure.yaml': configOf('schema'), 'schema/loans.graphqls': LOANS, 'schema/books.graphqls': BOOKS}
      ],
      ['2025-03-01', {'schema/books.graphqls': BOOKS.replace('title: String', 'title: String @deprecated')}],
      ['2025-07-01', {'schema/books.graphqls': BOOKS.replace('  title: String\n', '')}]
    ]
  })
  for (const [tag, at] of [
    ['1.0', 'HEAD~2'],
    ['1.1', 'HEAD~1'],
    ['2.0', 'HEAD']
  ] as const)
    await git(cwd, ['tag', tag, at])
  const audit = await tenure(['audit', '--as-of', '2026-01-01'], {cwd})
  expect(audit.out).toContain('`Book.title` was removed (ga)')
  const branch = await tenure(
    ['audit', '--releases', 'branch:main', '--spec', 'schema', '--policy', 'github-graphql', '--as-of', '2026-01-01'],
    {cwd}
  )
  expect(branch.out).toContain('3 releases from the commits')
  const notes = await tenure(['notes', '2.0'], {cwd})
  expect(notes.out).toContain('Book.title')
  const record = await tenure(['record', '--all'], {cwd})
  expect(record.code).toBe(0)
})

test('diff takes folders', async () => {
  const cwd = folder({'old/a.graphqls': LOANS, 'old/b.graphqls': BOOKS, 'new/all.graphqls': LOANS + BOOKS})
  expect(await tenure(['diff', 'old', 'new'], {cwd})).toMatchObject({
    code: 0,
    out: expect.stringContaining('No changes')
  })
})

describe('init', () => {
  const QUERY = 'type Query {\n  loan: Loan\n}\n'
  const LOAN = 'type Loan {\n  book: Book\n}\n'
  const BOOK = 'type Book {\n  id: ID!\n}\n'
  const more = (field: string): string => `extend type Query {\n  ${field}: Int\n}\n`
  const service = (name: string, key: string): string =>
    `extend type Query {\n  ${name}: ${key}\n}\ntype ${key} @key(fields: "id") {\n  id: ID!\n}\n`

  test.each<[string, Files, readonly string[]]>(
    sample([
      [
        'a folder',
        {'schema/query.graphqls': QUERY, 'schema/loan.graphqls': LOAN, 'schema/book.graphqls': BOOK},
        ['schema']
      ],
      [
        'a folder of a service in Java',
        {
          'pom.xml': '<project/>',
          'src/main/resources/graphql/schema.graphqls': QUERY,
          'src/main/resources/graphql/loans/loans.graphqls': LOAN + more('loans'),
          'src/main/resources/graphql/books/books.graphqls': BOOK + more('books'),
          'src/test/resources/graphql/schema.graphqls': QUERY + LOAN + BOOK
        },
        ['src/main/resources/graphql']
      ],
      [
        'files beside each other that extend one root',
        {
          'graph/schema.graphqls': QUERY + LOAN + BOOK,
          'graph/fees.graphqls': more('fees'),
          'graph/generated.go': 'package graph'
        },
        ['graph']
      ],
      [
        'files that each have a part of the root',
        {'src/loans.graphql': QUERY + LOAN, 'src/books.graphql': `type Query {\n  books: [Book]\n}\n${BOOK}`},
        ['src']
      ],
      [
        'files that share a directive, and a file with mutations',
        {
          'graph/root.graphql': `directive @staff on FIELD_DEFINITION\n${QUERY}${LOAN}${BOOK}`,
          'graph/fees.graphql': 'type Mutation {\n  pay: Int @staff\n}\n',
          'graph/news.graphql': 'type Subscription {\n  news: Int\n}\n'
        },
        ['graph']
      ],
      [
        'files of which none begins the root',
        {'graph/fees.graphql': more('fees'), 'graph/news.graphql': more('news')},
        ['graph']
      ],
      [
        'a folder with documents of clients',
        {'src/query.graphql': QUERY, 'src/types.graphql': LOAN + BOOK, 'src/web.graphql': DOCUMENT},
        ['src']
      ],
      [
        'files among others in the same folder',
        {
          'src/query.graphql': QUERY,
          'src/types.graphql': LOAN + BOOK,
          'src/tests/fake.graphql': QUERY + LOAN + BOOK
        },
        ['src/*.graphql']
      ],
      [
        'services of a federated graph',
        {
          'services/loans/schema.graphql': service('loans', 'Loan'),
          'services/books/schema.graphql': `${service('books', 'Book')}extend type Loan @key(fields: "id") {\n  id: ID! @external\n}\n`,
          'services/readers/schema.graphql': 'type Query {\n  readers: Int\n}\n'
        },
        ['services/books/schema.graphql', 'services/loans/schema.graphql', 'services/readers/schema.graphql']
      ],
      [
        'services in packages of their own',
        {
          'loans/package.json': '{}',
          'loans/schema/query.graphql': QUERY,
          'loans/schema/types.graphql': LOAN + BOOK,
          'fees/package.json': '{}',
          'fees/schema/query.graphql': 'type Query {\n  fee: Fee\n}\n',
          'fees/schema/types.graphql': 'type Fee {\n  loan: ID\n}\n'
        },
        ['fees/schema', 'loans/schema']
      ],
      [
        'what a client adds for itself',
        {
          'server/schema.graphql': QUERY + LOAN + BOOK,
          'client/local.graphql':
            'extend type Query {\n  isOpen: Boolean\n}\nextend type Loan {\n  isSelected: Boolean\n}\n'
        },
        ['server/schema.graphql']
      ],
      [
        'two schemas in one folder',
        {
          'schemas/staff.graphql': QUERY + LOAN + BOOK,
          'schemas/readers.graphql': `type Query {\n  book: Book\n}\n${BOOK}`
        },
        ['schemas/readers.graphql', 'schemas/staff.graphql']
      ],
      [
        'the files from which another one is made',
        {
          'schema/query.graphqls': QUERY,
          'schema/loan.graphqls': LOAN,
          'schema/book.graphqls': `${BOOK}scalar Day\n`,
          'schema.graphql': `${QUERY}${LOAN}${BOOK}scalar Day\n`
        },
        ['schema']
      ]
    ])
  )('%s', async (_, files, specs) => {
    const {out} = await tenure(['init', '--dry-run'], {cwd: folder(files)})
    const found = [...out.matchAll(/^\s*(?:- )?spec: "?([^"\n]+)"?$/gm)].map(([, spec]) => spec)
    expect(found.toSorted()).toEqual(specs)
  })

  test('takes several files by their folder', async () => {
    const cwd = folder({'graph/a.graphqls': QUERY, 'graph/b.graphqls': LOAN + BOOK})
    const ran = await tenure(['init', '--spec', 'graph', '--dry-run'], {cwd})
    expect(ran.out).toContain('spec: "graph/**"')
  })

  test('writes what the other commands read', async () => {
    const cwd = await repositoryOf({
      main: [['2025-03-01', {'graph/a.graphqls': QUERY, 'graph/b.graphqls': LOAN + BOOK}]]
    })
    expect(await tenure(['init'], {cwd})).toMatchObject({code: 0})
    await git(cwd, ['add', '-A'])
    await git(cwd, ['commit', '-qm', 'Begin'])
    const ran = await tenure(['check'], {cwd})
    expect(ran).toMatchObject({code: 0, err: ''})
  })
})
