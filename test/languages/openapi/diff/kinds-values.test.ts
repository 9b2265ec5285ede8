// Small pairs for each kind of change, and for what looks like one and is none. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {check, NUMBER, object, type Raw, TEXT} from './cases.ts'
import {both, ref, schemas, sent} from './loans.ts'

describe('values', () => {
  const words = (...values: unknown[]): Raw => ({type: 'string', enum: values})
  check([
    {
      name: 'an enum value',
      old: both(words('OUT', 'BACK')),
      new: both(words('OUT', 'BACK', 'LOST')),
      told: ['value-added LOST (request keeps, response breaks)'],
      back: ['value-removed LOST (request breaks, response keeps)']
    },
    {
      name: 'the only value, in place of which there is another one',
      old: both(words('OUT')),
      new: both(words('BACK')),
      told: ['constraint-changed enum (request breaks, response breaks)'],
      back: ['constraint-changed enum (request breaks, response breaks)']
    },
    {
      name: 'the only value, or null',
      old: both({enum: ['OUT', null], nullable: true}, {}, '3.0.3'),
      new: both({enum: ['BACK', null], nullable: true}, {}, '3.0.3'),
      told: ['constraint-changed enum (request breaks, response breaks)']
    },
    {
      name: 'a constant that is another one',
      old: both({const: 'OUT'}, {}, '3.1.0'),
      new: both({const: 'BACK'}, {}, '3.1.0'),
      told: ['constraint-changed const (request breaks, response breaks)']
    },
    {
      name: 'the only value, and a second one',
      old: both(words('OUT')),
      new: both(words('OUT', 'BACK')),
      told: ['value-added BACK (request keeps, response breaks)'],
      back: ['value-removed BACK (request breaks, response keeps)']
    },
    {
      name: 'values of a form, where the type beside it is of none of them: who wrote so meant the values',
      old: both({type: 'object', oneOf: [words('OUT', 'BACK'), words('LOST')]}),
      new: both({type: 'object', oneOf: [words('OUT'), words('LOST')]}),
      told: ['value-removed BACK (request undetermined, response keeps)'],
      back: ['value-added BACK (request keeps, response undetermined)']
    },
    {
      name: 'a format, where what stands beside it lets no text through',
      old: both({type: 'string', maxLength: 3, pattern: '^[a-z]{5}$', format: 'uuid'}),
      new: both({type: 'string', maxLength: 3, pattern: '^[a-z]{5}$', format: 'uri'}),
      told: ['format-changed format (request undetermined, response undetermined)']
    },
    {
      name: 'a value that no validator can judge, for the pattern beside it is none',
      old: both({...words('OUT', 'BACK'), pattern: '['}),
      new: both({...words('OUT', 'BACK', 'LOST'), pattern: '['}),
      told: ['value-added LOST (request keeps, response undetermined)']
    },
    {
      name: 'the order of an enum',
      old: both(words('OUT', 'BACK')),
      new: both(words('BACK', 'OUT')),
      told: [],
      back: []
    },
    {
      name: 'an enum in anyOf next to free text is absorbed',
      old: both({anyOf: [words('OUT', 'BACK'), TEXT]}),
      new: both({anyOf: [words('OUT', 'BACK', 'LOST'), TEXT]}),
      told: ['value-added LOST (request keeps, response keeps)'],
      back: ['value-removed LOST (request keeps, response keeps)']
    },
    {
      name: 'null in 3.0 and in 3.1',
      old: both({type: 'string', nullable: true}, {}, '3.0.3'),
      new: both({type: ['string', 'null']}, {}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'null as an alternative',
      old: both({type: 'string', nullable: true}, {}, '3.0.3'),
      new: both({anyOf: [TEXT, {type: 'null'}]}, {}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'null',
      old: both(TEXT),
      new: both({type: 'string', nullable: true}),
      told: ['null-allowed (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)']
    },
    {
      name: 'null among listed values is told once',
      old: both({type: 'string', enum: ['OUT']}),
      new: both({type: 'string', nullable: true, enum: ['OUT', null]}),
      told: ['null-allowed (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)']
    },
    {
      name: 'null among listed values is told once, in 3.1',
      old: both({type: 'string', enum: ['OUT']}, {}, '3.1.0'),
      new: both({type: ['string', 'null'], enum: ['OUT', 'BACK', null]}, {}, '3.1.0'),
      told: ['null-allowed (request keeps, response breaks)', 'value-added BACK (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)', 'value-removed BACK (request breaks, response keeps)']
    },
    {
      name: '`nullable` where null is not one of the listed values',
      old: both({type: 'string', enum: ['OUT']}),
      new: both({type: 'string', nullable: true, enum: ['OUT']}),
      told: [],
      back: []
    },
    {
      name: 'null that becomes one of the listed values',
      old: both({type: 'string', nullable: true, enum: ['OUT']}),
      new: both({type: 'string', nullable: true, enum: ['OUT', null]}),
      told: ['value-added null (request keeps, response breaks)'],
      back: ['value-removed null (request breaks, response keeps)']
    },
    {
      name: 'null among listed values, or as an alternative',
      old: both({type: ['string', 'null'], enum: ['OUT', null]}, {}, '3.1.0'),
      new: both({anyOf: [{type: 'string', enum: ['OUT']}, {type: 'null'}]}, {}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'null as an alternative, where it was not one of the listed values',
      old: both({type: ['string', 'null'], enum: ['OUT']}, {}, '3.1.0'),
      new: both({anyOf: [{type: 'string', enum: ['OUT', 'BACK']}, {type: 'null'}]}, {}, '3.1.0'),
      told: ['null-allowed (request keeps, response breaks)', 'value-added BACK (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)', 'value-removed BACK (request breaks, response keeps)']
    },
    {
      name: 'null as an alternative in 3.1, where 3.0 listed the values without it',
      old: both({type: 'string', nullable: true, enum: ['OUT']}, {}, '3.0.3'),
      new: both({oneOf: [{type: 'string', const: 'OUT'}, {type: 'null'}]}, {}, '3.1.0'),
      told: ['null-allowed (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)']
    },
    {
      name: 'null as an alternative to a listed value of no type',
      old: both({const: 'OUT'}, {}, '3.1.0'),
      new: both({anyOf: [{const: 'OUT'}, {type: 'null'}]}, {}, '3.1.0'),
      told: ['null-allowed (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)']
    },
    {
      name: '`nullable` without a type says nothing: that it is there is told',
      old: both({enum: ['OUT']}),
      new: both({enum: ['OUT'], nullable: true}),
      told: ['constraint-changed nullable (request keeps, response undetermined)'],
      back: ['constraint-changed nullable (request undetermined, response keeps)']
    },
    {
      name: 'an exclusive bound in 3.0 and in 3.1',
      old: both({type: 'integer', minimum: 1, exclusiveMinimum: true}, {}, '3.0.3'),
      new: both({type: 'integer', exclusiveMinimum: 1}, {}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'a bound',
      old: both({type: 'integer', maximum: 5}),
      new: both({type: 'integer', maximum: 9}),
      told: ['constraint-loosened maximum (request keeps, response breaks)'],
      back: ['constraint-tightened maximum (request breaks, response keeps)']
    },
    {
      name: 'a bound between two integers',
      old: both({type: 'integer', maximum: 5}),
      new: both({type: 'integer', maximum: 5.5}),
      told: ['constraint-loosened maximum (request keeps, response keeps)'],
      back: ['constraint-tightened maximum (request keeps, response keeps)']
    },
    {
      name: 'how many items fit another schema, which is as it was',
      old: sent({type: 'array', contains: TEXT}, undefined, '3.1.0'),
      new: sent({type: 'array', contains: TEXT, minContains: 2}, undefined, '3.1.0'),
      told: ['constraint-tightened minContains (request breaks)'],
      back: ['constraint-loosened minContains (request keeps)']
    },
    {
      name: 'a pattern that holds all of the other one',
      old: both({type: 'string', pattern: '^[a-f]{4}$'}),
      new: both({type: 'string', pattern: '^[a-z]{2,4}$'}),
      told: ['constraint-changed pattern (request keeps, response breaks)']
    },
    {
      name: 'a field that must be sent, beside a pattern that escapes what needs no escape',
      old: sent(object({shelf: {type: 'string', pattern: '^[A-Z\\_]+$'}, copy: TEXT}, {required: ['shelf']})),
      new: sent(object({shelf: {type: 'string', pattern: '^[A-Z\\_]+$'}, copy: TEXT}, {required: ['shelf', 'copy']})),
      told: ['field-required copy (request breaks)']
    },
    {
      name: 'a field that must be sent, beside names by a pattern that escapes what needs no escape',
      old: sent(object({copy: TEXT}, {patternProperties: {"^\\'": NUMBER}, minProperties: 1}), undefined, '3.1.0'),
      new: sent(
        object({copy: TEXT}, {patternProperties: {"^\\'": NUMBER}, minProperties: 1, required: ['copy']}),
        undefined,
        '3.1.0'
      ),
      told: ['field-required copy (request breaks)']
    },
    {
      name: 'a field that must be sent, beside a pattern written as in a program',
      old: sent(object({shelf: {type: 'string', pattern: '/^[A-Z]+$/'}, copy: TEXT}, {required: ['shelf']})),
      new: sent(object({shelf: {type: 'string', pattern: '/^[A-Z]+$/'}, copy: TEXT}, {required: ['shelf', 'copy']})),
      told: ['field-required copy (request breaks)']
    },
    {
      name: 'a field that must be sent, beside a pattern with a flag',
      old: sent(object({shelf: {type: 'string', pattern: '/^[A-Z]+$/i'}, copy: TEXT}, {required: ['shelf']})),
      new: sent(object({shelf: {type: 'string', pattern: '/^[A-Z]+$/i'}, copy: TEXT}, {required: ['shelf', 'copy']})),
      told: ['field-required copy (request undetermined)']
    },
    {
      name: 'a pattern written as in a program, and the same without its slashes',
      old: both({type: 'string', pattern: '/^[A-Z]+$/'}),
      new: both({type: 'string', pattern: '^[A-Z]+$'}),
      told: ['constraint-changed pattern (request keeps, response keeps)'],
      back: ['constraint-changed pattern (request keeps, response keeps)']
    },
    {
      name: 'slashes that may be there',
      old: both({type: 'string', pattern: '/[a-z]+/'}),
      new: both({type: 'string', pattern: '[a-z]+'}),
      told: ['constraint-changed pattern (request keeps, response breaks)']
    },
    {
      name: 'a format that no one knows, and one that is known',
      old: both({type: 'string', format: 'timestamp'}),
      new: both({type: 'string', format: 'date-time'}),
      told: ['format-changed format (request undetermined, response keeps)'],
      back: ['format-changed format (request keeps, response undetermined)']
    },
    {
      name: 'a UUID of one version, and any UUID',
      old: both({type: 'string', format: 'uuid4'}),
      new: both({type: 'string', format: 'uuid'}),
      told: ['format-changed format (request keeps, response keeps)'],
      back: ['format-changed format (request undetermined, response keeps)']
    },
    {
      name: 'a length beside a format that validators know and standards do not',
      old: both({type: 'string', format: 'url', maxLength: 100}),
      new: both({type: 'string', format: 'url'}),
      told: ['constraint-loosened maxLength (request keeps, response breaks)'],
      back: ['constraint-tightened maxLength (request breaks, response keeps)']
    },
    {
      name: 'a whole number of 64 bits, and what it stands for',
      old: both({type: 'integer', format: 'int64'}),
      new: both({type: 'integer', format: 'unixtime'}),
      told: ['format-changed format (request undetermined, response keeps)'],
      back: ['format-changed format (request keeps, response undetermined)']
    },
    {
      name: 'a whole number gets 64 bits, which is listed and breaks nothing',
      old: both({type: 'integer'}),
      new: both({type: 'integer', format: 'int64'}),
      told: ['format-changed format (request keeps, response keeps)'],
      back: ['format-changed format (request keeps, response keeps)']
    },
    {
      name: 'without a sign it may be larger',
      old: both({type: 'integer', format: 'int64'}),
      new: both({type: 'integer', format: 'uint64'}),
      told: ['format-changed format (request breaks, response breaks)'],
      back: ['format-changed format (request breaks, response breaks)']
    },
    {
      name: 'a whole number of 32 bits, in OpenAPI 3.1 too',
      old: both({type: 'integer', minimum: 0}, {}, '3.1.0'),
      new: both({type: 'integer', minimum: 0, format: 'int32'}, {}, '3.1.0'),
      told: ['format-changed format (request breaks, response keeps)'],
      back: ['format-changed format (request keeps, response breaks)']
    },
    {
      name: 'a format',
      old: both(TEXT),
      new: both({type: 'string', format: 'date'}),
      told: ['format-changed format (request breaks, response keeps)']
    },
    {
      name: 'multiples',
      old: both({type: 'integer', multipleOf: 2}),
      new: both({type: 'integer', multipleOf: 6}),
      told: ['constraint-tightened multipleOf (request breaks, response keeps)']
    },
    {
      name: 'a list without twins',
      old: both({type: 'array', items: TEXT}),
      new: both({type: 'array', items: TEXT, uniqueItems: true}),
      told: ['constraint-tightened uniqueItems (request breaks, response keeps)']
    }
  ])
})

describe('forms', () => {
  const book = object({pages: NUMBER}, {required: ['pages'], title: 'Book'})
  const disc = object({tracks: NUMBER}, {required: ['tracks'], title: 'Disc'})
  const map = object({scale: TEXT}, {required: ['scale'], title: 'Map'})
  const closed = (schema: Raw): Raw => ({...schema, additionalProperties: false})
  check([
    {
      name: 'one more',
      old: both({oneOf: [closed(book), closed(disc)]}),
      new: both({oneOf: [closed(book), closed(disc), closed(map)]}),
      told: ['alternative-added Map (request keeps, response breaks)'],
      back: ['alternative-removed Map (request breaks, response keeps)']
    },
    {
      name: 'one more that overlaps: whether of `oneOf` just one may hold only the author knows',
      old: sent({oneOf: [{type: 'string', maxLength: 5}, NUMBER]}),
      new: sent({oneOf: [{type: 'string', maxLength: 5}, NUMBER, {type: 'string', pattern: '^a'}]}),
      told: ['alternative-added string (request undetermined)']
    },
    {
      name: 'the same where any may hold',
      old: sent({anyOf: [{type: 'string', maxLength: 5}, NUMBER]}),
      new: sent({anyOf: [{type: 'string', maxLength: 5}, NUMBER, {type: 'string', pattern: '^a'}]}),
      told: ['alternative-added string (request keeps)']
    },
    {
      name: 'any of them instead of one, where they are apart',
      old: both({oneOf: [TEXT, NUMBER]}),
      new: both({anyOf: [TEXT, NUMBER]}),
      told: ['composition-changed anyOf (request keeps, response keeps)'],
      back: ['composition-changed oneOf (request keeps, response keeps)']
    },
    {
      name: 'one of them instead of any, where they overlap',
      old: sent({anyOf: [NUMBER, {type: 'number'}]}),
      new: sent({oneOf: [NUMBER, {type: 'number'}]}),
      told: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'another order of the forms',
      old: both({oneOf: [book, disc]}),
      new: both({oneOf: [disc, book]}),
      told: [],
      back: []
    },
    {
      name: 'a choice where none was',
      old: sent(TEXT),
      new: sent({anyOf: [TEXT, NUMBER]}),
      told: ['composition-changed anyOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'forms told apart by another field',
      old: both(
        {oneOf: [ref('Book'), ref('Disc')], discriminator: {propertyName: 'kind'}},
        schemas({Book: book, Disc: disc})
      ),
      new: both(
        {oneOf: [ref('Book'), ref('Disc')], discriminator: {propertyName: 'type'}},
        schemas({Book: book, Disc: disc})
      ),
      told: ['discriminator-changed discriminator (request, response)']
    },
    {
      name: 'forms told apart by other values',
      old: both(
        {
          oneOf: [ref('Book'), ref('Disc')],
          discriminator: {propertyName: 'kind', mapping: {book: '#/components/schemas/Book'}}
        },
        schemas({Book: book, Disc: disc})
      ),
      new: both(
        {
          oneOf: [ref('Book'), ref('Disc')],
          discriminator: {propertyName: 'kind', mapping: {b: '#/components/schemas/Book'}}
        },
        schemas({Book: book, Disc: disc})
      ),
      told: ['discriminator-changed mapping (request, response)']
    },
    {
      name: 'allOf of one is that one',
      old: both(ref('Book'), schemas({Book: book})),
      new: both({allOf: [ref('Book')]}, schemas({Book: book})),
      told: [],
      back: []
    },
    {
      name: 'a condition',
      old: sent(object({kind: TEXT, pages: NUMBER}), {}, '3.1.0'),
      new: sent(
        {
          ...object({kind: TEXT, pages: NUMBER}),
          if: {properties: {kind: {const: 'book'}}, required: ['kind']},
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: {required: ['pages']}
        },
        {},
        '3.1.0'
      ),
      told: ['constraint-tightened if (request breaks)'],
      back: ['constraint-loosened if (request keeps)']
    }
  ])
})

describe('recursion', () => {
  const shelf = (name: Raw): Raw =>
    schemas({Shelf: object({name, inside: ref('Shelf'), all: {type: 'array', items: ref('Shelf')}})})
  check([
    {
      name: 'a schema that holds itself',
      old: both(ref('Shelf'), shelf(TEXT)),
      new: both(ref('Shelf'), shelf({type: 'string', maxLength: 9})),
      told: ['constraint-tightened maxLength (request breaks, response keeps)'],
      back: ['constraint-loosened maxLength (request keeps, response breaks)']
    },
    {
      name: 'a schema that is itself',
      old: both(ref('Shelf'), schemas({Shelf: ref('Shelf')})),
      new: both(ref('Shelf'), schemas({Shelf: {allOf: [ref('Shelf')]}})),
      told: []
    },
    {
      name: 'circles of allOf say what else they say',
      old: both(
        ref('A'),
        schemas({A: {allOf: [ref('B')], ...object({x: TEXT})}, B: {allOf: [ref('A')], ...object({y: TEXT})}})
      ),
      new: both(
        ref('A'),
        schemas({A: {allOf: [ref('B')], ...object({x: NUMBER})}, B: {allOf: [ref('A')], ...object({y: TEXT})}})
      ),
      told: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'two that hold each other, one unrolled',
      old: both(ref('A'), schemas({A: object({b: ref('B')}), B: object({a: ref('A')})})),
      new: both(ref('A'), schemas({A: object({b: object({a: ref('A')})})})),
      told: [],
      back: []
    }
  ])
})
