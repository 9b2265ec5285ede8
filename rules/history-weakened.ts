import {groupBy} from '../src/model/group-by.ts'
import type {WeakenedFact} from '../src/model/lifecycle/history.ts'
import {defineRule, type MessageFormatter} from '../src/rule.ts'

export default defineRule({
  id: 'history-weakened',
  since: '0.1.0',
  level: 'error',
  watches: 'history',
  summary: 'Lines of the history that bind removals stay as they were.',
  why: 'Clients rely on the sunsets and stabilities that were announced. If a change could rewrite them, the next one could remove what they protect.',
  messages: {
    lost: 'The {fact} of {subjects} is {was} in the history before this change, and missing after it.',
    changed: 'The {fact} of {subjects} is {was} in the history before this change, and {is} after it.',
    incomplete: 'This change adds gaps (`complete:`) to the history.'
  },
  *check({weakened = [], source}, {say, asOf}) {
    const place = {source}
    const accept = `or have a maintainer set \`adopted: {day: ${asOf}, approver: NAME}\` in the configuration of the target, which accepts it on that day`
    const remedy = `Restore the lines, ${accept}. What is new belongs on new lines, such as \`rescheduled:\`.`
    if (weakened.some(({fact}) => fact === 'completeness')) {
      yield {message: 'incomplete', place, about: 'complete', remedy: `Restore the key, ${accept}.`}
    }
    for (const [about, alike] of groupBy(
      weakened.flatMap(each => describeFact(each, say)),
      ({key}) => key
    )) {
      const [first] = alike
      if (!first) continue
      const {noun, was, is} = first
      const values = {fact: noun, subjects: say.few(alike.map(({subject}) => subject)), was}
      const how = {place, about, remedy}
      if (is === undefined) yield {message: 'lost', ...how, values}
      else yield {message: 'changed', ...how, values: {...values, is}}
    }
  },
  examples: [
    {
      title: 'Lines of the past deleted and edited',
      kind: 'loud',
      asOf: '2025-03-01',
      historyBefore: `
service: Lending Library API
subjects: [{subject: GET /v1beta1/copies, stability: ga}]
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: /v1/**, replacement: none, sunset: 2026-06-01}]}
  - {release: "1.1", date: 2025-02-01, changes: [{rescheduled: /v1/**, sunset: 2026-12-20}]}
  - {release: "1.2", date: 2025-02-02, changes: [{deprecated: GET /v2/loans, replacement: none, sunset: 2026-12-20}]}
`,
      history: `
service: Lending Library API
complete: 2025-02-10
subjects: [{subject: GET /v1beta1/copies, stability: beta}]
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: /v1/**, replacement: none, sunset: 2026-06-01}]}
  - {release: "1.2", date: 2025-02-02, changes: [{deprecated: GET /v2/loans, replacement: none}]}
`,
      messages: [
        'This change adds gaps (`complete:`) to the history.',
        'The sunset of `/v1/**` is 2026-12-20 in the history before this change, and 2026-06-01 after it.',
        'The sunset of `GET /v2/loans` is 2026-12-20 in the history before this change, and missing after it.',
        'The stability of `GET /v1beta1/copies` is `ga` in the history before this change, and `beta` after it.'
      ]
    },
    {
      title: 'Lines added, split, and made stricter',
      kind: 'quiet',
      asOf: '2025-03-01',
      historyBefore: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: /v1/**, replacement: none, sunset: 2026-06-01}]}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
  - release: "1.1"
    date: 2025-02-02
    changes:
      - {deprecated: GET /v1/loans, replacement: none, sunset: 2026-06-01, note: loans are automatic now}
      - {deprecated: GET /v1/copies, replacement: none, sunset: 2026-12-20}
  - {on: 2025-02-20, changes: [{rescheduled: GET /v1/loans, sunset: 2026-07-01}]}
`,
      messages: []
    }
  ]
})

/** The words for a weakened fact, and a key by which the same fact of several subjects is reported once. */
function describeFact(found: WeakenedFact, say: MessageFormatter) {
  if (found.fact === 'completeness') return []
  const subject = say.subject(found.subject)
  const [was, is] =
    found.fact === 'stability'
      ? [`\`${found.was}\``, found.is && `\`${found.is}\``]
      : found.fact === 'successor'
        ? [say.subject(found.was), found.is && say.subject(found.is)]
        : [say.moment(found.was), found.is && say.moment(found.is)]
  return [{subject, noun: found.fact, was, is, key: `${found.fact} ${was} ${is}`}]
}
