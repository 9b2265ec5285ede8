import type {SubjectWaiver, Waiver} from '../src/model/lifecycle/event.ts'
import {bodiesOf, uncoveredUses} from '../src/model/subject/field.ts'
import {type Subject, subjectKey} from '../src/model/subject/subject.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

/** What a waiver is limited to; distinguishes several waivers of one subject. Empty if it isn't limited. */
const describeLimit = ({rule, kind, about}: SubjectWaiver): string => {
  const what = rule ?? (about === undefined ? kind : `${kind}\`, for \`${about}`)
  return what === undefined ? '' : `, only for \`${what}\``
}

export default defineRule({
  id: 'waiver-unused',
  since: '0.1.0',
  level: 'error',
  lowerLevel: 'warning',
  watches: 'history',
  summary: 'Each waiver is for a violation.',
  why: 'An unused waiver can later permit something that it was not approved for. A waiver in `tenure.yaml` may belong to a merged change that is not recorded yet, so it is only a warning unless `rules:` sets the level.',
  messages: {
    needless: 'The {what} of {subject} {at} has a waiver, but needs none: {reason}.',
    nothing: 'The waiver for {what} applies to {nothing}.'
  },
  *check({events, waivers, timeline, findFields}, {judgments, say}) {
    const noted = judgments.flatMap(judgment =>
      judgment.waiver ? [{judgment, waiver: judgment.waiver.waiver, needed: judgment.waiver.needed}] : []
    )
    const needed = noted.filter(each => each.needed)
    const waived = new Set(needed.map(({judgment}) => subjectKey(judgment.subject)))
    const reported = new Set<Waiver>(needed.map(({waiver}) => waiver))
    // Several waivers can cover a field together, each for some of its uses.
    for (const each of waivers)
      if (findFields?.(each.subject).some(({subject}) => waived.has(subjectKey(subject)))) reported.add(each)
    const judged = new Set(judgments.map(({subject}) => subjectKey(subject)))
    const sayRest = (waived: Subject): string => {
      const field = findFields?.(waived).find(({subject}) => judged.has(subjectKey(subject)))
      const rest = field ? bodiesOf(uncoveredUses(field)) : []
      return field && rest.length > 0
        ? `, because it doesn't cover all uses of ${say.subject(field.subject)}: not ${say.few(rest.map(say.subject))}`
        : ''
    }
    // An unused waiver may belong to a change that is merged and not released yet: both compared descriptions lack the
    // subject, and the history contains the change only after the release.
    const configured = new Map<Waiver, SubjectWaiver>(waivers.map(each => [each, each]))
    const advice = (waiver: Waiver, isNeedless = false): {readonly remedy: string; readonly level?: 'warning'} => {
      const stands = configured.get(waiver)
      if (!stands) return {remedy: 'Remove the waiver.'}
      if (isNeedless)
        return {level: 'warning', remedy: "Remove the waiver, unless it is for another change that isn't recorded yet."}
      const then =
        stands.rule === undefined ? 'then moves it to the history' : 'leaves it there, because it names a rule'
      return {
        level: 'warning',
        remedy: `Keep it until its change is recorded (\`tenure record\` ${then}), or remove it if there is no such change.`
      }
    }
    for (const {judgment, waiver} of noted) {
      if (reported.has(waiver)) continue
      reported.add(waiver)
      const {subject, event, verdict} = judgment
      yield {
        message: 'needless',
        values: {
          what: say.noun(judgment),
          subject: say.subject(subject),
          at: say.at(momentAt(timeline, event.entry)),
          reason: verdict === 'exempt' ? 'the policy requires nothing here' : 'it complies with the policy'
        },
        subject,
        event,
        judgment,
        place: waiver.place,
        ...advice(waiver, true)
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
        values: {what: `${say.subject(subject)}${only}`, nothing: `no removal or breaking change${sayRest(subject)}`},
        subject,
        ...(event ? {event} : {}),
        place: waiver.place,
        ...advice(waiver)
      }
    }
  },
  examples: [
    {
      title: 'Waivers that are not needed',
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
      messages: [
        'The removal of `GET /v1/loans` in 2.0 (2025-06-01) has a waiver, but needs none: it complies with the policy.',
        'The removal of `GET /v1-beta/copies` in 2.0 (2025-06-01) has a waiver, but needs none: the policy requires nothing here.',
        'The waiver for `GET /v1/readers` applies to no removal or breaking change.'
      ]
    },
    {
      title: 'Waivers for a violation and for an undetermined removal',
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
      messages: []
    }
  ]
})
