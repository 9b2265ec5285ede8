// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {check, NUMBER, object, type Raw, TEXT} from './cases.ts'
import {both, ref, schemas, sent} from './loans.ts'

describe('values and constraints', () => {
  const listOf = (...values: unknown[]): Raw => ({type: 'string', enum: values})
  check([
    {
      name: 'an enum value is added',
      old: both(listOf('OUT', 'BACK')),
      new: both(listOf('OUT', 'BACK', 'LOST')),
      told: ['value-added LOST (request keeps, response breaks)'],
      back: ['value-removed LOST (request breaks, response keeps)']
    },
    {
      name: 'the only enum value is replaced',
      old: both(listOf('OUT')),
      new: both(listOf('BACK')),
      told: ['constraint-changed enum (request breaks, response breaks)'],
      back: ['constraint-changed enum (request breaks, response breaks)']
    },
    {
      name: 'the only enum value besides null is replaced',
      old: both({enum: ['OUT', null], nullable: true}, {}, '3.0.3'),
      new: both({enum: ['BACK', null], nullable: true}, {}, '3.0.3'),
      told: ['constraint-changed enum (request breaks, response breaks)']
    },
    {
      name: 'a constant changes',
      old: both({const: 'OUT'}, {}, '3.1.0'),
      new: both({const: 'BACK'}, {}, '3.1.0'),
      told: ['constraint-changed const (request breaks, response breaks)']
    },
    {
      name: 'a second enum value is added',
      old: both(listOf('OUT')),
      new: both(listOf('OUT', 'BACK')),
      told: ['value-added BACK (request keeps, response breaks)'],
      back: ['value-removed BACK (request breaks, response keeps)']
    },
    {
      name: 'an enum of an alternative whose values contradict the type next to it needs review',
      old: both({type: 'object', oneOf: [listOf('OUT', 'BACK'), listOf('LOST')]}),
      new: both({type: 'object', oneOf: [listOf('OUT'), listOf('LOST')]}),
      told: ['value-removed BACK (request undetermined, response keeps)'],
      back: ['value-added BACK (request keeps, response undetermined)']
    },
    {
      name: 'a format changes next to constraints that allow no string',
      old: both({type: 'string', maxLength: 3, pattern: '^[a-z]{5}$', format: 'uuid'}),
      new: both({type: 'string', maxLength: 3, pattern: '^[a-z]{5}$', format: 'uri'}),
      told: ['format-changed format (request undetermined, response undetermined)']
    },
    {
      name: 'an enum value is added next to an invalid pattern',
      old: both({...listOf('OUT', 'BACK'), pattern: '['}),
      new: both({...listOf('OUT', 'BACK', 'LOST'), pattern: '['}),
      told: ['value-added LOST (request keeps, response undetermined)']
    },
    {
      name: 'an enum in another order',
      old: both(listOf('OUT', 'BACK')),
      new: both(listOf('BACK', 'OUT')),
      told: [],
      back: []
    },
    {
      name: 'an enum next to a free string in `anyOf`',
      old: both({anyOf: [listOf('OUT', 'BACK'), TEXT]}),
      new: both({anyOf: [listOf('OUT', 'BACK', 'LOST'), TEXT]}),
      told: ['value-added LOST (request keeps, response keeps)'],
      back: ['value-removed LOST (request keeps, response keeps)']
    },
    {
      name: 'null in OpenAPI 3.0 and 3.1',
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
      name: 'null is allowed',
      old: both(TEXT),
      new: both({type: 'string', nullable: true}),
      told: ['null-allowed (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)']
    },
    {
      name: 'null is allowed and listed, which is reported once',
      old: both({type: 'string', enum: ['OUT']}),
      new: both({type: 'string', nullable: true, enum: ['OUT', null]}),
      told: ['null-allowed (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)']
    },
    {
      name: 'null is allowed and listed in OpenAPI 3.1, which is reported once',
      old: both({type: 'string', enum: ['OUT']}, {}, '3.1.0'),
      new: both({type: ['string', 'null'], enum: ['OUT', 'BACK', null]}, {}, '3.1.0'),
      told: ['null-allowed (request keeps, response breaks)', 'value-added BACK (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)', 'value-removed BACK (request breaks, response keeps)']
    },
    {
      name: '`nullable` with an enum without null',
      old: both({type: 'string', enum: ['OUT']}),
      new: both({type: 'string', nullable: true, enum: ['OUT']}),
      told: [],
      back: []
    },
    {
      name: 'null is added to the enum of a nullable schema',
      old: both({type: 'string', nullable: true, enum: ['OUT']}),
      new: both({type: 'string', nullable: true, enum: ['OUT', null]}),
      told: ['value-added null (request keeps, response breaks)'],
      back: ['value-removed null (request breaks, response keeps)']
    },
    {
      name: 'null in an enum, or as an alternative',
      old: both({type: ['string', 'null'], enum: ['OUT', null]}, {}, '3.1.0'),
      new: both({anyOf: [{type: 'string', enum: ['OUT']}, {type: 'null'}]}, {}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'null as an alternative is added to a nullable schema with an enum without null',
      old: both({type: ['string', 'null'], enum: ['OUT']}, {}, '3.1.0'),
      new: both({anyOf: [{type: 'string', enum: ['OUT', 'BACK']}, {type: 'null'}]}, {}, '3.1.0'),
      told: ['null-allowed (request keeps, response breaks)', 'value-added BACK (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)', 'value-removed BACK (request breaks, response keeps)']
    },
    {
      name: 'null as an alternative in OpenAPI 3.1, after an enum without null in OpenAPI 3.0',
      old: both({type: 'string', nullable: true, enum: ['OUT']}, {}, '3.0.3'),
      new: both({oneOf: [{type: 'string', const: 'OUT'}, {type: 'null'}]}, {}, '3.1.0'),
      told: ['null-allowed (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)']
    },
    {
      name: 'null as an alternative to a constant without a type',
      old: both({const: 'OUT'}, {}, '3.1.0'),
      new: both({anyOf: [{const: 'OUT'}, {type: 'null'}]}, {}, '3.1.0'),
      told: ['null-allowed (request keeps, response breaks)'],
      back: ['null-refused (request breaks, response keeps)']
    },
    {
      name: '`nullable` without a type is reported, although it has no effect',
      old: both({enum: ['OUT']}),
      new: both({enum: ['OUT'], nullable: true}),
      told: ['constraint-changed nullable (request keeps, response undetermined)'],
      back: ['constraint-changed nullable (request undetermined, response keeps)']
    },
    {
      name: 'an exclusive bound in OpenAPI 3.0 and 3.1',
      old: both({type: 'integer', minimum: 1, exclusiveMinimum: true}, {}, '3.0.3'),
      new: both({type: 'integer', exclusiveMinimum: 1}, {}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'a bound changes',
      old: both({type: 'integer', maximum: 5}),
      new: both({type: 'integer', maximum: 9}),
      told: ['constraint-loosened maximum (request keeps, response breaks)'],
      back: ['constraint-tightened maximum (request breaks, response keeps)']
    },
    {
      name: 'a bound of integers changes to a fraction without effect',
      old: both({type: 'integer', maximum: 5}),
      new: both({type: 'integer', maximum: 5.5}),
      told: ['constraint-loosened maximum (request keeps, response keeps)'],
      back: ['constraint-tightened maximum (request keeps, response keeps)']
    },
    {
      name: '`minContains` is added',
      old: sent({type: 'array', contains: TEXT}, undefined, '3.1.0'),
      new: sent({type: 'array', contains: TEXT, minContains: 2}, undefined, '3.1.0'),
      told: ['constraint-tightened minContains (request breaks)'],
      back: ['constraint-loosened minContains (request keeps)']
    },
    {
      name: 'a pattern is replaced by a wider one',
      old: both({type: 'string', pattern: '^[a-f]{4}$'}),
      new: both({type: 'string', pattern: '^[a-z]{2,4}$'}),
      told: ['constraint-changed pattern (request keeps, response breaks)']
    },
    {
      name: 'a field is required next to a pattern with an unnecessary escape',
      old: sent(object({shelf: {type: 'string', pattern: '^[A-Z\\_]+$'}, copy: TEXT}, {required: ['shelf']})),
      new: sent(object({shelf: {type: 'string', pattern: '^[A-Z\\_]+$'}, copy: TEXT}, {required: ['shelf', 'copy']})),
      told: ['field-required copy (request breaks)']
    },
    {
      name: 'a field is required next to a name pattern with an unnecessary escape',
      old: sent(object({copy: TEXT}, {patternProperties: {"^\\'": NUMBER}, minProperties: 1}), undefined, '3.1.0'),
      new: sent(
        object({copy: TEXT}, {patternProperties: {"^\\'": NUMBER}, minProperties: 1, required: ['copy']}),
        undefined,
        '3.1.0'
      ),
      told: ['field-required copy (request breaks)']
    },
    {
      name: 'a field is required next to a pattern between slashes',
      old: sent(object({shelf: {type: 'string', pattern: '/^[A-Z]+$/'}, copy: TEXT}, {required: ['shelf']})),
      new: sent(object({shelf: {type: 'string', pattern: '/^[A-Z]+$/'}, copy: TEXT}, {required: ['shelf', 'copy']})),
      told: ['field-required copy (request breaks)']
    },
    {
      name: 'a field is required next to a pattern with a flag',
      old: sent(object({shelf: {type: 'string', pattern: '/^[A-Z]+$/i'}, copy: TEXT}, {required: ['shelf']})),
      new: sent(object({shelf: {type: 'string', pattern: '/^[A-Z]+$/i'}, copy: TEXT}, {required: ['shelf', 'copy']})),
      told: ['field-required copy (request undetermined)']
    },
    {
      name: 'a pattern with slashes around it, and without',
      old: both({type: 'string', pattern: '/^[A-Z]+$/'}),
      new: both({type: 'string', pattern: '^[A-Z]+$'}),
      told: ['constraint-changed pattern (request keeps, response keeps)'],
      back: ['constraint-changed pattern (request keeps, response keeps)']
    },
    {
      name: 'a pattern whose slashes may be literal',
      old: both({type: 'string', pattern: '/[a-z]+/'}),
      new: both({type: 'string', pattern: '[a-z]+'}),
      told: ['constraint-changed pattern (request keeps, response breaks)']
    },
    {
      name: 'an unknown format becomes a known one',
      old: both({type: 'string', format: 'timestamp'}),
      new: both({type: 'string', format: 'date-time'}),
      told: ['format-changed format (request undetermined, response keeps)'],
      back: ['format-changed format (request keeps, response undetermined)']
    },
    {
      name: 'a UUID version becomes any UUID',
      old: both({type: 'string', format: 'uuid4'}),
      new: both({type: 'string', format: 'uuid'}),
      told: ['format-changed format (request keeps, response keeps)'],
      back: ['format-changed format (request undetermined, response keeps)']
    },
    {
      name: 'a maximum length next to a nonstandard format',
      old: both({type: 'string', format: 'url', maxLength: 100}),
      new: both({type: 'string', format: 'url'}),
      told: ['constraint-loosened maxLength (request keeps, response breaks)'],
      back: ['constraint-tightened maxLength (request breaks, response keeps)']
    },
    {
      name: 'a 64-bit integer becomes an unknown format',
      old: both({type: 'integer', format: 'int64'}),
      new: both({type: 'integer', format: 'unixtime'}),
      told: ['format-changed format (request undetermined, response keeps)'],
      back: ['format-changed format (request keeps, response undetermined)']
    },
    {
      name: 'a 64-bit format is added to an integer, which is compatible',
      old: both({type: 'integer'}),
      new: both({type: 'integer', format: 'int64'}),
      told: ['format-changed format (request keeps, response keeps)'],
      back: ['format-changed format (request keeps, response keeps)']
    },
    {
      name: 'a 64-bit format becomes unsigned',
      old: both({type: 'integer', format: 'int64'}),
      new: both({type: 'integer', format: 'uint64'}),
      told: ['format-changed format (request breaks, response breaks)'],
      back: ['format-changed format (request breaks, response breaks)']
    },
    {
      name: 'a 32-bit format is added in OpenAPI 3.1',
      old: both({type: 'integer', minimum: 0}, {}, '3.1.0'),
      new: both({type: 'integer', minimum: 0, format: 'int32'}, {}, '3.1.0'),
      told: ['format-changed format (request breaks, response keeps)'],
      back: ['format-changed format (request keeps, response breaks)']
    },
    {
      name: 'a format is added',
      old: both(TEXT),
      new: both({type: 'string', format: 'date'}),
      told: ['format-changed format (request breaks, response keeps)']
    },
    {
      name: 'a multiple changes',
      old: both({type: 'integer', multipleOf: 2}),
      new: both({type: 'integer', multipleOf: 6}),
      told: ['constraint-tightened multipleOf (request breaks, response keeps)']
    },
    {
      name: 'unique items are required',
      old: both({type: 'array', items: TEXT}),
      new: both({type: 'array', items: TEXT, uniqueItems: true}),
      told: ['constraint-tightened uniqueItems (request breaks, response keeps)']
    }
  ])
})

describe('alternatives', () => {
  const book = object({pages: NUMBER}, {required: ['pages'], title: 'Book'})
  const disc = object({tracks: NUMBER}, {required: ['tracks'], title: 'Disc'})
  const map = object({scale: TEXT}, {required: ['scale'], title: 'Map'})
  const closed = (schema: Raw): Raw => ({...schema, additionalProperties: false})
  check([
    {
      name: 'one is added',
      old: both({oneOf: [closed(book), closed(disc)]}),
      new: both({oneOf: [closed(book), closed(disc), closed(map)]}),
      told: ['alternative-added Map (request keeps, response breaks)'],
      back: ['alternative-removed Map (request breaks, response keeps)']
    },
    {
      name: 'one that overlaps is added to `oneOf`, which needs review',
      old: sent({oneOf: [{type: 'string', maxLength: 5}, NUMBER]}),
      new: sent({oneOf: [{type: 'string', maxLength: 5}, NUMBER, {type: 'string', pattern: '^a'}]}),
      told: ['alternative-added string (request undetermined)']
    },
    {
      name: 'one that overlaps is added to `anyOf`',
      old: sent({anyOf: [{type: 'string', maxLength: 5}, NUMBER]}),
      new: sent({anyOf: [{type: 'string', maxLength: 5}, NUMBER, {type: 'string', pattern: '^a'}]}),
      told: ['alternative-added string (request keeps)']
    },
    {
      name: '`oneOf` of distinct alternatives becomes `anyOf`',
      old: both({oneOf: [TEXT, NUMBER]}),
      new: both({anyOf: [TEXT, NUMBER]}),
      told: ['composition-changed anyOf (request keeps, response keeps)'],
      back: ['composition-changed oneOf (request keeps, response keeps)']
    },
    {
      name: '`anyOf` of overlapping alternatives becomes `oneOf`',
      old: sent({anyOf: [NUMBER, {type: 'number'}]}),
      new: sent({oneOf: [NUMBER, {type: 'number'}]}),
      told: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'alternatives in another order',
      old: both({oneOf: [book, disc]}),
      new: both({oneOf: [disc, book]}),
      told: [],
      back: []
    },
    {
      name: 'a choice is added',
      old: sent(TEXT),
      new: sent({anyOf: [TEXT, NUMBER]}),
      told: ['composition-changed anyOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'the discriminator field changes',
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
      name: 'the discriminator values change',
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
      name: '`allOf` with a single part',
      old: both(ref('Book'), schemas({Book: book})),
      new: both({allOf: [ref('Book')]}, schemas({Book: book})),
      told: [],
      back: []
    },
    {
      name: 'a condition is added',
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

describe('recursive schemas', () => {
  const shelf = (name: Raw): Raw =>
    schemas({Shelf: object({name, inside: ref('Shelf'), all: {type: 'array', items: ref('Shelf')}})})
  check([
    {
      name: 'a schema that contains itself',
      old: both(ref('Shelf'), shelf(TEXT)),
      new: both(ref('Shelf'), shelf({type: 'string', maxLength: 9})),
      told: ['constraint-tightened maxLength (request breaks, response keeps)'],
      back: ['constraint-loosened maxLength (request keeps, response breaks)']
    },
    {
      name: 'a schema that only refers to itself',
      old: both(ref('Shelf'), schemas({Shelf: ref('Shelf')})),
      new: both(ref('Shelf'), schemas({Shelf: {allOf: [ref('Shelf')]}})),
      told: []
    },
    {
      name: 'circular `allOf` with fields',
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
      name: 'two schemas that contain each other, one of them inlined',
      old: both(ref('A'), schemas({A: object({b: ref('B')}), B: object({a: ref('A')})})),
      new: both(ref('A'), schemas({A: object({b: object({a: ref('A')})})})),
      told: [],
      back: []
    }
  ])
})
