// A list that may have been complete, and is now split into pages for clients that do not set a size.
import {describe} from 'vitest'
import {type Raw, TEXT, testChanges} from './cases.ts'
import {withOperation} from './loans.ts'

const LIST = {type: 'array', items: TEXT}
const answer = (schema: Raw): Raw => ({
  responses: {200: {description: 'Loans', content: {'application/json': {schema}}}}
})
const unpaged = withOperation(answer(LIST))
const query = (name: string, schema: Raw, more: Raw = {}): Raw => ({name, in: 'query', schema, ...more})
const SIZE = {type: 'integer', default: 20}
const errors = {type: 'object', properties: {errors: LIST}}
const withErrors = {
  responses: {...(answer(TEXT).responses as Raw), default: (answer(errors).responses as {[status: string]: Raw})[200]}
}
const withPages = (...parameters: readonly Raw[]): object => withOperation({parameters, ...answer(LIST)})

const paginationChanges = (name: string): string[] => [
  `parameter-added ${name} (request)`,
  `pagination-added ${name} (response undetermined)`
]

describe('pagination', () => {
  testChanges([
    {
      name: 'with a default size',
      old: unpaged,
      new: withPages(query('limit', SIZE)),
      changes: paginationChanges('limit')
    },
    {
      name: 'with a default size of another name',
      old: unpaged,
      new: withPages(query('page[size]', SIZE)),
      changes: paginationChanges('page[size]')
    },
    {
      name: 'of an array in an object',
      old: withOperation(answer({type: 'object', properties: {loans: LIST}})),
      new: withOperation({
        parameters: [query('per_page', SIZE)],
        ...answer({type: 'object', properties: {loans: LIST}})
      }),
      changes: paginationChanges('per_page')
    },
    {
      name: 'with page and size parameters, which is reported once',
      old: unpaged,
      new: withPages(query('page', {type: 'integer', default: 1}), query('per_page', SIZE)),
      changes: ['parameter-added page (request)', ...paginationChanges('per_page')]
    },
    {
      name: 'without a default size applies only on request',
      old: unpaged,
      new: withPages(query('limit', {type: 'integer'})),
      changes: ['parameter-added limit (request)'],
      reverse: ['parameter-removed limit (request)']
    },
    {
      name: 'that already existed',
      old: withPages(query('cursor', TEXT)),
      new: withPages(query('cursor', TEXT), query('limit', SIZE)),
      changes: ['parameter-added limit (request)']
    },
    {
      name: 'with a required size',
      old: unpaged,
      new: withPages(query('limit', SIZE, {required: true})),
      changes: ['required-parameter-added limit (request)']
    },
    {
      name: 'does not apply to responses without an array',
      old: withOperation(answer(TEXT)),
      new: withOperation({parameters: [query('size', SIZE)], ...answer(TEXT)}),
      changes: ['parameter-added size (request)']
    },
    {
      name: 'needs a numeric size',
      old: unpaged,
      new: withPages(query('count', {type: 'boolean', default: false})),
      changes: ['parameter-added count (request)']
    },
    {
      name: 'needs a numeric size, not a Boolean that is true',
      old: unpaged,
      new: withPages(query('count', {type: 'boolean', default: true})),
      changes: ['parameter-added count (request)']
    },
    {
      name: 'does not apply to arrays in errors',
      old: withOperation(withErrors),
      new: withOperation({parameters: [query('limit', SIZE)], ...withErrors}),
      changes: ['parameter-added limit (request)']
    },
    {
      name: 'that is dropped is a removed parameter',
      old: withPages(query('limit', SIZE)),
      new: unpaged,
      changes: ['parameter-removed limit (request)']
    }
  ])
})
