import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unclaimed-change',
  since: '0.1.0',
  level: 'warning',
  watches: 'judgement',
  ofWriting: true,
  summary: 'A change of what is promised to stay compatible says whether it breaks.',
  why: 'Only its author knows, and prose is never searched for it.',
  messages: {
    unclaimed:
      'Unexpected change of `{subject}` {at} that does not say whether it breaks, expected `breaking: true` or `breaking: false`'
  },
  *check({judgement}, {say}) {
    const {kind, verdict, missing, subject, event, end} = judgement
    if (kind !== 'change' || verdict !== 'undetermined' || !missing.some(({fact}) => fact === 'breaking')) return
    yield {
      message: 'unclaimed',
      subject,
      event,
      place: event.place,
      values: {subject: say.subject(subject), at: say.at(end)},
      remedy:
        event.change === undefined
          ? 'Write `breaking:` beside it, or the `kind` of change where the policy knows what it does.'
          : `Write \`breaking:\` beside it: the policy leaves \`${event.change}\` to its author.`
    }
  },
  examples: [
    {
      title: 'A note alone does not tell',
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
      says: [
        'Unexpected change of `GET /v1/loans` in release 2.1 (2025-06-01) that does not say whether it breaks, expected `breaking: true` or `breaking: false`',
        'Unexpected change of `GET /v1/copies (in response)` in release 2.1 (2025-06-01) that does not say whether it breaks, expected `breaking: true` or `breaking: false`'
      ]
    },
    {
      title: 'A claim, a kind that speaks for itself, and a beta endpoint',
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
      says: []
    }
  ]
})
