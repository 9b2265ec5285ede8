import type {SubjectWaiver, Waiver} from '../src/model/lifecycle/event.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

/** What a waiver is limited to; distinguishes several waivers of one subject. Empty if it isn't limited. */
const describeLimit = ({rule, kind, about}: SubjectWaiver): string => {
  const what = rule ?? (about === undefined ? kind : `${kind}\`, about \`${about}`)
  return what === undefined ? '' : `, only for \`${what}\``
}

export default defineRule({
  id: 'waiver-unused',
  since: '0.1.0',
  level: 'error',
  watches: 'history',
  summary: 'Every waiver excuses something.',
  why: 'An exception that lies about is used one day by somebody for whom it was not made. One in `tenure.yaml` may be for what is merged and not yet on record: of that nobody can be certain, and it only warns, unless `rules:` gives the level.',
  messages: {
    needless: 'Unexpected waiver for the {kind} of `{subject}` {at}, expected none, for {reason}',
    nothing: 'Unexpected waiver for {what}, expected an end or a break that it excuses'
  },
  *check({events, waivers, timeline}, {judgements, say}) {
    const noted = judgements.flatMap(judgement =>
      judgement.waiver ? [{judgement, waiver: judgement.waiver.waiver, needed: judgement.waiver.needed}] : []
    )
    const reported = new Set<Waiver>(noted.filter(each => each.needed).map(({waiver}) => waiver))
    // The change may already be merged: then both compared descriptions lack it, and the history contains it only after
    // the release.
    const configured = new Map<Waiver, SubjectWaiver>(waivers.map(each => [each, each]))
    const advice = (waiver: Waiver): {readonly remedy: string; readonly level?: 'warning'} => {
      const stands = configured.get(waiver)
      if (!stands) return {remedy: 'Leave out the waiver.'}
      const then = stands.rule === undefined ? 'then moves it into the history' : 'leaves it there, for it names a rule'
      return {
        level: 'warning',
        remedy: `Let it stand until its change is on record (\`tenure record\` ${then}), or leave it out where there is no such change.`
      }
    }
    for (const {judgement, waiver} of noted) {
      if (reported.has(waiver)) continue
      reported.add(waiver)
      const {subject, event, kind, verdict} = judgement
      yield {
        message: 'needless',
        values: {
          kind,
          subject: say.subject(subject),
          at: say.at(momentAt(timeline, event.entry)),
          reason: verdict === 'exempt' ? 'the policy promises nothing here' : 'the promise was kept'
        },
        subject,
        event,
        judgement,
        place: waiver.place,
        ...advice(waiver)
      }
    }
    const written = [
      ...events.flatMap(event =>
        event.waiver ? [{waiver: event.waiver, subject: event.subject, event, only: ''}] : []
      ),
      ...waivers.map(waiver => ({waiver, subject: waiver.subject, event: undefined, only: describeLimit(waiver)}))
    ]
    for (const {waiver, subject, event, only} of written) {
      if (reported.has(waiver)) continue
      yield {
        message: 'nothing',
        values: {what: `\`${say.subject(subject)}\`${only}`},
        subject,
        ...(event ? {event} : {}),
        place: waiver.place,
        ...advice(waiver)
      }
    }
  },
  examples: [
    {
      title: 'What needed no exception has one',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans}]}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, waiver: {reason: security, approver: head@library.example, approved: 2025-05-20}}
      - {removed: GET /v1-beta/copies, waiver: {reason: legal, approver: head@library.example, approved: 2025-05-20}}
      - changed: GET /v1/readers
        breaking: false
        waiver: {reason: bug-fix, approver: head@library.example, approved: 2025-05-20}
`,
      says: [
        'Unexpected waiver for the end of `GET /v1/loans` in release 2.0 (2025-06-01), expected none, for the promise was kept',
        'Unexpected waiver for the end of `GET /v1-beta/copies` in release 2.0 (2025-06-01), expected none, for the policy promises nothing here',
        'Unexpected waiver for `GET /v1/readers`, expected an end or a break that it excuses'
      ]
    },
    {
      title: 'It excuses what was broken, and what cannot be told without it',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{deprecated: GET /v1/copies}]}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, waiver: {reason: security, approver: head@library.example, approved: 2025-05-20}}
      - {removed: GET /v1/copies, waiver: {reason: legal, approver: head@library.example, approved: 2025-05-20}}
`,
      says: []
    }
  ]
})
