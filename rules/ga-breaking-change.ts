import type {Event} from '../src/model/lifecycle/event.ts'
import {measureNotice} from '../src/policy/notice/notice-verdict.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findUnmetRequirements} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

/**
 * The alternative of changing the policy; empty if the effect couldn't be proved, because then the kind of change
 * doesn't decide.
 */
const policyAlternative = ({change, observed}: Event): string => {
  const isOpen = Object.values(observed?.proofs ?? {}).some(proof => proof.is === 'undetermined')
  return change === undefined || isOpen
    ? ''
    : `, or \`compatibility: {${change}: compatible}\` (or \`breaking\`) in the policy`
}

export default defineRule({
  id: 'ga-breaking-change',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  carriesPromise: true,
  summary: 'What is promised to stay compatible changes in no way that breaks a client.',
  why: 'A client that did nothing wrong fails, and there was no version to stay on.',
  messages: {
    forbidden: 'Unexpected breaking change of `{subject}` {at}, expected none while it is supported ({held})',
    unannounced:
      'Unexpected breaking change of `{subject}` ({held}) {at} without an announcement before it, expected {promised} of notice',
    short:
      'Unexpected breaking change of `{subject}` ({held}) {at} after {given} of notice, expected at least {promised}',
    undetermined: 'Unexpected change of `{subject}` ({held}) {at}, expected to know {missing}'
  },
  *check({judgement, lifecycle}, {history, policy, judgements, say}) {
    if (judgement.kind !== 'change') return
    const [fault] = findUnmetRequirements(judgement, 'change')
    if (!fault) return
    const {subject, event, end, stability} = judgement
    const {start, length, unstarted} = fault.requirement
    const about = {subject, event, judgement, place: event.place}
    const context = stability === undefined ? 'stability not shown' : `\`${stability}\``
    const values = {subject: say.subject(subject), at: say.at(end), held: context}
    if (fault.verdict === 'undetermined') {
      const missing = say.missing(fault.missing)
      const isClaim = event.seen && fault.missing.some(({fact}) => fact === 'breaking')
      const remedy = isClaim
        ? `Say whether it breaks: \`${say.denial(event)}\` (or \`true\`) under ${say.entry(event.entry)} of the history${policyAlternative(event)}.`
        : `Write down ${missing}.`
      yield {...about, message: 'undetermined', values: {...values, missing}, verdict: 'undetermined', remedy}
      return
    }
    const remedy = say.remedies(findRemedies(judgement, lifecycle, policy, history, judgements))
    if (!length) {
      yield {...about, message: 'forbidden', values, verdict: 'violation', remedy}
      return
    }
    const promised = say.length(length)
    const given = start && !unstarted && measureNotice(start, end, length, {timeline: history.timeline, ...policy})
    if (given) {
      const messageValues = {...values, promised, given: say.given(given)}
      yield {...about, message: 'short', values: messageValues, verdict: 'violation', remedy}
    } else yield {...about, message: 'unannounced', values: {...values, promised}, verdict: 'violation', remedy}
  },
  examples: [
    {
      title: 'A field of a GA answer changes its type',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.1"
    date: 2025-06-01
    changes:
      - {changed: GET /v1/loans, field: due, in: response, kind: type-changed}
`,
      says: [
        'Unexpected breaking change of `GET /v1/loans (field due, in response)` in release 2.1 (2025-06-01), expected none while it is supported (`ga`)'
      ]
    },
    {
      title: 'Being deprecated makes no break lawful, and a new required parameter is a break',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10, changes: [{deprecated: GET /v1/shelves, sunset: 2026-01-10}]}
  - {release: "2.1", date: 2025-06-01, changes: [{added: GET /v1/shelves, parameter: floor, required: true}]}
`,
      says: [
        'Unexpected breaking change of `GET /v1/shelves (parameter floor)` in release 2.1 (2025-06-01), expected none while it is supported (`ga`)'
      ]
    },
    {
      title: 'A policy that allows breaks after a notice of their own',
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
      says: [
        'Unexpected breaking change of `GET /v1/loans` (`ga`) in release 2.1 (2025-06-15) without an announcement before it, expected 30 days of notice',
        'Unexpected breaking change of `GET /v1/copies` (`ga`) in release 2.1 (2025-06-15) after 14 days of notice, expected at least 30 days'
      ]
    },
    {
      title: 'Compatible changes, breaks of beta, and a field that ends after its own notice',
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
      says: []
    },
    {
      title: 'Neither the stability of an operation nor whether it breaks is shown',
      kind: 'undetermined',
      history: `
service: Lending Library API
releases:
  - {release: "2.8", changes: [{changed: operation ListReaders, note: answers are paginated}]}
`,
      says: [
        'Unexpected change of `operation ListReaders` (stability not shown) in release 2.8, expected to know whether the change of `operation ListReaders` breaks and the stability of `operation ListReaders`'
      ]
    }
  ]
})
