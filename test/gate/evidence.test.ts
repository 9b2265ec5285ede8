import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
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

// Each commit is released, so that a deprecation counts from its commit.
const CONFIG = 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\nbase: target\n'
const FIRST: Release = ['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]
const FEES = get('/v1/fees')
const loans = (maximum: number): string =>
  get('/v1/loans', `parameters: [{name: limit, in: query, schema: {type: integer, maximum: ${maximum}}}], `)
const WITH_FEES = {'openapi.yaml': spec(loans(100), FEES)}
const LOWER_LIMIT = {'openapi.yaml': spec(loans(10), FEES)}
const WITHOUT_FEES = {'openapi.yaml': spec(loans(100))}
const MAIN: Files = {...WITH_FEES, 'tenure.yaml': CONFIG, 'history.yaml': history([FIRST])}
const FEES_REMOVED = '{removed: GET /v1/fees, replacement: none, note: x}'
const LIMIT = 'changed: GET /v1/loans, parameter: limit'
const withReleases = (...releases: readonly Release[]): Files => ({'history.yaml': history([FIRST, ...releases])})

async function check(main: readonly State[], branch: Files) {
  const cwd = await repositoryOf({main, branch: [[TODAY, branch]]})
  return tenure(['check', '--as-of', TODAY, '--fail-on=undetermined'], {cwd})
}

describe.concurrent('an observed change fails although', () => {
  const WAIVED: Release = [
    '1.1',
    '2025-06-01',
    [
      `{${LIMIT}, kind: constraint-tightened, about: maximum, breaking: true, waiver: {reason: security, approver: me@x, approved: 2025-06-01}}`
    ]
  ]
  const cases: Readonly<Record<string, readonly [main: Files, branch: Files]>> = {
    'the last release waived the same change of the same parameter': [{...MAIN, ...withReleases(WAIVED)}, LOWER_LIMIT],
    'the change records a release with an entry of another kind': [
      MAIN,
      {...LOWER_LIMIT, ...withReleases(['1.1', TODAY, [`{${LIMIT}, kind: documentation-changed, note: x}`]])}
    ],
    'the change records a release with an entry about another keyword': [
      MAIN,
      {
        ...LOWER_LIMIT,
        ...withReleases(['1.1', TODAY, [`{${LIMIT}, kind: constraint-tightened, about: minimum, breaking: true}`]])
      }
    ],
    'the change records a release that calls it compatible': [
      MAIN,
      {...LOWER_LIMIT, ...withReleases(['1.1', TODAY, [`{${LIMIT}, breaking: false, note: x}`]])}
    ],
    'the change records a release in which the endpoint was removed': [
      MAIN,
      {...LOWER_LIMIT, ...withReleases(['1.1', TODAY, ['{removed: GET /v1/loans, replacement: none, note: x}']])}
    ],
    'the change records a release in which the parameter was removed': [
      MAIN,
      {...LOWER_LIMIT, ...withReleases(['1.1', TODAY, ['{removed: GET /v1/loans, parameter: limit, note: x}']])}
    ],
    'the history says that the endpoint was already removed': [
      {...MAIN, ...withReleases(['1.1', '2025-06-01', [FEES_REMOVED]])},
      WITHOUT_FEES
    ],
    'the history says that all endpoints were already removed': [
      {...MAIN, ...withReleases(['1.1', '2025-06-01', ['{removed: /v1/**, replacement: none, note: x}']])},
      LOWER_LIMIT
    ],
    'the change records two releases, and the first removes the endpoint': [
      MAIN,
      {...WITHOUT_FEES, ...withReleases(['1.1', TODAY, [FEES_REMOVED]], ['1.2', TODAY, []])}
    ],
    'the change records the removal': [MAIN, {...WITHOUT_FEES, ...withReleases(['1.1', TODAY, [FEES_REMOVED]])}]
  }
  it.each(sample(Object.entries(cases)))('%s', async (_, [main, branch]) => {
    const {code, out, err} = await check([['2025-06-01', main]], branch)
    expect(code, out + err).toBe(1)
    expect(out).toMatch(/GET \/v1\/(?:fees|loans)/)
  })
})

describe.concurrent('a release that is recorded in the same change as its API changes', () => {
  it('has one violation, reported at its entry in the history', async () => {
    const waiver = `{${LIMIT}, kind: constraint-tightened, about: maximum, breaking: true}`
    const {code, out} = await check([['2025-06-01', MAIN]], {...LOWER_LIMIT, ...withReleases(['1.1', TODAY, [waiver]])})
    expect(code, out).toBe(1)
    expect(out).toContain('1 violation')
    expect(out).toContain('history.yaml')
  })

  it('passes with a removal after the notice period', async () => {
    const deprecated = {...MAIN, 'openapi.yaml': spec(loans(100), get('/v1/fees', 'deprecated: true, '))}
    const {code, out} = await check(
      [
        ['2020-01-01', MAIN],
        ['2024-01-01', deprecated]
      ],
      {...WITHOUT_FEES, ...withReleases(['1.1', TODAY, [FEES_REMOVED]])}
    )
    expect(code, out).toBe(0)
  })

  it('passes if the removal was recorded earlier than the description changed, after enough notice', async () => {
    const announced: Release = ['1.1', '2024-01-01', ['{deprecated: GET /v1/fees, replacement: none, note: x}']]
    const deprecated = {'openapi.yaml': spec(loans(100), get('/v1/fees', 'deprecated: true, '))}
    const {code, out} = await check(
      [
        ['2020-01-01', MAIN],
        ['2024-01-01', {...deprecated, ...withReleases(announced)}],
        ['2026-02-01', withReleases(announced, ['1.2', '2026-02-01', [FEES_REMOVED]])]
      ],
      WITHOUT_FEES
    )
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a copy of an old waiver counts as a new waiver', () => {
  const APPROVED = 'reason: security, approver: me@x, approved: 2025-06-01'
  const WAIVER = `waiver: {${APPROVED}}`
  const lowered = (about: string) =>
    `{${LIMIT}, kind: constraint-tightened, about: ${about}, breaking: true, ${WAIVER}}`
  const OLD: Release = ['1.1', '2025-06-01', [lowered('maximum')]]
  const cases: Readonly<Record<string, readonly [main: Files, branch: Files]>> = {
    'on an unreleased entry': [
      {...MAIN, ...withReleases(OLD)},
      {...LOWER_LIMIT, ...withReleases(OLD, ['next', undefined, [lowered('maximum')]])}
    ],
    'on an entry of a new release': [
      {...MAIN, ...withReleases(OLD)},
      {...LOWER_LIMIT, ...withReleases(OLD, ['1.2', TODAY, [lowered('maximum')]])}
    ],
    'on a release that was renamed': [
      {...MAIN, ...withReleases(OLD)},
      {...LOWER_LIMIT, ...withReleases(['1.1.1', '2025-06-01', OLD[2]])}
    ],
    'on an entry about another keyword': [
      {...MAIN, ...withReleases(['next', undefined, [lowered('minimum')]])},
      {...LOWER_LIMIT, ...withReleases(['next', undefined, [lowered('maximum')]])}
    ],
    'from the configuration, on an entry about another endpoint': [
      {...MAIN, 'tenure.yaml': `${CONFIG}waivers: [{subject: GET /v1/loans, ${APPROVED}}]\n`},
      {...WITHOUT_FEES, ...withReleases(['next', undefined, [FEES_REMOVED.replace('}', `, ${WAIVER}}`)]])}
    ]
  }
  it.each(sample(Object.entries(cases)))('%s', async (_, [main, branch]) => {
    const {code, out, err} = await check([['2025-06-01', main]], branch)
    expect(code, out + err).toBe(1)
    expect(out).toContain('1 new waiver (counts once merged)')
  })

  it('unless its entry moves from `next` to a release', async () => {
    const main = {...MAIN, ...withReleases(['next', undefined, [lowered('maximum')]])}
    const {code, out} = await check([['2025-06-01', main]], {
      ...LOWER_LIMIT,
      ...withReleases(['1.1', TODAY, [lowered('maximum')]])
    })
    expect(code, out).toBe(0)
    expect(out).not.toContain('new waiver')
  })
})

describe.concurrent('evidence for a gate of the policy', () => {
  const POLICY =
    'format: 1\nname: p\nextends: thirteen-months\nguarantees: {ga: {notice: 13 months, breaking: forbidden, conditions: {consent: All clients have agreed.}}}\n'
  const setUp = (more = ''): readonly State[] => [
    ['2020-01-01', {...MAIN, 'policy.yaml': POLICY, 'tenure.yaml': `${CONFIG}policy: policy.yaml\n${more}`}],
    ['2024-01-01', {'openapi.yaml': spec(loans(100), get('/v1/fees', 'deprecated: true, '))}]
  ]
  const MET = FEES_REMOVED.replace('}', ', met: {consent: https://library.example/minutes}}')
  const NEXT: Release = ['next', undefined, [MET]]

  it.each([
    ['in `next`', withReleases(NEXT)],
    ['in a new release', withReleases(['1.1', TODAY, [MET]])],
    ['in an old release', withReleases(['1.1', '2025-06-01', [MET]])]
  ])("doesn't count in the change that adds it, %s", async (_, lines) => {
    const {code, out} = await check(setUp(), {...WITHOUT_FEES, ...lines})
    expect(code, out).toBe(3)
    expect(out).toContain('without recorded evidence of `consent`')
    expect(out).toMatch(/That doesn't count, because main \(\w+\) doesn't have it\. Merge it first/)
  })

  it.each([
    ['the target accepts it', setUp('newWaivers: accept\n')],
    ['the target has it', [...setUp(), ['2026-02-01', withReleases(NEXT)] as const]]
  ])('counts if %s', async (_, main) => {
    const {code, out} = await check(main, {...WITHOUT_FEES, ...withReleases(NEXT)})
    expect(code, out).toBe(0)
    expect(out).not.toContain("doesn't count")
  })

  it('counts if its entry moves from `next` to a release', async () => {
    const {code, out} = await check([...setUp(), ['2026-02-01', withReleases(NEXT)]], {
      ...WITHOUT_FEES,
      ...withReleases(['1.1', TODAY, [MET]])
    })
    expect(code, out).toBe(0)
  })
})

describe.concurrent('an announcement in the history', () => {
  const MAIL: Release = ['on', '2020-01-01', ['{deprecated: GET /v1/fees, replacement: none, note: x}']]
  const later = (...lines: readonly string[]): Release => ['1.1', '2025-06-01', lines]
  const START: State = ['2019-06-01', MAIN]
  /** Merges these files into the target on a day and checks the removal afterwards. */
  const merged = async (lines: Files, day: string, main: readonly State[] = [START]) =>
    check([...main, [day, lines]], WITHOUT_FEES)
  const cases: Readonly<Record<string, Files>> = {
    'an entry between releases': withReleases(MAIL),
    'an entry about all endpoints': withReleases([
      'on',
      '2020-01-01',
      ['{deprecated: /v1/**, except: [GET /v1/loans], replacement: none, note: x}']
    ]),
    'an entry with `via:`': withReleases(['on', '2020-01-01\n    via: mail to all clients', MAIL[2]]),
    'an entry with the release of an earlier announcement': withReleases(
      later('{deprecated: GET /v1/fees, announced: "1.0"}')
    ),
    '`announced:` on the entry of the removal': withReleases([
      'next',
      undefined,
      ['{removed: GET /v1/fees, replacement: none, note: x, announced: 2020-01-01}']
    ])
  }

  it.each(sample(Object.entries(cases)))(
    'starts the notice when it is merged, not on its stated day: %s',
    async (_, lines) => {
      const {code, out} = await merged(lines, '2026-03-01')
      expect(code, out).toBe(1)
      expect(out).toContain('GET /v1/fees')
    }
  )

  it('starts the notice on its stated day in a first history that was merged', async () => {
    const without: State = ['2019-06-01', {...WITH_FEES, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}]
    const lines = {'tenure.yaml': CONFIG, ...withReleases(MAIL)}
    const {code, out} = await merged(lines, '2026-03-01', [without])
    expect(code, out).toBe(0)
  })

  it('allows the removal after the notice period since its merge', async () => {
    const {code, out} = await merged(withReleases(MAIL), '2024-06-01')
    expect(code, out).toBe(0)
  })

  it('keeps its merge date when the history is split into a folder', async () => {
    const [mail] = MAIL[2]
    const split = {
      'tenure.yaml': CONFIG.replace('history.yaml', 'changes'),
      'history.yaml': GONE_FILE,
      'changes/service.yaml': 'format: 1\nservice: Lending Library API\n',
      'changes/releases/1.0.yaml': `release: "1.0"\ndate: 2019-01-01\nchanges:\n${FIRST[2].map(each => `  - ${each}\n`).join('')}`,
      'changes/releases/2020-01-01.yaml': `on: 2020-01-01\nchanges:\n  - ${mail}\n`
    }
    const {code, out} = await check([START, ['2024-06-01', withReleases(MAIL)], ['2026-02-01', split]], WITHOUT_FEES)
    expect(code, out).toBe(0)
  })

  const withdrawn = (line: string): Files => withReleases(MAIL, ['1.2', '2022-01-01', [line]])
  it.each(
    sample([
      ['its withdrawal was deleted', withdrawn('withdrawn: GET /v1/fees')],
      ['the withdrawal of all endpoints was deleted', withdrawn('withdrawn: /v1/**')],
      ['the entry that restored the endpoint was deleted', withdrawn('restored: GET /v1/fees')],
      ['the entry that added the endpoint again was deleted', withdrawn('added: GET /v1/fees')],
      ['it was deleted and added again', withReleases()]
    ])
  )('starts the notice again if %s', async (_, lines) => {
    const {code, out} = await merged(withReleases(MAIL), '2026-03-01', [
      START,
      ['2020-01-01', withReleases(MAIL)],
      ['2022-01-01', lines]
    ])
    expect(code, out).toBe(1)
    expect(out).toContain('GET /v1/fees')
  })

  const rewritten: Readonly<Record<string, Files>> = {
    'its note was corrected': withReleases([
      'on',
      '2020-01-01',
      ['{deprecated: GET /v1/fees, replacement: none, note: why}']
    ]),
    'it was moved into a release': withReleases(['1.1', '2020-01-01', MAIL[2]]),
    'the withdrawal of another endpoint was deleted': withReleases(MAIL)
  }
  it.each(sample(Object.entries(rewritten)))('keeps its start if %s', async (_, lines) => {
    const other = withdrawn('withdrawn: GET /v1/loans')
    const {code, out} = await merged(lines, '2026-03-01', [
      START,
      ['2020-01-01', withReleases(MAIL)],
      ['2022-01-01', other]
    ])
    expect(code, out).toBe(0)
  })

  it('keeps its start if the history was unreadable at one commit', async () => {
    const broken = {'history.yaml': '<<<<<<< ours\n'}
    const main: readonly State[] = [START, ['2020-01-01', withReleases(MAIL)], ['2026-02-01', broken]]
    const {code, out} = await merged(withReleases(MAIL), '2026-03-01', main)
    expect(code, out).toBe(0)
  })

  it('allows the removal after a withdrawal and a new notice period', async () => {
    const again = (...more: readonly Release[]) =>
      withReleases(MAIL, ['1.2', '2022-01-01', ['withdrawn: GET /v1/fees']], ...more)
    const {code, out} = await merged(again(['1.3', '2024-01-01', MAIL[2]]), '2024-01-01', [
      START,
      ['2020-01-01', withReleases(MAIL)],
      ['2022-01-01', again()]
    ])
    expect(code, out).toBe(0)
  })

  it('counts from its stated day if the description was deprecated on that day', async () => {
    const deprecated = {'openapi.yaml': spec(loans(100), get('/v1/fees', 'deprecated: true, '))}
    const {code, out} = await merged(withReleases(MAIL), '2026-03-01', [START, ['2020-01-01', deprecated]])
    expect(code, out).toBe(0)
  })

  it.each([
    ['on that day', '2026-03-01', 0],
    ['on an earlier day', '2026-02-28', 1],
    ['on a later day', '2027-01-01', 1]
  ])('counts from its stated day only if the target accepts it; approved %s', async (_, approved, expected) => {
    const accepts = `${CONFIG}adopted: {day: ${approved}, approver: api@library.example}\n`
    const {code, out} = await merged({...withReleases(MAIL), 'tenure.yaml': accepts}, '2026-03-01')
    expect(code, out).toBe(expected)
  })

  it("can't be accepted by the change that adds it", async () => {
    const accepts = `${CONFIG}adopted: {day: ${TODAY}, approver: me@x}\n`
    const {code, out} = await check([START], {...WITHOUT_FEES, ...withReleases(MAIL), 'tenure.yaml': accepts})
    expect(code, out).toBe(1)
  })

  it('passes in the change that adds it', async () => {
    const {code, out} = await check([START], withReleases(MAIL))
    expect(code, out).toBe(0)
  })
})

describe.concurrent('the releases of a notice period in releases', () => {
  const POLICY = 'format: 1\nname: p\nextends: thirteen-months\nguarantees: {ga: {notice: 3 releases}}\n'
  const deprecated = {'openapi.yaml': spec(loans(100), get('/v1/fees', 'deprecated: true, '))}
  const START: readonly State[] = [
    ['2022-01-01', {...MAIN, 'policy.yaml': POLICY, 'tenure.yaml': `${CONFIG}policy: policy.yaml\n`}],
    ['2024-01-01', deprecated]
  ]
  const RELEASES: readonly Release[] = [
    ['1.1', '2024-05-01', []],
    ['1.2', '2025-05-01', []],
    ['1.3', '2025-10-01', []]
  ]
  const removal = (main: readonly State[]) =>
    check(main, {...WITHOUT_FEES, ...withReleases(...RELEASES, ['2.0', TODAY, [FEES_REMOVED]])})

  it("don't count if one change added all of them", async () => {
    const {code, out} = await removal([...START, ['2026-03-01', withReleases(...RELEASES)]])
    expect(code, out).toBe(1)
  })

  it('count if each was added by a change of its own', async () => {
    const one: readonly State[] = RELEASES.map(([, day = ''], at) => [day, withReleases(...RELEASES.slice(0, at + 1))])
    const {code, out} = await removal([...START, ...one])
    expect(code, out).toBe(0)
  })

  it('count if the target accepts them', async () => {
    const accepts = `${CONFIG}policy: policy.yaml\nadopted: {day: 2026-03-01, approver: api@library.example}\n`
    const {code, out} = await removal([
      ...START,
      ['2026-03-01', {...withReleases(...RELEASES), 'tenure.yaml': accepts}]
    ])
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a lower stability in the history', () => {
  const START: State = ['2019-06-01', MAIN]
  const asBeta = history([['1.0', '2019-01-01', ['added: GET /v1/loans', '{added: GET /v1/fees, stability: beta}']]])
  const fact = `${history([FIRST])}subjects: [{subject: GET /v1/fees, stability: beta}]\n`
  const twice = history([
    ['1.0', '2019-01-01', [...FIRST[2], '{changed: GET /v1/fees, kind: stability-changed, stability: beta}']]
  ])

  it.each([
    ['as a fact about the subject', fact],
    ['on the introduction', asBeta],
    ['as a change in the release of the introduction', twice]
  ])("doesn't apply to an existing endpoint, %s", async (_, text) => {
    const lines = {'history.yaml': text}
    const brought = await check([START], lines)
    expect(brought.code, brought.out).toBe(0)
    const {code, out} = await check([START, ['2026-03-01', lines]], WITHOUT_FEES)
    expect(code, out).toBe(1)
    expect(out).toContain('`GET /v1/fees` is removed')
  })

  it("doesn't apply to an existing endpoint in a first history", async () => {
    const without: State = ['2019-06-01', {...WITH_FEES, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}]
    const lines = {'tenure.yaml': CONFIG, 'history.yaml': fact}
    expect((await check([without], lines)).code).toBe(0)
    const {code, out} = await check([without, ['2026-03-01', lines]], WITHOUT_FEES)
    expect(code, out).toBe(1)
  })

  it.each([
    ['applies if it was added with the endpoint', [['2019-06-01', {...MAIN, 'history.yaml': asBeta}] as const]],
    [
      'applies if it was added before the endpoint',
      [['2019-06-01', {...MAIN, ...WITHOUT_FEES, 'history.yaml': asBeta}] as const, ['2020-06-01', WITH_FEES] as const]
    ],
    [
      'applies if the target accepts it',
      [
        START,
        [
          '2026-02-01',
          {
            'history.yaml': fact,
            'tenure.yaml': `${CONFIG}adopted: {day: 2026-02-01, approver: api@library.example}\n`
          }
        ] as const
      ]
    ]
  ])('%s', async (_, main) => {
    const {code, out} = await check(main, WITHOUT_FEES)
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a sunset that was removed before its day', () => {
  const fees = (more: string): Files => ({
    'openapi.yaml': spec(loans(100), get('/v1/fees', `deprecated: true, ${more}`))
  })
  const on = (day: string) => fees(`x-sunset: "${day}", `)
  const START: State = ['2022-01-01', {...WITH_FEES, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}]
  const set = (day: string): readonly State[] => [START, ['2024-01-01', on(day)]]

  it('still applies', async () => {
    const {code, out} = await check([...set('2026-11-01'), ['2026-03-01', fees('')]], WITHOUT_FEES)
    expect(code, out).toBe(1)
    expect(out).toContain('before its sunset on 2026-11-01')
  })

  it.each(sample(['soon', '9.0', 'release 9.0', 'next', 'never', '""', '2']))(
    'still applies if `%s` replaced it',
    async text => {
      const main: readonly State[] = [...set('2026-11-01'), ['2026-03-01', fees(`x-sunset: ${text}, `)]]
      const {code, out} = await check(main, WITHOUT_FEES)
      expect(code, out).toBe(1)
      expect(out).toContain('before its sunset on 2026-11-01')
    }
  )

  it.each([
    ['removed', ''],
    ['replaced by a text', 'x-sunset: soon, '],
    ['replaced by a release', 'x-sunset: "9.0", ']
  ])("can't be set to an earlier day after it was %s", async (_, more) => {
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
  ])('still applies to %s', async (_, describe) => {
    const part = (more: string): Files => ({'openapi.yaml': describe(`deprecated: true, ${more}`)})
    const stated: State = ['2024-01-01', part('x-sunset: "2026-11-01", ')]
    const main: readonly State[] = [START, ['2023-01-01', {'openapi.yaml': describe('')}], stated]
    const without = {'openapi.yaml': spec(get('/v1/loans'))}
    for (const more of ['', 'x-sunset: soon, ']) {
      const {code, out} = await check([...main, ['2026-03-01', part(more)]], without)
      expect(code, out).toBe(1)
      expect(out).toContain('before its sunset on 2026-11-01')
    }
    const withoutSunset = await check([START, ['2024-01-01', part('')]], without)
    expect(withoutSunset.code, withoutSunset.out).toBe(0)
  })

  it('still applies if a release is named like its day', async () => {
    const main: readonly State[] = [
      ['2022-01-01', MAIN],
      ['2024-01-01', on('2026-11-01')]
    ]
    const {code, out} = await check(main, {...WITHOUT_FEES, ...withReleases(['2026-11-01', TODAY, [FEES_REMOVED]])})
    expect(code, out).toBe(1)
  })

  it('still applies if an entry of the history replaced it with a release', async () => {
    const announced = (...lines: readonly Release[]): Files =>
      withReleases(
        ['1.1', '2024-01-01', ['{deprecated: GET /v1/fees, sunset: 2026-11-01, replacement: none, note: x}']],
        ...lines
      )
    const moved = '{rescheduled: GET /v1/fees, sunset: "9.0"}'
    const main: readonly State[] = [
      ['2022-01-01', MAIN],
      ['2024-01-01', announced()],
      ['2026-03-01', announced(['next', undefined, [moved]])]
    ]
    const {code, out} = await check(main, {...WITHOUT_FEES, ...announced(['9.0', TODAY, [moved, FEES_REMOVED]])})
    expect(code, out).toBe(1)
  })

  it('still applies if it was replaced by a release and the endpoint is removed in that release', async () => {
    const [day] = set('2026-11-01').slice(1)
    const main: readonly State[] = [
      ['2022-01-01', MAIN],
      ...(day ? [day] : []),
      ['2026-03-01', fees('x-sunset: "9.0", ')]
    ]
    const {code, out} = await check(main, {...WITHOUT_FEES, ...withReleases(['9.0', TODAY, [FEES_REMOVED]])})
    expect(code, out).toBe(1)
    expect(out).toContain('before its sunset on 2026-11-01')
  })

  it.each([
    ['the change that removes it', set('2026-11-01'), fees('')],
    [
      'a removal after both its old and its new day',
      [...set('2025-11-01'), ['2025-06-01', on('2026-02-01')] as const],
      WITHOUT_FEES
    ],
    ['a removal after its day', [...set('2026-02-15'), ['2026-02-01', fees('')] as const], WITHOUT_FEES]
  ])('passes %s', async (_, main, branch) => {
    const {code, out} = await check(main, branch)
    expect(code, out).toBe(0)
  })
})
