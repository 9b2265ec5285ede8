import {subjectKey} from '../src/model/subject/subject.ts'
import {findMarker, resolveStability} from '../src/policy/notice/stability.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'stability-disagrees',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'The stated stability matches the version marker of the path.',
  why: 'Clients see the version marker in the path and expect its guarantees.',
  messages: {
    other: '{subject} is recorded as `{stability}`, but its marker `{marker}` means `{expected}`.'
  },
  *check({subject, statedStabilities: stated}, {policy, history, say}) {
    const {target, part} = subject
    if (part || target.path === undefined) return
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
        remedy: `Remove \`stability:\`, or publish the endpoint under a marker that means \`${stability}\`.`
      }
    }
  },
  examples: [
    {
      title: 'Beta endpoint under a GA marker',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v1/loans, stability: beta}]}
`,
      messages: ['`GET /v1/loans` is recorded as `beta`, but its marker `v1` means `ga`.']
    },
    {
      title: 'Path without a marker, field with its own stability, and matching stabilities',
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
      messages: []
    }
  ]
})
