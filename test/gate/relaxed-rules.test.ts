import {expect, test} from 'vitest'
import {findRelaxedKeys} from '../../src/gate/relaxed-rules.ts'
import {type Config, readConfig} from '../../src/inputs/config/file.ts'
import {readPolicyText} from '../../src/inputs/config/policy-file.ts'
import {isOnlyStricter} from '../../src/policy/notice/weakened-guarantees.ts'
import {openWorkspace} from '../../src/stores/files/workspace.ts'
import {folder} from '../cli/run.ts'

const RULES = ['missing-replacement', 'stale-page'].map(id => ({id, level: 'warning' as const, options: {}}))

function configOf(text: string): Config {
  const {files} = openWorkspace(folder({'tenure.yaml': `format: 1\n${text}`, 'openapi.yaml': '', 'page.md': ''}), {})
  return readConfig(files, 'tenure.yaml', () => ({rules: RULES as never, isComplete: true}))
}

test.each([
  ['', '# The same\npolicy: zalando\n', []],
  ['rules: {stale-page: warning}\n', 'rules: {stale-page: error}\n', []],
  ['rules: {stale-page: off}\n', 'rules: {stale-page: info}\n', []],
  ['rules: {stale-page: off}\n', '', []],
  // The default level isn't known.
  ['', 'rules: {stale-page: error}\n', []],
  ['', 'rules: {stale-page: warning}\n', ['rules.stale-page']],
  ['rules: {stale-page: error}\n', '', ['rules.stale-page']],
  [
    'rules: {stale-page: error, missing-replacement: warning}\n',
    'rules: {stale-page: warning, missing-replacement: off}\n',
    ['rules.stale-page', 'rules.missing-replacement']
  ],
  ["tags: 'v*'\n", "tags: ['v*', '!v1.0']\n", ['tags']],
  ['spec: openapi.yaml\n', 'spec: none\n', ['spec']],
  ['rendered: [page.md]\n', '', ['rendered']],
  ['rendered: [page.md]\n', 'tags: v*\nrendered: [page.md]\n', ['tags']],
  ['', 'unread: [{place: openapi.yaml, reason: Only ours}]\nnewWaivers: accept\n', ['unread', 'newWaivers']],
  ['', 'owners: [{subject: /v1/**, owners: [me]}]\n', ['owners']]
])('keys that a configuration relaxes, or may relax: %#', (before, after, expected) => {
  expect(findRelaxedKeys(configOf(before), configOf(after))).toEqual(expected)
})

test('keys that a configuration relaxes if it is deleted or new', () => {
  expect(findRelaxedKeys(configOf(''), undefined)).toEqual(['tenure.yaml'])
  expect(findRelaxedKeys(undefined, configOf('rules: {stale-page: off}\n'))).toEqual([])
})

test.each([
  ['guarantees: {ga: {notice: 12 months}}', 'guarantees: {ga: {notice: 13 months}}', true],
  ['guarantees: {ga: {notice: 12 months}}', 'guarantees: {ga: {notice: 366 days}}', true],
  ['guarantees: {ga: {notice: 12 months}}', 'guarantees: {ga: {notice: 12 months, overlap: 14 months}}', true],
  ['guarantees: {ga: {notice: 12 months}}', 'guarantees: {ga: {notice: 360 days}}', false],
  ['guarantees: {ga: {notice: 12 months}}', 'guarantees: {ga: {notice: 5 releases}}', false],
  ['guarantees: {ga: {notice: 12 months}}', 'guarantees: {ga: {notice: 24 months, starts: release}}', false],
  ['guarantees: {ga: {notice: 12 months}}', 'guarantees: {ga: {notice: 24 months, breaking: 3 months}}', false],
  ['guarantees: {beta: {notice: 1 month}}', 'guarantees: {beta: none}', false],
  ['guarantees: {ga: {notice: 12 months}}', 'guarantees: {ga: {notice: 24 months}}\ndefaultStability: beta', false]
])(
  'a policy is only stricter if nothing but its lengths differs, and each is longer: %#',
  (before, after, expected) => {
    const {files} = openWorkspace('/nowhere', {})
    const [was, is] = [before, after].map(
      text => readPolicyText(files, `extends: thirteen-months\n${text}\n`, 'p.yaml').policy
    )
    expect(was && is && isOnlyStricter(was, is)).toBe(expected)
  }
)
