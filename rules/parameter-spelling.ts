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
  summary: 'A path parameter has the same name in every mention of an endpoint.',
  why: 'The spellings name the same endpoint, but generated clients and searches treat them as two.',
  messages: {
    spelling: '{subject} is spelled differently here: {spellings}.'
  },
  *check(history, {say}) {
    const mentions = collectSubjectReferences(history).filter(({subject: {target}}) => target.path !== undefined)
    for (const group of groupBy(mentions, ({subject: {target}}) => targetKey(target)).values()) {
      const spellings = [...groupBy(group, pathOf).values()].map(([mention]) => mention)
      const [, other] = spellings
      if (!other) continue
      const subject = {target: group[0].subject.target}
      yield {
        message: 'spelling',
        values: {spellings: say.few(findDeviations(spellings)), subject: say.subject(subject)},
        subject,
        place: other.place,
        evidence: spellings.map(mention => ({
          text: `\`${pathOf(mention)}\`${locationOf(mention, history.timeline, say)}`,
          place: mention.place
        })),
        remedy: 'Use the documented name everywhere.'
      }
    }
  },
  examples: [
    {
      title: 'Replacement with another spelling',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    changes:
      - added: GET /v1/loans/{loanId}
      - {removed: "GET /v1/history/{loanId}", replacement: "GET /v1/loans/{loan_id}"}
`,
      messages: ['`GET /v1/loans/{loanId}` is spelled differently here: `{loan_id}` instead of `{loanId}`.']
    },
    {
      title: 'Other spellings in a rename, an exception, and a fact',
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
      messages: [
        '`GET /v1/readers/{readerId}/copies/{copyId}` is spelled differently here: `{reader_id}` instead of `{readerId}` and `{copy_id}` instead of `{copyId}`.',
        '`GET /v1/shelves/{shelfId}` is spelled differently here: `{shelf_id}` instead of `{shelfId}`.'
      ]
    },
    {
      title: 'Other spellings in other versions, methods, and paths',
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
      messages: []
    }
  ]
})

const pathOf = ({subject: {target}}: SubjectReference): string => target.path ?? ''

const locationOf = ({entry}: SubjectReference, timeline: Timeline, say: MessageFormatter): string =>
  entry === undefined ? '' : ` ${say.at(momentAt(timeline, entry))}`

/** Each deviating parameter name with the first one in its position: `{loan_id}` instead of `{loanId}`. */
function findDeviations(mentions: readonly SubjectReference[]): string[] {
  const [first = [], ...others] = mentions.map(mention => pathOf(mention).match(/\{[^{}]*\}/g) ?? [])
  const deviations = first.flatMap((name, place) => {
    const different = [...new Set(others.flatMap(names => names[place] ?? []))].filter(other => other !== name)
    return different.map(other => `\`${other}\` instead of \`${name}\``)
  })
  return [...new Set(deviations)]
}
