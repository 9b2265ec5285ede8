// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {NUMBER, object, type Raw, TEXT, testChanges} from './cases.ts'
import {ref, schemas, withBoth, withRequest} from './loans.ts'

describe('changes of values and constraints', () => {
  const listOf = (...values: unknown[]): Raw => ({type: 'string', enum: values})
  testChanges([
    {
      name: 'an enum value is added',
      old: withBoth(listOf('OUT', 'BACK')),
      new: withBoth(listOf('OUT', 'BACK', 'LOST')),
      changes: ['value-added LOST (request keeps, response breaks)'],
      reverse: ['value-removed LOST (request breaks, response keeps)']
    },
    {
      name: 'the only enum value is replaced',
      old: withBoth(listOf('OUT')),
      new: withBoth(listOf('BACK')),
      changes: ['constraint-changed enum (request breaks, response breaks)'],
      reverse: ['constraint-changed enum (request breaks, response breaks)']
    },
    {
      name: 'the only enum value besides null is replaced',
      old: withBoth({enum: ['OUT', null], nullable: true}, {}, '3.0.3'),
      new: withBoth({enum: ['BACK', null], nullable: true}, {}, '3.0.3'),
      changes: ['constraint-changed enum (request breaks, response breaks)']
    },
    {
      name: 'a constant changes',
      old: withBoth({const: 'OUT'}, {}, '3.1.0'),
      new: withBoth({const: 'BACK'}, {}, '3.1.0'),
      changes: ['constraint-changed const (request breaks, response breaks)']
    },
    {
      name: 'a second enum value is added',
      old: withBoth(listOf('OUT')),
      new: withBoth(listOf('OUT', 'BACK')),
      changes: ['value-added BACK (request keeps, response breaks)'],
      reverse: ['value-removed BACK (request breaks, response keeps)']
    },
    {
      name: 'an enum of an alternative whose values contradict the type next to it needs review',
      old: withBoth({type: 'object', oneOf: [listOf('OUT', 'BACK'), listOf('LOST')]}),
      new: withBoth({type: 'object', oneOf: [listOf('OUT'), listOf('LOST')]}),
      changes: ['value-removed BACK (request undetermined, response keeps)'],
      reverse: ['value-added BACK (request keeps, response undetermined)']
    },
    {
      name: 'a format changes next to constraints that allow no string',
      old: withBoth({type: 'string', maxLength: 3, pattern: '^[a-z]{5}$', format: 'uuid'}),
      new: withBoth({type: 'string', maxLength: 3, pattern: '^[a-z]{5}$', format: 'uri'}),
      changes: ['format-changed format (request undetermined, response undetermined)']
    },
    {
      name: 'an enum value is added next to an invalid pattern',
      old: withBoth({...listOf('OUT', 'BACK'), pattern: '['}),
      new: withBoth({...listOf('OUT', 'BACK', 'LOST'), pattern: '['}),
      changes: ['value-added LOST (request keeps, response undetermined)']
    },
    {
      name: 'an enum in another order',
      old: withBoth(listOf('OUT', 'BACK')),
      new: withBoth(listOf('BACK', 'OUT')),
      changes: [],
      reverse: []
    },
    {
      name: 'an enum next to a free string in `anyOf`',
      old: withBoth({anyOf: [listOf('OUT', 'BACK'), TEXT]}),
      new: withBoth({anyOf: [listOf('OUT', 'BACK', 'LOST'), TEXT]}),
      changes: ['value-added LOST (request keeps, response keeps)'],
      reverse: ['value-removed LOST (request keeps, response keeps)']
    },
    {
      name: 'null in OpenAPI 3.0 and 3.1',
      old: withBoth({type: 'string', nullable: true}, {}, '3.0.3'),
      new: withBoth({type: ['string', 'null']}, {}, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'null as an alternative',
      old: withBoth({type: 'string', nullable: true}, {}, '3.0.3'),
      new: withBoth({anyOf: [TEXT, {type: 'null'}]}, {}, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'null is allowed',
      old: withBoth(TEXT),
      new: withBoth({type: 'string', nullable: true}),
      changes: ['null-allowed (request keeps, response breaks)'],
      reverse: ['null-refused (request breaks, response keeps)']
    },
    {
      name: 'null is allowed and listed, which is reported once',
      old: withBoth({type: 'string', enum: ['OUT']}),
      new: withBoth({type: 'string', nullable: true, enum: ['OUT', null]}),
      changes: ['null-allowed (request keeps, response breaks)'],
      reverse: ['null-refused (request breaks, response keeps)']
    },
    {
      name: 'null is allowed and listed in OpenAPI 3.1, which is reported once',
      old: withBoth({type: 'string', enum: ['OUT']}, {}, '3.1.0'),
      new: withBoth({type: ['string', 'null'], enum: ['OUT', 'BACK', null]}, {}, '3.1.0'),
      changes: ['null-allowed (request keeps, response breaks)', 'value-added BACK (request keeps, response breaks)'],
      reverse: ['null-refused (request breaks, response keeps)', 'value-removed BACK (request breaks, response keeps)']
    },
    {
      name: '`nullable` with an enum without null',
      old: withBoth({type: 'string', enum: ['OUT']}),
      new: withBoth({type: 'string', nullable: true, enum: ['OUT']}),
      changes: [],
      reverse: []
    },
    {
      name: 'null is added to the enum of a nullable schema',
      old: withBoth({type: 'string', nullable: true, enum: ['OUT']}),
      new: withBoth({type: 'string', nullable: true, enum: ['OUT', null]}),
      changes: ['value-added null (request keeps, response breaks)'],
      reverse: ['value-removed null (request breaks, response keeps)']
    },
    {
      name: 'null in an enum, or as an alternative',
      old: withBoth({type: ['string', 'null'], enum: ['OUT', null]}, {}, '3.1.0'),
      new: withBoth({anyOf: [{type: 'string', enum: ['OUT']}, {type: 'null'}]}, {}, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'null as an alternative is added to a nullable schema with an enum without null',
      old: withBoth({type: ['string', 'null'], enum: ['OUT']}, {}, '3.1.0'),
      new: withBoth({anyOf: [{type: 'string', enum: ['OUT', 'BACK']}, {type: 'null'}]}, {}, '3.1.0'),
      changes: ['null-allowed (request keeps, response breaks)', 'value-added BACK (request keeps, response breaks)'],
      reverse: ['null-refused (request breaks, response keeps)', 'value-removed BACK (request breaks, response keeps)']
    },
    {
      name: 'null as an alternative in OpenAPI 3.1, after an enum without null in OpenAPI 3.0',
      old: withBoth({type: 'string', nullable: true, enum: ['OUT']}, {}, '3.0.3'),
      new: withBoth({oneOf: [{type: 'string', const: 'OUT'}, {type: 'null'}]}, {}, '3.1.0'),
      changes: ['null-allowed (request keeps, response breaks)'],
      reverse: ['null-refused (request breaks, response keeps)']
    },
    {
      name: 'null as an alternative to a constant without a type',
      old: withBoth({const: 'OUT'}, {}, '3.1.0'),
      new: withBoth({anyOf: [{const: 'OUT'}, {type: 'null'}]}, {}, '3.1.0'),
      changes: ['null-allowed (request keeps, response breaks)'],
      reverse: ['null-refused (request breaks, response keeps)']
    },
    {
      name: '`nullable` without a type is reported, although it has no effect',
      old: withBoth({enum: ['OUT']}),
      new: withBoth({enum: ['OUT'], nullable: true}),
      changes: ['constraint-changed nullable (request keeps, response undetermined)'],
      reverse: ['constraint-changed nullable (request undetermined, response keeps)']
    },
    {
      name: 'an exclusive bound in OpenAPI 3.0 and 3.1',
      old: withBoth({type: 'integer', minimum: 1, exclusiveMinimum: true}, {}, '3.0.3'),
      new: withBoth({type: 'integer', exclusiveMinimum: 1}, {}, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'a bound changes',
      old: withBoth({type: 'integer', maximum: 5}),
      new: withBoth({type: 'integer', maximum: 9}),
      changes: ['constraint-loosened maximum (request keeps, response breaks)'],
      reverse: ['constraint-tightened maximum (request breaks, response keeps)']
    },
    {
      name: 'a bound of integers changes to a fraction without effect',
      old: withBoth({type: 'integer', maximum: 5}),
      new: withBoth({type: 'integer', maximum: 5.5}),
      changes: ['constraint-loosened maximum (request keeps, response keeps)'],
      reverse: ['constraint-tightened maximum (request keeps, response keeps)']
    },
    {
      name: '`minContains` is added',
      old: withRequest({type: 'array', contains: TEXT}, undefined, '3.1.0'),
      new: withRequest({type: 'array', contains: TEXT, minContains: 2}, undefined, '3.1.0'),
      changes: ['constraint-tightened minContains (request breaks)'],
      reverse: ['constraint-loosened minContains (request keeps)']
    },
    {
      name: 'a pattern is replaced by a wider one',
      old: withBoth({type: 'string', pattern: '^[a-f]{4}$'}),
      new: withBoth({type: 'string', pattern: '^[a-z]{2,4}$'}),
      changes: ['constraint-changed pattern (request keeps, response breaks)']
    },
    {
      name: 'a field is required next to a pattern with an unnecessary escape',
      old: withRequest(object({shelf: {type: 'string', pattern: '^[A-Z\\_]+$'}, copy: TEXT}, {required: ['shelf']})),
      new: withRequest(
        object({shelf: {type: 'string', pattern: '^[A-Z\\_]+$'}, copy: TEXT}, {required: ['shelf', 'copy']})
      ),
      changes: ['field-required copy (request breaks)']
    },
    {
      name: 'a field is required next to a name pattern with an unnecessary escape',
      old: withRequest(
        object({copy: TEXT}, {patternProperties: {"^\\'": NUMBER}, minProperties: 1}),
        undefined,
        '3.1.0'
      ),
      new: withRequest(
        object({copy: TEXT}, {patternProperties: {"^\\'": NUMBER}, minProperties: 1, required: ['copy']}),
        undefined,
        '3.1.0'
      ),
      changes: ['field-required copy (request breaks)']
    },
    {
      name: 'a field is required next to a pattern between slashes',
      old: withRequest(object({shelf: {type: 'string', pattern: '/^[A-Z]+$/'}, copy: TEXT}, {required: ['shelf']})),
      new: withRequest(
        object({shelf: {type: 'string', pattern: '/^[A-Z]+$/'}, copy: TEXT}, {required: ['shelf', 'copy']})
      ),
      changes: ['field-required copy (request breaks)']
    },
    {
      name: 'a field is required next to a pattern with a flag',
      old: withRequest(object({shelf: {type: 'string', pattern: '/^[A-Z]+$/i'}, copy: TEXT}, {required: ['shelf']})),
      new: withRequest(
        object({shelf: {type: 'string', pattern: '/^[A-Z]+$/i'}, copy: TEXT}, {required: ['shelf', 'copy']})
      ),
      changes: ['field-required copy (request undetermined)']
    },
    {
      name: 'a pattern with slashes around it, and without',
      old: withBoth({type: 'string', pattern: '/^[A-Z]+$/'}),
      new: withBoth({type: 'string', pattern: '^[A-Z]+$'}),
      changes: ['constraint-changed pattern (request keeps, response keeps)'],
      reverse: ['constraint-changed pattern (request keeps, response keeps)']
    },
    {
      name: 'a pattern whose slashes may be literal',
      old: withBoth({type: 'string', pattern: '/[a-z]+/'}),
      new: withBoth({type: 'string', pattern: '[a-z]+'}),
      changes: ['constraint-changed pattern (request keeps, response breaks)']
    },
    {
      name: 'an unknown format becomes a known one',
      old: withBoth({type: 'string', format: 'timestamp'}),
      new: withBoth({type: 'string', format: 'date-time'}),
      changes: ['format-changed format (request undetermined, response keeps)'],
      reverse: ['format-changed format (request keeps, response undetermined)']
    },
    {
      name: 'a UUID version becomes any UUID',
      old: withBoth({type: 'string', format: 'uuid4'}),
      new: withBoth({type: 'string', format: 'uuid'}),
      changes: ['format-changed format (request keeps, response keeps)'],
      reverse: ['format-changed format (request undetermined, response keeps)']
    },
    {
      name: 'a maximum length next to a nonstandard format',
      old: withBoth({type: 'string', format: 'url', maxLength: 100}),
      new: withBoth({type: 'string', format: 'url'}),
      changes: ['constraint-loosened maxLength (request keeps, response breaks)'],
      reverse: ['constraint-tightened maxLength (request breaks, response keeps)']
    },
    {
      name: 'a 64-bit integer becomes an unknown format',
      old: withBoth({type: 'integer', format: 'int64'}),
      new: withBoth({type: 'integer', format: 'unixtime'}),
      changes: ['format-changed format (request undetermined, response keeps)'],
      reverse: ['format-changed format (request keeps, response undetermined)']
    },
    {
      name: 'a 64-bit format is added to an integer, which is compatible',
      old: withBoth({type: 'integer'}),
      new: withBoth({type: 'integer', format: 'int64'}),
      changes: ['format-changed format (request keeps, response keeps)'],
      reverse: ['format-changed format (request keeps, response keeps)']
    },
    {
      name: 'a 64-bit format becomes unsigned',
      old: withBoth({type: 'integer', format: 'int64'}),
      new: withBoth({type: 'integer', format: 'uint64'}),
      changes: ['format-changed format (request breaks, response breaks)'],
      reverse: ['format-changed format (request breaks, response breaks)']
    },
    {
      name: 'a 32-bit format is added in OpenAPI 3.1',
      old: withBoth({type: 'integer', minimum: 0}, {}, '3.1.0'),
      new: withBoth({type: 'integer', minimum: 0, format: 'int32'}, {}, '3.1.0'),
      changes: ['format-changed format (request breaks, response keeps)'],
      reverse: ['format-changed format (request keeps, response breaks)']
    },
    {
      name: 'a format is added',
      old: withBoth(TEXT),
      new: withBoth({type: 'string', format: 'date'}),
      changes: ['format-changed format (request breaks, response keeps)']
    },
    {
      name: 'a multiple changes',
      old: withBoth({type: 'integer', multipleOf: 2}),
      new: withBoth({type: 'integer', multipleOf: 6}),
      changes: ['constraint-tightened multipleOf (request breaks, response keeps)']
    },
    {
      name: 'unique items are required',
      old: withBoth({type: 'array', items: TEXT}),
      new: withBoth({type: 'array', items: TEXT, uniqueItems: true}),
      changes: ['constraint-tightened uniqueItems (request breaks, response keeps)']
    }
  ])
})

describe('changes of alternatives', () => {
  const book = object({pages: NUMBER}, {required: ['pages'], title: 'Book'})
  const disc = object({tracks: NUMBER}, {required: ['tracks'], title: 'Disc'})
  const map = object({scale: TEXT}, {required: ['scale'], title: 'Map'})
  const closed = (schema: Raw): Raw => ({...schema, additionalProperties: false})
  testChanges([
    {
      name: 'one is added',
      old: withBoth({oneOf: [closed(book), closed(disc)]}),
      new: withBoth({oneOf: [closed(book), closed(disc), closed(map)]}),
      changes: ['alternative-added Map (request keeps, response breaks)'],
      reverse: ['alternative-removed Map (request breaks, response keeps)']
    },
    {
      name: 'one that overlaps is added to `oneOf`',
      old: withRequest({oneOf: [{type: 'string', maxLength: 5}, NUMBER]}),
      new: withRequest({oneOf: [{type: 'string', maxLength: 5}, NUMBER, {type: 'string', pattern: '^a'}]}),
      changes: ['alternative-added string (request breaks)']
    },
    {
      name: 'one that overlaps is added to `anyOf`',
      old: withRequest({anyOf: [{type: 'string', maxLength: 5}, NUMBER]}),
      new: withRequest({anyOf: [{type: 'string', maxLength: 5}, NUMBER, {type: 'string', pattern: '^a'}]}),
      changes: ['alternative-added string (request keeps)']
    },
    {
      name: '`oneOf` of distinct alternatives becomes `anyOf`',
      old: withBoth({oneOf: [TEXT, NUMBER]}),
      new: withBoth({anyOf: [TEXT, NUMBER]}),
      changes: ['composition-changed anyOf (request keeps, response keeps)'],
      reverse: ['composition-changed oneOf (request keeps, response keeps)']
    },
    {
      name: '`anyOf` of overlapping alternatives becomes `oneOf`',
      old: withRequest({anyOf: [NUMBER, {type: 'number'}]}),
      new: withRequest({oneOf: [NUMBER, {type: 'number'}]}),
      changes: ['composition-changed oneOf (request breaks)']
    },
    {
      name: 'alternatives in another order',
      old: withBoth({oneOf: [book, disc]}),
      new: withBoth({oneOf: [disc, book]}),
      changes: [],
      reverse: []
    },
    {
      name: 'a choice is added',
      old: withRequest(TEXT),
      new: withRequest({anyOf: [TEXT, NUMBER]}),
      changes: ['composition-changed anyOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'the discriminator field changes',
      old: withBoth(
        {oneOf: [ref('Book'), ref('Disc')], discriminator: {propertyName: 'kind'}},
        schemas({Book: book, Disc: disc})
      ),
      new: withBoth(
        {oneOf: [ref('Book'), ref('Disc')], discriminator: {propertyName: 'type'}},
        schemas({Book: book, Disc: disc})
      ),
      changes: ['discriminator-changed discriminator (request, response)']
    },
    {
      name: 'the discriminator values change',
      old: withBoth(
        {
          oneOf: [ref('Book'), ref('Disc')],
          discriminator: {propertyName: 'kind', mapping: {book: '#/components/schemas/Book'}}
        },
        schemas({Book: book, Disc: disc})
      ),
      new: withBoth(
        {
          oneOf: [ref('Book'), ref('Disc')],
          discriminator: {propertyName: 'kind', mapping: {b: '#/components/schemas/Book'}}
        },
        schemas({Book: book, Disc: disc})
      ),
      changes: ['discriminator-changed mapping (request, response)']
    },
    {
      name: '`allOf` with a single part',
      old: withBoth(ref('Book'), schemas({Book: book})),
      new: withBoth({allOf: [ref('Book')]}, schemas({Book: book})),
      changes: [],
      reverse: []
    },
    {
      name: 'a condition is added',
      old: withRequest(object({kind: TEXT, pages: NUMBER}), {}, '3.1.0'),
      new: withRequest(
        {
          ...object({kind: TEXT, pages: NUMBER}),
          if: {properties: {kind: {const: 'book'}}, required: ['kind']},
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: {required: ['pages']}
        },
        {},
        '3.1.0'
      ),
      changes: ['constraint-tightened if (request breaks)'],
      reverse: ['constraint-loosened if (request keeps)']
    }
  ])
})

describe('recursive schemas', () => {
  const shelf = (name: Raw): Raw =>
    schemas({Shelf: object({name, inside: ref('Shelf'), all: {type: 'array', items: ref('Shelf')}})})
  testChanges([
    {
      name: 'a schema that contains itself',
      old: withBoth(ref('Shelf'), shelf(TEXT)),
      new: withBoth(ref('Shelf'), shelf({type: 'string', maxLength: 9})),
      changes: ['constraint-tightened maxLength (request breaks, response keeps)'],
      reverse: ['constraint-loosened maxLength (request keeps, response breaks)']
    },
    {
      name: 'a schema that only refers to itself',
      old: withBoth(ref('Shelf'), schemas({Shelf: ref('Shelf')})),
      new: withBoth(ref('Shelf'), schemas({Shelf: {allOf: [ref('Shelf')]}})),
      changes: []
    },
    {
      name: 'circular `allOf` with fields',
      old: withBoth(
        ref('A'),
        schemas({A: {allOf: [ref('B')], ...object({x: TEXT})}, B: {allOf: [ref('A')], ...object({y: TEXT})}})
      ),
      new: withBoth(
        ref('A'),
        schemas({A: {allOf: [ref('B')], ...object({x: NUMBER})}, B: {allOf: [ref('A')], ...object({y: TEXT})}})
      ),
      changes: ['type-changed (request breaks, response breaks)']
    },
    {
      name: 'two schemas that contain each other, one of them inlined',
      old: withBoth(ref('A'), schemas({A: object({b: ref('B')}), B: object({a: ref('A')})})),
      new: withBoth(ref('A'), schemas({A: object({b: object({a: ref('A')})})})),
      changes: [],
      reverse: []
    }
  ])
})
