// Gaps are parts that can't be read. The configuration of the target accepts them by place and with a reason.

import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {check, get, repositoryOf, git as runGit, spec, TODAY} from './scenario.ts'

const LOANS = get('/v1/loans')
const GAP = '/v1/copies: {$ref: gone.yaml}'
const OTHER = '/v1/shelves: {$ref: lost.yaml}'
const config = (...gaps: readonly string[]): string =>
  `format: 1\nspec: openapi.yaml\nunread:\n${gaps.map(gap => `  - ${gap}\n`).join('')}`
const KNOWN = '{place: openapi.yaml, about: gone.yaml, reason: Written by another team.}'
const main = (text: string, ...paths: readonly string[]): [string, Record<string, string>][] => [
  ['2024-06-01', {'openapi.yaml': spec(LOANS, ...paths), 'tenure.yaml': text}]
]

async function firstLine(cwd: string): Promise<string> {
  const {out} = await tenure(['check', '--format', 'stylish'], {cwd})
  return out.split('\n')[0] ?? ''
}

describe.concurrent('a gap that the target accepts', () => {
  it('is counted, and the rest is checked', async () => {
    const cwd = await repositoryOf({
      main: main(config(KNOWN), GAP),
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, GAP, get('/v1/readers'))}]]
    })
    const result = await check(cwd)
    expect(result.code, result.err).toBe(0)
    const {source, acceptedGaps, uncompared, remarks} = JSON.parse(result.out)
    expect({partial: source.partial, acceptedGaps, uncompared}).toEqual({
      partial: false,
      acceptedGaps: {accepted: 1, unused: 0},
      uncompared: undefined
    })
    expect(remarks.join('\n')).toMatch(/Not read, and accepted in `unread:`: .*gone\.yaml/)
    expect(await firstLine(cwd)).toContain('1 accepted gap')
  })

  it('hides neither another gap nor a removal', async () => {
    const other = await repositoryOf({
      main: main(config(KNOWN), GAP),
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, GAP, OTHER)}]]
    })
    const removed = await repositoryOf({
      main: main(config(KNOWN), GAP, get('/v1/readers')),
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, GAP)}]]
    })
    expect((await check(other)).code).toBe(2)
    expect((await check(removed)).code).toBe(1)
  })

  it('is named by one entry, and an entry that fits two gaps accepts none', async () => {
    const each = async (...gaps: string[]): Promise<{code: number | null; remarks: string}> => {
      const cwd = await repositoryOf({
        main: main(config(...gaps), GAP, OTHER),
        branch: [[TODAY, {'openapi.yaml': spec(LOANS, GAP, OTHER, get('/v1/readers'))}]]
      })
      const {code, out} = await check(cwd)
      return {code, remarks: JSON.parse(out).remarks.join('\n')}
    }
    const wide = await each('{place: openapi.yaml, reason: Written by another team.}')
    expect(wide.code).toBe(2)
    const paste = /accepts one gap, and there are 2, so that none is accepted\. Write `\[(.*)\]` instead/.exec(
      wide.remarks
    )
    const entries = paste?.[1]?.split(/(?<=\}), /).map(entry => entry.replace('…', 'Written by another team.')) ?? []
    expect(entries[0]).toContain('{place: "openapi.yaml#/paths/~1v1~1copies", about: "$ref: gone.yaml", ')
    expect(await each(...entries)).toMatchObject({code: 0, remarks: expect.not.stringContaining('Warning')})
    expect((await each(entries[0] ?? '')).code).toBe(2)
  })

  it('that an entry with only a file accepts is named with the text to paste', async () => {
    const cwd = await repositoryOf({
      main: main(config('{place: openapi.yaml, reason: Written by another team.}'), GAP),
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, GAP, get('/v1/readers'))}]]
    })
    const {code, out} = await check(cwd)
    expect(code, out).toBe(0)
    expect(JSON.parse(out).remarks.join('\n')).toMatch(
      /`unread:` is too wide: tenure\.yaml:4:\d+ accepts any gap of its file\. Write `\[\{place: "openapi\.yaml#\/paths\/~1v1~1copies", /
    )
  })

  it('is the same one after items of its list, its lines, and what is wrong with its file changed', async () => {
    const part = (...parameters: string[]): string =>
      `/v1/copies: {get: {parameters: [${[...parameters, '5', '{$ref: lost.yaml}'].join(', ')}], responses: {'200': {description: ok}}}}`
    const gaps = [
      '{place: openapi.yaml, about: must be an object, reason: x}',
      '{place: openapi.yaml, about: lost, reason: x}'
    ]
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', {'openapi.yaml': spec(LOANS, part()), 'tenure.yaml': config(...gaps), 'lost.yaml': 'a: ['}]
      ],
      branch: [
        [
          TODAY,
          {
            'openapi.yaml': spec(get('/v1/readers'), LOANS, part('{name: limit, in: query, schema: {type: integer}}')),
            'lost.yaml': '# moved\na: ['
          }
        ]
      ]
    })
    const {code, out} = await check(cwd)
    expect(code, out).toBe(0)
    expect(JSON.parse(out).acceptedGaps).toEqual({accepted: 2, unused: 0})
  })

  it('is there although nothing that uses it changes', async () => {
    const broken = "/v1/copies: {get: {parameters: [5], responses: {'200': {description: ok}}}}"
    const cwd = await repositoryOf({
      main: main(config('{place: openapi.yaml, about: must be an object, reason: x}'), broken),
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, broken, get('/v1/readers'))}]]
    })
    const {code, out} = await check(cwd)
    expect(code, out).toBe(0)
    expect(JSON.parse(out).acceptedGaps).toEqual({accepted: 0, unused: 0})
  })

  it('of the target that the release lacks is accepted', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', {'openapi.yaml': spec(LOANS, get('/v1/copies'))}],
        ['2024-07-01', {'openapi.yaml': spec(LOANS, GAP), 'tenure.yaml': `${config(KNOWN)}base: latest-release\n`}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, GAP, get('/v1/readers'))}]]
    })
    await runGit(cwd, ['tag', 'v1.0.0', 'main~1'])
    const {code, out} = await check(cwd)
    expect(code, out).toBe(0)
    const {acceptedGaps, revisions} = JSON.parse(out)
    expect({acceptedGaps, base: revisions.base.name}).toEqual({
      acceptedGaps: {accepted: 1, unused: 0},
      base: expect.stringContaining('v1.0.0')
    })
  })

  const REQUIRED = '{name: shelf, in: query, required: true, schema: {type: string}}'
  const withParameter = (parameter: string): string =>
    `/v1/copies: {get: {parameters: [${parameter}], responses: {'200': {description: ok}}}}`
  it.each<[string, string, readonly string[]]>([
    ['repaired', GAP, [get('/v1/copies')]],
    ['removed', GAP, []],
    ['replaced by a required parameter', withParameter('{$ref: gone.yaml}'), [withParameter(REQUIRED)]]
  ])("is a warning if it is %s, and what was there isn't compared", async (_, before, after) => {
    const cwd = await repositoryOf({
      main: main(config(KNOWN), before),
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, ...after)}]]
    })
    const result = await check(cwd)
    expect(result.code, result.err).toBe(0)
    expect(JSON.parse(result.out).remarks.join('\n')).toMatch(
      /Warning: the gap in `openapi\.yaml` that tenure\.yaml:4:\d+ accepts isn't there/
    )
    expect(await firstLine(cwd)).toMatch(/^\? .*1 unused gap entry.*not everything was compared/)
  })
})

describe.concurrent('a gap that the change brings', () => {
  const SHELVES = get('/v1/shelves')
  const REST = "responses: {'200': {description: ok}}"
  const isRefused = async (gap: string, before: readonly string[], after: readonly string[]): Promise<void> => {
    const cwd = await repositoryOf({
      main: main(config(gap), ...before),
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, ...after)}]]
    })
    const {code, out} = await check(cwd)
    expect({code, isPartial: JSON.parse(out).source.partial}, out).toEqual({code: 2, isPartial: true})
    expect(JSON.parse(out).remarks.join('\n')).toContain('no entry in `unread:` accepts it here')
  }

  it.each<[string, string, readonly string[], readonly string[]]>(
    sample([
      [
        'of another endpoint, with an entry for the file',
        '{place: openapi.yaml, reason: x}',
        [GAP, SHELVES],
        [get('/v1/copies'), OTHER]
      ],
      [
        'of the same kind',
        '{place: openapi.yaml, about: must be an object, reason: x}',
        ['/v1/copies: x', SHELVES],
        [get('/v1/copies'), '/v1/shelves: x']
      ],
      [
        'with the same reference in another place',
        KNOWN,
        [GAP, SHELVES],
        [get('/v1/copies'), '/v1/shelves: {$ref: gone.yaml}']
      ],
      ['with the same reference in a further place', KNOWN, [GAP, SHELVES], [GAP, '/v1/shelves: {$ref: gone.yaml}']],
      ['that the entry names in advance', KNOWN, [get('/v1/copies')], [GAP]],
      [
        'of a path that is written in another way',
        KNOWN,
        [get('/v1/copies/{id}')],
        ['/v1/copies/{copy}: {$ref: gone.yaml}']
      ],
      [
        'in a schema',
        KNOWN,
        [`/v1/copies: {get: {responses: {'200': {description: ok, content: {a/b: {schema: {type: string}}}}}}}`],
        [`/v1/copies: {get: {responses: {'200': {description: ok, content: {a/b: {schema: {$ref: gone.yaml}}}}}}}`]
      ]
    ])
  )("%s isn't accepted", (_, gap, before, after) => isRefused(gap, before, after))

  it.each<[string, string, string]>([
    [
      'a parameter',
      `/v1/copies: {get: {parameters: [{name: limit, in: query, schema: {type: integer}}, {$ref: gone.yaml}], ${REST}}}`,
      `/v1/copies: {get: {parameters: [{$ref: gone.yaml}], ${REST}}}`
    ],
    ['a method', `/v1/copies: {put: {$ref: gone.yaml}, get: {${REST}}}`, '/v1/copies: {put: {$ref: gone.yaml}}']
  ])("doesn't hide the removal of %s beside a known one", async (_, before, after) => {
    const cwd = await repositoryOf({
      main: main(config(KNOWN), before),
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, after)}]]
    })
    const {code, out} = await check(cwd)
    expect(code, out).toBe(1)
    expect(JSON.parse(out).findings).toMatchObject([{rule: 'unannounced-removal', verdict: 'violation'}])
  })
})

describe.concurrent('a gap that the change itself accepts', () => {
  it('is named if it is not there', async () => {
    const cwd = await repositoryOf({
      main: main('format: 1\nspec: openapi.yaml\n', get('/v1/copies')),
      branch: [[TODAY, {'tenure.yaml': config(KNOWN)}]]
    })
    const {out} = await check(cwd)
    expect(JSON.parse(out).remarks.join('\n')).toMatch(
      /Warning: the gap in `openapi\.yaml` that tenure\.yaml:4:\d+ accepts isn't there\./
    )
    expect(await firstLine(cwd)).toContain('1 unused gap entry')
  })

  it('counts after the merge', async () => {
    const cwd = await repositoryOf({
      main: main('format: 1\nspec: openapi.yaml\n', GAP),
      branch: [[TODAY, {'tenure.yaml': config(KNOWN)}]]
    })
    const result = await check(cwd)
    expect(result.code).toBe(2)
    expect(JSON.parse(result.out).remarks.join('\n')).toContain(
      '1 gap that this change accepts in `unread:` counts once it is merged into main'
    )
  })

  it("doesn't count for a part that the change made unreadable", async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, get('/v1/copies'))}]],
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, GAP), 'tenure.yaml': config(KNOWN)}]]
    })
    expect((await check(cwd)).code).not.toBe(0)
  })

  it('counts in the change that adopts tenure', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': spec(LOANS, GAP)}]],
      branch: [[TODAY, {'tenure.yaml': config(KNOWN)}]]
    })
    const result = await check(cwd)
    expect(result.code, result.out + result.err).toBe(0)
  })
})

it('`audit` accepts gaps of the configuration', async () => {
  const cwd = await repositoryOf({
    main: [
      ['2024-06-01', {'openapi.yaml': spec(LOANS, GAP)}],
      ['2024-07-01', {'openapi.yaml': spec(LOANS, GAP, get('/v1/readers'))}]
    ]
  })
  const audit = async () => {
    const {out} = await tenure(['audit', '.', '--releases', 'branch:main', '--format', 'json', '--as-of', TODAY], {cwd})
    return JSON.parse(out).source.partial
  }
  const before = await audit()
  writeFileSync(join(cwd, 'tenure.yaml'), config(KNOWN))
  expect([before, await audit()]).toEqual([true, false])
})

it('`audit` accepts one gap for each entry, not another one in each release', async () => {
  const cwd = await repositoryOf({
    main: [
      ['2024-06-01', {'openapi.yaml': spec(LOANS, GAP, get('/v1/shelves'))}],
      ['2024-07-01', {'openapi.yaml': spec(LOANS, get('/v1/copies'), OTHER)}]
    ]
  })
  writeFileSync(join(cwd, 'tenure.yaml'), config('{place: openapi.yaml, reason: Written by another team.}'))
  const {out} = await tenure(['audit', '.', '--releases', 'branch:main', '--format', 'json', '--as-of', TODAY], {cwd})
  expect(JSON.parse(out).source.partial).toBe(true)
})

it('a gap is accepted for the API whose entry lists it', async () => {
  const apis = (gap: string): string =>
    `format: 1\napis:\n  - {name: lending, spec: openapi.yaml${gap}}\n  - {name: reading, spec: reading.yaml}\n`
  const files = {'openapi.yaml': spec(LOANS, GAP), 'reading.yaml': spec(LOANS, GAP)}
  const run = async (text: string) => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {...files, 'tenure.yaml': text}]],
      branch: [[TODAY, {'notes.md': 'x'}]]
    })
    return Promise.all(['lending', 'reading'].map(async api => (await tenure(['check', '--api', api], {cwd})).code))
  }
  expect(await run(apis(`, unread: [${KNOWN}]`))).toEqual([0, 2])
  expect(await run(apis(''))).toEqual([2, 2])
})

it('a gap in server code is accepted by file and route, whatever its line', async () => {
  const server = (more: string): string =>
    `import express from 'express'\nconst app = express()\n${more}app.get('/v1/loans', (req, res) => { res.json({}) })\napp.use('/trpc', (req, res) => { res.json({}) })\napp.listen(3000)\n`
  const cwd = await repositoryOf({
    main: [
      [
        '2024-06-01',
        {
          'src/server.ts': server(''),
          'tenure.yaml':
            'format: 1\nspec: src/server.ts\nunread: [{place: src/server.ts, about: /trpc, reason: Only our own pages call it.}]\n'
        }
      ]
    ],
    branch: [[TODAY, {'src/server.ts': server("app.get('/v1/readers', (req, res) => { res.json({}) })\n")}]]
  })
  const result = await check(cwd)
  expect(result.code, result.out + result.err).toBe(0)
  const {acceptedGaps, uncompared, remarks} = JSON.parse(result.out)
  expect({acceptedGaps, uncompared}).toEqual({acceptedGaps: {accepted: 1, unused: 0}, uncompared: undefined})
  expect(remarks.join('\n')).toMatch(
    /Read with \d+ warnings?\. `node_modules` is missing.* Run `npm ci` first\. \(src\/server\.ts:1:1\)/
  )
})
