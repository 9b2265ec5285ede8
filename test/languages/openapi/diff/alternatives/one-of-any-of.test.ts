// Constraints may move between the alternatives and the schema around them without a change of meaning.
import {describe, expect, test} from 'vitest'
import type {Change} from '../../../../../src/model/api/change.ts'
import {
  api,
  jsonResponse,
  NUMBER,
  OK,
  object,
  type Raw,
  TEXT,
  testChanges,
  withOperation,
  withRequest,
  withResponse
} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'

const CARDS = {components: {securitySchemes: {card: {type: 'apiKey', in: 'header', name: 'Reader-Card'}}}}

describe('open alternatives', () => {
  testChanges([
    {
      name: 'another alternative accepts the changed field because it does not mention it',
      old: withResponse({oneOf: [object({text: TEXT}), object({text: TEXT, length: NUMBER}, {required: ['length']})]}),
      new: withResponse({oneOf: [object({text: TEXT}), object({text: TEXT, length: TEXT}, {required: ['length']})]}),
      changes: ['type-changed (response undetermined)'],
      reverse: ['type-changed (response undetermined)']
    },
    {
      name: 'another alternative accepts the changed field because it explicitly allows additional properties',
      old: withResponse({
        anyOf: [
          object({text: TEXT}, {additionalProperties: true}),
          object({text: TEXT, length: NUMBER}, {required: ['length']})
        ]
      }),
      new: withResponse({
        anyOf: [
          object({text: TEXT}, {additionalProperties: true}),
          object({text: TEXT, length: TEXT}, {required: ['length']})
        ]
      }),
      changes: ['type-changed (response keeps)'],
      reverse: ['type-changed (response keeps)']
    }
  ])
})

describe('a nullable choice', () => {
  const texts: Raw = {anyOf: [TEXT, {type: 'integer'}]}
  const flags: Raw = {anyOf: [{type: 'boolean'}, {type: 'integer'}]}
  const orNull = (schema: Raw): Raw => ({oneOf: [schema, {type: 'null'}]})
  const withQuery = (schema: Raw): object =>
    withOperation({parameters: [{name: 'due', in: 'query', schema}]}, {}, '3.1.0')
  const known = {components: {schemas: {Place: {oneOf: [object({shelf: TEXT}), object({desk: NUMBER})]}}}}
  const place = {$ref: '#/components/schemas/Place'}
  testChanges([
    {
      name: 'no alternative allows null, and no type is stated next to them',
      old: withResponse(texts, '3.1.0'),
      new: withResponse(orNull(texts), '3.1.0'),
      changes: ['null-allowed (response breaks)'],
      reverse: ['null-refused (response keeps)']
    },
    {
      name: 'in a request',
      old: withRequest({anyOf: [texts, {type: 'null'}]}, undefined, '3.1.0'),
      new: withRequest(texts, undefined, '3.1.0'),
      changes: ['null-refused (request breaks)'],
      reverse: ['null-allowed (request keeps)']
    },
    {
      name: 'the alternatives are in a component',
      old: {...withResponse(place, '3.1.0'), ...known},
      new: {...withResponse(orNull(place), '3.1.0'), ...known},
      changes: ['null-allowed (response breaks)']
    },
    {
      name: 'one alternative already allows null',
      old: withResponse({anyOf: [TEXT, {type: ['integer', 'null']}]}, '3.1.0'),
      new: withResponse({anyOf: [{anyOf: [TEXT, {type: ['integer', 'null']}]}, {type: 'null'}]}, '3.1.0'),
      changes: []
    },
    {
      name: 'in a URL, where one alternative accepts any text',
      old: withQuery(orNull(texts)),
      new: withQuery(texts),
      changes: ['null-refused (request keeps)']
    },
    {
      name: 'in a URL, where no alternative accepts any text',
      old: withQuery(orNull(flags)),
      new: withQuery(flags),
      changes: ['null-refused (request breaks)']
    }
  ])
})

describe('an added or removed choice', () => {
  const alternatives = [
    object({shelf: TEXT, copy: TEXT}, {required: ['shelf']}),
    object({shelf: TEXT, copy: TEXT}, {required: ['copy']})
  ]
  testChanges([
    {
      name: 'an alternative that now accepts anything overlaps with another one',
      old: withRequest({oneOf: [{type: 'boolean'}, {type: 'array', items: TEXT}]}),
      new: withRequest({oneOf: [{}, {type: 'array', items: TEXT}]}),
      changes: ['composition-changed oneOf (request breaks)', 'type-changed (request keeps)']
    },
    {
      name: 'an alternative accepts anything before and after',
      old: withRequest({oneOf: [{}, {type: 'array', items: TEXT}]}),
      new: withRequest({oneOf: [{}, {type: 'array', items: NUMBER}]}),
      changes: ['type-changed (request undetermined)']
    },
    {
      name: 'all required fields of the alternatives become required together',
      old: withRequest({oneOf: alternatives}),
      new: withRequest(object({shelf: TEXT, copy: TEXT}, {required: ['shelf', 'copy']})),
      changes: ['composition-changed oneOf (request breaks)'],
      reverse: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'a field has another type without the alternatives',
      old: withRequest({anyOf: [object({shelf: NUMBER}), object({copy: TEXT}, {required: ['copy']})]}),
      new: withRequest(object({shelf: TEXT, copy: TEXT})),
      changes: ['composition-changed anyOf (request breaks)']
    },
    {
      name: 'all fields remain without the alternatives',
      old: withRequest({anyOf: [object({shelf: NUMBER}), object({copy: TEXT}, {required: ['copy']})]}),
      new: withRequest(object({shelf: NUMBER, copy: TEXT})),
      changes: ['composition-changed anyOf (request keeps)'],
      reverse: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'fields of the alternatives are removed together with the alternatives',
      old: withResponse({anyOf: [object({id: TEXT, shelf: TEXT}), object({id: TEXT, copy: TEXT})]}),
      new: withResponse(object({id: TEXT})),
      changes: [
        'composition-changed anyOf (response keeps)',
        'field-removed copy (response keeps)',
        'field-removed shelf (response keeps)'
      ]
    },
    {
      name: 'only one of the alternatives remains',
      old: withResponse({oneOf: alternatives}),
      new: withResponse(alternatives[0]),
      changes: ['composition-changed oneOf (response undetermined)']
    }
  ])
})

describe('a field that only one alternative names', () => {
  const [shelf, copy, row] = [object({shelf: TEXT}), object({copy: TEXT}), object({row: TEXT})]
  testChanges([
    {
      name: 'is no longer read by the only remaining alternative',
      old: withRequest({anyOf: [shelf, copy]}),
      new: withRequest(shelf),
      changes: ['composition-changed anyOf (request keeps)', 'field-removed copy (request keeps)'],
      reverse: ['composition-changed anyOf (request keeps)', 'field-added copy (request keeps)']
    },
    {
      name: 'is no longer read by the remaining alternatives',
      old: withRequest({anyOf: [shelf, object({copy: TEXT}, {required: ['copy']}), row]}),
      new: withRequest({anyOf: [shelf, row]}),
      changes: ['alternative-removed object (request keeps)', 'field-removed copy (request keeps)'],
      reverse: ['alternative-added object (request keeps)', 'field-added copy (request keeps)']
    },
    {
      name: 'is reported as part of the alternative, if the remaining ones reject it',
      old: withRequest({anyOf: [shelf, copy, row].map(form => ({...form, additionalProperties: false}))}),
      new: withRequest({anyOf: [shelf, row].map(form => ({...form, additionalProperties: false}))}),
      changes: ['alternative-removed object (request breaks)']
    },
    {
      name: 'is now named next to the alternatives or in nested ones',
      old: withRequest({anyOf: [shelf, copy, row]}),
      new: withRequest({...object({copy: TEXT}), anyOf: [shelf, {anyOf: [row, object({copy: TEXT, row: TEXT})]}]}),
      changes: [
        'alternative-added anyOf 2 (request keeps)',
        'alternative-removed object (request keeps)',
        'alternative-removed object (request keeps)',
        'field-added copy (request keeps)'
      ]
    },
    {
      name: 'is still accepted by an alternative for any object',
      old: withRequest({anyOf: [shelf, copy, {type: 'object'}]}),
      new: withRequest({anyOf: [shelf, {type: 'object'}]}),
      changes: ['alternative-removed object (request keeps)']
    },
    {
      name: 'is not part of a request if it is read-only',
      old: withRequest({anyOf: [shelf, object({copy: {...TEXT, readOnly: true}})]}),
      new: withRequest(shelf),
      changes: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'is no loss for clients that had to expect the other alternative as well',
      old: withResponse({anyOf: [shelf, copy]}),
      new: withResponse(shelf),
      changes: ['composition-changed anyOf (response keeps)']
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
  const alternatives = [object({shelf: TEXT}, {required: ['shelf']}), object({copy: TEXT}, {required: ['copy']})]
  testChanges([
    {
      name: 'is unchanged',
      old: withResponse(repeated),
      new: withResponse({...object({id: TEXT}, {required: ['id']}), oneOf: alternatives}),
      changes: [],
      reverse: []
    },
    {
      name: 'changes its type as well',
      old: withRequest(repeated),
      new: withRequest({...object({id: NUMBER}, {required: ['id']}), oneOf: alternatives}),
      changes: ['type-changed (request breaks)', 'type-changed (request breaks)']
    },
    {
      name: 'is now required in all alternatives',
      old: withRequest({anyOf: [object({id: TEXT, shelf: TEXT}, {required: ['id', 'shelf']}), alternatives[1]]}),
      new: withRequest({...object({id: TEXT}, {required: ['id']}), anyOf: alternatives}),
      changes: ['required-field-added id (request breaks)']
    }
  ])
})

describe('changes that are reported once', () => {
  testChanges([
    {
      name: 'an object that becomes a string has no fields',
      old: withResponse(object({shelf: object({row: NUMBER}, {required: ['row']})})),
      new: withResponse(object({shelf: TEXT})),
      changes: ['type-changed (response breaks)']
    },
    {
      name: 'a security requirement of the document',
      old: api({'/loans': {get: {responses: OK}, post: {responses: OK}}}, {security: [], ...CARDS}),
      new: api({'/loans': {get: {responses: OK}, post: {responses: OK}}}, {security: [{card: []}], ...CARDS}),
      changes: ['security-stricter nothing (request)'],
      reverse: ['security-looser nothing (request)']
    },
    {
      name: 'another host in Swagger 2.0',
      old: api({'/loans': {get: {schemes: ['https'], responses: OK}}}, {host: 'library.example'}, '2.0'),
      new: api({'/loans': {get: {schemes: ['https'], responses: OK}}}, {host: 'branch.example'}, '2.0'),
      changes: ['server-added //branch.example (request)', 'server-removed //library.example (request)']
    }
  ])
})

test('a changed type lists the types of all alternatives', () => {
  const [older, newer] = [object({id: TEXT}), {oneOf: [NUMBER, object({id: TEXT})]}].map(schema =>
    JSON.stringify(withResponse(schema))
  ) as [string, string]
  const change = diffDocuments(older, newer).find(({kind}) => kind === 'type-changed')
  expect(change).toMatchObject({old: ['object'], new: ['integer', 'object']})
})

test('a type that is stated only by the alternatives is not reported as changed', () => {
  const [plain, chosen] = [object({id: TEXT}), {anyOf: [object({id: TEXT}), object({copy: TEXT})]}].map(schema =>
    withResponse(schema)
  ) as [object, object]
  const typed = (changes: readonly Change[]): Change | undefined => changes.find(({kind}) => kind === 'type-changed')
  expect(typed(diffDocuments(plain, chosen))).toBeUndefined()
  expect(typed(diffDocuments(chosen, plain))).toBeUndefined()
})

describe('null next to one alternative', () => {
  const orNull = (schema: unknown): Raw => ({anyOf: [schema, {type: 'null'}]})
  const note = (schema: unknown): object => withResponse(object({note: schema}), '3.1.0')
  testChanges([
    {
      name: 'nested in `allOf`, or not',
      old: note(orNull(TEXT)),
      new: note({allOf: [orNull(TEXT)]}),
      changes: [],
      reverse: []
    },
    {
      name: 'nested in `allOf`, where null was not allowed',
      old: note(object({text: TEXT})),
      new: note({allOf: [{allOf: [orNull(object({text: TEXT}))]}]}),
      changes: ['null-allowed (response breaks)'],
      reverse: ['null-refused (response keeps)']
    },
    {
      name: 'nested in `allOf` next to a part that rejects null',
      old: note(object({text: TEXT})),
      new: note({allOf: [orNull(object({text: TEXT})), {type: 'object'}]}),
      changes: ['composition-changed anyOf (response keeps)'],
      reverse: ['composition-changed anyOf (response keeps)']
    },
    {
      name: 'next to a choice of alternatives',
      old: note(object({})),
      new: note(orNull({oneOf: [object({text: TEXT}, {required: ['text']}), object({page: NUMBER})]})),
      changes: [
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
  const note = (schema: unknown): object => withRequest(object({note: schema}), undefined, '3.1.0')
  testChanges([
    {
      name: 'the other alternative now accepts it, too, so it matches two',
      old: note({oneOf: [TEXT, NULL]}),
      new: note({oneOf: [{type: ['string', 'null']}, NULL]}),
      changes: ['composition-changed oneOf (request breaks)', 'null-allowed (request keeps)']
    },
    {
      name: 'the other alternative, which has no type, accepts it as well',
      old: note({anyOf: [{minLength: 2}, NULL]}),
      new: note({oneOf: [{minLength: 2}, NULL]}),
      changes: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'listed twice',
      old: note({oneOf: [TEXT, NULL]}),
      new: note({oneOf: [TEXT, NULL, NULL]}),
      changes: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'excluded by an enum',
      old: note({anyOf: [TEXT, NULL]}),
      new: note({anyOf: [TEXT, {...NULL, enum: ['x']}]}),
      changes: ['constraint-tightened enum (request breaks)']
    },
    {
      name: 'next to an object, which does not match null',
      old: note({anyOf: [{allOf: [{properties: {a: TEXT}}]}, NULL]}),
      new: note({oneOf: [{properties: {a: TEXT}}, NULL]}),
      changes: [],
      reverse: []
    },
    {
      name: 'next to an enum, which does not match null',
      old: note({anyOf: [{enum: ['a']}, NULL]}),
      new: note({oneOf: [{enum: ['a']}, {...NULL, enum: [null]}]}),
      changes: [],
      reverse: []
    }
  ])
})

describe('a keyword next to a nullable choice', () => {
  const NULL = {type: 'null'}
  const note = (more: Raw): object => withRequest(object({note: {anyOf: [TEXT, NULL], ...more}}), undefined, '3.1.0')
  testChanges([
    {
      name: 'rejects null',
      old: note({}),
      new: note({not: {const: null}}),
      changes: ['constraint-tightened not (request breaks)'],
      reverse: ['constraint-loosened not (request keeps)']
    },
    {
      name: 'rejects null on a condition',
      old: note({}),
      new: note({if: TEXT, else: false}),
      changes: ['constraint-tightened if (request breaks)'],
      reverse: ['constraint-loosened if (request keeps)']
    }
  ])
})

describe('`anyOf` becomes `oneOf`', () => {
  const [shelf, copy] = [object({shelf: TEXT}, {required: ['shelf']}), object({copy: TEXT}, {required: ['copy']})]
  testChanges([
    {
      name: 'a new null alternative is reported separately',
      old: withResponse({anyOf: [shelf, copy]}, '3.1.0'),
      new: withResponse({oneOf: [shelf, copy, {type: 'null'}]}, '3.1.0'),
      changes: ['alternative-added null (response breaks)', 'composition-changed oneOf (response keeps)']
    },
    {
      name: 'values that match both alternatives are rejected',
      old: withRequest({anyOf: [shelf, copy]}),
      new: withRequest({oneOf: [shelf, copy]}),
      changes: ['composition-changed oneOf (request breaks)'],
      reverse: ['composition-changed anyOf (request keeps)']
    }
  ])
})

test('a change in one of two equal alternatives is reported for the one that changed', () => {
  const alternatives = (late: Raw): object => ({
    ...withResponse({oneOf: [{$ref: '#/components/schemas/Late'}, {$ref: '#/components/schemas/Lost'}]}),
    components: {schemas: {Late: object(late), Lost: object({fine: NUMBER, note: TEXT})}}
  })
  const [older, newer] = [alternatives({fine: NUMBER, note: TEXT}), alternatives({fine: NUMBER})].map(each =>
    JSON.stringify(each)
  )
  const [change, ...others] = diffDocuments(older as string, newer as string)
  expect(others).toEqual([])
  expect(change).toMatchObject({
    kind: 'field-removed',
    component: 'Late',
    where: {old: {pointer: '/components/schemas/Late/properties/note'}}
  })
})

describe('a request that two alternatives of a new `oneOf` accept', () => {
  const short = {...TEXT, maxLength: 5}
  const broken = ['composition-changed oneOf (request breaks)']
  testChanges([
    {
      name: 'is rejected if a text becomes one of two texts',
      old: withRequest(object({title: TEXT})),
      new: withRequest(object({title: {oneOf: [TEXT, short]}})),
      changes: broken
    },
    {
      name: 'is rejected if a number becomes a number or an integer, in a URL',
      old: withOperation({parameters: [{name: 'row', in: 'query', schema: {type: 'number'}}]}),
      new: withOperation({parameters: [{name: 'row', in: 'query', schema: {oneOf: [{type: 'number'}, NUMBER]}}]}),
      changes: broken
    },
    {
      name: 'is rejected if an object becomes any object or one with fields',
      old: withRequest(object({shelf: TEXT})),
      new: withRequest({oneOf: [object({shelf: TEXT}), {type: 'object'}]}),
      changes: broken
    },
    {
      name: 'is accepted if the alternatives share no value',
      old: withRequest({type: ['string', 'integer']}, undefined, '3.1.0'),
      new: withRequest({oneOf: [TEXT, NUMBER]}, undefined, '3.1.0'),
      changes: ['composition-changed oneOf (request keeps)']
    },
    {
      name: 'concerns no client that reads a response',
      old: withResponse(object({title: TEXT})),
      new: withResponse(object({title: {oneOf: [TEXT, short]}})),
      changes: ['composition-changed oneOf (response keeps)']
    }
  ])
})

describe('a wider alternative of `oneOf` takes part of what another one accepts', () => {
  const lent = {...TEXT, enum: ['lent']}
  const wider = (other: Raw): {old: object; new: object} => ({
    old: withRequest({oneOf: [object({state: lent}), other]}),
    new: withRequest({oneOf: [object({state: TEXT}), other]})
  })
  const loosened = 'constraint-loosened enum (request keeps)'
  testChanges([
    ...[{}, {required: []}, {readOnly: false}].map(more => ({
      name: `which accepts any object${Object.keys(more).map(keyword => ` (${keyword})`)}`,
      ...wider({type: 'object', ...more}),
      changes: ['composition-changed oneOf (request undetermined)', loosened]
    })),
    ...[{maxProperties: 50}, {minProperties: 1}].map(more => ({
      name: `which accepts objects of any fields, with ${Object.keys(more)}`,
      ...wider({type: 'object', ...more}),
      changes: ['composition-changed oneOf (request breaks)', loosened]
    })),
    {name: 'which documents other fields', ...wider(object({title: TEXT})), changes: [loosened]}
  ])
})

describe('a closed object that becomes one of several closed alternatives', () => {
  const closed = (properties: Raw, more: Raw = {}): Raw => object(properties, {additionalProperties: false, ...more})
  const [shelf, copy] = [closed({shelf: TEXT}, {required: ['shelf']}), closed({copy: TEXT}, {required: ['copy']})]
  const changes = ['composition-changed oneOf (request keeps)', 'field-added copy (request keeps)']
  const open = object({copy: TEXT}, {required: ['copy']})
  testChanges([
    {
      name: 'accepts no undocumented fields',
      old: withRequest(shelf),
      new: withRequest({oneOf: [shelf, copy]}),
      changes,
      reverse: ['composition-changed oneOf (request breaks)', 'field-removed copy (request breaks)']
    },
    {
      name: 'accepts none in nested alternatives, either',
      old: withRequest(shelf),
      new: withRequest({allOf: [{type: 'object', oneOf: [{anyOf: [shelf, copy]}, shelf]}]}),
      changes: ['composition-changed oneOf (request breaks)', 'field-added copy (request keeps)']
    },
    {
      name: 'accepts none that no alternative evaluates',
      old: withRequest(shelf, undefined, '3.1.0'),
      new: withRequest({oneOf: [object({shelf: TEXT}), open], unevaluatedProperties: false}, undefined, '3.1.0'),
      changes: [
        'composition-changed oneOf (request keeps)',
        'constraint-tightened unevaluatedProperties (request keeps)',
        'field-added copy (request keeps)'
      ]
    },
    {
      name: 'accepts some if one alternative is open',
      old: withRequest(shelf),
      new: withRequest({oneOf: [shelf, open]}),
      changes: [...changes, 'object-opened additionalProperties (request keeps)']
    },
    {
      name: 'restricts them as before if each alternative does',
      old: withRequest(object({shelf: TEXT}, {additionalProperties: NUMBER})),
      new: withRequest({
        oneOf: [
          object({shelf: TEXT}, {additionalProperties: NUMBER, required: ['shelf']}),
          object({copy: TEXT}, {additionalProperties: NUMBER, required: ['copy']})
        ]
      }),
      changes: ['composition-changed oneOf (request breaks)', 'constraint-changed copy (request breaks)']
    }
  ])
})

describe('the discriminator of alternatives', () => {
  const of = (mapping?: object): object =>
    api(
      {
        '/loans': {
          get: {
            responses: {
              '200': jsonResponse({
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
  const named = (alternatives: Raw, mapping?: object): object => ({
    ...withResponse({
      oneOf: Object.keys(alternatives).map(name => ({$ref: `#/components/schemas/${name}`})),
      discriminator: {propertyName: 'kind', mapping}
    }),
    components: {schemas: {...alternatives, Map: object({kind: TEXT, scale: TEXT})}}
  })
  const book = object({kind: TEXT, pages: NUMBER}, {required: ['kind', 'pages']})
  const disc = object({kind: TEXT, minutes: NUMBER})
  const ofKind = (kind: string): object => object({kind: {...TEXT, enum: [kind]}})
  testChanges([
    {
      name: 'the default names of alternatives, stated or not',
      old: of(),
      new: of({Loan: loan, Copy: copy}),
      changes: [],
      reverse: []
    },
    {
      name: 'a name or a reference',
      old: of({loan: 'Loan', copy: 'Copy'}),
      new: of({loan, copy}),
      changes: [],
      reverse: []
    },
    {
      name: 'swapped names',
      old: of({loan, copy}),
      new: of({loan: copy, copy: loan}),
      changes: ['discriminator-changed mapping (response)'],
      reverse: ['discriminator-changed mapping (response)']
    },
    {
      name: 'the default name of an alternative for another one',
      old: of({loan}),
      new: of({loan, Copy: loan}),
      changes: ['discriminator-changed mapping (response)'],
      reverse: ['discriminator-changed mapping (response)']
    },
    {
      name: 'one of two names of an alternative is removed',
      old: of({loan, Loan: loan}),
      new: of({loan}),
      changes: ['discriminator-changed mapping (response)']
    },
    {
      name: 'an alternative with another schema name, which is its discriminator value',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Record: disc}),
      changes: ['discriminator-changed mapping (response)'],
      reverse: ['discriminator-changed mapping (response)']
    },
    {
      name: 'an alternative with another schema name and a new field',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Record: object({kind: TEXT, minutes: NUMBER, sides: NUMBER})}),
      changes: ['discriminator-changed mapping (response)', 'field-added sides (response keeps)']
    },
    {
      name: 'an alternative with another schema name and its former discriminator value',
      old: named({Book: book, Disc: disc}, {disc: '#/components/schemas/Disc'}),
      new: named({Book: book, Record: disc}, {disc: '#/components/schemas/Record'}),
      changes: [],
      reverse: []
    },
    {
      name: 'a new alternative with a discriminator value',
      old: named({Book: book, Disc: disc}, {book: '#/components/schemas/Book'}),
      new: named(
        {Book: book, Disc: disc, Atlas: object({kind: TEXT, maps: NUMBER}, {required: ['maps']})},
        {book: '#/components/schemas/Book', atlas: '#/components/schemas/Atlas'}
      ),
      changes: ['alternative-added Atlas (response keeps)', 'discriminator-changed mapping (response)'],
      reverse: ['alternative-removed Atlas (response keeps)']
    },
    {
      name: 'a new alternative without a mapping',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Disc: disc, Atlas: object({kind: TEXT, maps: NUMBER}, {required: ['maps']})}),
      changes: ['alternative-added Atlas (response keeps)', 'discriminator-changed mapping (response)'],
      reverse: ['alternative-removed Atlas (response keeps)']
    },
    {
      name: 'a new alternative that lists its own discriminator value',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Disc: ofKind('disc'), Atlas: ofKind('atlas')}),
      changes: ['alternative-added Atlas (response breaks)'],
      reverse: ['alternative-removed Atlas (response keeps)']
    },
    {
      name: 'an alternative with another schema name that lists its own discriminator value',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Record: ofKind('disc')}),
      changes: [],
      reverse: []
    },
    {
      name: 'listed values of the alternatives, repeated in the mapping or not',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Disc: ofKind('disc')}, {book: '#/components/schemas/Book', disc: 'Disc'}),
      changes: [],
      reverse: []
    },
    {
      name: 'a mapping that contradicts the listed values of the alternatives',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Disc: ofKind('disc')}, {book: 'Disc', disc: 'Book'}),
      changes: ['discriminator-changed mapping (response)']
    },
    {
      name: 'a value for a schema that is no alternative',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Disc: disc}, {map: '#/components/schemas/Map'}),
      changes: ['discriminator-changed mapping (response)']
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
      new: withResponse(object({kind: TEXT}, {discriminator: {propertyName: 'kind'}})),
      changes: [],
      reverse: []
    }
  ])
})

describe('overlapping alternatives', () => {
  const alternatives = ['shelf', 'copy', 'row', 'desk'].map(name => object({[name]: TEXT}))
  const [shelf, copy] = alternatives as [Raw, Raw]
  const first = (many: number): Raw => ({oneOf: alternatives.slice(0, many)})
  const distinct = [object({shelf: TEXT}, {required: ['shelf']}), object({copy: TEXT}, {required: ['copy']})]
  const numbers = {oneOf: [{type: 'number'}, {type: 'boolean'}]}
  const named = (...names: string[]): Raw => ({
    oneOf: names.map(name => ({$ref: `#/components/schemas/${name}`})),
    discriminator: {propertyName: 'kind'}
  })
  const kind = (name: string): Raw => object({kind: TEXT, [name]: TEXT}, {required: ['kind']})
  const known = {components: {schemas: {Book: kind('pages'), Disc: kind('tracks'), Map: kind('scale')}}}
  testChanges([
    {
      name: 'one of two is removed from a response',
      old: withResponse(first(2)),
      new: withResponse(first(1)),
      changes: ['composition-changed oneOf (response undetermined)']
    },
    {
      name: 'one of three is removed from a response',
      old: withResponse(first(3)),
      new: withResponse(first(2)),
      changes: ['alternative-removed object (response undetermined)'],
      reverse: ['alternative-added object (response undetermined)']
    },
    {
      name: 'one of four is removed from a response',
      old: withResponse(first(4)),
      new: withResponse(first(3)),
      changes: ['alternative-removed object (response undetermined)']
    },
    {
      name: 'only one of three remains',
      old: withResponse(first(3)),
      new: withResponse(shelf),
      changes: ['composition-changed oneOf (response undetermined)']
    },
    {
      name: 'one of three in `anyOf` is removed from a response',
      old: withResponse({anyOf: alternatives.slice(0, 3)}),
      new: withResponse({anyOf: alternatives.slice(0, 2)}),
      changes: ['alternative-removed object (response keeps)']
    },
    {
      name: 'one is added to a schema without a choice',
      old: withRequest(shelf),
      new: withRequest(first(2)),
      changes: ['composition-changed oneOf (request breaks)', 'field-added copy (request keeps)']
    },
    {
      name: 'one is added to two in a request',
      old: withRequest(first(2)),
      new: withRequest(first(3)),
      changes: ['alternative-added object (request undetermined)', 'field-added row (request keeps)']
    },
    {
      name: 'one is added that needs to overlap with none',
      old: withRequest({oneOf: distinct.slice(0, 1)}),
      new: withRequest({oneOf: distinct}),
      changes: ['composition-changed oneOf (request keeps)', 'field-added copy (request keeps)']
    },
    {
      name: 'two of them allow null',
      old: withRequest({oneOf: [{...shelf, nullable: true}, NUMBER]}),
      new: withRequest({oneOf: [{...shelf, nullable: true}, NUMBER, {type: 'boolean', nullable: true}]}),
      changes: ['alternative-added boolean (request breaks)']
    },
    {
      name: 'numbers and integers',
      old: withResponse({oneOf: [...numbers.oneOf, NUMBER]}),
      new: withResponse(numbers),
      changes: ['alternative-removed integer (response undetermined)']
    },
    {
      name: 'a discriminator chooses among them in a response',
      old: {...withResponse(named('Book', 'Disc', 'Map')), ...known},
      new: {...withResponse(named('Book', 'Disc')), ...known},
      changes: ['alternative-removed Map (response keeps)']
    },
    {
      name: 'a discriminator chooses among them in a request, which no longer accepts the removed one',
      old: {...withRequest(named('Book', 'Disc', 'Map')), ...known},
      new: {...withRequest(named('Book', 'Disc')), ...known},
      changes: ['alternative-removed Map (request breaks)']
    },
    {
      name: '`anyOf` becomes `oneOf` in a request',
      old: withRequest({anyOf: [shelf, copy]}),
      new: withRequest({oneOf: [shelf, copy]}),
      changes: ['composition-changed oneOf (request breaks)']
    },
    {
      name: '`oneOf` becomes `anyOf` in a response',
      old: withResponse({oneOf: [shelf, copy]}),
      new: withResponse({anyOf: [shelf, copy]}),
      changes: ['composition-changed anyOf (response undetermined)']
    },
    {
      name: 'in an array',
      old: withResponse({type: 'array', items: first(3)}),
      new: withResponse({type: 'array', items: first(2)}),
      changes: ['alternative-removed object (response undetermined)']
    },
    {
      name: 'a value that no alternative accepts is breaking, although others overlap',
      old: withRequest(object({shelf: {}}, {required: ['shelf']})),
      new: withRequest({
        oneOf: [
          object({shelf: TEXT}, {required: ['shelf']}),
          object({shelf: {}, copy: TEXT, row: TEXT}, {required: ['copy']}),
          object({shelf: {type: 'string', maxLength: 5}})
        ]
      }),
      changes: [
        'composition-changed oneOf (request breaks)',
        'field-added copy (request keeps)',
        'field-added row (request keeps)'
      ]
    },
    {
      name: 'an alternative is listed twice',
      old: withRequest({oneOf: distinct}),
      new: withRequest({oneOf: [...distinct, distinct[0]]}),
      changes: ['alternative-added object (request breaks)']
    }
  ])

  test('the report names the overlapping alternatives', () => {
    const whyOf = (older: object, newer: object): string[] =>
      diffDocuments(JSON.stringify(older), JSON.stringify(newer)).flatMap(({proofs}) =>
        Object.values(proofs).flatMap(proof => (proof.is === 'undetermined' ? [proof.why] : []))
      )
    expect(whyOf(withResponse(first(3)), withResponse(first(2)))).toEqual(['alternative 3 overlaps with alternative 1'])
    const plain = (...names: string[]): Raw => ({oneOf: named(...names).oneOf})
    const [three, two] = [plain('Book', 'Disc', 'Map'), plain('Book', 'Disc')]
    expect(whyOf({...withResponse(three), ...known}, {...withResponse(two), ...known})).toEqual([
      '`Map` overlaps with `Book`'
    ])
    const regions = (...corners: string[]): object => ({
      ...withRequest(object({at: {oneOf: ['Vector', 'Region'].map(name => ({$ref: `#/components/schemas/${name}`}))}})),
      components: {
        schemas: {
          Vector: object({x: NUMBER}, {required: ['x']}),
          Region: object({x: NUMBER, w: NUMBER, corner: {...TEXT, enum: corners}}, {required: ['x', 'w']})
        }
      }
    })
    expect(whyOf(regions('left', 'right'), regions('left'))).toEqual(['`Region` overlaps with `Vector`'])
  })
})
