import {findNeededVersion} from '../src/policy/needed-version.ts'
import {defineRule} from '../src/rule.ts'

const POLICY = `
name: p
extends: thirteen-months
versions: {scheme: semver, exact: true}
`
const HISTORY = `
service: Lending Library API
releases:
  - {release: "1.2.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
`
const ADDED = {
  effect: 'addition',
  isRemoval: false,
  sentence: 'Added `GET /v1/holds`.',
  subject: 'GET /v1/holds'
} as const

export default defineRule({
  id: 'version-too-high',
  since: '0.1.0',
  level: 'error',
  watches: 'history',
  summary: 'The version grows by no more than the changes need. It applies if the policy says `exact`.',
  why: 'A major version without a breaking change makes clients prepare for nothing, and teaches them to ignore versions.',
  messages: {
    high: 'The version {step} for {changes}. The policy requires exactly `{needed}`.'
  },
  *check({version}, {policy: {versions}, asOf, say}) {
    const need = version && versions && findNeededVersion(version, versions, asOf)
    if (!version || need?.answer !== 'too-high') return
    const needed = need.atMost ?? need.atLeast ?? version.base
    yield {
      message: 'high',
      place: version.place,
      about: version.base,
      values: {step: say.version(version), changes: say.versioned(need.because), needed},
      remedy: `Set the version to \`${needed}\`.`
    }
  },
  examples: [
    {
      title: 'Major version for an addition',
      kind: 'loud',
      history: HISTORY,
      policy: POLICY,
      version: {base: '1.2.0', here: '2.0.0', changes: [ADDED]},
      messages: [
        'The version changed from `1.2.0` to `2.0.0` for 1 compatible change. The policy requires exactly `1.3.0`.'
      ]
    },
    {
      title: 'Minor version for an addition',
      kind: 'quiet',
      history: HISTORY,
      policy: POLICY,
      version: {base: '1.2.0', here: '1.3.0', changes: [ADDED]},
      messages: []
    }
  ]
})
