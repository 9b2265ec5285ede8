import type {Event} from '../src/model/lifecycle/event.ts'
import type {Lifecycle} from '../src/model/lifecycle/lifecycle.ts'
import {isEndpoint, prefixTarget, type Subject, subjectKey} from '../src/model/subject/subject.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import type {Policy} from '../src/model/verdict/policy.ts'
import {findMarker, resolveStability, stabilityOfTarget, stabilityRank} from '../src/policy/notice/stability.ts'
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
    rebased:
      'The base path {was} changed from `{old}` to `{new}` {at}, so endpoints {were} downgraded from `{before}` to `{stability}`.',
    unmarked:
      'The base path {was} changed from `{old}` to `{new}` {at}, so endpoints {were} left without a stability. They {were} `{before}`.',
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
    for (const {event, old, fresh, before, after} of findRebasings(lifecycle, policy)) {
      const {was, at} = timeValues(event)
      const mark = say.mark('stability', subject)
      const were = was === 'is' ? 'are' : 'were'
      yield {
        ...(after === undefined
          ? {message: 'unmarked' as const, values: {was, at, old, new: fresh, were, before}}
          : {message: 'rebased' as const, values: {was, at, old, new: fresh, were, before, stability: after}}),
        subject,
        event,
        place: event.place,
        remedy:
          after === undefined
            ? `Keep the version in the path${mark === undefined ? '' : `, or state \`${mark.replace('LEVEL', before)}\``}.`
            : remedy
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
  - {release: "2.0", changes: [{promoted: GET /v1/shelves, to: GET /v2-beta/shelves, oldUntil: "4.0"}]}
`,
      messages: ['`GET /v1/shelves` was promoted in 2.0, but `beta` is less stable than `ga`.']
    },
    {
      title: 'Base path that becomes that of a beta version',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2026-01-01, changes: []}
  - {release: "1.1", date: 2026-02-01, changes: []}
`,
      specs: {
        '1.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.0"}
servers: [{url: https://api.library.example/v1}]
paths: {/loans: {get: {responses: {"200": {description: OK}}}}}
`,
        '1.1': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.1"}
servers: [{url: https://api.library.example/v1beta1}]
paths: {/loans: {get: {responses: {"200": {description: OK}}}}}
`
      },
      messages: [
        'The base path was changed from `/v1` to `/v1beta1` in 1.1 (2026-02-01), so endpoints were downgraded from `ga` to `beta`.'
      ]
    },
    {
      title: 'Version in a path that becomes a parameter',
      kind: 'loud',
      policy: `
name: library
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 13 months}, beta: none}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2026-01-01, changes: []}
  - {release: "1.1", date: 2026-02-01, changes: []}
`,
      specs: {
        '1.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.0"}
paths: {/v1/loans: {get: {responses: {"200": {description: OK}}}}}
`,
        '1.1': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.1"}
paths:
  /{version}/loans:
    parameters: [{name: version, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: OK}}}
`
      },
      messages: [
        'The base path was changed from `/v1` to `/{version}` in 1.1 (2026-02-01), so endpoints were left without a stability. They were `ga`.'
      ]
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

/**
 * Observed changes of the base path, or of the version in a path, to one that implies a lower stability or none. A
 * change that states a stability itself is left out.
 */
function findRebasings(lifecycle: Lifecycle, policy: Policy) {
  const {subject, events} = lifecycle
  const {target} = subject
  const key = subjectKey(subject)
  const own = events.filter(event => subjectKey(event.subject) === key)
  return own.flatMap(event => {
    const {change, observed} = event
    if (change !== 'base-path-changed' || !observed) return []
    const [old, fresh] = [String(observed.old), String(observed.new)]
    const path = isEndpoint(target) ? target.path : ''
    const rest = fresh !== '/' && path.startsWith(fresh) ? path.slice(fresh.length) : path
    const stated = own.find(each => each.entry === event.entry && each.change === 'stability-changed')?.observed
    const [before, after] = [
      stabilityOf(stated?.old, policy) ?? stabilityOfTarget(prefixTarget(`${old}${rest}`), policy),
      stabilityOf(stated?.new, policy) ?? stabilityOfTarget(prefixTarget(`${fresh}${rest}`), policy)
    ]
    const isLost = after === undefined && !findMarker(`${fresh}${rest}`, policy)
    const isLower = after !== undefined && stabilityRank(after, policy) < stabilityRank(before ?? '', policy)
    return before !== undefined && (isLost || isLower) ? [{event, old, fresh, before, after}] : []
  })
}

const stabilityOf = (stated: unknown, policy: Policy): string | undefined =>
  typeof stated === 'string' ? resolveStability(stated, policy) : undefined

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
