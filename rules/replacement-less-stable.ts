import {findNamedReplacement} from '../src/model/lifecycle/replacement.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {hasNoGuarantee} from '../src/policy/judge-end-of-support.ts'
import {stabilityOf, stabilityRank} from '../src/policy/notice/stability.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'replacement-less-stable',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'Replacements are at least as stable as what they replace.',
  why: 'Clients would move to something with fewer guarantees.',
  messages: {
    weaker: '{subject} is `{ours}`, but its replacement {replacement} is only `{theirs}`.'
  },
  *check(lifecycle, {history, policy, say}) {
    const {subject, tenures} = lifecycle
    const key = subjectKey(subject)
    for (const tenure of tenures) {
      const naming = findNamedReplacement(subject, tenure)
      if (!naming || subjectKey(naming.event.subject) !== key) continue
      const ownStability = stabilityOf(subject, policy, history)
      if (ownStability === undefined) return
      const replacementStability = stabilityOf(naming.replacement, policy, history)
      if (
        replacementStability === undefined ||
        stabilityRank(replacementStability, policy) >= stabilityRank(ownStability, policy)
      )
        continue
      if (hasNoGuarantee(lifecycle, policy, history)) return
      const {end} = tenure
      yield {
        message: 'weaker',
        subject,
        event: end?.isOwn ? end.event : naming.event,
        place: naming.event.place,
        values: {
          subject: say.subject(subject),
          ours: ownStability,
          replacement: say.subject(naming.replacement),
          theirs: replacementStability
        },
        remedy:
          end && !end.pending
            ? `Promote the replacement to \`${ownStability}\`, or leave the entry as it is.`
            : `Postpone the removal until the replacement is \`${ownStability}\`, or name one that is.`
      }
    }
  },
  examples: [
    {
      title: 'GA endpoint replaced by a beta endpoint',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {added: GET /v2-beta/loans}
      - {deprecated: GET /v1/loans, replacement: GET /v2-beta/loans, sunset: 2025-06-01}
`,
      messages: ['`GET /v1/loans` is `ga`, but its replacement `GET /v2-beta/loans` is only `beta`.']
    },
    {
      title: 'Replacements that are equally stable, recorded as equally stable, or of unknown stability',
      kind: 'quiet',
      history: `
service: Lending Library API
subjects: [{subject: operation LendCopies, stability: ga}, {subject: operation FindCopies}]
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {promoted: GET /v1-beta/loans, to: GET /v1/loans}
      - {deprecated: GET /v1/fines, replacement: GET /v2/fines, sunset: 2025-06-01}
      - {deprecated: POST /v1/copies, replacement: operation LendCopies, sunset: 2025-06-01}
      - {deprecated: GET /v1/copies, replacement: operation FindCopies, sunset: 2025-06-01}
`,
      messages: []
    }
  ]
})
