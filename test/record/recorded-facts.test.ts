// A recorded history leads to the same output as its descriptions: `record` stores facts for each release.

import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {digestFacts} from '../../src/inputs/history/facts-files.ts'
import {type CommandResult, expectRefusal, folder, releaseList, tenure} from '../cli/run.ts'
import {git} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const AS_OF = ['--as-of', '2026-03-02']
const DATES = releaseList({'1.0': '2024-01-15', '1.1': '2025-03-01', '1.2': '2026-01-20'}, 'json')

interface Draft {
  readonly due: object
  readonly required?: readonly string[]
  readonly fees?: object | false
  readonly shelves?: boolean
}

const get = (name: string, more: object = {}): object => ({
  get: {operationId: name, responses: {200: {description: 'All'}}, ...more}
})

const describeApi = (version: string, {due, required = ['due'], fees = {}, shelves = false}: Draft): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: {title: 'Lending Library API', version},
    paths: {
      '/v1/loans': get('loans', {
        responses: {
          200: {description: 'All', content: {'application/json': {schema: {$ref: '#/components/schemas/Loan'}}}}
        }
      }),
      ...(fees ? {'/v1/fees': get('fees', fees)} : {}),
      ...(shelves ? {'/v1/shelves': get('shelves')} : {})
    },
    components: {
      schemas: {
        Loan: {type: 'object', required, properties: {due, pages: {type: 'integer', maximum: shelves ? 5 : 10}}}
      }
    }
  })

const RELEASES = {
  's/1.0.json': describeApi('1.0', {due: {type: 'string'}}),
  's/1.1.json': describeApi('1.1', {
    due: {type: 'integer'},
    fees: {deprecated: true, 'x-sunset': '2026-12-01'},
    shelves: true
  }),
  's/1.2.json': describeApi('1.2', {due: {type: 'integer'}, required: [], fees: false, shelves: true})
}

const succeed = async (args: readonly string[], cwd: string): Promise<CommandResult> => {
  const result = await tenure(args, {cwd})
  expect(result.code, result.err).toBe(0)
  return result
}

/** A folder with the releases, their dates, and the history that is recorded from them. */
async function recordedLibrary(history = 'api-history'): Promise<string> {
  const cwd = folder({...RELEASES, 's/releases.json': DATES})
  await succeed(['record', '--all', 's', '-o', history, ...AS_OF], cwd)
  return cwd
}

const edit = (path: string, from: string | RegExp, to: string): void => {
  const text = readFileSync(path, 'utf8')
  expect(text.replace(from, to)).not.toBe(text)
  writeFileSync(path, text.replace(from, to))
}

/** The verdicts and messages of an audit, without places and remarks. */
async function findingsOf(source: readonly string[], cwd: string): Promise<unknown> {
  const {out} = await succeed(['audit', ...source, '--format', 'json', ...AS_OF], cwd)
  return JSON.parse(out, (key, value) => (['place', 'evidence', 'source', 'remarks'].includes(key) ? undefined : value))
}

const remarksOf = async (cwd: string, history = 'api-history'): Promise<string> => {
  const {out} = await succeed(['audit', history, ...AS_OF], cwd)
  return out.slice(0, out.indexOf('\n\n'))
}

describe.each(['api-history', 'history.yaml'])('a history recorded in %s', history => {
  it('leads to the same output as its descriptions', async () => {
    const cwd = await recordedLibrary(history)
    const source = ['s']
    expect(await findingsOf([history], cwd)).toEqual(await findingsOf(source, cwd))
    for (const args of [
      ['notes', '1.1'],
      ['notes', '1.2'],
      ['upgrade', '1.0', '1.1'],
      ['changelog', '--template', 'keep-a-changelog']
    ]) {
      const [historyArgs, sourceArgs] =
        args[0] === 'changelog'
          ? [[history], source]
          : [
              [...args.slice(1), history],
              [...args.slice(1), ...source]
            ]
      const command = args[0] === 'changelog' ? args : [args[0] ?? '']
      const result = await succeed([...command, ...historyArgs, ...AS_OF], cwd)
      expect(result.out).toBe((await succeed([...command, ...sourceArgs, ...AS_OF], cwd)).out)
    }
    expect((await succeed(['notes', '1.1', history, ...AS_OF], cwd)).out).toContain(
      'the type of <code>Loan.due</code> changed from <code>string</code> to <code>integer</code>.'
    )
  })
})

describe('an entry of `record`', () => {
  it('keeps its facts if a note is added', async () => {
    const cwd = await recordedLibrary()
    edit(
      join(cwd, 'api-history/releases/1.1.yaml'),
      '    breaking: true',
      '    breaking: true\n    note: Days are counted.'
    )
    expect(await remarksOf(cwd)).not.toContain('differs')
    const {out} = await succeed(['audit', 'api-history', ...AS_OF], cwd)
    expect(out).toContain('The type of `Loan.due` changed from `string` to `integer`.')
    expect((await succeed(['notes', '1.1', 'api-history', ...AS_OF], cwd)).out).toContain(
      'The type of <code>Loan.due</code> changed from <code>string</code> to <code>integer</code>. Days are counted.'
    )
  })

  it('keeps its facts if a waiver is added', async () => {
    const cwd = await recordedLibrary()
    edit(
      join(cwd, 'api-history/releases/1.1.yaml'),
      '    breaking: true',
      '    breaking: true\n    waiver: {reason: security, approver: head@library.example, approved: 2025-02-01}'
    )
    expect(await remarksOf(cwd)).not.toContain('differs')
    const {out} = await succeed(['audit', 'api-history', '--format', 'json', ...AS_OF], cwd)
    expect(out).toContain('"reason": "security"')
  })

  it('counts without its facts if it is edited or deleted, and audit reports that', async () => {
    const cwd = await recordedLibrary()
    const file = join(cwd, 'api-history/releases/1.1.yaml')
    edit(file, 'breaking: true', 'breaking: false')
    expect(await remarksOf(cwd)).toContain(
      '1 line of 1.1 (api-history/releases/1.1.yaml:1:10) differs from what was recorded: `changed: Loan.due`.'
    )
    expect(await succeed(['audit', 'api-history', ...AS_OF], cwd)).toHaveProperty(
      'out',
      expect.not.stringContaining('The type of `Loan.due`')
    )
    edit(file, /^ {2}- changed: Loan\.due\n(?: {4}.*\n)*/m, '')
    expect(await remarksOf(cwd)).toContain('differs from what was recorded: `changed: Loan.due`')
    expect((await succeed(['notes', '1.1', 'api-history', ...AS_OF], cwd)).out).not.toContain('Loan.due')
  })

  it('may stand next to entries that people add', async () => {
    const cwd = await recordedLibrary()
    edit(
      join(cwd, 'api-history/releases/1.1.yaml'),
      'changes:\n',
      'changes:\n  - {deprecated: GET /v1/loans, replacement: none, sunset: 2028-01-01}\n'
    )
    expect((await succeed(['notes', '1.1', 'api-history', ...AS_OF], cwd)).out).toContain('`GET /v1/loans`')
    expect(await remarksOf(cwd)).not.toContain('differs')
  })
})

describe('the facts of a release', () => {
  const facts = 'api-history/facts/1.1.json'

  it("aren't required: without them the entries alone count, with a remark", async () => {
    const cwd = await recordedLibrary()
    rmSync(join(cwd, facts))
    expect(await remarksOf(cwd)).toContain(
      `\`${facts}\` is missing, so for 1.1 the lines of the history alone count. Restore it from git, or record the release again.`
    )
    expect((await succeed(['audit', 'api-history', ...AS_OF], cwd)).out).toContain('`Loan.due`')
    expect((await succeed(['notes', '1.1', 'api-history', ...AS_OF], cwd)).out).toContain('`Loan.due` changed')
  })

  it('count only if they are unchanged, except for line endings', async () => {
    const cwd = await recordedLibrary()
    const text = readFileSync(join(cwd, facts), 'utf8')
    writeFileSync(join(cwd, facts), text.replaceAll('\n', '\r\n'))
    expect(await remarksOf(cwd)).not.toContain('facts')
    writeFileSync(join(cwd, facts), text.replace('"integer"', '"number"'))
    expect(await remarksOf(cwd)).toContain(`\`${facts}\` isn't as it was recorded`)
  })

  it.each(
    sample([
      ['in a newer format', {format: 2}, 'was written by a newer version of tenure'],
      ['with invalid content', {format: 1, release: '1.1', lines: 'none'}, "isn't a valid facts file"],
      ['of another release', {format: 1, release: '1.0', lines: []}, "isn't a valid facts file"],
      [
        'with an invalid reference',
        {
          format: 1,
          release: '1.1',
          diff: {
            base: '',
            marks: false,
            changes: [{kind: 'operation-removed', subject: 'GET /v1/loans', reaches: 7}],
            ...Object.fromEntries(
              ['operations', 'parts', 'uses', 'reaches', 'proofs', 'arrivals', 'marked', 'gaps'].map(key => [key, []])
            )
          },
          lines: []
        },
        "isn't a valid facts file"
      ]
    ])
  )("%s aren't used", async (_, content, reason) => {
    const cwd = await recordedLibrary()
    const text = JSON.stringify(content)
    writeFileSync(join(cwd, facts), text)
    edit(join(cwd, 'api-history/releases/1.1.yaml'), /facts: .*/, `facts: "${digestFacts(text)}"`)
    expect(await remarksOf(cwd)).toContain(`\`${facts}\` ${reason}, so for 1.1 the lines of the history alone count.`)
  })

  it("that aren't JSON exit 2 with their path", async () => {
    const cwd = await recordedLibrary()
    writeFileSync(join(cwd, facts), '{"format": 1,')
    edit(join(cwd, 'api-history/releases/1.1.yaml'), /facts: .*/, `facts: "${digestFacts('{"format": 1,')}"`)
    const result = await tenure(['audit', 'api-history', ...AS_OF], {cwd})
    expectRefusal(result)
    expect(result.err).toContain(facts)
  })

  it('are written once, and those of other releases are deleted', async () => {
    const cwd = await recordedLibrary()
    const recordAgain = ['record', '--all', 's', '-o', 'api-history', ...AS_OF]
    expect((await succeed(recordAgain, cwd)).out).toContain('Nothing was written')
    edit(join(cwd, facts), '"integer"', '"number"')
    expect((await tenure(recordAgain, {cwd})).code).toBe(2)
    rmSync(join(cwd, 's/1.2.json'))
    writeFileSync(join(cwd, 's/releases.json'), releaseList({'1.0': '2024-01-15', '1.1': '2025-03-01'}, 'json'))
    await succeed([...recordAgain, '--force'], cwd)
    expect(readdirSync(join(cwd, 'api-history/facts'))).toEqual(['.gitattributes', '1.0.json', '1.1.json'])
    expect(readdirSync(join(cwd, 'api-history/releases'))).toEqual(['1.0.yaml', '1.1.yaml'])
  })
})

describe('recording release by release', () => {
  /** A repository with one commit per release, each recorded when it is made. */
  async function recordEach(): Promise<string> {
    const cwd = folder({'tenure.yaml': 'format: 1\nspec: openapi.json\nhistory: history.yaml\n'})
    await git(cwd, ['init', '--quiet', '--initial-branch', 'main'])
    for (const [version, date] of [
      ['1.0', '2024-01-15'],
      ['1.1', '2025-03-01'],
      ['1.2', '2026-01-20']
    ] as const) {
      writeFileSync(join(cwd, 'openapi.json'), RELEASES[`s/${version}.json`])
      await succeed(['record', '--release', version, '--date', date, ...AS_OF], cwd)
      await git(cwd, ['add', '--all'])
      await git(cwd, ['-c', 'user.name=a', '-c', 'user.email=a@library.example', 'commit', '-qm', version])
      await git(cwd, ['tag', version])
    }
    return cwd
  }

  it('leads to the same output as recording all releases together', async () => {
    const cwd = await recordEach()
    const recordedAtOnce = await recordedLibrary()
    for (const version of ['1.1', '1.2']) {
      const result = await succeed(['notes', version, 'history.yaml', ...AS_OF], cwd)
      expect(result.out).toBe((await succeed(['notes', version, 'api-history', ...AS_OF], recordedAtOnce)).out)
    }
    expect((await succeed(['record', '--release', '1.2', ...AS_OF], cwd)).out).toContain('already recorded')
  })

  it('adds facts to a history without facts', async () => {
    const cwd = await recordEach()
    rmSync(join(cwd, 'history.facts'), {recursive: true})
    edit(join(cwd, 'history.yaml'), / {4}facts: .*\n/g, '')
    edit(join(cwd, 'history.yaml'), / {2}- release: "1\.2"[\s\S]*/, '')
    expect((await succeed(['notes', '1.1', 'history.yaml', ...AS_OF], cwd)).out).not.toContain('<code>integer</code>')
    await git(cwd, ['tag', '--delete', '1.2'])
    await succeed(['record', '--release', '1.2', '--date', '2026-01-20', ...AS_OF], cwd)
    expect(existsSync(join(cwd, 'history.facts/1.2.json'))).toBe(true)
    const {out} = await succeed(['audit', 'history.yaml', ...AS_OF], cwd)
    expect(out).toContain('`Loan.due` can now be missing.')
    expect(out).toContain('`Loan.due` changed in 1.1')
    expect((await succeed(['notes', '1.2', 'history.yaml', ...AS_OF], cwd)).out).toContain(
      '<code>Loan.due</code> can now be missing.'
    )
  })
})
