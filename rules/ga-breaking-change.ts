import type {Event} from '../src/model/lifecycle/event.ts'
import {measureNotice} from '../src/policy/notice/notice-verdict.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findUnmetRequirements} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

/**
 * A sentence about changing the policy instead; empty if the effect couldn't be proved, because then the policy's entry
 * for the kind of change doesn't decide.
 */
const policyAlternative = ({change, observed}: Event): string => {
  const isOpen = Object.values(observed?.proofs ?? {}).some(proof => proof.is === 'undetermined')
  return change === undefined || isOpen
    ? ''
    : `, or \`compatibility: {${change}: compatible}\` (\`breaking\` if it does) to the policy`
}

export default defineRule({
  id: 'ga-breaking-change',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'breaking',
  reportsVerdict: true,
  summary: 'Stable APIs do not change in ways that break clients.',
  why: 'Clients fail although they changed nothing, and they cannot stay on an older version.',
  messages: {
    forbidden: "{subject} {outcome}. Breaking changes aren't allowed for {held}.",
    unannounced:
      '{subject} {outcome} without notice. The policy requires {required} before a breaking change of {held}.',
    short:
      '{subject} {outcome} after {given} of notice. The policy requires {required} before a breaking change of {held}.',
    unclear: '{subject} {outcome}. {missing}.',
    undetermined: "{subject} {outcome}. {missing}, so it can't be checked against the policy."
  },
  *check({judgment, lifecycle}, {history, policy, judgments, say}) {
    if (judgment.kind !== 'change') return
    const [fault] = findUnmetRequirements(judgment, 'change')
    if (!fault) return
    const {subject, event, end, stability} = judgment
    const {start, length, unstarted} = fault.requirement
    const about = {subject, event, judgment, place: event.place}
    const context = stability === undefined ? 'an unknown stability' : `\`${stability}\``
    const values = {subject: say.subject(subject), outcome: say.outcome(judgment), held: context}
    if (fault.verdict === 'undetermined') {
      const others = fault.missing.filter(({fact}) => fact !== 'breaking')
      const isUnclear = others.length < fault.missing.length
      const claim = event.seen
        ? `Decide whether this change breaks clients: add \`${say.denial(event)}\` (\`true\` if it does) to the entry for ${say.entry(event.entry)} in the history${policyAlternative(event)}.`
        : 'Add `breaking: true` or `breaking: false` to its entry.'
      const record = others.length > 0 ? [say.toRecord(others, judgment)] : []
      yield {
        ...about,
        message: isUnclear ? 'unclear' : 'undetermined',
        values: {...values, missing: say.isMissing(fault.missing, judgment)},
        verdict: 'undetermined',
        remedy: [...(isUnclear ? [claim] : []), ...record].join(' ')
      }
      return
    }
    const remedy = say.remedies(findRemedies(judgment, lifecycle, policy, history, judgments))
    if (!length) {
      yield {...about, message: 'forbidden', values, verdict: 'violation', remedy}
      return
    }
    const required = say.length(length)
    const given = start && !unstarted && measureNotice(start, end, length, {timeline: history.timeline, ...policy})
    if (given) {
      const messageValues = {...values, required, given: say.given(given)}
      yield {...about, message: 'short', values: messageValues, verdict: 'violation', remedy}
    } else yield {...about, message: 'unannounced', values: {...values, required}, verdict: 'violation', remedy}
  },
  examples: [
    {
      title: 'Changed type of a response field of a GA endpoint',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.1"
    date: 2025-06-01
    changes:
      - {changed: GET /v1/loans, field: due, in: response, kind: type-changed}
`,
      messages: [
        "Field `due` in the response of `GET /v1/loans` changed in 2.1 (2025-06-01). Breaking changes aren't allowed for `ga`."
      ]
    },
    {
      title: 'New required parameter of a deprecated endpoint',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10, changes: [{deprecated: GET /v1/shelves, sunset: 2026-01-10}]}
  - {release: "2.1", date: 2025-06-01, changes: [{added: GET /v1/shelves, parameter: floor, required: true}]}
`,
      messages: [
        "Parameter `floor` of `GET /v1/shelves` changed in 2.1 (2025-06-01). Breaking changes aren't allowed for `ga`."
      ]
    },
    {
      title: 'Breaking changes without the notice that the policy requires for them',
      kind: 'loud',
      policy: `
name: breaks-after-a-month
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 6 months, breaking: 30 days}}
`,
      history: `
service: Lending Library API
releases:
  - release: "2.1"
    date: 2025-06-15
    changes:
      - {changed: GET /v1/loans, breaking: true}
      - {changed: GET /v1/copies, breaking: true, announced: 2025-06-01}
      - {changed: GET /v1/shelves, breaking: true, announced: 2025-05-16}
`,
      messages: [
        '`GET /v1/loans` changed in 2.1 (2025-06-15) without notice. The policy requires 30 days before a breaking change of `ga`.',
        '`GET /v1/copies` changed in 2.1 (2025-06-15) after 14 days of notice. The policy requires 30 days before a breaking change of `ga`.'
      ]
    },
    {
      title: 'Compatible changes, breaking changes to beta endpoints, and a field removed after its notice',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2024-01-10
    changes:
      - {deprecated: GET /v1/loans, field: shelf, in: response, sunset: 2025-06-01}
  - release: "2.1"
    date: 2025-06-01
    changes:
      - {changed: GET /v1/loans, breaking: false}
      - {added: GET /v1/loans, parameter: reader}
      - {changed: GET /v1-beta/loans, breaking: true}
      - {removed: GET /v1/loans, field: shelf, in: response}
`,
      messages: []
    },
    {
      title: 'Breaking change after a notice of unknown length',
      kind: 'undetermined',
      policy: `
name: breaks-after-a-month
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 6 months, breaking: 30 days}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "2.0"}
  - {release: "2.1", changes: [{changed: GET /v1/loans, breaking: true, announced: "2.0"}]}
`,
      messages: [
        "`GET /v1/loans` changed in 2.1. The dates of 2.0 and 2.1 are missing, so it can't be checked against the policy."
      ]
    },
    {
      title: 'Change of unknown effect',
      kind: 'undetermined',
      history: `
service: Lending Library API
releases:
  - {release: "2.8", changes: [{changed: GET /v1/loans, note: answers are paginated}]}
`,
      messages: ["`GET /v1/loans` changed in 2.8. It isn't known whether this change breaks clients."]
    },
    {
      title: 'Change of unknown effect to an operation of unknown stability',
      kind: 'undetermined',
      history: `
service: Lending Library API
releases:
  - {release: "2.8", changes: [{changed: operation ListReaders, note: answers are paginated}]}
`,
      messages: [
        "Operation `ListReaders` changed in 2.8. Its stability is unknown, and it isn't known whether this change breaks clients."
      ]
    }
  ]
})
