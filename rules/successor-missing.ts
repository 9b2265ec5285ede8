import {successorRequirementAt} from '../src/policy/notice/revisions.ts'
import {stabilityOf} from '../src/policy/notice/stability.ts'
import {findUnmetRequirements, judgedTenureOf} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'successor-missing',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'Where the policy demands a successor, it is there in time and stable enough.',
  why: 'Notice is of no use to those who have nothing to move to.',
  messages: {
    violation: 'Unexpected end of `{subject}` {end} with {found}, expected a successor {demand}',
    undetermined: 'Unexpected end of `{subject}` {end}, expected to know {missing}, for it needs a successor {demand}'
  },
  *check({judgement, lifecycle}, {history, policy, say}) {
    const [fault] = findUnmetRequirements(judgement, 'successor')
    const duty = fault && successorRequirementAt(fault.requirement.clause, policy)
    if (!fault || !duty) return
    const {subject, event, end, pending} = judgement
    const about = {subject, event, judgement, place: event.place}
    const demand = [
      duty.stability === 'same' ? 'at least as stable' : '',
      duty.before === 'end' ? 'before the end' : 'before its announcement'
    ]
    const values = {subject: say.subject(subject), end: say.at(end), demand: demand.filter(Boolean).join(', ')}
    if (fault.verdict === 'undetermined') {
      const missing = say.missing(fault.missing)
      const messageValues = {...values, missing}
      yield {
        ...about,
        message: 'undetermined',
        values: messageValues,
        verdict: 'undetermined',
        remedy: `Write down ${missing}.`
      }
      return
    }
    const successors = (judgedTenureOf(judgement, lifecycle)?.successors ?? []).map(({subject: next, moment}) => {
      const stability = stabilityOf(next, policy, history)
      return `only \`${say.subject(next)}\` of ${say.moment(moment)}${stability ? ` (\`${stability}\`)` : ''}`
    })
    yield {
      ...about,
      message: 'violation',
      values: {...values, found: successors.length > 0 ? say.list(successors) : 'no successor'},
      verdict: 'violation',
      remedy: pending
        ? 'Release what takes its place first and name it as the `replacement`, or keep it.'
        : 'Name what took its place as the `replacement`, restore it until there is one, or leave it on record.'
    }
  },
  examples: [
    {
      title: 'Nothing takes its place, or something less stable, or too late',
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
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2024-09-10) with no successor, expected a successor at least as stable, before its announcement',
        'Unexpected end of `GET /v1/copies` in release 2.0 (2024-09-10) with only `GET /v2-beta/copies` of release 1.0 (2024-01-10) (`beta`), expected a successor at least as stable, before its announcement',
        'Unexpected end of `GET /v1/shelves` in release 2.0 (2024-09-10) with only `GET /v2/shelves` of release 1.1 (2024-03-10) (`ga`), expected a successor at least as stable, before its announcement'
      ]
    },
    {
      title: 'The next version was there first, or a replacement was named',
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
      says: []
    },
    {
      title: 'A record that does not say everything may leave out the successor',
      kind: 'undetermined',
      policy: `
name: never-without-a-successor
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, successor: any}}
`,
      history: `
service: Lending Library API
complete: false
releases:
  - {release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans, sunset: 2024-09-10}]}
  - {release: "2.0", date: 2024-09-10, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2024-09-10), expected to know what succeeds `GET /v1/loans`, for it needs a successor before the end'
      ]
    }
  ]
})
