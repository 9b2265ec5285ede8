// Small pairs for each kind of change, and for what looks like one and is none. Expected: `kind about (side proof)`.
import {describe} from 'vitest'
import {check, NUMBER, OK, type Raw, TEXT} from './cases.ts'
import {api, JSON_TYPE, loans} from './loans.ts'

describe('names in a path', () => {
  const asked = (name: string, style: string): object =>
    api({
      paths: {
        [`/loans/{${name}}`]: {
          get: {parameters: [{name, in: 'path', required: true, style, schema: TEXT}], responses: OK}
        }
      }
    })
  check([
    {
      name: 'are nothing to who fills the path',
      old: asked('id', 'simple'),
      new: asked('key', 'simple'),
      told: []
    },
    {
      name: 'but where they are written in it',
      old: asked('id', 'matrix'),
      new: asked('key', 'matrix'),
      told: ['serialization-changed style (request)']
    }
  ])
})

describe('bodies, statuses, media types and headers', () => {
  const body = (more: Raw | undefined): object =>
    api({paths: {'/loans': {post: {...(more ? {requestBody: more} : {}), responses: OK}}}})
  const content = {[JSON_TYPE]: {schema: {type: 'object'}}}
  const responses = (all: Raw): object => loans({responses: all})
  const media = (...types: string[]): object =>
    body({content: Object.fromEntries(types.map(type => [type, {schema: {type: 'object'}}]))})
  const answers = (...types: string[]): object =>
    responses({
      '200': {description: '', content: Object.fromEntries(types.map(type => [type, {schema: {type: 'object'}}]))}
    })
  const header = (more: Raw | undefined): object =>
    responses({'200': {description: '', ...(more ? {headers: {'Total-Count': more}} : {})}})
  check([
    {
      name: 'a body that must be sent',
      old: body(undefined),
      new: body({required: true, content}),
      told: ['required-body-added (request)'],
      back: ['body-removed (request)']
    },
    {
      name: 'a body that must be sent now',
      old: body({content}),
      new: body({required: true, content}),
      told: ['body-required (request)'],
      back: ['body-optional (request)']
    },
    {
      name: 'another way to succeed',
      old: responses({'200': {description: ''}}),
      new: responses({'200': {description: ''}, '202': {description: ''}}),
      told: ['status-added 202 (response)'],
      back: ['status-removed 202 (response)']
    },
    {
      name: 'an error',
      old: responses({'200': {description: ''}}),
      new: responses({'200': {description: ''}, '404': {description: ''}}),
      told: ['error-code-added 404 (response)'],
      back: ['error-code-removed 404 (response)']
    },
    {
      name: 'a status in a range that was there',
      old: responses({'2XX': {description: '', content}}),
      new: responses({'2XX': {description: '', content}, '201': {description: '', content}}),
      told: [],
      back: []
    },
    {
      name: 'a status in a range, with another type',
      old: responses({'4XX': {description: '', content: {[JSON_TYPE]: {schema: NUMBER}}}}),
      new: responses({
        '4XX': {description: '', content: {[JSON_TYPE]: {schema: NUMBER}}},
        '404': {description: '', content: {[JSON_TYPE]: {schema: TEXT}}}
      }),
      told: ['error-code-added 404 (response keeps)', 'type-changed (response breaks)']
    },
    {
      name: 'a media type less in a request',
      old: media(JSON_TYPE, 'text/csv'),
      new: media(JSON_TYPE),
      told: ['media-type-removed text/csv (request)'],
      back: ['media-type-added text/csv (request)']
    },
    {
      name: 'a media type less in an answer',
      old: answers(JSON_TYPE, 'text/csv'),
      new: answers(JSON_TYPE),
      told: ['media-type-removed text/csv (response)'],
      back: ['media-type-added text/csv (response)']
    },
    {
      name: 'a range that holds what was sent',
      old: media(JSON_TYPE),
      new: media('application/*'),
      told: ['media-type-added application/* (request)']
    },
    {
      name: 'a range that is no longer held in a request',
      old: media('application/*'),
      new: media(JSON_TYPE),
      told: ['media-type-added application/json (request)', 'media-type-removed application/* (request)']
    },
    {
      name: 'a media type by another case and with a space is the same one',
      old: media('application/json; charset=utf-8'),
      new: media('Application/JSON;charset=UTF-8'),
      told: [],
      back: []
    },
    {
      name: 'and by quotes that it does not need',
      old: media('application/json; charset=utf-8; version=2'),
      new: media('application/json; version="2"; charset="utf-8"'),
      told: [],
      back: []
    },
    {
      name: 'a header of an answer',
      old: header(undefined),
      new: header({schema: NUMBER}),
      told: ['header-added Total-Count (response)'],
      back: ['header-removed Total-Count (response)']
    },
    {
      name: 'a header that is always there',
      old: header({schema: NUMBER}),
      new: header({required: true, schema: NUMBER}),
      told: ['header-required Total-Count (response)'],
      back: ['header-optional Total-Count (response)']
    },
    {
      name: 'a header that is any text now',
      old: header({schema: NUMBER}),
      new: header({schema: TEXT}),
      told: ['type-changed (response breaks)'],
      back: ['type-changed (response keeps)']
    }
  ])
})
