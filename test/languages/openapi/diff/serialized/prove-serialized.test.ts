// Descriptions that mean the same serialized values, and descriptions that only seem to.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../../src/text/changes/sentences.ts'
import {answer, answers, api, asked, check, NUMBER, OK, object, type Raw, sent, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const query = (schema: unknown, more: Raw = {}, version?: string): object =>
  asked({parameters: [{name: 'shelf', in: 'query', schema, ...more}]}, {}, version)
const withHeader = (schema: unknown): object => answers({'200': {...OK['200'], headers: {Shelf: {schema}}}})
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

describe('parameters', () => {
  check([
    {
      name: 'a number becomes one of two strings, which do not cover all numbers',
      old: query({type: 'number'}),
      new: query({
        anyOf: [
          {...TEXT, enum: ['a1']},
          {...TEXT, pattern: '^[0-9]+$'}
        ]
      }),
      told: ['composition-changed anyOf (request breaks)', 'type-changed (request breaks)']
    },
    {
      name: 'a number becomes a string, and one number is excluded',
      old: query(NUMBER),
      new: query({...TEXT, not: {enum: ['7']}}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a number becomes a string, and a string that is no number is excluded',
      old: query(NUMBER),
      new: query({...TEXT, not: {const: 'a1'}}, {}, '3.1.0'),
      told: ['type-changed (request keeps)']
    },
    {
      name: 'an array of arrays has no defined serialization',
      old: query({type: 'array', items: NUMBER}),
      new: query({type: 'array', items: list}),
      told: ['type-changed (request undetermined)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a number becomes one of two strings, one of which covers all numbers',
      old: query({type: 'integer'}),
      new: query({oneOf: [{...TEXT, format: 'uuid'}, TEXT]}),
      told: ['composition-changed oneOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'an array of up to two numbers becomes a number or an object',
      old: query({type: 'array', items: NUMBER, minItems: 1}, {style: 'pipeDelimited', explode: false}),
      new: query({anyOf: [{type: 'object'}, {type: 'number'}]}, {style: 'pipeDelimited', explode: false}),
      told: [
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
      told: [],
      back: []
    },
    {
      name: 'a path parameter with an enum is declared for the first time',
      old: withPathParameters([]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, schema: {...TEXT, enum: ['first', 'last']}}]),
      told: [],
      back: []
    },
    {
      name: 'an integer path parameter is declared for the first time',
      old: withPathParameters([]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, schema: NUMBER}]),
      told: [],
      back: []
    },
    {
      name: 'a path parameter is never empty',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, schema: {...TEXT, minLength: 1}}]),
      told: ['constraint-tightened minLength (request keeps)'],
      back: ['constraint-loosened minLength (request keeps)']
    },
    {
      name: 'a path parameter must be longer',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, schema: {...TEXT, minLength: 2}}]),
      told: ['constraint-tightened minLength (request breaks)'],
      back: ['constraint-loosened minLength (request keeps)']
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
      told: ['constraint-tightened minLength (request breaks)', 'constraint-tightened minLength (request breaks)']
    },
    {
      name: 'a path parameter is declared for the first time, with a prefix',
      old: withPathParameters([]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, style: 'label', schema: TEXT}]),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'an exploded object becomes parameters with the names of its fields',
      old: query(object({copy: TEXT, size: NUMBER})),
      new: asked({
        parameters: [
          {name: 'copy', in: 'query', schema: TEXT},
          {name: 'size', in: 'query', schema: NUMBER}
        ]
      }),
      told: [],
      back: []
    },
    {
      name: 'an exploded object becomes a parameter with the name of its field and another type',
      old: query(object({copy: TEXT})),
      new: asked({parameters: [{name: 'copy', in: 'query', required: true, schema: NUMBER}]}),
      told: ['parameter-required copy (request)', 'type-changed (request breaks)']
    },
    {
      name: 'an exploded object is renamed, but its name is never sent',
      old: query(object({copy: TEXT, size: NUMBER})),
      new: asked({parameters: [{name: 'rack', in: 'query', schema: object({copy: TEXT, size: NUMBER})}]}),
      told: [],
      back: []
    },
    {
      name: 'an exploded map in a cookie is renamed',
      old: asked({parameters: [{name: 'shelf', in: 'cookie', schema: {type: 'object'}}]}),
      new: asked({parameters: [{name: 'rack', in: 'cookie', schema: {type: 'object'}}]}),
      told: [],
      back: []
    },
    {
      name: 'an exploded object is renamed, becomes required, and changes a field',
      old: query(object({copy: TEXT, size: NUMBER})),
      new: asked({parameters: [{name: 'rack', in: 'query', required: true, schema: object({copy: NUMBER})}]}),
      told: ['field-removed size (request keeps)', 'parameter-required rack (request)', 'type-changed (request breaks)']
    },
    {
      name: 'an exploded object is renamed, and one of its fields becomes a parameter',
      old: query(object({copy: TEXT, size: NUMBER})),
      new: asked({
        parameters: [
          {name: 'rack', in: 'query', schema: object({copy: TEXT})},
          {name: 'size', in: 'query', schema: NUMBER}
        ]
      }),
      told: [],
      back: []
    },
    {
      name: 'an exploded object is replaced by another one without common fields',
      old: query(object({copy: TEXT})),
      new: asked({parameters: [{name: 'rack', in: 'query', schema: object({size: NUMBER})}]}),
      told: ['parameter-added rack (request)', 'parameter-removed shelf (request)'],
      back: ['parameter-added shelf (request)', 'parameter-removed rack (request)']
    },
    {
      name: 'a deep object is replaced by a parameter with the name of its field',
      old: query(object({copy: TEXT}), {style: 'deepObject'}),
      new: asked({parameters: [{name: 'copy', in: 'query', schema: TEXT}]}),
      told: ['parameter-added copy (request)', 'parameter-removed shelf (request)']
    },
    {
      name: 'an object changes from JSON to XML',
      old: asked({parameters: [{name: 'shelf', in: 'query', content: contentOf('application/json')}]}),
      new: asked({parameters: [{name: 'shelf', in: 'query', content: contentOf('application/xml')}]}),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'an object changes to another JSON media type',
      old: asked({parameters: [{name: 'shelf', in: 'query', content: contentOf('application/json')}]}),
      new: asked({
        parameters: [{name: 'shelf', in: 'query', content: contentOf('application/vnd.shelf+json; charset=utf-8')}]
      }),
      told: [],
      back: []
    },
    {
      name: 'a deep object is serialized equally with and without explode',
      old: query(object({copy: TEXT}), {style: 'deepObject', explode: true}),
      new: query(object({copy: TEXT}), {style: 'deepObject'}),
      told: [],
      back: []
    },
    {
      name: 'a prefix is added to a path parameter',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, style: 'matrix', schema: TEXT}]),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'a prefix is added to a path parameter that becomes an array',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, style: 'label', schema: list}]),
      told: ['serialization-changed style (request)', 'type-changed (request keeps)']
    },
    {
      name: 'an array with commas is serialized equally with and without explode',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: list}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, explode: true, schema: list}]),
      told: [],
      back: []
    },
    {
      name: 'an object with commas is serialized differently with and without explode',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: object({copy: TEXT})}]),
      new: withPathParameters([
        {name: 'loan', in: 'path', required: true, explode: true, schema: object({copy: TEXT})}
      ]),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'two path parameters exchange their places',
      old: api({'/{shelf}/{copy}': {get: {parameters: pathParameters, responses: OK}}}),
      new: api({'/{copy}/{shelf}': {get: {parameters: pathParameters, responses: OK}}}),
      told: ['type-changed (request breaks)', 'type-changed (request keeps)'],
      back: ['type-changed (request breaks)', 'type-changed (request keeps)']
    },
    {
      name: 'an object becomes JSON',
      old: query(object({copy: TEXT})),
      new: asked({
        parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: object({copy: TEXT})}}}]
      }),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'a string becomes JSON, with quotes',
      old: query(TEXT),
      new: asked({parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: TEXT}}}]}),
      told: ['serialization-changed style (request)']
    },
    {
      name: 'a number becomes JSON, without a difference',
      old: query(NUMBER),
      new: asked({parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: NUMBER}}}]}),
      told: [],
      back: []
    },
    {
      name: 'a parameter for the whole query is renamed, but its name is never sent',
      old: asked({parameters: [{name: 'all', in: 'querystring', content: form(object({copy: TEXT}))}]}, {}, '3.2.0'),
      new: asked({parameters: [{name: 'any', in: 'querystring', content: form(object({copy: TEXT}))}]}, {}, '3.2.0'),
      told: [],
      back: []
    },
    {
      name: 'an alternative with a constant word is removed next to an integer',
      old: query({anyOf: [NUMBER, {type: 'string', enum: ['all']}]}),
      new: query(NUMBER),
      told: ['composition-changed anyOf (request keeps)', 'type-changed (request breaks)'],
      back: ['composition-changed anyOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'an enum of integers becomes an enum of strings',
      old: query({type: 'integer', enum: [1, 2]}),
      new: query({type: 'string', enum: ['1', '2']}),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'the default of a required parameter has no effect',
      old: query({...TEXT, default: 'a'}, {required: true}),
      new: query({...TEXT, default: 'b'}, {required: true}),
      told: [],
      back: []
    },
    {
      name: 'the default of a required parameter in a component has no effect',
      old: asked({parameters: [{name: 'shelf', in: 'query', required: true, schema: SHELF}]}, withDefault('a')),
      new: asked({parameters: [{name: 'shelf', in: 'query', required: true, schema: SHELF}]}, withDefault('b')),
      told: [],
      back: []
    },
    {
      name: 'a default that a required and an optional parameter share',
      old: asked({parameters: requiredAndOptional(SHELF)}, withDefault('a')),
      new: asked({parameters: requiredAndOptional(SHELF)}, withDefault('b')),
      told: ['default-changed default (request)'],
      back: ['default-changed default (request)']
    },
    {
      name: 'a required parameter becomes optional and has another default',
      old: query({...TEXT, default: 'a'}, {required: true}),
      new: query({...TEXT, default: 'b'}),
      told: ['default-added default (request)', 'parameter-optional shelf (request)'],
      back: ['parameter-required shelf (request)']
    },
    {
      name: 'a required parameter becomes optional and loses its default',
      old: query({...TEXT, default: 'a'}, {required: true}),
      new: query(TEXT),
      told: ['parameter-optional shelf (request)'],
      back: ['parameter-required shelf (request)']
    },
    {
      name: 'an array of at most one enum value becomes that value',
      old: query({type: 'array', maxItems: 1, items: {...TEXT, enum: ['a']}}),
      new: query({...TEXT, enum: ['a']}),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'an enum of arrays with at most one item becomes an enum of items',
      old: query({type: 'array', maxItems: 1, items: TEXT, enum: [['a'], ['b']]}),
      new: query({...TEXT, enum: ['a']}),
      told: ['type-changed (request keeps)', 'value-removed b (request breaks)'],
      back: ['type-changed (request keeps)', 'value-added b (request keeps)']
    },
    {
      name: 'an enum of arrays, some with one item, becomes an enum of items',
      old: query({type: 'array', items: TEXT, enum: [[], ['a'], ['b'], ['a', 'b']]}),
      new: query({...TEXT, enum: ['a']}),
      told: [
        'type-changed (request keeps)',
        'value-removed ["a","b"] (request breaks)',
        'value-removed b (request breaks)'
      ],
      back: ['type-changed (request keeps)', 'value-added ["a","b"] (request keeps)', 'value-added b (request keeps)']
    },
    {
      name: 'an enum of an array whose values are no arrays',
      old: query({type: 'array', items: TEXT, enum: ['a', 'b']}),
      new: query({...TEXT, enum: ['a']}),
      told: ['type-changed (request keeps)', 'value-removed b (request undetermined)'],
      back: ['type-changed (request keeps)', 'value-added b (request keeps)']
    },
    {
      name: 'an array of enum values becomes one of the values',
      old: query({type: 'array', items: {enum: ['a', 'b']}}),
      new: query({...TEXT, enum: ['a']}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'an array of integers becomes an enum with one integer',
      old: query({type: 'array', items: NUMBER}),
      new: query({...NUMBER, enum: [1]}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'an enum value becomes an array of other values',
      old: query({...TEXT, enum: ['a', 'b']}),
      new: query({type: 'array', items: {...TEXT, enum: ['a']}}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'an enum with an array of several items becomes a string',
      old: query({type: 'array', items: TEXT, enum: [['a'], ['a', 'b']]}),
      new: query(TEXT),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'an enum of arrays with one item becomes a string',
      old: query({type: 'array', items: TEXT, enum: [['a'], ['b']]}),
      new: query(TEXT),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'an array of at most one enum value becomes a string',
      old: query({type: 'array', maxItems: 1, items: {...TEXT, enum: ['a']}}),
      new: query(TEXT),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'null is a text, and a string can be any text',
      old: query({...TEXT, nullable: true}),
      new: query(TEXT),
      told: ['null-refused (request keeps)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'null is a text in a form, too',
      old: sent(object({shelf: {type: ['string', 'null']}}), 'multipart/form-data', '3.1.0'),
      new: sent(object({shelf: TEXT}), 'multipart/form-data', '3.1.0'),
      told: ['null-refused (request keeps)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'null is a text that is no number',
      old: query({...NUMBER, nullable: true}),
      new: query(NUMBER),
      told: ['null-refused (request breaks)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'null may be a text that does not match a pattern',
      old: query({...TEXT, nullable: true, pattern: '^[a-z]$'}),
      new: query({...TEXT, pattern: '^[a-z]$'}),
      told: ['null-refused (request breaks)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'the delimiter of nested arrays changes in Swagger 2.0',
      old: swagger([{name: 'shelf', in: 'query', type: 'array', items: {...list, collectionFormat: 'pipes'}}]),
      new: swagger([{name: 'shelf', in: 'query', type: 'array', items: {...list, collectionFormat: 'csv'}}]),
      told: ['serialization-changed collectionFormat (request)']
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
      old: query(TEXT),
      new: query(schema, {explode: false}, '3.1.0'),
      told: [`type-changed (request ${proof})`]
    })),
    {
      name: 'a string without commas becomes an array of one item',
      old: query({...TEXT, pattern: '^[a-z]$'}),
      new: query({...list, maxItems: 1}, {explode: false}),
      told: ['constraint-loosened pattern (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'a UUID becomes an array of one item',
      old: query({...TEXT, format: 'uuid'}),
      new: query({type: 'array', maxItems: 1, items: {...TEXT, format: 'uuid'}}, {explode: false}),
      told: ['format-changed format (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'a string of numbers with commas becomes an array of integers, which needs review',
      old: query({...TEXT, pattern: '^[0-9]+(,[0-9]+)*$'}),
      new: query({type: 'array', items: NUMBER}, {explode: false}),
      told: ['constraint-loosened pattern (request keeps)', 'type-changed (request undetermined)']
    },
    {
      name: 'a string becomes an array of one item with repeated names',
      old: query(TEXT),
      new: query({...list, maxItems: 1, uniqueItems: true}),
      told: ['type-changed (request keeps)']
    },
    ...[{}, {explode: false}].flatMap(more => [
      {
        name: `an array of at most one item becomes that item: ${JSON.stringify(more)}`,
        old: query({type: 'array', maxItems: 1, items: {...TEXT, maxLength: 8}}, more),
        new: query({...TEXT, maxLength: 8}, more),
        told: ['constraint-tightened maxLength (request keeps)', 'type-changed (request keeps)'],
        // A string with a comma would be read as two items.
        back: [
          'constraint-loosened maxLength (request keeps)',
          `type-changed (request ${'explode' in more ? 'breaks' : 'keeps'})`
        ]
      },
      {
        name: `an array of exactly one integer becomes an integer: ${JSON.stringify(more)}`,
        old: query({type: 'array', minItems: 1, maxItems: 1, items: NUMBER}, {...more, required: true}),
        new: query(NUMBER, {...more, required: true}),
        told: ['type-changed (request keeps)'],
        back: ['type-changed (request keeps)']
      },
      {
        name: `an array of at most one item becomes a shorter string: ${JSON.stringify(more)}`,
        old: query({...list, maxItems: 1}, more),
        new: query({...TEXT, maxLength: 8}, more),
        told: ['constraint-tightened maxLength (request keeps)', 'type-changed (request breaks)']
      },
      {
        name: `an array of at most one string becomes an integer: ${JSON.stringify(more)}`,
        old: query({...list, maxItems: 1}, more),
        new: query(NUMBER, more),
        told: ['type-changed (request breaks)']
      }
    ]),
    {
      name: 'an array of two items with repeated names becomes a string',
      old: query({...list, maxItems: 2}),
      new: query(TEXT),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'a string becomes an empty array',
      old: query(TEXT),
      new: query({...list, maxItems: 0}),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'an integer becomes an array of smaller integers',
      old: query(NUMBER),
      new: query({type: 'array', items: {...NUMBER, maximum: 3}}, {explode: false}),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'a header with commas becomes an array of at most one item',
      old: asked({parameters: [{name: 'Shelf', in: 'header', schema: TEXT}]}),
      new: asked({parameters: [{name: 'Shelf', in: 'header', schema: {...list, maxItems: 1}}]}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'an array in the path becomes a string',
      old: withPathParameters([{name: 'loan', in: 'path', required: true, schema: list}]),
      new: withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'an array of integers with commas becomes a string with a pattern',
      old: query({type: 'array', items: NUMBER}, {explode: false}),
      new: query({...TEXT, pattern: '^[0-9,]*$'}, {explode: false}),
      told: ['constraint-tightened pattern (request keeps)', 'type-changed (request undetermined)']
    },
    {
      name: 'an array of integers with commas becomes an integer',
      old: query({type: 'array', items: NUMBER}, {explode: false}),
      new: query(NUMBER),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
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
      told: ['type-changed (request breaks)', 'type-changed (request keeps)']
    },
    {
      name: 'an array with commas in a response header becomes a string',
      old: withHeader({...list, maxItems: 2}),
      new: withHeader(TEXT),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response keeps)']
    },
    {
      name: 'a parameter named `Authorization` is ignored',
      old: withAuthorizationParameter(TEXT),
      new: withAuthorizationParameter(NUMBER),
      told: []
    }
  ])
})

test('a counterexample of a path parameter is not empty', () => {
  const old = withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}])
  for (const schema of [NUMBER, {...TEXT, pattern: '^[a-z]+$'}, {...TEXT, minLength: 3}, {...TEXT, enum: ['a']}]) {
    const [change] = between(old, withPathParameters([{name: 'loan', in: 'path', required: true, schema}]))
    expect(change?.proofs.request).toMatchObject({is: 'breaks', witness: expect.stringMatching(/./)})
  }
})

describe('forms', () => {
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
      ? asked({requestBody: {content}}, {}, '3.2.0')
      : answers({'200': {...OK['200'], content}}, '3.2.0')
  }
  const file = {...TEXT, format: 'binary'}
  check([
    {
      name: 'a file accepts fewer media types',
      old: multipart(file, {cover: {contentType: 'image/png, image/jpeg'}}),
      new: multipart(file, {cover: {contentType: 'image/png'}}),
      told: ['serialization-changed cover (request)'],
      back: ['constraint-loosened contentType (request keeps)']
    },
    {
      name: 'an object changes from XML to JSON',
      old: multipart(object({copy: TEXT}), {cover: {contentType: 'application/xml'}}),
      new: multipart(object({copy: TEXT})),
      told: ['serialization-changed cover (request)'],
      back: ['serialization-changed cover (request)']
    },
    {
      name: 'an array of objects is JSON, stated or not',
      old: multipart({type: 'array', items: object({copy: TEXT})}),
      new: multipart({type: 'array', items: object({copy: TEXT})}, {cover: {contentType: 'application/json'}}),
      told: [],
      back: []
    },
    {
      name: 'an array of files is bytes, stated or not',
      old: multipart({type: 'array', items: file}),
      new: multipart({type: 'array', items: file}, {cover: {contentType: 'application/octet-stream'}}),
      told: [],
      back: []
    },
    {
      name: 'a file is bytes, even next to another media type',
      old: multipart(file),
      new: multipart(file, {cover: {contentType: 'application/octet-stream, image/png'}}),
      told: [],
      back: []
    },
    {
      name: 'a file becomes an image',
      old: multipart(file),
      new: multipart(file, {cover: {contentType: 'image/png'}}),
      told: ['serialization-changed cover (request)'],
      back: ['constraint-loosened contentType (request keeps)']
    },
    {
      name: 'a part without a type is bytes in OpenAPI 3.1',
      old: multipart({}, undefined, '3.1.0'),
      new: multipart({}, {cover: {contentType: 'application/octet-stream'}}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'an encoded part is bytes in OpenAPI 3.1',
      old: multipart({...TEXT, contentEncoding: 'base64'}, undefined, '3.1.0'),
      new: multipart({...TEXT, contentEncoding: 'base64'}, {cover: {contentType: 'application/octet-stream'}}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'a part with its own media type changes it',
      old: multipart({contentMediaType: 'image/png'}, undefined, '3.1.0'),
      new: multipart({contentMediaType: 'image/png'}, {cover: {contentType: 'application/octet-stream'}}, '3.1.0'),
      told: ['serialization-changed cover (request)'],
      back: ['constraint-loosened contentType (request keeps)']
    },
    {
      name: 'the default style of an array is stated',
      old: urlencoded(list),
      new: urlencoded(list, {cover: {style: 'form', explode: true, allowReserved: false}}),
      told: [],
      back: []
    },
    {
      name: 'an array is separated by commas',
      old: urlencoded(list),
      new: urlencoded(list, {cover: {explode: false}}),
      told: ['serialization-changed cover (request)'],
      back: ['serialization-changed cover (request)']
    },
    ...(['request', 'response'] as const).flatMap(side => [
      {
        name: `items have another media type, in a ${side}`,
        old: withItems({itemEncoding: {contentType: 'application/json'}}, side),
        new: withItems({itemEncoding: {contentType: 'application/xml'}}, side),
        told: [`serialization-changed [] (${side})`],
        back: [`serialization-changed [] (${side})`]
      },
      {
        name: `the first item has another media type, in a ${side}`,
        old: withItems({prefixEncoding: [{contentType: 'text/html'}], itemEncoding: {contentType: 'text/css'}}, side),
        new: withItems({itemEncoding: {contentType: 'text/css'}}, side),
        told: [`serialization-changed [0] (${side})`]
      }
    ]),
    {
      name: 'the media type of the first item is repeated',
      old: withItems({itemEncoding: {contentType: 'application/json'}}),
      new: withItems({
        prefixEncoding: [{contentType: 'application/json'}],
        itemEncoding: {contentType: 'application/json'}
      }),
      told: [],
      back: []
    },
    {
      name: 'a part of a part has another media type',
      old: multipart(object({cover: TEXT}), {cover: withNestedType('text/plain')}, '3.2.0'),
      new: multipart(object({cover: TEXT}), {cover: withNestedType('text/html')}, '3.2.0'),
      told: ['serialization-changed cover.cover (request)']
    },
    {
      name: 'a string becomes an array with commas',
      old: urlencoded(TEXT),
      new: urlencoded({...list, maxItems: 2}, {cover: {explode: false}}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'an object changes from JSON to separate fields',
      old: urlencoded(object({copy: TEXT})),
      new: urlencoded(object({copy: TEXT}), {cover: {style: 'form'}}),
      told: ['serialization-changed cover (request)'],
      back: ['serialization-changed cover (request)']
    },
    {
      name: 'an encoding has no effect in a body without parts',
      old: body('application/json', TEXT, {cover: {contentType: 'image/png'}}),
      new: body('application/json', TEXT, {cover: {contentType: 'image/jpeg'}}),
      told: [],
      back: []
    },
    {
      name: 'a string becomes JSON, with quotes',
      old: multipart(TEXT),
      new: multipart(TEXT, {cover: {contentType: 'application/json'}}),
      told: ['serialization-changed cover (request)'],
      back: ['serialization-changed cover (request)']
    },
    {
      name: 'a file is described like in OpenAPI 3.1',
      old: multipart(file),
      new: multipart({...TEXT, contentMediaType: 'application/octet-stream'}, undefined, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'a file loses its description',
      old: multipart(file),
      new: multipart({}, undefined, '3.1.0'),
      told: ['format-changed format (request keeps)'],
      back: ['format-changed format (request keeps)']
    },
    {
      name: 'a string becomes a file',
      old: multipart(TEXT),
      new: multipart(file),
      told: ['serialization-changed cover (request)'],
      back: ['serialization-changed cover (request)']
    },
    {
      name: 'a file becomes a string in Swagger 2.0',
      old: swagger([{name: 'cover', in: 'formData', type: 'file'}], ['multipart/form-data']),
      new: swagger([{name: 'cover', in: 'formData', type: 'string'}], ['multipart/form-data']),
      told: ['serialization-changed cover (request)']
    }
  ])
})

describe('bodies', () => {
  const octets = 'application/octet-stream'
  const bytes = {...TEXT, format: 'binary'}
  check([
    {
      name: 'bytes are described like in OpenAPI 3.1',
      old: sent(bytes, octets),
      new: sent({...TEXT, contentMediaType: octets}, octets, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'bytes lose their description',
      old: sent(bytes, octets),
      new: sent({}, octets, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'Base64 is described like in OpenAPI 3.1',
      old: sent(object({cover: {...TEXT, format: 'byte'}})),
      new: sent(object({cover: {...TEXT, contentEncoding: 'base64'}}), undefined, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'binary becomes Base64',
      old: sent(object({cover: bytes})),
      new: sent(object({cover: {...TEXT, contentEncoding: 'base64'}}), undefined, '3.1.0'),
      told: ['format-changed contentEncoding (request breaks)', 'format-changed format (request keeps)']
    },
    {
      name: 'an integer in plain text becomes a string',
      old: sent(NUMBER, 'text/plain'),
      new: sent(TEXT, 'text/plain'),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a field of an implicit object in plain text is JSON',
      old: sent({properties: {lent: NUMBER}}, 'text/plain'),
      new: sent({properties: {lent: TEXT}}, 'text/plain'),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a field of an alternative in plain text is JSON',
      old: sent({oneOf: [object({lent: NUMBER}), TEXT]}, 'text/plain'),
      new: sent({oneOf: [object({lent: TEXT}), TEXT]}, 'text/plain'),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'an array item in plain text is JSON',
      old: sent({type: 'array', items: NUMBER}, 'text/plain'),
      new: sent(list, 'text/plain'),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a field of an object in a binary body has a type and a default like in JSON',
      old: sent({type: 'object', properties: {lent: {type: 'boolean'}}}, octets),
      new: sent({type: 'object', properties: {lent: {type: 'boolean', default: false}}}, octets),
      told: ['default-added default (request)'],
      back: ['default-changed default (request)']
    }
  ])
})

describe('XML', () => {
  const inXml = (schema: unknown, type = 'application/xml'): object =>
    asked(
      {responses: {'200': answer({$ref: '#/components/schemas/Loan'}, type)}},
      {components: {schemas: {Loan: object({shelf: schema, copies: list})}}}
    )
  const inBoth = (schema: unknown): Raw => ({'application/json': {schema}, 'application/xml': {schema}})
  const loans = asked({responses: {'200': answer({$ref: '#/components/schemas/Loan'}, 'application/xml')}})
  const SERIALIZATION_CHANGE = ['serialization-changed shelf (response)']
  check([
    {
      name: "a schema that can't be read is reported by itself",
      old: {...loans, components: {schemas: {Loan: object({}, {xml: {name: 'loan'}})}}},
      new: loans,
      told: ['composition-changed $ref (response undetermined)'],
      back: ['composition-changed $ref (response undetermined)']
    },
    {
      name: 'an element becomes an attribute',
      old: inXml(TEXT),
      new: inXml({...TEXT, xml: {attribute: true}}),
      told: SERIALIZATION_CHANGE,
      back: SERIALIZATION_CHANGE
    },
    {
      name: 'an element is renamed',
      old: inXml({...TEXT, xml: {name: 'Shelf'}}),
      new: inXml({...TEXT, xml: {name: 'Rack'}}),
      told: SERIALIZATION_CHANGE
    },
    {
      name: 'an array is wrapped, in problem details',
      old: inXml(list, 'application/problem+xml'),
      new: inXml({...list, xml: {wrapped: true}}, 'application/problem+xml'),
      told: SERIALIZATION_CHANGE
    },
    {
      name: 'the keywords of OpenAPI 3.2 have the same meaning',
      old: inXml({...list, xml: {wrapped: true}, items: object({copy: {...TEXT, xml: {attribute: true}}})}),
      new: inXml({...list, xml: {nodeType: 'element'}, items: object({copy: {...TEXT, xml: {nodeType: 'attribute'}}})}),
      told: [],
      back: []
    },
    {
      name: 'an element becomes text',
      old: inXml(TEXT),
      new: inXml({...TEXT, xml: {nodeType: 'text'}}),
      told: SERIALIZATION_CHANGE
    },
    {
      name: 'default keywords have no effect',
      old: inXml(TEXT),
      new: inXml({...TEXT, xml: {name: 'shelf', attribute: false}}),
      told: [],
      back: []
    },
    {
      name: 'an element is not comparable if the former media type was a range',
      old: inXml(TEXT, '*/*'),
      new: inXml({...TEXT, xml: {name: 'Shelf'}}, 'text/xml'),
      told: ['media-type-added text/xml (response)']
    },
    {
      name: 'an object and a string may be the same element',
      old: sent(object({shelf: TEXT}), 'application/xml'),
      new: sent(TEXT, 'application/xml'),
      told: ['type-changed (request undetermined)'],
      back: ['type-changed (request undetermined)']
    },
    {
      name: 'an object and a string may be the same element in a field',
      old: inXml(object({name: TEXT}), 'application/loan+xml'),
      new: inXml(TEXT, 'application/loan+xml'),
      told: ['type-changed (response undetermined)'],
      back: ['type-changed (response undetermined)']
    },
    {
      name: 'a string becomes an integer',
      old: inXml(TEXT, 'text/xml'),
      new: inXml(NUMBER, 'text/xml'),
      told: ['type-changed (response keeps)'],
      back: ['type-changed (response breaks)']
    },
    {
      name: 'an object becomes a string, in XML and JSON',
      old: asked({responses: {'200': {description: 'Fine', content: inBoth(object({}))}}}),
      new: asked({responses: {'200': {description: 'Fine', content: inBoth(TEXT)}}}),
      told: ['type-changed (response breaks)', 'type-changed (response undetermined)']
    },
    {
      name: 'XML keywords have no effect in JSON',
      old: inXml(TEXT, 'application/json'),
      new: inXml({...TEXT, xml: {attribute: true}}, 'application/json'),
      told: [],
      back: []
    }
  ])
})

describe('references', () => {
  const withReference = (reference: string): Raw => ({
    paths: {'/loans': {get: {responses: {'200': answer({$ref: reference})}}}},
    components: {schemas: {Loan: object({shelf: TEXT})}}
  })
  check([
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
      told: [],
      back: []
    }
  ])
})

describe('arrays', () => {
  const withArray = (schema: unknown): object => sent(schema, undefined, '3.1.0')
  const tuple = {type: 'array', prefixItems: [TEXT]}
  check([
    {
      name: 'items after the first ones are forbidden',
      old: withArray(tuple),
      new: withArray({...tuple, items: false}),
      told: ['constraint-tightened items (request breaks)'],
      back: ['constraint-loosened items (request keeps)']
    },
    {
      name: 'all items are forbidden',
      old: withArray({type: 'array', items: true}),
      new: withArray({type: 'array', items: false}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'all items are forbidden, and strings were allowed',
      old: withArray(list),
      new: withArray({type: 'array', items: false}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'items after the first ones change their type',
      old: withArray({...tuple, items: NUMBER}),
      new: withArray({...tuple, items: TEXT}),
      told: ['type-changed (request breaks)']
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
  return asked({parameters}, {components: {schemas: {Secret: schema}}})
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
    between(older, newer)
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
  const [change] = between(form(page), form(page, {scan: {contentType: 'application/xml'}}))
  const content = '/paths/~1scans/post/requestBody/content/multipart~1form-data'
  expect([change?.where.old?.pointer, change?.where.new?.pointer]).toEqual([
    `${content}/schema/properties/scan`,
    `${content}/encoding/scan`
  ])
})

test('a path parameter that is declared, or no longer declared, is reported once', () => {
  const declared = withPathParameters([{name: 'loan', in: 'path', required: true, schema: TEXT}])
  expect(between(withPathParameters([]), declared).map(formatChange)).toEqual([
    'the path parameter `loan` of `GET /loans/{loan}` is now declared'
  ])
  expect(between(declared, withPathParameters([])).map(formatChange)).toEqual([
    'the path parameter `loan` of `GET /loans/{loan}` is no longer declared'
  ])
})

test('renamed path parameters are reported with both names', () => {
  const at = (path: string): object => api({[path]: {get: {responses: OK}}})
  expect(between(at('/loans/{id}'), at('/loans/{loan}')).map(formatChange)).toEqual([
    'the path parameter `{id}` of `GET /loans/{loan}` was renamed to `{loan}`'
  ])
  expect(between(at('/{a}/{b}/{c}'), at('/{d}/{b}/{e}')).map(formatChange)).toEqual([
    'the path parameters of `GET /{d}/{b}/{e}` were renamed: `{a}` to `{d}` and `{c}` to `{e}`'
  ])
})

test('a changed XML element is reported with both names', () => {
  const loan = (xml: Raw): object => sent(object({shelf: {...TEXT, xml}}), 'application/xml')
  const [change] = between(loan({name: 'rack'}), loan({attribute: true, namespace: 'urn:shelves'}))
  expect([change?.old, change?.new]).toEqual(['element rack', 'attribute shelf of urn:shelves'])
})

describe('types of a choice in a query', () => {
  const types = (...names: string[]): object => query({type: names}, {}, '3.1.0')
  check([
    {
      name: 'become a list of types',
      old: query({anyOf: [TEXT, NUMBER]}, {}, '3.1.0'),
      new: types('string', 'integer'),
      told: ['composition-changed anyOf (request keeps)'],
      back: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'become a string, which covers all of them',
      old: query({oneOf: [TEXT, NUMBER, {type: 'boolean'}]}),
      new: query(TEXT),
      told: ['composition-changed oneOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'become an enum of the same values',
      old: query({oneOf: [{const: 'a', minLength: 1}, {const: 'b'}]}, {}, '3.1.0'),
      new: query({...TEXT, enum: ['a', 'b']}, {}, '3.1.0'),
      told: ['composition-changed oneOf (request keeps)', 'constraint-tightened enum (request keeps)'],
      back: ['composition-changed oneOf (request keeps)', 'constraint-loosened enum (request keeps)']
    },
    {
      name: 'lose an array, which the remaining type does not cover',
      old: query({anyOf: [NUMBER, list]}),
      new: query(NUMBER),
      told: ['composition-changed anyOf (request keeps)', 'type-changed (request breaks)'],
      back: ['composition-changed anyOf (request keeps)', 'type-changed (request keeps)']
    }
  ])
})
