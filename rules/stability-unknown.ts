import {groupBy} from '../src/model/group-by.ts'
import {findClosestWord} from '../src/model/subject/closest-word.ts'
import {isStabilityLabel} from '../src/policy/notice/stability.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'stability-unknown',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'Every stated stability is one that the policy knows.',
  why: 'A stability without a promise cannot be judged: each end of it is undetermined.',
  messages: {
    near: 'Unexpected stability `{stability}` of {subjects}, expected `{meant}` or another of {known}',
    unknown: 'Unexpected stability `{stability}` of {subjects}, expected one of {known}'
  },
  *check({facts, events}, {policy, say}) {
    const unknown = [...facts, ...events].flatMap(({stability, subject, place}) =>
      stability === undefined || policy.stabilities.includes(stability) || isStabilityLabel(stability, policy)
        ? []
        : [{stability, subject, place}]
    )
    for (const [stability, [first, ...others]] of groupBy(unknown, each => each.stability)) {
      if (!first) continue
      const all = [first, ...others]
      const suggestion = findClosestWord(stability, policy.stabilities)
      const values = {
        stability,
        subjects: say.few([...new Set(all.map(({subject}) => `\`${say.subject(subject)}\``))]),
        known: say.list(policy.stabilities.map(each => `\`${each}\``))
      }
      yield {
        ...(suggestion === undefined
          ? {message: 'unknown' as const, values}
          : {message: 'near' as const, values: {...values, meant: suggestion}}),
        about: stability,
        place: first.place,
        evidence: others.slice(0, 4).map(({place}) => ({says: 'and here', place})),
        remedy: 'Write a stability of the policy, or add this one to the policy with what it promises.'
      }
    }
  },
  examples: [
    {
      title: 'A stability that the policy does not have',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v1/loans, stability: preview}, {added: GET /v1/copies, stability: preview}]}
`,
      says: ['Unexpected stability `preview` of `GET /v1/loans` and `GET /v1/copies`, expected one of `beta` and `ga`']
    },
    {
      title: 'A slip of the pen',
      kind: 'loud',
      history: `
service: Lending Library API
subjects: [{subject: operation ListLoans, stability: GA}]
releases: []
`,
      says: ['Unexpected stability `GA` of `operation ListLoans`, expected `ga` or another of `beta` and `ga`']
    },
    {
      title: 'Stabilities of the policy',
      kind: 'quiet',
      history: `
service: Lending Library API
subjects: [{subject: operation ListLoans, stability: ga}]
releases: [{release: "1.0", changes: [{added: GET /v1-beta/shelves, stability: beta}]}]
`,
      says: []
    }
  ]
})
