// Gaps are parts that can't be read. The configuration of the target accepts them by place and with a reason.
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {check, get, repositoryOf, spec, TODAY} from './scenario.ts'

const LOANS = get('/v1/loans')
const GAP = '/v1/copies: {$ref: gone.yaml}'
const OTHER = '/v1/shelves: {$ref: lost.yaml}'
const config = (...gaps: readonly string[]): string =>
  `format: 1\nspec: openapi.yaml\ngaps:\n${gaps.map(gap => `  - ${gap}\n`).join('')}`
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
    expect(remarks.join('\n')).toMatch(/Not read, and accepted in `gaps:`: .*gone\.yaml/)
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

  it('is accepted only with the right count', async () => {
    const each = async (gap: string): Promise<number | null> => {
      const cwd = await repositoryOf({
        main: main(config(gap), GAP, OTHER),
        branch: [[TODAY, {'openapi.yaml': spec(LOANS, GAP, OTHER, get('/v1/readers'))}]]
      })
      const result = await check(cwd)
      if (result.code !== 0)
        expect(JSON.parse(result.out).remarks.join('\n')).toContain('and there are 2, so that none is accepted')
      return result.code
    }
    expect(await each('{place: openapi.yaml, reason: Written by another team.}')).toBe(2)
    expect(await each('{place: openapi.yaml, count: 2, reason: Written by another team.}')).toBe(0)
  })

  it('is a warning if it is no longer there', async () => {
    const cwd = await repositoryOf({
      main: main(config(KNOWN), GAP),
      branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/copies'))}]]
    })
    const result = await check(cwd)
    expect(result.code, result.err).toBe(0)
    expect(JSON.parse(result.out).remarks.join('\n')).toMatch(
      /Warning: the gap in `openapi\.yaml` that tenure\.yaml:4:\d+ accepts isn't there/
    )
    expect(await firstLine(cwd)).toContain('1 unused gap entry')
  })
})

describe.concurrent('a gap that the change itself accepts', () => {
  it('counts after the merge', async () => {
    const cwd = await repositoryOf({
      main: main('format: 1\nspec: openapi.yaml\n', GAP),
      branch: [[TODAY, {'tenure.yaml': config(KNOWN)}]]
    })
    const result = await check(cwd)
    expect(result.code).toBe(2)
    expect(JSON.parse(result.out).remarks.join('\n')).toContain(
      '1 gap that this change accepts in `gaps:` counts once it is merged into main'
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
    const {out} = await tenure(['audit', '.', '--branch', 'main', '--format', 'json', '--as-of', TODAY], {cwd})
    return JSON.parse(out).source.partial
  }
  const before = await audit()
  writeFileSync(join(cwd, 'tenure.yaml'), config(KNOWN))
  expect([before, await audit()]).toEqual([true, false])
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
  expect(await run(apis(`, gaps: [${KNOWN}]`))).toEqual([0, 2])
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
            'format: 1\nspec: src/server.ts\ngaps: [{place: src/server.ts, about: /trpc, reason: Only our own pages call it.}]\n'
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
