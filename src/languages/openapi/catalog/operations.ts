import type {OpenapiKind} from '../kinds/kinds.ts'
import {type ChangeExplanation, descriptionExample} from './example.ts'

/** Changes of operations, webhooks, servers, security, and behavior. */
export const OPERATION_CHANGES = {
  'operation-added': {
    title: 'Operation added',
    means: 'A path has a new method.',
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
    means: 'A method was removed from a path. Allowed after the notice that the policy requires.',
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
    title: 'Operation ID changed',
    means:
      'An operation has another `operationId`. Requests and responses stay the same. Generated clients use the name, so that it needs review under a policy with `sdk: true`.',
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
    means: 'The service sends a new webhook.',
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
    means: 'The service no longer sends a webhook. Allowed after the notice that the policy requires.',
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
    means: 'Some clients lose access: a new scheme or scope is required, or one that was enough no longer is.',
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
    means: 'All clients keep their access, and others get it.',
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
    means: "A required scheme changed, and the description doesn't show which clients lose access.",
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
    means: 'The API has one more server.',
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
    means: 'A server was removed from the description.',
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
    means:
      'All paths have another prefix. It is one change, and not a removal of each endpoint. It breaks clients if the prefix names another version of the API, such as `/v2` instead of `/v1`.',
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
    means: 'Clients can send fewer requests.'
  },
  'pagination-added': {
    title: 'Pagination added',
    means:
      "A list that was complete is now split into pages. A comparison can only suspect it: a page size has a default now, and descriptions don't state whether the response was complete before.",
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
  'behavior-changed': {
    title: 'Behavior changed',
    means: "The behavior changed, but the description didn't."
  },
  'order-changed': {
    title: 'Order changed',
    means: 'A list has another order.'
  }
} as const satisfies {readonly [Kind in OpenapiKind]?: ChangeExplanation}
