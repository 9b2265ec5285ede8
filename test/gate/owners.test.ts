import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {check, type Files, get, repositoryOf, spec, TODAY} from './scenario.ts'

const KEPT = get('/v1/shelves')
const LOANS = 'x-owner: "@library/operation", tags: [loans], '
const CONFIG = 'format: 1\nspec: openapi.yaml\n'

/** The owners of the removed `GET /v1/loans`, as the report tells them. */
async function ownersOf(main: Files, branch: Files = {}): Promise<unknown> {
  const without = {'openapi.yaml': main['openapi.yaml']?.replace(/^ {2}\/v1\/loans.*\n/m, '') ?? ''}
  const cwd = await repositoryOf({
    main: [['2024-06-01', {'tenure.yaml': CONFIG, ...main}]],
    branch: [[TODAY, {...without, ...branch}]]
  })
  const {out, err} = await check(cwd, ['--base', 'main'])
  expect(err).toBe('')
  const {findings} = JSON.parse(out)
  expect(findings[0].subject).toBe('GET /v1/loans')
  return findings[0].owners
}

const inTags = (document: string): string =>
  document.replace('paths:', 'tags:\n  - {name: loans, x-owner: [tag@library.example]}\npaths:')
const atRoot = (document: string): string => document.replace('paths:', 'x-owner: "@library/root"\npaths:')
const inPath = (document: string): string => document.replace('/v1/loans: {', '/v1/loans: {x-owner: "@library/path", ')
const TAGGED = spec(get('/v1/loans', 'tags: [loans], '), KEPT)
const OWNED = `${CONFIG}owners:\n  - {tag: loans, owners: "@library/tagged"}\n  - {subject: /v1/**, owners: ["@library/v1", "@ada"]}\n`

it.each<readonly [string, Files, readonly string[] | undefined]>(
  sample([
    ['nothing', {'openapi.yaml': TAGGED}, undefined],
    [
      'x-owner of the operation',
      {'openapi.yaml': inPath(inTags(atRoot(spec(get('/v1/loans', LOANS), KEPT)))), 'tenure.yaml': OWNED},
      ['@library/operation']
    ],
    ['x-owner of the path', {'openapi.yaml': inPath(inTags(atRoot(TAGGED))), 'tenure.yaml': OWNED}, ['@library/path']],
    ['x-owner of a tag', {'openapi.yaml': inTags(atRoot(TAGGED)), 'tenure.yaml': OWNED}, ['tag@library.example']],
    ['x-owner of the description', {'openapi.yaml': atRoot(TAGGED), 'tenure.yaml': OWNED}, ['@library/root']],
    [
      'the last entry of the configuration',
      {'openapi.yaml': TAGGED, 'tenure.yaml': OWNED, CODEOWNERS: '* @all\n'},
      ['@library/v1', '@ada']
    ],
    [
      'the last line of CODEOWNERS',
      {'openapi.yaml': TAGGED, CODEOWNERS: '* @all\n/openapi.yaml @library/api\n'},
      ['@library/api']
    ],
    ['a line of CODEOWNERS without owners', {'openapi.yaml': TAGGED, CODEOWNERS: '* @all\n/openapi.yaml\n'}, undefined]
  ])
)('owners come from %s', async (_, main, owners) => {
  expect(await ownersOf(main)).toEqual(owners)
})

it('owners are those of the file of the operation', async () => {
  const main = {
    'tenure.yaml': 'format: 1\nspec: api/openapi.yaml\n',
    'api/openapi.yaml': spec('/v1/loans: {$ref: "./paths/loans.yaml"}', KEPT),
    'api/paths/loans.yaml': get('/v1/loans').replace(/^[^{]*/, ''),
    CODEOWNERS: '* @all\n/api/paths/ @library/loans\n'
  }
  const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, {'api/openapi.yaml': spec(KEPT)}]]})
  const {findings} = JSON.parse((await check(cwd, ['--base', 'main'])).out)
  expect(findings[0].owners).toEqual(['@library/loans'])
})

it.each([
  ['all whose operations it reaches', '', '`@library/loans` and `@library/fees`'],
  ['whom the configuration names', 'owners: [{subject: Loan.due, owners: "@ada"}]\n', '`@ada`']
])('a shared part is owned by %s', async (_, config, line) => {
  const document = (type: string) =>
    `${spec(
      ...['loans', 'fees'].map(name =>
        get(`/v1/${name}`, `x-owner: "@library/${name}", `, 'loan: {$ref: "#/components/schemas/Loan"}')
      ),
      get('/v1/shelves', 'x-owner: "@library/shelves", ')
    )}components: {schemas: {Loan: {type: object, properties: {due: {type: ${type}}}}}}\n`
  const main = {'openapi.yaml': document('string'), 'tenure.yaml': CONFIG + config, CODEOWNERS: '* @library/all\n'}
  const cwd = await repositoryOf({
    main: [['2024-06-01', main]],
    branch: [[TODAY, {'openapi.yaml': document('integer')}]]
  })
  const {out} = await tenure(['check', '--as-of', TODAY, '--base', 'main', '--format', 'stylish'], {cwd})
  // The owners of all findings are named once.
  expect(out).toContain(`Have the owners approve a waiver: ${line}.\n`)
  expect(out).not.toContain('Owned by')
})

it('owners are those of the tip of the target', async () => {
  const cwd = await repositoryOf({
    main: [['2024-06-01', {'openapi.yaml': TAGGED, CODEOWNERS: '* @old\n'}]],
    branch: [[TODAY, {'openapi.yaml': spec(KEPT), CODEOWNERS: '* @mallory\n'}]],
    later: [[TODAY, {CODEOWNERS: '* @new\n'}]]
  })
  const {findings} = JSON.parse((await check(cwd, ['--base', 'main'])).out)
  expect(findings[0].owners).toEqual(['@new'])
})

it('with several APIs, the entries of an API come after those of all', async () => {
  const config =
    'format: 1\nowners:\n  - {subject: /v1/**, owners: "@library/all"}\napis:\n' +
    '  - {name: lending, spec: openapi.yaml, owners: [{subject: GET /v1/loans, owners: "@library/loans"}]}\n'
  expect(await ownersOf({'openapi.yaml': TAGGED, 'tenure.yaml': config})).toEqual(['@library/loans'])
})

describe('reports', async () => {
  const main = {
    'openapi.yaml': spec(
      get('/v1/loans', 'x-owner: "@library/loans", '),
      get('/v1/fees', 'x-owner: "@library/fees", '),
      get('/v1/fines', 'x-owner: "@library/fees", '),
      KEPT
    )
  }
  const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, {'openapi.yaml': spec(KEPT)}]]})
  const write = async (format: string) =>
    (await tenure(['check', '--as-of', TODAY, '--base', 'main', '--format', format], {cwd})).out

  it.each(['stylish', 'markdown', 'github'])('as %s group by owner, whose names notify no one', async format => {
    const out = await write(format)
    expect(out).toContain(
      'Have the owners approve a waiver: `@library/loans` (1 finding) and `@library/fees` (2 findings).'
    )
    expect(out).toContain('Owned by `@library/loans`')
    expect(out).not.toMatch(/(?<![`"])@library/)
  })

  it('as SARIF and Code Quality name the owners', async () => {
    const {runs} = JSON.parse(await write('sarif'))
    expect(runs[0].results.map((each: {properties: object}) => each.properties)).toMatchObject([
      {subject: 'GET /v1/loans', owners: ['@library/loans']},
      {owners: ['@library/fees']},
      {owners: ['@library/fees']}
    ])
    const issues = JSON.parse(await write('gitlab')) as {description: string}[]
    expect(issues.filter(({description}) => description.includes('Owned by `@library/fees`.'))).toHaveLength(2)
  })
})

it.each(
  sample([
    ['owners:\n  - {owners: "@ada"}', 'tenure.yaml:4:5', 'has either `subject` or `tag`'],
    ['owners:\n  - {subject: /v1/**, tag: x, owners: "@ada"}', 'tenure.yaml:4:5', 'has either `subject` or `tag`'],
    ['owners:\n  - {subject: loans, owners: "@ada"}', 'tenure.yaml:4:', "`loans` isn't a subject"],
    ['owners:\n  - {tag: x}', 'tenure.yaml:4:', '`owners`']
  ])
)('`%s` is rejected with its place', async (text, place, message) => {
  const cwd = await repositoryOf({
    main: [['2024-06-01', {'openapi.yaml': TAGGED, 'tenure.yaml': `${CONFIG}${text}\n`}]],
    branch: []
  })
  const {code, err} = await tenure(['check', '--base', 'main'], {cwd})
  expect(code).toBe(2)
  expect(err).toContain(place)
  expect(err).toContain(message)
})

it.each([
  ['owner', 'format: 1\napis:\n  - {name: a, spec: openapi.yaml, owner: "@library/lonas"}\n', '3:42'],
  ['owners', `${CONFIG}owners:\n  - {tag: loans, owners: ["@library/lonas"]}\n`, '4:26']
])('refuses a typo of a team in `%s`', async (_, config, at) => {
  const refused = (text: string) =>
    repositoryOf({
      main: [
        [
          '2024-06-01',
          {'tenure.yaml': text, 'openapi.yaml': TAGGED, CODEOWNERS: '[api] @library/fees\n* @library/loans\n'}
        ]
      ]
    }).then(cwd => tenure(['check', '--as-of', TODAY], {cwd}))
  const {code, err} = await refused(config)
  expect({code, err}).toEqual({
    code: 2,
    err: `tenure.yaml:${at}: \`CODEOWNERS\` doesn't name \`@library/lonas\`, but \`@library/loans\`. Correct the name, or add a line for it there.\n`
  })
  expect((await refused(config.replace('@library/lonas', '@library/members'))).code).toBe(0)
})

it('`waive` names the owners, unless one of them approved', async () => {
  const cwd = await repositoryOf({
    main: [['2024-06-01', {'tenure.yaml': CONFIG, 'openapi.yaml': TAGGED, CODEOWNERS: '* @library/loans @ada\n'}]],
    branch: [[TODAY, {'openapi.yaml': spec(KEPT)}]]
  })
  const waive = async (approver: string, reason: string): Promise<string> => {
    const args = ['waive', 'GET /v1/loans', '--reason', reason, '--approver', approver, '--as-of', TODAY]
    return (await tenure(args, {cwd})).out
  }
  expect(await waive('@nobody/else', 'legal')).toMatch(
    /It counts once it is merged into the target branch\.\nIt is owned by `@library\/loans` or `@ada`, who should approve it\.\n$/
  )
  expect(await waive('@ada', 'security')).toMatch(/merged into the target branch\.\n$/)
})
