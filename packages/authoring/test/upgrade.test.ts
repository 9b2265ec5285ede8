import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {expectRefusal, folder, tenure, write} from '../../../test/cli/run.ts'
import {repositoryOf} from '../../../test/gate/scenario.ts'
import {sample} from '../../../test/tier.ts'

const CONFIG = `# our API
format: 1
history: history.yaml
acceptedHistory: {approved: 2026-03-01, approver: api@library.example} # by mail
tags: ['v*', "!v1.1"] # ours
`
const HISTORY = `# kept by hand
service: Lending Library API
adopted: 2026-01-10   # the first day
complete: false       # up to 1.1
releases:
  # the first one
  - release: "1.0"
    date: 2024-01-10
    changes: [added: GET /v1/loans, added: GET /v1/copies]
  - {release: 1.1, complete: true, date: 2025-01-10}
  - complete: true
    release: 1.2
    date: 2025-02-10
  - {release: "2.0", date: 2026-06-01, changes: [{removed: GET /v1/loans}], complete: true}
`
const UPGRADED = `# kept by hand
service: Lending Library API
# the first day
complete: ["1.1", "1.2", "2.0"]       # up to 1.1
releases:
  # the first one
  - release: "1.0"
    date: 2024-01-10
    changes: [added: GET /v1/loans, added: GET /v1/copies]
  - {release: 1.1, date: 2025-01-10}
  - release: 1.2
    date: 2025-02-10
  - {release: "2.0", date: 2026-06-01, changes: [{removed: GET /v1/loans}]}
`

const RELEASE = 'service: x\nreleases:\n  - release: "1.0"\n'
const POLICY = 'stabilities: [ga]\nguarantees: {ga: {notice: 13 months}}\n'

const read = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8')

describe('a file of an older version', () => {
  test('is refused with its place by every other command, and rewritten once', async () => {
    const cwd = folder({'tenure.yaml': CONFIG, 'history.yaml': HISTORY})
    for (const command of [['audit'], ['changelog'], ['due', 'GET /v1/loans'], ['record', '--release', '3.0']]) {
      const refused = await tenure(command, {cwd})
      expectRefusal(refused)
      expect(refused.err).toContain(
        'tenure.yaml:4:1: `acceptedHistory` is written as in an older version, and called `adopted` now.'
      )
      expect(refused.err).toContain('tenure record --upgrade')
    }
    const history = await tenure(['audit', 'history.yaml', '--config', 'none.yaml'], {
      cwd: folder({'history.yaml': HISTORY, 'none.yaml': ''})
    })
    expect(history.err.match(/^history\.yaml:\d+:\d+/gm)).toEqual([
      'history.yaml:3:1',
      'history.yaml:4:1',
      'history.yaml:10:20',
      'history.yaml:11:5',
      'history.yaml:14:77'
    ])
    const dry = await tenure(['record', '--upgrade', '--dry-run'], {cwd})
    expect([dry.code, dry.out]).toEqual([0, 'Would upgrade `tenure.yaml` and `history.yaml`.\n'])
    expect(read(cwd, 'history.yaml')).toBe(HISTORY)
    const {code, out, err} = await tenure(['record', '--upgrade'], {cwd})
    expect([code, out], err).toEqual([0, 'Upgraded `tenure.yaml` and `history.yaml`.\n'])
    expect(read(cwd, 'history.yaml')).toBe(UPGRADED)
    expect(read(cwd, 'tenure.yaml')).toBe(CONFIG.replace('acceptedHistory: {approved:', 'adopted: {day:'))
    const again = await tenure(['record', '--upgrade'], {cwd})
    expect(again.out).toBe('All files are written as in this version. Nothing was written.\n')
    expect((await tenure(['audit'], {cwd})).out).toMatch(/^✖ 1 violation/)
  })

  test.each(
    sample([
      ['adopted: 2026-01-10\n', ''],
      ['complete: true\n', ''],
      ['complete: false\nadopted: 2026-01-10\n', 'complete: 2026-01-10\n'],
      ['complete: false\n', 'complete: 2026-03-02\n'],
      ["complete: '2026-01-10'\n", "complete: '2026-01-10'\n"]
    ])
  )('says the same in the words of this one: %j', async (old, fresh) => {
    const rest = 'releases: []\n'
    const cwd = folder({'history.yaml': `service: x\n${old}${rest}`})
    expect((await tenure(['record', '--upgrade'], {cwd, env: {SOURCE_DATE_EPOCH: '1772409600'}})).code).toBe(0)
    const text = read(cwd, 'history.yaml')
    expect(text.replace(/complete: \d{4}-\d\d-\d\d\n/, fresh === 'complete: 2026-03-02\n' ? fresh : '$&')).toBe(
      `service: x\n${fresh}${rest}`
    )
  })

  test.each(
    sample([
      ['tenure.yaml', 'spec: none\n@gaps: [] # none yet\n', 'unread'],
      ['tenure.yaml', '{"spec": "none", "@gaps": []}\n', 'unread'],
      ['tenure.yaml', 'apis:\n  - name: a\n    spec: none\n    @gaps: []\n', 'unread'],
      ['tenure.yaml', 'spec: none\n@until: 2027-01-31 # summer\n', 'enforceFrom'],
      ['tenure.yaml', 'spec: none\nrules: {@gate-unmet: error}\n', 'condition-unmet'],
      ['history.yaml', 'service: x\n@base: https://x.example # ours\nreleases: []\n', 'server'],
      ['history.yaml', '{"service": "x", "@base": "/v1", "releases": []}\n', 'server'],
      ['history.yaml', `${RELEASE}    changes: [{renamed: GET /v1/a, to: GET /v1/b, @until: "2.0"}]\n`, 'oldUntil'],
      [
        'history.yaml',
        `${RELEASE}    changes:\n    - promoted: GET /v1/a\n      to: GET /v2/a\n      @until: 2027-01-01\n`,
        'oldUntil'
      ],
      ['policy.yaml', `${POLICY}@exemptions: {legal: {}} # lawyers only\n`, 'waiverReasons'],
      ['policy.yaml', 'extends: ./whole.yaml\nrevisions: [{revision: a, @exemptions: {}}]\n', 'waiverReasons'],
      ['policy.yaml', 'stabilities: [ga]\nguarantees:\n  ga:\n    notice: 1 month\n    @gates: {x: y}\n', 'conditions'],
      ['whole.yaml', 'stabilities: [ga]\nguarantees: {ga: {kinds: {field: {@gates: {x: y}}}}}\n', 'conditions']
    ])
  )('has each old word at its place: %s, %j', async (name, marked, fresh) => {
    const old = marked.replace('@', '')
    const files = {
      'tenure.yaml': 'spec: none\npolicy: policy.yaml\n',
      'policy.yaml': 'extends: ./whole.yaml\n',
      'whole.yaml': POLICY,
      'history.yaml': 'service: x\nreleases: []\n',
      [name]: old
    }
    const refused = await tenure(['audit'], {cwd: folder(files)})
    expectRefusal(refused)
    const before = marked.slice(0, marked.indexOf('@')).split('\n')
    expect(refused.err).toMatch(
      new RegExp(`^${name}:${before.length}:\\d+: .*an older version, and called .${fresh}. now`, 'm')
    )
    const cwd = folder(files)
    const {code, err} = await tenure(['record', '--upgrade'], {cwd})
    expect(code, err).toBe(0)
    expect(read(cwd, name)).toBe(marked.replace(/@[\w-]+/, fresh))
  })

  test.each([
    ['starts: deprecation', 'starts: release'],
    ['starts: stable-successor # as stable', 'starts: {successor: same} # as stable'],
    ['starts: [announcement, "stable-successor"]', 'starts: [announcement, {"successor": "same"}]'],
    ['starts:\n      - deprecation\n      - stable-successor', 'starts:\n      - release\n      - {successor: same}'],
    ['also: [{notice: 1 month, starts: deprecation}]', 'also: [{notice: 1 month, starts: release}]'],
    ['overlap: {length: 1 year, starts: successor}', 'overlap: {length: 1 year, successor: any}'],
    ['overlap: {length: 1 year, starts: stable-successor}', 'overlap: {length: 1 year, successor: same}']
  ])('has other words for what starts a notice: %s', async (old, fresh) => {
    const policy = (guarantee: string): string =>
      `stabilities: [ga]\nguarantees:\n  ga:\n    notice: 6 months\n    ${guarantee}\n`
    const cwd = folder({
      'tenure.yaml': 'spec: none\npolicy: p.yaml\n',
      'p.yaml': policy(old),
      'history.yaml': 'service: x\nreleases: []\n'
    })
    const refused = await tenure(['audit'], {cwd})
    expectRefusal(refused)
    expect(refused.err).toMatch(/^p\.yaml:\d+:\d+: .* is written as in an older version, and called .* now\./m)
    expect((await tenure(['record', '--upgrade'], {cwd})).code).toBe(0)
    expect(read(cwd, 'p.yaml')).toBe(policy(fresh))
  })

  test.each([
    ['mode: report\nuntil: 2027-01-31\n', 'enforceFrom: 2027-01-31\n'],
    ['until: 2027-01-31\nmode: report # weeks\n', 'enforceFrom: 2027-01-31\n# weeks\n'],
    ['apis: [{name: a, spec: none, mode: enforce}]\n', 'apis: [{name: a, spec: none, enforceFrom: now}]\n'],
    [
      'apis: [{name: a, spec: none, mode: report, until: 2027-01-31}]\n',
      'apis: [{name: a, spec: none, enforceFrom: 2027-01-31}]\n'
    ]
  ])('has two keys for a soft start: %j', async (old, fresh) => {
    const cwd = folder({'tenure.yaml': old})
    expectRefusal(await tenure(['audit'], {cwd}))
    expect((await tenure(['record', '--upgrade'], {cwd})).code).toBe(0)
    expect(read(cwd, 'tenure.yaml')).toBe(fresh)
  })

  test('is a folder, or one of several APIs', async () => {
    const cwd = folder({
      'tenure.yaml':
        'apis:\n  - {name: a, spec: none, history: a, acceptedHistory: {approved: 2026-03-01, approver: x@y}}\n  - {name: b, spec: none, history: b.yaml}\n',
      'a/service.yaml': 'service: A\nadopted: 2026-01-10\ncomplete: false\n',
      'a/releases/1.0.yaml': 'release: "1.0"\ndate: 2024-01-10\ncomplete: true\n',
      'b.yaml': 'service: B\nadopted: 2026-01-10\nreleases: []\n'
    })
    const {code, err} = await tenure(['record', '--upgrade'], {cwd})
    expect(code, err).toBe(0)
    expect(read(cwd, 'tenure.yaml')).toContain('adopted: {day: 2026-03-01, approver: x@y}')
    expect(read(cwd, 'a/service.yaml')).toBe('service: A\ncomplete: "1.0"\n')
    expect(read(cwd, 'a/releases/1.0.yaml')).toBe('release: "1.0"\ndate: 2024-01-10\n')
    expect(read(cwd, 'b.yaml')).toBe('service: B\nreleases: []\n')
  })

  test('decides as before in the commits of the target, so that the upgrade can be merged', async () => {
    const before = HISTORY.slice(0, HISTORY.indexOf('  - {release: "2.0"'))
    const cwd = await repositoryOf({
      main: [['2026-02-01', {'tenure.yaml': `${CONFIG}spec: none\n`, 'history.yaml': before}]],
      branch: [['2026-03-01', {'README.md': 'x'}]]
    })
    expect((await tenure(['record', '--upgrade'], {cwd})).code).toBe(0)
    const {code, out, err} = await tenure(['check', '--as-of', '2026-03-02'], {cwd})
    expect(code, out + err).toBe(0)
  })

  test('decides by its policy and its soft start in the commits of the target, too', async () => {
    const paths = (...all: string[]): string =>
      `openapi: 3.0.3\ninfo: {title: x, version: "1"}\npaths:\n${all.map(path => `  ${path}: {get: {responses: {"200": {description: x}}}}\n`).join('')}`
    const policy = `${POLICY.replace('}}', ', starts: deprecation}}')}markers: [{form: v<major>, stability: ga}]\nexemptions: {legal: {}}\n`
    const config = 'spec: openapi.yaml\npolicy: p.yaml\nmode: report\nuntil: 2030-01-01\n'
    const cwd = await repositoryOf({
      main: [['2026-02-01', {'tenure.yaml': config, 'p.yaml': policy, 'openapi.yaml': paths('/v1/loans', '/v1/fees')}]],
      branch: [['2026-03-01', {'openapi.yaml': paths('/v1/loans')}]]
    })
    expect((await tenure(['record', '--upgrade'], {cwd})).out).toBe('Upgraded `tenure.yaml` and `p.yaml`.\n')
    const {code, out, err} = await tenure(['check', '--as-of', '2026-03-02'], {cwd})
    expect([code, out.split('\n', 1)[0]], err).toEqual([
      0,
      '! 1 violation would fail from 2030-01-01 on in openapi.yaml (policy: p)'
    ])
  })

  test('says that lines count from other days than before', async () => {
    const cwd = await repositoryOf({main: [['2025-12-01', {'history.yaml': HISTORY}]]})
    write(cwd, {'history.yaml': HISTORY})
    const {out} = await tenure(['record', '--upgrade'], {cwd})
    expect(out).toContain(
      '`history.yaml` was adopted on 2026-01-10, and its first commit is of 2025-12-01. Lines that were added in between count from their commits now.'
    )
  })

  test("can't be combined with another way to record", async () => {
    const result = await tenure(['record', '--upgrade', '--release', '1.0'], {cwd: folder({})})
    expectRefusal(result)
    expect(result.err).toContain("`--release` can't be combined with `--upgrade`.")
  })
})

describe('a list of APIs of an older version', () => {
  const LIST = `# all of them
policy: stripe
groups: {internal: {policy: kubernetes}, public: {}}
apis:
  - {id: ledger, source: ../ledger, group: internal, tags: v*} # by hand
  - id: search
    history: search/history.yaml
    owner: team
    dates: days.yaml
  - {jobs: more.ndjson}
`
  const ITEMS = [
    'name: ledger, source: ../ledger, group: internal, tags: v*, policy: kubernetes',
    'name: search, history: search/history.yaml, owner: team, spec: none',
    'jobs: more.ndjson'
  ]

  test('is named by `report`, and becomes a configuration', async () => {
    const cwd = folder({'fleet.yaml': LIST})
    const refused = await tenure(['report'], {cwd})
    expectRefusal(refused)
    expect(refused.err).toMatch(/^`fleet\.yaml` is from an older version\..*`tenure record --upgrade`/)
    expect((await tenure(['record', '--upgrade', '--dry-run'], {cwd})).code).toBe(0)
    expect(existsSync(join(cwd, 'tenure.yaml'))).toBe(false)
    expect(await tenure(['record', '--upgrade'], {cwd})).toEqual({
      code: 0,
      out: `Upgraded \`tenure.yaml\`.
Removed \`fleet.yaml\`: its APIs are in \`apis\` of \`tenure.yaml\`, without its comments.
Left out \`dates\` of \`search\`. Write the days into a \`releases.json\`.
`,
      err: ''
    })
    expect(read(cwd, 'tenure.yaml')).toBe(
      `format: 1\npolicy: stripe\napis:\n${ITEMS.map(each => `  - {${each}}\n`).join('')}`
    )
    expect(existsSync(join(cwd, 'fleet.yaml'))).toBe(false)
  })

  test('is added to the APIs of a configuration, with its policy', async () => {
    const config = 'apis:\n  # ours\n  - {name: own, spec: own.yaml}\nnewWaivers: accept\n'
    const cwd = folder({'fleet.yaml': LIST, 'tenure.yaml': config})
    expect((await tenure(['record', '--upgrade'], {cwd})).code).toBe(0)
    const [first = '', second = '', third = ''] = ITEMS
    const items = [first, `${second}, policy: stripe`, third].map(each => `  - {${each}}\n`).join('')
    expect(read(cwd, 'tenure.yaml')).toBe(config.replace('newWaivers', `${items}newWaivers`))
  })

  test.each([
    ["apis:\n  - {glob: 'repos/*', spec: api.yaml}\n", '', "fleet.yaml:2:23: `spec` can't be combined with `glob`"],
    [LIST, 'spec: openapi.yaml\n', "tenure.yaml:1:1: `spec` can't be a default for all `apis`."]
  ])('is left as it is if it cannot be merged: %j', async (list, config, message) => {
    const cwd = folder({'fleet.yaml': list, 'tenure.yaml': config})
    const refused = await tenure(['record', '--upgrade'], {cwd})
    expectRefusal(refused)
    expect(refused.err).toContain(message)
    expect([read(cwd, 'fleet.yaml'), read(cwd, 'tenure.yaml')]).toEqual([list, config])
  })

  test('of another program is left alone', async () => {
    const cwd = folder({'fleet.yaml': 'namespace: web\n', 'tenure.yaml': 'format: 1\n'})
    expect((await tenure(['record', '--upgrade'], {cwd})).out).toContain('Nothing was written.')
  })
})

describe('calls in scripts and CI recipes', () => {
  const WORKFLOW = `jobs:
  check:
    steps:
      - run: npx --no -- tenure check --strict --quiet   # all of it
      - run: |
          tenure audit . --tags 'v*,!v1.1' --exit-code --strict > audit.txt && tenure rules
          "$TENURE" when 'GET /v1/loans' --strict-not
          tenure diff old.yaml new.yaml \\
            --exit-code --all
      - run: git branch --quiet && rm -r tenure --strict
`
  const FRESH = `jobs:
  check:
    steps:
      - run: npx --no -- tenure check --fail-on undetermined   # all of it
      - run: |
          tenure audit . --releases 'tags:v*,!v1.1' --fail-on undetermined > audit.txt && tenure explain
          "$TENURE" due 'GET /v1/loans' --strict-not
          tenure diff old.yaml new.yaml \\
            --fail-on violation --verbose
      - run: git branch --quiet && rm -r tenure --strict
`

  test('are rewritten in files that git tracks, once, and the rest is named with its line', async () => {
    const cwd = await repositoryOf({
      main: [
        [
          '2026-01-10',
          {
            '.github/workflows/api.yml': WORKFLOW,
            'package.json': '{"scripts": {"api": "tenure check --strict", "old": "tenure site --out=a.html"}}\n',
            'bin/notes.sh': 'set -e\ntenure audit api --dates days.yaml --strict\n',
            'readme.md': 'tenure when\n'
          }
        ]
      ]
    })
    write(cwd, {'mine.sh': 'tenure rules\n'})
    const {code, out, err} = await tenure(['record', '--upgrade'], {cwd})
    expect({code, out}, err).toEqual({
      code: 0,
      out: 'Upgraded `.github/workflows/api.yml`, `bin/notes.sh`, and `package.json`.\n'
    })
    expect(err).toBe('bin/notes.sh:2: `--dates` is from an older version. Write the days into `releases.json`.\n')
    expect(read(cwd, '.github/workflows/api.yml')).toBe(FRESH)
    expect(read(cwd, 'package.json')).toBe(
      '{"scripts": {"api": "tenure check --fail-on undetermined", "old": "tenure site --output a.html"}}\n'
    )
    expect(read(cwd, 'bin/notes.sh')).toBe('set -e\ntenure audit api --dates days.yaml --fail-on undetermined\n')
    expect([read(cwd, 'mine.sh'), read(cwd, 'readme.md')]).toEqual(['tenure rules\n', 'tenure when\n'])
    expect((await tenure(['record', '--upgrade'], {cwd})).out).toBe(
      'All files are written as in this version. Nothing was written.\n'
    )
  })
})
