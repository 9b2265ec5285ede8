// Parts with equal text on both sides are compared only by what they refer to, which must not change the result.

import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import type {Change} from '../../../../../src/model/api/change.ts'
import {sample, tries} from '../../../../tier.ts'
import {diffDocuments} from '../comparing.ts'
import {LENDING} from '../documents.ts'
import {edited, type Raw} from '../edits.ts'

const SWAGGER: Raw = {
  swagger: '2.0',
  info: {title: 'Library', version: '1'},
  consumes: ['application/json'],
  produces: ['application/json', 'application/vnd.library'],
  paths: {
    '/loans/{id}': {
      parameters: [{name: 'id', in: 'path', required: true, type: 'string'}],
      get: {
        parameters: [
          {name: 'until', in: 'query', type: 'string', format: 'date', description: 'The day it is due'},
          {name: 'fields', in: 'query', type: 'array', items: {type: 'string'}, collectionFormat: 'multi'}
        ],
        responses: {
          200: {description: 'A loan', schema: {$ref: '#/definitions/Loan'}},
          404: {$ref: '#/responses/Missing'},
          default: {description: 'An error', schema: {$ref: '#/definitions/Problem'}, headers: {Age: {type: 'integer'}}}
        }
      },
      put: {
        consumes: ['application/json', 'application/xml'],
        produces: ['text/plain', 'application/octet-stream'],
        parameters: [
          {name: 'body', in: 'body', required: true, schema: {$ref: '#/definitions/Loan'}},
          {name: 'dryRun', in: 'query', type: 'boolean', default: false}
        ],
        responses: {200: {description: 'The loan', schema: {$ref: '#/definitions/Loan'}}}
      },
      post: {
        consumes: ['*/*'],
        produces: ['application/vnd.cover'],
        parameters: [{name: 'body', in: 'body', schema: {$ref: '#/definitions/Loans'}}, {$ref: '#/parameters/Limit'}],
        responses: {201: {description: 'A picture', schema: {$ref: '#/definitions/Cover'}}}
      }
    }
  },
  parameters: {Limit: {name: 'limit', in: 'query', type: 'integer', default: 20}},
  responses: {Missing: {description: 'No such loan', schema: {$ref: '#/definitions/Problem'}}},
  definitions: {
    Loan: {
      type: 'object',
      required: ['title'],
      default: {title: 'Ulysses'},
      properties: {title: {$ref: '#/definitions/Title'}, until: {type: 'string'}, copies: {type: 'integer'}}
    },
    Loans: {type: 'array', items: {$ref: '#/definitions/Loan'}},
    Title: {type: 'string', maxLength: 80},
    Cover: {type: 'string', format: 'binary'},
    Problem: {type: 'object', properties: {code: {type: 'string', enum: ['gone', 'lost']}}}
  }
}

/** A copy with an extension in each parameter, body, and response, so that their text is not equal any more. */
function withNotes(document: Raw): Raw {
  const copy = structuredClone(document)
  const note = (value: unknown): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) Object.assign(value, {'x-note': true})
  }
  const noteAll = (values: unknown): void => {
    if (typeof values === 'object' && values !== null) for (const each of Object.values(values)) note(each)
  }
  const noteParts = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const {parameters, requestBody, responses} = value as Raw
    noteAll(parameters)
    note(requestBody)
    noteAll(responses)
  }
  for (const section of [copy, copy.components as Raw | undefined]) {
    noteParts(section)
    noteAll(section?.requestBodies)
  }
  for (const item of Object.values((copy.paths ?? {}) as Raw)) {
    noteParts(item)
    if (typeof item === 'object' && item !== null) for (const operation of Object.values(item)) noteParts(operation)
  }
  return copy
}

/** The changes without documentation changes, because the notes are such changes. */
const withoutDocumentation = (changes: readonly Change[]): string[] =>
  changes.filter(({kind}) => kind !== 'documentation-changed').map(change => JSON.stringify(change))

const expectSame = (older: Raw, newer: Raw): void =>
  expect(withoutDocumentation(diffDocuments(older, newer))).toEqual(
    withoutDocumentation(diffDocuments(older, withNotes(newer)))
  )

type Schemas = Record<'Loan' | 'Title' | 'Cover' | 'Problem', {properties: Raw} & Raw>

describe('a changed schema is reported from unchanged text that refers to it', () => {
  test.each<[string, (schemas: Schemas, document: Raw) => unknown, number]>(
    sample([
      ['a type two references away', ({Title}) => Object.assign(Title, {type: 'integer'}), 1],
      ['a removed field', ({Loan}) => Reflect.deleteProperty(Loan.properties, 'copies'), 1],
      ['a required field', ({Loan}) => Object.assign(Loan, {required: ['title', 'until']}), 1],
      ['the default of a required body', ({Loan}) => Object.assign(Loan, {default: {title: 'Emma'}}), 1],
      ['binary becomes a string, which the media type covers', ({Cover}) => Reflect.deleteProperty(Cover, 'format'), 0],
      ['an enum is removed', ({Problem}) => Object.assign(Problem.properties, {code: {type: 'string'}}), 1],
      [
        'a length and a media type',
        ({Title}, document) =>
          Object.assign(Title, {maxLength: 8}) && Object.assign(document, {produces: ['application/json']}),
        2
      ]
    ])
  )('%s', (_, change, least) => {
    const newer = structuredClone(SWAGGER)
    change(newer.definitions as Schemas, newer)
    expect(withoutDocumentation(diffDocuments(SWAGGER, newer)).length).toBeGreaterThanOrEqual(least)
    expectSame(SWAGGER, newer)
  })

  test('documentation and a new parameter', () => {
    const newer = structuredClone(SWAGGER)
    const {put, get} = (newer.paths as {'/loans/{id}': Record<'put' | 'get', {parameters: Raw[]; responses: Raw}>})[
      '/loans/{id}'
    ]
    Object.assign((newer.definitions as Schemas).Title, {maxLength: 8})
    put.parameters.unshift({name: 'force', in: 'query', required: true, type: 'boolean'})
    Object.assign(get.parameters[0] as Raw, {description: 'When it is due'})
    Object.assign(get.responses[200] as Raw, {description: 'One loan'})
    expect(diffDocuments(SWAGGER, newer).map(({kind}) => kind)).toContain('required-parameter-added')
    expectSame(SWAGGER, newer)
  })

  test('an exploded object is replaced by one of its properties, next to a parameter with the name of another', () => {
    const text = (name: string): Raw => ({name, in: 'query', schema: {type: 'string'}})
    const filter = {type: 'object', properties: {author: {type: 'string'}, title: {type: 'string'}}}
    const withParameters = (...parameters: Raw[]): Raw => ({
      openapi: '3.0.3',
      info: {title: 'Library', version: '1'},
      paths: {'/loans': {get: {parameters, responses: {200: {description: 'Loans'}}}}}
    })
    const older = withParameters(text('author'), {name: 'filter', in: 'query', schema: filter})
    const newer = withParameters(text('author'), text('title'))
    expect(withoutDocumentation(diffDocuments(older, newer))).toEqual([])
    expectSame(older, newer)
  })
})

describe('any edits give the same changes with and without equal text', () => {
  test.each(sample(Object.entries({...LENDING, swagger: SWAGGER})))('%s', (_, document) => {
    fc.assert(
      fc.property(fc.array(fc.nat({max: 0x3fffffff}), {minLength: 1, maxLength: 4}), seeds => {
        expectSame(document, edited(document, seeds))
      }),
      {numRuns: tries(60)}
    )
  })
})
