import {expect, test} from 'vitest'
import {readPolicyText} from '../../src/inputs/config/policy-file.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {openWorkspace} from '../../src/stores/files/workspace.ts'
import {sayPolicyChange} from '../../src/text/policy-changes.ts'

const {files} = openWorkspace('/nowhere', {})
const policyOf = (text: string, source = 'policy.yaml'): Policy =>
  readPolicyText(files, /^extends/m.test(text) ? text : `extends: thirteen-months\n${text}`, source).policy
const YEAR = 'guarantees: {ga: {notice: 12 months}}\n'
const revisionsOf = (...lengths: readonly string[]): string =>
  `revisions:\n${lengths.map((each, at) => `  - {revision: r${at}, from: 202${at}-01-01, guarantees: {ga: {notice: ${each}}}}\n`).join('')}`

test.each([
  [YEAR, 'guarantees: {ga: {notice: 1 month}}\n', '`guarantees.ga.notice` from `12 months` to `1 month`'],
  [YEAR, `title: Ours\n${YEAR}`, ''],
  // A policy that gets revisions says what the current one says otherwise.
  [
    YEAR,
    revisionsOf('12 months', '1 month'),
    /^`guarantees\.ga\.notice` from `12 months` to `1 month`.*`revisions` from `1` to `2`$/
  ],
  [
    revisionsOf('12 months', '6 months'),
    revisionsOf('9 months', '6 months'),
    '`revisions.0.guarantees.ga.notice` from `12 months` to `9 months`'
  ],
  // Values and their keys are those of the file.
  [
    'guarantees: {beta: none}\n',
    'guarantees: {beta: {notice: 6 months, starts: [release, {successor: same}]}}\n',
    '`guarantees.beta` from `none` to `{notice: 6 months, starts: release, {successor: same}}`'
  ],
  [
    YEAR,
    'guarantees: {ga: {notice: 12 months, endWindow: quarter-start, breaking: 3 months, also: []}}\n',
    '`guarantees.ga.breaking` from `forbidden` to `3 months` and `guarantees.ga.endWindow` from nothing to `quarter-start`'
  ],
  [
    'markers: [{form: v<major>beta, stability: beta}, {form: v<major>, stability: ga}]\n',
    'markers: [{form: "<date>-preview", stability: beta}, {form: v<major>, stability: ga}]\n',
    '`markers` from `{form: v<major>beta, stability: beta}` to `{form: <date>-preview, stability: beta}`'
  ],
  [
    'labels: []\n',
    'waiverReasons: {security: {minimum: 1 month}}\n',
    '`waiverReasons.security` from `null` to `{minimum: 1 month}`'
  ],
  [YEAR, 'extends: zalando\n', '`extends` from `thirteen-months` to `zalando`']
])('says what a policy says otherwise: %#', (before, after, expected) => {
  const text = sayPolicyChange(policyOf(before), policyOf(after))
  if (typeof expected === 'string') expect(text).toBe(expected)
  else expect(text).toMatch(expected)
})

test.each([
  ['name: p\n', ''],
  [
    'guarantees: {ga: {notice: 1 month}}\n',
    /^`other\.yaml` instead of `policy\.yaml` and `guarantees\.ga\.notice` from .* to `1 month`$/
  ],
  ['extends: kubernetes\n', /^`other\.yaml` instead of `policy\.yaml`$/]
])('names another file that says otherwise: %#', (after, expected) => {
  const text = sayPolicyChange(policyOf(''), policyOf(after, 'other.yaml'))
  if (typeof expected === 'string') expect(text).toBe(expected)
  else expect(text).toMatch(expected)
})
