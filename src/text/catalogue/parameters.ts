import type {ChangeKind} from '../../model/api/change.ts'
import {type ChangeExplanation, getLoansExample, loansResponsesExample, postLoanExample} from './example.ts'

const BODY = '\n        content: {application/json: {schema: {type: object}}}'

/** Changes of parameters, request bodies, headers, statuses, and media types. */
export const PARAMETER_CHANGES = {
  'parameter-added': {
    title: 'Parameter added',
    means: 'There is a new parameter that may be left out.',
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
    means: 'There is a new parameter that must be sent: no call of before is accepted.',
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
    means: 'A parameter that could be left out must be sent.',
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
    means: 'A parameter that had to be sent may be left out.',
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
    means: 'A parameter is gone. Lawful after the notice that the policy promises.',
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
    means: 'A parameter of the same name is now sent elsewhere: in a header instead of the query, say.',
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
    means: 'The same values are written in another way on the wire.',
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
    means: 'A body may be sent where none could be.',
    example: postLoanExample(`
      # new
      requestBody:${BODY}
      # both
    `)
  },
  'required-body-added': {
    title: 'Required body added',
    means: 'A body must be sent where none could be: no call of before is accepted.',
    example: postLoanExample(`
      # new
      requestBody:
        required: true${BODY}
      # both
    `)
  },
  'body-required': {
    title: 'Body made required',
    means: 'A body that could be left out must be sent.',
    example: postLoanExample(`
      requestBody:
        # new
        required: true
        # both${BODY}
    `)
  },
  'body-optional': {
    title: 'Body made optional',
    means: 'A body that had to be sent may be left out.',
    example: postLoanExample(`
      requestBody:
        # old
        required: true
        # both${BODY}
    `)
  },
  'body-removed': {
    title: 'Body removed',
    means: 'A body can no longer be sent.',
    example: postLoanExample(`
      # old
      requestBody:${BODY}
      # both
    `)
  },
  'header-added': {
    title: 'Header added',
    means: 'An answer has a new header.',
    example: loansResponsesExample(`
      '200':
        description: All loans
        # new
        headers: {Total-Count: {schema: {type: integer}}}
    `)
  },
  'header-required': {
    title: 'Header made certain',
    means: 'A header that could be missing from an answer is always there.',
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
    title: 'Header made uncertain',
    means: 'A header that was always there may be missing from an answer.',
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
    means: 'A header is gone from an answer. Lawful after the notice that the policy promises.',
    example: loansResponsesExample(`
      '200':
        description: All loans
        # old
        headers: {Total-Count: {schema: {type: integer}}}
    `)
  },
  'status-added': {
    title: 'Success status added',
    means: 'There is one more way to succeed, which clients may not know.',
    example: loansResponsesExample(`
      '200': {description: All loans}
      # new
      '206': {description: Some of the loans}
    `)
  },
  'status-removed': {
    title: 'Success status removed',
    means:
      'A way to succeed is gone. Where a range is narrowed to some of its statuses, whoever reads the answer meets nothing new: that breaks nothing. Of an answer that comes as a kind of what it was, as `application/problem+json` in place of `application/json`, nobody can tell: it is read alike, but who asks for the other name, or looks for it, may not take it.',
    example: loansResponsesExample(`
      '200': {description: All loans}
      # old
      '206': {description: Some of the loans}
    `)
  },
  'error-code-added': {
    title: 'Error added',
    means: 'An error is documented that was not.',
    example: loansResponsesExample(`
      '200': {description: All loans}
      # new
      '404': {description: No such branch}
    `)
  },
  'error-code-removed': {
    title: 'Error removed',
    means: 'An error is no longer documented.',
    example: loansResponsesExample(`
      '200': {description: All loans}
      # old
      '404': {description: No such branch}
    `)
  },
  'media-type-added': {
    title: 'Media type added',
    means: 'A body may be written in one more way.',
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
      'A body can no longer be written in one of its ways. Where a range is narrowed to some of its types, whoever reads the answer meets nothing new: that breaks nothing.',
    example: postLoanExample(`
      requestBody:
        content:
          application/json: {schema: {type: object}}
      # old
          application/xml: {schema: {type: object}}
      # both
    `)
  }
} as const satisfies {readonly [Kind in ChangeKind]?: ChangeExplanation}
