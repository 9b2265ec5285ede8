import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {TODAY, WITH_VIOLATION} from '../../../../test/cli/library.ts'
import {expectRefusal, folder, pathsIn, REPOSITORY, tenure} from '../../../../test/cli/run.ts'
import {sample} from '../../../../test/tier.ts'
import {tableOf} from '../../../../test/traffic-table.ts'
import {placeLink} from '../../src/site/picture/links.ts'

const LENDING = join(REPOSITORY, 'fixtures/lending-library')

/** The text of HTML as readers see it. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.:,])/g, '')
    .trim()

describe.concurrent('`tenure site`', () => {
  it('writes a page from a history, and prints its path', async () => {
    const cwd = folder({'history.yaml': WITH_VIOLATION})
    const ran = await tenure(['site', '--as-of', TODAY, '--output', 'life.html'], {cwd})
    expect(ran).toEqual({
      code: 0,
      out: `Wrote life.html: Lending Library API, as of ${TODAY}.\n`,
      err: 'No policy is declared, so no verdicts are shown. Choose a policy with `--policy`.\n'
    })
    const page = readFileSync(join(cwd, 'life.html'), 'utf8')
    expect(page).toContain('<title>Lending Library API: endpoint timeline</title>')
    expect(page).toContain('<b>GET</b> <bdi>/v1/loans</bdi>')
  })

  it('shows for a final release what its candidates brought, in the list and in the panel', async () => {
    const cwd = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: 1.0.0, date: 2025-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}]}
  - {release: 1.1.0-rc.0, date: 2025-02-10, changes: [{removed: GET /v1/fees}, {added: GET /v1/copies}]}
  - {release: 1.1.0, date: 2025-03-10, changes: []}
  - {release: 1.2.0, date: 2025-04-10, changes: []}
`
    })
    await tenure(['site', '--as-of', TODAY, '--output', 'life.html'], {cwd})
    const page = readFileSync(join(cwd, 'life.html'), 'utf8')
    const didAt = (name: string): string | undefined =>
      page.split(`<bdi>${name}</bdi></a> <small>`)[1]?.match(/class="did">([^<]*)/)?.[1]
    expect(['1.1.0-rc.0', '1.1.0', '1.2.0'].map(didAt)).toEqual([
      'Endpoints: 1 added, 1 removed',
      'Endpoints: 1 added, 1 removed',
      'No changes to the API'
    ])
    const {entries} = JSON.parse(/<script[^>]*application\/json[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '') as {
      entries: {name: string; net?: number[]}[]
    }
    expect(entries.map(({name, net}) => [name, net?.length])).toEqual([
      ['1.0.0', undefined],
      ['1.1.0-rc.0', undefined],
      ['1.1.0', 2],
      ['1.2.0', undefined]
    ])
  })

  it('has one line for adjacent releases without changes, each with its address', async () => {
    const cwd = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-02-10}
  - {release: "1.2", date: 2025-03-10}
  - {release: "1.3", date: 2025-04-10, note: Speed only.}
  - {release: "1.4", date: 2025-05-10}
`
    })
    await tenure(['site', '--as-of', TODAY, '--output', 'life.html'], {cwd})
    const list = /<ol class="releases".*?<\/ol>/s.exec(readFileSync(join(cwd, 'life.html'), 'utf8'))?.[0] ?? ''
    expect(list.split('<li class="release">').map(item => textOf(item.replace(/<\/h3>/, ': ')))).toEqual([
      '',
      '1.4 2025-05-10: No changes to the API',
      '1.3 2025-04-10: Speed only.',
      '1.2 2025-03-10, 1.1 2025-02-10: No changes to the API',
      '1.0 2025-01-10: Endpoints: 1 added GET /v1/loans was added.'
    ])
    expect(list.match(/id="[^"]*"/g)).toEqual(['1.4', '1.3', '1.2', '1.1', '1.0'].map(name => `id="/release/${name}"`))
  })

  it('shows next to a removal the verdict on it, not one on an earlier change', async () => {
    const cwd = folder({
      'history.yaml': `service: Lending Library API
policy: thirteen-months
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}]}
  - {release: "1.1", date: 2023-02-10, changes: [{changed: GET /v1/loans, breaking: true}]}
  - {release: "1.2", date: 2023-03-10, changes: [{deprecated: GET /v1/loans, replacement: GET /v2/loans}]}
  - {release: "2.0", date: 2025-03-10, changes: [{removed: GET /v1/loans}]}
`
    })
    await tenure(['site', '--as-of', TODAY, '--output', 'life.html'], {cwd})
    const page = readFileSync(join(cwd, 'life.html'), 'utf8')
    const row = /<div role="listitem" class="row[^>]*data-v="(\w+)".*?class="status">(.*?)<svg/s.exec(page)
    expect([row?.[1], textOf(row?.[2] ?? '')]).toEqual(['violation', '✔ removed in 2.0, compliant'])
  })

  it('links what the overview names, whatever its parameters are called, and rows below a path', async () => {
    const cwd = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: "GET /v1/loans/{id}"}, {added: operation ListReaders}, {added: GET /v1/fees}]}
  - {release: "2.0", date: 2025-01-10, changes: [{removed: "GET /v1/loans/{loanId}"}, {removed: operation ListReaders}, {deprecated: /v1/**}]}
`
    })
    await tenure(['site', '--as-of', TODAY, '--output', 'life.html'], {cwd})
    const page = readFileSync(join(cwd, 'life.html'), 'utf8')
    const news = /<section id="news".*?<\/section>/s.exec(page)?.[0] ?? ''
    expect([...news.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)].map(([, to, name = '']) => [to, textOf(name)])).toEqual([
      ['#/release/2.0', '2.0'],
      ['#/endpoint/GET%20/v1/loans/%7Bid%7D', 'GET /v1/loans/{loanId}'],
      ['#/endpoint/operation%20ListReaders', 'ListReaders'],
      ['#/endpoint//v1/**', '/v1/**'],
      ['#/release/2.0', 'the breaking changes of 2.0'],
      ['#/?state=deprecated', '1 deprecation without a sunset']
    ])
  })

  it('shows on an internal page who calls what is deprecated', async () => {
    const row = ['GET /v1/loans,kiosk,120,0,0']
    const cwd = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: 1.0.0, date: 2025-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}]}
  - {release: 1.1.0, date: 2025-03-10, changes: [{deprecated: GET /v1/loans}]}
`,
      ...tableOf({from: '2026-01-20', to: '2026-03-01', calls: {'2026-02-27': row}}, 'api-traffic/')
    })
    const written = async (...args: string[]) => {
      await tenure(['site', '--as-of', '2026-03-02', '--output', 'life.html', ...args], {cwd})
      return readFileSync(join(cwd, 'life.html'), 'utf8').match(/1 caller from [^"]*/g)
    }
    expect(await written('--internal')).toEqual([
      '1 caller from 2026-01-31 to 2026-03-01 (120 calls, the last on 2026-02-27)'
    ])
    expect(await written()).toBeNull()
    const notes = async (...args: string[]) =>
      (await tenure(['notes', '1.1.0', '--as-of', '2026-03-02', ...args], {cwd})).out.match(/1 caller from .*$/gm)
    expect(await notes('--internal')).toEqual([
      '1 caller from January 31, 2026 to March 1, 2026 (120 calls, the last on February 27, 2026).'
    ])
    expect(await notes()).toBeNull()
  })

  it('writes a page from a folder of API descriptions with their tags', async () => {
    const cwd = folder()
    const out = join(cwd, 'etcd.html')
    const ran = await tenure(['site', 'fixtures/etcd', '--policy', 'kubernetes', '--as-of', TODAY, '--output', out])
    const remark = 'These descriptions never deprecate anything, so nothing counts as announced.'
    expect(ran.code).toBe(0)
    // A remark on how the source was read is printed, and not part of the page.
    expect(ran.err).toContain(remark)
    const page = readFileSync(out, 'utf8')
    expect(page).not.toContain(remark)
    // The descriptions have tags, so endpoints can be grouped by tag.
    expect(page).toMatch(/<option value="tag" selected>/)
  })

  it('shows the replacement of the latest announcement, not that of an earlier lifecycle or an old name', async () => {
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
  - {release: "1.4", date: 2026-02-10, changes: [{renamed: GET /v2/loans, to: GET /v2/lendings, oldUntil: "9.0"}]}
`
    })
    await tenure(['site', '--as-of', TODAY, '--output', 'life.html'], {cwd})
    const page = readFileSync(join(cwd, 'life.html'), 'utf8')
    const data = /<script[^>]*application\/json[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? ''
    const {lives: lifecycles, words} = JSON.parse(data) as {words: unknown[]} & Record<
      'lives',
      {name: string; instead: number[]; facts: [string, number[]][]}[]
    >
    const replacements = lifecycles.map(({name, instead, facts}) => [
      name,
      ...instead.map(row => lifecycles[row]?.name),
      ...facts.flatMap(([label, says]) => (label === 'Replacement' ? says.map(each => words[each]) : []))
    ])
    expect(replacements).toContainEqual(['GET /v1/loans', 'GET /v2/loans'])
    expect(replacements).toContainEqual(['GET /v1/copies', [['/v2/**']]])
    expect(replacements).toContainEqual(['GET /v2/loans', 'GET /v2/lendings'])
    expect(replacements).toContainEqual(['GET /v2/lendings'])
  })

  it('writes a page that loads nothing, and runs only its own script', async () => {
    const cwd = folder()
    await tenure(['site', LENDING, '--as-of', TODAY, '--output', 'site.html'], {cwd})
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
      const outputs = await Promise.all(
        places.map(async (env, at) => {
          await tenure(['site', LENDING, '--as-of', TODAY, '--output', `${at}.${kind}`], {cwd, env})
          return readFileSync(join(cwd, `${at}.${kind}`), 'utf8')
        })
      )
      expect(outputs[0]?.length).toBeGreaterThan(5000)
      expect(new Set(outputs).size).toBe(1)
    }
  })

  it('merges the rows of a picture into at most 32, and states that in it', async () => {
    const out = join(folder(), 'rows.svg')
    await tenure(['site', 'fixtures/etcd', '--policy', 'kubernetes', '--as-of', TODAY, '--output', out])
    const svg = readFileSync(out, 'utf8')
    expect(svg.match(/class="between"/g)?.length ?? 0).toBeLessThanOrEqual(32)
    expect(svg).toMatch(/\d+ lifecycles in \d+ rows?\./)
  })

  const spec = (paths: object, security: string[]): string =>
    JSON.stringify({
      openapi: '3.0.3',
      info: {title: 'Library', version: '1'},
      security: security.map(name => ({[name]: []})),
      components: {securitySchemes: {key: {type: 'apiKey', in: 'header', name: 'X-Key'}}},
      paths
    })
  const get = {get: {tags: ['Lending'], responses: {200: {description: 'fine'}}}}
  const SPECS = {
    'specs/1.0.json': spec({'/loans': get, '/old': get}, []),
    'specs/2.0.json': spec({'/loans': get}, ['key']),
    'specs/3.0.json': spec({'/loans': get, '/shelves': get}, ['key'])
  }
  interface LifecycleData {
    readonly name: string
    readonly own: readonly number[]
    readonly shared: string
  }
  const lifecyclesIn = (page: string): LifecycleData[] =>
    (
      JSON.parse(/<script[^>]*application\/json[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '') as Record<
        'lives',
        LifecycleData[]
      >
    ).lives

  it('shows no verdicts without a declared policy, on the page and in the picture', async () => {
    const cwd = folder(SPECS)
    const write = async (...args: string[]): Promise<string> => {
      const ran = await tenure(['site', 'specs', '--as-of', TODAY, ...args], {cwd})
      expect(ran.code).toBe(0)
      return readFileSync(join(cwd, args[1] ?? ''), 'utf8')
    }
    for (const file of ['site.html', 'picture.svg']) {
      const [withoutPolicy, withPolicy] = [
        await write('--output', file),
        await write('--output', file, '--policy', 'thirteen-months')
      ]
      const body = (text: string): string => text.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
      expect(body(withoutPolicy)).not.toMatch(/violation|undetermined|thirteen|✖|#m-earliest-end/)
      expect(body(withPolicy)).toMatch(/✖|\?/)
      expect(body(withPolicy)).toContain('Policy: ')
    }
  })

  it('shows only the API changes that happened while the endpoint existed', async () => {
    const cwd = folder(SPECS)
    await tenure(['site', 'specs', '--as-of', TODAY, '--output', 'site.html'], {cwd})
    const lifecycles = lifecyclesIn(readFileSync(join(cwd, 'site.html'), 'utf8'))
    const changesOf = (name: string): number => {
      const lifecycle = lifecycles.find(each => each.name === name)
      return (lifecycle?.own.length ?? 0) + (lifecycle?.shared === '' ? 0 : 1)
    }
    expect(changesOf('GET /shelves')).toBe(1)
    expect(changesOf('GET /loans')).toBe(2)
  })

  it('shows places relative to the source, and links them as configured', async () => {
    const link = 'https://forge.example/blob/main/{file}#L{line}'
    const cwd = folder({...SPECS, 'tenure.yaml': `links: {line: '${link}'}\n`})
    await tenure(['site', join(cwd, 'specs'), '--as-of', TODAY, '--output', 'site.html'], {cwd})
    const page = readFileSync(join(cwd, 'site.html'), 'utf8')
    expect(page).not.toContain(cwd)
    expect(page).toContain('"3.0.json:1"')
    expect(placeLink(link, '3.0.json:1')).toBe('https://forge.example/blob/main/3.0.json#L1')
    expect(placeLink(link, 'a b.json')).toBe('https://forge.example/blob/main/a%20b.json')
    // The search finds an endpoint by its tag.
    expect(page).toContain('data-g="lending"')
  })

  const UNTIDY = {
    'descriptions/1.0.json': spec({'/v1/loans': get, '/v1/shelves': get}, []),
    'descriptions/2.0.json': spec({'/v1/loans': {get: {...get.get, deprecated: true}}}, ['key']),
    'descriptions/3.0.json': spec({'/v1/shelves': get}, ['key'])
  }

  it.each([
    ['a history', {'library.yaml': WITH_VIOLATION}, ['--history', 'library.yaml', '--policy', 'thirteen-months']],
    ['descriptions', UNTIDY, ['descriptions', '--policy', 'thirteen-months']]
  ])('shows warnings, remedies, and places of %s only with --internal', async (_, files, args) => {
    const cwd = folder(files)
    const write = async (...more: string[]): Promise<string> => {
      const ran = await tenure(['site', ...args, '--as-of', TODAY, '--output', 'site.html', ...more], {cwd})
      expect(ran.code, ran.err).toBe(0)
      return readFileSync(join(cwd, 'site.html'), 'utf8').replace(/<(style|script)>.*?<\/\1>/gs, '')
    }
    const [open, internal] = [await write(), await write('--internal')]
    const INTERNAL = /id="warnings"|"remedies":\[\d|"clause"|(?:library\.yaml|[123]\.0\.json)(?::\d+)?/
    expect(internal.match(new RegExp(INTERNAL, 'g'))).toEqual(
      expect.arrayContaining([
        'id="warnings"',
        expect.stringMatching(/^"remedies/),
        '"clause"',
        expect.stringMatching(/:\d+$/)
      ])
    )
    expect(open).not.toMatch(INTERNAL)
    expect(open).toContain('violation')
  })

  it('starts with the next ends of support and what to do, and collapses a long list', async () => {
    const ends = Array.from({length: 6}, (_, at) => `{deprecated: GET /v1/rooms/${at}, sunset: 2027-0${6 - at}-01}`)
    const cwd = folder({
      'history.yaml': `service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}]}
  - release: "1.1"
    date: 2025-01-10
    changes: [{deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2026-01-31}, ${ends.join(', ')}]
`
    })
    await tenure(['site', '--as-of', TODAY, '--output', 'site.html'], {cwd})
    const page = readFileSync(join(cwd, 'site.html'), 'utf8')
    const facts = [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name, html = '']) => [
      name,
      ...[...html.matchAll(/<(?:li|summary)>(.*?)<\/(?:li|summary)>/gs)].map(([, item = '']) => textOf(item))
    ])
    expect(facts.slice(1)).toEqual([
      [
        'Next end of support',
        ...[1, 2, 3].map(month => `2027-0${month}-01: GET /v1/rooms/${6 - month}.`),
        '3 more',
        ...[4, 5, 6].map(month => `2027-0${month}-01: GET /v1/rooms/${6 - month}.`)
      ],
      ['What to do now', 'Replace GET /v1/loans with GET /v2/loans: the sunset was 2026-01-31.']
    ])
  })

  it('shows the approver of a waiver only with --internal', async () => {
    const cwd = folder()
    const write = async (...more: string[]): Promise<string> => {
      await tenure(['site', LENDING, '--as-of', TODAY, '--output', 'site.html', ...more], {cwd})
      return readFileSync(join(cwd, 'site.html'), 'utf8')
    }
    expect(await write('--internal')).toContain('security@library.example')
    const open = await write()
    expect(open).not.toContain('security@library.example')
    expect(open).toContain('Waived for security: tokens could be forged')
  })

  it('states in one line, without file names, that a source was read in part', async () => {
    const torn = (path: string) => ({...get, $ref: `parts/${path}.json`})
    const cwd = folder({
      'specs/1.0.json': spec({'/loans': get, '/shelves': get}, []),
      'specs/2.0.json': spec({'/loans': get, '/shelves': torn('shelves')}, []),
      'specs/3.0.json': spec({'/loans': get, '/shelves': torn('shelves'), '/copies': torn('copies')}, [])
    })
    const ran = await tenure(['site', 'specs', '--as-of', TODAY, '--output', 'site.html'], {cwd})
    expect(ran.code, ran.err).toBe(0)
    const page = readFileSync(join(cwd, 'site.html'), 'utf8')
    expect(/<p class="remarks">.*?<\/p>/.exec(page)?.[0]).toBe(
      '<p class="remarks"><bdi>Part of </bdi><code>2.0</code><bdi> and </bdi><code>3.0</code><bdi> could not be read. More might have changed.</bdi></p>'
    )
    expect(page).not.toContain('parts/')
    expect(page).not.toContain('.json')
  })

  it('does not show file names in links to places', async () => {
    const cwd = folder({...UNTIDY, 'tenure.yaml': "links: {line: 'https://forge.example/{file}#L{line}'}\n"})
    const write = async (...more: string[]): Promise<string> => {
      await tenure(
        ['site', 'descriptions', '--as-of', TODAY, '--policy', 'thirteen-months', ...more, '--output', 'site.html'],
        {cwd}
      )
      return readFileSync(join(cwd, 'site.html'), 'utf8')
    }
    const place = /<p class="place"><a href="https:\/\/forge\.example\/([^"]*)" rel="noopener"><bdi>(.*?)<\/bdi>/
    expect(place.exec(await write())?.slice(1)).toEqual(['2.0.json#L1', 'Source'])
    expect(place.exec(await write('--internal'))?.slice(1)).toEqual(['2.0.json#L1', '2.0.json:1'])
  })

  it.each(
    sample([
      [['--output', 'site.pdf'], '`--output site.pdf` must end with `.html` (the page) or `.svg` (the picture).'],
      [['nowhere.yaml', '--output', 'site.html'], 'There is no history file or folder `nowhere.yaml`.'],
      [[], 'Add `--output` with a name that ends with `.html`']
    ])
  )('rejects the arguments %j', async (args, message) => {
    const cwd = folder({'history.yaml': WITH_VIOLATION})
    const ran = await tenure(['site', ...args], {cwd})
    expectRefusal(ran)
    expect(ran.err).toContain(message)
    expect(pathsIn(cwd)).toEqual(['history.yaml'])
  })
})
