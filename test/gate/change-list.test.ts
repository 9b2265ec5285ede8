import {describe, expect, it} from 'vitest'
import {type CommandResult, tenure} from '../cli/run.ts'
import {get, history, type Release, repositoryOf, spec, TODAY} from './scenario.ts'

const RECORDED: Release = [
  '1.0',
  '2024-01-15',
  [
    'added: GET /v1/loans',
    'added: GET /v1/shelves',
    '{deprecated: GET /v1/desks, sunset: 2027-05-01, replacement: none}'
  ]
]
const BEFORE = spec(get('/v1/loans'), get('/v1/shelves'), get('/v1/desks', 'deprecated: true, x-sunset: 2027-05-01, '))

/** Runs `check` on a change of the description. */
async function check(after: string, args: readonly string[] = [], before: string = BEFORE): Promise<CommandResult> {
  const cwd = await repositoryOf({
    main: [['2024-06-01', {'openapi.yaml': before, 'history.yaml': history([RECORDED])}]],
    branch: [[TODAY, {'openapi.yaml': after}]]
  })
  return tenure(['check', '--as-of', TODAY, ...args], {cwd})
}

const lineOf = (out: string): string | undefined => out.split('\n').find(line => line.startsWith('Changes: '))

const AFTER = spec(
  get('/v1/loans', '', 'id: {type: string}, due: {type: string}'),
  get('/v1/shelves', 'deprecated: true, x-sunset: 2027-12-26, x-replaced-by: none, '),
  get('/v1/desks'),
  get('/v1/readers')
)

describe.concurrent('the list of changes in the report of `check`', () => {
  it('is counted below the verdict and complete even without findings', async () => {
    const {code, out} = await check(AFTER)
    expect(code).toBe(0)
    expect(lineOf(out)).toBe(
      'Changes: 1 deprecated (sunset 2027-12-26), 1 deprecation withdrawn, 1 added, 1 compatible'
    )
    expect(out.slice(out.indexOf('\n\n') + 2)).toBe(
      [
        'Changes',
        '  Deprecated',
        '    `GET /v1/shelves` is now deprecated; support ends on 2027-12-26.',
        '    `GET /v1/desks` is no longer deprecated.',
        '  Added',
        '    Added `GET /v1/readers`.',
        '  Compatible',
        '    `GET /v1/loans`: added `due` to the `200` response.',
        ''
      ].join('\n')
    )
  })

  it("includes changes that the history doesn't list yet, because `record` adds them", async () => {
    const {out} = await check(AFTER, ['--format', 'json'])
    expect(JSON.parse(out).findings).toEqual([])
  })

  it('is data in JSON, with breaking changes first', async () => {
    const after = spec(get('/v1/loans', '', 'id: {type: integer}'), get('/v1/desks'), get('/v1/readers'))
    const {code, out} = await check(after, ['--format', 'json'])
    expect(code).toBe(1)
    const {changes} = JSON.parse(out)
    expect(changes.counts).toEqual({removed: 1, breaking: 1, withdrawn: 1, added: 1})
    expect(
      changes.list.map(({effect, subjects}: {effect: string; subjects: string[]}) => [effect, ...subjects])
    ).toEqual([
      ['removed', 'GET /v1/shelves'],
      ['breaking', 'GET /v1/loans (field id, in response)'],
      ['withdrawn', 'GET /v1/desks'],
      ['added', 'GET /v1/readers']
    ])
    expect(changes.list[3].place).toMatchObject({source: 'openapi.yaml'})
  })

  it('is a collapsed section in Markdown', async () => {
    const {out} = await check(AFTER, ['--format', 'markdown'])
    expect(lineOf(out)).toBe(
      'Changes: 1 deprecated (sunset 2027-12-26), 1 deprecation withdrawn, 1 added, 1 compatible.'
    )
    expect(out).toContain('<details>\n<summary>All changes</summary>')
    expect(out).toContain('- Added `GET /v1/readers`.\n')
  })

  it('is counted in the log of a GitHub workflow', async () => {
    const {out} = await check(AFTER, ['--format', 'github'])
    expect(lineOf(out)).toBe(
      'Changes: 1 deprecated (sunset 2027-12-26), 1 deprecation withdrawn, 1 added, 1 compatible'
    )
  })

  it('is cut after 20 lines unless `--verbose` is set', async () => {
    const fields = (type: string): string =>
      Array.from({length: 30}, (_, at) => `field${at}: {type: ${at % 2 === 0 ? type : 'string'}}`).join(', ')
    const paths = (type: string): string[] =>
      Array.from({length: 30}, (_, at) =>
        get(`/v1/room${at}`, '', `id${at}: {type: ${at % 2 === 0 ? type : 'string'}}`)
      )
    const [before, after] = ['string', 'integer'].map(type => spec(get('/v1/loans', '', fields(type)), ...paths(type)))
    const [cut, whole] = await Promise.all([check(after ?? '', [], before), check(after ?? '', ['--verbose'], before)])
    const listed = ({out}: CommandResult): string =>
      out.slice(out.indexOf('\nChanges\n'), out.indexOf('\nWhat to do\n'))
    expect(lineOf(cut.out)).toBe('Changes: 30 breaking')
    const [lines, all] = [cut, whole].map(each => listed(each).match(/^ {4}`/gm)?.length ?? 0)
    expect(lines).toBe(Math.min(20, all ?? 0))
    expect(listed(cut).includes('which `--verbose` lists')).toBe((all ?? 0) > 20)
  })

  it('has one line for an endpoint that the history restores and the description adds', async () => {
    const removal: Release = ['1.1', '2024-05-01', ['{removed: GET /v1/desks, replacement: none}']]
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': spec(get('/v1/loans')), 'history.yaml': history([RECORDED, removal])}]],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(get('/v1/loans'), get('/v1/desks')),
            'history.yaml': history([RECORDED, removal, ['next', undefined, ['restored: GET /v1/desks']]])
          }
        ]
      ]
    })
    const {out} = await tenure(['check', '--as-of', TODAY], {cwd})
    expect(lineOf(out)).toBe('Changes: 1 added')
  })

  it('is left out if nothing changed', async () => {
    const {code, out} = await check(`${BEFORE}# the same\n`)
    expect(code).toBe(0)
    expect(out).not.toMatch(/^Changes/m)
    expect(out).toContain('no API changes')
  })
})
