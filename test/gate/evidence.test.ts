import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {
  type Files,
  DELETED as GONE_FILE,
  get,
  history,
  type Release,
  repositoryOf,
  type State,
  spec,
  TODAY
} from './scenario.ts'

const CONFIG = 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\n'
const FIRST: Release = ['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]
const FEES = get('/v1/fees')
const loans = (maximum: number): string =>
  get('/v1/loans', `parameters: [{name: limit, in: query, schema: {type: integer, maximum: ${maximum}}}], `)
const BOTH = {'openapi.yaml': spec(loans(100), FEES)}
const LOWER = {'openapi.yaml': spec(loans(10), FEES)}
const LESS = {'openapi.yaml': spec(loans(100))}
const MAIN: Files = {...BOTH, 'tenure.yaml': CONFIG, 'history.yaml': history([FIRST])}
const GONE = '{removed: GET /v1/fees, replacement: none, note: x}'
const LIMIT = 'changed: GET /v1/loans, parameter: limit'
const told = (...releases: readonly Release[]): Files => ({'history.yaml': history([FIRST, ...releases])})

async function check(main: readonly State[], branch: Files) {
  const cwd = await repositoryOf({main, branch: [[TODAY, branch]]})
  return tenure(['check', '--as-of', TODAY, '--strict'], {cwd})
}

describe.concurrent('an observed change is new, though', () => {
  const WAIVED: Release = [
    '1.1',
    '2025-06-01',
    [
      `{${LIMIT}, kind: constraint-tightened, about: maximum, breaking: true, waiver: {reason: security, approver: me@x, approved: 2025-06-01}}`
    ]
  ]
  const cases: Readonly<Record<string, readonly [main: Files, branch: Files]>> = {
    'the last release waived the same change of the same parameter': [{...MAIN, ...told(WAIVED)}, LOWER],
    'the change records a release with a line of another kind': [
      MAIN,
      {...LOWER, ...told(['1.1', TODAY, [`{${LIMIT}, kind: documentation-changed, note: x}`]])}
    ],
    'the change records a release with a line about another keyword': [
      MAIN,
      {...LOWER, ...told(['1.1', TODAY, [`{${LIMIT}, kind: constraint-tightened, about: minimum, breaking: true}`]])}
    ],
    'the change records a release that calls it compatible': [
      MAIN,
      {...LOWER, ...told(['1.1', TODAY, [`{${LIMIT}, breaking: false, note: x}`]])}
    ],
    'the change records a release in which the endpoint was removed': [
      MAIN,
      {...LOWER, ...told(['1.1', TODAY, ['{removed: GET /v1/loans, replacement: none, note: x}']])}
    ],
    'the change records a release in which the parameter was removed': [
      MAIN,
      {...LOWER, ...told(['1.1', TODAY, ['{removed: GET /v1/loans, parameter: limit, note: x}']])}
    ],
    'the history says that the endpoint was removed before': [{...MAIN, ...told(['1.1', '2025-06-01', [GONE]])}, LESS],
    'the history says that all was removed before': [
      {...MAIN, ...told(['1.1', '2025-06-01', ['{removed: /v1/**, replacement: none, note: x}']])},
      LOWER
    ],
    'the change records two releases, and the first removes it': [
      MAIN,
      {...LESS, ...told(['1.1', TODAY, [GONE]], ['1.2', TODAY, []])}
    ],
    'the change records its removal': [MAIN, {...LESS, ...told(['1.1', TODAY, [GONE]])}]
  }
  it.each(Object.entries(cases))('%s', async (_, [main, branch]) => {
    const {code, out, err} = await check([['2025-06-01', main]], branch)
    expect(code, out + err).toBe(1)
    expect(out).toMatch(/GET \/v1\/(?:fees|loans)/)
  })
})

describe.concurrent('a release that is recorded together with its change', () => {
  it('is judged once, by its own line', async () => {
    const waiver = `{${LIMIT}, kind: constraint-tightened, about: maximum, breaking: true}`
    const {code, out} = await check([['2025-06-01', MAIN]], {...LOWER, ...told(['1.1', TODAY, [waiver]])})
    expect(code, out).toBe(1)
    expect(out).toContain('1 violation')
    expect(out).toContain('history.yaml')
  })

  it('passes with a removal after its notice', async () => {
    const marked = {...MAIN, 'openapi.yaml': spec(loans(100), get('/v1/fees', 'deprecated: true, '))}
    const {code, out} = await check(
      [
        ['2020-01-01', MAIN],
        ['2024-01-01', marked]
      ],
      {...LESS, ...told(['1.1', TODAY, [GONE]])}
    )
    expect(code, out).toBe(0)
  })

  it('passes where a removal was recorded before the description followed, and its notice was long enough', async () => {
    const announced: Release = ['1.1', '2024-01-01', ['{deprecated: GET /v1/fees, replacement: none, note: x}']]
    const marked = {'openapi.yaml': spec(loans(100), get('/v1/fees', 'deprecated: true, '))}
    const {code, out} = await check(
      [
        ['2020-01-01', MAIN],
        ['2024-01-01', {...marked, ...told(announced)}],
        ['2026-02-01', told(announced, ['1.2', '2026-02-01', [GONE]])]
      ],
      LESS
    )
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a copy of an old waiver counts as new', () => {
  const APPROVED = 'reason: security, approver: me@x, approved: 2025-06-01'
  const WAIVER = `waiver: {${APPROVED}}`
  const lowered = (about: string) =>
    `{${LIMIT}, kind: constraint-tightened, about: ${about}, breaking: true, ${WAIVER}}`
  const OLD: Release = ['1.1', '2025-06-01', [lowered('maximum')]]
  const cases: Readonly<Record<string, readonly [main: Files, branch: Files]>> = {
    'on a line of `next`': [
      {...MAIN, ...told(OLD)},
      {...LOWER, ...told(OLD, ['next', undefined, [lowered('maximum')]])}
    ],
    'on a line of a new release': [
      {...MAIN, ...told(OLD)},
      {...LOWER, ...told(OLD, ['1.2', TODAY, [lowered('maximum')]])}
    ],
    'where the old release has another name now': [
      {...MAIN, ...told(OLD)},
      {...LOWER, ...told(['1.1.1', '2025-06-01', OLD[2]])}
    ],
    'on a line about something else': [
      {...MAIN, ...told(['next', undefined, [lowered('minimum')]])},
      {...LOWER, ...told(['next', undefined, [lowered('maximum')]])}
    ],
    'of the configuration, on a line about another endpoint': [
      {...MAIN, 'tenure.yaml': `${CONFIG}waivers: [{subject: GET /v1/loans, ${APPROVED}}]\n`},
      {...LESS, ...told(['next', undefined, [GONE.replace('}', `, ${WAIVER}}`)]])}
    ]
  }
  it.each(Object.entries(cases))('%s', async (_, [main, branch]) => {
    const {code, out, err} = await check([['2025-06-01', main]], branch)
    expect(code, out + err).toBe(1)
    expect(out).toContain('1 new waiver (not counted)')
  })

  it('but one that moves from `next` to a release is the old one', async () => {
    const main = {...MAIN, ...told(['next', undefined, [lowered('maximum')]])}
    const {code, out} = await check([['2025-06-01', main]], {...LOWER, ...told(['1.1', TODAY, [lowered('maximum')]])})
    expect(code, out).toBe(0)
    expect(out).not.toContain('new waiver')
  })
})

describe.concurrent('evidence that a gate of the policy is met', () => {
  const POLICY =
    'format: 1\nname: p\nextends: thirteen-months\nguarantees: {ga: {notice: 13 months, breaking: forbidden, gates: {consent: All clients have agreed.}}}\n'
  const setUp = (more = ''): readonly State[] => [
    ['2020-01-01', {...MAIN, 'policy.yaml': POLICY, 'tenure.yaml': `${CONFIG}policy: policy.yaml\n${more}`}],
    ['2024-01-01', {'openapi.yaml': spec(loans(100), get('/v1/fees', 'deprecated: true, '))}]
  ]
  const MET = GONE.replace('}', ', met: {consent: https://library.example/minutes}}')
  const NEXT: Release = ['next', undefined, [MET]]

  it.each([
    ['in `next`', told(NEXT)],
    ['in a new release', told(['1.1', TODAY, [MET]])],
    ['in a release of the past', told(['1.1', '2025-06-01', [MET]])]
  ])("doesn't count in the change that brings it, %s", async (_, lines) => {
    const {code, out} = await check(setUp(), {...LESS, ...lines})
    expect(code, out).toBe(3)
    expect(out).toContain('without recorded evidence of `consent`')
    expect(out).toMatch(/That doesn't count, because main \(\w+\) doesn't have it\. Merge it first/)
  })

  it.each([
    ['the target accepts it', setUp('newWaivers: accept\n')],
    ['the target has it', [...setUp(), ['2026-02-01', told(NEXT)] as const]]
  ])('counts if %s', async (_, main) => {
    const {code, out} = await check(main, {...LESS, ...told(NEXT)})
    expect(code, out).toBe(0)
    expect(out).not.toContain("doesn't count")
  })

  it('counts if it moves from `next` to a release', async () => {
    const {code, out} = await check([...setUp(), ['2026-02-01', told(NEXT)]], {...LESS, ...told(['1.1', TODAY, [MET]])})
    expect(code, out).toBe(0)
  })
})

describe.concurrent('what a history says about the past', () => {
  const MAIL: Release = ['on', '2020-01-01', ['{deprecated: GET /v1/fees, replacement: none, note: x}']]
  const later = (...lines: readonly string[]): Release => ['1.1', '2025-06-01', lines]
  const START: State = ['2019-06-01', MAIN]
  /** Lines that the target gets on a day, and what it says of the removal afterwards. */
  const merged = async (lines: Files, day: string, main: readonly State[] = [START]) =>
    check([...main, [day, lines]], LESS)
  const cases: Readonly<Record<string, Files>> = {
    'an announcement': told(MAIL),
    'an announcement of all endpoints': told([
      'on',
      '2020-01-01',
      ['{deprecated: /v1/**, except: [GET /v1/loans], replacement: none, note: x}']
    ]),
    'an announcement with a statement': told(['on', '2020-01-01\n    via: mail to all clients', MAIL[2]]),
    'an announcement that an earlier release made': told(later('{deprecated: GET /v1/fees, announced: "1.0"}')),
    'an announcement in an adopted history': {
      'history.yaml': history([FIRST, MAIL], 'adopted: 2026-03-01\n')
    },
    'an announcement on the line of the removal': told([
      'next',
      undefined,
      ['{removed: GET /v1/fees, replacement: none, note: x, announced: 2020-01-01}']
    ])
  }

  it.each(Object.entries(cases))('counts from when the target has it: %s', async (_, lines) => {
    const {code, out} = await merged(lines, '2026-03-01')
    expect(code, out).toBe(1)
    expect(out).toContain('GET /v1/fees')
  })

  it('counts from then in a first history, too', async () => {
    const without: State = ['2019-06-01', {...BOTH, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}]
    const lines = {'tenure.yaml': CONFIG, ...told(MAIL)}
    const {code, out} = await merged(lines, '2026-03-01', [without])
    expect(code, out).toBe(1)
  })

  it('passes after its notice since then', async () => {
    const {code, out} = await merged(told(MAIL), '2024-06-01')
    expect(code, out).toBe(0)
  })

  it('counts from then where the history was split into a folder since', async () => {
    const [mail] = MAIL[2]
    const split = {
      'tenure.yaml': CONFIG.replace('history.yaml', 'changes'),
      'history.yaml': GONE_FILE,
      'changes/service.yaml': 'format: 1\nservice: Lending Library API\n',
      'changes/releases/1.0.yaml': `release: "1.0"\ndate: 2019-01-01\nchanges:\n${FIRST[2].map(each => `  - ${each}\n`).join('')}`,
      'changes/releases/2020-01-01.yaml': `on: 2020-01-01\nchanges:\n  - ${mail}\n`
    }
    const {code, out} = await check([START, ['2024-06-01', told(MAIL)], ['2026-02-01', split]], LESS)
    expect(code, out).toBe(0)
  })

  const withdrawn = (line: string): Files => told(MAIL, ['1.2', '2022-01-01', [line]])
  it.each([
    ['its withdrawal was deleted', withdrawn('withdrawn: GET /v1/fees')],
    ['the withdrawal of all was deleted', withdrawn('withdrawn: /v1/**')],
    ['the line that restored the endpoint was deleted', withdrawn('restored: GET /v1/fees')],
    ['the line that added the endpoint again was deleted', withdrawn('added: GET /v1/fees')],
    ['it was deleted and came back', told()]
  ])('counts from then on where %s', async (_, lines) => {
    const {code, out} = await merged(told(MAIL), '2026-03-01', [
      START,
      ['2020-01-01', told(MAIL)],
      ['2022-01-01', lines]
    ])
    expect(code, out).toBe(1)
    expect(out).toContain('GET /v1/fees')
  })

  const rewritten: Readonly<Record<string, Files>> = {
    'its note was corrected': told(['on', '2020-01-01', ['{deprecated: GET /v1/fees, replacement: none, note: why}']]),
    'it is in a release now': told(['1.1', '2020-01-01', MAIL[2]]),
    'the withdrawal of another endpoint was deleted': told(MAIL)
  }
  it.each(Object.entries(rewritten))('passes as before where %s', async (_, lines) => {
    const other = withdrawn('withdrawn: GET /v1/loans')
    const {code, out} = await merged(lines, '2026-03-01', [START, ['2020-01-01', told(MAIL)], ['2022-01-01', other]])
    expect(code, out).toBe(0)
  })

  it('passes as before where a commit broke the history', async () => {
    const broken = {'history.yaml': '<<<<<<< ours\n'}
    const main: readonly State[] = [START, ['2020-01-01', told(MAIL)], ['2026-02-01', broken]]
    const {code, out} = await merged(told(MAIL), '2026-03-01', main)
    expect(code, out).toBe(0)
  })

  it('passes after its withdrawal and its notice since it was made again', async () => {
    const again = (...more: readonly Release[]) =>
      told(MAIL, ['1.2', '2022-01-01', ['withdrawn: GET /v1/fees']], ...more)
    const {code, out} = await merged(again(['1.3', '2024-01-01', MAIL[2]]), '2024-01-01', [
      START,
      ['2020-01-01', told(MAIL)],
      ['2022-01-01', again()]
    ])
    expect(code, out).toBe(0)
  })

  it('counts as declared where the description showed it', async () => {
    const marked = {'openapi.yaml': spec(loans(100), get('/v1/fees', 'deprecated: true, '))}
    const {code, out} = await merged(told(MAIL), '2026-03-01', [START, ['2020-01-01', marked]])
    expect(code, out).toBe(0)
  })

  it.each([
    ['on that day', '2026-03-01', 0],
    ['before', '2026-02-28', 1],
    ['on a day to come', '2027-01-01', 1]
  ])('counts as declared if the target accepts it, approved %s', async (_, approved, expected) => {
    const accepts = `${CONFIG}acceptedHistory: {approved: ${approved}, approver: api@library.example}\n`
    const {code, out} = await merged({...told(MAIL), 'tenure.yaml': accepts}, '2026-03-01')
    expect(code, out).toBe(expected)
  })

  it('is accepted by no change of its own', async () => {
    const accepts = `${CONFIG}acceptedHistory: {approved: ${TODAY}, approver: me@x}\n`
    const {code, out} = await check([START], {...LESS, ...told(MAIL), 'tenure.yaml': accepts})
    expect(code, out).toBe(1)
  })

  it('passes in the change that brings it', async () => {
    const {code, out} = await check([START], told(MAIL))
    expect(code, out).toBe(0)
  })
})

describe.concurrent('releases that a history records', () => {
  const POLICY = 'format: 1\nname: p\nextends: thirteen-months\nguarantees: {ga: {notice: 3 releases}}\n'
  const marked = {'openapi.yaml': spec(loans(100), get('/v1/fees', 'deprecated: true, '))}
  const START: readonly State[] = [
    ['2022-01-01', {...MAIN, 'policy.yaml': POLICY, 'tenure.yaml': `${CONFIG}policy: policy.yaml\n`}],
    ['2024-01-01', marked]
  ]
  const RELEASES: readonly Release[] = [
    ['1.1', '2024-05-01', []],
    ['1.2', '2025-05-01', []],
    ['1.3', '2025-10-01', []]
  ]
  const removal = (main: readonly State[]) => check(main, {...LESS, ...told(...RELEASES, ['2.0', TODAY, [GONE]])})

  it('are no notice where one change brought them all', async () => {
    const {code, out} = await removal([...START, ['2026-03-01', told(...RELEASES)]])
    expect(code, out).toBe(1)
  })

  it('are notice where each came with a change of its own', async () => {
    const one: readonly State[] = RELEASES.map(([, day = ''], at) => [day, told(...RELEASES.slice(0, at + 1))])
    const {code, out} = await removal([...START, ...one])
    expect(code, out).toBe(0)
  })

  it('are notice where the target accepts them', async () => {
    const accepts = `${CONFIG}policy: policy.yaml\nacceptedHistory: {approved: 2026-03-01, approver: api@library.example}\n`
    const {code, out} = await removal([...START, ['2026-03-01', {...told(...RELEASES), 'tenure.yaml': accepts}]])
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a stability that a history states', () => {
  const START: State = ['2019-06-01', MAIN]
  const asBeta = history([['1.0', '2019-01-01', ['added: GET /v1/loans', '{added: GET /v1/fees, stability: beta}']]])
  const fact = `${history([FIRST])}subjects: [{subject: GET /v1/fees, stability: beta}]\n`
  const twice = history([
    ['1.0', '2019-01-01', [...FIRST[2], '{changed: GET /v1/fees, kind: stability-changed, stability: beta}']]
  ])

  it.each([
    ['as a fact', fact],
    ['with the introduction', asBeta],
    ['as a change in the release of the introduction', twice]
  ])("doesn't lower what the target had, %s", async (_, text) => {
    const lines = {'history.yaml': text}
    const brought = await check([START], lines)
    expect(brought.code, brought.out).toBe(0)
    const {code, out} = await check([START, ['2026-03-01', lines]], LESS)
    expect(code, out).toBe(1)
    expect(out).toContain('`GET /v1/fees` is removed')
  })

  it("doesn't lower it in a first history", async () => {
    const without: State = ['2019-06-01', {...BOTH, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}]
    const lines = {'tenure.yaml': CONFIG, 'history.yaml': fact}
    expect((await check([without], lines)).code).toBe(0)
    const {code, out} = await check([without, ['2026-03-01', lines]], LESS)
    expect(code, out).toBe(1)
  })

  it.each([
    ['counts where it came with the endpoint', [['2019-06-01', {...MAIN, 'history.yaml': asBeta}] as const]],
    [
      'counts where it came before the endpoint',
      [['2019-06-01', {...MAIN, ...LESS, 'history.yaml': asBeta}] as const, ['2020-06-01', BOTH] as const]
    ],
    [
      'counts where the target accepts it',
      [
        START,
        [
          '2026-02-01',
          {
            'history.yaml': fact,
            'tenure.yaml': `${CONFIG}acceptedHistory: {approved: 2026-02-01, approver: api@library.example}\n`
          }
        ] as const
      ]
    ]
  ])('%s', async (_, main) => {
    const {code, out} = await check(main, LESS)
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a sunset that was dropped', () => {
  const fees = (more: string): Files => ({
    'openapi.yaml': spec(loans(100), get('/v1/fees', `deprecated: true, ${more}`))
  })
  const on = (day: string) => fees(`x-sunset: "${day}", `)
  const START: State = ['2022-01-01', {...BOTH, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}]
  const set = (day: string): readonly State[] => [START, ['2024-01-01', on(day)]]

  it('still binds until its day', async () => {
    const {code, out} = await check([...set('2026-11-01'), ['2026-03-01', fees('')]], LESS)
    expect(code, out).toBe(1)
    expect(out).toContain('before its sunset on 2026-11-01')
  })

  it.each(['soon', '9.0', 'release 9.0', 'next', 'never', '""', '2'])(
    'still binds where `%s` replaced it',
    async text => {
      const main: readonly State[] = [...set('2026-11-01'), ['2026-03-01', fees(`x-sunset: ${text}, `)]]
      const {code, out} = await check(main, LESS)
      expect(code, out).toBe(1)
      expect(out).toContain('before its sunset on 2026-11-01')
    }
  )

  it.each([
    ['dropped', ''],
    ['replaced by a text', 'x-sunset: soon, '],
    ['replaced by a release', 'x-sunset: "9.0", ']
  ])('is not replaced by an earlier one after it was %s', async (_, more) => {
    const {code, out} = await check([...set('2026-11-01'), ['2026-03-01', fees(more)]], on('2026-04-01'))
    expect(code, out).toBe(1)
    expect(out).toContain('was moved earlier, to 2026-04-01 instead of 2026-11-01')
  })

  it.each([
    [
      'a parameter',
      (more: string) =>
        spec(get('/v1/loans', `parameters: [{name: limit, in: query, ${more}schema: {type: integer}}], `))
    ],
    ['a property', (more: string) => spec(get('/v1/loans', '', `id: {type: string}, limit: {${more}type: integer}`))]
  ])('still binds for %s', async (_, describe) => {
    const part = (more: string): Files => ({'openapi.yaml': describe(`deprecated: true, ${more}`)})
    const stated: State = ['2024-01-01', part('x-sunset: "2026-11-01", ')]
    const main: readonly State[] = [START, ['2023-01-01', {'openapi.yaml': describe('')}], stated]
    const without = {'openapi.yaml': spec(get('/v1/loans'))}
    for (const more of ['', 'x-sunset: soon, ']) {
      const {code, out} = await check([...main, ['2026-03-01', part(more)]], without)
      expect(code, out).toBe(1)
      expect(out).toContain('before its sunset on 2026-11-01')
    }
    const honest = await check([START, ['2024-01-01', part('')]], without)
    expect(honest.code, honest.out).toBe(0)
  })

  it('still binds where the release of its removal has its day as a name', async () => {
    const main: readonly State[] = [
      ['2022-01-01', MAIN],
      ['2024-01-01', on('2026-11-01')]
    ]
    const {code, out} = await check(main, {...LESS, ...told(['2026-11-01', TODAY, [GONE]])})
    expect(code, out).toBe(1)
  })

  it('still binds where a line of the history replaced it', async () => {
    const announced = (...lines: readonly Release[]): Files =>
      told(
        ['1.1', '2024-01-01', ['{deprecated: GET /v1/fees, sunset: 2026-11-01, replacement: none, note: x}']],
        ...lines
      )
    const moved = '{rescheduled: GET /v1/fees, sunset: "9.0"}'
    const main: readonly State[] = [
      ['2022-01-01', MAIN],
      ['2024-01-01', announced()],
      ['2026-03-01', announced(['next', undefined, [moved]])]
    ]
    const {code, out} = await check(main, {...LESS, ...announced(['9.0', TODAY, [moved, GONE]])})
    expect(code, out).toBe(1)
  })

  it('still binds where a release replaced it, and the removal is in that release', async () => {
    const [day] = set('2026-11-01').slice(1)
    const main: readonly State[] = [
      ['2022-01-01', MAIN],
      ...(day ? [day] : []),
      ['2026-03-01', fees('x-sunset: "9.0", ')]
    ]
    const {code, out} = await check(main, {...LESS, ...told(['9.0', TODAY, [GONE]])})
    expect(code, out).toBe(1)
    expect(out).toContain('before its sunset on 2026-11-01')
  })

  it.each([
    ['in the change that drops it', set('2026-11-01'), fees('')],
    ['in a removal after both', [...set('2025-11-01'), ['2025-06-01', on('2026-02-01')] as const], LESS],
    ['in a removal after its day', [...set('2026-02-15'), ['2026-02-01', fees('')] as const], LESS]
  ])('passes %s', async (_, main, branch) => {
    const {code, out} = await check(main, branch)
    expect(code, out).toBe(0)
  })
})
