import {describe, expect, it} from 'vitest'
import {presets} from '../../src/inputs/config/policy-file.ts'
import {folder, run, tenure} from '../cli/run.ts'
import {repositoryOf, TODAY} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

/** Paths with each kind of version marker of the presets, with unknown ones, and with none. */
const MARKERS = [
  '',
  '/v1',
  '/v1beta1',
  '/v1-beta',
  '/v1.0',
  '/beta',
  '/unstable',
  '/2024-04',
  '/2010-04-01',
  '/2024-04-01-preview',
  '/2024-04-01~beta',
  '/v1_odd'
]

/** For each marker, an endpoint that is removed and one with a breaking change. */
function api(isNew: boolean, base = ''): string {
  const paths = MARKERS.flatMap((marker, at) => [
    ...(isNew ? [] : [`  ${marker}/copies${at}: {get: {responses: {"200": {description: All copies}}}}`]),
    `  ${marker}/loans${at}: {get: {parameters: [{name: shelf, in: query, required: ${isNew}, schema: {type: string}}], responses: {"200": {description: All loans}}}}`
  ])
  return `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\nservers: [{url: "https://library.example${base}"}]\npaths:\n${paths.join('\n')}\n`
}

interface Judgment {
  readonly subject: string
  readonly verdict: string
}

/** The worst verdict on each endpoint; `compliant` and `exempt` count as `allowed`. */
function verdictsOn(judgments: readonly Judgment[]): Record<string, string> {
  const verdicts: Record<string, string> = {}
  for (const {subject, verdict} of judgments) {
    const simplified = verdict === 'compliant' || verdict === 'exempt' ? 'allowed' : verdict
    const order = ['violation', 'undetermined', 'allowed']
    const worst = verdicts[subject] ?? 'allowed'
    verdicts[subject] = order.indexOf(simplified) < order.indexOf(worst) ? simplified : worst
  }
  return verdicts
}

const notAllowed = (verdicts: Record<string, string>) =>
  Object.fromEntries(Object.entries(verdicts).filter(([, verdict]) => verdict !== 'allowed'))

describe('check and diff agree', () => {
  it.each(sample(presets().flatMap(policy => ['', '/v1', '/v1_odd'].map(base => [policy, base] as const))))(
    'under %s, with the base path "%s"',
    async (policy, base) => {
      const cwd = folder({'old.yaml': api(false, base), 'new.yaml': api(true, base)})
      const options = ['--policy', policy, '--as-of', TODAY, '--format', 'json']
      const diffed = await tenure(['diff', 'old.yaml', 'new.yaml', ...options], {cwd})
      const checked = await tenure(['check', '--base', 'old.yaml', '--spec', 'new.yaml', ...options], {cwd})
      const {changes} = JSON.parse(diffed.out) as {
        changes: readonly (Judgment & {missing: readonly {fact: string}[]})[]
      }
      const onlyInMajor = new Set(
        changes
          .filter(({missing}) => missing.length > 0 && missing.every(({fact}) => fact === 'release'))
          .map(({subject}) => subject)
      )
      expect(changes.length).toBe(2 * MARKERS.length)
      // Only the gate knows that the next release isn't a major one: two descriptions don't say which release is meant.
      const expected = Object.entries(notAllowed(verdictsOn(changes))).map(([subject, verdict]) => [
        subject,
        onlyInMajor.has(subject) ? 'violation' : verdict
      ])
      expect(notAllowed(verdictsOn(JSON.parse(checked.out).judgments))).toEqual(Object.fromEntries(expected))
    }
  )
})

describe('a policy without the version of a path', () => {
  const REMARK =
    "The policy `shopify` doesn't know the stability of `GET /copies`: the path has none of its versions (`<month>` and `unstable`)."
  const twoEndpoints = (isNew: boolean, marker = '') =>
    `openapi: 3.0.3\ninfo: {title: L, version: "1"}\npaths:\n  ${marker}/loans: {get: {responses: {"200": {description: All}}}}\n${isNew ? '' : `  ${marker}/copies: {get: {responses: {"200": {description: All}}}}\n`}`

  it('leaves a removal undetermined, and says once which versions it knows', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2020-01-01', {'openapi.yaml': twoEndpoints(false), 'tenure.yaml': 'policy: shopify\n'}],
        ['2021-01-01', {'readme.md': 'x\n'}]
      ],
      branch: [[TODAY, {'openapi.yaml': twoEndpoints(true)}]]
    })
    const {code, out} = await tenure(['check', '--fail-on=undetermined', '--as-of', TODAY], {cwd})
    expect(code, out).toBe(3)
    expect(out.split(REMARK)).toHaveLength(2)
    const diffed = await tenure(['diff', 'main:openapi.yaml', 'openapi.yaml', '--as-of', TODAY], {cwd})
    expect(diffed.out).toContain('1 breaking change (not known to be allowed)')
    expect(diffed.out.split(REMARK)).toHaveLength(2)
  })

  it('suggests a marker for the version', async () => {
    const cwd = folder({'old.yaml': twoEndpoints(false, '/2010-04-01'), 'new.yaml': twoEndpoints(true, '/2010-04-01')})
    for (const format of ['stylish', 'markdown', 'json']) {
      const {out} = await tenure(['diff', 'old.yaml', 'new.yaml', '--as-of', TODAY, '--format', format], {cwd})
      expect(out).toContain('`2010-04-01` is none of its versions')
      expect(out).toContain('`{form: <date>, stability: ga}`')
    }
  })

  it('says nothing if the version or the stability is known', async () => {
    const cwd = folder({'old.yaml': twoEndpoints(false, '/v1'), 'new.yaml': twoEndpoints(true, '/v1')})
    const {out} = await tenure(['diff', 'old.yaml', 'new.yaml', '--as-of', TODAY], {cwd})
    expect(out).not.toContain("doesn't know the stability")
  })

  it("is counted by `init` as undetermined and isn't recommended", async () => {
    const cwd = await repositoryOf({
      main: [
        ['2020-01-01', {'openapi.yaml': twoEndpoints(false)}],
        ['2022-01-01', {'openapi.yaml': twoEndpoints(true)}]
      ]
    })
    for (const [at, tag] of [
      ['HEAD~1', 'v1.0'],
      ['HEAD', 'v1.1']
    ] as const)
      expect((await run('git', ['tag', tag, at], {cwd})).code).toBe(0)
    const result = await tenure(['init', '--policy', 'shopify'], {cwd})
    expect(result.out).toContain('0 would violate shopify, and 1 is undetermined')
    expect(result.out).toContain(REMARK)
    expect(result.out).not.toMatch(/other policies .*\b(?:azure|google-aip|microsoft-graph)\b/)
  })
})
