// A discriminator names the alternatives: no one sends an unnamed value, and only the named alternative decides.
import {describe, expect, test} from 'vitest'
import {api, NUMBER, object, type Raw, summarizeDiff, TEXT, testChanges, withRequest} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'

const link = object({kind: TEXT, email: TEXT}, {required: ['kind', 'email']})
const code = object({kind: TEXT, email: TEXT, code: TEXT}, {required: ['kind']})
const card = object({kind: TEXT, number: TEXT}, {required: ['kind', 'number']})

const ofKind = (kind: string, required: readonly string[] = ['number']): Raw =>
  object(
    {kind: {...TEXT, enum: [kind]}, number: TEXT, ...(required.length > 1 ? {year: TEXT} : {})},
    {required: ['kind', ...required]}
  )

const ref = (name: string): string => `#/components/schemas/${name}`

/** A request and a response with one of these alternatives, each called by its name in lower case. */
function withAlternatives(schemas: Raw, names = Object.keys(schemas), mapping?: Raw): object {
  const named = mapping ?? Object.fromEntries(names.map(name => [name.toLowerCase(), ref(name)]))
  const schema = {
    oneOf: names.map(name => ({$ref: ref(name)})),
    discriminator: {propertyName: 'kind', mapping: named}
  }
  const content = {'application/json': {schema}}
  return api(
    {
      '/recovery': {
        post: {requestBody: {required: true, content}, responses: {'200': {description: 'Fine', content}}}
      }
    },
    {components: {schemas}}
  )
}

describe('alternatives of a discriminator', () => {
  testChanges([
    {
      name: 'a new alternative that would accept the values of the only other one',
      old: withAlternatives({Link: link}),
      new: withAlternatives({Link: link, Code: code}),
      changes: ['alternative-added Code (request keeps)', 'alternative-added Code (response breaks)'],
      reverse: ['alternative-removed Code (request breaks)', 'alternative-removed Code (response keeps)']
    },
    {
      name: 'a removed alternative whose values the only other one would accept',
      old: withAlternatives({Card: card, Disc: {...card, properties: {...(card.properties as Raw), tracks: NUMBER}}}),
      new: withAlternatives({Card: card}),
      changes: ['alternative-removed Disc (request breaks)', 'alternative-removed Disc (response keeps)'],
      reverse: ['alternative-added Disc (request keeps)', 'alternative-added Disc (response breaks)']
    },
    {
      name: 'a new alternative that would accept the values of the others',
      old: withAlternatives({Link: link, Card: card}),
      new: withAlternatives({Link: link, Card: card, Code: code}),
      changes: ['alternative-added Code (request keeps)', 'alternative-added Code (response breaks)']
    },
    {
      name: 'a new alternative that does not require the discriminator field',
      old: withAlternatives({Link: link, Card: card}),
      new: withAlternatives({Link: link, Card: card, Code: {...code, required: []}}),
      changes: [
        'alternative-added Code (request keeps)',
        'alternative-added Code (response breaks)',
        'discriminator-changed mapping (response)'
      ]
    },
    {
      name: 'an alternative that would accept the values of another one, because it now requires less',
      old: withAlternatives({Link: link, Card: card}),
      new: withAlternatives({Link: link, Card: {...card, required: ['kind']}}),
      changes: ['field-optional number (request keeps, response breaks)']
    },
    {
      name: 'a stricter alternative is reported once',
      old: withAlternatives({Link: link, Code: code, Card: card}),
      new: withAlternatives({Link: link, Code: {...code, required: ['kind', 'code']}, Card: card}),
      changes: ['field-required code (request breaks, response keeps)']
    },
    {
      name: 'a stricter alternative whose rejected values another one would accept',
      old: withAlternatives({Card: card, Any: {...card, required: ['kind']}}),
      new: withAlternatives({
        Card: {...card, required: ['kind', 'number', 'year']},
        Any: {...card, required: ['kind']}
      }),
      changes: ['field-required year (request undetermined, response keeps)']
    },
    {
      name: 'names that are swapped need review',
      old: withAlternatives({Link: link, Card: card}),
      new: withAlternatives({Link: link, Card: {...card, required: ['kind']}}, ['Link', 'Card'], {
        link: ref('Card'),
        card: ref('Link')
      }),
      changes: [
        'composition-changed oneOf (request undetermined)',
        'discriminator-changed mapping (request)',
        'discriminator-changed mapping (response)',
        'field-optional number (request keeps, response breaks)'
      ]
    },
    {
      name: 'an alternative with another schema name keeps its discriminator value',
      old: withAlternatives({Link: link, Card: card}),
      new: withAlternatives(
        {Link: link, NewCard: {...card, properties: {...(card.properties as Raw), number: NUMBER}}},
        ['Link', 'NewCard'],
        {link: ref('Link'), card: ref('NewCard')}
      ),
      changes: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'an alternative made of alternatives is chosen by their listed values',
      old: withAlternatives({Link: link, Cards: {oneOf: [ofKind('red'), ofKind('blue')]}}),
      new: withAlternatives({Link: link, Cards: {oneOf: [ofKind('red'), ofKind('blue', ['number', 'year'])]}}),
      changes: ['required-field-added year (request breaks, response keeps)']
    },
    {
      name: 'an alternative made of alternatives, one of which allows any value',
      old: withAlternatives({Link: link, Cards: {oneOf: [ofKind('red'), card]}}),
      new: withAlternatives({
        Link: link,
        Cards: {oneOf: [ofKind('red'), {...card, required: ['kind', 'number', 'year']}]}
      }),
      changes: [
        'composition-changed oneOf (response undetermined)',
        'field-required year (request breaks, response keeps)'
      ]
    },
    {
      name: 'an alternative whose discriminator field becomes a Boolean',
      old: withAlternatives({Link: link, Card: card}),
      new: withAlternatives({
        Link: link,
        Card: object({kind: {type: 'boolean'}, number: TEXT}, {required: ['kind', 'number']})
      }),
      changes: ['type-changed (request breaks, response breaks)']
    }
  ])
})

test('a counterexample has the discriminator value of its alternative', () => {
  const [old, newer] = [
    {Link: link, Card: card},
    {Link: {...link, required: ['kind', 'email', 'code']}, Card: card, Code: code}
  ].map(schemas => JSON.stringify(withAlternatives(schemas))) as [string, string]
  const counterexamples = diffDocuments(old, newer).flatMap(({kind, proofs}) =>
    Object.values(proofs).flatMap(proof => (proof.is === 'breaks' ? [{kind, witness: proof.witness}] : []))
  )
  expect(counterexamples).toEqual([{kind: 'alternative-added', witness: {kind: 'code'}}])
})

test('a new subtype with its discriminator value is reported once', () => {
  const kinds = (...names: string[]): object => {
    const base = object({kind: TEXT}, {required: ['kind']})
    const mapping = Object.fromEntries(names.map(name => [name.toLowerCase(), ref(name)]))
    const subtypes = names.map(name => [name, {allOf: [{$ref: ref('Item')}, object({[`${name}Id`]: TEXT})]}])
    const schemas = {Item: {...base, discriminator: {propertyName: 'kind', mapping}}, ...Object.fromEntries(subtypes)}
    const content = {'application/json': {schema: {$ref: ref('Item')}}}
    const post = {requestBody: {required: true, content}, responses: {'200': {description: 'Fine', content}}}
    return api({'/items': {post}}, {components: {schemas}})
  }
  const [one, two] = [kinds('Book'), kinds('Book', 'Film')]
  expect(summarizeDiff(one, two)).toEqual(['alternative-added film (request keeps, response undetermined)'])
  expect(summarizeDiff(two, one)).toEqual(['alternative-removed film (request, response)'])
})

describe('a new discriminator of alternatives that list their own values', () => {
  const distinct = {Mail: ofKind('mail'), Post: ofKind('post')}
  const mapping = {mail: ref('Mail'), post: ref('Post')}
  const swapped = {mail: ref('Post'), post: ref('Mail')}
  const optional = {...distinct, Post: object({kind: {...TEXT, enum: ['post']}, number: TEXT}, {required: ['number']})}
  const sameValue = {...distinct, Post: ofKind('mail')}
  const without = (whole: object): object =>
    JSON.parse(JSON.stringify(whole), (key, value) => (key === 'discriminator' ? undefined : value))
  testChanges(
    (
      [
        ['that agrees with those values', distinct, mapping, ' keeps'],
        ['that swaps those values', distinct, swapped, ''],
        ['that leaves out one of them', distinct, {mail: ref('Mail')}, ''],
        ['although one of them does not require the field', optional, mapping, ''],
        ['although two of them list the same value', sameValue, mapping, '']
      ] as const
    ).map(([name, schemas, mapping, proof]) => {
      const whole = withAlternatives(schemas, Object.keys(schemas), mapping)
      const changes = ['request', 'response'].map(side => `discriminator-changed discriminator (${side}${proof})`)
      return {name, old: without(whole), new: whole, changes, reverse: changes}
    })
  )
})

test.each([
  ['that another alternative gains', {properties: {kind: {...TEXT, enum: ['mail', 'post']}}}, 'undetermined'],
  ['of an alternative that becomes equal to another one', {properties: {kind: {...TEXT, enum: ['post']}}}, 'breaks']
])('a discriminator value %s chooses none any more, because both accept it', (_, other, proof) => {
  const [post, mail] = ['post', 'mail'].map(kind => object({kind: {...TEXT, enum: [kind]}})) as [Raw, Raw]
  const choice = (...oneOf: readonly Raw[]): object => withRequest({oneOf, discriminator: {propertyName: 'kind'}})
  expect(summarizeDiff(choice(post, mail), choice(post, {...mail, ...other}))).toContainEqual(
    expect.stringMatching(new RegExp(`\\(request ${proof}`))
  )
})
