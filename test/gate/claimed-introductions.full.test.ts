import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
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

// Some periods start at the introduction of an endpoint or of its successor, as stated in the history of the target.

const CONFIG = 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\npolicy: policy.yaml\n'
const [LOANS, FEES, NEWER] = [get('/v1/loans'), get('/v1/fees'), get('/v2/fees')]
const LINES = ['added: GET /v1/loans', 'added: GET /v1/fees']
const FIRST: Release = ['1.0', '2019-01-01', LINES]
const POLICY = {
  'policy.yaml':
    'format: 1\nname: p\nextends: thirteen-months\nguarantees: {ga: {notice: 13 months, starts: [announcement, {successor: same}], overlap: 13 months, breaking: forbidden}}\n'
}
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
const withReleases = (...releases: readonly Release[]): Files => ({'history.yaml': history([FIRST, ...releases])})
const withLine = (line: string): Files => ({'history.yaml': history([['1.0', '2019-01-01', [...LINES, line]]])})
const accepts = (day: string): Files => ({
  'tenure.yaml': `${CONFIG}adopted: {day: ${day}, approver: api@library.example}\n`
})

/** Checks the removal of an endpoint after these commits. */
async function remove(main: readonly State[], remaining: readonly string[] = [LOANS], tags: readonly string[] = []) {
  const cwd = await repositoryOf({main, branch: [[TODAY, {'openapi.yaml': spec(...remaining)}]]})
  for (const tag of tags) {
    const [name = '', commit = ''] = tag.split(' ')
    await git(cwd, ['tag', name, commit])
  }
  return tenure(['check', '--as-of', TODAY, '--fail-on=undetermined'], {cwd})
}

const folderOf = (changes: string): Files => ({
  'tenure.yaml': CONFIG.replace('history.yaml', 'past'),
  'past/service.yaml': 'format: 1\nservice: Lending Library API\n',
  'past/releases/1.0.yaml': `release: "1.0"\ndate: 2019-01-01\nchanges: [${changes}]\n`
})

describe.concurrent('an introduction starts when the target shows it, and not on the earlier day of', () => {
  const rows: Readonly<Record<string, readonly [first: Files, second: Files, remaining?: readonly string[]]>> = {
    'an entry that was added to an old release': [{}, withLine('added: GET /v2/fees')],
    'an entry that was added together with the endpoint': [
      {},
      {...withLine('added: GET /v2/fees'), 'openapi.yaml': spec(LOANS, FEES, NEWER)},
      [LOANS, NEWER]
    ],
    'a new release with a past date': [{}, withReleases(['1.1', '2020-01-01', ['added: GET /v2/fees']])],
    'a `restored` entry in an old release': [{}, withLine('restored: GET /v2/fees')],
    'a `renamed` entry in an old release': [{}, withLine('{renamed: GET /v1/dues, to: GET /v2/fees}')],
    'a `promoted` entry in an old release': [{}, withLine('{promoted: GET /v1beta/fees, to: GET /v2/fees}')],
    'a release whose date was moved back': [
      withReleases(['2.0', '2026-02-01', ['added: GET /v2/fees']]),
      withReleases(['2.0', '2020-01-01', ['added: GET /v2/fees']])
    ],
    'an entry about a replacement': [
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
    'a file of a history folder': [
      {'history.yaml': DELETED, ...folderOf('added: GET /v1/loans, added: GET /v1/fees')},
      folderOf('added: GET /v1/loans, added: GET /v1/fees, added: GET /v2/fees')
    ],
    'a first history': [
      {'history.yaml': DELETED, 'tenure.yaml': CONFIG.replace('history: history.yaml\n', '')},
      {...withLine('added: GET /v2/fees'), 'tenure.yaml': CONFIG}
    ],
    'an entry that was merged after the target accepted its history': [
      accepts('2026-02-28'),
      {...accepts('2026-02-28'), ...withLine('added: GET /v2/fees')}
    ],
    'a release that was accepted with a later date': [
      {...accepts('2026-02-28'), ...withReleases(['2.0', '2026-02-01', ['added: GET /v2/fees']])},
      {...accepts('2026-02-28'), ...withReleases(['2.0', '2020-01-01', ['added: GET /v2/fees']])}
    ],
    'a release whose date was moved back, for a lifetime requirement': [
      {...LIFETIME, 'history.yaml': history([['1.0', '2025-06-01', LINES]])},
      {...LIFETIME, ...withReleases()}
    ],
    'an inserted earlier release, for a lifetime requirement': [
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

  it.each(sample(Object.entries(rows)))('%s', async (_, [first, second, remaining]) => {
    const before: Files = {...MAIN, ...first}
    const begin = Object.fromEntries(Object.entries(before).filter(([, text]) => text !== DELETED))
    const {code, out, err} = await remove(
      [
        ['2025-06-01', begin],
        ['2026-03-01', second]
      ],
      remaining
    )
    expect(code, out + err).toBe(1)
  })
})

describe.concurrent('an introduction starts on the stated day if', () => {
  const both = {'openapi.yaml': spec(LOANS, FEES, NEWER)}
  const import_ = {...withLine('added: GET /v2/fees')}
  const rows: Readonly<Record<string, readonly [main: readonly State[], tags?: readonly string[]]>> = {
    'the target listed it at that time': [
      [['2020-01-01', {...MAIN, ...both, ...withReleases(['1.1', '2020-01-01', ['added: GET /v2/fees']])}]]
    ],
    'the date of its release was corrected later': [
      [
        ['2020-01-01', {...MAIN, ...both, ...withReleases(['1.1', '2020-01-01', ['added: GET /v2/fees']])}],
        ['2026-03-01', withReleases(['1.1', '2019-12-30', ['added: GET /v2/fees']])]
      ]
    ],
    'its entry moved into a history folder': [
      [
        ['2020-01-01', {...MAIN, ...both, ...withLine('added: GET /v2/fees')}],
        [
          '2026-03-01',
          {'history.yaml': DELETED, ...folderOf('added: GET /v1/loans, added: GET /v1/fees, added: GET /v2/fees')}
        ]
      ]
    ],
    'earlier descriptions of the target show it, and the first history states it': [
      [
        ['2020-01-01', {...both, ...POLICY, 'tenure.yaml': CONFIG.replace('history: history.yaml\n', '')}],
        ['2026-03-01', {'tenure.yaml': CONFIG, ...import_}]
      ]
    ],
    'a tag of the target shows it under another path': [
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
    'the target accepts its history': [[['2026-02-01', {...MAIN, ...both, ...import_, ...accepts('2026-02-01')}]]],
    'the target accepted its history, and the date of its release was corrected to a later day': [
      [
        [
          '2026-02-01',
          {...MAIN, ...both, ...withReleases(['1.1', '2020-01-01', ['added: GET /v2/fees']]), ...accepts('2026-02-01')}
        ],
        ['2026-03-01', withReleases(['1.1', '2020-02-01', ['added: GET /v2/fees']])]
      ]
    ]
  }

  it.each(sample(Object.entries(rows)))('%s', async (_, [main, tags]) => {
    const {code, out, err} = await remove(main, [LOANS, NEWER], tags)
    expect(code, out + err).toBe(0)
  })

  it('the description has shown the endpoint for the whole required lifetime', async () => {
    const old: State = ['2020-01-01', {...MAIN, ...LIFETIME, 'history.yaml': history([['1.0', '2025-06-01', LINES]])}]
    const {code, out} = await remove([old, ['2026-03-01', withReleases()]])
    expect(code, out).toBe(0)
  })
})
