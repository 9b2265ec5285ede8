// What is the same on the wire, however it is described, and what only looks the same.
import {describe, expect, test} from 'vitest'
import {formatChange} from '../../../../../src/text/changes/sentences.ts'
import {answer, answers, api, asked, check, NUMBER, OK, object, type Raw, sent, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const query = (schema: unknown, more: Raw = {}, version?: string): object =>
  asked({parameters: [{name: 'shelf', in: 'query', schema, ...more}]}, {}, version)
const headed = (schema: unknown): object => answers({'200': {...OK['200'], headers: {Shelf: {schema}}}})
const contentOf = (type: string): Raw => ({[type]: {schema: object({copy: TEXT})}})
const onPath = (parameters: readonly Raw[]): object => api({'/loans/{loan}': {get: {parameters, responses: OK}}})
const list = {type: 'array', items: TEXT}
const places = [
  {name: 'shelf', in: 'path', required: true, schema: TEXT},
  {name: 'copy', in: 'path', required: true, schema: NUMBER}
]

const SHELF = {allOf: [{$ref: '#/components/schemas/Shelf'}]}
const shelves = (value: string): Raw => ({components: {schemas: {Shelf: {...TEXT, default: value}}}})
const both = (schema: unknown): Raw[] => [
  {name: 'shelf', in: 'query', required: true, schema},
  {name: 'other', in: 'query', schema}
]

describe('parameters', () => {
  check([
    {
      name: 'numbers, where each alternative is text that only some numbers match',
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
      name: 'numbers become texts, of which one is excluded',
      old: query(NUMBER),
      new: query({...TEXT, not: {enum: ['7']}}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'numbers become texts, of which one that is no number is excluded',
      old: query(NUMBER),
      new: query({...TEXT, not: {const: 'a1'}}, {}, '3.1.0'),
      told: ['type-changed (request keeps)']
    },
    {
      name: 'a list in a list has no defined form',
      old: query({type: 'array', items: NUMBER}),
      new: query({type: 'array', items: list}),
      told: ['type-changed (request undetermined)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'forms of which one takes the text of a number all the same',
      old: query({type: 'integer'}),
      new: query({oneOf: [{...TEXT, format: 'uuid'}, TEXT]}),
      told: ['composition-changed oneOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'a list that may hold two, where a number or an object is read',
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
      name: 'one of the path of which nothing is said is one all the same',
      old: onPath([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: onPath([]),
      told: [],
      back: []
    },
    {
      name: 'one of the path of which nothing was said may be one of a list now, as it may always have been',
      old: onPath([]),
      new: onPath([{name: 'loan', in: 'path', required: true, schema: {...TEXT, enum: ['first', 'last']}}]),
      told: [],
      back: []
    },
    {
      name: 'one of the path of which nothing was said is a number now, as it may always have been',
      old: onPath([]),
      new: onPath([{name: 'loan', in: 'path', required: true, schema: NUMBER}]),
      told: [],
      back: []
    },
    {
      name: 'one of the path is never empty',
      old: onPath([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: onPath([{name: 'loan', in: 'path', required: true, schema: {...TEXT, minLength: 1}}]),
      told: ['constraint-tightened minLength (request keeps)'],
      back: ['constraint-loosened minLength (request keeps)']
    },
    {
      name: 'one of the path may be short',
      old: onPath([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: onPath([{name: 'loan', in: 'path', required: true, schema: {...TEXT, minLength: 2}}]),
      told: ['constraint-tightened minLength (request breaks)'],
      back: ['constraint-loosened minLength (request keeps)']
    },
    {
      name: 'a part of a segment of the path may be empty, and so may what has a character before it',
      old: api({
        '/{shelf}.json': {get: {parameters: [{...places[0], schema: TEXT}], responses: OK}},
        '/{copy}': {get: {parameters: [{...places[1], style: 'label', schema: TEXT}], responses: OK}}
      }),
      new: api({
        '/{shelf}.json': {get: {parameters: [{...places[0], schema: {...TEXT, minLength: 1}}], responses: OK}},
        '/{copy}': {get: {parameters: [{...places[1], style: 'label', schema: {...TEXT, minLength: 1}}], responses: OK}}
      }),
      told: ['constraint-tightened minLength (request breaks)', 'constraint-tightened minLength (request breaks)']
    },
    {
      name: 'one of the path of which nothing was said has a character before it now',
      old: onPath([]),
      new: onPath([{name: 'loan', in: 'path', required: true, style: 'label', schema: TEXT}]),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'fields of an exploded object, or parameters of these names',
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
      name: 'fields of an exploded object that are parameters of another type',
      old: query(object({copy: TEXT})),
      new: asked({parameters: [{name: 'copy', in: 'query', required: true, schema: NUMBER}]}),
      told: ['parameter-required copy (request)', 'type-changed (request breaks)']
    },
    {
      name: 'an exploded object by another name, which is not sent',
      old: query(object({copy: TEXT, size: NUMBER})),
      new: asked({parameters: [{name: 'rack', in: 'query', schema: object({copy: TEXT, size: NUMBER})}]}),
      told: [],
      back: []
    },
    {
      name: 'an exploded map by another name, in a cookie',
      old: asked({parameters: [{name: 'shelf', in: 'cookie', schema: {type: 'object'}}]}),
      new: asked({parameters: [{name: 'rack', in: 'cookie', schema: {type: 'object'}}]}),
      told: [],
      back: []
    },
    {
      name: 'an exploded object by another name, which must be sent, and of which a field is another one',
      old: query(object({copy: TEXT, size: NUMBER})),
      new: asked({parameters: [{name: 'rack', in: 'query', required: true, schema: object({copy: NUMBER})}]}),
      told: ['field-removed size (request keeps)', 'parameter-required rack (request)', 'type-changed (request breaks)']
    },
    {
      name: 'an exploded object by another name, and one of its fields as a parameter',
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
      name: 'an exploded object by another name that has nothing in common with it',
      old: query(object({copy: TEXT})),
      new: asked({parameters: [{name: 'rack', in: 'query', schema: object({size: NUMBER})}]}),
      told: ['parameter-added rack (request)', 'parameter-removed shelf (request)'],
      back: ['parameter-added shelf (request)', 'parameter-removed rack (request)']
    },
    {
      name: 'fields of an object that is no parameter of theirs',
      old: query(object({copy: TEXT}), {style: 'deepObject'}),
      new: asked({parameters: [{name: 'copy', in: 'query', schema: TEXT}]}),
      told: ['parameter-added copy (request)', 'parameter-removed shelf (request)']
    },
    {
      name: 'an object in JSON, and in XML',
      old: asked({parameters: [{name: 'shelf', in: 'query', content: contentOf('application/json')}]}),
      new: asked({parameters: [{name: 'shelf', in: 'query', content: contentOf('application/xml')}]}),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'an object in JSON of some kind',
      old: asked({parameters: [{name: 'shelf', in: 'query', content: contentOf('application/json')}]}),
      new: asked({
        parameters: [{name: 'shelf', in: 'query', content: contentOf('application/vnd.shelf+json; charset=utf-8')}]
      }),
      told: [],
      back: []
    },
    {
      name: 'of deep objects there is one way',
      old: query(object({copy: TEXT}), {style: 'deepObject', explode: true}),
      new: query(object({copy: TEXT}), {style: 'deepObject'}),
      told: [],
      back: []
    },
    {
      name: 'a character before the value',
      old: onPath([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: onPath([{name: 'loan', in: 'path', required: true, style: 'matrix', schema: TEXT}]),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'a character before the value, which is a list now',
      old: onPath([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      new: onPath([{name: 'loan', in: 'path', required: true, style: 'label', schema: list}]),
      told: ['serialization-changed style (request)', 'type-changed (request keeps)']
    },
    {
      name: 'a list with commas has but one way',
      old: onPath([{name: 'loan', in: 'path', required: true, schema: list}]),
      new: onPath([{name: 'loan', in: 'path', required: true, explode: true, schema: list}]),
      told: [],
      back: []
    },
    {
      name: 'an object with commas has two',
      old: onPath([{name: 'loan', in: 'path', required: true, schema: object({copy: TEXT})}]),
      new: onPath([{name: 'loan', in: 'path', required: true, explode: true, schema: object({copy: TEXT})}]),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'those of the path in another order, and no word else',
      old: api({'/{shelf}/{copy}': {get: {parameters: places, responses: OK}}}),
      new: api({'/{copy}/{shelf}': {get: {parameters: places, responses: OK}}}),
      told: ['type-changed (request breaks)', 'type-changed (request keeps)'],
      back: ['type-changed (request breaks)', 'type-changed (request keeps)']
    },
    {
      name: 'an object as JSON',
      old: query(object({copy: TEXT})),
      new: asked({
        parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: object({copy: TEXT})}}}]
      }),
      told: ['serialization-changed style (request)'],
      back: ['serialization-changed style (request)']
    },
    {
      name: 'a text as JSON has its quotes',
      old: query(TEXT),
      new: asked({parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: TEXT}}}]}),
      told: ['serialization-changed style (request)']
    },
    {
      name: 'a number as JSON, and a text as text, are what they were',
      old: query(NUMBER),
      new: asked({parameters: [{name: 'shelf', in: 'query', content: {'application/json': {schema: NUMBER}}}]}),
      told: [],
      back: []
    },
    {
      name: 'all of the query has no name',
      old: asked({parameters: [{name: 'all', in: 'querystring', content: form(object({copy: TEXT}))}]}, {}, '3.2.0'),
      new: asked({parameters: [{name: 'any', in: 'querystring', content: form(object({copy: TEXT}))}]}, {}, '3.2.0'),
      told: [],
      back: []
    },
    {
      name: 'a word as one form, which no number is',
      old: query({anyOf: [NUMBER, {type: 'string', enum: ['all']}]}),
      new: query(NUMBER),
      told: ['composition-changed anyOf (request keeps)', 'type-changed (request breaks)'],
      back: ['composition-changed anyOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'listed numbers are listed texts',
      old: query({type: 'integer', enum: [1, 2]}),
      new: query({type: 'string', enum: ['1', '2']}),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'the default of what must be sent',
      old: query({...TEXT, default: 'a'}, {required: true}),
      new: query({...TEXT, default: 'b'}, {required: true}),
      told: [],
      back: []
    },
    {
      name: 'the default of what must be sent, in a schema that is referred to',
      old: asked({parameters: [{name: 'shelf', in: 'query', required: true, schema: SHELF}]}, shelves('a')),
      new: asked({parameters: [{name: 'shelf', in: 'query', required: true, schema: SHELF}]}, shelves('b')),
      told: [],
      back: []
    },
    {
      name: 'the same default of what must be sent and of what may be left out',
      old: asked({parameters: both(SHELF)}, shelves('a')),
      new: asked({parameters: both(SHELF)}, shelves('b')),
      told: ['default-changed default (request)'],
      back: ['default-changed default (request)']
    },
    {
      name: 'the default of what must be sent no longer',
      old: query({...TEXT, default: 'a'}, {required: true}),
      new: query({...TEXT, default: 'b'}),
      told: ['default-added default (request)', 'parameter-optional shelf (request)'],
      back: ['parameter-required shelf (request)']
    },
    {
      name: 'the default of what must be sent, and none of what may be left out',
      old: query({...TEXT, default: 'a'}, {required: true}),
      new: query(TEXT),
      told: ['parameter-optional shelf (request)'],
      back: ['parameter-required shelf (request)']
    },
    {
      name: 'a list of at most one listed value, which is that value',
      old: query({type: 'array', maxItems: 1, items: {...TEXT, enum: ['a']}}),
      new: query({...TEXT, enum: ['a']}),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'a listed list of at most one item, which is that item',
      old: query({type: 'array', maxItems: 1, items: TEXT, enum: [['a'], ['b']]}),
      new: query({...TEXT, enum: ['a']}),
      told: ['type-changed (request keeps)', 'value-removed b (request breaks)'],
      back: ['type-changed (request keeps)', 'value-added b (request keeps)']
    },
    {
      name: 'a listed list of one item, which is that item',
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
      name: 'what is listed for a list and is none',
      old: query({type: 'array', items: TEXT, enum: ['a', 'b']}),
      new: query({...TEXT, enum: ['a']}),
      told: ['type-changed (request keeps)', 'value-removed b (request undetermined)'],
      back: ['type-changed (request keeps)', 'value-added b (request keeps)']
    },
    {
      name: 'a list of listed values, which is one of them now',
      old: query({type: 'array', items: {enum: ['a', 'b']}}),
      new: query({...TEXT, enum: ['a']}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'a list of numbers, which is a listed one now',
      old: query({type: 'array', items: NUMBER}),
      new: query({...NUMBER, enum: [1]}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'a listed value, of which a list of others is taken now',
      old: query({...TEXT, enum: ['a', 'b']}),
      new: query({type: 'array', items: {...TEXT, enum: ['a']}}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a listed list of more than one item, which may be any text now',
      old: query({type: 'array', items: TEXT, enum: [['a'], ['a', 'b']]}),
      new: query(TEXT),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a listed list, which may be any text now',
      old: query({type: 'array', items: TEXT, enum: [['a'], ['b']]}),
      new: query(TEXT),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'a list of at most one listed value, which may now be any',
      old: query({type: 'array', maxItems: 1, items: {...TEXT, enum: ['a']}}),
      new: query(TEXT),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'null is some text, and any text may be sent',
      old: query({...TEXT, nullable: true}),
      new: query(TEXT),
      told: ['null-refused (request keeps)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'null is some text, in OpenAPI 3.1 and in a form too',
      old: sent(object({shelf: {type: ['string', 'null']}}), 'multipart/form-data', '3.1.0'),
      new: sent(object({shelf: TEXT}), 'multipart/form-data', '3.1.0'),
      told: ['null-refused (request keeps)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'the text that stands for null is no number',
      old: query({...NUMBER, nullable: true}),
      new: query(NUMBER),
      told: ['null-refused (request breaks)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'the text that stands for null may be none of those that are listed, or none of that form',
      old: query({...TEXT, nullable: true, pattern: '^[a-z]$'}),
      new: query({...TEXT, pattern: '^[a-z]$'}),
      told: ['null-refused (request breaks)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'lists in a list, in Swagger 2.0',
      old: swagger([{name: 'shelf', in: 'query', type: 'array', items: {...list, collectionFormat: 'pipes'}}]),
      new: swagger([{name: 'shelf', in: 'query', type: 'array', items: {...list, collectionFormat: 'csv'}}]),
      told: ['serialization-changed collectionFormat (request)']
    },
    ...(
      [
        ['any list', list, 'keeps'],
        ['a short list', {...list, maxItems: 2}, 'breaks'],
        ['a list in which nothing comes twice', {...list, uniqueItems: true}, 'breaks'],
        ['a list of words that are not empty', {type: 'array', items: {...TEXT, minLength: 1}}, 'breaks'],
        ['a list of numbers', {type: 'array', items: NUMBER}, 'breaks'],
        ['a list with commas of at least two', {...list, minItems: 2}, 'breaks'],
        ['a list that holds something', {...list, contains: {const: 'a'}}, 'breaks']
      ] as const
    ).map(([what, schema, proof]) => ({
      name: `a text with commas in it is a list with commas: ${what}`,
      old: query(TEXT),
      new: query(schema, {explode: false}, '3.1.0'),
      told: [`type-changed (request ${proof})`]
    })),
    {
      name: 'a text of which no comma is part is a list of one',
      old: query({...TEXT, pattern: '^[a-z]$'}),
      new: query({...list, maxItems: 1}, {explode: false}),
      told: ['constraint-loosened pattern (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'an identifier is a list of one',
      old: query({...TEXT, format: 'uuid'}),
      new: query({type: 'array', maxItems: 1, items: {...TEXT, format: 'uuid'}}, {explode: false}),
      told: ['format-changed format (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'numbers with commas, as a text said and as a list: whether each is one of the other is not known',
      old: query({...TEXT, pattern: '^[0-9]+(,[0-9]+)*$'}),
      new: query({type: 'array', items: NUMBER}, {explode: false}),
      told: ['constraint-loosened pattern (request keeps)', 'type-changed (request undetermined)']
    },
    {
      name: 'a text is a list of one where a list has its name before each item, if it may have one',
      old: query(TEXT),
      new: query({...list, maxItems: 1, uniqueItems: true}),
      told: ['type-changed (request keeps)']
    },
    ...[{}, {explode: false}].flatMap(more => [
      {
        name: `a list of at most one item is written as the item is: ${JSON.stringify(more)}`,
        old: query({type: 'array', maxItems: 1, items: {...TEXT, maxLength: 8}}, more),
        new: query({...TEXT, maxLength: 8}, more),
        told: ['constraint-tightened maxLength (request keeps)', 'type-changed (request keeps)'],
        // With commas between them a text with one in it is two items.
        back: [
          'constraint-loosened maxLength (request keeps)',
          `type-changed (request ${'explode' in more ? 'breaks' : 'keeps'})`
        ]
      },
      {
        name: `an item that must be there is a number: ${JSON.stringify(more)}`,
        old: query({type: 'array', minItems: 1, maxItems: 1, items: NUMBER}, {...more, required: true}),
        new: query(NUMBER, {...more, required: true}),
        told: ['type-changed (request keeps)'],
        back: ['type-changed (request keeps)']
      },
      {
        name: `the one item may be longer: ${JSON.stringify(more)}`,
        old: query({...list, maxItems: 1}, more),
        new: query({...TEXT, maxLength: 8}, more),
        told: ['constraint-tightened maxLength (request keeps)', 'type-changed (request breaks)']
      },
      {
        name: `the one item is no number: ${JSON.stringify(more)}`,
        old: query({...list, maxItems: 1}, more),
        new: query(NUMBER, more),
        told: ['type-changed (request breaks)']
      }
    ]),
    {
      name: 'a list of two has its name before each item',
      old: query({...list, maxItems: 2}),
      new: query(TEXT),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'a text is no list of none',
      old: query(TEXT),
      new: query({...list, maxItems: 0}),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'a number is a list of one of such numbers only',
      old: query(NUMBER),
      new: query({type: 'array', items: {...NUMBER, maximum: 3}}, {explode: false}),
      told: ['type-changed (request breaks)']
    },
    {
      name: 'a header with commas in it is a list',
      old: asked({parameters: [{name: 'Shelf', in: 'header', schema: TEXT}]}),
      new: asked({parameters: [{name: 'Shelf', in: 'header', schema: {...list, maxItems: 1}}]}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'a list in the path is some text, and any text was sent there',
      old: onPath([{name: 'loan', in: 'path', required: true, schema: list}]),
      new: onPath([{name: 'loan', in: 'path', required: true, schema: TEXT}]),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'a list with commas is no number, and maybe one of the texts of a form',
      old: query({type: 'array', items: NUMBER}, {explode: false}),
      new: query({...TEXT, pattern: '^[0-9,]*$'}, {explode: false}),
      told: ['constraint-tightened pattern (request keeps)', 'type-changed (request undetermined)']
    },
    {
      name: 'a list with commas is no number',
      old: query({type: 'array', items: NUMBER}, {explode: false}),
      new: query(NUMBER),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'a list with bars in Swagger 2.0 is some text, and one with its name before each item is not',
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
      name: 'a text of an answer that is a list with commas',
      old: headed({...list, maxItems: 2}),
      new: headed(TEXT),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response keeps)']
    },
    {
      name: 'a header that is no parameter',
      old: secret(TEXT),
      new: secret(NUMBER),
      told: []
    }
  ])
})

test('what shows a break of a parameter of the path is not empty', () => {
  const old = onPath([{name: 'loan', in: 'path', required: true, schema: TEXT}])
  for (const schema of [NUMBER, {...TEXT, pattern: '^[a-z]+$'}, {...TEXT, minLength: 3}, {...TEXT, enum: ['a']}]) {
    const [change] = between(old, onPath([{name: 'loan', in: 'path', required: true, schema}]))
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
  const nested = (contentType: string): Raw => ({encoding: {cover: {contentType}}})
  const mixed = (encoding: Raw, side = 'request'): object => {
    const content = {'multipart/mixed': {itemSchema: object({cover: TEXT}), ...encoding}}
    return side === 'request'
      ? asked({requestBody: {content}}, {}, '3.2.0')
      : answers({'200': {...OK['200'], content}}, '3.2.0')
  }
  const file = {...TEXT, format: 'binary'}
  check([
    {
      name: 'a file may be of fewer kinds',
      old: multipart(file, {cover: {contentType: 'image/png, image/jpeg'}}),
      new: multipart(file, {cover: {contentType: 'image/png'}}),
      told: ['serialization-changed cover (request)'],
      back: ['constraint-loosened contentType (request keeps)']
    },
    {
      name: 'an object that is no JSON',
      old: multipart(object({copy: TEXT}), {cover: {contentType: 'application/xml'}}),
      new: multipart(object({copy: TEXT})),
      told: ['serialization-changed cover (request)'],
      back: ['serialization-changed cover (request)']
    },
    {
      name: 'objects are JSON, and lists of them, whether it is said or not',
      old: multipart({type: 'array', items: object({copy: TEXT})}),
      new: multipart({type: 'array', items: object({copy: TEXT})}, {cover: {contentType: 'application/json'}}),
      told: [],
      back: []
    },
    {
      name: 'files are bytes, and lists of them, whether it is said or not',
      old: multipart({type: 'array', items: file}),
      new: multipart({type: 'array', items: file}, {cover: {contentType: 'application/octet-stream'}}),
      told: [],
      back: []
    },
    {
      name: 'a file is bytes',
      old: multipart(file),
      new: multipart(file, {cover: {contentType: 'application/octet-stream, image/png'}}),
      told: [],
      back: []
    },
    {
      name: 'a file is no picture where nothing is said',
      old: multipart(file),
      new: multipart(file, {cover: {contentType: 'image/png'}}),
      told: ['serialization-changed cover (request)'],
      back: ['constraint-loosened contentType (request keeps)']
    },
    {
      name: 'what has no type is bytes in OpenAPI 3.1',
      old: multipart({}, undefined, '3.1.0'),
      new: multipart({}, {cover: {contentType: 'application/octet-stream'}}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'what is encoded is bytes in OpenAPI 3.1',
      old: multipart({...TEXT, contentEncoding: 'base64'}, undefined, '3.1.0'),
      new: multipart({...TEXT, contentEncoding: 'base64'}, {cover: {contentType: 'application/octet-stream'}}, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'bytes of a kind are no bytes of another',
      old: multipart({contentMediaType: 'image/png'}, undefined, '3.1.0'),
      new: multipart({contentMediaType: 'image/png'}, {cover: {contentType: 'application/octet-stream'}}, '3.1.0'),
      told: ['serialization-changed cover (request)'],
      back: ['constraint-loosened contentType (request keeps)']
    },
    {
      name: 'a list as it is written anyway',
      old: urlencoded(list),
      new: urlencoded(list, {cover: {style: 'form', explode: true, allowReserved: false}}),
      told: [],
      back: []
    },
    {
      name: 'a list with commas',
      old: urlencoded(list),
      new: urlencoded(list, {cover: {explode: false}}),
      told: ['serialization-changed cover (request)'],
      back: ['serialization-changed cover (request)']
    },
    ...(['request', 'response'] as const).flatMap(side => [
      {
        name: `items of another type, in a ${side}`,
        old: mixed({itemEncoding: {contentType: 'application/json'}}, side),
        new: mixed({itemEncoding: {contentType: 'application/xml'}}, side),
        told: [`serialization-changed [] (${side})`],
        back: [`serialization-changed [] (${side})`]
      },
      {
        name: `the first item is of another type, in a ${side}`,
        old: mixed({prefixEncoding: [{contentType: 'text/html'}], itemEncoding: {contentType: 'text/css'}}, side),
        new: mixed({itemEncoding: {contentType: 'text/css'}}, side),
        told: [`serialization-changed [0] (${side})`]
      }
    ]),
    {
      name: 'items of a type that is said once more',
      old: mixed({itemEncoding: {contentType: 'application/json'}}),
      new: mixed({
        prefixEncoding: [{contentType: 'application/json'}],
        itemEncoding: {contentType: 'application/json'}
      }),
      told: [],
      back: []
    },
    {
      name: 'a part of a part of another type',
      old: multipart(object({cover: TEXT}), {cover: nested('text/plain')}, '3.2.0'),
      new: multipart(object({cover: TEXT}), {cover: nested('text/html')}, '3.2.0'),
      told: ['serialization-changed cover.cover (request)']
    },
    {
      name: 'a text with commas in it is a list with commas',
      old: urlencoded(TEXT),
      new: urlencoded({...list, maxItems: 2}, {cover: {explode: false}}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'an object that is no JSON any more, but fields',
      old: urlencoded(object({copy: TEXT})),
      new: urlencoded(object({copy: TEXT}), {cover: {style: 'form'}}),
      told: ['serialization-changed cover (request)'],
      back: ['serialization-changed cover (request)']
    },
    {
      name: 'what is said of parts where there are none',
      old: body('application/json', TEXT, {cover: {contentType: 'image/png'}}),
      new: body('application/json', TEXT, {cover: {contentType: 'image/jpeg'}}),
      told: [],
      back: []
    },
    {
      name: 'a text in JSON has its quotes',
      old: multipart(TEXT),
      new: multipart(TEXT, {cover: {contentType: 'application/json'}}),
      told: ['serialization-changed cover (request)'],
      back: ['serialization-changed cover (request)']
    },
    {
      name: 'a file as OpenAPI 3.1 says it',
      old: multipart(file),
      new: multipart({...TEXT, contentMediaType: 'application/octet-stream'}, undefined, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'a file of which nothing is said',
      old: multipart(file),
      new: multipart({}, undefined, '3.1.0'),
      told: ['format-changed format (request keeps)'],
      back: ['format-changed format (request keeps)']
    },
    {
      name: 'a text is no file',
      old: multipart(TEXT),
      new: multipart(file),
      told: ['serialization-changed cover (request)'],
      back: ['serialization-changed cover (request)']
    },
    {
      name: 'nor is it in Swagger 2.0',
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
      name: 'bytes as OpenAPI 3.1 says them',
      old: sent(bytes, octets),
      new: sent({...TEXT, contentMediaType: octets}, octets, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'bytes of which nothing is said',
      old: sent(bytes, octets),
      new: sent({}, octets, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'Base64 as OpenAPI 3.1 says it',
      old: sent(object({cover: {...TEXT, format: 'byte'}})),
      new: sent(object({cover: {...TEXT, contentEncoding: 'base64'}}), undefined, '3.1.0'),
      told: [],
      back: []
    },
    {
      name: 'bytes are no Base64',
      old: sent(object({cover: bytes})),
      new: sent(object({cover: {...TEXT, contentEncoding: 'base64'}}), undefined, '3.1.0'),
      told: ['format-changed contentEncoding (request breaks)', 'format-changed format (request keeps)']
    },
    {
      name: 'a number as text is text',
      old: sent(NUMBER, 'text/plain'),
      new: sent(TEXT, 'text/plain'),
      told: ['type-changed (request keeps)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'fields of an object that is sent as text are those of JSON, though no one says that it is one',
      old: sent({properties: {lent: NUMBER}}, 'text/plain'),
      new: sent({properties: {lent: TEXT}}, 'text/plain'),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'one form of what is sent as text is an object',
      old: sent({oneOf: [object({lent: NUMBER}), TEXT]}, 'text/plain'),
      new: sent({oneOf: [object({lent: TEXT}), TEXT]}, 'text/plain'),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'items of a list that is sent as text are those of JSON',
      old: sent({type: 'array', items: NUMBER}, 'text/plain'),
      new: sent(list, 'text/plain'),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request breaks)']
    },
    {
      name: 'an object that is sent as bytes too is no form: its fields have types and defaults as in JSON',
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
  const told = ['serialization-changed shelf (response)']
  check([
    {
      name: 'what cannot be read may say how it is written, and is told by itself',
      old: {...loans, components: {schemas: {Loan: object({}, {xml: {name: 'loan'}})}}},
      new: loans,
      told: ['composition-changed $ref (response undetermined)'],
      back: ['composition-changed $ref (response undetermined)']
    },
    {
      name: 'an element that is an attribute',
      old: inXml(TEXT),
      new: inXml({...TEXT, xml: {attribute: true}}),
      told,
      back: told
    },
    {
      name: 'an element by another name',
      old: inXml({...TEXT, xml: {name: 'Shelf'}}),
      new: inXml({...TEXT, xml: {name: 'Rack'}}),
      told
    },
    {
      name: 'an element around a list, in problem details too',
      old: inXml(list, 'application/problem+xml'),
      new: inXml({...list, xml: {wrapped: true}}, 'application/problem+xml'),
      told
    },
    {
      name: 'in the words of OpenAPI 3.2',
      old: inXml({...list, xml: {wrapped: true}, items: object({copy: {...TEXT, xml: {attribute: true}}})}),
      new: inXml({...list, xml: {nodeType: 'element'}, items: object({copy: {...TEXT, xml: {nodeType: 'attribute'}}})}),
      told: [],
      back: []
    },
    {
      name: 'a text that is no element any more',
      old: inXml(TEXT),
      new: inXml({...TEXT, xml: {nodeType: 'text'}}),
      told
    },
    {
      name: 'what holds anyway',
      old: inXml(TEXT),
      new: inXml({...TEXT, xml: {name: 'shelf', attribute: false}}),
      told: [],
      back: []
    },
    {
      name: 'who was told of any format was told of no elements',
      old: inXml(TEXT, '*/*'),
      new: inXml({...TEXT, xml: {name: 'Shelf'}}, 'text/xml'),
      told: ['media-type-added text/xml (response)']
    },
    {
      name: 'may write an object and a text as the same element',
      old: sent(object({shelf: TEXT}), 'application/xml'),
      new: sent(TEXT, 'application/xml'),
      told: ['type-changed (request undetermined)'],
      back: ['type-changed (request undetermined)']
    },
    {
      name: 'may write the same of a field, too',
      old: inXml(object({name: TEXT}), 'application/loan+xml'),
      new: inXml(TEXT, 'application/loan+xml'),
      told: ['type-changed (response undetermined)'],
      back: ['type-changed (response undetermined)']
    },
    {
      name: 'has numbers that are texts',
      old: inXml(TEXT, 'text/xml'),
      new: inXml(NUMBER, 'text/xml'),
      told: ['type-changed (response keeps)'],
      back: ['type-changed (response breaks)']
    },
    {
      name: 'beside JSON, where an object is no text',
      old: asked({responses: {'200': {description: 'Fine', content: inBoth(object({}))}}}),
      new: asked({responses: {'200': {description: 'Fine', content: inBoth(TEXT)}}}),
      told: ['type-changed (response breaks)', 'type-changed (response undetermined)']
    },
    {
      name: 'is of no matter in JSON',
      old: inXml(TEXT, 'application/json'),
      new: inXml({...TEXT, xml: {attribute: true}}, 'application/json'),
      told: [],
      back: []
    }
  ])
})

describe('references', () => {
  const held = (reference: string): Raw => ({
    paths: {'/loans': {get: {responses: {'200': answer({$ref: reference})}}}},
    components: {schemas: {Loan: object({shelf: TEXT})}}
  })
  check([
    {
      name: 'a document by the name that it gives itself',
      old: api(
        {},
        {$self: 'https://library.example/api', ...held('https://library.example/api#/components/schemas/Loan')},
        '3.2.0'
      ),
      new: api({}, held('#/components/schemas/Loan'), '3.2.0'),
      told: [],
      back: []
    }
  ])
})

describe('lists', () => {
  const tuples = (schema: unknown): object => sent(schema, undefined, '3.1.0')
  const tuple = {type: 'array', prefixItems: [TEXT]}
  check([
    {
      name: 'nothing after the first items',
      old: tuples(tuple),
      new: tuples({...tuple, items: false}),
      told: ['constraint-tightened items (request breaks)'],
      back: ['constraint-loosened items (request keeps)']
    },
    {
      name: 'nothing at all',
      old: tuples({type: 'array', items: true}),
      new: tuples({type: 'array', items: false}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'nothing at all where texts were',
      old: tuples(list),
      new: tuples({type: 'array', items: false}),
      told: ['type-changed (request breaks)'],
      back: ['type-changed (request keeps)']
    },
    {
      name: 'something else after the first items',
      old: tuples({...tuple, items: NUMBER}),
      new: tuples({...tuple, items: TEXT}),
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

/** The schema is a component, so that the operations are the same word for word. */
function secret(schema: unknown): object {
  const parameters = [{name: 'Authorization', in: 'header', schema: {$ref: '#/components/schemas/Secret'}}]
  return asked({parameters}, {components: {schemas: {Secret: schema}}})
}

test('how a field of a form was written is told, and how it is now', () => {
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
  const told = (older: string, newer: string): object[] =>
    between(older, newer)
      .filter(({kind}) => kind === 'serialization-changed')
      .map(({old, new: fresh}) => ({old, new: fresh}))
  expect(told(form(TEXT), form({...TEXT, format: 'binary'}))).toEqual([{old: 'text', new: 'file'}])
  const page = object({text: TEXT})
  expect(told(form(page), form(page, {scan: {contentType: 'application/xml'}}))).toEqual([
    {old: 'application/json', new: 'application/xml'}
  ])
  const list = {type: 'array', items: TEXT}
  const styles = [{scan: {style: 'form', explode: false}}, {scan: {style: 'form'}}]
  const written = (type: string) => styles.map(encoding => form(list, encoding, type)) as [string, string]
  expect(told(...written('application/x-www-form-urlencoded'))).toEqual([{old: 'form', new: 'form, exploded'}])
  // OpenAPI 3.0 ignores the style of a part of a multipart body.
  expect(told(...written('multipart/form-data'))).toEqual([])
  const [change] = between(form(page), form(page, {scan: {contentType: 'application/xml'}}))
  const content = '/paths/~1scans/post/requestBody/content/multipart~1form-data'
  expect([change?.where.old?.pointer, change?.where.new?.pointer]).toEqual([
    `${content}/schema/properties/scan`,
    `${content}/encoding/scan`
  ])
})

test('one of the path that is declared now, or is no longer, is told as that, once', () => {
  const declared = onPath([{name: 'loan', in: 'path', required: true, schema: TEXT}])
  expect(between(onPath([]), declared).map(formatChange)).toEqual([
    'the path parameter `loan` of `GET /loans/{loan}` is now declared'
  ])
  expect(between(declared, onPath([])).map(formatChange)).toEqual([
    'the path parameter `loan` of `GET /loans/{loan}` is no longer declared'
  ])
})

test('what the parameters of a path were called is told', () => {
  const at = (path: string): object => api({[path]: {get: {responses: OK}}})
  expect(between(at('/loans/{id}'), at('/loans/{loan}')).map(formatChange)).toEqual([
    'the path parameter `{id}` of `GET /loans/{loan}` was renamed to `{loan}`'
  ])
  expect(between(at('/{a}/{b}/{c}'), at('/{d}/{b}/{e}')).map(formatChange)).toEqual([
    'the path parameters of `GET /{d}/{b}/{e}` were renamed: `{a}` to `{d}` and `{c}` to `{e}`'
  ])
})

test('what an element was called is told, and what it is called now', () => {
  const loan = (xml: Raw): object => sent(object({shelf: {...TEXT, xml}}), 'application/xml')
  const [change] = between(loan({name: 'rack'}), loan({attribute: true, namespace: 'urn:shelves'}))
  expect([change?.old, change?.new]).toEqual(['element rack', 'attribute shelf of urn:shelves'])
})

describe('types of a choice', () => {
  const types = (...names: string[]): object => query({type: names}, {}, '3.1.0')
  check([
    {
      name: 'and the same ones as a list',
      old: query({anyOf: [TEXT, NUMBER]}, {}, '3.1.0'),
      new: types('string', 'integer'),
      told: ['composition-changed anyOf (request keeps)'],
      back: ['composition-changed anyOf (request keeps)']
    },
    {
      name: 'all of which are texts there',
      old: query({oneOf: [TEXT, NUMBER, {type: 'boolean'}]}),
      new: query(TEXT),
      told: ['composition-changed oneOf (request keeps)', 'type-changed (request keeps)']
    },
    {
      name: 'and the same values in a list',
      old: query({oneOf: [{const: 'a', minLength: 1}, {const: 'b'}]}, {}, '3.1.0'),
      new: query({...TEXT, enum: ['a', 'b']}, {}, '3.1.0'),
      told: ['composition-changed oneOf (request keeps)', 'constraint-tightened enum (request keeps)'],
      back: ['composition-changed oneOf (request keeps)', 'constraint-loosened enum (request keeps)']
    },
    {
      name: 'one of which is gone: a list, of which the other ones are none',
      old: query({anyOf: [NUMBER, list]}),
      new: query(NUMBER),
      told: ['composition-changed anyOf (request keeps)', 'type-changed (request breaks)'],
      back: ['composition-changed anyOf (request keeps)', 'type-changed (request keeps)']
    }
  ])
})
