// A discriminator names the forms: what goes by none of the names no one sends, and of what does one form decides.
import {describe, expect, test} from 'vitest'
import {api, check, differ, NUMBER, object, type Raw, sent, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const link = object({kind: TEXT, email: TEXT}, {required: ['kind', 'email']})
const code = object({kind: TEXT, email: TEXT, code: TEXT}, {required: ['kind']})
const card = object({kind: TEXT, number: TEXT}, {required: ['kind', 'number']})

const ofKind = (kind: string, required: readonly string[] = ['number']): Raw =>
  object(
    {kind: {...TEXT, enum: [kind]}, number: TEXT, ...(required.length > 1 ? {year: TEXT} : {})},
    {required: ['kind', ...required]}
  )

const ref = (name: string): string => `#/components/schemas/${name}`

/** What is sent and what is answered: one of these forms, called by their names in small letters. */
function forms(schemas: Raw, names = Object.keys(schemas), mapping?: Raw): object {
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

describe('forms that a discriminator names', () => {
  check([
    {
      name: 'a second form that would take what the first one takes',
      old: forms({Link: link}),
      new: forms({Link: link, Code: code}),
      told: ['alternative-added Code (request keeps)', 'alternative-added Code (response breaks)'],
      back: ['alternative-removed Code (request breaks)', 'alternative-removed Code (response keeps)']
    },
    {
      name: 'a form by a name that is none any more, which the one that is left would take',
      old: forms({Card: card, Disc: {...card, properties: {...(card.properties as Raw), tracks: NUMBER}}}),
      new: forms({Card: card}),
      told: ['alternative-removed Disc (request breaks)', 'alternative-removed Disc (response keeps)'],
      back: ['alternative-added Disc (request keeps)', 'alternative-added Disc (response breaks)']
    },
    {
      name: 'a third form that would take what the others take',
      old: forms({Link: link, Card: card}),
      new: forms({Link: link, Card: card, Code: code}),
      told: ['alternative-added Code (request keeps)', 'alternative-added Code (response breaks)']
    },
    {
      name: 'a form more, of which no one need say the name',
      old: forms({Link: link, Card: card}),
      new: forms({Link: link, Card: card, Code: {...code, required: []}}),
      told: [
        'alternative-added Code (request keeps)',
        'alternative-added Code (response breaks)',
        'discriminator-changed mapping (response)'
      ]
    },
    {
      name: 'a form that takes what another one takes, now that it asks for less',
      old: forms({Link: link, Card: card}),
      new: forms({Link: link, Card: {...card, required: ['kind']}}),
      told: ['field-optional number (request keeps, response breaks)']
    },
    {
      name: 'a stricter form is told once',
      old: forms({Link: link, Code: code, Card: card}),
      new: forms({Link: link, Code: {...code, required: ['kind', 'code']}, Card: card}),
      told: ['field-required code (request breaks, response keeps)']
    },
    {
      name: 'a stricter form, where another one would take what it refuses',
      old: forms({Card: card, Any: {...card, required: ['kind']}}),
      new: forms({Card: {...card, required: ['kind', 'number', 'year']}, Any: {...card, required: ['kind']}}),
      told: ['field-required year (request undetermined, response keeps)']
    },
    {
      name: 'names that change places decide nothing',
      old: forms({Link: link, Card: card}),
      new: forms({Link: link, Card: {...card, required: ['kind']}}, ['Link', 'Card'], {
        link: ref('Card'),
        card: ref('Link')
      }),
      told: [
        'composition-changed oneOf (request undetermined)',
        'discriminator-changed mapping (request)',
        'discriminator-changed mapping (response)',
        'field-optional number (request keeps, response breaks)'
      ]
    },
    {
      name: 'a form by another name of its schema, and stricter, goes by the value that it had',
      old: forms({Link: link, Card: card}),
      new: forms(
        {Link: link, NewCard: {...card, properties: {...(card.properties as Raw), number: NUMBER}}},
        ['Link', 'NewCard'],
        {link: ref('Link'), card: ref('NewCard')}
      ),
      told: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'a form of forms goes by the values that they list',
      old: forms({Link: link, Cards: {oneOf: [ofKind('red'), ofKind('blue')]}}),
      new: forms({Link: link, Cards: {oneOf: [ofKind('red'), ofKind('blue', ['number', 'year'])]}}),
      told: ['required-field-added year (request breaks, response keeps)']
    },
    {
      name: 'a form of forms, one of which may go by any value',
      old: forms({Link: link, Cards: {oneOf: [ofKind('red'), card]}}),
      new: forms({Link: link, Cards: {oneOf: [ofKind('red'), {...card, required: ['kind', 'number', 'year']}]}}),
      told: [
        'composition-changed oneOf (response undetermined)',
        'field-required year (request breaks, response keeps)'
      ]
    },
    {
      name: 'a switch is called by no name',
      old: forms({Link: link, Card: card}),
      new: forms({Link: link, Card: object({kind: {type: 'boolean'}, number: TEXT}, {required: ['kind', 'number']})}),
      told: ['type-changed (request breaks, response breaks)']
    }
  ])
})

test('what is shown goes by the name of its form', () => {
  const [old, fresh] = [
    {Link: link, Card: card},
    {Link: {...link, required: ['kind', 'email', 'code']}, Card: card, Code: code}
  ].map(schemas => JSON.stringify(forms(schemas))) as [string, string]
  const shown = between(old, fresh).flatMap(({kind, proofs}) =>
    Object.values(proofs).flatMap(proof => (proof.is === 'breaks' ? [{kind, witness: proof.witness}] : []))
  )
  expect(shown).toEqual([{kind: 'alternative-added', witness: {kind: 'code'}}])
})

test('a kind that came with its name is told once', () => {
  const kinds = (...names: string[]): object => {
    const base = object({kind: TEXT}, {required: ['kind']})
    const mapping = Object.fromEntries(names.map(name => [name.toLowerCase(), ref(name)]))
    const heirs = names.map(name => [name, {allOf: [{$ref: ref('Item')}, object({[`${name}Id`]: TEXT})]}])
    const schemas = {Item: {...base, discriminator: {propertyName: 'kind', mapping}}, ...Object.fromEntries(heirs)}
    const content = {'application/json': {schema: {$ref: ref('Item')}}}
    const post = {requestBody: {required: true, content}, responses: {'200': {description: 'Fine', content}}}
    return api({'/items': {post}}, {components: {schemas}})
  }
  const [one, two] = [kinds('Book'), kinds('Book', 'Film')]
  expect(differ(one, two)).toEqual(['alternative-added film (request keeps, response undetermined)'])
  expect(differ(two, one)).toEqual(['alternative-removed film (request, response)'])
})

describe('a discriminator over forms that tell themselves apart', () => {
  const own = {Mail: ofKind('mail'), Post: ofKind('post')}
  const calls = {mail: ref('Mail'), post: ref('Post')}
  const swapped = {mail: ref('Post'), post: ref('Mail')}
  const loose = {...own, Post: object({kind: {...TEXT, enum: ['post']}, number: TEXT}, {required: ['number']})}
  const alike = {...own, Post: ofKind('mail')}
  const without = (whole: object): object =>
    JSON.parse(JSON.stringify(whole), (key, value) => (key === 'discriminator' ? undefined : value))
  check(
    (
      [
        ['says nothing new', own, calls, ' keeps'],
        ['calls one by the name of another', own, swapped, ''],
        ['leaves out how one is called', own, {mail: ref('Mail')}, ''],
        ['stands over one that need not have the field', loose, calls, ''],
        ['stands over two of one value', alike, calls, '']
      ] as const
    ).map(([name, schemas, mapping, proof]) => {
      const whole = forms(schemas, Object.keys(schemas), mapping)
      const told = ['request', 'response'].map(side => `discriminator-changed discriminator (${side}${proof})`)
      return {name, old: without(whole), new: whole, told, back: told}
    })
  )
})

test.each([
  ['which another form gains', {properties: {kind: {...TEXT, enum: ['mail', 'post']}}}, 'undetermined'],
  ['once more, of a form that is equal now', {properties: {kind: {...TEXT, enum: ['post']}}}, 'breaks']
])('a name %s tells no form any more: both take what goes by it', (_, other, proof) => {
  const [post, mail] = ['post', 'mail'].map(kind => object({kind: {...TEXT, enum: [kind]}})) as [Raw, Raw]
  const choice = (...oneOf: readonly Raw[]): object => sent({oneOf, discriminator: {propertyName: 'kind'}})
  expect(differ(choice(post, mail), choice(post, {...mail, ...other}))).toContainEqual(
    expect.stringMatching(new RegExp(`\\(request ${proof}`))
  )
})
