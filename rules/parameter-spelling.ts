import {groupBy} from '../src/model/group-by.ts'
import {collectSubjectReferences, type SubjectReference} from '../src/model/lifecycle/similar-subject.ts'
import {targetKey} from '../src/model/subject/subject.ts'
import {momentAt, type Timeline} from '../src/model/time/timeline.ts'
import {defineRule, type MessageFormatter} from '../src/rule.ts'

export default defineRule({
  id: 'parameter-spelling',
  since: '0.1.0',
  level: 'info',
  watches: 'history',
  ofWriting: true,
  summary: 'A path parameter is spelt the same in every mention of an endpoint version.',
  why: 'They are one endpoint here, but generated clients and searches take them for two.',
  messages: {
    spelling: 'Unexpected spelling {spellings} in `{subject}`, expected one spelling in all mentions'
  },
  *check(history, {say}) {
    const mentions = collectSubjectReferences(history).filter(({subject: {target}}) => 'path' in target)
    for (const group of groupBy(mentions, ({subject: {target}}) => targetKey(target)).values()) {
      const spellings = [...groupBy(group, pathOf).values()].map(([mention]) => mention)
      const [, other] = spellings
      if (!other) continue
      const subject = {target: group[0].subject.target}
      yield {
        message: 'spelling',
        values: {spellings: say.list(findDeviations(spellings)), subject: say.subject(subject)},
        subject,
        place: other.place,
        evidence: spellings.map(mention => ({
          says: `\`${pathOf(mention)}\`${locationOf(mention, history.timeline, say)}`,
          place: mention.place
        })),
        remedy: 'Write the spelling that the service documents in all places.'
      }
    }
  },
  examples: [
    {
      title: 'A replacement is spelt in another way',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    changes:
      - added: GET /v1/loans/{loanId}
      - {removed: "GET /v1/history/{loanId}", replacement: "GET /v1/loans/{loan_id}"}
`,
      says: [
        'Unexpected spelling `{loan_id}` of `{loanId}` in `GET /v1/loans/{loanId}`, expected one spelling in all mentions'
      ]
    },
    {
      title: 'The other name of a rename, an exception and a fact are mentions, too',
      kind: 'loud',
      history: `
service: Lending Library API
subjects: [{subject: "GET /v1/shelves/{shelf_id}"}]
releases:
  - {release: "1.0", changes: [{added: "GET /v1/readers/{readerId}/copies/{copyId}"}]}
  - release: "2.0"
    changes:
      - {renamed: "GET /v1/clients/{id}/copies/{copyId}", to: "GET /v1/readers/{reader_id}/copies/{copy_id}"}
      - {deprecated: /v1/**, except: ["GET /v1/shelves/{shelfId}"]}
`,
      says: [
        'Unexpected spelling `{reader_id}` of `{readerId}` and `{copy_id}` of `{copyId}` in `GET /v1/readers/{readerId}/copies/{copyId}`, expected one spelling in all mentions',
        'Unexpected spelling `{shelf_id}` of `{shelfId}` in `GET /v1/shelves/{shelfId}`, expected one spelling in all mentions'
      ]
    },
    {
      title: 'Another version, another method and another place may have a spelling of their own',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    changes:
      - added: GET /v1/loans/{loanId}
      - added: DELETE /v1/loans/{loan_id}
      - added: GET /v2/loans/{loan_id}
      - added: GET /v1/loans/{loan_id}/copies
`,
      says: []
    }
  ]
})

const pathOf = ({subject: {target}}: SubjectReference): string => ('path' in target ? target.path : '')

const locationOf = ({entry}: SubjectReference, timeline: Timeline, say: MessageFormatter): string =>
  entry === undefined ? '' : ` ${say.at(momentAt(timeline, entry))}`

/** Each deviating parameter name with the first one in its position: `{loan_id}` of `{loanId}`. */
function findDeviations(mentions: readonly SubjectReference[]): string[] {
  const [first = [], ...others] = mentions.map(mention => pathOf(mention).match(/\{[^{}]*\}/g) ?? [])
  const deviations = first.flatMap((name, place) => {
    const different = [...new Set(others.flatMap(names => names[place] ?? []))].filter(other => other !== name)
    return different.map(other => `\`${other}\` of \`${name}\``)
  })
  return [...new Set(deviations)]
}
