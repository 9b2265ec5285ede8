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
  summary: 'Version markers in paths have a form that the policy knows.',
  why: "The policy assigns no stability to other markers, so it isn't known which requirements apply.",
  messages: {
    form: 'The version marker `{marker}` in {paths} matches no form of the policy: {forms}.'
  },
  *check(history, {policy, say}) {
    if (policy.markers.length === 0) return
    const odd = collectSubjectReferences(history).flatMap(({subject: {target}, place}) => {
      if (target.path === undefined) return []
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
          paths: say.few(paths.map(({target}) => say.subject({target}))),
          forms: policy.markers.map(({form}) => `\`${form}\``).join(', ')
        },
        about: marker,
        place: first.place,
        evidence: others.slice(0, 4).map(({target, place}) => ({text: say.subject({target}), place})),
        remedy: 'Correct the marker, or add its form to `markers` in the policy.'
      }
    }
  },
  examples: [
    {
      title: 'Version markers of unknown form',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    changes: [{added: GET /v1-rc1/loans}, {added: POST /v1-rc1/loans}, {added: GET /v1-rc1/copies}]
  - {release: "1.1", changes: [{removed: GET /v1-rc1/copies, replacement: GET /v2-rc/copies}]}
  - {release: "1.2", changes: [{added: GET /v1-rc1/readers}]}
`,
      messages: [
        'The version marker `v1-rc1` in `GET /v1-rc1/loans`, `POST /v1-rc1/loans`, `GET /v1-rc1/copies`, and 1 more matches no form of the policy: `v<major>`, `v<major>-beta`, `v<major>.<minor>`, `v<major>beta<n>`, `v<major>alpha<n>`.',
        'The version marker `v2-rc` in `GET /v2-rc/copies` matches no form of the policy: `v<major>`, `v<major>-beta`, `v<major>.<minor>`, `v<major>beta<n>`, `v<major>alpha<n>`.'
      ]
    },
    {
      title: 'Known markers, no marker, and words that begin like one',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    changes: [{added: GET /v1/loans}, {added: GET /v2-beta/loans}, {added: GET /loans}, {added: GET /v1/vans/v12a}]
`,
      messages: []
    }
  ]
})
