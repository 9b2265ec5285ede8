// What holds for all alternatives, and what one of them says, may change places.
import {describe, expect, test} from 'vitest'
import type {Change} from '../../../../../src/model/api/change.ts'
import {answer, answered, api, asked, check, NUMBER, OK, object, type Raw, sent, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const CARDS = {components: {securitySchemes: {card: {type: 'apiKey', in: 'header', name: 'Reader-Card'}}}}

describe('forms that are open', () => {
  check([
    {
      name: 'another form takes what it says nothing of',
      old: answered({oneOf: [object({text: TEXT}), object({text: TEXT, length: NUMBER}, {required: ['length']})]}),
      new: answered({oneOf: [object({text: TEXT}), object({text: TEXT, length: TEXT}, {required: ['length']})]}),
      told: ['type-changed (response undetermined)'],
      back: ['type-changed (response undetermined)']
    },
    {
      name: 'another form takes what it says that it takes',
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

describe('a choice that may be null now', () => {
  const texts: Raw = {anyOf: [TEXT, {type: 'integer'}]}
  const flags: Raw = {anyOf: [{type: 'boolean'}, {type: 'integer'}]}
  const orNull = (schema: Raw): Raw => ({oneOf: [schema, {type: 'null'}]})
  const asks = (schema: Raw): object => asked({parameters: [{name: 'due', in: 'query', schema}]}, {}, '3.1.0')
  const known = {components: {schemas: {Place: {oneOf: [object({shelf: TEXT}), object({desk: NUMBER})]}}}}
  const place = {$ref: '#/components/schemas/Place'}
  check([
    {
      name: 'of forms of which none is null, where no type is named beside them',
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
      name: 'of forms that another part holds',
      old: {...answered(place, '3.1.0'), ...known},
      new: {...answered(orNull(place), '3.1.0'), ...known},
      told: ['null-allowed (response breaks)']
    },
    {
      name: 'a form that was null already',
      old: answered({anyOf: [TEXT, {type: ['integer', 'null']}]}, '3.1.0'),
      new: answered({anyOf: [{anyOf: [TEXT, {type: ['integer', 'null']}]}, {type: 'null'}]}, '3.1.0'),
      told: []
    },
    {
      name: 'in a URL, where one of the forms takes any text',
      old: asks(orNull(texts)),
      new: asks(texts),
      told: ['null-refused (request keeps)']
    },
    {
      name: 'in a URL, where none does',
      old: asks(orNull(flags)),
      new: asks(flags),
      told: ['null-refused (request breaks)']
    }
  ])
})

describe('a choice that came or went', () => {
  const forms = [
    object({shelf: TEXT, copy: TEXT}, {required: ['shelf']}),
    object({shelf: TEXT, copy: TEXT}, {required: ['copy']})
  ]
  check([
    {
      name: 'one that takes anything now takes what another one did',
      old: sent({oneOf: [{type: 'boolean'}, {type: 'array', items: TEXT}]}),
      new: sent({oneOf: [{}, {type: 'array', items: TEXT}]}),
      told: ['composition-changed oneOf (request undetermined)', 'type-changed (request keeps)']
    },
    {
      name: 'one that took anything took it before',
      old: sent({oneOf: [{}, {type: 'array', items: TEXT}]}),
      new: sent({oneOf: [{}, {type: 'array', items: NUMBER}]}),
      told: ['type-changed (request undetermined)']
    },
    {
      name: 'what one form or the other had to hold, all must hold now',
      old: sent({oneOf: forms}),
      new: sent(object({shelf: TEXT, copy: TEXT}, {required: ['shelf', 'copy']})),
      told: ['composition-changed oneOf (request breaks)'],
      back: ['composition-changed oneOf (request undetermined)']
    },
    {
      name: 'a field of a form is of another type without the forms',
      old: sent({anyOf: [object({shelf: NUMBER}), object({copy: TEXT}, {required: ['copy']})]}),
      new: sent(object({shelf: TEXT, copy: TEXT})),
      told: ['composition-changed anyOf (request breaks)']
    },
    {
      name: 'all fields of all forms without the forms',
      old: sent({anyOf: [object({shelf: NUMBER}), object({copy: TEXT}, {required: ['copy']})]}),
      new: sent(object({shelf: NUMBER, copy: TEXT})),
      told: ['composition-changed anyOf (request keeps)'],
      back: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'what the forms alone named is gone with them',
      old: answered({anyOf: [object({id: TEXT, shelf: TEXT}), object({id: TEXT, copy: TEXT})]}),
      new: answered(object({id: TEXT})),
      told: [
        'composition-changed anyOf (response keeps)',
        'field-removed copy (response keeps)',
        'field-removed shelf (response keeps)'
      ]
    },
    {
      name: 'one of the forms is what is left',
      old: answered({oneOf: forms}),
      new: answered(forms[0]),
      told: ['composition-changed oneOf (response undetermined)']
    }
  ])
})

describe('what a form alone named that requests had', () => {
  const [shelf, copy, row] = [object({shelf: TEXT}), object({copy: TEXT}), object({row: TEXT})]
  check([
    {
      name: 'is read no more by the one that is left',
      old: sent({anyOf: [shelf, copy]}),
      new: sent(shelf),
      told: ['composition-changed anyOf (request keeps)', 'field-removed copy (request keeps)'],
      back: ['composition-changed anyOf (request keeps)', 'field-added copy (request keeps)']
    },
    {
      name: 'is read no more by those that are left',
      old: sent({anyOf: [shelf, object({copy: TEXT}, {required: ['copy']}), row]}),
      new: sent({anyOf: [shelf, row]}),
      told: ['alternative-removed object (request keeps)', 'field-removed copy (request keeps)'],
      back: ['alternative-added object (request keeps)', 'field-added copy (request keeps)']
    },
    {
      name: 'is told by the form, where that is refused now',
      old: sent({anyOf: [shelf, copy, row].map(form => ({...form, additionalProperties: false}))}),
      new: sent({anyOf: [shelf, row].map(form => ({...form, additionalProperties: false}))}),
      told: ['alternative-removed object (request breaks)']
    },
    {
      name: 'is named by another one, beside them or among forms of forms',
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
      name: 'is as welcome as before to one that takes any object',
      old: sent({anyOf: [shelf, copy, {type: 'object'}]}),
      new: sent({anyOf: [shelf, {type: 'object'}]}),
      told: ['alternative-removed object (request keeps)']
    },
    {
      name: 'was never sent, where it is read alone',
      old: sent({anyOf: [shelf, object({copy: {...TEXT, readOnly: true}})]}),
      new: sent(shelf),
      told: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'is no loss to answers, which were of the other form as well',
      old: answered({anyOf: [shelf, copy]}),
      new: answered(shelf),
      told: ['composition-changed anyOf (response keeps)']
    }
  ])
})

describe('what moved between the forms and all of them', () => {
  const apart = {
    oneOf: [
      object({id: TEXT, shelf: TEXT}, {required: ['id', 'shelf']}),
      object({id: TEXT, copy: TEXT}, {required: ['id', 'copy']})
    ]
  }
  const forms = [object({shelf: TEXT}, {required: ['shelf']}), object({copy: TEXT}, {required: ['copy']})]
  check([
    {
      name: 'is the same',
      old: answered(apart),
      new: answered({...object({id: TEXT}, {required: ['id']}), oneOf: forms}),
      told: [],
      back: []
    },
    {
      name: 'and is of another type now',
      old: sent(apart),
      new: sent({...object({id: NUMBER}, {required: ['id']}), oneOf: forms}),
      told: ['type-changed (request breaks)', 'type-changed (request breaks)']
    },
    {
      name: 'and must be there in all of them now',
      old: sent({anyOf: [object({id: TEXT, shelf: TEXT}, {required: ['id', 'shelf']}), forms[1]]}),
      new: sent({...object({id: TEXT}, {required: ['id']}), anyOf: forms}),
      told: ['required-field-added id (request breaks)']
    }
  ])
})

describe('told once', () => {
  check([
    {
      name: 'an object that is a text now has no fields',
      old: answered(object({shelf: object({row: NUMBER}, {required: ['row']})})),
      new: answered(object({shelf: TEXT})),
      told: ['type-changed (response breaks)']
    },
    {
      name: 'what the document asks of all operations',
      old: api({'/loans': {get: {responses: OK}, post: {responses: OK}}}, {security: [], ...CARDS}),
      new: api({'/loans': {get: {responses: OK}, post: {responses: OK}}}, {security: [{card: []}], ...CARDS}),
      told: ['security-stricter nothing (request)'],
      back: ['security-looser nothing (request)']
    },
    {
      name: 'another host, in Swagger 2.0',
      old: api({'/loans': {get: {schemes: ['https'], responses: OK}}}, {host: 'library.example'}, '2.0'),
      new: api({'/loans': {get: {schemes: ['https'], responses: OK}}}, {host: 'branch.example'}, '2.0'),
      told: ['server-added //branch.example (request)', 'server-removed //library.example (request)']
    }
  ])
})

test('types of alternatives are those that a value may have', () => {
  const [older, newer] = [object({id: TEXT}), {oneOf: [NUMBER, object({id: TEXT})]}].map(schema =>
    JSON.stringify(answered(schema))
  ) as [string, string]
  const told = between(older, newer).find(({kind}) => kind === 'type-changed')
  expect(told).toMatchObject({old: ['object'], new: ['integer', 'object']})
})

test('a type that the forms say now, or said before, is no other type', () => {
  const [plain, chosen] = [object({id: TEXT}), {anyOf: [object({id: TEXT}), object({copy: TEXT})]}].map(schema =>
    answered(schema)
  ) as [object, object]
  const typed = (changes: readonly Change[]): Change | undefined => changes.find(({kind}) => kind === 'type-changed')
  expect(typed(between(plain, chosen))).toBeUndefined()
  expect(typed(between(chosen, plain))).toBeUndefined()
})

describe('null beside one form', () => {
  const orNull = (schema: unknown): Raw => ({anyOf: [schema, {type: 'null'}]})
  const note = (schema: unknown): object => answered(object({note: schema}), '3.1.0')
  check([
    {
      name: 'wrapped, or not',
      old: note(orNull(TEXT)),
      new: note({allOf: [orNull(TEXT)]}),
      told: [],
      back: []
    },
    {
      name: 'wrapped, where it could not be null',
      old: note(object({text: TEXT})),
      new: note({allOf: [{allOf: [orNull(object({text: TEXT}))]}]}),
      told: ['null-allowed (response breaks)'],
      back: ['null-refused (response keeps)']
    },
    {
      name: 'wrapped beside what refuses null',
      old: note(object({text: TEXT})),
      new: note({allOf: [orNull(object({text: TEXT})), {type: 'object'}]}),
      told: ['composition-changed anyOf (response keeps)'],
      back: ['composition-changed anyOf (response keeps)']
    },
    {
      name: 'beside a choice of forms',
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

describe('null as the one of two forms that fits', () => {
  const NULL = {type: 'null'}
  const note = (schema: unknown): object => sent(object({note: schema}), undefined, '3.1.0')
  check([
    {
      name: 'and the other form now takes it, too: whether just one may fit only the author knows',
      old: note({oneOf: [TEXT, NULL]}),
      new: note({oneOf: [{type: ['string', 'null']}, NULL]}),
      told: ['composition-changed oneOf (request undetermined)', 'null-allowed (request keeps)']
    },
    {
      name: 'and the other form, of no type, took it as well',
      old: note({anyOf: [{minLength: 2}, NULL]}),
      new: note({oneOf: [{minLength: 2}, NULL]}),
      told: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'twice',
      old: note({oneOf: [TEXT, NULL]}),
      new: note({oneOf: [TEXT, NULL, NULL]}),
      told: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'that nothing fits any more',
      old: note({anyOf: [TEXT, NULL]}),
      new: note({anyOf: [TEXT, {...NULL, enum: ['x']}]}),
      told: ['constraint-tightened enum (request breaks)']
    },
    {
      name: 'beside an object, which it does not fit',
      old: note({anyOf: [{allOf: [{properties: {a: TEXT}}]}, NULL]}),
      new: note({oneOf: [{properties: {a: TEXT}}, NULL]}),
      told: [],
      back: []
    },
    {
      name: 'beside a list of values, which it does not fit',
      old: note({anyOf: [{enum: ['a']}, NULL]}),
      new: note({oneOf: [{enum: ['a']}, {...NULL, enum: [null]}]}),
      told: [],
      back: []
    }
  ])
})

describe('what is said beside a form, or null', () => {
  const NULL = {type: 'null'}
  const note = (more: Raw): object => sent(object({note: {anyOf: [TEXT, NULL], ...more}}), undefined, '3.1.0')
  check([
    {
      name: 'refuses null',
      old: note({}),
      new: note({not: {const: null}}),
      told: ['constraint-tightened not (request breaks)'],
      back: ['constraint-loosened not (request keeps)']
    },
    {
      name: 'refuses null on a condition',
      old: note({}),
      new: note({if: TEXT, else: false}),
      told: ['constraint-tightened if (request breaks)'],
      back: ['constraint-loosened if (request keeps)']
    }
  ])
})

describe('any of the forms, and now just one', () => {
  const [shelf, copy] = [object({shelf: TEXT}, {required: ['shelf']}), object({copy: TEXT}, {required: ['copy']})]
  check([
    {
      name: 'a form more that is null is told of itself',
      old: answered({anyOf: [shelf, copy]}, '3.1.0'),
      new: answered({oneOf: [shelf, copy, {type: 'null'}]}, '3.1.0'),
      told: ['alternative-added null (response breaks)', 'composition-changed oneOf (response keeps)']
    },
    {
      name: 'what fitted both is refused',
      old: sent({anyOf: [shelf, copy]}),
      new: sent({oneOf: [shelf, copy]}),
      told: ['composition-changed oneOf (request breaks)'],
      back: ['composition-changed anyOf (request keeps)']
    }
  ])
})

test('of two forms that say the same, the one that has changed is told of', () => {
  const forms = (late: Raw): object => ({
    ...answered({oneOf: [{$ref: '#/components/schemas/Late'}, {$ref: '#/components/schemas/Lost'}]}),
    components: {schemas: {Late: object(late), Lost: object({fine: NUMBER, note: TEXT})}}
  })
  const [older, newer] = [forms({fine: NUMBER, note: TEXT}), forms({fine: NUMBER})].map(each => JSON.stringify(each))
  const [told, ...others] = between(older as string, newer as string)
  expect(others).toEqual([])
  expect(told).toMatchObject({
    kind: 'field-removed',
    component: 'Late',
    where: {old: {pointer: '/components/schemas/Late/properties/note'}}
  })
})

describe('what tells forms apart', () => {
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
    {name: 'their own names, said or not', old: of(), new: of({Loan: loan, Copy: copy}), told: [], back: []},
    {
      name: 'a name, or where it stands',
      old: of({loan: 'Loan', copy: 'Copy'}),
      new: of({loan, copy}),
      told: [],
      back: []
    },
    {
      name: 'one for the other',
      old: of({loan, copy}),
      new: of({loan: copy, copy: loan}),
      told: ['discriminator-changed mapping (response)'],
      back: ['discriminator-changed mapping (response)']
    },
    {
      name: 'its own name beside another one, no longer',
      old: of({loan, Loan: loan}),
      new: of({loan}),
      told: ['discriminator-changed mapping (response)']
    },
    {
      name: 'a form by another name, which is the value that it goes by',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Record: disc}),
      told: ['discriminator-changed mapping (response)'],
      back: ['discriminator-changed mapping (response)']
    },
    {
      name: 'a form by another name that says more, too',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Record: object({kind: TEXT, minutes: NUMBER, sides: NUMBER})}),
      told: ['discriminator-changed mapping (response)', 'field-added sides (response keeps)']
    },
    {
      name: 'a form by another name, and by the value that it had',
      old: named({Book: book, Disc: disc}, {disc: '#/components/schemas/Disc'}),
      new: named({Book: book, Record: disc}, {disc: '#/components/schemas/Record'}),
      told: [],
      back: []
    },
    {
      name: 'a form more, with its value',
      old: named({Book: book, Disc: disc}, {book: '#/components/schemas/Book'}),
      new: named(
        {Book: book, Disc: disc, Atlas: object({kind: TEXT, maps: NUMBER}, {required: ['maps']})},
        {book: '#/components/schemas/Book', atlas: '#/components/schemas/Atlas'}
      ),
      told: ['alternative-added Atlas (response keeps)', 'discriminator-changed mapping (response)'],
      back: ['alternative-removed Atlas (response keeps)']
    },
    {
      name: 'a form more, by its name',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Disc: disc, Atlas: object({kind: TEXT, maps: NUMBER}, {required: ['maps']})}),
      told: ['alternative-added Atlas (response keeps)', 'discriminator-changed mapping (response)'],
      back: ['alternative-removed Atlas (response keeps)']
    },
    {
      name: 'a form more that says itself what it is',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Disc: ofKind('disc'), Atlas: ofKind('atlas')}),
      told: ['alternative-added Atlas (response breaks)'],
      back: ['alternative-removed Atlas (response keeps)']
    },
    {
      name: 'a form by another name that says itself what it is',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Record: ofKind('disc')}),
      told: [],
      back: []
    },
    {
      name: 'the values that forms say themselves, written out or not',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Disc: ofKind('disc')}, {book: '#/components/schemas/Book', disc: 'Disc'}),
      told: [],
      back: []
    },
    {
      name: 'other values than forms say themselves',
      old: named({Book: ofKind('book'), Disc: ofKind('disc')}),
      new: named({Book: ofKind('book'), Disc: ofKind('disc')}, {book: 'Disc', disc: 'Book'}),
      told: ['discriminator-changed mapping (response)']
    },
    {
      name: 'a value for what is none of the forms',
      old: named({Book: book, Disc: disc}),
      new: named({Book: book, Disc: disc}, {map: '#/components/schemas/Map'}),
      told: ['discriminator-changed mapping (response)']
    },
    {
      name: 'a name, as Swagger 2.0 says it',
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

describe('forms that overlap', () => {
  const forms = ['shelf', 'copy', 'row', 'desk'].map(name => object({[name]: TEXT}))
  const [shelf, copy] = forms as [Raw, Raw]
  const first = (many: number): Raw => ({oneOf: forms.slice(0, many)})
  const apart = [object({shelf: TEXT}, {required: ['shelf']}), object({copy: TEXT}, {required: ['copy']})]
  const numbers = {oneOf: [{type: 'number'}, {type: 'boolean'}]}
  const named = (...names: string[]): Raw => ({
    oneOf: names.map(name => ({$ref: `#/components/schemas/${name}`})),
    discriminator: {propertyName: 'kind'}
  })
  const kind = (name: string): Raw => object({kind: TEXT, [name]: TEXT}, {required: ['kind']})
  const known = {components: {schemas: {Book: kind('pages'), Disc: kind('tracks'), Map: kind('scale')}}}
  check([
    {
      name: 'one of two leaves an answer',
      old: answered(first(2)),
      new: answered(first(1)),
      told: ['composition-changed oneOf (response undetermined)']
    },
    {
      name: 'one of three leaves an answer',
      old: answered(first(3)),
      new: answered(first(2)),
      told: ['alternative-removed object (response undetermined)'],
      back: ['alternative-added object (response undetermined)']
    },
    {
      name: 'one of four leaves an answer',
      old: answered(first(4)),
      new: answered(first(3)),
      told: ['alternative-removed object (response undetermined)']
    },
    {
      name: 'one is all that is left of three',
      old: answered(first(3)),
      new: answered(shelf),
      told: ['composition-changed oneOf (response undetermined)']
    },
    {
      name: 'one of any leaves an answer',
      old: answered({anyOf: forms.slice(0, 3)}),
      new: answered({anyOf: forms.slice(0, 2)}),
      told: ['alternative-removed object (response keeps)']
    },
    {
      name: 'one joins what was no choice',
      old: sent(shelf),
      new: sent(first(2)),
      told: ['composition-changed oneOf (request undetermined)', 'field-added copy (request keeps)']
    },
    {
      name: 'one joins two in a request',
      old: sent(first(2)),
      new: sent(first(3)),
      told: ['alternative-added object (request undetermined)', 'field-added row (request keeps)']
    },
    {
      name: 'one joins, where no value has to be of several',
      old: sent({oneOf: apart.slice(0, 1)}),
      new: sent({oneOf: apart}),
      told: ['composition-changed oneOf (request keeps)', 'field-added copy (request keeps)']
    },
    {
      name: 'both may be null',
      old: sent({oneOf: [{...shelf, nullable: true}, NUMBER]}),
      new: sent({oneOf: [{...shelf, nullable: true}, NUMBER, {type: 'boolean', nullable: true}]}),
      told: ['alternative-added boolean (request undetermined)']
    },
    {
      name: 'numbers and whole numbers',
      old: answered({oneOf: [...numbers.oneOf, NUMBER]}),
      new: answered(numbers),
      told: ['alternative-removed integer (response undetermined)']
    },
    {
      name: 'a field decides which one is meant',
      old: {...answered(named('Book', 'Disc', 'Map')), ...known},
      new: {...answered(named('Book', 'Disc')), ...known},
      told: ['alternative-removed Map (response keeps)']
    },
    {
      name: 'and a request of one that is gone is refused all the same',
      old: {...sent(named('Book', 'Disc', 'Map')), ...known},
      new: {...sent(named('Book', 'Disc')), ...known},
      told: ['alternative-removed Map (request breaks)']
    },
    {
      name: 'of just one where any could be meant',
      old: sent({anyOf: [shelf, copy]}),
      new: sent({oneOf: [shelf, copy]}),
      told: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'of just one before, and any of them now',
      old: answered({oneOf: [shelf, copy]}),
      new: answered({anyOf: [shelf, copy]}),
      told: ['composition-changed anyOf (response undetermined)']
    },
    {
      name: 'in a list',
      old: answered({type: 'array', items: first(3)}),
      new: answered({type: 'array', items: first(2)}),
      told: ['alternative-removed object (response undetermined)']
    },
    {
      name: 'what no form takes breaks, though others overlap',
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
      name: 'a form that is listed twice is refused',
      old: sent({oneOf: apart}),
      new: sent({oneOf: [...apart, apart[0]]}),
      told: ['alternative-added object (request breaks)']
    }
  ])

  test('which ones do is told', () => {
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
