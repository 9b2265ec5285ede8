// Descriptions that mean the same serialized values, and descriptions that only seem to.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../../src/text/changes/sentences.ts'
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
  withResponses
} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'

const withQuery = (schema: unknown, more: Raw = {}, version?: string): object =>
  withOperation({parameters: [{name: 'shelf', in: 'query', schema, ...more}]}, {}, version)
const withHeader = (schema: unknown): object => withResponses({'200': {...OK['200'], headers: {Shelf: {schema}}}})
const contentOf = (type: string): Raw => ({[type]: {schema: object({copy: TEXT})}})
const withPathParameters = (parameters: readonly Raw[]): object =>
  api({'/loans/{loan}': {get: {parameters, responses: OK}}})
const list = {type: 'array', items: TEXT}
const pathParameters = [
  {name: 'shelf', in: 'path', required: true, schema: TEXT},
  {name: 'copy', in: 'path', required: true, schema: NUMBER}
]

const SHELF = {allOf: [{$ref: '#/components/schemas/Shelf'}]}
const withDefault = (value: string): Raw => ({components: {schemas: {Shelf: {...TEXT, default: value}}}})
const requiredAndOptional = (schema: unknown): Raw[] => [
  {name: 'shelf', in: 'query', required: true, schema},
  {name: 'other', in: 'query', schema}
]

describe('changes of serialized parameters', () => {
  testChanges([
    {
      name: 'a number becomes a short string, which its own text may fit',
      old: withQuery({type: 'number', multipleOf: 3}),
      new: withQuery({...TEXT, maxLength: 5}),
      changes: [
        'constraint-loosened multipleOf (request keeps)',
        'constraint-tightened maxLength (request keeps)',
        'type-changed (request breaks)'
      ]
    },
    {
      name: 'a number of one digit becomes a short string',
      old: withQuery({type: 'number', minimum: 0, maximum: 9}),
      new: withQuery({...TEXT, maxLength: 3}),
      changes: [
        'constraint-loosened maximum (request keeps)',
        'constraint-loosened minimum (request keeps)',
        'constraint-tightened maxLength (request keeps)',
        'type-changed (request undetermined)'
      ]
    },
    {
      name: 'a number becomes one of two strings, which do not cover all numbers',
      old: withQuery({type: 'number'}),
      new: withQuery({
        anyOf: [
          {...TEXT, enum: ['a1']},
          {...TEXT, pattern: '^[0-9]+$'}
        ]
      }),
      changes: ['composition-changed anyOf (request breaks)', 'type-changed (request breaks)']
    },
    {
      name: 'a number becomes a string, and one number is excluded',
      old: withQuery(NUMBER),
      new: withQuery({...TEXT, not: {enum: ['7']}}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'a number becomes a string, and a string that is no number is excluded',
      old: withQuery(NUMBER),
      new: withQuery({...TEXT, not: {const: 'a1'}}, {}, '3.1.0'),
      changes: ['type-changed (request keeps)']
    },
    {
      name: 'an array of arrays has no defined serialization',
      old: withQuery({type: 'array', items: NUMBER}),
      new: withQuery({type: 'array', items: list}),
      changes: ['type-changed (request undetermined)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'a number becomes one of two strings, one of which covers all numbers',
      old: withQuery({type: 'integer'}),
      new: withQuery({oneOf: [{...TEXT, format: 'uuid'}, TEXT]}),
      changes: ['composition-changed oneOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'an array of up to two numbers becomes a number or an object',
      old: withQuery({type: 'array', items: NUMBER, minItems: 1}, {style: 'pipeDelimited', explode: false}),
      new: withQuery({anyOf: [{type: 'object'}, {type: 'number'}]}, {style: 'pipeDelimited', explode: false}),
      changes: [
        'composition-changed anyOf (request breaks)',
        'constraint-loosened items (request keeps)',
        'constraint-loosened minItems (request keeps)',
        'type-changed (request breaks)'
      ]
    },
    {
      name: 'an undeclared path parameter has the same meaning as a declared string',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: withPathParameters([]),
      changes: [],
      reverse: []
    },
    {
      name: 'a path parameter with an enum is declared for the first time',
      old: withPathParameters([]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, schema: {...TEXT, enum: ['first', 'last']}}]),
      changes: [],
      reverse: []
    },
    {
      name: 'an integer path parameter is declared for the first time',
      old: withPathParameters([]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, schema: NUMBER}]),
      changes: [],
      reverse: []
    },
    {
      name: 'a path parameter is never empty',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, schema: {...TEXT, minLength: 1}}]),
      changes: ['constraint-tightened minLength (request keeps)'],
      reverse: ['constraint-loosened minLength (request keeps)']
    },
    {
      name: 'a path parameter must be longer',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, schema: {...TEXT, minLength: 2}}]),
      changes: ['constraint-tightened minLength (request breaks)'],
      reverse: ['constraint-loosened minLength (request keeps)']
    },
    {
      name: 'a path parameter can be empty if it is part of a segment or has a prefix',
      old: api({
        '/{shelf}.json': {get: {parameters: [{...pathParameters[0], schema: TEXT}], responses: OK}},
        '/{copy}': {get: {parameters: [{...pathParameters[1], style: 'label', schema: TEXT}], responses: OK}}
      }),
      new: api({
        '/{shelf}.json': {get: {parameters: [{...pathParameters[0], schema: {...TEXT, minLength: 1}}], responses: OK}},
        '/{copy}': {
          get: {parameters: [{...pathParameters[1], style: 'label', schema: {...TEXT, minLength: 1}}], responses: OK}
        }
      }),
      changes: ['constraint-tightened minLength (request breaks)', 'constraint-tightened minLength (request breaks)']
    },
    {
      name: 'a path parameter is declared for the first time, with a prefix',
      old: withPathParameters([]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, style: 'label', schema: TEXT}]),
      changes: ['serialization-changed style (request)'],
      reverse: ['serialization-changed style (request)']
    },
    {
      name: 'an exploded object becomes parameters with the names of its fields',
      old: withQuery(object({copy: TEXT, size: NUMBER})),
      new: withOperation({
        parameters: [
          {name: 'copy', in: 'query', schema: TEXT},
          {name: 'size', in: 'query', schema: NUMBER}
        ]
      }),
      changes: [],
      reverse: []
    },
    {
      name: 'an exploded object becomes a parameter with the name of its field and another type',
      old: withQuery(object({copy: TEXT})),
      new: withOperation({parameters: [{name: 'copy', in: 'query', required: true, schema: NUMBER}]}),
      changes: ['parameter-required copy (request)', 'type-changed (request breaks)']
    },
    {
      name: 'an exploded object is renamed, but its name is never sent',
      old: withQuery(object({copy: TEXT, size: NUMBER})),
      new: withOperation({parameters: [{name: 'rack', in: 'query', schema: object({copy: TEXT, size: NUMBER})}]}),
      changes: [],
      reverse: []
    },
    {
      name: 'an exploded map in a cookie is renamed',
      old: withOperation({parameters: [{name: 'shelf', in: 'cookie', schema: {type: 'object'}}]}),
      new: withOperation({parameters: [{name: 'rack', in: 'cookie', schema: {type: 'object'}}]}),
      changes: [],
      reverse: []
    },
    {
      name: 'an exploded object is renamed, becomes required, and changes a field',
      old: withQuery(object({copy: TEXT, size: NUMBER})),
      new: withOperation({parameters: [{name: 'rack', in: 'query', required: true, schema: object({copy: NUMBER})}]}),
      changes: [
        'field-removed size (request keeps)',
        'parameter-required rack (request)',
        'type-changed (request breaks)'
      ]
    },
    {
      name: 'an exploded object is renamed, and one of its fields becomes a parameter',
      old: withQuery(object({copy: TEXT, size: NUMBER})),
      new: withOperation({
        parameters: [
          {name: 'rack', in: 'query', schema: object({copy: TEXT})},
          {name: 'size', in: 'query', schema: NUMBER}
        ]
      }),
      changes: [],
      reverse: []
    },
    {
      name: 'an exploded object is replaced by another one without common fields',
      old: withQuery(object({copy: TEXT})),
      new: withOperation({parameters: [{name: 'rack', in: 'query', schema: object({size: NUMBER})}]}),
      changes: ['parameter-added rack (request)', 'parameter-removed shelf (request)'],
      reverse: ['parameter-added shelf (request)', 'parameter-removed rack (request)']
    },
    {
      name: 'a deep object is replaced by a parameter with the name of its field',
      old: withQuery(object({copy: TEXT}), {style: 'deepObject'}),
      new: withOperation({parameters: [{name: 'copy', in: 'query', schema: TEXT}]}),
      changes: ['parameter-added copy (request)', 'parameter-removed shelf (request)']
    },
    {
      name: 'an object changes from JSON to XML',
      old: withOperation({parameters: [{name: 'shelf', in: 'query', content: contentOf('application/json')}]}),
      new: withOperation({parameters: [{name: 'shelf', in: 'query', content: contentOf('application/xml')}]}),
      changes: ['serialization-changed style (request)'],
      reverse: ['serialization-changed style (request)']
    },
    {
      name: 'an object changes to another JSON media type',
      old: withOperation({parameters: [{name: 'shelf', in: 'query', content: contentOf('application/json')}]}),
      new: withOperation({
        parameters: [{name: 'shelf', in: 'query', content: contentOf('application/vnd.shelf+json; charset=utf-8')}]
      }),
      changes: [],
      reverse: []
    },
    {
      name: 'a deep object is serialized equally with and without explode',
      old: withQuery(object({copy: TEXT}), {style: 'deepObject', explode: true}),
      new: withQuery(object({copy: TEXT}), {style: 'deepObject'}),
      changes: [],
      reverse: []
    },
    {
      name: 'a prefix is added to a path parameter',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, style: 'matrix', schema: TEXT}]),
      changes: ['serialization-changed style (request)'],
      reverse: ['serialization-changed style (request)']
    },
    {
      name: 'a prefix is added to a path parameter that becomes an array',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, style: 'label', schema: list}]),
      changes: ['serialization-changed style (request)', 'type-changed (request keeps)']
    },
    {
      name: 'an array with commas is serialized equally with and without explode',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: list}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, explode: true, schema: list}]),
      changes: [],
      reverse: []
    },
    {
      name: 'an object with commas is serialized differently with and without explode',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: object({copy: TEXT})}]),
      new: withPathParameters([
        {name: 'loan', in: 'path', required: true, explode: true, schema: object({copy: TEXT})}
      ]),
      changes: ['serialization-changed style (request)'],
      reverse: ['serialization-changed style (request)']
    },
    {
      name: 'two path parameters exchange their places',
      old: api({'/{shelf}/{copy}': {get: {parameters: pathParameters, responses: OK}}}),
      new: api({'/{copy}/{shelf}': {get: {parameters: pathParameters, responses: OK}}}),
      changes: ['type-changed (request breaks)', 'type-changed (request keeps)'],
      reverse: ['type-changed (request breaks)', 'type-changed (request keeps)']
    },
    {
      name: 'an object becomes JSON',
      old: withQuery(object({copy: TEXT})),
      new: withOperation({
        parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: object({copy: TEXT})}}}]
      }),
      changes: ['serialization-changed style (request)'],
      reverse: ['serialization-changed style (request)']
    },
    {
      name: 'a string becomes JSON, with quotes',
      old: withQuery(TEXT),
      new: withOperation({parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: TEXT}}}]}),
      changes: ['serialization-changed style (request)']
    },
    {
      name: 'a number becomes JSON, without a difference',
      old: withQuery(NUMBER),
      new: withOperation({parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: NUMBER}}}]}),
      changes: [],
      reverse: []
    },
    {
      name: 'a parameter for the whole query is renamed, but its name is never sent',
      old: withOperation(
        {parameters: [{name: 'all', in: 'querystring', content: form(object({copy: TEXT}))}]},
        {},
        '3.2.0'
      ),
      new: withOperation(
        {parameters: [{name: 'any', in: 'querystring', content: form(object({copy: TEXT}))}]},
        {},
        '3.2.0'
      ),
      changes: [],
      reverse: []
    },
    {
      name: 'an alternative with a constant word is removed next to an integer',
      old: withQuery({anyOf: [NUMBER, {type: 'string', enum: ['all']}]}),
      new: withQuery(NUMBER),
      changes: ['composition-changed anyOf (request keeps)', 'type-changed (request breaks)'],
      reverse: ['composition-changed anyOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'an enum of integers becomes an enum of strings',
      old: withQuery({type: 'integer', enum: [1, 2]}),
      new: withQuery({type: 'string', enum: ['1', '2']}),
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'the default of a required parameter has no effect',
      old: withQuery({...TEXT, default: 'a'}, {required: true}),
      new: withQuery({...TEXT, default: 'b'}, {required: true}),
      changes: [],
      reverse: []
    },
    {
      name: 'the default of a required parameter in a component has no effect',
      old: withOperation({parameters: [{name: 'shelf', in: 'query', required: true, schema: SHELF}]}, withDefault('a')),
      new: withOperation({parameters: [{name: 'shelf', in: 'query', required: true, schema: SHELF}]}, withDefault('b')),
      changes: [],
      reverse: []
    },
    {
      name: 'a default that a required and an optional parameter share',
      old: withOperation({parameters: requiredAndOptional(SHELF)}, withDefault('a')),
      new: withOperation({parameters: requiredAndOptional(SHELF)}, withDefault('b')),
      changes: ['default-changed default (request)'],
      reverse: ['default-changed default (request)']
    },
    {
      name: 'a required parameter becomes optional and has another default',
      old: withQuery({...TEXT, default: 'a'}, {required: true}),
      new: withQuery({...TEXT, default: 'b'}),
      changes: ['default-added default (request)', 'parameter-optional shelf (request)'],
      reverse: ['parameter-required shelf (request)']
    },
    {
      name: 'a required parameter becomes optional and loses its default',
      old: withQuery({...TEXT, default: 'a'}, {required: true}),
      new: withQuery(TEXT),
      changes: ['parameter-optional shelf (request)'],
      reverse: ['parameter-required shelf (request)']
    },
    {
      name: 'an array of at most one enum value becomes that value',
      old: withQuery({type: 'array', maxItems: 1, items: {...TEXT, enum: ['a']}}),
      new: withQuery({...TEXT, enum: ['a']}),
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'an enum of arrays with at most one item becomes an enum of items',
      old: withQuery({type: 'array', maxItems: 1, items: TEXT, enum: [['a'], ['b']]}),
      new: withQuery({...TEXT, enum: ['a']}),
      changes: ['type-changed (request keeps)', 'value-removed b (request breaks)'],
      reverse: ['type-changed (request keeps)', 'value-added b (request keeps)']
    },
    {
      name: 'an enum of arrays, some with one item, becomes an enum of items',
      old: withQuery({type: 'array', items: TEXT, enum: [[], ['a'], ['b'], ['a', 'b']]}),
      new: withQuery({...TEXT, enum: ['a']}),
      changes: [
        'type-changed (request keeps)',
        'value-removed ["a","b"] (request breaks)',
        'value-removed b (request breaks)'
      ],
      reverse: [
        'type-changed (request keeps)',
        'value-added ["a","b"] (request keeps)',
        'value-added b (request keeps)'
      ]
    },
    {
      name: 'an enum of an array whose values are no arrays',
      old: withQuery({type: 'array', items: TEXT, enum: ['a', 'b']}),
      new: withQuery({...TEXT, enum: ['a']}),
      changes: ['type-changed (request keeps)', 'value-removed b (request undetermined)'],
      reverse: ['type-changed (request keeps)', 'value-added b (request keeps)']
    },
    {
      name: 'an array of enum values becomes one of the values',
      old: withQuery({type: 'array', items: {enum: ['a', 'b']}}),
      new: withQuery({...TEXT, enum: ['a']}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'an array of integers becomes an enum with one integer',
      old: withQuery({type: 'array', items: NUMBER}),
      new: withQuery({...NUMBER, enum: [1]}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'an enum value becomes an array of other values',
      old: withQuery({...TEXT, enum: ['a', 'b']}),
      new: withQuery({type: 'array', items: {...TEXT, enum: ['a']}}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'an enum with an array of several items becomes a string',
      old: withQuery({type: 'array', items: TEXT, enum: [['a'], ['a', 'b']]}),
      new: withQuery(TEXT),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'an enum of arrays with one item becomes a string',
      old: withQuery({type: 'array', items: TEXT, enum: [['a'], ['b']]}),
      new: withQuery(TEXT),
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'an array of at most one enum value becomes a string',
      old: withQuery({type: 'array', maxItems: 1, items: {...TEXT, enum: ['a']}}),
      new: withQuery(TEXT),
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'null is no longer allowed in a parameter, but a string can be its text',
      old: withQuery({...TEXT, nullable: true}),
      new: withQuery(TEXT),
      changes: ['null-refused (request keeps)'],
      reverse: ['null-allowed (request keeps)']
    },
    {
      name: 'null is no longer allowed in a form, but a string can be its text',
      old: withRequest(object({shelf: {type: ['string', 'null']}}), 'multipart/form-data', '3.1.0'),
      new: withRequest(object({shelf: TEXT}), 'multipart/form-data', '3.1.0'),
      changes: ['null-refused (request keeps)'],
      reverse: ['null-allowed (request keeps)']
    },
    {
      name: 'null is no longer allowed, and its text is no number',
      old: withQuery({...NUMBER, nullable: true}),
      new: withQuery(NUMBER),
      changes: ['null-refused (request breaks)'],
      reverse: ['null-allowed (request keeps)']
    },
    {
      name: 'null is no longer allowed, and its text may not match the pattern',
      old: withQuery({...TEXT, nullable: true, pattern: '^[a-z]$'}),
      new: withQuery({...TEXT, pattern: '^[a-z]$'}),
      changes: ['null-refused (request breaks)'],
      reverse: ['null-allowed (request keeps)']
    },
    {
      name: 'the delimiter of nested arrays changes in Swagger 2.0',
      old: swagger([{name: 'shelf', in: 'query', type: 'array', items: {...list, collectionFormat: 'pipes'}}]),
      new: swagger([{name: 'shelf', in: 'query', type: 'array', items: {...list, collectionFormat: 'csv'}}]),
      changes: ['serialization-changed collectionFormat (request)']
    },
    ...(
      [
        ['any array', list, 'keeps'],
        ['a short array', {...list, maxItems: 2}, 'breaks'],
        ['an array of unique items', {...list, uniqueItems: true}, 'breaks'],
        ['an array of nonempty strings', {type: 'array', items: {...TEXT, minLength: 1}}, 'breaks'],
        ['an array of integers', {type: 'array', items: NUMBER}, 'breaks'],
        ['an array of at least two items', {...list, minItems: 2}, 'breaks'],
        ['an array with a required item', {...list, contains: {const: 'a'}}, 'breaks']
      ] as const
    ).map(([target, schema, proof]) => ({
      name: `a string becomes an array with commas: ${target}`,
      old: withQuery(TEXT),
      new: withQuery(schema, {explode: false}, '3.1.0'),
      changes: [`type-changed (request ${proof})`]
    })),
    {
      name: 'a string without commas becomes an array of one item',
      old: withQuery({...TEXT, pattern: '^[a-z]$'}),
      new: withQuery({...list, maxItems: 1}, {explode: false}),
      changes: ['constraint-loosened pattern (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'a UUID becomes an array of one item',
      old: withQuery({...TEXT, format: 'uuid'}),
      new: withQuery({type: 'array', maxItems: 1, items: {...TEXT, format: 'uuid'}}, {explode: false}),
      changes: ['format-changed format (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'a string of numbers with commas becomes an array of integers, which needs review',
      old: withQuery({...TEXT, pattern: '^[0-9]+(,[0-9]+)*$'}),
      new: withQuery({type: 'array', items: NUMBER}, {explode: false}),
      changes: ['constraint-loosened pattern (request keeps)', 'type-changed (request undetermined)']
    },
    {
      name: 'a string becomes an array of one item with repeated names',
      old: withQuery(TEXT),
      new: withQuery({...list, maxItems: 1, uniqueItems: true}),
      changes: ['type-changed (request keeps)']
    },
    ...[{}, {explode: false}].flatMap(more => [
      {
        name: `an array of at most one item becomes that item: ${JSON.stringify(more)}`,
        old: withQuery({type: 'array', maxItems: 1, items: {...TEXT, maxLength: 8}}, more),
        new: withQuery({...TEXT, maxLength: 8}, more),
        changes: ['constraint-tightened maxLength (request keeps)', 'type-changed (request keeps)'],
        // A string with a comma would be read as two items.
        reverse: [
          'constraint-loosened maxLength (request keeps)',
          `type-changed (request ${'explode' in more ? 'breaks' : 'keeps'})`
        ]
      },
      {
        name: `an array of exactly one integer becomes an integer: ${JSON.stringify(more)}`,
        old: withQuery({type: 'array', minItems: 1, maxItems: 1, items: NUMBER}, {...more, required: true}),
        new: withQuery(NUMBER, {...more, required: true}),
        changes: ['type-changed (request keeps)'],
        reverse: ['type-changed (request keeps)']
      },
      {
        name: `an array of at most one item becomes a shorter string: ${JSON.stringify(more)}`,
        old: withQuery({...list, maxItems: 1}, more),
        new: withQuery({...TEXT, maxLength: 8}, more),
        changes: ['constraint-tightened maxLength (request keeps)', 'type-changed (request breaks)']
      },
      {
        name: `an array of at most one string becomes an integer: ${JSON.stringify(more)}`,
        old: withQuery({...list, maxItems: 1}, more),
        new: withQuery(NUMBER, more),
        changes: ['type-changed (request breaks)']
      }
    ]),
    {
      name: 'an array of two items with repeated names becomes a string',
      old: withQuery({...list, maxItems: 2}),
      new: withQuery(TEXT),
      changes: ['type-changed (request breaks)']
    },
    {
      name: 'a string becomes an empty array',
      old: withQuery(TEXT),
      new: withQuery({...list, maxItems: 0}),
      changes: ['type-changed (request breaks)']
    },
    {
      name: 'an integer becomes an array of smaller integers',
      old: withQuery(NUMBER),
      new: withQuery({type: 'array', items: {...NUMBER, maximum: 3}}, {explode: false}),
      changes: ['type-changed (request breaks)']
    },
    {
      name: 'a header with commas becomes an array of at most one item',
      old: withOperation({parameters: [{name: 'Shelf', in: 'header', schema: TEXT}]}),
      new: withOperation({parameters: [{name: 'Shelf', in: 'header', schema: {...list, maxItems: 1}}]}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'an array in the path becomes a string',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: list}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'an array of integers with commas becomes a string with a pattern',
      old: withQuery({type: 'array', items: NUMBER}, {explode: false}),
      new: withQuery({...TEXT, pattern: '^[0-9,]*$'}, {explode: false}),
      changes: ['constraint-tightened pattern (request keeps)', 'type-changed (request undetermined)']
    },
    {
      name: 'an array of integers with commas becomes an integer',
      old: withQuery({type: 'array', items: NUMBER}, {explode: false}),
      new: withQuery(NUMBER),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'an array in Swagger 2.0 becomes a string, separated by bars or with repeated names',
      old: swagger([
        {name: 'shelf', in: 'query', ...list, collectionFormat: 'pipes'},
        {name: 'copy', in: 'query', ...list, collectionFormat: 'multi'}
      ]),
      new: swagger([
        {name: 'shelf', in: 'query', ...TEXT},
        {name: 'copy', in: 'query', ...TEXT}
      ]),
      changes: ['type-changed (request breaks)', 'type-changed (request keeps)']
    },
    {
      name: 'an array with commas in a response header becomes a string',
      old: withHeader({...list, maxItems: 2}),
      new: withHeader(TEXT),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response keeps)']
    },
    {
      name: 'a parameter named `Authorization` is ignored',
      old: withAuthorizationParameter(TEXT),
      new: withAuthorizationParameter(NUMBER),
      changes: []
    }
  ])
})

test('a counterexample of a path parameter is not empty', () => {
  const old = withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}])
  for (const schema of [NUMBER, {...TEXT, pattern: '^[a-z]+$'}, {...TEXT, minLength: 3}, {...TEXT, enum: ['a']}]) {
    const [change] = diffDocuments(old, withPathParameters([{name: 'loan', in: 'path', required: true, schema}]))
    expect(change?.proofs.request).toMatchObject({is: 'breaks', witness: expect.stringMatching(/./)})
  }
})

describe('changes of serialized forms', () => {
  const body = (type: string, schema: unknown, encoding?: Raw, version?: string): object => {
    const content = {[type]: {schema: object({cover: schema}), encoding}}
    return api({'/loans': {post: {requestBody: {content}, responses: OK}}}, {}, version)
  }
  const multipart = (schema: unknown, encoding?: Raw, version?: string): object =>
    body('multipart/form-data', schema, encoding, version)
  const urlencoded = (schema: unknown, encoding?: Raw): object =>
    body('application/x-www-form-urlencoded', schema, encoding)
  const withNestedType = (contentType: string): Raw => ({encoding: {cover: {contentType}}})
  const withItems = (encoding: Raw, side = 'request'): object => {
    const content = {'multipart/mixed': {itemSchema: object({cover: TEXT}), ...encoding}}
    return side === 'request'
      ? withOperation({requestBody: {content}}, {}, '3.2.0')
      : withResponses({'200': {...OK['200'], content}}, '3.2.0')
  }
  const file = {...TEXT, format: 'binary'}
  testChanges([
    {
      name: 'a file accepts fewer media types',
      old: multipart(file, {cover: {contentType: 'image/png, image/jpeg'}}),
      new: multipart(file, {cover: {contentType: 'image/png'}}),
      changes: ['serialization-changed cover (request)'],
      reverse: ['constraint-loosened contentType (request keeps)']
    },
    {
      name: 'an object changes from XML to JSON',
      old: multipart(object({copy: TEXT}), {cover: {contentType: 'application/xml'}}),
      new: multipart(object({copy: TEXT})),
      changes: ['serialization-changed cover (request)'],
      reverse: ['serialization-changed cover (request)']
    },
    {
      name: 'an array of objects is JSON, stated or not',
      old: multipart({type: 'array', items: object({copy: TEXT})}),
      new: multipart({type: 'array', items: object({copy: TEXT})}, {cover: {contentType: 'application/json'}}),
      changes: [],
      reverse: []
    },
    {
      name: 'an array of files is bytes, stated or not',
      old: multipart({type: 'array', items: file}),
      new: multipart({type: 'array', items: file}, {cover: {contentType: 'application/octet-stream'}}),
      changes: [],
      reverse: []
    },
    {
      name: 'a file is bytes, even next to another media type',
      old: multipart(file),
      new: multipart(file, {cover: {contentType: 'application/octet-stream, image/png'}}),
      changes: [],
      reverse: []
    },
    {
      name: 'a file becomes an image',
      old: multipart(file),
      new: multipart(file, {cover: {contentType: 'image/png'}}),
      changes: ['serialization-changed cover (request)'],
      reverse: ['constraint-loosened contentType (request keeps)']
    },
    {
      name: 'a part without a type is bytes in OpenAPI 3.1',
      old: multipart({}, undefined, '3.1.0'),
      new: multipart({}, {cover: {contentType: 'application/octet-stream'}}, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'an encoded part is bytes in OpenAPI 3.1',
      old: multipart({...TEXT, contentEncoding: 'base64'}, undefined, '3.1.0'),
      new: multipart({...TEXT, contentEncoding: 'base64'}, {cover: {contentType: 'application/octet-stream'}}, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'a part with its own media type changes it',
      old: multipart({contentMediaType: 'image/png'}, undefined, '3.1.0'),
      new: multipart({contentMediaType: 'image/png'}, {cover: {contentType: 'application/octet-stream'}}, '3.1.0'),
      changes: ['serialization-changed cover (request)'],
      reverse: ['constraint-loosened contentType (request keeps)']
    },
    {
      name: 'the default style of an array is stated',
      old: urlencoded(list),
      new: urlencoded(list, {cover: {style: 'form', explode: true, allowReserved: false}}),
      changes: [],
      reverse: []
    },
    {
      name: 'an array is separated by commas',
      old: urlencoded(list),
      new: urlencoded(list, {cover: {explode: false}}),
      changes: ['serialization-changed cover (request)'],
      reverse: ['serialization-changed cover (request)']
    },
    ...(['request', 'response'] as const).flatMap(side => [
      {
        name: `items have another media type, in a ${side}`,
        old: withItems({itemEncoding: {contentType: 'application/json'}}, side),
        new: withItems({itemEncoding: {contentType: 'application/xml'}}, side),
        changes: [`serialization-changed [] (${side})`],
        reverse: [`serialization-changed [] (${side})`]
      },
      {
        name: `the first item has another media type, in a ${side}`,
        old: withItems({prefixEncoding: [{contentType: 'text/html'}], itemEncoding: {contentType: 'text/css'}}, side),
        new: withItems({itemEncoding: {contentType: 'text/css'}}, side),
        changes: [`serialization-changed [0] (${side})`]
      }
    ]),
    {
      name: 'the media type of the first item is repeated',
      old: withItems({itemEncoding: {contentType: 'application/json'}}),
      new: withItems({
        prefixEncoding: [{contentType: 'application/json'}],
        itemEncoding: {contentType: 'application/json'}
      }),
      changes: [],
      reverse: []
    },
    {
      name: 'a part of a part has another media type',
      old: multipart(object({cover: TEXT}), {cover: withNestedType('text/plain')}, '3.2.0'),
      new: multipart(object({cover: TEXT}), {cover: withNestedType('text/html')}, '3.2.0'),
      changes: ['serialization-changed cover.cover (request)']
    },
    {
      name: 'a string becomes an array with commas',
      old: urlencoded(TEXT),
      new: urlencoded({...list, maxItems: 2}, {cover: {explode: false}}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'an object changes from JSON to separate fields',
      old: urlencoded(object({copy: TEXT})),
      new: urlencoded(object({copy: TEXT}), {cover: {style: 'form'}}),
      changes: ['serialization-changed cover (request)'],
      reverse: ['serialization-changed cover (request)']
    },
    {
      name: 'an encoding has no effect in a body without parts',
      old: body('application/json', TEXT, {cover: {contentType: 'image/png'}}),
      new: body('application/json', TEXT, {cover: {contentType: 'image/jpeg'}}),
      changes: [],
      reverse: []
    },
    {
      name: 'a string becomes JSON, with quotes',
      old: multipart(TEXT),
      new: multipart(TEXT, {cover: {contentType: 'application/json'}}),
      changes: ['serialization-changed cover (request)'],
      reverse: ['serialization-changed cover (request)']
    },
    {
      name: 'a file is described like in OpenAPI 3.1',
      old: multipart(file),
      new: multipart({...TEXT, contentMediaType: 'application/octet-stream'}, undefined, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'a file loses its description',
      old: multipart(file),
      new: multipart({}, undefined, '3.1.0'),
      changes: ['format-changed format (request keeps)'],
      reverse: ['format-changed format (request keeps)']
    },
    {
      name: 'a string becomes a file',
      old: multipart(TEXT),
      new: multipart(file),
      changes: ['serialization-changed cover (request)'],
      reverse: ['serialization-changed cover (request)']
    },
    {
      name: 'a file becomes a string in Swagger 2.0',
      old: swagger([{name: 'cover', in: 'formData', type: 'file'}], ['multipart/form-data']),
      new: swagger([{name: 'cover', in: 'formData', type: 'string'}], ['multipart/form-data']),
      changes: ['serialization-changed cover (request)']
    }
  ])
})

describe('changes of serialized bodies', () => {
  const octets = 'application/octet-stream'
  const bytes = {...TEXT, format: 'binary'}
  testChanges([
    {
      name: 'bytes are described like in OpenAPI 3.1',
      old: withRequest(bytes, octets),
      new: withRequest({...TEXT, contentMediaType: octets}, octets, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'bytes lose their description',
      old: withRequest(bytes, octets),
      new: withRequest({}, octets, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'Base64 is described like in OpenAPI 3.1',
      old: withRequest(object({cover: {...TEXT, format: 'byte'}})),
      new: withRequest(object({cover: {...TEXT, contentEncoding: 'base64'}}), undefined, '3.1.0'),
      changes: [],
      reverse: []
    },
    {
      name: 'binary becomes Base64',
      old: withRequest(object({cover: bytes})),
      new: withRequest(object({cover: {...TEXT, contentEncoding: 'base64'}}), undefined, '3.1.0'),
      changes: ['format-changed contentEncoding (request breaks)', 'format-changed format (request keeps)']
    },
    {
      name: 'an integer in plain text becomes a string',
      old: withRequest(NUMBER, 'text/plain'),
      new: withRequest(TEXT, 'text/plain'),
      changes: ['type-changed (request keeps)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'a field of an implicit object in plain text is JSON',
      old: withRequest({properties: {lent: NUMBER}}, 'text/plain'),
      new: withRequest({properties: {lent: TEXT}}, 'text/plain'),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'a field of an alternative in plain text is JSON',
      old: withRequest({oneOf: [object({lent: NUMBER}), TEXT]}, 'text/plain'),
      new: withRequest({oneOf: [object({lent: TEXT}), TEXT]}, 'text/plain'),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'an array item in plain text is JSON',
      old: withRequest({type: 'array', items: NUMBER}, 'text/plain'),
      new: withRequest(list, 'text/plain'),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request breaks)']
    },
    {
      name: 'a field of an object in a binary body has a type and a default like in JSON',
      old: withRequest({type: 'object', properties: {lent: {type: 'boolean'}}}, octets),
      new: withRequest({type: 'object', properties: {lent: {type: 'boolean', default: false}}}, octets),
      changes: ['default-added default (request)'],
      reverse: ['default-changed default (request)']
    }
  ])
})

describe('changes of XML', () => {
  const inXml = (schema: unknown, type = 'application/xml'): object =>
    withOperation(
      {responses: {'200': jsonResponse({$ref: '#/components/schemas/Loan'}, type)}},
      {components: {schemas: {Loan: object({shelf: schema, copies: list})}}}
    )
  const inBoth = (schema: unknown): Raw => ({'application/json': {schema}, 'application/xml': {schema}})
  const loans = withOperation({
    responses: {'200': jsonResponse({$ref: '#/components/schemas/Loan'}, 'application/xml')}
  })
  const SERIALIZATION_CHANGE = ['serialization-changed shelf (response)']
  testChanges([
    {
      name: "a schema that can't be read is reported by itself",
      old: {...loans, components: {schemas: {Loan: object({}, {xml: {name: 'loan'}})}}},
      new: loans,
      changes: ['composition-changed $ref (response undetermined)'],
      reverse: ['composition-changed $ref (response undetermined)']
    },
    {
      name: 'an element becomes an attribute',
      old: inXml(TEXT),
      new: inXml({...TEXT, xml: {attribute: true}}),
      changes: SERIALIZATION_CHANGE,
      reverse: SERIALIZATION_CHANGE
    },
    {
      name: 'an element is renamed',
      old: inXml({...TEXT, xml: {name: 'Shelf'}}),
      new: inXml({...TEXT, xml: {name: 'Rack'}}),
      changes: SERIALIZATION_CHANGE
    },
    {
      name: 'an array is wrapped, in problem details',
      old: inXml(list, 'application/problem+xml'),
      new: inXml({...list, xml: {wrapped: true}}, 'application/problem+xml'),
      changes: SERIALIZATION_CHANGE
    },
    {
      name: 'the keywords of OpenAPI 3.2 have the same meaning',
      old: inXml({...list, xml: {wrapped: true}, items: object({copy: {...TEXT, xml: {attribute: true}}})}),
      new: inXml({...list, xml: {nodeType: 'element'}, items: object({copy: {...TEXT, xml: {nodeType: 'attribute'}}})}),
      changes: [],
      reverse: []
    },
    {
      name: 'an element becomes text',
      old: inXml(TEXT),
      new: inXml({...TEXT, xml: {nodeType: 'text'}}),
      changes: SERIALIZATION_CHANGE
    },
    {
      name: 'default keywords have no effect',
      old: inXml(TEXT),
      new: inXml({...TEXT, xml: {name: 'shelf', attribute: false}}),
      changes: [],
      reverse: []
    },
    {
      name: 'an element is not comparable if the former media type was a range',
      old: inXml(TEXT, '*/*'),
      new: inXml({...TEXT, xml: {name: 'Shelf'}}, 'text/xml'),
      changes: ['media-type-added text/xml (response)']
    },
    {
      name: 'an object and a string may be the same element',
      old: withRequest(object({shelf: TEXT}), 'application/xml'),
      new: withRequest(TEXT, 'application/xml'),
      changes: ['type-changed (request undetermined)'],
      reverse: ['type-changed (request undetermined)']
    },
    {
      name: 'an object and a string may be the same element in a field',
      old: inXml(object({name: TEXT}), 'application/loan+xml'),
      new: inXml(TEXT, 'application/loan+xml'),
      changes: ['type-changed (response undetermined)'],
      reverse: ['type-changed (response undetermined)']
    },
    {
      name: 'a string becomes an integer',
      old: inXml(TEXT, 'text/xml'),
      new: inXml(NUMBER, 'text/xml'),
      changes: ['type-changed (response keeps)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'an object becomes a string, in XML and JSON',
      old: withOperation({responses: {'200': {description: 'Fine', content: inBoth(object({}))}}}),
      new: withOperation({responses: {'200': {description: 'Fine', content: inBoth(TEXT)}}}),
      changes: ['type-changed (response breaks)', 'type-changed (response undetermined)']
    },
    {
      name: 'XML keywords have no effect in JSON',
      old: inXml(TEXT, 'application/json'),
      new: inXml({...TEXT, xml: {attribute: true}}, 'application/json'),
      changes: [],
      reverse: []
    }
  ])
})

describe('references of a document to itself', () => {
  const withReference = (reference: string): Raw => ({
    paths: {'/loans': {get: {responses: {'200': jsonResponse({$ref: reference})}}}},
    components: {schemas: {Loan: object({shelf: TEXT})}}
  })
  testChanges([
    {
      name: 'a document refers to itself by its own address',
      old: api(
        {},
        {
          $self: 'https://library.example/api',
          ...withReference('https://library.example/api#/components/schemas/Loan')
        },
        '3.2.0'
      ),
      new: api({}, withReference('#/components/schemas/Loan'), '3.2.0'),
      changes: [],
      reverse: []
    }
  ])
})

describe('changes of array items', () => {
  const withArray = (schema: unknown): object => withRequest(schema, undefined, '3.1.0')
  const tuple = {type: 'array', prefixItems: [TEXT]}
  testChanges([
    {
      name: 'items after the first ones are forbidden',
      old: withArray(tuple),
      new: withArray({...tuple, items: false}),
      changes: ['constraint-tightened items (request breaks)'],
      reverse: ['constraint-loosened items (request keeps)']
    },
    {
      name: 'all items are forbidden',
      old: withArray({type: 'array', items: true}),
      new: withArray({type: 'array', items: false}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'all items are forbidden, and strings were allowed',
      old: withArray(list),
      new: withArray({type: 'array', items: false}),
      changes: ['type-changed (request breaks)'],
      reverse: ['type-changed (request keeps)']
    },
    {
      name: 'items after the first ones change their type',
      old: withArray({...tuple, items: NUMBER}),
      new: withArray({...tuple, items: TEXT}),
      changes: ['type-changed (request breaks)']
    }
  ])
})

function form(schema: unknown): Raw {
  return {'application/x-www-form-urlencoded': {schema}}
}

function swagger(parameters: readonly Raw[], consumes?: readonly string[]): object {
  return api({'/loans': {post: {parameters, consumes, responses: OK}}}, {}, '2.0')
}

/** An API with an ignored parameter, whose schema is a component so that the operations are textually equal. */
function withAuthorizationParameter(schema: unknown): object {
  const parameters = [{name: 'Authorization', in: 'header', schema: {$ref: '#/components/schemas/Secret'}}]
  return withOperation({parameters}, {components: {schemas: {Secret: schema}}})
}

test('a changed serialization of a form field is reported with its old and new style', () => {
  const form = (scan: Raw, encoding?: Raw, type = 'multipart/form-data'): string =>
    JSON.stringify(
      api({
        '/scans': {
          post: {
            requestBody: {content: {[type]: {schema: object({scan}), ...(encoding ? {encoding} : {})}}},
            responses: OK
          }
        }
      })
    )
  const changedStyles = (older: string, newer: string): object[] =>
    diffDocuments(older, newer)
      .filter(({kind}) => kind === 'serialization-changed')
      .map(({old, new: fresh}) => ({old, new: fresh}))
  expect(changedStyles(form(TEXT), form({...TEXT, format: 'binary'}))).toEqual([{old: 'text', new: 'file'}])
  const page = object({text: TEXT})
  expect(changedStyles(form(page), form(page, {scan: {contentType: 'application/xml'}}))).toEqual([
    {old: 'application/json', new: 'application/xml'}
  ])
  const list = {type: 'array', items: TEXT}
  const styles = [{scan: {style: 'form', explode: false}}, {scan: {style: 'form'}}]
  const withStyles = (type: string) => styles.map(encoding => form(list, encoding, type)) as [string, string]
  expect(changedStyles(...withStyles('application/x-www-form-urlencoded'))).toEqual([
    {old: 'form', new: 'form, exploded'}
  ])
  // OpenAPI 3.0 ignores the style of a part of a multipart body.
  expect(changedStyles(...withStyles('multipart/form-data'))).toEqual([])
  const [change] = diffDocuments(form(page), form(page, {scan: {contentType: 'application/xml'}}))
  const content = '/paths/~1scans/post/requestBody/content/multipart~1form-data'
  expect([change?.where.old?.pointer, change?.where.new?.pointer]).toEqual([
    `${content}/schema/properties/scan`,
    `${content}/encoding/scan`
  ])
})

test('a path parameter that is declared, or no longer declared, is reported once', () => {
  const declared = withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}])
  expect(diffDocuments(withPathParameters([]), declared).map(formatChange)).toEqual([
    'the path parameter `loan` of `GET /loans/{loan}` is now declared'
  ])
  expect(diffDocuments(declared, withPathParameters([])).map(formatChange)).toEqual([
    'the path parameter `loan` of `GET /loans/{loan}` is no longer declared'
  ])
})

test('renamed path parameters are reported with both names', () => {
  const at = (path: string): object => api({[path]: {get: {responses: OK}}})
  expect(diffDocuments(at('/loans/{id}'), at('/loans/{loan}')).map(formatChange)).toEqual([
    'the path parameter `{id}` of `GET /loans/{loan}` was renamed to `{loan}`'
  ])
  expect(diffDocuments(at('/{a}/{b}/{c}'), at('/{d}/{b}/{e}')).map(formatChange)).toEqual([
    'the path parameters of `GET /{d}/{b}/{e}` were renamed: `{a}` to `{d}` and `{c}` to `{e}`'
  ])
})

test('a changed XML element is reported with both names', () => {
  const loan = (xml: Raw): object => withRequest(object({shelf: {...TEXT, xml}}), 'application/xml')
  const [change] = diffDocuments(loan({name: 'rack'}), loan({attribute: true, namespace: 'urn:shelves'}))
  expect([change?.old, change?.new]).toEqual(['element rack', 'attribute shelf of urn:shelves'])
})

describe('types of a choice in a query', () => {
  const types = (...names: string[]): object => withQuery({type: names}, {}, '3.1.0')
  testChanges([
    {
      name: 'become a list of types',
      old: withQuery({anyOf: [TEXT, NUMBER]}, {}, '3.1.0'),
      new: types('string', 'integer'),
      changes: ['composition-changed anyOf (request keeps)'],
      reverse: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'become a string, which covers all of them',
      old: withQuery({oneOf: [TEXT, NUMBER, {type: 'boolean'}]}),
      new: withQuery(TEXT),
      changes: ['composition-changed oneOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'become an enum of the same values',
      old: withQuery({oneOf: [{const: 'a', minLength: 1}, {const: 'b'}]}, {}, '3.1.0'),
      new: withQuery({...TEXT, enum: ['a', 'b']}, {}, '3.1.0'),
      changes: ['composition-changed oneOf (request keeps)', 'constraint-tightened enum (request keeps)'],
      reverse: ['composition-changed oneOf (request keeps)', 'constraint-loosened enum (request keeps)']
    },
    {
      name: 'lose an array, which the remaining type does not cover',
      old: withQuery({anyOf: [NUMBER, list]}),
      new: withQuery(NUMBER),
      changes: ['composition-changed anyOf (request keeps)', 'type-changed (request breaks)'],
      reverse: ['composition-changed anyOf (request keeps)', 'type-changed (request keeps)']
    }
  ])
})
