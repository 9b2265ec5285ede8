import {subjectKey} from '../src/model/subject/subject.ts'
import {findMarker, resolveStability} from '../src/policy/notice/stability.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'stability-disagrees',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'A stated stability and the version marker of the path say the same.',
  why: 'Clients read the marker: it promises them more than is meant, or less than is given.',
  messages: {
    other:
      'Unexpected stability `{stability}` stated for `{subject}`, expected `{expected}` as its marker `{marker}` says'
  },
  *check({subject, statedStabilities: stated}, {policy, history, say}) {
    const {target, part} = subject
    if (part || (target.kind !== 'endpoint' && target.kind !== 'prefix')) return
    const marker = findMarker(target.path, policy)
    const expected = marker?.form?.stability
    if (!marker || expected === undefined) return
    const seen = new Set([expected])
    for (const {stability: word, event} of stated) {
      const stability = resolveStability(word, policy)
      // `stability-unknown` reports stability levels that the policy doesn't know.
      if (stability === undefined || seen.has(stability)) continue
      seen.add(stability)
      const fact = history.facts.find(
        each => each.stability === word && subjectKey(each.subject) === subjectKey(subject)
      )
      const place = event?.place ?? fact?.place
      if (!place) continue
      yield {
        message: 'other',
        values: {stability, subject: say.subject(subject), expected, marker: marker.text},
        subject,
        ...(event ? {event} : {}),
        about: stability,
        place,
        remedy: `Leave out \`stability\`, or give the endpoint a marker that says \`${stability}\`.`
      }
    }
  },
  examples: [
    {
      title: 'A beta endpoint under the marker of GA',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v1/loans, stability: beta}]}
`,
      says: ['Unexpected stability `beta` stated for `GET /v1/loans`, expected `ga` as its marker `v1` says']
    },
    {
      title: 'A path without a marker, a field of its own stability, and what agrees',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    changes:
      - {added: GET /loans, stability: beta}
      - {added: GET /v1/copies, stability: ga}
      - {added: GET /v1/copies, field: shelf, in: response, stability: beta}
      - {added: operation ListReaders, stability: beta}
`,
      says: []
    }
  ]
})
