import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unclaimed-change',
  since: '0.1.0',
  level: 'warning',
  watches: 'judgment',
  policyKey: 'compatibility',
  ofWriting: true,
  summary: 'Each recorded change to a stable API says whether it is breaking.',
  why: 'Only the author knows, and the tool does not interpret notes.',
  messages: {
    unclaimed: "{subject} {outcome}, but the entry doesn't state whether that breaks clients."
  },
  *check({judgment}, {say}) {
    const {kind, verdict, missing, subject, event} = judgment
    if (kind !== 'change' || verdict !== 'undetermined' || !missing.some(({fact}) => fact === 'breaking')) return
    yield {
      message: 'unclaimed',
      subject,
      event,
      place: event.place,
      values: {subject: say.subject(subject), outcome: say.outcome(judgment)},
      remedy:
        event.change === undefined
          ? 'Add `breaking: true` or `breaking: false`, or add a `kind` for which the policy decides.'
          : `Add \`breaking: true\` or \`breaking: false\`. The policy doesn't decide for \`${event.change}\`.`
    }
  },
  examples: [
    {
      title: 'Changes with only a note, or of a kind that needs review',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.1"
    date: 2025-06-01
    changes:
      - {changed: GET /v1/loans, note: loans of closed readers are left out}
      - {changed: GET /v1/copies, kind: status-added, in: response}
`,
      messages: [
        "`GET /v1/loans` changed in 2.1 (2025-06-01), but the entry doesn't state whether that breaks clients.",
        "The response of `GET /v1/copies` changed in 2.1 (2025-06-01), but the entry doesn't state whether that breaks clients."
      ]
    },
    {
      title: 'Changes with `breaking`, decided by their kind, or to a beta endpoint',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "2.1"
    date: 2025-06-01
    changes:
      - {changed: GET /v1/loans, breaking: false}
      - {changed: GET /v1/loans, kind: constraint-loosened, in: request}
      - {changed: GET /v1-beta/loans, note: loans of closed readers are left out}
`,
      messages: []
    }
  ]
})
