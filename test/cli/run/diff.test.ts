import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, test} from 'vitest'
import {isFullRun, sample} from '../../tier.ts'
import {
  type CommandResult,
  expectRefusal,
  folder,
  inShell,
  REPOSITORY,
  type RunOptions,
  run,
  tenure,
  write
} from '../run.ts'

const HEAD = "openapi: 3.0.3\ninfo: {title: Lending Library API, version: '1.0'}\n"
const OLD = `${HEAD}paths:
  /v1/loans:
    get:
      tags: [loans]
      summary: All loans
      responses:
        '200':
          description: All loans
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Loan'}}
    post:
      tags: [loans]
      requestBody:
        required: true
        content:
          application/json: {schema: {$ref: '#/components/schemas/Loan'}}
      responses: {'201': {description: Lent}}
  /v1-beta/copies:
    get:
      tags: [copies]
      responses: {'200': {description: All copies}}
components:
  schemas:
    Loan:
      type: object
      properties:
        copy: {type: string}
        due: {type: string, format: date}
`
/** A breaking change of a GA schema, one of a beta endpoint, and documentation changes. */
const NEW = OLD.replace('copy: {type: string}', 'copy: {type: string, maxLength: 20}')
  .replace(
    'tags: [copies]',
    'tags: [copies]\n      parameters: [{name: shelf, in: query, required: true, schema: {type: string}}]'
  )
  .replace('summary: All loans', 'summary: All loans of a branch')
/** Only compatible changes. */
const COMPATIBLE = OLD.replace(
  'due: {type: string, format: date}',
  'due: {type: string, format: date}\n        shelf: {type: string}'
)

const AS_OF = ['--as-of', '2026-11-20']
const FILES = {'old.yaml': OLD, 'new.yaml': NEW, 'fine.yaml': COMPATIBLE}
const diff = (args: readonly string[], where?: RunOptions): Promise<CommandResult> =>
  tenure(['diff', ...AS_OF, ...args], where)

interface Report {
  readonly format: number
  readonly partial: boolean
  readonly policy: {readonly name: string; readonly assumed: boolean}
  readonly summary: {readonly violation: number; readonly undetermined: number; readonly compliant: number}
  readonly gaps: readonly {
    readonly message: string
    readonly place: {readonly source: string; readonly line?: number}
  }[]
  readonly changes: readonly {
    readonly kind: string
    readonly verdict: string
    readonly about?: string
    readonly component?: string
    readonly at: string
    readonly proofs: {readonly request?: {readonly is: string; readonly witness?: unknown}}
    readonly places: {readonly new?: {readonly source: string; readonly line: number; readonly column: number}}
    readonly reaches: readonly {readonly operation: string; readonly side: string}[]
    readonly fingerprint: string
  }[]
}

const schema = JSON.parse(readFileSync(join(REPOSITORY, 'schemas', 'diff.schema.json'), 'utf8')) as object
const isReport = new Ajv2020({strict: false}).compile(schema)

async function json(args: readonly string[], where?: RunOptions): Promise<Report> {
  const {code, out, err} = await diff([...args, '--format', 'json'], where)
  expect({code, err}).toEqual({code: 0, err: ''})
  const report: unknown = JSON.parse(out)
  expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true)
  return report as Report
}

const kinds = ({changes}: Report): string[] => changes.map(({kind}) => kind).sort()

describe('diff prints', () => {
  const cwd = folder(FILES)

  test('the policy, breaking changes, and a counterexample', async () => {
    const {code, out, err} = await diff(['old.yaml', 'new.yaml'], {cwd})
    expect({code, err}).toEqual({code: 0, err: ''})
    const [first] = out.split('\n')
    expect(first).toContain('(policy: thirteen-months, default)')
    expect(out).toMatch(/new\.yaml:\d+:\d+/)
    expect(out).toContain('The maximum length of `Loan.copy` is now `20` (previously unlimited)')
    expect(out).toContain('constraint-tightened')
    expect(out).toContain('POST /v1/loans')
    expect(out).toContain('2 breaking changes (1 not allowed, 1 allowed)')
    // A counterexample.
    expect(out).toMatch(/x{21}|"copy"/)
  })

  test('the policy that `--policy` names', async () => {
    const {out} = await diff(['old.yaml', 'new.yaml', '--policy', 'github-rest'], {cwd})
    expect(out.split('\n')[0]).toContain('github-rest')
    expect(out).not.toContain('default')
  })

  test('JSON that matches the published schema', async () => {
    const report = await json(['old.yaml', 'new.yaml'], {cwd})
    expect(report).toMatchObject({
      format: 1,
      command: 'diff',
      asOf: '2026-11-20',
      partial: false,
      gaps: [],
      policy: {name: 'thirteen-months', assumed: true},
      old: {source: 'old.yaml', title: 'Lending Library API', version: '1.0'},
      new: {source: 'new.yaml'}
    })
    const change = report.changes.find(({about}) => about === 'maxLength')
    const line = NEW.split('\n').findIndex(text => text.includes('maxLength')) + 1
    expect(change).toMatchObject({
      kind: 'constraint-tightened',
      verdict: 'violation',
      component: 'Loan',
      at: 'copy',
      new: 20,
      proofs: {request: {is: 'breaks'}, response: {is: 'keeps'}},
      places: {new: {source: 'new.yaml', line}}
    })
    expect(String(change?.proofs.request?.witness)).toMatch(/^.{21,}$/)
    expect(new Set(change?.reaches.map(({operation}) => operation))).toEqual(
      new Set(['GET /v1/loans', 'POST /v1/loans'])
    )
  })

  test('Markdown', async () => {
    const {code, out} = await diff(['old.yaml', 'new.yaml', '--format', 'markdown'], {cwd})
    expect(code).toBe(0)
    expect(out).toMatch(/^#+ /m)
    expect(out).toContain('The maximum length of `Loan.copy` is now `20` (previously unlimited)')
  })

  test('that there are no changes', async () => {
    const {code, out} = await diff(['old.yaml', 'old.yaml', '--fail-on=undetermined'], {cwd})
    expect(code).toBe(0)
    expect(out).toContain('No changes')
    expect(await json(['old.yaml', 'old.yaml'], {cwd})).toMatchObject({
      changes: [],
      summary: {violation: 0, compliant: 0}
    })
  })

  test('documentation changes only with `--all`', async () => {
    const expected = 'documentation'
    const [withoutAll, withAll] = await Promise.all([
      diff(['old.yaml', 'new.yaml'], {cwd}),
      diff(['old.yaml', 'new.yaml', '--verbose'], {cwd})
    ])
    expect(withAll.out.length).toBeGreaterThan(withoutAll.out.length)
    expect(withAll.out.toLowerCase()).toContain(expected)
  })

  test('no control characters and no Markdown from descriptions', async () => {
    const hostileText = '\u001b]0;owned\u0007[click](https://evil.example)\u202e<script>'
    const title = JSON.stringify(hostileText)
    const cwdWithHostileText = folder({
      'old.yaml': OLD,
      'new.yaml': OLD.replace('copy: {type: string}', `${title}: {type: string}`).replace(
        'title: Lending Library API',
        `title: ${title}`
      )
    })
    for (const format of ['stylish', 'markdown']) {
      const {code, out, err} = await diff(['old.yaml', 'new.yaml', '--verbose', '--format', format], {
        cwd: cwdWithHostileText
      })
      expect({code, err}).toEqual({code: 0, err: ''})
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
      expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
      if (format === 'markdown') {
        const outsideCode = out.replaceAll(/`[^`]*`/g, '')
        expect(outsideCode).not.toContain('<script>')
        expect(outsideCode).not.toContain('[click](')
      }
    }
  })
})

test.each([
  ['stylish', '1 unused schema changed, not checked'],
  ['markdown', '1 unused schema changed, not checked'],
  ['json', '"unused": [']
])('an unused schema that changed is listed in %s', async (format, text) => {
  const cwd = folder({
    'old.yaml': `${HEAD}paths: {}\ncomponents: {schemas: {Event: {type: string}}}\n`,
    'new.yaml': `${HEAD}paths: {}\ncomponents: {schemas: {Event: {type: integer}}}\n`
  })
  const {out, code} = await diff(['old.yaml', 'new.yaml', '--format', format], {cwd})
  expect(code).toBe(0)
  expect(out).toContain(text)
  expect(out).toContain('Event')
  expect(out).not.toContain('No changes')
})

describe('diff reads', () => {
  test('standard input for one of the two descriptions', async () => {
    const cwd = folder(FILES)
    const expected = kinds(await json(['old.yaml', 'new.yaml'], {cwd}))
    expect(kinds(await json(['-', 'new.yaml'], {cwd, stdin: OLD}))).toEqual(expected)
    expect(kinds(await json(['old.yaml', '-'], {cwd, stdin: NEW}))).toEqual(expected)
    expectRefusal(await diff(['-', '-'], {cwd, stdin: OLD}))
    expectRefusal(await diff(['-', 'new.yaml'], {cwd}))
    const {code, out} = await inShell(`cat old.yaml | tenure diff ${AS_OF.join(' ')} - new.yaml | head -n 1`, {cwd})
    expect(code).toBe(0)
    expect(out).toContain('thirteen-months')
  })

  test('a revision with the referenced files of that revision', async () => {
    const main = `${HEAD}paths:\n  /v1/loans:\n    get:\n      responses:\n        '200': {$ref: parts/loans.yaml#/All}\n`
    const part = (type: string): string =>
      `All:\n  description: All\n  content: {application/json: {schema: {$ref: ../schemas/loan.json}}}\n# ${type}\n`
    const loan = (type: string): string => JSON.stringify({type: 'object', properties: {copy: {type}}})
    const cwd = folder({
      'api/openapi.yaml': main,
      'api/parts/loans.yaml': part('string'),
      'api/schemas/loan.json': loan('string')
    })
    const git = async (...args: string[]): Promise<void> => {
      const settings = ['-c', 'user.name=Librarian', '-c', 'user.email=librarian@library.example']
      const {code, err} = await run('git', [...settings, ...args], {cwd})
      expect(code, err).toBe(0)
    }
    await git('init', '--quiet', '--initial-branch=main')
    await git('add', '.')
    await git('commit', '--quiet', '-m', 'first')
    await git('tag', 'v1.0.0')
    write(cwd, {'api/schemas/loan.json': loan('integer')})
    await git('commit', '--quiet', '-am', 'second')
    write(cwd, {'api/schemas/loan.json': loan('boolean')})

    const tagToHead = await json(['v1.0.0:api/openapi.yaml', 'HEAD:api/openapi.yaml'], {cwd})
    expect(tagToHead.changes).toMatchObject([
      {
        kind: 'type-changed',
        at: 'copy',
        old: ['string'],
        new: ['integer'],
        places: {
          old: {source: 'v1.0.0:api/schemas/loan.json', line: 1},
          new: {source: 'HEAD:api/schemas/loan.json', line: 1}
        }
      }
    ])
    const fromSubfolder = await json(['main:./openapi.yaml', 'openapi.yaml'], {cwd: join(cwd, 'api')})
    expect(fromSubfolder.changes).toMatchObject([{kind: 'type-changed', old: ['integer'], new: ['boolean']}])
    expect(await json(['HEAD:api/openapi.yaml', 'main:api/openapi.yaml'], {cwd})).toMatchObject({changes: []})

    for (const source of ['v9:api/openapi.yaml', 'HEAD:api/none.yaml', '--output=x:api/openapi.yaml', 'HEAD:api'])
      expectRefusal(await diff(['--', source, 'api/openapi.yaml'], {cwd}))
  })

  test('no missing files and no other files', async () => {
    const cwd = folder({...FILES, 'list.yaml': '- loans', 'empty.yaml': '', 'other.yaml': 'kind: Deployment'})
    for (const source of [
      'none.yaml',
      '.',
      'list.yaml',
      'empty.yaml',
      'other.yaml',
      'https://library.example/openapi.yaml'
    ])
      expectRefusal(await diff(['old.yaml', source], {cwd}))
    expectRefusal(await diff(['old.yaml'], {cwd}))
  })

  test('Swagger 2.0 with its types', async () => {
    const swagger = (type: string): string =>
      `swagger: '2.0'\ninfo: {title: Library, version: '1'}\npaths:\n  /v1/loans:\n    get:\n      produces: [application/json]\n      parameters: [{name: limit, in: query, type: ${type}}]\n      responses: {'200': {description: All, schema: {$ref: '#/definitions/Loan'}}}\ndefinitions: {Loan: {type: object, properties: {copy: {type: ${type}}}}}\n`
    const cwd = folder({'old.yaml': swagger('integer'), 'new.yaml': swagger('boolean')})
    const {changes} = await json(['old.yaml', 'new.yaml'], {cwd})
    expect(changes.map(({kind, verdict, at}) => `${kind} ${verdict} ${at}`).sort()).toEqual([
      'type-changed violation ',
      'type-changed violation copy'
    ])
  })
})

describe('filters of diff', () => {
  const cwd = folder(FILES)
  const filtered = async (...args: string[]): Promise<string[]> =>
    kinds(await json(['old.yaml', 'new.yaml', ...args], {cwd}))
  const withoutDocumentation = (kindsFound: readonly string[]): string[] =>
    kindsFound.filter(kind => kind !== 'documentation-changed')

  test('select by path, tag, stability, and kind', async () => {
    expect(withoutDocumentation(await filtered())).toEqual(['constraint-tightened', 'required-parameter-added'])
    expect(withoutDocumentation(await filtered('--path', '/v1/**'))).toEqual(['constraint-tightened'])
    expect(withoutDocumentation(await filtered('--path', '/v1-beta/copies'))).toEqual(['required-parameter-added'])
    expect(withoutDocumentation(await filtered('--path', 'GET /v1-beta/copies,POST /v1/loans'))).toHaveLength(2)
    expect(withoutDocumentation(await filtered('--path', 'POST /**'))).toEqual(['constraint-tightened'])
    expect(withoutDocumentation(await filtered('--tag', 'copies'))).toEqual(['required-parameter-added'])
    expect(withoutDocumentation(await filtered('--stability', 'ga'))).toEqual(['constraint-tightened'])
    expect(withoutDocumentation(await filtered('--stability', 'beta'))).toEqual(['required-parameter-added'])
    expect(await filtered('--kind', 'required-parameter-added')).toEqual(['required-parameter-added'])
    expect(await filtered('--kind', 'operation-removed')).toEqual([])
    expect(await filtered('--path', '/v1/**', '--kind', 'required-parameter-added')).toEqual([])
  })

  test('also select the affected operations', async () => {
    const {changes} = await json(['old.yaml', 'new.yaml', '--path', 'POST /**', '--kind', 'constraint-tightened'], {
      cwd
    })
    expect(changes[0]?.reaches.map(({operation}) => operation)).toEqual(['POST /v1/loans'])
  })

  test('exit 2 for invalid values', async () => {
    for (const args of [
      ['--kind', 'parameter-vanished'],
      ['--path', 'loans'],
      ['--format', 'html'],
      ['--as-of', 'tomorrow'],
      ['--policy', 'none-such'],
      ['--strict=maybe']
    ])
      expectRefusal(await diff(['old.yaml', 'new.yaml', ...args], {cwd}))
    const {err} = await diff(['old.yaml', 'new.yaml', '--kind', 'field-remove'], {cwd})
    expect(err).toContain('`field-removed`')
  })
})

describe('the exit code of diff', () => {
  const NEEDS_REVIEW = OLD.replace('All copies}', 'All copies}, "404": {description: No such shelf}')
  const cwd = folder({
    ...FILES,
    'unsure.yaml': NEEDS_REVIEW,
    'review.yaml': OLD.replace(
      "'201': {description: Lent}",
      "'201': {description: Lent}, '202': {description: Waiting}"
    ),
    ...Object.fromEntries(
      [
        ['unknown', '/v1_beta', '  /shelves:\n    get: {responses: {"200": {description: All shelves}}}\n'],
        ['removed', '/v1_beta', ''],
        ['beta', '/v1-beta', '  /shelves:\n    get: {responses: {"200": {description: All shelves}}}\n']
      ].map(([name, base, more]) => [
        `${name}.yaml`,
        `${HEAD}servers: [{url: 'https://library.example${base}'}]\npaths:\n  /loans:\n    get: {responses: {"200": {description: All}}}\n${more}`
      ])
    ),
    'gap.yaml': OLD.replace(
      'format: date}',
      "format: date}\n        reader: {$ref: 'https://library.example/reader.json'}"
    )
  })
  const codeOf = async (...args: string[]): Promise<number | null> => (await diff(args, {cwd})).code

  test.each(
    sample([
      [['old.yaml', 'new.yaml'], 0],
      [['old.yaml', 'new.yaml', '--fail-on=violation'], 1],
      [['old.yaml', 'new.yaml', '--fail-on=undetermined'], 1],
      [['old.yaml', 'fine.yaml', '--fail-on=undetermined'], 0],
      [['old.yaml', 'new.yaml', '--fail-on=violation', '--kind', 'documentation-changed'], 0],
      // An unreadable part isn't compared.
      [['old.yaml', 'gap.yaml'], 0],
      [['old.yaml', 'gap.yaml', '--fail-on=undetermined'], 3],
      [['old.yaml', 'none.yaml', '--fail-on=undetermined'], 2],
      // The removal breaks clients, and its stability is unknown.
      [['unknown.yaml', 'removed.yaml', '--fail-on=violation'], 1],
      [['unknown.yaml', 'removed.yaml', '--fail-on=undetermined'], 1],
      [['unknown.yaml', 'removed.yaml', '--fail-on=violation', '--policy', 'gitlab-rest'], 1],
      // The policy allows the removal of a beta endpoint.
      [['beta.yaml', 'removed.yaml', '--fail-on=undetermined'], 0],
      // A new error status needs review.
      [['old.yaml', 'review.yaml', '--fail-on=violation'], 0]
    ])
  )('%j: %i', async (args, code) => {
    expect(await codeOf(...args)).toBe(code)
  })

  test('a removal with unknown stability is a breaking change in every format', async () => {
    const args = ['unknown.yaml', 'removed.yaml']
    const [{out}, markdown] = [await diff(args, {cwd}), await diff([...args, '--format', 'markdown'], {cwd})]
    expect(out.split('\n')[0]).toMatch(/^✖ 1 breaking change \(not known to be allowed\) from /)
    expect(out).toContain('\nBreaking, not known to be allowed\n  ? Removed `GET /shelves`.\n')
    expect(markdown.out).toMatch(/^## ❌ 1 breaking change \(not known to be allowed\)\n/)
    expect(await json(args, {cwd})).toMatchObject({
      breaks: 'yes',
      verdict: 'undetermined',
      summary: {breaking: 1, undetermined: 1},
      changes: [{kind: 'operation-removed', breaks: 'yes', verdict: 'undetermined'}]
    })
  })

  test('an unreadable part is reported with its place', async () => {
    const report = await json(['old.yaml', 'gap.yaml'], {cwd})
    expect(report.partial).toBe(true)
    expect(report.gaps).toMatchObject([{place: {source: 'gap.yaml'}}])
    expect(report.gaps[0]?.place.line).toBeGreaterThan(1)
    const {out} = await diff(['old.yaml', 'gap.yaml'], {cwd})
    expect(out).toContain('https://library.example/reader.json')
  })
})

describe('the policy', () => {
  const cwd = folder({
    'old.yaml': OLD.replace(
      'due: {type: string',
      'status: {type: string, enum: [OUT, BACK]}\n        due: {type: string'
    ),
    'new.yaml': OLD.replace(
      'due: {type: string',
      'status: {type: string, enum: [OUT, BACK, LOST]}\n        due: {type: string'
    )
  })
  const verdict = async (...args: string[]): Promise<string[]> =>
    (await json(['old.yaml', 'new.yaml', ...args], {cwd})).changes.map(({kind, verdict: each}) => `${kind} ${each}`)

  test('decides whether a new response value is allowed', async () => {
    const [zalando, github] = [await verdict('--policy', 'zalando'), await verdict('--policy', 'github-rest')]
    expect(github).toEqual(['value-added compliant'])
    expect(zalando).not.toEqual(github)
  })

  test('allows a removal after the sunset', async () => {
    const cwdWithRemoval = folder({
      'old.yaml': OLD.replace(
        '  /v1-beta/copies:\n    get:',
        "  /v1/copies:\n    get:\n      deprecated: true\n      x-deprecated-since: '2024-01-10'\n      x-sunset: '2026-06-30'"
      ),
      'new.yaml': OLD.replace(/ {2}\/v1-beta[\s\S]*?(?=components)/, '')
    })
    const verdictOn = async (day: string): Promise<string | undefined> => {
      const {out} = await tenure(['diff', '--as-of', day, 'old.yaml', 'new.yaml', '--format', 'json'], {
        cwd: cwdWithRemoval
      })
      return (JSON.parse(out) as Report).changes.find(({kind}) => kind === 'operation-removed')?.verdict
    }
    expect(await verdictOn('2026-11-20')).toBe('compliant')
    expect(await verdictOn('2025-11-20')).toBe('violation')
  })
})

test('diff prints the same bytes in every locale and time zone', async () => {
  const cwd = folder(FILES)
  for (const format of ['stylish', 'json', 'markdown']) {
    const results = await Promise.all(
      [
        {},
        {},
        {TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8'},
        {TZ: 'America/Adak', LC_ALL: 'de_DE.UTF-8', LANG: 'ar_EG.UTF-8'}
      ].map(env => diff(['old.yaml', 'new.yaml', '--verbose', '--format', format], {cwd, env}))
    )
    expect(new Set(results.map(({out}) => out)).size).toBe(1)
    expect(results[0]?.out).not.toBe('')
  }
})

describe.runIf(isFullRun)('hostile descriptions', () => {
  /** Seconds of processor time, far more than needed. */
  const LIMIT = 60
  /** Expects an exit within the time limit, without a stack trace. */
  async function diffWithLimit(
    name: string,
    text: string | Uint8Array,
    other: string | Uint8Array = text
  ): Promise<CommandResult> {
    const cwd = folder({[name]: text, [`other-${name}`]: other})
    const command = [process.execPath, join(REPOSITORY, 'dist', 'cli.cjs'), 'diff', ...AS_OF, name, `other-${name}`]
    const result = await run('bash', ['-c', `ulimit -t ${LIMIT} && exec "$@" --format json`, 'bash', ...command], {cwd})
    expect(result.code, `more than ${LIMIT} seconds of work`).not.toBeNull()
    expect(result.err).not.toMatch(/^\s+at .+:\d+/m)
    if (result.code !== 0) expectRefusal(result)
    return result
  }
  const changesOf = ({code, out, err}: CommandResult): Report['changes'] => {
    expect({code, err}).toEqual({code: 0, err: ''})
    return (JSON.parse(out) as Report).changes
  }
  const expectRefusalAt = (result: CommandResult, place: RegExp): void => {
    expectRefusal(result)
    expect(result.err).toMatch(place)
  }
  const withLoan = (loan: string, more = ''): string =>
    `${HEAD}paths:\n  /v1/loans:\n    put:\n      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}\n      responses: {'200': {description: Fine, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}\ncomponents:\n  schemas:\n    Loan: ${loan}\n${more}`

  test('slow regular expressions', async () => {
    const withNote = (note: string): string => withLoan(`{type: object, properties: {note: {type: string, ${note}}}}`)
    const withPattern = withNote("minLength: 40, pattern: '^(a+)+$'")
    expect(changesOf(await diffWithLimit('openapi.yaml', withNote('minLength: 40'), withPattern))).toMatchObject([
      {kind: 'constraint-tightened', proofs: {request: {is: 'breaks', witness: `${'a'.repeat(39)}b`}}}
    ])
    const withEnum = withNote(`enum: [${'a'.repeat(50)}!, b]`)
    expect(changesOf(await diffWithLimit('openapi.yaml', withEnum, withNote("pattern: '^(a*)*$'")))).toMatchObject([
      {proofs: {request: {is: 'keeps'}}},
      {proofs: {request: {is: 'breaks'}}}
    ])
    const PATTERN = "pattern: '(arn:[a-z]+(-[a-z]+)*:[0-9]{12}:shelf/)?[a-zA-Z0-9_.-]{1,"
    expect(
      changesOf(await diffWithLimit('openapi.yaml', withNote(`${PATTERN}128}'`), withNote(`${PATTERN}3000}'`)))
    ).toMatchObject([{proofs: {request: {is: 'keeps'}, response: {is: 'keeps'}}}])
  })

  test('circular `allOf`', async () => {
    const circle = (type: string): string =>
      withLoan(
        `{allOf: [{$ref: '#/components/schemas/Other'}], type: object, properties: {copy: {type: ${type}}}}`,
        "    Other: {allOf: [{$ref: '#/components/schemas/Loan'}, {$ref: '#/components/schemas/Other'}]}\n"
      )
    expect(changesOf(await diffWithLimit('openapi.yaml', circle('string')))).toEqual([])
    expect(changesOf(await diffWithLimit('openapi.yaml', circle('string'), circle('integer')))).toMatchObject([
      {kind: 'type-changed', proofs: {request: {is: 'breaks'}, response: {is: 'breaks'}}}
    ])
  })

  const DEEP = 10_000
  const nested = (open: string, inner: string, close: string): string => open.repeat(DEEP) + inner + close.repeat(DEEP)
  const json3 = (schema: string): string =>
    `{"openapi":"3.0.3","info":{"title":"Library","version":"1"},"paths":{"/v1/loans":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":${schema}}}}}}}}}`

  test.each(
    sample([
      ['objects', '{"type":"object","properties":{"a":', '}}'],
      ['lists', '{"type":"array","items":', '}'],
      ['allOf', '{"allOf":[', ']}'],
      ['anyOf', '{"anyOf":[{"type":"null"},', ']}'],
      ['not', '{"not":', '}']
    ])
  )('10,000 levels of %s', async (_, open, close) => {
    const deep = (type: string): string => json3(nested(open, `{"type":"${type}"}`, close))
    await diffWithLimit('openapi.json', deep('string'))
    const result = await diffWithLimit('openapi.json', deep('string'), deep('integer'))
    // Either a change or a gap is reported.
    if (result.code === 0) expect((JSON.parse(result.out) as Report).changes.length).toBeGreaterThan(0)
  })

  test('10,000 levels of YAML', async () => {
    const result = await diffWithLimit('openapi.yaml', `${HEAD}paths: {}\nx-deep: ${nested('[', '1', ']')}\n`)
    if (result.code !== 0) expectRefusalAt(result, /openapi\.yaml/)
    await diffWithLimit(
      'openapi.yaml',
      `${HEAD}paths: {}\nx-deep:\n${Array.from({length: 2000}, (_, at) => `${' '.repeat(at + 1)}a:\n`).join('')}`
    )
  })

  test('a chain of 10,000 references', async () => {
    const chain = (type: string): string =>
      `${json3('{"$ref":"#/components/schemas/S0"}').slice(0, -1)},"components":{"schemas":{${Array.from({length: DEEP}, (_, at) => `"S${at}":{"type":"object","properties":{"next":{"$ref":"#/components/schemas/S${at + 1}"}}}`).join()},"S${DEEP}":{"type":"${type}"}}}}`
    expect(changesOf(await diffWithLimit('openapi.json', chain('string')))).toEqual([])
    const [change] = changesOf(await diffWithLimit('openapi.json', chain('string'), chain('integer')))
    expect(change).toMatchObject({kind: 'type-changed', component: `S${DEEP}`})
  })

  test('nested aliases', async () => {
    const aliases = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (let at = 1; at < 12; at++) {
      const [name, inner] = [at, at - 1].map(each => String.fromCharCode(97 + each))
      aliases.push(`${name}: &${name} [${Array.from({length: 9}, () => `*${inner}`).join(', ')}]`)
    }
    await diffWithLimit('openapi.yaml', `${HEAD}paths: {}\nx-bomb:\n${aliases.map(line => `  ${line}`).join('\n')}\n`)
    const schemas = ['S0: &s0 {type: string}']
    for (let at = 1; at < 30; at++)
      schemas.push(`S${at}: &s${at} {type: object, properties: {a: *s${at - 1}, b: *s${at - 1}}}`)
    const spec = (type: string): string =>
      withLoan(
        "{$ref: '#/components/schemas/S29'}",
        schemas.map(line => `    ${line.replace('type: string', `type: ${type}`)}\n`).join('')
      )
    await diffWithLimit('openapi.yaml', spec('string'))
    const result = await diffWithLimit('openapi.yaml', spec('string'), spec('integer'))
    if (result.code === 0) expect((JSON.parse(result.out) as Report).changes.length).toBeGreaterThan(0)
  })

  test('an alias of its own parent', async () => {
    const result = await diffWithLimit('openapi.yaml', `${HEAD}paths: {}\nx-loop: &loop {again: *loop}\n`)
    if (result.code !== 0) expectRefusalAt(result, /openapi\.yaml:\d+:\d+/)
  })

  test('`__proto__` and similar names of properties', async () => {
    const withNames = (type: string): string =>
      json3(
        `{"type":"object","properties":{"__proto__":{"type":"${type}"},"constructor":{"type":"string"},"toString":{"type":"string"}}}`
      )
    expect(changesOf(await diffWithLimit('openapi.json', withNames('string')))).toEqual([])
    expect(changesOf(await diffWithLimit('openapi.json', withNames('string'), withNames('integer')))).toMatchObject([
      {kind: 'type-changed', at: '__proto__'}
    ])
    const yaml = (type: string): string => withLoan(`{type: object, properties: {__proto__: {type: ${type}}}}`)
    expect(changesOf(await diffWithLimit('openapi.yaml', yaml('string'), yaml('integer')))).toMatchObject([
      {kind: 'type-changed', at: '__proto__'}
    ])
  })

  test('duplicate keys', async () => {
    expectRefusalAt(
      await diffWithLimit('openapi.json', '{"openapi":"3.0.3",\n"paths":{},\n"paths":{"/v1/loans":{}}}'),
      /openapi\.json:3:1/
    )
    expectRefusalAt(
      await diffWithLimit('openapi.yaml', `${HEAD}paths: {}\npaths: {/v1/loans: {}}\n`),
      /openapi\.yaml:4:1/
    )
  })

  test('references out of the folder and to the network are reported and not followed', async () => {
    for (const reference of [
      '../../../../../../etc/passwd',
      'file:///etc/passwd',
      '/etc/passwd',
      'https://library.example/loan.json',
      '%2e%2e/%2e%2e/etc/passwd'
    ]) {
      const result = await diffWithLimit('openapi.yaml', withLoan(`{$ref: '${reference}'}`))
      expect(result.out).not.toContain('root:')
      expect(JSON.parse(result.out)).toMatchObject({partial: true, gaps: [{}, {}]})
    }
  })

  test("bytes that aren't valid UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from(HEAD), Buffer.from([0x78, 0x3a, 0x20, 0xff, 0xfe, 0xc3, 0x28, 0x0a])])
    expectRefusalAt(await diffWithLimit('openapi.yaml', bytes), /openapi\.yaml(:3)?/)
    expectRefusalAt(
      await diffWithLimit('openapi.json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      /openapi\.json/
    )
  })

  test('a byte order mark and CRLF line endings', async () => {
    expect(changesOf(await diffWithLimit('openapi.yaml', OLD, `\ufeff${OLD.replaceAll('\n', '\r\n')}`))).toEqual([])
  })

  test('truncated files are reported with a place', async () => {
    expectRefusalAt(await diffWithLimit('openapi.json', '{"openapi": "3.0.3",\n "paths": {'), /openapi\.json:2:\d+/)
    expectRefusalAt(await diffWithLimit('openapi.yaml', `${HEAD}paths: {\n`), /openapi\.yaml:\d+:\d+/)
  })

  test('50 MB in one line', async () => {
    const longText = 'x'.repeat(50_000_000)
    expect(
      changesOf(
        await diffWithLimit(
          'openapi.json',
          json3(`{"type":"string","description":"${longText}"}`),
          json3('{"type":"integer"}')
        )
      ).map(({kind}) => kind)
    ).toContain('type-changed')
  })
})
