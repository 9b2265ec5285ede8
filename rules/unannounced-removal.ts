import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unannounced-removal',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'Nothing that is promised support ends without an announcement before its own release.',
  why: 'A client that was told nothing finds out when its calls fail.',
  messages: {
    broken: 'Unexpected end of `{subject}` in {end} without an announcement before it, expected {promised} of notice',
    undetermined:
      'Unexpected end of `{subject}` in {end} without an announcement on record, expected {missing} to judge it'
  },
  *check({judgement}, {say}) {
    const {subject, event, end, duties, missing, verdict} = judgement
    if (judgement.kind !== 'end' || (verdict !== 'broken' && verdict !== 'undetermined')) return
    const duty = duties.find(
      each => each.aspect === 'notice' && (each.unstarted || !each.start) && each.verdict !== 'kept'
    )
    if (!duty) return
    const about = {subject, event, judgement, place: event.place}
    if (duty.verdict === 'broken') {
      const promised = duty.length ? say.length(duty.length) : 'some time'
      yield {
        ...about,
        message: 'broken',
        values: {subject: say.subject(subject), end: say.moment(end), promised},
        verdict: 'broken',
        remedy: judgement.pending
          ? `Announce it now and end it ${promised} later, keep it, or write a \`waiver\` beside it.`
          : 'Restore it and announce its end, or leave it on record.'
      }
      return
    }
    yield {
      ...about,
      message: 'undetermined',
      values: {subject: say.subject(subject), end: say.moment(end), missing: say.missing(missing)},
      verdict: 'undetermined',
      remedy:
        'Write down what is missing: `announced:` with a day, a release or `never`; `stability:` where the path shows none.'
    }
  },
  examples: [
    {
      title: 'A GA endpoint goes in the release that first speaks of it',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2025-06-01) without an announcement before it, expected 13 months of notice'
      ]
    },
    {
      title: 'The end was announced long before',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      says: []
    },
    {
      title: 'A history that does not say everything may leave out the announcement',
      kind: 'undetermined',
      history: `
service: Lending Library API
complete: false
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2025-06-01) without an announcement on record, expected when the end of `GET /v1/loans` was announced to judge it'
      ]
    }
  ]
})
