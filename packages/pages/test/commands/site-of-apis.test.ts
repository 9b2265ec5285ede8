import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {parseAtomFeed} from 'feedsmith'
import ICAL from 'ical.js'
import {beforeAll, describe, expect, it} from 'vitest'
import {expectRefusal, folder, pathsIn, tenure} from '../../../../test/cli/run.ts'
import {get, repositoryOf, spec} from '../../../../test/gate/scenario.ts'
import {tableOf} from '../../../../test/traffic-table.ts'
import {AS_OF, EXPECTED_ROWS, FILES, PERIODS} from '../thirty-apis.ts'

const decode = (html: string): string =>
  html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ({lt: '<', gt: '>', quot: '"', '#39': "'"})[name] ?? '&')

/** The text of each cell in the rows of a section of the overview. */
function rowsOf(page: string, id: string): string[][] {
  const section = new RegExp(`<section id="${id}".*?</section>`, 's').exec(page)?.[0] ?? ''
  return [...section.matchAll(/<tr role="row">(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t([dh]) [^>]*>(.*?)<\/t\1>/gs)].map(([, , cell = '']) => decode(cell.replace(/<[^>]*>/g, '')))
  )
}

const ONE = (changes: string): string => `service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}, {added: GET /v1/fees}]}
  - {release: "1.1", date: 2025-01-10, changes: [${changes}]}
`
const DEPRECATED = '{deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2027-03-01}'

const overview = (cwd: string, name = 'index.html'): string => readFileSync(join(cwd, name), 'utf8')

describe('`tenure site` for several APIs', () => {
  let cwd: string
  let page: string
  beforeAll(async () => {
    cwd = folder(FILES)
    const ran = await tenure(['site', '--as-of', AS_OF, '--output', 'index.html'], {cwd})
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(ran.out).toMatch(/^Wrote index\.html: 30 APIs, as of 2026-11-29\.\n30 APIs\n/)
    page = overview(cwd)
  })

  it('counts what ends by owner and quarter', () => {
    expect(rowsOf(page, 'owners')).toEqual([
      ['Owner', 'APIs', ...PERIODS],
      ...EXPECTED_ROWS.map(([owner, ...counts]) => [owner.replaceAll('\u202E', '\\u202e'), ...counts.map(String)])
    ])
    expect(page).toContain(
      '<h1>3 removals are overdue. The next end of support is on <span class="day">2026-12-31</span>.'
    )
  })

  it('lists each removal once, in its period', () => {
    const all = EXPECTED_ROWS.at(-1)?.slice(2) as number[]
    const ids = ['overdue', 'now', '2026-q4', '2027-q1', '2027-q2', '2027-q3', 'later', 'undated']
    expect(ids.map(id => Math.max(0, rowsOf(page, id).length - 1))).toEqual(all)
    expect(rowsOf(page, '2026-q4')[4]).toEqual([
      ...['2026-12-31', 'api-26', 'team-loans', 'GET /v1/loans0', 'GET /v2/loans'],
      'can be removed on 2026-12-31, its sunset'
    ])
  })

  it('links the page of each API, which links back', () => {
    const links = [...page.matchAll(/<a href="([^"#]+)">/g)].map(([, to = '']) => decodeURIComponent(to))
    const written = pathsIn(cwd).filter(path => path.startsWith('index-'))
    expect(written).toHaveLength(30)
    expect(new Set(links)).toEqual(new Set(written))
    for (const each of written) expect(overview(cwd, each)).toContain('<a href="index.html">All APIs</a>')
  })

  it('writes the same bytes again', async () => {
    await tenure(['site', '--as-of', AS_OF, '--output', 'again.html'], {cwd})
    expect(overview(cwd, 'again.html')).toBe(page.replaceAll('"index-', '"again-'))
  })

  it('names APIs that could not be read, and why only with `--internal`', async () => {
    const broken = folder({
      'tenure.yaml':
        'format: 1\napis: [{name: a, history: a.yaml, spec: none}, {name: b, history: b.yaml, spec: none}]\n',
      'a.yaml': ONE(DEPRECATED),
      'b.yaml': 'service: [\n'
    })
    const ran = await tenure(['site', '--as-of', AS_OF, '--output', 'index.html'], {cwd: broken})
    expect(ran.code).toBe(2)
    const written = overview(broken)
    expect(written).toContain('<li>1 API couldn&#39;t be read.</li>')
    expect(rowsOf(written, 'apis').slice(1)).toEqual([
      ['a', 'no owner', '1', '0', '2027-03-01: GET /v1/loans'],
      ['b', 'no owner', '', '', "couldn't be read"]
    ])
    expect(written).not.toContain('b.yaml')
    await tenure(['site', '--as-of', AS_OF, '--internal', '--output', 'index.html'], {cwd: broken})
    expect(rowsOf(overview(broken), 'apis')[2]?.[4]).toMatch(/^couldn't be read: b\.yaml:2/)
    // Without a page of its own, there is nothing to link.
    expect(overview(broken)).not.toContain('index-b.html')
    writeFileSync(join(broken, 'a.yaml'), 'service: [\n')
    const none = await tenure(['site', '--as-of', AS_OF, '--output', 'none.html'], {cwd: broken})
    expect([none.code, pathsIn(broken).includes('none.html')]).toEqual([2, false])
  })

  it('shows callers only with `--internal`, on which no day depends', async () => {
    const called = folder({
      'tenure.yaml': `format: 1
policy: thirteen-months
apis:
  - {name: a, history: a.yaml, spec: none, owner: team-a, traffic: {table: calls}}
  - {name: b, history: b.yaml, spec: none, owner: team-b}
`,
      'a.yaml': ONE(DEPRECATED),
      'b.yaml': ONE(DEPRECATED),
      ...tableOf(
        {from: '2026-11-01', to: '2026-11-28', calls: {'2026-11-20': ['GET /v1/loans,acme-mobile,12,0,0']}},
        'calls/'
      )
    })
    await tenure(['site', '--as-of', AS_OF, '--output', 'index.html'], {cwd: called})
    expect(overview(called)).not.toMatch(/acme|[Cc]aller/)
    await tenure(['site', '--as-of', AS_OF, '--internal', '--output', 'index.html'], {cwd: called})
    const [head, ...rows] = rowsOf(overview(called), '2027-q1')
    expect(head?.at(-1)).toBe('Callers')
    expect(rows.map(row => [row[0], row[1], row.at(-1)?.includes('12 calls')])).toEqual([
      ['2027-03-01', 'a', true],
      ['2027-03-01', 'b', false]
    ])
  })

  it('counts an API with several owners for each of them, and once for all', async () => {
    const files = Object.fromEntries(
      ['a', 'b'].flatMap(name => [
        [`${name}/openapi.yaml`, spec(get('/v1/loans'))],
        [`${name}/history.yaml`, ONE(DEPRECATED)]
      ])
    )
    const config = {
      'tenure.yaml': 'format: 1\napis: [{glob: "*/openapi.yaml"}]\n',
      CODEOWNERS: '/a/ @x/loans @x/fees\n'
    }
    const shared = await repositoryOf({main: [['2025-01-10', {...config, ...files}]]})
    await tenure(['site', '--as-of', AS_OF, '--output', 'index.html'], {cwd: shared})
    const written = overview(shared)
    expect(rowsOf(written, 'owners').map(row => [row[0], row[1], row[5]])).toEqual([
      ['Owner', 'APIs', 'Q1 2027'],
      ['@x/fees', '1', '1'],
      ['@x/loans', '1', '1'],
      ['no owner', '1', '1'],
      ['All', '2', '2']
    ])
    expect(written).toContain('What has several owners counts for each of them, and once for all.')
  })

  it('lists what has no day last, with a replacement that is still supported', async () => {
    const undated = folder({
      'tenure.yaml':
        'format: 1\napis: [{name: a, history: a.yaml, spec: none}, {name: b, history: b.yaml, spec: none}]\n',
      'a.yaml': ONE(
        '{deprecated: GET /v1/loans, replacement: GET /v1/fees}, {deprecated: GET /v1/fees, replacement: GET /v2/loans}'
      ),
      'b.yaml': ONE('{deprecated: GET /v1/loans, sunset: "3.0"}')
    })
    await tenure(['site', '--as-of', AS_OF, '--output', 'index.html'], {cwd: undated})
    const page = overview(undated)
    expect(rowsOf(page, 'undated').slice(1)).toEqual([
      ['', 'a', 'no owner', 'GET /v1/loans', 'GET /v2/loans', 'no sunset date'],
      ['', 'a', 'no owner', 'GET /v1/fees', 'GET /v2/loans', 'no sunset date'],
      ['', 'b', 'no owner', 'GET /v1/loans', 'GET /v2/loans', 'sunset 3.0']
    ])
    expect(page).toContain('<h1>No end of support has a day.</h1>')
  })

  it('narrows the overview to what an owner has, also parts of an API', async () => {
    const several = folder({
      'tenure.yaml': `format: 1
apis:
  - {name: a, history: a.yaml, spec: none, owner: team-a}
  - {name: b, history: b.yaml, spec: none, owner: team-b, owners: [{subject: /v1/loans/**, owners: [team-a]}]}
  - {name: c, history: c.yaml, spec: none, owner: team-b}
`,
      'a.yaml': ONE(DEPRECATED),
      'b.yaml': ONE(`${DEPRECATED}, {deprecated: GET /v1/fees, sunset: 2028-01-01}`),
      'c.yaml': ONE(DEPRECATED)
    })
    const rows = async (...args: string[]): Promise<unknown> => {
      const ran = await tenure(['site', '--as-of', AS_OF, '--output', 'index.html', ...args], {cwd: several})
      expect(ran.code).toBe(0)
      const page = overview(several)
      return rowsOf(page, 'owners').map(row => [row[0], row[1], row[5], row[8]].join(' '))
    }
    expect(await rows()).toEqual(['Owner APIs Q1 2027 Later', 'team-a 2 2 0', 'team-b 2 1 1', 'All 3 3 1'])
    expect(await rows('--owner', 'team-a')).toEqual(['Owner APIs Q1 2027 Later', 'team-a 2 2 0'])
    expect(rowsOf(overview(several), 'apis').map(([name]) => name)).toEqual(['API', 'a', 'b'])
    const badge = ['site', '--badge', '--output', 'badge.svg', '--as-of', AS_OF]
    const {out} = await tenure([...badge, '--owner', 'team-b'], {cwd: several})
    expect(out).toMatch(/^Wrote badge\.svg: 2 APIs, next end 2027-03-01\.\n/)
    expectRefusal(await tenure([...badge, '--owner', 'nobody'], {cwd: several}))
  })
})

describe('`tenure site --feed`', () => {
  it('writes a feed and a calendar of all APIs and of each, and links them', async () => {
    const cwd = folder(FILES)
    const ran = await tenure(['site', '--feed', '--as-of', AS_OF, '--output', 'index.html'], {cwd})
    expect([ran.code, ran.err]).toEqual([0, ''])
    const all = pathsIn(cwd).filter(path => path.startsWith('index'))
    const page = overview(cwd)
    const links = [...page.matchAll(/ href="([^"#]+)"/g)].map(([, to = '']) => decodeURIComponent(to))
    expect(new Set(links)).toEqual(new Set(all.filter(path => path !== 'index.html')))
    expect(all).toHaveLength(31 * 3)
    const removals =
      EXPECTED_ROWS.at(-1)
        ?.slice(2)
        .reduce<number>((sum, each) => sum + Number(each), 0) ?? 0
    const [overdue, now] = [EXPECTED_ROWS.at(-1)?.[2], EXPECTED_ROWS.at(-1)?.[3]] as [number, number]
    const {entries} = parseAtomFeed(overview(cwd, 'index.atom'))
    expect(entries).toHaveLength(removals + overdue)
    const events = new ICAL.Component(ICAL.parse(overview(cwd, 'index.ics'))).getAllSubcomponents('vevent')
    expect(events).toHaveLength(removals - now)
    const own = overview(cwd, 'index-api-07.html')
    expect(own).toContain('<link rel="alternate" type="application/atom+xml" href="index-api-07.atom"')
    expect(own).toContain('<a href="index-api-07.ics" type="text/calendar" aria-label="Calendar of api-07 service">')
    expect(parseAtomFeed(overview(cwd, 'index-api-07.atom')).entries).toHaveLength(4)
  })

  it('narrows feeds to an owner, and says once what it could not read', async () => {
    const cwd = folder({
      'tenure.yaml': `format: 1
apis:
  - {name: a, history: a.yaml, spec: none, owner: team-a}
  - {name: b, history: b.yaml, spec: none, owner: team-b}
  - {name: c, history: c.yaml, spec: none, owner: team-b}
`,
      ...{'a.yaml': ONE(DEPRECATED), 'b.yaml': ONE(DEPRECATED), 'c.yaml': 'service: [\n'}
    })
    const args = ['site', '--feed', '--as-of', AS_OF, '--output', 'index.html']
    const ran = await tenure(args, {cwd})
    expect(ran.code).toBe(2)
    expect(ran.err.match(/c\.yaml/g)).toHaveLength(1)
    expect(overview(cwd)).not.toContain('index-c.')
    expect((await tenure([...args, '--owner', 'team-a'], {cwd})).code).toBe(0)
    const {entries = []} = parseAtomFeed(overview(cwd, 'index.atom'))
    expect(entries).toHaveLength(1)
  })

  it('is for a page, also of one API', async () => {
    const cwd = folder({'history.yaml': ONE(DEPRECATED)})
    const ran = await tenure(['site', '--feed', '--as-of', AS_OF, '--output', 'public/life.html'], {cwd})
    expect([ran.code, ran.err.match(/No policy/g)?.length]).toEqual([0, 1])
    expect(pathsIn(join(cwd, 'public'))).toEqual(['life.atom', 'life.html', 'life.ics'])
    expect(overview(cwd, 'public/life.html')).toContain('<p class="head"><a href="life.atom"')
    expectRefusal(await tenure(['site', '--feed', '--output', 'life.svg'], {cwd}))
  })
})

describe.concurrent('`tenure site --badge`', () => {
  const badgeOf = async (history: string, ...args: string[]): Promise<string> => {
    const cwd = folder({'history.yaml': history})
    const ran = await tenure(['site', '--badge', '--as-of', AS_OF, '--output', 'badge.svg', ...args], {cwd})
    expect(ran.code).toBe(0)
    const svg = readFileSync(join(cwd, 'badge.svg'), 'utf8')
    const message = /: ([^:]*)<\/title>/.exec(svg)?.[1] ?? ''
    expect(svg).toContain(`>${message}</text>`)
    expect(ran.out).toContain(`as of ${AS_OF}: ${message}.`)
    expect(ran.err).toBe(
      args.length > 0 ? '' : 'No policy is declared, so only sunsets count. Choose a policy with `--policy`.\n'
    )
    return `${message} ${/<rect x="79".*?fill="(#\w+)"/.exec(svg)?.[1]}`
  }

  it.each([
    ['the next end', ONE(DEPRECATED), 'next end 2027-03-01 #0b5c8a'],
    [
      'what is overdue',
      ONE(`${DEPRECATED.replace('2027', '2026')}, ${DEPRECATED.replace('loans,', 'fees,')}`),
      '1 overdue #b3261e'
    ],
    [
      'no day without a sunset, where no policy is declared',
      ONE('{deprecated: GET /v1/loans}'),
      '1 without a day #596067'
    ],
    ['that nothing ends', ONE(''), 'nothing ends #1b6e3c'],
    ['that nothing was read', 'service: Lending Library API\nreleases: []\n', 'incomplete #596067'],
    ['that the history is incomplete', `complete: 2025-06-10\n${ONE('')}`, 'incomplete #596067'],
    ['that facts are missing', `unknown: [{topic: Removals before 2.0}]\n${ONE('')}`, 'incomplete #596067'],
    [
      'the next end of an incomplete history',
      `complete: 2025-06-10\n${ONE(DEPRECATED)}`,
      'next end 2027-03-01, incomplete #596067'
    ]
  ])('says %s', async (_, history, expected) => {
    expect(await badgeOf(history)).toBe(expected)
  })

  it('says since when something can be removed', async () => {
    expect(await badgeOf(ONE('{deprecated: GET /v1/loans}'), '--policy', 'thirteen-months')).toBe(
      'removable since 2026-02-10 #8a5a00'
    )
  })

  it('names the service as text', async () => {
    const cwd = folder({
      'history.yaml': ONE('').replace('Lending Library API', '"</title><script>alert(1)</script> \\u202E"')
    })
    await tenure(['site', '--badge', '--as-of', AS_OF, '--output', 'badge.svg'], {cwd})
    const svg = readFileSync(join(cwd, 'badge.svg'), 'utf8')
    expect(svg).not.toMatch(/<script|\u202E/)
    expect(svg).toContain(
      '<title>API lifecycle of &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; \\u202e: nothing ends</title>'
    )
  })

  it('is one for all APIs, and one for each', async () => {
    const cwd = folder(FILES)
    const ran = await tenure(['site', '--badge', '--as-of', AS_OF, '--output', 'badge.svg'], {cwd})
    expect([ran.code, ran.out.split('\n')[0]]).toEqual([0, 'Wrote badge.svg: 30 APIs, 3 overdue.'])
    expect(pathsIn(cwd).filter(path => /^badge.*\.svg$/.test(path))).toHaveLength(31)
  })

  it('refuses a file that is no picture', async () => {
    const cwd = folder({'history.yaml': ONE('')})
    expectRefusal(await tenure(['site', '--badge', '--output', 'badge.html'], {cwd}))
  })
})
