// What proves who sends a webhook or a callback: those who receive it look for it where they were told to.
import {describe, expect, test} from 'vitest'
import {kindOf} from '../../../../src/languages/kinds.ts'
import type {Change} from '../../../../src/model/api/change.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {api, OK, type Raw} from './cases.ts'
import {between} from './comparing.ts'

const card = {type: 'apiKey', in: 'header', name: 'Library-Card'}
const sign = {type: 'http', scheme: 'hmac'}
const flow = {tokenUrl: 'https://library.example/token', scopes: {read: ''}}
const desk = {type: 'oauth2', flows: {clientCredentials: flow}}
const SCHEMES = {card, sign, desk}

type Security = readonly Raw[]

const webhook = (security: Security, securitySchemes: Raw): object =>
  api({}, {webhooks: {loanOverdue: {post: {security, responses: OK}}}, components: {securitySchemes}}, '3.1.0')

const callback = (security: Security, securitySchemes: Raw): object => {
  const overdue = {'{$request.body#/url}': {post: {security, responses: OK}}}
  return api({'/loans': {post: {responses: OK, callbacks: {overdue}}}}, {components: {securitySchemes}}, '3.1.0')
}

const endpoint = (security: Security, securitySchemes: Raw): object =>
  api({'/loans': {get: {security, responses: OK}}}, {components: {securitySchemes}}, '3.1.0')

/** The kind, what a default promise makes of it, and the sentence after the name of what is meant. */
function said(change: Change): string {
  const [reach] = change.reaches
  const effects: {readonly [side: string]: string} = kindOf(change.kind).effects
  const words = formatChange(change)
    .replace(/^.*?`[^`]*`(?: of `POST \/loans`)?/, '…')
    .replace(/ of the (?:webhook|callback) `[^`]*`(?: of `POST \/loans`)?/, '')
  return `${change.kind} ${reach?.side}, ${effects[reach?.side ?? '']}: ${words}`
}

interface Step {
  readonly name: string
  readonly old: readonly [Security, Raw?]
  readonly new: readonly [Security, Raw?]
  readonly told: string
  readonly back: string
}

const more = (words: string): string => `security-stricter response, compatible: … ${words}`
const less = (words: string): string => `security-looser response, breaking: … ${words}`
const other = (words: string): string => `security-changed response, review: … changed ${words}`

const STEPS: readonly Step[] = [
  {
    name: 'a proof where there was none',
    old: [[]],
    new: [[{card: []}]],
    told: more('now authenticates with `card`'),
    back: less('no longer authenticates with `card`')
  },
  {
    name: 'one more beside the one',
    old: [[{card: []}]],
    new: [[{card: [], sign: []}]],
    told: more('now also authenticates with `sign`'),
    back: less('no longer authenticates with `sign`')
  },
  {
    name: 'another one may come in its place',
    old: [[{card: []}]],
    new: [[{card: []}, {sign: []}]],
    told: less('now authenticates with `card` or `sign` instead of `card`'),
    back: more('now authenticates with `card` instead of `card` or `sign`')
  },
  {
    name: 'another one comes in its place',
    old: [[{card: []}]],
    new: [[{sign: []}]],
    told: less('now authenticates with `sign` instead of `card`'),
    back: less('now authenticates with `card` instead of `sign`')
  },
  {
    name: 'the same in another header',
    old: [[{card: []}]],
    new: [[{card: []}], {...SCHEMES, card: {...card, name: 'Reader-Card'}}],
    told: less('now authenticates with `apiKey header Reader-Card` instead of `apiKey header Library-Card`'),
    back: less('now authenticates with `apiKey header Library-Card` instead of `apiKey header Reader-Card`')
  },
  {
    name: 'a token that is had in one more way',
    old: [[{desk: ['read']}]],
    new: [[{desk: ['read']}], {...SCHEMES, desk: {...desk, flows: {...desk.flows, password: flow}}}],
    told: other('from `oauth2 by clientCredentials` to `oauth2 by clientCredentials or password`'),
    back: other('from `oauth2 by clientCredentials or password` to `oauth2 by clientCredentials`')
  }
]

describe.each([
  ['a webhook', webhook],
  ['a callback', callback]
] as const)('of %s', (_, sent) => {
  test.each(STEPS)('$name', ({old, new: fresh, told, back}) => {
    const [older, newer] = [old, fresh].map(([security, schemes = SCHEMES]) =>
      JSON.stringify(sent(security, schemes))
    ) as [string, string]
    expect(between(older, newer).map(said)).toEqual([told])
    expect(between(newer, older).map(said)).toEqual([back])
  })
})

test('who calls is asked for more where what the service sends proves more', () => {
  const [older, newer] = [[], [{card: []}]].map(security => JSON.stringify(endpoint(security, SCHEMES))) as [
    string,
    string
  ]
  expect(between(older, newer).map(said)).toEqual(['security-stricter request, breaking: … now requires `card`'])
  expect(between(newer, older).map(said)).toEqual(['security-looser request, compatible: … no longer requires `card`'])
})

test('a callback of an operation that answers otherwise, too', () => {
  const answering = (status: string, name: string): string => {
    const overdue = {'{$request.body#/url}': {post: {security: [{card: []}], responses: OK}}}
    const post = {responses: {[status]: {description: 'Fine'}}, callbacks: {overdue}}
    return JSON.stringify(api({'/loans': {post}}, {components: {securitySchemes: {card: {...card, name}}}}, '3.1.0'))
  }
  const [older, newer] = [answering('200', 'Library-Card'), answering('201', 'Reader-Card')]
  const kinds = (a: string, b: string): string[] =>
    between(a, b)
      .map(({kind}) => kind)
      .sort()
  expect(kinds(older, newer)).toEqual(['security-looser', 'status-added', 'status-removed'])
  expect(kinds(newer, older)).toEqual(['security-looser', 'status-added', 'status-removed'])
})
