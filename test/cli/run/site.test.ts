import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {BROKEN, TODAY} from '../library.ts'
import {allIn, expectRefusal, folder, HOUSE, tenure} from '../run.ts'

const LENDING = join(HOUSE, 'fixtures/lending-library')

describe.concurrent('site', () => {
  it('writes a page of a history, and says what it wrote', async () => {
    const cwd = folder({'history.yaml': BROKEN})
    const ran = await tenure(['site', '--as-of', TODAY, '--out', 'life.html'], {cwd})
    expect(ran).toEqual({
      code: 0,
      out: `Wrote life.html: Lending Library API, judged as thirteen-months (change with --policy), as of ${TODAY}.\n`,
      err: ''
    })
    const page = readFileSync(join(cwd, 'life.html'), 'utf8')
    expect(page).toContain('<title>Lending Library API: the life of its endpoints</title>')
    expect(page).toContain('<b>GET</b> <bdi>/v1/loans</bdi>')
  })

  it('writes a page of what tags and folders show', async () => {
    const cwd = folder()
    const out = join(cwd, 'etcd.html')
    const ran = await tenure(['site', 'fixtures/etcd', '--policy', 'kubernetes', '--as-of', TODAY, '--out', out])
    expect(ran).toMatchObject({code: 0, err: ''})
    const page = readFileSync(out, 'utf8')
    const audit = await tenure(['audit', 'fixtures/etcd', '--policy', 'kubernetes', '--as-of', TODAY])
    // The page says what the audit says.
    expect(page).toContain(audit.out.trimEnd().split('\n').at(-1)?.split(',')[0] ?? 'nothing')
    expect(page).toContain('No announcements in this source')
    // Its descriptions have tags.
    expect(page).toMatch(/<option value="tag" selected>/)
  })

  it('names of each what its latest announcement says to use, not what was said in an earlier life or of its old name', async () => {
    const cwd = folder({
      'history.yaml': `service: Lending Library API
releases:
  - release: "1.0"
    date: 2021-01-10
    changes: [{added: GET /v1/loans}, {added: GET /v1/copies}, {added: GET /v1/fees}, {added: GET /v2/loans}]
  - {release: "1.1", date: 2021-02-10, changes: [{deprecated: GET /v1/loans, replacement: GET /v1/copies}]}
  - {release: "1.2", date: 2022-06-10, changes: [{removed: GET /v1/loans}]}
  - {release: "1.3", date: 2022-07-10, changes: [{restored: GET /v1/loans}]}
  - {on: 2026-01-10, changes: [{deprecated: /v1/**, replacement: /v2/**, sunset: 2027-06-01}]}
  - {release: "1.4", date: 2026-02-10, changes: [{renamed: GET /v2/loans, to: GET /v2/lendings, until: "9.0"}]}
`
    })
    await tenure(['site', '--as-of', TODAY, '--out', 'life.html'], {cwd})
    const page = readFileSync(join(cwd, 'life.html'), 'utf8')
    const data = /<script[^>]*application\/json[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? ''
    const {lives, words} = JSON.parse(data) as {
      lives: {name: string; instead: number[]; facts: [string, number[]][]}[]
      words: unknown[]
    }
    const told = lives.map(({name, instead, facts}) => [
      name,
      ...instead.map(row => lives[row]?.name),
      ...facts.flatMap(([label, says]) => (label === 'Use instead' ? says.map(each => words[each]) : []))
    ])
    expect(told).toContainEqual(['GET /v1/loans', 'GET /v2/loans'])
    expect(told).toContainEqual(['GET /v1/copies', [['/v2/**']]])
    expect(told).toContainEqual(['GET /v2/loans', 'GET /v2/lendings'])
    expect(told).toContainEqual(['GET /v2/lendings'])
  })

  it('asks for nothing from elsewhere, and runs nothing but its own script', async () => {
    const cwd = folder()
    await tenure(['site', LENDING, '--as-of', TODAY, '--out', 'site.html'], {cwd})
    const page = readFileSync(join(cwd, 'site.html'), 'utf8')
    expect(page).toMatch(
      /content="default-src 'none'; style-src 'sha256-[\w+/=]{44}'; script-src 'sha256-[\w+/=]{44}'; img-src data:/
    )
    expect(page.match(/(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?\/\//g)).toBeNull()
    expect(page).not.toMatch(/\sstyle="/)
  })

  it('gives the same bytes in any time zone and locale', async () => {
    const cwd = folder()
    const places = [
      {TZ: 'UTC', LC_ALL: 'C', LANG: 'C'},
      {TZ: 'Pacific/Apia', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8'},
      {TZ: 'America/Sao_Paulo', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8'}
    ]
    for (const kind of ['html', 'svg']) {
      const written = await Promise.all(
        places.map(async (env, at) => {
          await tenure(['site', LENDING, '--as-of', TODAY, '--out', `${at}.${kind}`], {cwd, env})
          return readFileSync(join(cwd, `${at}.${kind}`), 'utf8')
        })
      )
      expect(written[0]?.length).toBeGreaterThan(5000)
      expect(new Set(written).size).toBe(1)
    }
  })

  it('folds a picture into as many rows as are asked for, and says so in it', async () => {
    const cwd = folder()
    const picture = async (rows: string): Promise<string> => {
      const out = join(cwd, `${rows}.svg`)
      await tenure(['site', 'fixtures/etcd', '--policy', 'kubernetes', '--as-of', TODAY, '--rows', rows, '--out', out])
      return readFileSync(out, 'utf8')
    }
    const rowsIn = (svg: string): number => svg.match(/class="between"/g)?.length ?? 0
    const [few, all] = [await picture('6'), await picture('500')]
    expect(rowsIn(few)).toBeLessThanOrEqual(6)
    expect(few).toMatch(/\d+ lives are folded into \d rows?\./)
    expect(rowsIn(all)).toBeGreaterThan(100)
    expect(all).not.toContain('folded')
  })

  it.each([
    [['--out', 'site.pdf'], 'Unexpected file `site.pdf` for --out, expected a name that ends with `.html`'],
    [['--out', 'site.html', '--rows', 'ten'], '`--rows ten` must be a number from 1 to 9999.'],
    [['--out', 'site.svg', '--rows', '0'], '`--rows 0` must be a number from 1 to 9999.'],
    [['nowhere.yaml', '--out', 'site.html'], 'There is no history file or folder `nowhere.yaml`.'],
    [['--out', 'no/such/folder/site.html'], 'no/such/folder/site.html'],
    [[], 'Unexpected lack of `--out`']
  ])('%j', async (args, said) => {
    const cwd = folder({'history.yaml': BROKEN})
    const ran = await tenure(['site', ...args], {cwd})
    expectRefusal(ran)
    expect(ran.err).toContain(said)
    expect(allIn(cwd)).toEqual(['history.yaml'])
  })
})
