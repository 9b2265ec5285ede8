// Programs call the commands that only read: with the same results, and for several repositories at the same time.
import process from 'node:process'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {CALLED_COMMANDS, type CalledCommand, requestOptions} from '../../src/cli/calls/request-options.ts'
import {COMMAND_NAMES, COMMANDS} from '../../src/cli/command-list.ts'
import {
  audit,
  changelog,
  check,
  diff,
  due,
  exitCode,
  explain,
  format,
  InputError,
  nextVersion,
  notes,
  type ReportFormat,
  reportsOf,
  type Surroundings,
  upgrade,
  usages
} from '../../src/index.ts'
import {folder, tenure, write} from '../cli/run.ts'
import {git, repositoryOf} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const asOf = '2026-03-02'
const NOW = {env: {}, today: () => asOf}

const api = (...paths: readonly string[]): string =>
  `openapi: 3.1.0\ninfo: {title: Lending Library API, version: 1.0.0}\npaths:\n${paths
    .map(path => `  ${path}:\n    get: {responses: {'200': {description: Found}}}\n`)
    .join('')}`

/** The same as an object. */
const described = (...paths: readonly string[]) => ({
  openapi: '3.1.0',
  info: {title: 'Lending Library API', version: '1.0.0'},
  paths: Object.fromEntries(paths.map(path => [path, {get: {responses: {200: {description: 'Found'}}}}]))
})

const history = (day: string): string =>
  `service: Lending Library\nreleases:\n  - release: '1.0'\n    date: ${day}\n    changes:\n      - added: GET /loans\n      - added: GET /fees\n  - release: '1.1'\n    date: 2025-02-01\n    changes:\n      - deprecated: GET /fees\n        sunset: '2026-06-01'\n`

const policy = (notice: string): string =>
  `format: 1\nname: own\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: ${notice}, starts: [announcement], breaking: forbidden}}\n`

/** A repository whose branch removes a path, with a policy and other files in a subfolder. */
const openRepository = (path: string, notice: string): Promise<string> =>
  repositoryOf({
    main: [
      [
        '2025-01-01',
        {
          'library/tenure.yaml': 'format: 1\npolicy: policy.yaml\n',
          'library/policy.yaml': policy(notice),
          'library/openapi.yaml': api('/loans', '/fees', path),
          'library/history.yaml': history('2025-01-01'),
          'library/client/use.ts': "fetch('/fees')\n"
        }
      ]
    ],
    branch: [['2025-02-01', {'library/openapi.yaml': api('/loans', '/fees')}]]
  })

/** A repository with two APIs whose branch breaks one of them. */
const openApis = (): Promise<string> =>
  repositoryOf({
    main: [
      [
        '2025-01-01',
        {
          'tenure.yaml':
            'format: 1\npolicy: thirteen-months\napis:\n  - {name: loans, spec: loans.yaml, history: loans.history.yaml}\n  - {name: readers, spec: readers.yaml, history: readers.history.yaml}\n',
          'loans.yaml': api('/loans', '/fees', '/desks'),
          'loans.history.yaml': history('2025-01-01'),
          'readers.yaml': api('/loans'),
          'readers.history.yaml': history('2024-01-01'),
          'client/use.ts': "fetch('/fees')\n"
        }
      ]
    ],
    branch: [['2025-02-01', {'loans.yaml': api('/loans', '/fees')}]]
  })

let roots: readonly string[]
let apis: string
beforeAll(async () => {
  roots = await Promise.all([openRepository('/readers', '6 months'), openRepository('/shelves', '2 years')])
  apis = await openApis()
})

type Request = Readonly<Record<string, string | boolean>>
type AnyCall = (request: object, surroundings: Surroundings) => Promise<object>

const CALLS = {
  ...{audit, changelog, check, diff, due},
  ...{explain, 'next-version': nextVersion, notes, upgrade, usages}
} as unknown as Readonly<Record<CalledCommand, AnyCall>>

/** The command line that asks for the same as a request. */
function lineOf(called: CalledCommand, request: Request): string[] {
  const {arguments: positionals} = COMMANDS[called]
  const known = requestOptions(called)
  const nameOf = (key: string): string => known.get(key)?.name ?? key
  const [placed, others] = [true, false].map(isPlaced =>
    Object.entries(request).filter(([key]) => Object.hasOwn(positionals, nameOf(key)) === isPlaced)
  ) as [[string, string | boolean][], [string, string | boolean][]]
  const options = others.map(([key, value]) => (value === true ? `--${nameOf(key)}` : `--${nameOf(key)}=${value}`))
  const order = Object.keys(positionals)
  const words = placed.toSorted(([a], [b]) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)))
  return [called, ...words.map(([, value]) => `${value}`), ...options]
}

/** Requests whose result is that of the command line, in a repository with one API. */
const REQUESTS: readonly (readonly [CalledCommand, Request])[] = [
  ['audit', {}],
  ['audit', {source: 'history.yaml', since: '1.1', failOn: 'undetermined', verbose: true}],
  ['changelog', {}],
  ['changelog', {since: '1.1', internal: true}],
  ['check', {}],
  ['check', {failOn: 'never', verbose: true}],
  ['check', {base: 'openapi.yaml', spec: 'openapi.yaml'}],
  ['diff', {old: 'main:./openapi.yaml', new: 'openapi.yaml'}],
  ['diff', {old: 'main:./openapi.yaml', new: 'openapi.yaml', failOn: 'violation', direction: 'both'}],
  ['due', {within: '1y'}],
  ['due', {endpoint: 'GET /fees'}],
  ['due', {endpoint: 'GET /loans', end: '2028-01-01'}],
  ['explain', {}],
  ['explain', {id: 'notice-too-short'}],
  ['explain', {id: 'value-added'}],
  ['next-version', {}],
  ['next-version', {old: 'main:./openapi.yaml', new: 'openapi.yaml'}],
  ['notes', {release: '1.1'}],
  ['notes', {release: '1.0..1.1'}],
  ['upgrade', {from: '1.0', to: '1.1'}],
  ['usages', {dir: 'client', within: '2y'}]
]

/** The same in a repository with two. */
const REQUESTS_FOR_APIS: readonly (readonly [CalledCommand, Request])[] = [
  ['audit', {}],
  ['audit', {api: 'loans'}],
  ['changelog', {}],
  ['check', {}],
  ['due', {within: '1y'}],
  ['next-version', {}],
  ['notes', {release: '1.1'}],
  ['usages', {dir: 'client'}]
]

describe('a call has the result of its command', () => {
  const hasOwnDay = (called: CalledCommand): boolean => requestOptions(called).has('asOf')

  async function assertSame(called: CalledCommand, request: Request, cwd: string): Promise<void> {
    const dated = hasOwnDay(called) ? {...request, asOf} : request
    const line = lineOf(called, dated)
    const call = CALLS[called]
    const printed = await tenure([...line, '--format', 'json'], {cwd})
    const result = await call(dated, {...NOW, cwd})
    expect(`${JSON.stringify(result, undefined, 2)}\n`).toBe(printed.out)
    expect(exitCode(result)).toBe(printed.code)
    const {choices = ['junit', 'markdown']} = COMMANDS[called].options.format ?? {}
    for (const form of sample(
      choices.filter(each => each !== 'json' && !(each === 'csv' && request.endpoint))
    ) as ReportFormat[]) {
      const {out} = await tenure([...line, '--format', form], {cwd})
      expect(await format(result, form), form).toBe(out)
    }
    expect(await call({...dated, format: 'json'}, {...NOW, cwd})).toBe(printed.out)
  }

  it.each(REQUESTS)('%s %o', async (called, request) => assertSame(called, request, `${roots[0]}/library`))

  it.each(REQUESTS_FOR_APIS)('%s %o for several APIs', async (called, request) => assertSame(called, request, apis))

  it('for each command that only reads', () => {
    const writing = ['completion', 'deprecate', 'init', 'record', 'report', 'site', 'traffic', 'waive']
    const forOthers = ['feed', 'headers', 'probe']
    expect([...CALLED_COMMANDS, ...writing, ...forOthers].sort()).toEqual([...COMMAND_NAMES].sort())
    expect([...CALLED_COMMANDS].sort()).toEqual([...new Set(REQUESTS.map(([called]) => called))].sort())
  })
})

describe('several calls', () => {
  /** All calls for a repository. Each returns its result as text. */
  const callsFor = (root: string): (() => Promise<string>)[] => {
    const where = {...NOW, cwd: `${root}/library`}
    return [
      async () => JSON.stringify(await check({asOf}, where)),
      async () => JSON.stringify(await diff({old: 'main:./openapi.yaml', new: 'openapi.yaml', asOf}, where)),
      async () => JSON.stringify(await audit({asOf}, where)),
      async () => changelog({asOf, format: 'markdown'}, where),
      async () => format(await notes({release: '1.1', asOf}, where), 'markdown')
    ]
  }
  const checked = async (root: string): Promise<string | undefined> => callsFor(root)[0]?.()

  it('for two repositories have the same results at the same time as one after the other', async () => {
    const sequential: string[] = []
    for (const call of roots.flatMap(callsFor)) sequential.push(await call())
    const concurrent = await Promise.all(roots.flatMap(callsFor).map(call => call()))
    expect(concurrent).toEqual(sequential)
    expect(sequential[0]).toContain('/readers')
    expect(sequential[0]).toContain('6 months')
    expect(sequential[5]).toContain('/shelves')
    expect(sequential[5]).toContain('2 years')
  })

  it('see changes since the last one', async () => {
    const [root = ''] = roots
    const before = await checked(root)
    write(root, {'library/openapi.yaml': api('/loans', '/fees', '/readers')})
    expect(await checked(root)).not.toBe(before)
    await git(root, ['checkout', '--quiet', '.'])
    expect(await checked(root)).toBe(before)
  })

  const {GIT_DIR} = process.env
  afterAll(() => {
    if (GIT_DIR === undefined) delete process.env.GIT_DIR
  })

  it('leave the process unchanged and ignore git variables in its environment', async () => {
    const [root = '', other = ''] = roots
    const before = await checked(root)
    const cwd = process.cwd()
    process.env.GIT_DIR = `${other}/.git`
    const env = {...process.env}
    expect(await checked(root)).toBe(before)
    expect(process.env).toEqual(env)
    expect(process.cwd()).toBe(cwd)
  })

  it('take the day and standard error as arguments', async () => {
    let err = ''
    const where = {
      cwd: folder({'1.0.yaml': api('/loans'), '1.1.yaml': 'openapi: ['}),
      env: {},
      today: () => '2025-05-05',
      err(text: string) {
        err += text
      }
    }
    const [own, other] = await Promise.all([
      changelog({source: '.'}, where),
      changelog({source: '.', asOf: '2025-05-06'}, where)
    ])
    expect([own, other].flatMap(reportsOf).map(each => each.asOf)).toEqual(['2025-05-05', '2025-05-06'])
    expect(err).toContain('1.1.yaml')
  })
})

describe('a result', () => {
  it('has a sentence for each judgment, also where there is no finding', async () => {
    const where = {...NOW, cwd: `${roots[0]}/library`}
    const [report] = reportsOf(await check({asOf}, where))
    expect(report?.judgments.map(({message}) => message)).toEqual([report?.findings[0]?.message])
    expect(report?.judgments[0]?.message).toContain('`GET /readers` is removed in the next release')
    const {changes} = await diff({old: 'main:./openapi.yaml', new: 'openapi.yaml', asOf}, where)
    expect(changes.map(({message}) => message)).toEqual(['Removed `GET /readers`.'])
    const ended = `${history('2024-01-01')}  - release: '1.2'\n    date: 2026-08-01\n    changes:\n      - removed: GET /fees\n`
    const [past] = reportsOf(await audit({history: {name: 'ended.yaml', text: ended}, asOf: '2026-09-01'}, NOW))
    expect(past?.judgments.map(({verdict, message}) => [verdict, message])).toEqual([
      [
        'compliant',
        '`GET /fees` was removed after its sunset on 2026-06-01 (ga). The required 13 months passed between 1.1 (2025-02-01) and the sunset.'
      ]
    ])
  })

  it('is written in another format only if a call returned it', async () => {
    const result = await diff({old: described('/loans'), new: described()}, NOW)
    expect(await format(result, 'markdown')).toContain('Removed `GET /loans`')
    await expect(format(structuredClone(result), 'markdown')).rejects.toThrow('Pass the object that the call returned.')
    expect(() => exitCode({})).toThrow(InputError)
    await expect(format(result, 'jsno' as 'json')).rejects.toThrow('Did you mean `json`?')
    await expect(format(await notes({release: '1.1', history: given()}, NOW), 'sarif')).rejects.toThrow(InputError)
  })
})

const given = () => ({name: 'given.yaml', text: history('2025-01-01')})

describe('what files contain', () => {
  it('can be given as objects and texts', async () => {
    const pair = {old: described('/loans', '/readers'), new: described('/loans')}
    const {old, new: newer, changes} = await diff({...pair, asOf}, NOW)
    expect([old.source, newer.source]).toEqual(['old.json', 'new.json'])
    expect(changes.map(({kind, places}) => [kind, places.old?.source, places.old?.line])).toEqual([
      ['operation-removed', 'old.json', 18]
    ])
    expect(await nextVersion({...pair, asOf}, NOW)).toMatchObject({needs: {next: '2.0.0'}})
    const checked = await check(
      {base: pair.old, spec: pair.new, policy: 'thirteen-months', asOf},
      {...NOW, cwd: folder()}
    )
    expect(
      reportsOf(checked).flatMap(({findings}) => findings.map(({verdict, subject}) => [verdict, subject]))
    ).toEqual([['violation', 'GET /readers']])
    expect(exitCode(checked)).toBe(1)
    const types = (name: string, fields: string) => ({
      name,
      text: `type Query { loans: [Loan] }\ntype Loan { ${fields} }\n`
    })
    const graphql = await diff(
      {old: types('old.graphql', 'id: ID due: String'), new: types('new.graphql', 'id: ID')},
      NOW
    )
    expect(graphql.changes.map(({kind, subject}) => [kind, subject])).toEqual([['field-removed', 'Loan.due']])
  })

  it('can be a history, a policy, a template, and a list of endpoints', async () => {
    const own = {name: 'own.yaml', text: policy('6 months')}
    const [report] = reportsOf(await due({history: given(), policy: own, within: '1y', asOf}, NOW))
    expect(report).toMatchObject({
      policy: {name: 'own'},
      due: [{state: 'coming', subject: 'GET /fees', day: '2026-06-01'}]
    })
    const template = {name: 'notes.md.liquid', text: '{{ service }} {{ releases[0].name }}'}
    expect(await notes({history: given(), release: '1.1', template, format: 'markdown'}, NOW)).toBe(
      'Lending Library 1.1'
    )
    const used = {name: 'uses.txt', text: 'GET /fees\n'}
    const {later} = await upgrade({history: given(), from: '1.0', to: '1.1', uses: used, asOf}, NOW)
    expect(later.map(({subject, until}) => [subject, until])).toEqual([['GET /fees', '2026-06-01']])
    expect(await explain({id: 'value-added'}, NOW)).toMatchObject({kind: 'value-added'})
    const found = reportsOf(await usages({dir: `${roots[0]}/library/client`, history: given(), asOf}, NOW))
    expect(found.map(({usage}) => usage?.endpoints.map(({subject}) => subject))).toEqual([['GET /fees']])
  })

  it('are relative to the folder of the call', async () => {
    const cwd = folder({'old.yaml': api('/loans', '/readers'), 'new.yaml': api('/loans')})
    const {old, new: newer, summary} = await diff({old: 'old.yaml', new: 'new.yaml', asOf}, {cwd})
    expect([old.source, newer.source, summary.breaking]).toEqual(['old.yaml', 'new.yaml', 1])
  })
})

describe('an InputError', () => {
  const pair = {old: described(), new: described()}
  const wrong = (request: object) => request as never

  it.each<[string, () => Promise<unknown>, string]>([
    ['no object', () => diff(wrong([])), 'The options of `diff` must be an object.'],
    ['a missing option', () => diff(wrong({})), '`diff` needs `old`.'],
    ['standard input', () => diff(wrong({...pair, old: '-'})), "`old` can't be standard input."],
    ['an unknown option', () => diff(wrong({...pair, polcy: 'x'})), '`diff` has no `polcy`. Did you mean `policy`?'],
    ['a name of the command line', () => audit(wrong({'as-of': asOf})), '`audit` has no `as-of`. Did you mean `asOf`?'],
    ['an option that writes', () => changelog(wrong({write: 'CHANGES.md'})), '`changelog` has no `write`.'],
    [
      'a value of another type',
      () => diff(wrong({...pair, old: 1})),
      '`old` must be a path, an object, or `{name, text}`.'
    ],
    ['a switch that is text', () => audit(wrong({verbose: 'yes'})), '`verbose` must be true or false.'],
    ['an unknown value', () => diff(wrong({...pair, direction: 'up'})), "`direction` can't be `up`."],
    ['an unknown format', () => check(wrong({format: 'xml'})), "`format` can't be `xml`."],
    ['a format of another command', () => due(wrong({format: 'sarif'})), "`format` can't be `sarif`."],
    [
      'a text without a name',
      () => diff(wrong({...pair, old: {text: ''}})),
      '`old` needs a `name` next to its `text`.'
    ],
    ['two texts of one name', () => diff({old: given(), new: given()}), 'Two texts have the name `given.yaml`.'],
    ['no JSON', () => diff({...pair, old: {paths: 1n}}), "`old` can't be written as JSON"],
    [
      'a template without text',
      () => notes({release: '1.1', history: given(), template: 'github'}),
      '`--format markdown`'
    ],
    ['a part without text', () => changelog({history: given(), part: 'news'}), '`--format markdown`'],
    ['a day that does not exist', () => due({history: given(), asOf: '2026-02-30'}), "isn't a day that exists"],
    ['no file', () => audit({source: 'nowhere'}), 'nowhere']
  ])('is thrown for %s', async (_, call, message) => {
    const error = await call().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({message: expect.stringContaining(message)})
  })

  it('has the place in a text', async () => {
    const error = await diff({...pair, old: {name: 'a.yaml', text: 'openapi: ['}}).catch((caught: unknown) => caught)
    expect(error).toMatchObject({problems: [{place: {source: 'a.yaml', line: 1}}]})
  })

  it('has the problems of each of several APIs', async () => {
    const cwd = folder({
      'tenure.yaml':
        'format: 1\napis:\n  - {name: loans, spec: none, history: a.yaml}\n  - {name: readers, spec: none, history: b.yaml}\n',
      'a.yaml': 'service: [',
      'b.yaml': 'service: ['
    })
    const error = await audit({asOf}, {cwd}).catch((caught: unknown) => caught)
    expect(error).toMatchObject({problems: [{place: {source: 'a.yaml'}}, {place: {source: 'b.yaml'}}]})
  })

  it('is thrown for plugins that the target lists, which do not run', async () => {
    const files = {'tenure.yaml': 'format: 1\nplugins: [own.mjs]\n', 'own.mjs': '', 'openapi.yaml': api('/loans')}
    const cwd = await repositoryOf({main: [['2025-01-01', files]]})
    await expect(check({asOf}, {cwd})).rejects.toThrow('`own.mjs`')
  })
})
