import {findLifecycles} from '../src/model/lifecycle/history.ts'
import {findNamedReplacement} from '../src/model/lifecycle/replacement.ts'
import {findSimilarSubject} from '../src/model/lifecycle/similar-subject.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {compareMoments, type Moment} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'replacement-not-available',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  summary: 'What is named as a replacement is there before the end.',
  why: 'A client that is sent to an endpoint that does not answer has lost both.',
  messages: {
    absent: 'Unexpected replacement `{replacement}` of `{subject}`, expected one that is on record',
    late: 'Unexpected replacement `{replacement}` of `{subject}` only {introduced}, expected it before the {what} {end}'
  },
  *check({subject, tenures}, {history, say}) {
    const key = subjectKey(subject)
    for (const {sunset, ...tenure} of tenures) {
      const naming = findNamedReplacement(subject, tenure)
      if (!naming || subjectKey(naming.event.subject) !== key) continue
      const {replacement} = naming
      const {end} = tenure
      const about = {
        subject,
        event: end?.isOwn ? end.event : naming.event,
        place: naming.event.place,
        about: subjectKey(replacement),
        // Only a warning before the end of support, because the replacement can still be released.
        ...(end ? {} : {level: 'warning' as const})
      }
      const lives = findLifecycles(replacement, history)
      const values = {subject: say.subject(subject), replacement: say.subject(replacement)}
      if (lives.length === 0) {
        if (!history.complete) continue
        const similar = findSimilarSubject(replacement, history)
        const correct = similar === undefined ? 'Correct its name' : `Correct its name (\`${say.subject(similar)}\`?)`
        const remedy = `${correct}, or add it: in its release, or under \`subjects\` if it was always there.`
        yield {...about, message: 'absent', values, remedy}
        continue
      }
      const due = end?.moment ?? sunset?.moment
      const introductions = lives.flatMap(life => life.tenures.map(({introduced}) => introduced?.moment))
      const isLate = (moment: Moment | undefined): boolean =>
        moment !== undefined && due !== undefined && compareMoments(history.timeline, moment, due) === 'after'
      const [first] = introductions
      if (!due || !first || !introductions.every(isLate)) continue
      yield {
        ...about,
        message: 'late',
        values: {...values, introduced: say.at(first), what: end ? 'end' : 'sunset', end: say.at(due)},
        remedy:
          end && !end.pending
            ? 'Leave it on record: in between there was nothing to move to.'
            : 'Move the end behind the release of its replacement, or name one that is there.'
      }
    }
  },
  examples: [
    {
      title: 'A slip in the name, one that came after the end, and one that will',
      kind: 'loud',
      asOf: '2025-10-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: /v1/**, sunset: 2025-06-01}]}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {added: GET /v2/loans}
      - {removed: GET /v1/loans, replacement: GET /v2/loan}
      - {removed: GET /v1/copies, replacement: GET /v2/copies}
  - {release: "2.1", date: 2025-09-01, changes: [{added: GET /v2/copies}]}
  - release: "2.2"
    date: 2025-09-20
    changes: [{deprecated: GET /v0/fines, replacement: GET /v2/fines, sunset: 2026-11-01}]
  - {release: "3.0", date: 2026-12-01, changes: [{added: GET /v2/fines}]}
`,
      says: [
        'Unexpected replacement `GET /v2/loan` of `GET /v1/loans`, expected one that is on record',
        'Unexpected replacement `GET /v2/copies` of `GET /v1/copies` only in release 2.1 (2025-09-01), expected it before the end in release 2.0 (2025-06-01)',
        'Unexpected replacement `GET /v2/fines` of `GET /v0/fines` only in release 3.0 (2026-12-01), expected it before the sunset on 2026-11-01'
      ]
    },
    {
      title: 'Not there yet when it was named, there all along, a field of what is there, or under a new prefix',
      kind: 'quiet',
      history: `
service: Lending Library API
subjects: [{subject: GET /v1/readers}]
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2025-06-01}
      - {deprecated: GET /v1/names, replacement: GET /v1/readers, sunset: 2025-06-01}
      - {deprecated: GET /v1/dues, replacement: {subject: GET /v2/loans, field: due}, sunset: 2025-06-01}
      - {deprecated: GET /v1/copies, replacement: GET /v2/holdings/copies, sunset: 2025-06-01}
  - {release: "2.0", date: 2024-03-01, changes: [{added: GET /v2/loans}, {added: /v2/holdings/**}]}
`,
      says: []
    },
    {
      title: 'A record that does not say everything may leave it out',
      kind: 'quiet',
      history: `
service: Lending Library API
complete: false
releases:
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans, replacement: GET /v2/loans}]}
`,
      says: []
    }
  ]
})
