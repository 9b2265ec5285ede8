import type {OpenapiKind} from '../kinds/kinds.ts'
import {type ChangeExplanation, getLoansExample, loansResponsesExample, postLoanExample} from './example.ts'

const BODY = '\n        content: {application/json: {schema: {type: object}}}'

/** Changes of parameters, request bodies, headers, statuses, and media types. */
export const PARAMETER_CHANGES = {
  'parameter-added': {
    title: 'Parameter added',
    means: 'There is a new optional parameter.',
    example: getLoansExample(`
      parameters:
        - {name: shelf, in: query, schema: {type: string}}
      # new
        - {name: limit, in: query, schema: {type: integer}}
      # both
    `)
  },
  'required-parameter-added': {
    title: 'Required parameter added',
    means: 'There is a new required parameter. Requests without it are rejected.',
    example: getLoansExample(`
      parameters:
        - {name: shelf, in: query, schema: {type: string}}
      # new
        - {name: branch, in: query, required: true, schema: {type: string}}
      # both
    `)
  },
  'parameter-required': {
    title: 'Parameter made required',
    means: 'An optional parameter became required.',
    example: getLoansExample(`
      parameters:
        - name: branch
          in: query
          # new
          required: true
          # both
          schema: {type: string}
    `)
  },
  'parameter-optional': {
    title: 'Parameter made optional',
    means: 'A required parameter became optional.',
    example: getLoansExample(`
      parameters:
        - name: branch
          in: query
          # old
          required: true
          # both
          schema: {type: string}
    `)
  },
  'parameter-removed': {
    title: 'Parameter removed',
    means: 'A parameter was removed. Allowed after the notice that the policy requires.',
    example: getLoansExample(`
      parameters:
        - {name: shelf, in: query, schema: {type: string}}
      # old
        - {name: limit, in: query, schema: {type: integer}}
      # both
    `)
  },
  moved: {
    title: 'Parameter moved',
    means: 'A parameter of the same name is sent elsewhere, such as in a header instead of the query.',
    example: getLoansExample(`
      parameters:
        - name: branch
          # old
          in: query
          # new
          in: header
          # both
          schema: {type: string}
    `)
  },
  'serialization-changed': {
    title: 'Serialization changed',
    means: 'The same values are serialized differently.',
    example: getLoansExample(`
      parameters:
        - name: shelves
          in: query
          # new
          explode: false
          # both
          schema: {type: array, items: {type: string}}
    `)
  },
  'body-added': {
    title: 'Body added',
    means: 'There is a new optional request body.',
    example: postLoanExample(`
      # new
      requestBody:${BODY}
      # both
    `)
  },
  'required-body-added': {
    title: 'Required body added',
    means: 'There is a new required request body. Requests without it are rejected.',
    example: postLoanExample(`
      # new
      requestBody:
        required: true${BODY}
      # both
    `)
  },
  'body-required': {
    title: 'Body made required',
    means: 'An optional request body became required.',
    example: postLoanExample(`
      requestBody:
        # new
        required: true
        # both${BODY}
    `)
  },
  'body-optional': {
    title: 'Body made optional',
    means: 'A required request body became optional.',
    example: postLoanExample(`
      requestBody:
        # old
        required: true
        # both${BODY}
    `)
  },
  'body-removed': {
    title: 'Body removed',
    means: 'The request body was removed.',
    example: postLoanExample(`
      # old
      requestBody:${BODY}
      # both
    `)
  },
  'header-added': {
    title: 'Header added',
    means: 'A response has a new header.',
    example: loansResponsesExample(`
      '200':
        description: All loans
        # new
        headers: {Total-Count: {schema: {type: integer}}}
    `)
  },
  'header-required': {
    title: 'Header made required',
    means: 'An optional response header is always present.',
    example: loansResponsesExample(`
      '200':
        description: All loans
        headers:
          Total-Count:
            # new
            required: true
            # both
            schema: {type: integer}
    `)
  },
  'header-optional': {
    title: 'Header made optional',
    means: 'A response header can be missing.',
    example: loansResponsesExample(`
      '200':
        description: All loans
        headers:
          Total-Count:
            # old
            required: true
            # both
            schema: {type: integer}
    `)
  },
  'header-removed': {
    title: 'Header removed',
    means: 'A response header was removed. Allowed after the notice that the policy requires.',
    example: loansResponsesExample(`
      '200':
        description: All loans
        # old
        headers: {Total-Count: {schema: {type: integer}}}
    `)
  },
  'status-added': {
    title: 'Success status added',
    means: 'There is a new success status, which clients may not know.',
    example: loansResponsesExample(`
      '200': {description: All loans}
      # new
      '206': {description: Some of the loans}
    `)
  },
  'status-removed': {
    title: 'Success status removed',
    means:
      'A success status was removed. If a range is narrowed to some of its statuses, nothing is new for clients, so it is compatible.',
    example: loansResponsesExample(`
      '200': {description: All loans}
      # old
      '206': {description: Some of the loans}
    `)
  },
  'error-code-added': {
    title: 'Error added',
    means: 'An error status was documented. If a range or `default` covered it, it is compatible.',
    example: loansResponsesExample(`
      '200': {description: All loans}
      # new
      '404': {description: No such branch}
    `)
  },
  'error-code-removed': {
    title: 'Error removed',
    means: 'An error status is no longer documented. If a range or `default` still covers it, it is compatible.',
    example: loansResponsesExample(`
      '200': {description: All loans}
      # old
      '404': {description: No such branch}
    `)
  },
  'media-type-added': {
    title: 'Media type added',
    means: 'A body has one more media type.',
    example: postLoanExample(`
      requestBody:
        content:
          application/json: {schema: {type: object}}
      # new
          application/xml: {schema: {type: object}}
      # both
    `)
  },
  'media-type-removed': {
    title: 'Media type removed',
    means:
      'A media type was removed. If a range is narrowed to some of its types, nothing is new for clients, so it is compatible. If a more specific type takes its place, such as `application/problem+json` for `application/json`, it is undetermined: clients that accept only the old name can reject it.',
    example: postLoanExample(`
      requestBody:
        content:
          application/json: {schema: {type: object}}
      # old
          application/xml: {schema: {type: object}}
      # both
    `)
  }
} as const satisfies {readonly [Kind in OpenapiKind]?: ChangeExplanation}
