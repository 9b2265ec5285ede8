import type {VersionClaim, VersionedChange} from '../src/model/time/version-claim.ts'
import {findNeededVersion} from '../src/policy/needed-version.ts'
import {defineRule} from '../src/rule.ts'

const POLICY = `
name: p
extends: thirteen-months
versions: {scheme: semver}
`
const HISTORY = `
service: Lending Library API
releases:
  - {release: "1.2.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}]}
`
const REMOVED: VersionedChange = {
  effect: 'breaking',
  isRemoval: true,
  sentence: 'Removed `GET /v1/fees`.',
  subject: 'GET /v1/fees'
}
const ADDED: VersionedChange = {
  effect: 'addition',
  isRemoval: false,
  sentence: 'Added `GET /v1/holds`.',
  subject: 'GET /v1/holds'
}
const UNCLEAR: VersionedChange = {
  effect: 'unclear',
  isRemoval: false,
  sentence: 'The pattern of `id` changed.',
  subject: 'GET /v1/loans'
}

const MAX_EVIDENCE = 3

export default defineRule({
  id: 'version-too-low',
  since: '0.1.0',
  level: 'error',
  watches: 'history',
  summary: 'The version grows as much as the changes need. It applies if the policy has `versions`.',
  why: 'Clients read from the version whether they can upgrade. A breaking change in a minor version reaches those who trusted it.',
  messages: {
    low: 'The version {step} for {changes}. The policy requires `{needed}` or later.',
    lower: 'The version went down from `{base}` to `{here}`. The policy requires `{needed}` or later.',
    name: 'The version {step} for {changes}. The policy requires a new name, because only the first version of a name breaks.',
    unclear: 'The version {step}, and {missing}. If so, the policy requires {needed}.',
    unreadable: "The version `{version}` isn't {scheme}, which the policy requires, so it can't be checked.",
    changed: "The version changed from `{base}` to `{version}`, which isn't {scheme}. The policy requires one.",
    removed: 'The version `{base}` was removed. The policy requires {scheme}.'
  },
  *check({version}, {policy: {versions}, asOf, say}) {
    const need = version && versions && findNeededVersion(version, versions, asOf)
    if (!need) return
    const {base, here, place} = version
    const {atLeast, atMost, because, unclear, answer, unreadable} = need
    const about = base
    const step = say.version(version)
    if (unreadable !== undefined) {
      const scheme = say.scheme(need.scheme)
      const remedy = `State ${scheme}, or say in the policy where versions come from (\`from\`).`
      if (answer === 'undetermined')
        yield {
          message: 'unreadable',
          place,
          about,
          verdict: 'undetermined',
          values: {version: unreadable, scheme},
          missing: [{fact: 'version', of: 'the base'}],
          remedy
        }
      else if (unreadable === '') yield {message: 'removed', place, about, values: {base, scheme}, remedy}
      else yield {message: 'changed', place, about, values: {base, version: unreadable, scheme}, remedy}
    } else if (answer === 'too-low' && atLeast === undefined) {
      const values = {step, changes: say.versioned(because)}
      yield {
        message: 'name',
        place,
        about,
        values,
        evidence: evidenceOf(because),
        remedy: 'Give the version a new name.'
      }
    } else if (answer === 'too-low' && atLeast !== undefined) {
      const remedy = `Set the version to \`${need.next ?? atLeast}\`.`
      yield isLower(version, because)
        ? {message: 'lower', place, about, values: {base, here: here ?? base, needed: atLeast}, remedy}
        : {
            message: 'low',
            place,
            about,
            values: {step, changes: say.versioned(because), needed: atLeast},
            evidence: evidenceOf(because),
            remedy
          }
    } else if (answer === 'undetermined') {
      const missing = unclear.map(({subject}) => ({fact: 'breaking', of: subject}))
      yield {
        message: 'unclear',
        place,
        about,
        values: {
          step,
          missing: say.isMissing(missing.slice(0, MAX_EVIDENCE)),
          needed: atMost === undefined ? 'a new name' : `\`${atMost}\` or later`
        },
        verdict: 'undetermined',
        missing,
        evidence: evidenceOf(unclear),
        remedy: 'Decide whether it breaks clients, and set the version accordingly.'
      }
    }
  },
  examples: [
    {
      title: 'Breaking change in a minor version',
      kind: 'loud',
      history: HISTORY,
      policy: POLICY,
      version: {base: '1.2.0', here: '1.3.0', changes: [REMOVED, ADDED]},
      messages: [
        'The version changed from `1.2.0` to `1.3.0` for 1 breaking change. The policy requires `2.0.0` or later.'
      ]
    },
    {
      title: 'Lower version',
      kind: 'loud',
      history: HISTORY,
      policy: POLICY,
      version: {base: '1.2.0', here: '1.1.0', changes: []},
      messages: ['The version went down from `1.2.0` to `1.1.0`. The policy requires `1.2.0` or later.']
    },
    {
      title: 'Breaking change in a later version of a name',
      kind: 'loud',
      history: HISTORY,
      policy: POLICY.replace('semver', 'named'),
      version: {base: '2024-09-30.acacia', here: '2024-10-28.acacia', changes: [REMOVED]},
      messages: [
        'The version changed from `2024-09-30.acacia` to `2024-10-28.acacia` for 1 breaking change. The policy requires a new name, because only the first version of a name breaks.'
      ]
    },
    {
      title: 'Change that may be breaking',
      kind: 'undetermined',
      history: HISTORY,
      policy: POLICY,
      version: {base: '1.2.0', here: '1.3.0', changes: [UNCLEAR, ADDED]},
      messages: [
        "The version changed from `1.2.0` to `1.3.0`, and it isn't known whether the change of `GET /v1/loans` breaks clients. If so, the policy requires `2.0.0` or later."
      ]
    },
    {
      title: 'Version that cannot be compared',
      kind: 'undetermined',
      history: HISTORY,
      policy: POLICY,
      version: {base: 'latest', here: 'latest', changes: [ADDED]},
      messages: ["The version `latest` isn't a semantic version, which the policy requires, so it can't be checked."]
    },
    {
      title: 'Version that is none any more',
      kind: 'loud',
      history: HISTORY,
      policy: POLICY,
      version: {base: '1.2.0', here: 'latest', changes: [ADDED]},
      messages: [
        "The version changed from `1.2.0` to `latest`, which isn't a semantic version. The policy requires one."
      ]
    },
    {
      title: 'Version that was removed',
      kind: 'loud',
      history: HISTORY,
      policy: POLICY,
      version: {base: '1.2.0', here: '', changes: []},
      messages: ['The version `1.2.0` was removed. The policy requires a semantic version.']
    },
    {
      title: 'Breaking change in a major version',
      kind: 'quiet',
      history: HISTORY,
      policy: POLICY,
      version: {base: '1.2.0', here: '2.0.0-rc.1', changes: [REMOVED]},
      messages: []
    },
    {
      title: 'Policy without versions',
      kind: 'quiet',
      history: HISTORY,
      version: {base: '1.2.0', here: '1.2.0', changes: [REMOVED]},
      messages: []
    }
  ]
})

/** Whether the version went down, or nothing that needs another version changed. */
const isLower = ({here, base}: VersionClaim, because: readonly VersionedChange[]): boolean =>
  here !== undefined && here !== base && because.length === 0

const evidenceOf = (changes: readonly VersionedChange[]) =>
  changes
    .slice(0, MAX_EVIDENCE)
    .flatMap(({sentence, place}) => (place ? [{text: sentence.replace(/\.$/, ''), place}] : []))
