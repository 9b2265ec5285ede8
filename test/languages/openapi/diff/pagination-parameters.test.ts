// A list that may have come whole, and comes in pieces now to who says no size.
import {describe} from 'vitest'
import {check, type Raw, TEXT} from './cases.ts'
import {loans} from './loans.ts'

const LIST = {type: 'array', items: TEXT}
const answer = (schema: Raw): Raw => ({
  responses: {200: {description: 'Loans', content: {'application/json': {schema}}}}
})
const whole = loans(answer(LIST))
const query = (name: string, schema: Raw, more: Raw = {}): Raw => ({name, in: 'query', schema, ...more})
const SIZE = {type: 'integer', default: 20}
const errors = {type: 'object', properties: {errors: LIST}}
const withErrors = {
  responses: {...(answer(TEXT).responses as Raw), default: (answer(errors).responses as {[status: string]: Raw})[200]}
}
const paged = (...parameters: readonly Raw[]): object => loans({parameters, ...answer(LIST)})

const asked = (name: string): string[] => [
  `parameter-added ${name} (request)`,
  `pagination-added ${name} (response undetermined)`
]

describe('pages', () => {
  check([
    {name: 'of a certain size', old: whole, new: paged(query('limit', SIZE)), told: asked('limit')},
    {name: 'whatever the size is called', old: whole, new: paged(query('page[size]', SIZE)), told: asked('page[size]')},
    {
      name: 'of a list in an object',
      old: loans(answer({type: 'object', properties: {loans: LIST}})),
      new: loans({parameters: [query('per_page', SIZE)], ...answer({type: 'object', properties: {loans: LIST}})}),
      told: asked('per_page')
    },
    {
      name: 'are told once of those that say which, too',
      old: whole,
      new: paged(query('page', {type: 'integer', default: 1}), query('per_page', SIZE)),
      told: ['parameter-added page (request)', ...asked('per_page')]
    },
    {
      name: 'of no size are a matter of who asks for one',
      old: whole,
      new: paged(query('limit', {type: 'integer'})),
      told: ['parameter-added limit (request)'],
      back: ['parameter-removed limit (request)']
    },
    {
      name: 'were there all along, where one could be asked for',
      old: paged(query('cursor', TEXT)),
      new: paged(query('cursor', TEXT), query('limit', SIZE)),
      told: ['parameter-added limit (request)']
    },
    {
      name: 'that must be asked for are told of who does not',
      old: whole,
      new: paged(query('limit', SIZE, {required: true})),
      told: ['required-parameter-added limit (request)']
    },
    {
      name: 'are of lists alone',
      old: loans(answer(TEXT)),
      new: loans({parameters: [query('size', SIZE)], ...answer(TEXT)}),
      told: ['parameter-added size (request)']
    },
    {
      name: 'have a number for a size',
      old: whole,
      new: paged(query('count', {type: 'boolean', default: false})),
      told: ['parameter-added count (request)']
    },
    {
      name: 'have a number for a size, which a switch that is on is not',
      old: whole,
      new: paged(query('count', {type: 'boolean', default: true})),
      told: ['parameter-added count (request)']
    },
    {
      name: 'are not those of what an error lists',
      old: loans(withErrors),
      new: loans({parameters: [query('limit', SIZE)], ...withErrors}),
      told: ['parameter-added limit (request)']
    },
    {
      name: 'that are no longer there are a parameter that is gone',
      old: paged(query('limit', SIZE)),
      new: whole,
      told: ['parameter-removed limit (request)']
    }
  ])
})
