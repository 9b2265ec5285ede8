import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {presets, readPolicyText} from '../../../src/inputs/config/policy-file.ts'
import {upgradeWords} from '../../../src/inputs/history/old-words.ts'
import {judgeAll} from '../../../src/lint.ts'
import {HERE} from '../../here.ts'
import {historyOf} from '../../reading.ts'

/** A policy as it was written before its words changed. */
const inOldWords = (text: string): string =>
  text
    .replace(/\bwaiverReasons:/g, 'exemptions:')
    .replace(/\bconditions:/g, 'gates:')
    .replace(/(overlap: \{length: [^}]*), successor: any\}/g, '$1, starts: successor}')
    .replace(/(overlap: \{length: [^}]*), successor: same\}/g, '$1, starts: stable-successor}')
    .replace(/(starts: (?:\[[^\]]*)?)\{successor: same\}/g, '$1stable-successor')
    .replace(/(starts: (?:\[[^\]]*)?)\brelease\b/g, '$1deprecation')

const preset = (name: string): string =>
  readFileSync(new URL(`../../../policies/${name}.yaml`, import.meta.url), 'utf8')

/** Policies that people reported, besides the presets. */
const REPORTED: Readonly<Record<string, string>> = {
  'a waiver until a month': 'format: 1\nname: p7\nextends: thirteen-months\nwaiverReasons: {security: {}}\n',
  'a next version before the introduction':
    'name: n\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: {notice: 12 months, starts: next-version}}\n',
  'major releases of notice':
    'stabilities: [ga]\ndefaultStability: ga\nguarantees:\n  ga: {notice: 3 major releases}\n',
  'own names of extensions':
    'extends: thirteen-months\nmarks:\n  - {extension: x-snyk-sunset-eligible, states: sunset}\n  - {extension: x-snyk-deprecated-on, states: since}\n',
  concur: `stabilities: [beta, ga]
defaultStability: ga
markers: [{form: v<major>, stability: ga}, {form: v<major>-beta, stability: beta}]
guarantees:
  beta: none
  ga:
    notice: 30 days
    starts: announcement
    also: [{notice: 12 months, starts: release}, {notice: 25 months, starts: introduction}]
waiverReasons: {law: null, licensor: null, security: null, no-adoption: null}
`,
  gusto: `stabilities: [ga]
markers: [{form: "v<date>", stability: ga}]
guarantees:
  ga:
    notice: 12 months
    starts: next-version
    phases: [{name: full support, length: 6 months}, {name: security only, length: 6 months}]
`,
  'every word': `stabilities: [beta, ga]
defaultStability: ga
markers: [{form: v<major>, stability: ga}]
guarantees:
  beta: none
  ga:
    notice: 6 months
    starts: [release, {successor: same}]
    overlap: {length: 90 days, successor: same}
    conditions: {consent: All clients agree.}
    kinds: {field: {notice: 1 month, starts: {successor: same}, overlap: {length: 1 month, successor: any}}}
revisions: [{revision: first}, {revision: second, from: 2025-01-01, waiverReasons: {legal: {minimum: 1 month}}}]
`
}
const POLICIES: readonly (readonly [name: string, text: string])[] = [
  ...presets().map(name => [name, preset(name)] as const),
  ...Object.entries(REPORTED)
]

/** Ends of support that policies judge in different ways. */
const HISTORY = historyOf(`service: Lending Library API
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}, {added: GET /v1/copies}]}
  - {release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-03-10}, {added: GET /v2/loans}]}
  - on: 2024-05-10
    changes: [{deprecated: GET /v1/fees}]
  - {release: "2.0", date: 2025-03-10, changes: [{removed: GET /v1/loans, met: {consent: yes}}, {removed: GET /v1/copies}]}
  - {release: "2.1", date: 2025-06-10, changes: [{removed: GET /v1/fees, waiver: {reason: security, approver: ada}}]}
`)

/** The verdicts of the last version with the old words on the removals of loans, fees, and copies. */
const VERDICTS: Readonly<Record<string, string>> = {
  atlassian: 'compliant compliant violation',
  azure: 'undetermined undetermined violation',
  'github-graphql': 'violation violation violation',
  'github-rest': 'violation violation violation',
  'gitlab-graphql': 'compliant violation violation',
  'gitlab-rest': 'violation violation violation',
  'google-aip': 'undetermined undetermined violation',
  kubernetes: 'compliant violation compliant',
  'mcp-tools': 'compliant compliant violation',
  'microsoft-graph': 'undetermined undetermined undetermined',
  'mongodb-atlas': 'undetermined undetermined undetermined',
  palantir: 'compliant compliant violation',
  shopify: 'undetermined undetermined undetermined',
  snyk: 'undetermined undetermined undetermined',
  stripe: 'violation violation violation',
  'thirteen-months': 'compliant compliant violation',
  zalando: 'compliant undetermined undetermined',
  'a waiver until a month': 'compliant compliant violation',
  'a next version before the introduction': 'compliant compliant compliant',
  'major releases of notice': 'violation violation violation',
  'own names of extensions': 'compliant compliant violation',
  concur: 'compliant violation violation',
  gusto: 'compliant compliant compliant',
  'every word': 'compliant violation violation'
}

describe('a policy in the words of an older version', () => {
  const past = HERE.files.with(new Map())

  it.each(POLICIES)('is upgraded byte for byte, and judges as before in a commit: %s', (name, text) => {
    const old = inOldWords(text)
    expect(upgradeWords(old, name, 'policy')).toBe(text)
    const source = `policies/${name}.yaml`
    const [before, now] = [readPolicyText(past, old, source).policy, readPolicyText(HERE.files, text, source).policy]
    expect(before).toEqual(now)
    const verdicts = judgeAll(HISTORY, before).map(({verdict, subject}) => [subject.target.text, verdict] as const)
    const of = new Map(verdicts)
    expect(['loans', 'fees', 'copies'].map(each => of.get(`GET /v1/${each}`)).join(' ')).toBe(VERDICTS[name])
  })

  it('has old words in many of them', () => {
    expect(POLICIES.filter(([, text]) => inOldWords(text) !== text).length).toBeGreaterThan(12)
  })
})
