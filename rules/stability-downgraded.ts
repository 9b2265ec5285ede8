import type {Event} from '../src/model/lifecycle/event.ts'
import type {Lifecycle} from '../src/model/lifecycle/lifecycle.ts'
import {type Subject, subjectKey} from '../src/model/subject/subject.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {stabilityOfTarget, stabilityRank} from '../src/policy/notice/stability.ts'
import {stabilityAtEvent, stabilityStagesOf} from '../src/policy/stability-periods.ts'
import {defineRule, type RuleContext} from '../src/rule.ts'

export default defineRule({
  id: 'stability-downgraded',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  summary: 'Stability only increases.',
  why: 'Clients lose guarantees that they relied on.',
  messages: {
    stated: '{subject} {was} downgraded from `{before}` to `{stability}` {at}.',
    promoted: '{subject} {was} promoted {at}, but `{stability}` is less stable than `{before}`.'
  },
  *check(lifecycle, context) {
    const {policy, history, say} = context
    if (!policy.oneWay) return
    const {subject} = lifecycle
    const timeValues = ({entry}: Event) => {
      const at = momentAt(history.timeline, entry)
      return {was: say.was(at), at: say.at(at)}
    }
    const remedy = 'Keep the stability, and publish the less stable version under its own marker.'
    const stages = stabilityStagesOf(lifecycle, policy).filter(({stability}) => stabilityRank(stability, policy) >= 0)
    for (const [index, {stability, event}] of stages.entries()) {
      const before = stages[index - 1]
      if (!before || !event || stabilityRank(stability, policy) >= stabilityRank(before.stability, policy)) continue
      yield {
        message: 'stated',
        values: {stability, subject: say.subject(subject), ...timeValues(event), before: before.stability},
        subject,
        event,
        place: event.place,
        evidence: before.event ? [{text: `\`${before.stability}\` was stated here`, place: before.event.place}] : [],
        remedy
      }
    }
    for (const {event, before, after} of findPromotions(lifecycle, context)) {
      if (stabilityRank(after, policy) < 0 || stabilityRank(after, policy) >= stabilityRank(before, policy)) continue
      yield {
        message: 'promoted',
        values: {subject: say.subject(subject), ...timeValues(event), before, stability: after},
        subject,
        event,
        place: event.place,
        remedy
      }
    }
  },
  examples: [
    {
      title: 'GA endpoint that becomes beta',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v1/loans}]}
  - {release: "1.1", changes: [{changed: GET /v1/loans, stability: beta, breaking: false}]}
`,
      messages: ['`GET /v1/loans` was downgraded from `ga` to `beta` in 1.1.']
    },
    {
      title: 'Promotion to a lower stability',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v1/shelves}]}
  - {release: "2.0", changes: [{promoted: GET /v1/shelves, to: GET /v2-beta/shelves, until: "4.0"}]}
`,
      messages: ['`GET /v1/shelves` was promoted in 2.0, but `beta` is less stable than `ga`.']
    },
    {
      title: 'Beta endpoint that becomes GA, and new beta version next to a GA version',
      kind: 'quiet',
      history: `
service: Lending Library API
subjects:
  - {subject: operation ListCopies, stability: beta}
releases:
  - {release: "1.0", changes: [{added: GET /v1-beta/shelves}]}
  - release: "2.0"
    changes:
      - {promoted: GET /v1-beta/shelves, to: GET /v1/shelves}
      - {changed: operation ListCopies, stability: ga, breaking: false}
  - {release: "3.0", changes: [{added: GET /v2-beta/shelves}]}
`,
      messages: []
    },
    {
      title: 'Policy that allows downgrades',
      kind: 'quiet',
      policy: 'extends: thirteen-months\noneWay: false\n',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v1/loans}]}
  - {release: "1.1", changes: [{changed: GET /v1/loans, stability: beta, breaking: false}]}
`,
      messages: []
    }
  ]
})

/** The promotions of a subject, with the stability levels before and after. */
function findPromotions(
  lifecycle: Lifecycle,
  {policy, history}: RuleContext<unknown>
): {event: Event; before: string; after: string}[] {
  const key = subjectKey(lifecycle.subject)
  return lifecycle.events.flatMap(event => {
    const {counterpart} = event
    if (event.verb !== 'promoted' || event.kind === 'introduced' || subjectKey(event.subject) !== key || !counterpart)
      return []
    const before = stabilityAtEvent(lifecycle, policy, event.id)
    const after = stabilityAfterPromotion(counterpart, event, {policy, history})
    return before === undefined || after === undefined ? [] : [{event, before, after}]
  })
}

/** The stability level that the promotion, or otherwise the path, gives the new name; `undefined` if unknown. */
function stabilityAfterPromotion(
  subject: Subject,
  {id}: Event,
  {policy, history}: Pick<RuleContext<unknown>, 'policy' | 'history'>
): string | undefined {
  const life = history.bySubject.get(subjectKey(subject))
  // The introduction of the new name has the ID after the removal of the old one.
  return life ? stabilityAtEvent(life, policy, id + 1) : stabilityOfTarget(subject.target, policy)
}
