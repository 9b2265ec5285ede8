import {describe} from 'vitest'
import {type Raw, testChanges} from './cases.ts'

const withParameter = (more: Raw): object => ({
  openapi: '3.0.3',
  info: {title: 'Lending Library API', version: '1'},
  paths: {
    '/v1/loans/{id}': {
      get: {
        parameters: [{name: 'id', in: 'path', schema: {type: 'string'}, ...more}],
        responses: {200: {description: 'OK'}}
      }
    }
  }
})

describe('a parameter of a path', () => {
  testChanges([
    {
      name: 'is required, also if that is not said',
      old: withParameter({required: true}),
      new: withParameter({}),
      changes: [],
      reverse: []
    },
    {
      name: 'is required, also if the opposite is said',
      old: withParameter({required: true}),
      new: withParameter({required: false}),
      changes: [],
      reverse: []
    }
  ])
})
