import type {DatedValue} from '../src/model/lifecycle/served.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'header-disagrees',
  since: '0.1.0',
  level: 'error',
  lowerLevel: 'warning',
  watches: 'served',
  summary: 'The headers `Deprecation`, `Sunset`, and `Link` of an endpoint say what the history says.',
  why: 'Clients and their tools plan by the headers, so that a missing or wrong day shortens their notice.',
  messages: {
    missing: '{subject} answers without {expected}.',
    head: '{subject} answers `HEAD` without the {header} of `GET`.',
    unrecorded: '{subject} answers {sent}, but no {noun} is recorded.',
    flawed: '{subject} answers {sent}, which {flaw}.',
    different: '{subject} answers {sent} instead of {expected}.'
  },
  *check(served, {say}) {
    if (served.kind !== 'header') return
    const {header, sent, flaw, isMissingOnHead, place} = served
    const show = ({value, day}: DatedValue): string => `\`${header}: ${value}\`${day === undefined ? '' : ` (${day})`}`
    const expected = served.expected && show(served.expected)
    const about = {
      subject: served.subject,
      place,
      about: `${header}${isMissingOnHead ? ' HEAD' : ''}${served.expected?.value.split(';')[1] ?? ''}`,
      remedy: expected ? `Send ${expected}, or correct the history.` : `Don't send it, or record it in the history.`,
      // The standard requires no links.
      ...(header === 'Link' ? {level: 'warning' as const} : {})
    }
    const subject = say.subject(served.subject)
    if (isMissingOnHead)
      yield {...about, message: 'head', values: {subject, header: `\`${header}\``}, remedy: 'Send the same headers.'}
    else if (sent && flaw !== undefined) yield {...about, message: 'flawed', values: {subject, sent: show(sent), flaw}}
    else if (sent && expected) yield {...about, message: 'different', values: {subject, sent: show(sent), expected}}
    else if (sent)
      yield {...about, message: 'unrecorded', values: {subject, sent: show(sent), noun: header.toLowerCase()}}
    else if (expected) yield {...about, message: 'missing', values: {subject, expected}}
  },
  examples: [
    {
      title: 'Headers that are missing or wrong',
      kind: 'loud',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}, {added: GET /v1/readers}]}
  - release: "2.0"
    date: 2026-03-02
    changes:
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2027-06-30}
      - {deprecated: GET /v1/fees, sunset: 2027-06-30}
`,
      served: [
        {
          kind: 'header',
          subject: 'GET /v1/loans',
          header: 'Deprecation',
          expected: {value: '@1772409600', day: '2026-03-02'}
        },
        {
          kind: 'header',
          subject: 'GET /v1/loans',
          header: 'Sunset',
          sent: {value: '2027-06-30'},
          flaw: 'is no HTTP date',
          expected: {value: 'Wed, 30 Jun 2027 00:00:00 GMT', day: '2027-06-30'}
        },
        {
          kind: 'header',
          subject: 'GET /v1/loans',
          header: 'Link',
          expected: {value: '</v2/loans>; rel="successor-version"'}
        },
        {
          kind: 'header',
          subject: 'GET /v1/fees',
          header: 'Deprecation',
          isMissingOnHead: true,
          expected: {value: '@1772409600', day: '2026-03-02'}
        },
        {
          kind: 'header',
          subject: 'GET /v1/fees',
          header: 'Sunset',
          sent: {value: 'Thu, 30 Sep 2027 00:00:00 GMT', day: '2027-09-30'},
          expected: {value: 'Wed, 30 Jun 2027 00:00:00 GMT', day: '2027-06-30'}
        },
        {
          kind: 'header',
          subject: 'GET /v1/readers',
          header: 'Deprecation',
          sent: {value: '@1772409600', day: '2026-03-02'}
        }
      ],
      messages: [
        '`GET /v1/loans` answers without `Deprecation: @1772409600` (2026-03-02).',
        '`GET /v1/loans` answers `Sunset: 2027-06-30`, which is no HTTP date.',
        '`GET /v1/loans` answers without `Link: </v2/loans>; rel="successor-version"`.',
        '`GET /v1/fees` answers `HEAD` without the `Deprecation` of `GET`.',
        '`GET /v1/fees` answers `Sunset: Thu, 30 Sep 2027 00:00:00 GMT` (2027-09-30) instead of `Sunset: Wed, 30 Jun 2027 00:00:00 GMT` (2027-06-30).',
        '`GET /v1/readers` answers `Deprecation: @1772409600` (2026-03-02), but no deprecation is recorded.'
      ]
    },
    {
      title: 'A status that is wrong, which other rules report',
      kind: 'quiet',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/readers}]}
`,
      served: [{kind: 'status', subject: 'GET /v1/readers', status: 404}],
      messages: []
    }
  ]
})
