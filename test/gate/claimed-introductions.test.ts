import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {
  DELETED,
  type Files,
  get,
  git,
  history,
  type Release,
  repositoryOf,
  type State,
  spec,
  TODAY
} from './scenario.ts'

// Periods that count from the introduction of an endpoint or of its successor. The history states it, and what it states
// was merged by an earlier change.

const CONFIG = 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\npolicy: policy.yaml\n'
const [LOANS, FEES, NEWER] = [get('/v1/loans'), get('/v1/fees'), get('/v2/fees')]
const LINES = ['added: GET /v1/loans', 'added: GET /v1/fees']
const FIRST: Release = ['1.0', '2019-01-01', LINES]
const POLICY = {'policy.yaml': 'format: 1\nname: p\nextends: thirteen-months\n'}
const LIFETIME = {
  'policy.yaml':
    'format: 1\nname: p\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {lifetime: 24 months, breaking: forbidden}}\n'
}
const MAIN: Files = {
  'openapi.yaml': spec(LOANS, FEES),
  'tenure.yaml': CONFIG,
  ...POLICY,
  'history.yaml': history([FIRST])
}
const told = (...releases: readonly Release[]): Files => ({'history.yaml': history([FIRST, ...releases])})
const withLine = (line: string): Files => ({'history.yaml': history([['1.0', '2019-01-01', [...LINES, line]]])})
const accepts = (day: string): Files => ({
  'tenure.yaml': `${CONFIG}acceptedHistory: {approved: ${day}, approver: api@library.example}\n`
})

/** The removal of an endpoint after these states. */
async function remove(main: readonly State[], left: readonly string[] = [LOANS], tags: readonly string[] = []) {
  const cwd = await repositoryOf({main, branch: [[TODAY, {'openapi.yaml': spec(...left)}]]})
  for (const tag of tags) {
    const [name = '', commit = ''] = tag.split(' ')
    await git(cwd, ['tag', name, commit])
  }
  return tenure(['check', '--as-of', TODAY, '--strict'], {cwd})
}

const folderOf = (changes: string): Files => ({
  'tenure.yaml': CONFIG.replace('history.yaml', 'past'),
  'past/service.yaml': 'format: 1\nservice: Lending Library API\n',
  'past/releases/1.0.yaml': `release: "1.0"\ndate: 2019-01-01\nchanges: [${changes}]\n`
})

describe.concurrent('an introduction counts from when the target shows it, and not from', () => {
  const rows: Readonly<Record<string, readonly [first: Files, second: Files, left?: readonly string[]]>> = {
    'a line that an old release got': [{}, withLine('added: GET /v2/fees')],
    'the line of an endpoint that came together with it': [
      {},
      {...withLine('added: GET /v2/fees'), 'openapi.yaml': spec(LOANS, FEES, NEWER)},
      [LOANS, NEWER]
    ],
    'a new release that is dated back': [{}, told(['1.1', '2020-01-01', ['added: GET /v2/fees']])],
    'a restoration in an old release': [{}, withLine('restored: GET /v2/fees')],
    'a new name in an old release': [{}, withLine('{renamed: GET /v1/dues, to: GET /v2/fees}')],
    'a promotion in an old release': [{}, withLine('{promoted: GET /v1beta/fees, to: GET /v2/fees}')],
    'a release whose day moves back': [
      told(['2.0', '2026-02-01', ['added: GET /v2/fees']]),
      told(['2.0', '2020-01-01', ['added: GET /v2/fees']])
    ],
    'the line of a replacement': [
      {},
      {
        'history.yaml': history([
          [
            '1.0',
            '2019-01-01',
            [...LINES, 'added: GET /v1/dues', '{deprecated: GET /v1/fees, replacement: GET /v1/dues}']
          ]
        ])
      }
    ],
    'a file of a folder': [
      {'history.yaml': DELETED, ...folderOf('added: GET /v1/loans, added: GET /v1/fees')},
      folderOf('added: GET /v1/loans, added: GET /v1/fees, added: GET /v2/fees')
    ],
    'a first history': [
      {'history.yaml': DELETED, 'tenure.yaml': CONFIG.replace('history: history.yaml\n', '')},
      {...withLine('added: GET /v2/fees'), 'tenure.yaml': CONFIG}
    ],
    'a line that was merged after the target accepted its history': [
      accepts('2026-02-28'),
      {...accepts('2026-02-28'), ...withLine('added: GET /v2/fees')}
    ],
    'a release that was approved with another day': [
      {...accepts('2026-02-28'), ...told(['2.0', '2026-02-01', ['added: GET /v2/fees']])},
      {...accepts('2026-02-28'), ...told(['2.0', '2020-01-01', ['added: GET /v2/fees']])}
    ],
    'a release that is dated back, for a lifetime': [
      {...LIFETIME, 'history.yaml': history([['1.0', '2025-06-01', LINES]])},
      {...LIFETIME, ...told()}
    ],
    'a release that was put before, for a lifetime': [
      {...LIFETIME, 'history.yaml': history([['1.0', '2025-06-01', LINES]])},
      {
        ...LIFETIME,
        'history.yaml': history([
          ['0.9', '2019-01-01', ['added: GET /v1/fees']],
          ['1.0', '2025-06-01', ['added: GET /v1/loans']]
        ])
      }
    ]
  }

  it.each(Object.entries(rows))('%s', async (_, [first, second, left]) => {
    const before: Files = {...MAIN, ...first}
    const begin = Object.fromEntries(Object.entries(before).filter(([, text]) => text !== DELETED))
    const {code, out, err} = await remove(
      [
        ['2025-06-01', begin],
        ['2026-03-01', second]
      ],
      left
    )
    expect(code, out + err).toBe(1)
  })
})

describe.concurrent('an introduction counts as it is stated', () => {
  const both = {'openapi.yaml': spec(LOANS, FEES, NEWER)}
  const import_ = {...withLine('added: GET /v2/fees')}
  const rows: Readonly<Record<string, readonly [main: readonly State[], tags?: readonly string[]]>> = {
    'where the target had the line in time': [
      [['2020-01-01', {...MAIN, ...both, ...told(['1.1', '2020-01-01', ['added: GET /v2/fees']])}]]
    ],
    'where its release was corrected later': [
      [
        ['2020-01-01', {...MAIN, ...both, ...told(['1.1', '2020-01-01', ['added: GET /v2/fees']])}],
        ['2026-03-01', told(['1.1', '2019-12-30', ['added: GET /v2/fees']])]
      ]
    ],
    'where its line moved into a folder': [
      [
        ['2020-01-01', {...MAIN, ...both, ...withLine('added: GET /v2/fees')}],
        [
          '2026-03-01',
          {'history.yaml': DELETED, ...folderOf('added: GET /v1/loans, added: GET /v1/fees, added: GET /v2/fees')}
        ]
      ]
    ],
    'where the descriptions of the target showed it, and a first history states it': [
      [
        ['2020-01-01', {...both, ...POLICY, 'tenure.yaml': CONFIG.replace('history: history.yaml\n', '')}],
        ['2026-03-01', {'tenure.yaml': CONFIG, ...import_}]
      ]
    ],
    'where a tag of the target showed it under another path': [
      [
        [
          '2020-01-01',
          {
            ...POLICY,
            'openapi.yaml': spec(LOANS, FEES, NEWER),
            'tenure.yaml': CONFIG.replace('history: history.yaml\n', '')
          }
        ],
        ['2026-03-01', {'tenure.yaml': CONFIG, ...import_}]
      ],
      ['1.0 main~1']
    ],
    'where the target accepts it': [[['2026-02-01', {...MAIN, ...both, ...import_, ...accepts('2026-02-01')}]]],
    'where the target accepted it, and its release was corrected to a later day': [
      [
        [
          '2026-02-01',
          {...MAIN, ...both, ...told(['1.1', '2020-01-01', ['added: GET /v2/fees']]), ...accepts('2026-02-01')}
        ],
        ['2026-03-01', told(['1.1', '2020-02-01', ['added: GET /v2/fees']])]
      ]
    ]
  }

  it.each(Object.entries(rows))('%s', async (_, [main, tags]) => {
    const {code, out, err} = await remove(main, [LOANS, NEWER], tags)
    expect(code, out + err).toBe(0)
  })

  it('for a lifetime, where the description has shown the endpoint for that long', async () => {
    const old: State = ['2020-01-01', {...MAIN, ...LIFETIME, 'history.yaml': history([['1.0', '2025-06-01', LINES]])}]
    const {code, out} = await remove([old, ['2026-03-01', told()]])
    expect(code, out).toBe(0)
  })
})
