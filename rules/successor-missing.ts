import {successorRequirementAt} from '../src/policy/notice/revisions.ts'
import {stabilityOf} from '../src/policy/notice/stability.ts'
import {findUnmetRequirements, judgedTenureOf} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'successor-missing',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'successor',
  summary: 'Where the policy requires a successor, it is stable enough and released in time.',
  why: 'Notice does not help clients that have nothing to migrate to.',
  messages: {
    violation: '{subject} {outcome}{found}. The policy requires a successor {demand}.',
    undetermined: '{subject} {outcome}. The policy requires a successor {demand}, but {missing}.'
  },
  *check({judgment, lifecycle}, {history, policy, say}) {
    const [fault] = findUnmetRequirements(judgment, 'successor')
    const required = fault && successorRequirementAt(fault.requirement.clause, policy)
    if (!fault || !required) return
    const {subject, event, pending} = judgment
    const about = {subject, event, judgment, place: event.place}
    const demand = [
      required.stability === 'same' ? 'that is at least as stable,' : '',
      required.before === 'end' ? 'before the removal' : 'before the announcement'
    ]
    const values = {
      subject: say.subject(subject),
      outcome: say.outcome(judgment),
      demand: demand.filter(Boolean).join(' ')
    }
    if (fault.verdict === 'undetermined') {
      const messageValues = {...values, missing: say.isMissing(fault.missing, judgment)}
      yield {
        ...about,
        message: 'undetermined',
        values: messageValues,
        verdict: 'undetermined',
        remedy: `Record ${say.missing(fault.missing)}.`
      }
      return
    }
    const successors = (judgedTenureOf(judgment, lifecycle)?.successors ?? []).map(({subject: next, moment}) => {
      const stability = stabilityOf(next, policy, history)
      return `${say.subject(next)}${stability ? ` (\`${stability}\`)` : ''}, added ${say.at(moment)}`
    })
    yield {
      ...about,
      message: 'violation',
      values: {
        ...values,
        found:
          successors.length > 0
            ? `. ${successors.length > 1 ? 'Its only successors are' : 'Its only successor is'} ${say.few(successors)}`
            : ' without a successor'
      },
      verdict: 'violation',
      remedy: pending
        ? 'Release a successor first and name it with `replacement:`, or restore the removed one.'
        : 'Name its successor with `replacement:`, restore it until there is one, or leave the entry as it is.'
    }
  },
  examples: [
    {
      title: 'Endpoints removed without a successor, or with one that is less stable or too late',
      kind: 'loud',
      policy: `
name: never-without-a-successor
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}, {form: v<major>-beta, stability: beta}]
guarantees: {ga: {notice: 3 months, successor: {stability: same, before: announcement}}, beta: none}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v2-beta/copies}]}
  - on: 2024-02-10
    changes: [{deprecated: GET /v1/loans}, {deprecated: GET /v1/copies}, {deprecated: GET /v1/shelves}]
  - {release: "1.1", date: 2024-03-10, changes: [{added: GET /v2/shelves}]}
  - release: "2.0"
    date: 2024-09-10
    changes: [{removed: GET /v1/loans}, {removed: GET /v1/copies}, {removed: GET /v1/shelves}]
`,
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2024-09-10) without a successor. The policy requires a successor that is at least as stable, before the announcement.',
        '`GET /v1/copies` was removed in 2.0 (2024-09-10). Its only successor is `GET /v2-beta/copies` (`beta`), added in 1.0 (2024-01-10). The policy requires a successor that is at least as stable, before the announcement.',
        '`GET /v1/shelves` was removed in 2.0 (2024-09-10). Its only successor is `GET /v2/shelves` (`ga`), added in 1.1 (2024-03-10). The policy requires a successor that is at least as stable, before the announcement.'
      ]
    },
    {
      title: 'Endpoints whose next version was released first, or whose replacement was named',
      kind: 'quiet',
      policy: `
name: never-without-a-successor
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, successor: same}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v2/loans}, {added: GET /v1/places}]}
  - release: "1.1"
    date: 2024-02-10
    changes:
      - {deprecated: GET /v1/loans, sunset: 2024-09-10}
      - {deprecated: GET /v1/shelves, sunset: 2024-09-10, replacement: GET /v1/places}
  - release: "2.0"
    date: 2024-09-10
    changes: [{removed: GET /v1/loans}, {removed: GET /v1/shelves}]
`,
      messages: []
    },
    {
      title: 'Successor that may be missing from an incomplete history',
      kind: 'undetermined',
      policy: `
name: never-without-a-successor
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, successor: any}}
`,
      history: `
service: Lending Library API
complete: 2026-06-01
releases:
  - {release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans, sunset: 2024-09-10}]}
  - {release: "2.0", date: 2024-09-10, changes: [{removed: GET /v1/loans}]}
`,
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2024-09-10). The policy requires a successor before the removal, but its successor is unknown.'
      ]
    }
  ]
})
