// Small pairs for each kind of change, and for similar pairs without one. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {NUMBER, OK, type Raw, TEXT, testChanges} from './cases.ts'
import {api, JSON_TYPE, withOperation} from './loans.ts'

describe('a renamed path parameter', () => {
  const withParameter = (name: string, style: string): object =>
    api({
      paths: {
        [`/loans/{${name}}`]: {
          get: {parameters: [{name, in: 'path', required: true, style, schema: TEXT}], responses: OK}
        }
      }
    })
  testChanges([
    {
      name: 'makes no difference for clients',
      old: withParameter('id', 'simple'),
      new: withParameter('key', 'simple'),
      changes: []
    },
    {
      name: 'makes a difference if its name is part of the URL',
      old: withParameter('id', 'matrix'),
      new: withParameter('key', 'matrix'),
      changes: ['serialization-changed style (request)']
    }
  ])
})

describe('changes of bodies, statuses, media types, and headers', () => {
  const body = (more: Raw | undefined): object =>
    api({paths: {'/loans': {post: {...(more ? {requestBody: more} : {}), responses: OK}}}})
  const content = {[JSON_TYPE]: {schema: {type: 'object'}}}
  const responses = (all: Raw): object => withOperation({responses: all})
  const media = (...types: string[]): object =>
    body({content: Object.fromEntries(types.map(type => [type, {schema: {type: 'object'}}]))})
  const answers = (...types: string[]): object =>
    responses({
      '200': {description: '', content: Object.fromEntries(types.map(type => [type, {schema: {type: 'object'}}]))}
    })
  const header = (more: Raw | undefined): object =>
    responses({'200': {description: '', ...(more ? {headers: {'Total-Count': more}} : {})}})
  testChanges([
    {
      name: 'a required body is added',
      old: body(undefined),
      new: body({required: true, content}),
      changes: ['required-body-added (request)'],
      reverse: ['body-removed (request)']
    },
    {
      name: 'a body becomes required',
      old: body({content}),
      new: body({required: true, content}),
      changes: ['body-required (request)'],
      reverse: ['body-optional (request)']
    },
    {
      name: 'a success status is added',
      old: responses({'200': {description: ''}}),
      new: responses({'200': {description: ''}, '202': {description: ''}}),
      changes: ['status-added 202 (response)'],
      reverse: ['status-removed 202 (response)']
    },
    {
      name: 'an error status is added',
      old: responses({'200': {description: ''}}),
      new: responses({'200': {description: ''}, '404': {description: ''}}),
      changes: ['error-code-added 404 (response)'],
      reverse: ['error-code-removed 404 (response)']
    },
    {
      name: 'a status is listed that a range already covers',
      old: responses({'2XX': {description: '', content}}),
      new: responses({'2XX': {description: '', content}, '201': {description: '', content}}),
      changes: [],
      reverse: []
    },
    {
      name: 'a status is listed that a range covers with another type',
      old: responses({'4XX': {description: '', content: {[JSON_TYPE]: {schema: NUMBER}}}}),
      new: responses({
        '4XX': {description: '', content: {[JSON_TYPE]: {schema: NUMBER}}},
        '404': {description: '', content: {[JSON_TYPE]: {schema: TEXT}}}
      }),
      changes: ['error-code-added 404 (response keeps)', 'type-changed (response breaks)']
    },
    {
      name: 'a media type is removed from a request',
      old: media(JSON_TYPE, 'text/csv'),
      new: media(JSON_TYPE),
      changes: ['media-type-removed text/csv (request)'],
      reverse: ['media-type-added text/csv (request)']
    },
    {
      name: 'a media type is removed from a response',
      old: answers(JSON_TYPE, 'text/csv'),
      new: answers(JSON_TYPE),
      changes: ['media-type-removed text/csv (response)'],
      reverse: ['media-type-added text/csv (response)']
    },
    {
      name: 'a range that covers the former media type',
      old: media(JSON_TYPE),
      new: media('application/*'),
      changes: ['media-type-added application/* (request)']
    },
    {
      name: 'a range of media types is replaced by one of them',
      old: media('application/*'),
      new: media(JSON_TYPE),
      changes: ['media-type-added application/json (request)', 'media-type-removed application/* (request)']
    },
    {
      name: 'a media type in another case and spacing',
      old: media('application/json; charset=utf-8'),
      new: media('Application/JSON;charset=UTF-8'),
      changes: [],
      reverse: []
    },
    {
      name: 'a media type with unnecessary quotes',
      old: media('application/json; charset=utf-8; version=2'),
      new: media('application/json; version="2"; charset="utf-8"'),
      changes: [],
      reverse: []
    },
    {
      name: 'a response header is added',
      old: header(undefined),
      new: header({schema: NUMBER}),
      changes: ['header-added Total-Count (response)'],
      reverse: ['header-removed Total-Count (response)']
    },
    {
      name: 'a response header becomes required',
      old: header({schema: NUMBER}),
      new: header({required: true, schema: NUMBER}),
      changes: ['header-required Total-Count (response)'],
      reverse: ['header-optional Total-Count (response)']
    },
    {
      name: 'a response header becomes a string',
      old: header({schema: NUMBER}),
      new: header({schema: TEXT}),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response keeps)']
    }
  ])
})
