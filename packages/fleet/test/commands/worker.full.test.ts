// The worker of the Spark integration as a process, by its input and output.
import {spawn} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {packageFolder} from '@tenure/core/stores/files/installed-packages'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {REPOSITORY, run} from '../../../../test/cli/run.ts'
import {TABLES} from '../../src/tables.ts'

const WORKER = join(REPOSITORY, 'dist/worker.cjs')
const LIBRARY = {id: 'library', source: 'fixtures/lending-library/history.yaml', asOf: '2026-11-23'}
const ETCD = {id: 'etcd', source: 'fixtures/etcd', asOf: '2026-11-23'}
const NO_SOURCE = {id: 'none', source: 'no/such/folder'}

interface WorkerResponse {
  readonly id: string | null
  readonly input?: number
  readonly tables?: object
  readonly error?: {readonly message: string; readonly line?: number; readonly column?: number}
}

/** The handshake and the responses to these lines. */
async function responsesTo(stdin: string) {
  const ran = await run(process.execPath, [WORKER], {stdin})
  expect(ran).toMatchObject({code: 0, err: ''})
  expect(ran.out.endsWith('\n')).toBe(true)
  const [handshake, ...lines] = ran.out.slice(0, -1).split('\n')
  return {handshake, lines, responses: lines.map((line): WorkerResponse => JSON.parse(line))}
}

const linesOf = (...jobs: readonly unknown[]): string => jobs.map(job => `${JSON.stringify(job)}\n`).join('')

describe.concurrent('the worker', () => {
  it('prints a handshake before it reads input', async () => {
    const child = spawn(process.execPath, [WORKER])
    const first = await new Promise<string>(resolve => child.stdout.once('data', chunk => resolve(String(chunk))))
    const {format, tables} = JSON.parse(first)
    expect(format).toBe(1)
    expect(Object.keys(tables)).toEqual(Object.keys(TABLES))
    expect(tables.changes.is_breaking).toBe('boolean')
    const ended = new Promise(resolve => child.once('close', resolve))
    child.stdin.end()
    expect(await ended).toBe(0)
  })

  it('responds in order, and continues after invalid lines', async () => {
    const {responses} = await responsesTo(
      `${linesOf(LIBRARY)}\n  \r\n{"id": "x",\n[1]\nhello\n${JSON.stringify(NO_SOURCE)}\r\n{"id": "a", "id": "b"}\n{"id":"x","polici":1,"source":"."}\n${JSON.stringify(ETCD)}`
    )
    expect(
      responses.map(({id, input, tables, error}) => [id, input, error?.message ?? Object.keys(tables ?? {})[0]])
    ).toEqual([
      ['library', undefined, 'apis'],
      [null, 4, 'Invalid JSON: found the end of the file instead of a key in double quotes.'],
      [null, 5, 'A job must be a JSON object with an `id`, and with `releases`, a `source`, or a `history`.'],
      [null, 6, 'A job must be a JSON object with an `id`, and with `releases`, a `source`, or a `history`.'],
      ['none', undefined, 'There is no history file or folder `no/such/folder`.'],
      [null, 8, 'Duplicate key `id` (first in column 2). Keep one of them.'],
      ['x', undefined, "`polici` isn't a key of a job. Did you mean `policy`?"],
      ['etcd', undefined, 'apis']
    ])
    expect(responses[1]?.error).toMatchObject({source: '-', line: 4, column: 12})
    expect(responses[5]?.error).toMatchObject({source: '-', line: 8, column: 13})
  })

  it('reports the column of a byte that is not UTF-8', async () => {
    const child = spawn(process.execPath, [WORKER])
    child.stdin.end(Buffer.concat([Buffer.from('\n{"id": "'), Buffer.from([0xff]), Buffer.from('"}\n')]))
    const out: Buffer[] = []
    for await (const chunk of child.stdout) out.push(chunk)
    expect(JSON.parse(Buffer.concat(out).toString().split('\n')[1] ?? '')).toEqual({
      id: null,
      input: 2,
      error: {
        message: "These bytes aren't valid UTF-8. Save the file as UTF-8.",
        source: '-',
        line: 2,
        column: 9
      }
    })
  })

  it('gives the same bytes in any order of jobs', async () => {
    const jobs = [
      LIBRARY,
      NO_SOURCE,
      ETCD,
      {...LIBRARY, policy: 'kubernetes'},
      {...ETCD, id: 'again', asOf: '2019-01-01'}
    ]
    const [forward, backward, once] = await Promise.all([
      responsesTo(linesOf(...jobs)),
      responsesTo(linesOf(...jobs.toReversed())),
      Promise.all(jobs.map(async job => (await responsesTo(linesOf(job))).lines[0]))
    ])
    expect(backward.lines.toReversed()).toEqual(forward.lines)
    expect(once).toEqual(forward.lines)
  })

  it('exits quietly when its output is closed', async () => {
    const child = spawn(process.execPath, [WORKER])
    const err: Buffer[] = []
    child.stderr.on('data', chunk => err.push(chunk))
    child.stdin.on('error', () => undefined)
    const closed = new Promise(resolve => child.once('close', resolve))
    await new Promise(resolve => child.stdout.once('data', resolve))
    child.stdout.destroy()
    child.stdin.write(linesOf(...Array(50).fill(LIBRARY)))
    // The input stays open, so only the closed output ends the process.
    expect(await closed).toBe(0)
    expect(Buffer.concat(err).toString()).toBe('')
  })

  it('exits at once on SIGTERM', async () => {
    const child = spawn(process.execPath, [WORKER])
    const closed = new Promise(resolve => child.once('close', (code, signal) => resolve(signal ?? code)))
    await new Promise(resolve => child.stdout.once('data', resolve))
    child.kill('SIGTERM')
    expect(await closed).toBe('SIGTERM')
  })

  it('prints lines that are valid against the published schemas', async () => {
    const {handshake, responses} = await responsesTo(`${linesOf(LIBRARY, ETCD, NO_SOURCE)}x\n`)
    const ajv = new Ajv2020({strict: false})
    const validatorOf = (name: string) =>
      ajv.compile(JSON.parse(readFileSync(packageFolder(`schemas/${name}.schema.json`), 'utf8')))
    const [job, response, first] = ['job', 'answer', 'handshake'].map(validatorOf)
    for (const each of responses) expect(response?.(each), JSON.stringify(response?.errors)).toBe(true)
    expect(first?.(JSON.parse(handshake ?? '')), JSON.stringify(first?.errors)).toBe(true)
    for (const each of [LIBRARY, ETCD, NO_SOURCE]) expect(job?.(each), JSON.stringify(job?.errors)).toBe(true)
    expect(job?.({...LIBRARY, polici: 'x'})).toBe(false)
  })
})
