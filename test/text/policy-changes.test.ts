import {expect, test} from 'vitest'
import {readPolicyText} from '../../src/inputs/config/policy-file.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {openWorkspace} from '../../src/stores/files/workspace.ts'
import {sayPolicyChange} from '../../src/text/policy-changes.ts'

const {files} = openWorkspace('/nowhere', {})
const policyOf = (text: string): Policy =>
  readPolicyText(files, `extends: thirteen-months\n${text}`, 'policy.yaml').policy
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
  ]
])('says what a policy says otherwise: %#', (before, after, expected) => {
  const text = sayPolicyChange(policyOf(before), policyOf(after))
  if (typeof expected === 'string') expect(text).toBe(expected)
  else expect(text).toMatch(expected)
})
