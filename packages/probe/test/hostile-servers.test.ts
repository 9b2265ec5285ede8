import type {RequestListener} from 'node:http'
import {createServer} from 'node:net'
import {openWorkspace} from '@tenure/core/stores/files/workspace'
import {describe, expect, it} from 'vitest'
import {inAllFormats} from '../../../test/all-formats.ts'
import {folder} from '../../../test/cli/run.ts'
import {CONTEXT} from '../../../test/here.ts'
import {type ProbeOptions, probe} from '../src/probe.ts'
import {HISTORY, POLICY, TODAY} from './library.ts'
import {FAST, listen} from './servers.ts'

const HERE = {
  ...CONTEXT,
  ...openWorkspace(
    folder({'history.yaml': HISTORY, 'policy.yaml': POLICY, 'tenure.yaml': 'format: 1\nspec: none\n'}),
    {}
  ),
  today: () => TODAY
}
const TOKEN = 's3cr3t-t0ken'
const SECRET = {TENURE_PROBE_HEADER: `Authorization: Bearer ${TOKEN}\nX-Api-Key: k3y=${TOKEN}=`}

const ask = (url: string, options: Partial<ProbeOptions> = {}, env: Readonly<Record<string, string>> = {}) =>
  probe({...FAST, url, ...options}, {...HERE, env})

/** A server that answers one endpoint in its own way. */
const only = (path: string, listener: RequestListener): Promise<string> =>
  listen((request, response) => {
    if (request.url === path) listener(request, response)
    else response.end()
  })

/** A server that sends bytes. */
function send(bytes: string): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.end(bytes, 'latin1')
  }).unref()
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as {port: number}).port}`))
  })
}

const refusal = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'no error',
    error => `${error.name}: ${error.message}`
  )

describe.concurrent('a hostile server', () => {
  it('can send content without an end', async () => {
    let isClosed = false
    const url = await only('/v1/readers', (_, response) => {
      response.on('close', () => {
        isClosed = true
      })
      response.on('drain', () => response.write('x'.repeat(65_536)))
      response.write('x'.repeat(1_000_000))
    })
    const {probe: sum} = await ask(url)
    expect(sum.endpoints.undetermined).not.toContain('GET /v1/readers')
    expect(isClosed).toBe(true)
  })

  it('can be late with one answer', async () => {
    const {remarks} = await ask(await only('/v1/readers', () => undefined), {timeout: '2'})
    expect(remarks).toContain("Undetermined (doesn't answer in time): `GET /v1/readers`")
  })

  it('can drip its headers', async () => {
    const url = await only('/v1/readers', (request, _) => {
      const drip = (): void => {
        if (request.socket.writable) request.socket.write('X-More: y\r\n', () => setImmediate(drip))
      }
      request.socket.write('HTTP/1.1 200 OK\r\n', drip)
    })
    const {remarks} = await ask(url, {timeout: '2'})
    expect(remarks.join('\n')).toMatch(
      /Undetermined \((?:answers with headers that are too long|doesn't answer in time)\): `GET \/v1\/readers`/
    )
  })

  it('can be late with all answers, which is an error', async () => {
    const started = await listen(() => undefined)
    expect(await refusal(ask(started, {timeout: '0.1'}))).toMatch(
      /^InputError: `127\.0\.0\.1:\d+` doesn't answer in time \(`--timeout`\), so it wasn't checked\.$/
    )
  })

  it('can send headers of any length', async () => {
    const url = await only('/v1/readers', (_, response) => void response.writeHead(200, {x: 'y'.repeat(60_000)}).end())
    expect((await ask(url)).remarks).toContain(
      'Undetermined (answers with headers that are too long): `GET /v1/readers`'
    )
  })

  it('can send something else than HTTP', async () => {
    const url = await send('SSH-2.0-OpenSSH_9.6\r\n')
    expect(await refusal(ask(url))).toMatch(
      /^InputError: `127\.0\.0\.1:\d+` gives no answer in HTTP, HPE_INVALID_CONSTANT, so it wasn't checked\.$/
    )
  })

  it('can redirect in circles', async () => {
    const url = await only(
      '/v1/readers',
      (_, response) => void response.writeHead(308, {location: '/v1/readers'}).end()
    )
    expect((await ask(url)).remarks).toContain('Undetermined (redirects again and again): `GET /v1/readers`')
  })

  it('gets no request on another host, and so no credentials', async () => {
    const seen: (string | undefined)[] = []
    const other = await listen((request, response) => {
      seen.push(request.headers.authorization)
      response.end()
    })
    const url = await listen((request, response) => {
      response.writeHead(302, {location: `${other}${request.url}`}).end()
    })
    const {probe: sum} = await ask(url, {}, SECRET)
    expect(sum.endpoints.undetermined).toHaveLength(4)
    expect(seen).toEqual([])
  })

  it('is asked with the credentials, and cannot have them printed', async () => {
    const seen = new Set<string>()
    const url = await listen(({headers: {authorization = ''}, method = ''}, response) => {
      seen.add(`${method} ${authorization}`)
      const basic = Buffer.from(authorization).toString('base64')
      response.writeHead(200, [
        ...['Deprecation', authorization, 'Sunset', `x ${authorization.slice(7)} ${encodeURIComponent(authorization)}`],
        ...['Link', `<https://elsewhere.example/?a=${TOKEN}>; rel="successor-version"`, 'X', basic]
      ])
      response.end(authorization)
    })
    const report = await ask(url, {}, SECRET)
    expect(seen).toEqual(new Set([`GET Bearer ${TOKEN}`, `HEAD Bearer ${TOKEN}`]))
    const printed = await inAllFormats(report)
    expect(printed).toContain('[hidden]')
    expect(printed).not.toContain(TOKEN)
    expect(printed).not.toContain('k3y')
  })

  it('cannot act on a terminal or a build', async () => {
    const csi = '\u009b31m'
    const url = await send(
      `HTTP/1.1 200 OK\r\nDeprecation: ${csi}\`::error::##[error]x\r\nLink: <javascript:a'"b&<i>>; rel="successor-version"\r\n\r\n`
    )
    const report = await ask(url)
    const printed = await inAllFormats(report)
    expect(printed).not.toMatch(/[\u0080-\u009f]|^::error::|##\[error]/m)
    expect(printed).toContain('\\u009b31m')
    expect(report.findings.length).toBeGreaterThan(3)
  })
})

describe.concurrent('what is refused', () => {
  it.each([
    ['https://user:pa55word@api.library.example', /^InputError: The URL has a name or a password/],
    ['https://api.library.example/?key=pa55word', /^InputError: The URL has a query or a fragment/],
    ['pa55word', /^InputError: The address is no URL/],
    ['ftp://pa55word', /^InputError: The address is no URL/]
  ])('%s, without repeating it', async (url, sentence) => {
    const refused = await refusal(ask(url))
    expect(refused).toMatch(sentence)
    expect(refused).not.toContain('pa55word')
  })

  it.each([['pa55word'], ['Authorization: '], ['A: b\nNo header pa55word'], ['A: pa55word\u0007']])(
    'the header %j, without repeating it',
    async header => {
      const refused = await refusal(ask('http://127.0.0.1:1', {}, {TENURE_PROBE_HEADER: header}))
      expect(refused).toMatch(/^InputError: A line of `TENURE_PROBE_HEADER` is no header\./)
      expect(refused).not.toContain('pa55word')
    }
  )

  it('numbers that are none', async () => {
    for (const option of ['rate', 'limit', 'timeout'])
      for (const value of ['0', '-1', 'x', '1e9', 'Infinity'])
        expect(await refusal(ask('http://127.0.0.1:1', {[option]: value}))).toMatch(/isn't a positive number\.$/)
  })

  it('a server that cannot be reached, in one sentence', async () => {
    const url = await send('HTTP/1.1 200 OK\r\n\r\n')
    expect(await refusal(ask('http://127.0.0.1:1'))).toBe(
      "InputError: `127.0.0.1:1` refuses the connection, so it wasn't checked."
    )
    expect(await refusal(ask('http://nowhere.invalid'))).toMatch(
      /^InputError: `nowhere\.invalid` can't be (?:found|reached), so it wasn't checked\.$/
    )
    expect(await refusal(ask(url.replace('http:', 'https:')))).toMatch(
      /^InputError: `127\.0\.0\.1:\d+` doesn't speak TLS as expected, so it wasn't checked\.$/
    )
  })
})
