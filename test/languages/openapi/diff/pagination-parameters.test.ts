// A list that may have been complete, and is now split into pages for clients that do not set a size.
import {describe} from 'vitest'
import {check, type Raw, TEXT} from './cases.ts'
import {loans} from './loans.ts'

const LIST = {type: 'array', items: TEXT}
const answer = (schema: Raw): Raw => ({
  responses: {200: {description: 'Loans', content: {'application/json': {schema}}}}
})
const unpaged = loans(answer(LIST))
const query = (name: string, schema: Raw, more: Raw = {}): Raw => ({name, in: 'query', schema, ...more})
const SIZE = {type: 'integer', default: 20}
const errors = {type: 'object', properties: {errors: LIST}}
const withErrors = {
  responses: {...(answer(TEXT).responses as Raw), default: (answer(errors).responses as {[status: string]: Raw})[200]}
}
const withPages = (...parameters: readonly Raw[]): object => loans({parameters, ...answer(LIST)})

const paginationChanges = (name: string): string[] => [
  `parameter-added ${name} (request)`,
  `pagination-added ${name} (response undetermined)`
]

describe('pagination', () => {
  check([
    {name: 'with a default size', old: unpaged, new: withPages(query('limit', SIZE)), told: paginationChanges('limit')},
    {
      name: 'with a default size of another name',
      old: unpaged,
      new: withPages(query('page[size]', SIZE)),
      told: paginationChanges('page[size]')
    },
    {
      name: 'of an array in an object',
      old: loans(answer({type: 'object', properties: {loans: LIST}})),
      new: loans({parameters: [query('per_page', SIZE)], ...answer({type: 'object', properties: {loans: LIST}})}),
      told: paginationChanges('per_page')
    },
    {
      name: 'with page and size parameters, which is reported once',
      old: unpaged,
      new: withPages(query('page', {type: 'integer', default: 1}), query('per_page', SIZE)),
      told: ['parameter-added page (request)', ...paginationChanges('per_page')]
    },
    {
      name: 'without a default size applies only on request',
      old: unpaged,
      new: withPages(query('limit', {type: 'integer'})),
      told: ['parameter-added limit (request)'],
      back: ['parameter-removed limit (request)']
    },
    {
      name: 'that already existed',
      old: withPages(query('cursor', TEXT)),
      new: withPages(query('cursor', TEXT), query('limit', SIZE)),
      told: ['parameter-added limit (request)']
    },
    {
      name: 'with a required size',
      old: unpaged,
      new: withPages(query('limit', SIZE, {required: true})),
      told: ['required-parameter-added limit (request)']
    },
    {
      name: 'does not apply to responses without an array',
      old: loans(answer(TEXT)),
      new: loans({parameters: [query('size', SIZE)], ...answer(TEXT)}),
      told: ['parameter-added size (request)']
    },
    {
      name: 'needs a numeric size',
      old: unpaged,
      new: withPages(query('count', {type: 'boolean', default: false})),
      told: ['parameter-added count (request)']
    },
    {
      name: 'needs a numeric size, not a Boolean that is true',
      old: unpaged,
      new: withPages(query('count', {type: 'boolean', default: true})),
      told: ['parameter-added count (request)']
    },
    {
      name: 'does not apply to arrays in errors',
      old: loans(withErrors),
      new: loans({parameters: [query('limit', SIZE)], ...withErrors}),
      told: ['parameter-added limit (request)']
    },
    {
      name: 'that is dropped is a removed parameter',
      old: withPages(query('limit', SIZE)),
      new: unpaged,
      told: ['parameter-removed limit (request)']
    }
  ])
})
