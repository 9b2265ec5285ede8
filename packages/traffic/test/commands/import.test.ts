import {createHmac} from 'node:crypto'
import {appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, pathsIn, type RunOptions, tenure, tenureProcess} from '../../../../test/cli/run.ts'
import {openDatabase} from '../../src/logs/database.ts'

const HISTORY = `
format: 1
service: Lending Library API
server: https://api.library.example
releases:
  - release: "1.0"
    date: 2023-01-10
    changes:
      - added: GET /v1/loans
      - {added: "GET /v1/loans/{loanId}"}
      - {added: "GET /v1/loans/{loanId}.json"}
      - {added: "GET /v1/loans/mine"}
      - {added: "POST /v1/loans/{loanId}:renew"}
      - added: GET /v1/fees
      - {added: "GET /v1/{kind}/count"}
      - {added: "GET /v1/shelves/{id}"}
  - {release: "1.1", date: 2026-11-05, changes: [{removed: GET /v1/loans/mine}]}
`
const KEY = 'a key that is long enough'
/** The text of a file; empty if it's a folder, or was deleted meanwhile. */
function textIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const SECRETS = ['tok3n', '10.1.2.3', 'alice', 's3cret-path', 'Sm1th', 'okhttp-9000']

const idOf = (caller: string): string => createHmac('sha256', KEY).update(caller).digest('hex').slice(0, 16)

const api = (traffic = '{}', more: Readonly<Record<string, string | Uint8Array>> = {}): string =>
  folder({'tenure.yaml': `format: 1\nhistory: history.yaml\ntraffic: ${traffic}\n`, 'history.yaml': HISTORY, ...more})

const line = (time: string, request: string, {status = 200, user = '-', agent = 'okhttp-9000/4.9'} = {}): string =>
  `10.1.2.3 - ${user} [${time}] "${request} HTTP/1.1" ${status} 12 "https://x.example/?q=tok3n" "${agent}"\n`

/** Imports in a process of its own, because the key is read from the environment. */
const traffic = (args: readonly string[], cwd: string, options: RunOptions = {}) =>
  tenureProcess(['traffic', ...args, '--as-of', '2026-11-29'], {
    cwd,
    ...options,
    env: {TENURE_TRAFFIC_KEY: KEY, ...options.env}
  })

const table = (cwd: string, day: string, what = 'calls'): string =>
  readFileSync(join(cwd, 'api-traffic/days', `${day}.${what}.csv`), 'utf8')

/** Rows of calls without the header. */
const rows = (cwd: string, day: string): string[] => table(cwd, day).trim().split('\n').slice(1)

/** All files of a table, but for the list of imports. */
const filesOf = (cwd: string): Record<string, string> =>
  Object.fromEntries(
    pathsIn(join(cwd, 'api-traffic'))
      .filter(path => /\.(?:csv|json)$/.test(path) && path !== 'imports.csv')
      .map(path => [path, readFileSync(join(cwd, 'api-traffic', path), 'utf8')])
  )

describe.concurrent('`tenure traffic import`', () => {
  it('counts the calls of each operation by caller and day in UTC', async () => {
    const cwd = api('{format: combined, prefixes: [/gateway]}', {
      'access.log': [
        line('01/Nov/2026:23:30:00 -0100', 'GET /gateway/v1/loans?token=tok3n', {user: 'alice'}),
        line('02/Nov/2026:02:00:00 +0000', 'GET /v1//loans/', {user: 'alice', status: 404}),
        line('02/Nov/2026:02:00:01 +0000', 'GET /v1/loans/Sm1th;jsessionid=tok3n#top'),
        line('02/Nov/2026:02:00:02 +0000', 'GET /v1/loans/mine', {agent: '-'}),
        line('02/Nov/2026:02:00:03 +0000', 'POST https://api.library.example:443/v1/loans/7%3Arenew'),
        line('02/Nov/2026:02:00:04 +0000', 'GET /v1/loans/7.json'),
        line('02/Nov/2026:02:00:05 +0000', 'HEAD /v1/f%65es')
      ].join('')
    })
    const {code, out, err} = await traffic(['import', 'access.log'], cwd)
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toMatch(
      /^7 lines imported to api-traffic: 6 operations, 1 named caller, 2026-11-02 to 2026-11-02\.\nFingerprint of the key: [0-9a-f]{12}\n$/
    )
    const agent = `agent:${idOf('okhttp-9000')}`
    expect(rows(cwd, '2026-11-02')).toEqual([
      `GET /v1/fees,${agent},1,0,0,02:00:05,02:00:05`,
      `GET /v1/loans,${idOf('alice')},2,1,0,00:30:00,02:00:00`,
      'GET /v1/loans/mine,,1,0,0,02:00:02,02:00:02',
      `GET /v1/loans/{loanId},${agent},1,0,0,02:00:01,02:00:01`,
      `GET /v1/loans/{loanId}.json,${agent},1,0,0,02:00:04,02:00:04`,
      `POST /v1/loans/{loanId}:renew,${agent},1,0,0,02:00:03,02:00:03`
    ])
    expect(table(cwd, '2026-11-02', 'coverage')).toContain('default,000005,000000,7,0,0,0\n')
  })

  it('finds calls of removed operations, and gives what was released then precedence', async () => {
    const cwd = api('{format: combined}', {
      'access.log': [
        line('04/Nov/2026:10:00:00 +0000', 'GET /v1/loans/mine'),
        line('09/Nov/2026:10:00:00 +0000', 'GET /v1/loans/mine')
      ].join('')
    })
    await traffic(['import', 'access.log'], cwd)
    expect(rows(cwd, '2026-11-04')[0]).toMatch(/^GET \/v1\/loans\/mine,/)
    expect(rows(cwd, '2026-11-09')[0]).toMatch(/^GET \/v1\/loans\/\{loanId\},/)
  })

  it('counts calls that several operations match, or one after an unknown prefix, apart', async () => {
    const cwd = api('{format: combined}', {
      'access.log': [
        line('02/Nov/2026:10:00:00 +0000', 'GET /v1/shelves/count'),
        line('02/Nov/2026:11:00:00 +0000', 'GET /proxy/v1/fees'),
        line('02/Nov/2026:12:00:00 +0000', 'GET /s3cret-path/tok3n'),
        '10.1.2.3 - - [02/Nov/2026:12:00:00 +0000] "\\x16\\x03 tok3n" 400 0 "-" "-"\n'
      ].join('')
    })
    const {out} = await traffic(['import', 'access.log'], cwd)
    expect(out).toContain('2 calls match no operation:\n  no HTTP request or document  1\n  GET /{}/{}  1\n')
    expect(out).toContain(
      '2 calls match several operations, or one after an unknown prefix:\n  GET /v1/shelves/count  1\n  GET /{}/v1/fees  1\n'
    )
    expect(rows(cwd, '2026-11-02').map(each => each.replace(/,agent:[^,]+/, ''))).toEqual([
      'GET /v1/fees,0,0,1,11:00:00,11:00:00',
      'GET /v1/shelves/{id},0,0,1,10:00:00,10:00:00',
      'GET /v1/{kind}/count,0,0,1,10:00:00,10:00:00'
    ])
    expect(table(cwd, '2026-11-02', 'coverage')).toContain('default,001c00,000000,4,0,2,2\n')
  })

  it('keeps nothing of a line but what the table has', async () => {
    const cwd = api('{format: combined, corrupt: 50%}', {
      'access.log': [
        line('02/Nov/2026:10:00:00 +0000', 'GET /v1/loans?key=tok3n', {user: 'alice'}),
        line('02/Nov/2026:10:00:00 +0000', 'GET /s3cret-path/Sm1th'),
        'tok3n garbage s3cret-path Sm1th 10.1.2.3\n'
      ].join('')
    })
    const {out, err} = await traffic(['import', 'access.log'], cwd)
    const stored = pathsIn(join(cwd, 'api-traffic'))
      .filter(path => path.includes('.'))
      .map(path => readFileSync(join(cwd, 'api-traffic', path), 'utf8'))
    for (const secret of SECRETS) expect([out, err, ...stored].join('\n')).not.toContain(secret)
    // Files of imports that other tests run meanwhile are none of this one.
    const left = readdirSync(tmpdir()).filter(name => name.startsWith('tenure-traffic-'))
    const texts = left.flatMap(name =>
      pathsIn(join(tmpdir(), name)).map(path => textIfThere(join(tmpdir(), name, path)))
    )
    for (const secret of SECRETS) expect(texts.join('\n')).not.toContain(secret)
  })

  it('counts a file once, and of one that has grown the remainder', async () => {
    const first = line('02/Nov/2026:10:00:00 +0000', 'GET /v1/fees')
    const second = line('02/Nov/2026:11:00:00 +0000', 'GET /v1/fees')
    const cwd = api('{format: combined, corrupt: 60%}', {'access.log': first})
    await traffic(['import', 'access.log'], cwd)
    writeFileSync(join(cwd, 'rotated.log.gz'), gzipSync(first))
    const again = await traffic(['import', 'access.log', 'rotated.log.gz'], cwd)
    expect(again.out).toMatch(/^Already imported: access\.log and rotated\.log\.gz\.\n/)
    appendFileSync(join(cwd, 'access.log'), second.slice(0, 60))
    await traffic(['import', 'access.log'], cwd)
    appendFileSync(join(cwd, 'access.log'), second.slice(60))
    await traffic(['import', 'access.log'], cwd)
    expect(rows(cwd, '2026-11-02')).toEqual([
      expect.stringMatching(/^GET \/v1\/fees,agent:\w+,2,0,0,10:00:00,11:00:00$/)
    ])
  })

  it('takes standard input, zstd, and a truncated file', async () => {
    const text = Array.from({length: 3000}, (_, at) =>
      line(
        `02/Nov/2026:10:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')} +0000`,
        'GET /v1/fees',
        {
          user: `caller-${(at * 7919) % 997}`
        }
      )
    ).join('')
    const cwd = api('{format: combined}', {'access.log': text})
    const database = await openDatabase(cwd)
    await database.run(
      `COPY (SELECT line FROM read_csv('${join(cwd, 'access.log')}', columns = {'line': 'VARCHAR'}, header = false, auto_detect = false, delim = '\u0001', quote = '')) ` +
        `TO '${join(cwd, 'access.log.zst')}' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\u0001', COMPRESSION zstd)`
    )
    database.close()
    const whole = gzipSync(text)
    writeFileSync(join(cwd, 'cut.gz'), whole.subarray(0, whole.length / 2))
    const piped = api('{format: combined}')
    const zstd = api('{format: combined}')
    const cut = api('{format: combined}')
    await traffic(['import', '-'], piped, {stdin: text})
    await traffic(['import', join(cwd, 'access.log.zst')], zstd)
    await traffic(['import', join(cwd, 'access.log')], cwd)
    expect(filesOf(piped)).toEqual(filesOf(cwd))
    expect(filesOf(zstd)).toEqual(filesOf(cwd))
    const {code, out} = await traffic(['import', join(cwd, 'cut.gz')], cut)
    expect(code).toBe(0)
    expect(out).toMatch(/where a compressed file ends too early/)
    const [, lines] = /^([\d,]+) lines imported/.exec(out) ?? []
    expect(Number(lines?.replaceAll(',', ''))).toBeGreaterThan(1000)
  })

  it('counts unreadable lines by kind, with the first place and the day', async () => {
    const good = Array.from({length: 96}, (_, at) => line(`02/Nov/2026:10:00:${at % 60} +0000`, 'GET /v1/fees')).join(
      ''
    )
    const bad = Buffer.concat([
      Buffer.from(good),
      Buffer.from('nothing of a log\n'),
      Buffer.from(line('02/Dez/2026:10:00:00 +0000', 'GET /v1/fees')),
      Buffer.from(line('02/Nov/2036:10:00:00 +0000', 'GET /v1/fees')),
      Buffer.from([0xff, 0xfe, 0x0a])
    ])
    const cwd = api('{format: combined}', {'access.log': bad})
    const {code, out} = await traffic(['import', 'access.log'], cwd)
    expect(code).toBe(0)
    expect(out).toContain('Unreadable: 2 lines without a time between 2000 and today (first: access.log, line 98).')
    expect(out).toContain('Unreadable: 1 line of another format (first: access.log, line 97).')
    expect(out).toContain('Unreadable: 1 line not in UTF-8 (first: access.log, line 100).')
    expect(table(cwd, '2026-11-02', 'coverage')).toContain('default,000400,000000,96,4,0,0\n')
    const strict = api('{format: combined, corrupt: 1%}', {'access.log': bad})
    const refused = await traffic(['import', 'access.log'], strict)
    expectRefusal(refused)
    expect(refused.err).toContain("4 lines of 100 can't be read (4.0%)")
    expect(existsSync(join(strict, 'api-traffic'))).toBe(false)
  })

  it('gives the same table for one file and for its parts in any order', async () => {
    const all = Array.from({length: 400}, (_, at) =>
      line(`0${1 + (at % 4)}/Nov/2026:${String(at % 24).padStart(2, '0')}:00:00 +0000`, `GET /v1/loans/${at}`, {
        user: `caller-${at % 17}`,
        status: at % 5 === 0 ? 500 : 200
      })
    )
    const whole = api('{format: combined}', {'access.log': all.join('')})
    const parts = Object.fromEntries(
      Array.from({length: 10}, (_, at) => [`${at}.log`, all.slice(at * 40, at * 40 + 40).join('')])
    )
    const sharded = api('{format: combined}', parts)
    await traffic(['import', 'access.log'], whole)
    await traffic(['import', ...Object.keys(parts).slice(5)], sharded)
    await traffic(['import', ...Object.keys(parts).slice(0, 5)], sharded)
    expect(filesOf(sharded)).toEqual(filesOf(whole))
  })

  it('refuses what it would guess', async () => {
    const log = {'access.log': line('02/Nov/2026:10:00:00 +0000', 'GET /v1/fees')}
    expectRefusal(await traffic(['import'], api()))
    expectRefusal(await traffic(['import', 'access.log'], api('{}', log)))
    expectRefusal(await traffic(['import', 'missing.log'], api('{format: combined}', log)))
    const keyless = await traffic(['import', 'access.log'], api('{format: combined}', log), {
      env: {TENURE_TRAFFIC_KEY: ''}
    })
    expectRefusal(keyless)
    expect(keyless.err).toContain('Set `TENURE_TRAFFIC_KEY`, or write `callers: plain`')
    const several = await traffic(['import', 'access.log'], api('{format: combined, sources: [eu, us]}', log))
    expectRefusal(several)
    expect(several.err).toContain('`--source` with `eu` or `us`')
    const raw = await tenure(['traffic', 'import', 'access.log'], {cwd: api(`{format: combined, key: ${KEY}}`, log)})
    expect(raw.code).toBe(2)
  })

  it('refuses the table of another key or API', async () => {
    const cwd = api('{format: combined}', {'access.log': line('02/Nov/2026:10:00:00 +0000', 'GET /v1/fees')})
    await traffic(['import', 'access.log'], cwd)
    const other = await traffic(['import', 'access.log'], cwd, {env: {TENURE_TRAFFIC_KEY: `${KEY}, but another`}})
    expectRefusal(other)
    expect(other.err).toContain('are hashed with the key')
    writeFileSync(join(cwd, 'history.yaml'), HISTORY.replace('Lending Library API', 'Another API'))
    const named = await traffic(['import', 'access.log'], cwd)
    expectRefusal(named)
    expect(named.err).toContain('The table is of `Lending Library API`, not of `Another API`.')
  })

  it('stores callers as they are only on request, and idle hours', async () => {
    const cwd = api('{format: combined, callers: plain, sources: [eu, us]}', {
      'access.log': line('02/Nov/2026:10:00:00 +0000', 'GET /v1/fees', {user: 'alice'})
    })
    await traffic(['import', 'access.log', '--source', 'eu'], cwd, {env: {TENURE_TRAFFIC_KEY: ''}})
    expect(rows(cwd, '2026-11-02')).toEqual(['GET /v1/fees,alice,1,0,0,10:00:00,10:00:00'])
    await traffic(['import', '--source', 'us', '--idle', '2026-11-02T01..2026-11-03'], cwd)
    expect(table(cwd, '2026-11-02', 'coverage')).toBe(
      'source,hours,idle,lines,unreadable,unmatched,ambiguous\neu,000400,000000,1,0,0,0\nus,000000,fffffe,0,0,0,0\n'
    )
    expect(table(cwd, '2026-11-03', 'coverage')).toContain('us,000000,ffffff,0,0,0,0\n')
    expectRefusal(await traffic(['import', '--source', 'us', '--idle', 'yesterday'], cwd))
  })
})

describe('`tenure traffic forget`', () => {
  it('deletes the days before one', async () => {
    const cwd = api('{format: combined}', {
      'old.log': line('02/Nov/2026:10:00:00 +0000', 'GET /v1/fees'),
      'new.log': line('04/Nov/2026:10:00:00 +0000', 'GET /v1/fees')
    })
    await traffic(['import', 'old.log', 'new.log'], cwd)
    const {out} = await traffic(['forget', '--before', '2026-11-03'], cwd)
    expect(out).toBe('1 day before 2026-11-03 deleted from api-traffic.\n')
    expect(pathsIn(join(cwd, 'api-traffic/days'))).toEqual(['2026-11-04.calls.csv', '2026-11-04.coverage.csv'])
    expect(readFileSync(join(cwd, 'api-traffic/imports.csv'), 'utf8').split('\n')).toHaveLength(3)
    expectRefusal(await traffic(['forget'], cwd))
  })
})
