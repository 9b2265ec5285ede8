import type {ClientBreak} from '../src/model/verdict/client-break.ts'
import {defineRule, type MessageFormatter} from '../src/rule.ts'

export default defineRule({
  id: 'version-skew',
  since: '0.1.0',
  level: 'error',
  lowerLevel: 'warning',
  watches: 'clientBreak',
  summary: 'Clients and servers of neighboring releases work together.',
  why: 'In a rollout, open pages and apps of the last release call new servers, and new clients reach servers that are still old.',
  messages: {
    backward: '{change} Clients of {releases} rely on it, and the policy allows a skew of {skew}.',
    forward: '{change} {why}.'
  },
  *check(found, {history, policy, say}) {
    const {judged, releases, demand, inBase} = found
    if (demand === 'supported') return
    const {forward, change, verdict} = judged
    const {subject, where, kind, at, about} = change
    const skew = policy.skew === undefined ? 'some releases' : say.length(policy.skew)
    const plain = {
      subject,
      place: where.new ?? where.missingFrom ?? where.old ?? {source: history.source},
      releases,
      about: `${demand} ${forward ? 'forward' : 'backward'} ${kind} ${at} ${about ?? ''}`,
      details: say.examples(judged),
      remedy: remedyFor(found, say),
      ...(verdict === 'undetermined' ? {isDoubt: true as const} : {})
    }
    const sentence = say.change(judged)
    if (!forward) {
      yield {...plain, message: 'backward', values: {change: sentence, skew, releases: say.releases(releases)}}
      return
    }
    const why =
      inBase !== undefined
        ? `That is so in ${inBase} already`
        : `The policy allows a skew of ${skew} between clients and servers`
    const level = inBase === undefined ? {} : {level: 'warning' as const}
    yield {...plain, ...level, direction: 'forward', message: 'forward', values: {change: sentence, why}}
  },
  examples: [
    {
      title: 'New endpoint, and a field that new clients take for granted',
      kind: 'loud',
      policy: `
name: rolling
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
skew: 1 release
guarantees: {ga: {notice: 6 months}}
`,
      history: `
service: Lending Library API
releases: [{release: "1.4", date: 2025-06-01}]
`,
      specs: {
        '1.4': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.4"}
paths: {/v1/loans: {get: {responses: {"200": {description: All, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}}}}
`,
        next: `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.5"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All, content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: string}}}}}}}}}
  /v1/fees: {get: {responses: {"200": {description: All}}}}
`
      },
      messages: [
        "Clients built for this version call `GET /v1/fees`, which servers of 1.4 don't have. The policy allows a skew of 1 release between clients and servers.",
        'Clients built for this version rely on `id` in the `200` response of `GET /v1/loans`, which servers of 1.4 can omit. The policy allows a skew of 1 release between clients and servers.'
      ]
    },
    {
      title: 'Endpoint that the last release serves without announcing its end',
      kind: 'loud',
      policy: `
name: rolling
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
skew: 1 release
guarantees: {ga: {breaking: allowed}}
`,
      history: `
service: Lending Library API
releases: [{release: "1.4", date: 2025-07-01}]
`,
      specs: {
        '1.4': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.4"}
paths: {/v1/loans: {get: {responses: {"200": {description: All}}}}, /v1/fees: {get: {responses: {"200": {description: All}}}}}
`,
        next: `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.5"}
paths: {/v1/loans: {get: {responses: {"200": {description: All}}}}}
`
      },
      messages: ['Removed `GET /v1/fees`. Clients of 1.4 rely on it, and the policy allows a skew of 1 release.']
    },
    {
      title: 'Optional response field that is new',
      kind: 'quiet',
      policy: `
name: rolling
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
skew: 1 release
guarantees: {ga: {notice: 6 months}}
`,
      history: `
service: Lending Library API
releases: [{release: "1.4", date: 2025-08-01}]
`,
      specs: {
        '1.4': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.4"}
paths: {/v1/loans: {get: {responses: {"200": {description: All, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}}}}
`,
        next: `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.5"}
paths: {/v1/loans: {get: {responses: {"200": {description: All, content: {application/json: {schema: {type: object, properties: {id: {type: string}, due: {type: string}}}}}}}}}}
`
      },
      messages: []
    }
  ]
})

function remedyFor({judged: {forward, change}}: ClientBreak, say: MessageFormatter): string {
  const turnOff = 'or turn this rule off in the configuration'
  if (!forward)
    return `Ship it in two releases: first one that deprecates it, with clients that don't need it, then one without it, ${turnOff}.`
  const name = say.subject(change.subject)
  const first =
    change.kind === 'operation-removed'
      ? `first ${name} at a stability that the policy guarantees nothing for, such as a beta, then the clients that call it`
      : 'first the servers, then the description on which clients are built'
  return `Ship it in two releases: ${first}, ${turnOff}.`
}
