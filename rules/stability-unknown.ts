import {groupBy} from '../src/model/group-by.ts'
import {findClosestWord} from '../src/model/subject/closest-word.ts'
import {isStabilityLabel} from '../src/policy/notice/stability.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'stability-unknown',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'Recorded stabilities are defined in the policy.',
  why: 'The policy has no requirements for other stabilities, so verdicts stay undetermined.',
  messages: {
    near: "`{stability}`, the stability of {subjects}, isn't defined in the policy. Did you mean `{suggestion}`? (The policy defines {known}.)",
    unknown: "`{stability}`, the stability of {subjects}, isn't defined in the policy. It defines {known}."
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
        subjects: say.few([...new Set(all.map(({subject}) => say.subject(subject)))]),
        known: say.list(policy.stabilities.map(each => `\`${each}\``))
      }
      yield {
        ...(suggestion === undefined
          ? {message: 'unknown' as const, values}
          : {message: 'near' as const, values: {...values, suggestion}}),
        about: stability,
        place: first.place,
        evidence: others.slice(0, 4).map(({place}) => ({text: 'also here', place})),
        remedy: 'Use a stability of the policy, or add this one with its guarantees to the policy.'
      }
    }
  },
  examples: [
    {
      title: 'Stability that the policy does not define',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v1/loans, stability: preview}, {added: GET /v1/copies, stability: preview}]}
`,
      messages: [
        "`preview`, the stability of `GET /v1/loans` and `GET /v1/copies`, isn't defined in the policy. It defines `beta` and `ga`."
      ]
    },
    {
      title: 'A typo',
      kind: 'loud',
      history: `
service: Lending Library API
subjects: [{subject: operation ListLoans, stability: GA}]
releases: []
`,
      messages: [
        "`GA`, the stability of operation `ListLoans`, isn't defined in the policy. Did you mean `ga`? (The policy defines `beta` and `ga`.)"
      ]
    },
    {
      title: 'Stabilities that the policy defines',
      kind: 'quiet',
      history: `
service: Lending Library API
subjects: [{subject: operation ListLoans, stability: ga}]
releases: [{release: "1.0", changes: [{added: GET /v1-beta/shelves, stability: beta}]}]
`,
      messages: []
    }
  ]
})
