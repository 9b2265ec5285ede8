import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, REPOSITORY, tenure} from '../../../test/cli/run.ts'
import {DEPRECATED, SUNSET} from './deviations.ts'
import {HISTORY, POLICY} from './library.ts'

const RIGHT = {Deprecation: `@${DEPRECATED}`, Sunset: SUNSET, Link: '</v2/loans>; rel="successor-version"'}

interface Recording {
  readonly method?: string
  readonly url: string
  readonly status?: number
  readonly at?: string
  readonly time?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly sent?: Readonly<Record<string, string>>
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({name, value}))

const entryOf = ({method = 'GET', url, status = 200, at, time = 10, headers = {}, sent = {}}: Recording) => ({
  startedDateTime: at ?? '2026-11-20T12:00:00.000+01:00',
  time,
  request: {method, url: url.startsWith('/') ? `https://api.library.example${url}` : url, headers: pairs(sent)},
  response: {status, headers: pairs(headers)}
})

/** A folder with the history and a HAR file. */
const recorded = (recordings: readonly Recording[]): string =>
  folder({
    'history.yaml': HISTORY,
    'policy.yaml': POLICY,
    'tenure.yaml': 'format: 1\nspec: none\n',
    'calls.har': `\ufeff${JSON.stringify({log: {version: '1.2', entries: recordings.map(entryOf)}})}`
  })

const probed = async (recordings: readonly Recording[], ...more: string[]) => {
  const {code, out, err} = await tenure(['probe', '--from', 'calls.har', '--as-of', '2026-11-26', ...more], {
    cwd: recorded(recordings)
  })
  const [headline = '', ...lines] = out.split('\n')
  return {code, err, headline, lines: lines.map(each => each.trim())}
}

describe.concurrent('`tenure probe --from`', () => {
  it('reads answers to all methods, and matches paths with templates', async () => {
    const {code, headline, lines} = await probed([
      {url: '/v1/loans?page=2', headers: RIGHT},
      {url: '/v1/loans', method: 'POST', status: 201, headers: {deprecation: `@${DEPRECATED}`}},
      {url: '/v1/loans/a%2Fb', headers: {}},
      {url: '/assets/page.js'},
      {url: 'data:text/plain,x'},
      {url: '/v1/fees', status: 0}
    ])
    expect({code, headline}).toEqual({
      code: 1,
      headline: "✖ 1 of 3 endpoints in calls.har differs from the history; 4 weren't asked"
    })
    expect(lines).toContain(
      `✖ \`POST /v1/loans\` answers \`Deprecation: @${DEPRECATED}\` (2026-03-02), but no deprecation is recorded.`
    )
    expect(lines).toContain("2 recorded answers of what the API doesn't have")
    expect(lines).toContain('1 entry without a readable answer')
  })

  it('takes the day of each answer in the timezone of the policy', async () => {
    const headers = {Deprecation: '@1717387200', Sunset: 'Mon, 01 Jun 2026 04:00:00 GMT'}
    const shelves = {url: '/v1/shelves', status: 200, headers}
    // Removed on 2026-06-02: on that day, both are right.
    const at = async (time: string, more: Partial<Recording> = {}) =>
      (await probed([{...shelves, at: time, ...more}])).headline
    expect(await at('2026-06-01T12:00:00-04:00')).toBe(
      "✔ 1 endpoint in calls.har answers as the history says; 6 weren't asked"
    )
    expect(await at('2026-06-03T03:59:59Z')).toContain('✔ 1 endpoint in calls.har answers')
    expect(await at('2026-06-03T04:00:01Z')).toContain('✖ 1 of 1 endpoint in calls.har differs')
    // The answer came after midnight.
    expect(await at('2026-06-03T03:59:59Z', {time: 5000})).toContain('✔')
    // Before the deprecation, nothing was to be announced.
    expect((await probed([{url: '/v1/loans', at: '2026-03-01T12:00:00-05:00'}])).headline).toContain('✔')
    expect((await probed([{url: '/v1/loans', at: '2026-03-03T12:00:00-05:00'}])).headline).toContain('✖')
    // Before its introduction, an endpoint is missing.
    expect((await probed([{url: '/v2/loans', status: 404, at: '2026-03-01T12:00:00-05:00'}])).headline).not.toContain(
      '✖'
    )
  })

  it('compares an answer with the history of its day', async () => {
    const more = '  - {release: "2.2", date: 2026-09-01, changes: [{rescheduled: GET /v1/loans, sunset: 2027-12-31}]}\n'
    const then = async (at: string, headers: Readonly<Record<string, string>>): Promise<string> => {
      const cwd = recorded([{url: '/v1/loans', headers, at}])
      writeFileSync(join(cwd, 'history.yaml'), `${HISTORY}${more}`)
      return (await tenure(['probe', '--from', 'calls.har', '--as-of', '2026-11-26'], {cwd})).out.split(' ')[0] ?? ''
    }
    const moved = {...RIGHT, Sunset: 'Fri, 31 Dec 2027 05:00:00 GMT'}
    // On that day, the later sunset was to come.
    expect(await then('2026-08-01T12:00:00Z', RIGHT)).toBe('?')
    expect(await then('2026-08-01T12:00:00Z', {...RIGHT, Sunset: 'true'})).toBe('✖')
    expect(await then('2026-10-01T12:00:00Z', RIGHT)).toBe('✖')
    expect(await then('2026-10-01T12:00:00Z', moved)).toBe('✔')
  })

  it('is sure of no third answer where the next release announces something else', async () => {
    const next = async (change: string, headers: Readonly<Record<string, string>>) => {
      const cwd = recorded([{url: '/v1/loans', headers}])
      writeFileSync(join(cwd, 'history.yaml'), `${HISTORY}  - {release: next, changes: [${change}]}\n`)
      return (await tenure(['probe', '--from', 'calls.har', '--as-of', '2026-11-26'], {cwd})).out.split(' ')[0]
    }
    const other = {...RIGHT, Sunset: 'Tue, 01 Dec 2026 05:00:00 GMT'}
    const moved = '{rescheduled: GET /v1/loans, sunset: 2027-12-31}'
    expect(await next(moved, {...RIGHT, Sunset: 'Fri, 31 Dec 2027 05:00:00 GMT'})).toBe('✔')
    expect(await next(moved, other)).toBe('?')
    expect(await next(moved, {})).toBe('?')
    expect(await next('{removed: GET /v1/loans}', RIGHT)).toBe('✔')
    expect(await next('{removed: GET /v1/loans}', other)).toBe('✖')
  })

  it('learns nothing of a removal from an answer that only refuses the request', async () => {
    const removed = async (status: number) => (await probed([{url: '/v1/shelves', status}])).headline.slice(0, 1)
    for (const status of [404, 410, 308]) expect(await removed(status), `${status}`).toBe('✔')
    for (const status of [400, 401, 405, 422]) expect(await removed(status), `${status}`).toBe('?')
    expect(await removed(200)).toBe('✖')
  })

  it('is not sure of an endpoint that ends and has no answer', async () => {
    expect((await probed([{url: '/v2/loans'}])).code).toBe(0)
    expect((await probed([{url: '/v2/loans'}], '--fail-on', 'undetermined')).code).toBe(3)
  })

  it('reports equal differences once, and what one answer decides', async () => {
    const {lines, headline} = await probed([
      {url: '/v1/loans', headers: {...RIGHT, Deprecation: 'true'}},
      {url: '/v1/loans', headers: {...RIGHT, Deprecation: 'true'}, at: '2026-11-21T12:00:00Z'},
      {url: '/v1/loans', headers: RIGHT, status: 503},
      {url: '/v1/loans/17', status: 404},
      {url: '/v1/loans/18'}
    ])
    expect(headline).toBe("✖ 1 of 2 endpoints in calls.har differs from the history; 5 weren't asked")
    expect(lines.filter(each => each.startsWith('✖'))).toHaveLength(1)
  })

  it('narrows the answers to a server', async () => {
    const all = [
      {
        url: 'https://api.library.example/api/v1/loans',
        headers: {...RIGHT, Link: '</api/v2/loans>;rel=successor-version'}
      },
      {url: 'https://elsewhere.example/api/v1/loans', headers: {}},
      {url: 'https://api.library.example/v1/loans', headers: {}},
      {url: 'https://api.library.example/apix/v1/loans', headers: {}}
    ]
    const {headline, lines} = await probed(all, 'https://api.library.example/api')
    expect(headline).toContain('✔ 1 endpoint in calls.har answers as the history says')
    expect(lines).toContain("3 recorded answers of what the API doesn't have")
  })

  it('prints no credentials of a recording, and no codes of a terminal', async () => {
    const sent = {Authorization: 'Bearer s3cr3t-token', Cookie: 'session=c00kie-value; a=b'}
    const headers = {
      Deprecation: '\u001b[31ms3cr3t-token',
      Sunset: 'c00kie-value',
      Link: '<a\u202eb`>; rel=deprecation'
    }
    for (const format of ['stylish', 'json', 'markdown', 'github', 'gitlab', 'sarif', 'junit']) {
      const {lines} = await probed([{url: '/v1/loans', headers, sent}], '--format', format)
      const out = lines.join('\n')
      expect(out, format).not.toMatch(/s3cr3t-token|c00kie-value/)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
      expect(out, format).not.toMatch(/[\u001b\u202e]/)
    }
  })

  it('fails if there is no answer of the API, or none that decides with `--fail-on undetermined`', async () => {
    const empty = await probed([])
    expect(empty).toMatchObject({code: 2, headline: "? Nothing was asked in calls.har; 7 weren't asked"})
    const open = [{url: '/v1/readers', status: 401}]
    expect(await probed(open)).toMatchObject({
      code: 0,
      headline: "? Nothing could be checked in calls.har; 6 weren't asked, 1 undetermined"
    })
    expect((await probed(open, '--fail-on', 'undetermined')).code).toBe(3)
    const wrong = [{url: '/v1/readers', status: 404}]
    expect((await probed(wrong, '--fail-on', 'never')).code).toBe(0)
  })

  it('writes JSON by the schema', async () => {
    const cwd = recorded([
      {url: '/v1/loans', headers: {Deprecation: 'true'}},
      {url: '/v1/readers', status: 401}
    ])
    const {out} = await tenure(['probe', '--from', 'calls.har', '--format', 'json'], {cwd})
    const schema = JSON.parse(readFileSync(join(REPOSITORY, 'schemas/report.schema.json'), 'utf8'))
    const isValid = new Ajv2020({strict: false}).compile(schema)
    expect(isValid(JSON.parse(out)), JSON.stringify(isValid.errors)).toBe(true)
    expect(JSON.parse(out).probe).toMatchObject({asked: 2, differing: 1, undetermined: ['GET /v1/readers']})
  })

  it('only warns of links', async () => {
    const {code, headline} = await probed([{url: '/v1/loans', headers: {...RIGHT, Link: ''}}])
    expect({code, headline}).toEqual({
      code: 0,
      headline: "? 1 of 1 endpoint in calls.har differs from the history; 6 weren't asked"
    })
  })

  it('refuses what is no HTTP archive, and a call without a server', async () => {
    const cwd = recorded([])
    for (const args of [['--from', 'history.yaml'], ['--from', 'none.har'], ['--from', '.'], []])
      expectRefusal(await tenure(['probe', ...args], {cwd}))
  })
})
