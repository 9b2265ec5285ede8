import {groupBy} from '../src/model/group-by.ts'
import {collectSubjectReferences} from '../src/model/lifecycle/similar-subject.ts'
import {targetKey} from '../src/model/subject/subject.ts'
import {findMarker} from '../src/policy/notice/stability.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'marker-form',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'Every version marker has a form that the policy knows.',
  why: 'A marker of another form says nothing of the stability, so the promise cannot be told.',
  messages: {
    form: 'Unexpected version marker `{marker}` of {paths}, expected the form {forms}'
  },
  *check(history, {policy, say}) {
    if (policy.markers.length === 0) return
    const odd = collectSubjectReferences(history).flatMap(({subject: {target}, place}) => {
      if (target.kind !== 'endpoint' && target.kind !== 'prefix') return []
      const marker = findMarker(target.path, policy)
      return marker && !marker.form ? [{marker: marker.text, target, place}] : []
    })
    for (const [marker, mentions] of groupBy(odd, each => each.marker)) {
      const paths = [...groupBy(mentions, ({target}) => targetKey(target)).values()].flatMap(([first]) => first ?? [])
      const [first, ...others] = paths
      if (!first) continue
      yield {
        message: 'form',
        values: {
          marker,
          paths: say.few(paths.map(({target}) => `\`${say.subject({target})}\``)),
          forms: policy.markers.map(({form}) => `\`${form}\``).join(' or ')
        },
        about: marker,
        place: first.place,
        evidence: others.slice(0, 4).map(({target, place}) => ({says: `\`${say.subject({target})}\``, place})),
        remedy: 'Correct the marker, or add its form to the `markers` of the policy.'
      }
    }
  },
  examples: [
    {
      title: 'Markers that say nothing',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    changes: [{added: GET /v1-rc1/loans}, {added: POST /v1-rc1/loans}, {added: GET /v1-rc1/copies}]
  - {release: "1.1", changes: [{removed: GET /v1-rc1/copies, replacement: GET /v2-rc/copies}]}
  - {release: "1.2", changes: [{added: GET /v1-rc1/readers}]}
`,
      says: [
        'Unexpected version marker `v1-rc1` of `GET /v1-rc1/loans`, `POST /v1-rc1/loans`, `GET /v1-rc1/copies`, and 1 more, expected the form `v<major>` or `v<major>-beta` or `v<major>.<minor>` or `v<major>beta<n>` or `v<major>alpha<n>`',
        'Unexpected version marker `v2-rc` of `GET /v2-rc/copies`, expected the form `v<major>` or `v<major>-beta` or `v<major>.<minor>` or `v<major>beta<n>` or `v<major>alpha<n>`'
      ]
    },
    {
      title: 'Known forms, no marker, and a word that only begins like one',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    changes: [{added: GET /v1/loans}, {added: GET /v2-beta/loans}, {added: GET /loans}, {added: GET /v1/vans/v12a}]
`,
      says: []
    }
  ]
})
