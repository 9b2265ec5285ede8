// Constraints may move between the alternatives and the schema around them without a change of meaning.
import {describe, expect, test} from 'vitest'
import type {Change} from '../../../../../src/model/api/change.ts'
import {answer, answered, api, asked, check, NUMBER, OK, object, type Raw, sent, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const CARDS = {components: {securitySchemes: {card: {type: 'apiKey', in: 'header', name: 'Reader-Card'}}}}

describe('open alternatives', () => {
  check([
    {
      name: 'another alternative accepts the changed field because it does not mention it',
      old: answered({oneOf: [object({text: TEXT}), object({text: TEXT, length: NUMBER}, {required: ['length']})]}),
      new: answered({oneOf: [object({text: TEXT}), object({text: TEXT, length: TEXT}, {required: ['length']})]}),
      told: ['type-changed (response undetermined)'],
      back: ['type-changed (response undetermined)']
    },
    {
      name: 'another alternative accepts the changed field because it explicitly allows additional properties',
      old: answered({
        anyOf: [
          object({text: TEXT}, {additionalProperties: true}),
          object({text: TEXT, length: NUMBER}, {required: ['length']})
        ]
      }),
      new: answered({
        anyOf: [
          object({text: TEXT}, {additionalProperties: true}),
          object({text: TEXT, length: TEXT}, {required: ['length']})
        ]
      }),
      told: ['type-changed (response keeps)'],
      back: ['type-changed (response keeps)']
    }
  ])
})

describe('a nullable choice', () => {
  const texts: Raw = {anyOf: [TEXT, {type: 'integer'}]}
  const flags: Raw = {anyOf: [{type: 'boolean'}, {type: 'integer'}]}
  const orNull = (schema: Raw): Raw => ({oneOf: [schema, {type: 'null'}]})
  const withQuery = (schema: Raw): object => asked({parameters: [{name: 'due', in: 'query', schema}]}, {}, '3.1.0')
  const known = {components: {schemas: {Place: {oneOf: [object({shelf: TEXT}), object({desk: NUMBER})]}}}}
  const place = {$ref: '#/components/schemas/Place'}
  check([
    {
      name: 'no alternative allows null, and no type is stated next to them',
      old: answered(texts, '3.1.0'),
      new: answered(orNull(texts), '3.1.0'),
      told: ['null-allowed (response breaks)'],
      back: ['null-refused (response keeps)']
    },
    {
      name: 'in a request',
      old: sent({anyOf: [texts, {type: 'null'}]}, undefined, '3.1.0'),
      new: sent(texts, undefined, '3.1.0'),
      told: ['null-refused (request breaks)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'the alternatives are in a component',
      old: {...answered(place, '3.1.0'), ...known},
      new: {...answered(orNull(place), '3.1.0'), ...known},
      told: ['null-allowed (response breaks)']
    },
    {
      name: 'one alternative already allows null',
      old: answered({anyOf: [TEXT, {type: ['integer', 'null']}]}, '3.1.0'),
      new: answered({anyOf: [{anyOf: [TEXT, {type: ['integer', 'null']}]}, {type: 'null'}]}, '3.1.0'),
      told: []
    },
    {
      name: 'in a URL, where one alternative accepts any text',
      old: withQuery(orNull(texts)),
      new: withQuery(texts),
      told: ['null-refused (request keeps)']
    },
    {
      name: 'in a URL, where no alternative accepts any text',
      old: withQuery(orNull(flags)),
      new: withQuery(flags),
      told: ['null-refused (request breaks)']
    }
  ])
})

describe('an added or removed choice', () => {
  const forms = [
    object({shelf: TEXT, copy: TEXT}, {required: ['shelf']}),
    object({shelf: TEXT, copy: TEXT}, {required: ['copy']})
  ]
  check([
    {
      name: 'an alternative that now accepts anything overlaps with another one',
      old: sent({oneOf: [{type: 'boolean'}, {type: 'array', items: TEXT}]}),
      new: sent({oneOf: [{}, {type: 'array', items: TEXT}]}),
      told: ['composition-changed oneOf (request undetermined)', 'type-changed (request keeps)']
    },
    {
      name: 'an alternative accepts anything before and after',
      old: sent({oneOf: [{}, {type: 'array', items: TEXT}]}),
      new: sent({oneOf: [{}, {type: 'array', items: NUMBER}]}),
      told: ['type-changed (request undetermined)']
    },
    {
      name: 'all required fields of the alternatives become required together',
      old: sent({oneOf: forms}),
      new: sent(object({shelf: TEXT, copy: TEXT}, {required: ['shelf', 'copy']})),
      told: ['composition-changed oneOf (request breaks)'],
      back: ['composition-changed oneOf (request undetermined)']
    },
    {
      name: 'a field has another type without the alternatives',
      old: sent({anyOf: [object({shelf: NUMBER}), object({copy: TEXT}, {required: ['copy']})]}),
      new: sent(object({shelf: TEXT, copy: TEXT})),
      told: ['composition-changed anyOf (request breaks)']
    },
    {
      name: 'all fields remain without the alternatives',
      old: sent({anyOf: [object({shelf: NUMBER}), object({copy: TEXT}, {required: ['copy']})]}),
      new: sent(object({shelf: NUMBER, copy: TEXT})),
      told: ['composition-changed anyOf (request keeps)'],
      back: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'fields of the alternatives are removed together with the alternatives',
      old: answered({anyOf: [object({id: TEXT, shelf: TEXT}), object({id: TEXT, copy: TEXT})]}),
      new: answered(object({id: TEXT})),
      told: [
        'composition-changed anyOf (response keeps)',
        'field-removed copy (response keeps)',
        'field-removed shelf (response keeps)'
      ]
    },
    {
      name: 'only one of the alternatives remains',
      old: answered({oneOf: forms}),
      new: answered(forms[0]),
      told: ['composition-changed oneOf (response undetermined)']
    }
  ])
})

describe('a field that only one alternative names', () => {
  const [shelf, copy, row] = [object({shelf: TEXT}), object({copy: TEXT}), object({row: TEXT})]
  check([
    {
      name: 'is no longer read by the only remaining alternative',
      old: sent({anyOf: [shelf, copy]}),
      new: sent(shelf),
      told: ['composition-changed anyOf (request keeps)', 'field-removed copy (request keeps)'],
      back: ['composition-changed anyOf (request keeps)', 'field-added copy (request keeps)']
    },
    {
      name: 'is no longer read by the remaining alternatives',
      old: sent({anyOf: [shelf, object({copy: TEXT}, {required: ['copy']}), row]}),
      new: sent({anyOf: [shelf, row]}),
      told: ['alternative-removed object (request keeps)', 'field-removed copy (request keeps)'],
      back: ['alternative-added object (request keeps)', 'field-added copy (request keeps)']
    },
    {
      name: 'is reported as part of the alternative, if the remaining ones reject it',
      old: sent({anyOf: [shelf, copy, row].map(form => ({...form, additionalProperties: false}))}),
      new: sent({anyOf: [shelf, row].map(form => ({...form, additionalProperties: false}))}),
      told: ['alternative-removed object (request breaks)']
    },
    {
      name: 'is now named next to the alternatives or in nested ones',
      old: sent({anyOf: [shelf, copy, row]}),
      new: sent({...object({copy: TEXT}), anyOf: [shelf, {anyOf: [row, object({copy: TEXT, row: TEXT})]}]}),
      told: [
        'alternative-added anyOf 2 (request keeps)',
        'alternative-removed object (request keeps)',
        'alternative-removed object (request keeps)',
        'field-added copy (request keeps)'
      ]
    },
    {
      name: 'is still accepted by an alternative for any object',
      old: sent({anyOf: [shelf, copy, {type: 'object'}]}),
      new: sent({anyOf: [shelf, {type: 'object'}]}),
      told: ['alternative-removed object (request keeps)']
    },
    {
      name: 'is not part of a request if it is read-only',
      old: sent({anyOf: [shelf, object({copy: {...TEXT, readOnly: true}})]}),
      new: sent(shelf),
      told: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'is no loss for clients that had to expect the other alternative as well',
      old: answered({anyOf: [shelf, copy]}),
      new: answered(shelf),
      told: ['composition-changed anyOf (response keeps)']
    }
  ])
})

describe('a field that moves between the alternatives and the schema around them', () => {
  const repeated = {
    oneOf: [
      object({id: TEXT, shelf: TEXT}, {required: ['id', 'shelf']}),
      object({id: TEXT, copy: TEXT}, {required: ['id', 'copy']})
    ]
  }
  const forms = [object({shelf: TEXT}, {required: ['shelf']}), object({copy: TEXT}, {required: ['copy']})]
  check([
    {
      name: 'is unchanged',
      old: answered(repeated),
      new: answered({...object({id: TEXT}, {required: ['id']}), oneOf: forms}),
      told: [],
      back: []
    },
    {
      name: 'changes its type as well',
      old: sent(repeated),
      new: sent({...object({id: NUMBER}, {required: ['id']}), oneOf: forms}),
      told: ['type-changed (request breaks)', 'type-changed (request breaks)']
    },
    {
      name: 'is now required in all alternatives',
      old: sent({anyOf: [object({id: TEXT, shelf: TEXT}, {required: ['id', 'shelf']}), forms[1]]}),
      new: sent({...object({id: TEXT}, {required: ['id']}), anyOf: forms}),
      told: ['required-field-added id (request breaks)']
    }
  ])
})

describe('changes that are reported once', () => {
  check([
    {
      name: 'an object that becomes a string has no fields',
      old: answered(object({shelf: object({row: NUMBER}, {required: ['row']})})),
      new: answered(object({shelf: TEXT})),
      told: ['type-changed (response breaks)']
    },
    {
      name: 'a security requirement of the document',
      old: api({'/loans': {get: {responses: OK}, post: {responses: OK}}}, {security: [], ...CARDS}),
      new: api({'/loans': {get: {responses: OK}, post: {responses: OK}}}, {security: [{card: []}], ...CARDS}),
      told: ['security-stricter nothing (request)'],
      back: ['security-looser nothing (request)']
    },
    {
      name: 'another host in Swagger 2.0',
      old: api({'/loans': {get: {schemes: ['https'], responses: OK}}}, {host: 'library.example'}, '2.0'),
      new: api({'/loans': {get: {schemes: ['https'], responses: OK}}}, {host: 'branch.example'}, '2.0'),
      told: ['server-added //branch.example (request)', 'server-removed //library.example (request)']
    }
  ])
})

test('a changed type lists the types of all alternatives', () => {
  const [older, newer] = [object({id: TEXT}), {oneOf: [NUMBER, object({id: TEXT})]}].map(schema =>
    JSON.stringify(answered(schema))
  ) as [string, string]
  const change = between(older, newer).find(({kind}) => kind === 'type-changed')
  expect(change).toMatchObject({old: ['object'], new: ['integer', 'object']})
})

test('a type that is stated only by the alternatives is not reported as changed', () => {
  const [plain, chosen] = [object({id: TEXT}), {anyOf: [object({id: TEXT}), object({copy: TEXT})]}].map(schema =>
    answered(schema)
  ) as [object, object]
  const typed = (changes: readonly Change[]): Change | undefined => changes.find(({kind}) => kind === 'type-changed')
  expect(typed(between(plain, chosen))).toBeUndefined()
  expect(typed(between(chosen, plain))).toBeUndefined()
})

describe('null next to one alternative', () => {
  const orNull = (schema: unknown): Raw => ({anyOf: [schema, {type: 'null'}]})
  const note = (schema: unknown): object => answered(object({note: schema}), '3.1.0')
  check([
    {
      name: 'nested in `allOf`, or not',
      old: note(orNull(TEXT)),
      new: note({allOf: [orNull(TEXT)]}),
      told: [],
      back: []
    },
    {
      name: 'nested in `allOf`, where null was not allowed',
      old: note(object({text: TEXT})),
      new: note({allOf: [{allOf: [orNull(object({text: TEXT}))]}]}),
      told: ['null-allowed (response breaks)'],
      back: ['null-refused (response keeps)']
    },
    {
      name: 'nested in `allOf` next to a part that rejects null',
      old: note(object({text: TEXT})),
      new: note({allOf: [orNull(object({text: TEXT})), {type: 'object'}]}),
      told: ['composition-changed anyOf (response keeps)'],
      back: ['composition-changed anyOf (response keeps)']
    },
    {
      name: 'next to a choice of alternatives',
      old: note(object({})),
      new: note(orNull({oneOf: [object({text: TEXT}, {required: ['text']}), object({page: NUMBER})]})),
      told: [
        'composition-changed oneOf (response keeps)',
        'field-added page (response keeps)',
        'field-added text (response keeps)',
        'type-changed (response breaks)'
      ]
    }
  ])
})

describe('null as one of two alternatives', () => {
  const NULL = {type: 'null'}
  const note = (schema: unknown): object => sent(object({note: schema}), undefined, '3.1.0')
  check([
    {
      name: 'the other alternative now accepts it, too, so whether exactly one may match needs review',
      old: note({oneOf: [TEXT, NULL]}),
      new: note({oneOf: [{type: ['string', 'null']}, NULL]}),
      told: ['composition-changed oneOf (request undetermined)', 'null-allowed (request keeps)']
    },
    {
      name: 'the other alternative, which has no type, accepts it as well',
      old: note({anyOf: [{minLength: 2}, NULL]}),
      new: note({oneOf: [{minLength: 2}, NULL]}),
      told: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'listed twice',
      old: note({oneOf: [TEXT, NULL]}),
      new: note({oneOf: [TEXT, NULL, NULL]}),
      told: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'excluded by an enum',
      old: note({anyOf: [TEXT, NULL]}),
      new: note({anyOf: [TEXT, {...NULL, enum: ['x']}]}),
      told: ['constraint-tightened enum (request breaks)']
    },
    {
      name: 'next to an object, which does not match null',
      old: note({anyOf: [{allOf: [{properties: {a: TEXT}}]}, NULL]}),
      new: note({oneOf: [{properties: {a: TEXT}}, NULL]}),
      told: [],
      back: []
    },
    {
      name: 'next to an enum, which does not match null',
      old: note({anyOf: [{enum: ['a']}, NULL]}),
      new: note({oneOf: [{enum: ['a']}, {...NULL, enum: [null]}]}),
      told: [],
      back: []
    }
  ])
})

describe('a keyword next to a nullable choice', () => {
  const NULL = {type: 'null'}
  const note = (more: Raw): object => sent(object({note: {anyOf: [TEXT, NULL], ...more}}), undefined, '3.1.0')
  check([
    {
      name: 'rejects null',
      old: note({}),
      new: note({not: {const: null}}),
      told: ['constraint-tightened not (request breaks)'],
      back: ['constraint-loosened not (request keeps)']
    },
    {
      name: 'rejects null on a condition',
      old: note({}),
      new: note({if: TEXT, else: false}),
      told: ['constraint-tightened if (request breaks)'],
      back: ['constraint-loosened if (request keeps)']
    }
  ])
})

describe('`anyOf` becomes `oneOf`', () => {
  const [shelf, copy] = [object({shelf: TEXT}, {required: ['shelf']}), object({copy: TEXT}, {required: ['copy']})]
  check([
    {
      name: 'a new null alternative is reported separately',
      old: answered({anyOf: [shelf, copy]}, '3.1.0'),
      new: answered({oneOf: [shelf, copy, {type: 'null'}]}, '3.1.0'),
      told: ['alternative-added null (response breaks)', 'composition-changed oneOf (response keeps)']
    },
    {
      name: 'values that match both alternatives are rejected',
      old: sent({anyOf: [shelf, copy]}),
      new: sent({oneOf: [shelf, copy]}),
      told: ['composition-changed oneOf (request breaks)'],
      back: ['composition-changed anyOf (request keeps)']
    }
  ])
})

test('a change in one of two equal alternatives is reported for the one that changed', () => {
  const forms = (late: Raw): object => ({
    ...answered({oneOf: [{$ref: '#/components/schemas/Late'}, {$ref: '#/components/schemas/Lost'}]}),
    components: {schemas: {Late: object(late), Lost: object({fine: NUMBER, note: TEXT})}}
  })
  const [older, newer] = [forms({fine: NUMBER, note: TEXT}), forms({fine: NUMBER})].map(each => JSON.stringify(each))
  const [change, ...others] = between(older as string, newer as string)
  expect(others).toEqual([])
  expect(change).toMatchObject({
    kind: 'field-removed',
    component: 'Late',
    where: {old: {pointer: '/components/schemas/Late/properties/note'}}
  })
})

describe('the discriminator of alternatives', () => {
  const of = (mapping?: object): object =>
    api(
      {
        '/loans': {
          get: {
            responses: {
              '200': answer({
                oneOf: [{$ref: '#/components/schemas/Loan'}, {$ref: '#/components/schemas/Copy'}],
                discriminator: {propertyName: 'kind', mapping}
              })
            }
          }
        }
      },
      {components: {schemas: {Loan: object({kind: TEXT}), Copy: object({kind: TEXT, shelf: TEXT})}}}
    )
  const [loan, copy] = ['#/components/schemas/Loan', '#/components/schemas/Copy']
  const named = (forms: Raw, mapping?: object): object => ({
    ...answered({
      oneOf: Object.keys(forms).map(name => ({$ref: `#/components/schemas/${name}`})),
      discriminator: {propertyName: 'kind', mapping}
    }),
    components: {schemas: {...forms, Map: object({kind: TEXT, scale: TEXT})}}
  })
  const book = object({kind: TEXT, pages: NUMBER}, {required: ['kind', 'pages']})
  const disc = object({kind: TEXT, minutes: NUMBER})
  const ofKind = (kind: string): object => object({kind: {...TEXT, enum: [kind]}})
  check([
    {
      name: 'the default names of alternatives, stated or not',
      old: of(),
      new: of({Loan: loan, Copy: copy}),
      told: [],
      back: []
    },
    {
      name: 'a name or a reference',
      old: of({loan: 'Loan', copy: 'Copy'}),
      new: of({loan, copy}),
      told: [],
      back: []
    },
    {
      name: 'swapped names',
      old: of({loan, copy}),
      new: of({loan: copy, copy: loan}),
      told: ['discriminator-changed mapping (response)'],
      back: ['discriminator-changed mapping (response)']
    },
    {
      name: 'one of two names of an alternative is removed',
      old: of({loan, Loan: loan}),
      new: of({loan}),
      told: ['discriminator-changed mapping (response)']
    },
    {
      name: 'an alternative with another schema name, which is its discriminator value',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Record: disc}),
      told: ['discriminator-changed mapping (response)'],
      back: ['discriminator-changed mapping (response)']
    },
    {
      name: 'an alternative with another schema name and a new field',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Record: object({kind: TEXT, minutes: NUMBER, sides: NUMBER})}),
      told: ['discriminator-changed mapping (response)', 'field-added sides (response keeps)']
    },
    {
      name: 'an alternative with another schema name and its former discriminator value',
      old: named({Book: book, Disc: disc}, {disc: '#/components/schemas/Disc'}),
      new: named({Book: book, Record: disc}, {disc: '#/components/schemas/Record'}),
      told: [],
      back: []
    },
    {
      name: 'a new alternative with a discriminator value',
      old: named({Book: book, Disc: disc}, {book: '#/components/schemas/Book'}),
      new: named(
        {Book: book, Disc: disc, Atlas: object({kind: TEXT, maps: NUMBER}, {required: ['maps']})},
        {book: '#/components/schemas/Book', atlas: '#/components/schemas/Atlas'}
      ),
      told: ['alternative-added Atlas (response keeps)', 'discriminator-changed mapping (response)'],
      back: ['alternative-removed Atlas (response keeps)']
    },
    {
      name: 'a new alternative without a mapping',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Disc: disc, Atlas: object({kind: TEXT, maps: NUMBER}, {required: ['maps']})}),
      told: ['alternative-added Atlas (response keeps)', 'discriminator-changed mapping (response)'],
      back: ['alternative-removed Atlas (response keeps)']
    },
    {
      name: 'a new alternative that lists its own discriminator value',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Disc: ofKind('disc'), Atlas: ofKind('atlas')}),
      told: ['alternative-added Atlas (response breaks)'],
      back: ['alternative-removed Atlas (response keeps)']
    },
    {
      name: 'an alternative with another schema name that lists its own discriminator value',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Record: ofKind('disc')}),
      told: [],
      back: []
    },
    {
      name: 'listed values of the alternatives, repeated in the mapping or not',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Disc: ofKind('disc')}, {book: '#/components/schemas/Book', disc: 'Disc'}),
      told: [],
      back: []
    },
    {
      name: 'a mapping that contradicts the listed values of the alternatives',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Disc: ofKind('disc')}, {book: 'Disc', disc: 'Book'}),
      told: ['discriminator-changed mapping (response)']
    },
    {
      name: 'a value for a schema that is no alternative',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Disc: disc}, {map: '#/components/schemas/Map'}),
      told: ['discriminator-changed mapping (response)']
    },
    {
      name: 'a discriminator of Swagger 2.0',
      old: api(
        {
          '/loans': {
            get: {
              produces: ['application/json'],
              responses: {'200': {description: 'Fine', schema: object({kind: TEXT}, {discriminator: 'kind'})}}
            }
          }
        },
        {},
        '2.0'
      ),
      new: answered(object({kind: TEXT}, {discriminator: {propertyName: 'kind'}})),
      told: [],
      back: []
    }
  ])
})

describe('overlapping alternatives', () => {
  const forms = ['shelf', 'copy', 'row', 'desk'].map(name => object({[name]: TEXT}))
  const [shelf, copy] = forms as [Raw, Raw]
  const first = (many: number): Raw => ({oneOf: forms.slice(0, many)})
  const distinct = [object({shelf: TEXT}, {required: ['shelf']}), object({copy: TEXT}, {required: ['copy']})]
  const numbers = {oneOf: [{type: 'number'}, {type: 'boolean'}]}
  const named = (...names: string[]): Raw => ({
    oneOf: names.map(name => ({$ref: `#/components/schemas/${name}`})),
    discriminator: {propertyName: 'kind'}
  })
  const kind = (name: string): Raw => object({kind: TEXT, [name]: TEXT}, {required: ['kind']})
  const known = {components: {schemas: {Book: kind('pages'), Disc: kind('tracks'), Map: kind('scale')}}}
  check([
    {
      name: 'one of two is removed from a response',
      old: answered(first(2)),
      new: answered(first(1)),
      told: ['composition-changed oneOf (response undetermined)']
    },
    {
      name: 'one of three is removed from a response',
      old: answered(first(3)),
      new: answered(first(2)),
      told: ['alternative-removed object (response undetermined)'],
      back: ['alternative-added object (response undetermined)']
    },
    {
      name: 'one of four is removed from a response',
      old: answered(first(4)),
      new: answered(first(3)),
      told: ['alternative-removed object (response undetermined)']
    },
    {
      name: 'only one of three remains',
      old: answered(first(3)),
      new: answered(shelf),
      told: ['composition-changed oneOf (response undetermined)']
    },
    {
      name: 'one of three in `anyOf` is removed from a response',
      old: answered({anyOf: forms.slice(0, 3)}),
      new: answered({anyOf: forms.slice(0, 2)}),
      told: ['alternative-removed object (response keeps)']
    },
    {
      name: 'one is added to a schema without a choice',
      old: sent(shelf),
      new: sent(first(2)),
      told: ['composition-changed oneOf (request undetermined)', 'field-added copy (request keeps)']
    },
    {
      name: 'one is added to two in a request',
      old: sent(first(2)),
      new: sent(first(3)),
      told: ['alternative-added object (request undetermined)', 'field-added row (request keeps)']
    },
    {
      name: 'one is added that needs to overlap with none',
      old: sent({oneOf: distinct.slice(0, 1)}),
      new: sent({oneOf: distinct}),
      told: ['composition-changed oneOf (request keeps)', 'field-added copy (request keeps)']
    },
    {
      name: 'two of them allow null',
      old: sent({oneOf: [{...shelf, nullable: true}, NUMBER]}),
      new: sent({oneOf: [{...shelf, nullable: true}, NUMBER, {type: 'boolean', nullable: true}]}),
      told: ['alternative-added boolean (request undetermined)']
    },
    {
      name: 'numbers and integers',
      old: answered({oneOf: [...numbers.oneOf, NUMBER]}),
      new: answered(numbers),
      told: ['alternative-removed integer (response undetermined)']
    },
    {
      name: 'a discriminator chooses among them in a response',
      old: {...answered(named('Book', 'Disc', 'Map')), ...known},
      new: {...answered(named('Book', 'Disc')), ...known},
      told: ['alternative-removed Map (response keeps)']
    },
    {
      name: 'a discriminator chooses among them in a request, which no longer accepts the removed one',
      old: {...sent(named('Book', 'Disc', 'Map')), ...known},
      new: {...sent(named('Book', 'Disc')), ...known},
      told: ['alternative-removed Map (request breaks)']
    },
    {
      name: '`anyOf` becomes `oneOf` in a request',
      old: sent({anyOf: [shelf, copy]}),
      new: sent({oneOf: [shelf, copy]}),
      told: ['composition-changed oneOf (request breaks)']
    },
    {
      name: '`oneOf` becomes `anyOf` in a response',
      old: answered({oneOf: [shelf, copy]}),
      new: answered({anyOf: [shelf, copy]}),
      told: ['composition-changed anyOf (response undetermined)']
    },
    {
      name: 'in an array',
      old: answered({type: 'array', items: first(3)}),
      new: answered({type: 'array', items: first(2)}),
      told: ['alternative-removed object (response undetermined)']
    },
    {
      name: 'a value that no alternative accepts is breaking, although others overlap',
      old: sent(object({shelf: {}}, {required: ['shelf']})),
      new: sent({
        oneOf: [
          object({shelf: TEXT}, {required: ['shelf']}),
          object({shelf: {}, copy: TEXT, row: TEXT}, {required: ['copy']}),
          object({shelf: {type: 'string', maxLength: 5}})
        ]
      }),
      told: [
        'composition-changed oneOf (request breaks)',
        'field-added copy (request keeps)',
        'field-added row (request keeps)'
      ]
    },
    {
      name: 'an alternative is listed twice',
      old: sent({oneOf: distinct}),
      new: sent({oneOf: [...distinct, distinct[0]]}),
      told: ['alternative-added object (request breaks)']
    }
  ])

  test('the report names the overlapping alternatives', () => {
    const whyOf = (older: object, newer: object): string[] =>
      between(JSON.stringify(older), JSON.stringify(newer)).flatMap(({proofs}) =>
        Object.values(proofs).flatMap(proof => (proof.is === 'undetermined' ? [proof.why] : []))
      )
    expect(whyOf(answered(first(3)), answered(first(2)))).toEqual(['alternative 3 overlaps with alternative 1'])
    expect(whyOf(sent(shelf), sent(first(2)))).toEqual(['alternative 2 overlaps with alternative 1'])
    const plain = (...names: string[]): Raw => ({oneOf: named(...names).oneOf})
    const [three, two] = [plain('Book', 'Disc', 'Map'), plain('Book', 'Disc')]
    expect(whyOf({...answered(three), ...known}, {...answered(two), ...known})).toEqual(['`Map` overlaps with `Book`'])
  })
})
