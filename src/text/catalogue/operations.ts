import type {ChangeKind} from '../../model/api/change.ts'
import {type ChangeExplanation, descriptionExample} from './example.ts'

/** Changes of operations, webhooks, servers, security, and behavior. */
export const OPERATION_CHANGES = {
  'operation-added': {
    title: 'Operation added',
    means: 'There is a new method on a path.',
    example: descriptionExample(`
      paths:
        /v1/loans:
          get: {responses: {'200': {description: All loans}}}
      # new
        /v1/shelves:
          get: {responses: {'200': {description: All shelves}}}
    `)
  },
  'operation-removed': {
    title: 'Operation removed',
    means: 'A method on a path is gone. Lawful after the notice that the policy promises.',
    example: descriptionExample(`
      paths:
        /v1/loans:
          get: {responses: {'200': {description: All loans}}}
      # old
        /v1/shelves:
          get: {responses: {'200': {description: All shelves}}}
    `)
  },
  'operation-id-changed': {
    title: 'Operation id changed',
    means:
      'An operation goes by another `operationId`. Nothing differs on the wire; generated clients call the operation by that name, which a policy with `sdk: true` has reviewed.',
    example: descriptionExample(`
      paths:
        /v1/loans:
          get:
            responses: {'200': {description: All loans}}
      # old
            operationId: listLoans
      # new
            operationId: getLoans
    `)
  },
  'webhook-added': {
    title: 'Webhook added',
    means: 'The service sends something that it did not send before.',
    example: descriptionExample(
      `
      webhooks:
        loanOverdue:
          post: {responses: {'200': {description: Heard}}}
      # new
        copyReturned:
          post: {responses: {'200': {description: Heard}}}
      `,
      '3.1.0'
    )
  },
  'webhook-removed': {
    title: 'Webhook removed',
    means: 'The service no longer sends something. Lawful after the notice that the policy promises.',
    example: descriptionExample(
      `
      webhooks:
        loanOverdue:
          post: {responses: {'200': {description: Heard}}}
      # old
        copyReturned:
          post: {responses: {'200': {description: Heard}}}
      `,
      '3.1.0'
    )
  },
  'security-stricter': {
    title: 'Security stricter',
    means: 'Who was let in is not now: a new scheme or scope is asked for, or one that was enough no longer is.',
    example: descriptionExample(`
      paths:
        /v1/loans:
          get:
            # new
            security: [{readerCard: []}]
            # both
            responses: {'200': {description: All loans}}
      components:
        securitySchemes:
          readerCard: {type: apiKey, in: header, name: Reader-Card}
    `)
  },
  'security-looser': {
    title: 'Security looser',
    means: 'Everybody who was let in still is, and others are, too.',
    example: descriptionExample(`
      paths:
        /v1/loans:
          get:
            # old
            security: [{readerCard: []}]
            # both
            responses: {'200': {description: All loans}}
      components:
        securitySchemes:
          readerCard: {type: apiKey, in: header, name: Reader-Card}
    `)
  },
  'security-changed': {
    title: 'Security changed',
    means: 'A scheme that is asked for has changed in a way of which nobody but the author knows who is shut out.',
    example: descriptionExample(`
      paths:
        /v1/loans:
          get:
            security: [{desk: []}]
            responses: {'200': {description: All loans}}
      components:
        securitySchemes:
          desk:
            type: openIdConnect
            # old
            openIdConnectUrl: https://desk.library.example/.well-known/openid-configuration
            # new
            openIdConnectUrl: https://doors.library.example/.well-known/openid-configuration
    `)
  },
  'server-added': {
    title: 'Server added',
    means: 'The API is served under one more address.',
    example: descriptionExample(`
      servers:
        - url: https://library.example
      # new
        - url: https://eu.library.example
      # both
      paths:
        /v1/loans:
          get: {responses: {'200': {description: All loans}}}
    `)
  },
  'server-removed': {
    title: 'Server removed',
    means: 'An address under which the API was served is gone from the document.',
    example: descriptionExample(`
      servers:
        - url: https://library.example
      # old
        - url: https://eu.library.example
      # both
      paths:
        /v1/loans:
          get: {responses: {'200': {description: All loans}}}
    `)
  },
  'base-path-changed': {
    title: 'Base path changed',
    means: 'All paths begin with something else. It is one change, and ends no endpoint.',
    example: descriptionExample(`
      # old
      servers: [{url: https://library.example/v1}]
      # new
      servers: [{url: https://library.example/v2}]
      # both
      paths:
        /loans:
          get: {responses: {'200': {description: All loans}}}
    `)
  },
  'rate-limit-stricter': {
    title: 'Rate limit stricter',
    means: 'It may be called less often.'
  },
  'pagination-added': {
    title: 'Pagination added',
    means:
      'What came as a whole now comes in pages. A comparison can only ask: a list comes in pieces of a certain size now ' +
      'to who says none, and whether all of it came before no document says.',
    example: descriptionExample(`
      paths:
        /loans:
          get:
            # new
            parameters:
              - {name: limit, in: query, schema: {type: integer, default: 20}}
            # both
            responses:
              '200':
                description: All loans
                content:
                  application/json:
                    schema: {type: array, items: {type: object}}
    `)
  },
  'behaviour-changed': {
    title: 'Behaviour changed',
    means: 'It does something else than before, while its description stays the same.'
  },
  'order-changed': {
    title: 'Order changed',
    means: 'A list comes in another order.'
  }
} as const satisfies {readonly [Kind in ChangeKind]?: ChangeExplanation}
