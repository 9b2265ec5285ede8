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
  lowerLevel: 'warning',
  watches: 'lifecycle',
  summary: 'Replacements are available before the removal.',
  why: 'Clients cannot migrate to what does not exist yet.',
  messages: {
    absent: "{replacement}, the replacement of {subject}, isn't in the history.",
    late: '{replacement}, the replacement of {subject}, {was} added {introduced}, after the {what} {end}.'
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
        // Of what has no path, descriptions show only changes, and what was recorded of them has no more.
        const isUnlisted =
          replacement.target.path === undefined && (naming.event.seen || history.about.language !== undefined)
        if (!history.complete || isUnlisted) continue
        const similar = findSimilarSubject(replacement, history)
        const correct =
          similar === undefined ? 'Correct its name' : `Correct its name (did you mean ${say.subject(similar)}?)`
        const remedy = `${correct}, or add it to its release, or to \`subjects:\` if it always existed.`
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
        values: {
          ...values,
          was: say.was(first),
          introduced: say.at(first),
          what: end ? 'removal' : 'sunset',
          end: say.at(due)
        },
        remedy:
          end && !end.pending
            ? 'Correct the dates if they are wrong, or leave the entry as it is.'
            : 'Postpone the removal until its replacement is released, or name one that is available.'
      }
    }
  },
  examples: [
    {
      title: 'Replacements with a typo, released after the removal, or planned for later',
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
      messages: [
        "`GET /v2/loan`, the replacement of `GET /v1/loans`, isn't in the history.",
        '`GET /v2/copies`, the replacement of `GET /v1/copies`, was added in 2.1 (2025-09-01), after the removal in 2.0 (2025-06-01).',
        '`GET /v2/fines`, the replacement of `GET /v0/fines`, is added in 3.0 (2026-12-01), after the sunset on 2026-11-01.'
      ]
    },
    {
      title:
        'Replacements released after the deprecation, always available, in an available endpoint, or under a new prefix',
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
      messages: []
    },
    {
      title: 'Replacement that may be missing from an incomplete history',
      kind: 'quiet',
      history: `
service: Lending Library API
complete: 2026-06-01
releases:
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans, replacement: GET /v2/loans}]}
`,
      messages: []
    }
  ]
})
