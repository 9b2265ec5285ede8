// Authentication of webhooks and callbacks: their receivers check the credentials that were documented.

import {describe, expect, test} from 'vitest'
import {kindOf} from '../../../../src/languages/kinds.ts'
import type {Change} from '../../../../src/model/api/change.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {sample} from '../../../tier.ts'
import {api, OK, type Raw} from './cases.ts'
import {diffDocuments} from './comparing.ts'

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

/** The kind, its default effect, and the sentence without the subject. */
function summarize(change: Change): string {
  const [reach] = change.reaches
  const effects: {readonly [side: string]: string} = kindOf(change.kind).effects
  const words = formatChange(change)
    .replace(/^.*?`[^`]*`(?: of `POST \/loans`)?/, '…')
    .replace(/ of the (?:webhook|callback) `[^`]*`(?: of `POST \/loans`)?/, '')
  return `${change.kind} ${reach?.side}, ${effects[reach?.side ?? '']}: ${words}`
}

interface Case {
  readonly name: string
  readonly old: readonly [Security, Raw?]
  readonly new: readonly [Security, Raw?]
  readonly change: string
  readonly reverse: string
}

const stricter = (words: string): string => `security-stricter response, compatible: … ${words}`
const looser = (words: string): string => `security-looser response, breaking: … ${words}`
const changed = (words: string): string => `security-changed response, review: … changed ${words}`

const CASES: readonly Case[] = [
  {
    name: 'a scheme is added',
    old: [[]],
    new: [[{card: []}]],
    change: stricter('now authenticates with `card`'),
    reverse: looser('no longer authenticates with `card`')
  },
  {
    name: 'a second scheme is required as well',
    old: [[{card: []}]],
    new: [[{card: [], sign: []}]],
    change: stricter('now also authenticates with `sign`'),
    reverse: looser('no longer authenticates with `sign`')
  },
  {
    name: 'a second scheme becomes an alternative',
    old: [[{card: []}]],
    new: [[{card: []}, {sign: []}]],
    change: looser('now authenticates with `card` or `sign` instead of `card`'),
    reverse: stricter('now authenticates with `card` instead of `card` or `sign`')
  },
  {
    name: 'the scheme is replaced',
    old: [[{card: []}]],
    new: [[{sign: []}]],
    change: looser('now authenticates with `sign` instead of `card`'),
    reverse: looser('now authenticates with `card` instead of `sign`')
  },
  {
    name: 'the header changes',
    old: [[{card: []}]],
    new: [[{card: []}], {...SCHEMES, card: {...card, name: 'Reader-Card'}}],
    change: looser('now authenticates with `apiKey header Reader-Card` instead of `apiKey header Library-Card`'),
    reverse: looser('now authenticates with `apiKey header Library-Card` instead of `apiKey header Reader-Card`')
  },
  {
    name: 'another way to get a token is added',
    old: [[{desk: ['read']}]],
    new: [[{desk: ['read']}], {...SCHEMES, desk: {...desk, flows: {...desk.flows, password: flow}}}],
    change: changed('from `oauth2 by clientCredentials` to `oauth2 by clientCredentials or password`'),
    reverse: changed('from `oauth2 by clientCredentials or password` to `oauth2 by clientCredentials`')
  }
]

describe.each([
  ['a webhook', webhook],
  ['a callback', callback]
] as const)('security of %s', (_, describeApi) => {
  test.each(sample(CASES.map(each => [each.name, each] as const)))('%s', (_, {old, new: newValue, change, reverse}) => {
    const [older, newer] = [old, newValue].map(([security, schemes = SCHEMES]) =>
      JSON.stringify(describeApi(security, schemes))
    ) as [string, string]
    expect(diffDocuments(older, newer).map(summarize)).toEqual([change])
    expect(diffDocuments(newer, older).map(summarize)).toEqual([reverse])
  })
})

test('a security requirement of an endpoint has the opposite effects', () => {
  const [older, newer] = [[], [{card: []}]].map(security => JSON.stringify(endpoint(security, SCHEMES))) as [
    string,
    string
  ]
  expect(diffDocuments(older, newer).map(summarize)).toEqual([
    'security-stricter request, breaking: … now requires `card`'
  ])
  expect(diffDocuments(newer, older).map(summarize)).toEqual([
    'security-looser request, compatible: … no longer requires `card`'
  ])
})

test('the security of a callback changes together with the responses of its operation', () => {
  const withStatus = (status: string, name: string): string => {
    const overdue = {'{$request.body#/url}': {post: {security: [{card: []}], responses: OK}}}
    const post = {responses: {[status]: {description: 'Fine'}}, callbacks: {overdue}}
    return JSON.stringify(api({'/loans': {post}}, {components: {securitySchemes: {card: {...card, name}}}}, '3.1.0'))
  }
  const [older, newer] = [withStatus('200', 'Library-Card'), withStatus('201', 'Reader-Card')]
  const kinds = (a: string, b: string): string[] =>
    diffDocuments(a, b)
      .map(({kind}) => kind)
      .sort()
  expect(kinds(older, newer)).toEqual(['security-looser', 'status-added', 'status-removed'])
  expect(kinds(newer, older)).toEqual(['security-looser', 'status-added', 'status-removed'])
})
