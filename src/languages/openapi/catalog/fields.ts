import type {OpenapiKind} from '../kinds/kinds.ts'
import {type ChangeExplanation, loanRequestExample, loanResponseExample} from './example.ts'

const LOAN = `
      type: object
      properties:
        copy: {type: string}`

/** Changes of fields, objects, and compositions such as `oneOf`. */
export const FIELD_CHANGES = {
  'field-added': {
    title: 'Field added',
    means: 'An object has a new optional field.',
    example: loanResponseExample(`${LOAN}
      # new
        due: {type: string}
    `)
  },
  'required-field-added': {
    title: 'Required field added',
    means: 'An object has a new field that is always present. In a request, clients must send it.',
    example: loanRequestExample(`${LOAN}
      # new
        reader: {type: string}
      required: [reader]
      # both
    `)
  },
  'field-required': {
    title: 'Field made required',
    means: 'An optional field became required. In a request, clients must send it.',
    example: loanRequestExample(`${LOAN}
      # new
      required: [copy]
      # both
    `)
  },
  'field-optional': {
    title: 'Field made optional',
    means: 'A required field became optional. In a response, it can be missing.',
    example: loanResponseExample(`${LOAN}
      # old
      required: [copy]
    `)
  },
  'field-removed': {
    title: 'Field removed',
    means: 'A field was removed. Allowed after the notice that the policy requires.',
    example: loanResponseExample(`${LOAN}
      # old
        due: {type: string}
    `)
  },
  'field-access-changed': {
    title: 'Field made read-only or write-only',
    means:
      'A field became read-only or write-only, or is no longer. On the side that loses it, the change counts as a removal. A read-only field that must now be sent counts as a new required field.',
    example: loanRequestExample(`
      type: object
      properties:
        copy:
          type: string
          # new
          readOnly: true
          # both
        reader: {type: string}
    `)
  },
  'field-writable-added': {
    title: 'Field made writable',
    means: 'A read-only field became writable.'
  },
  renamed: {
    title: 'Renamed',
    means:
      'A subject has another name. A comparison can only guess that, because descriptions show a removal and an addition.'
  },
  'object-closed': {
    title: 'Object closed',
    means: 'Undocumented fields are rejected.',
    example: loanRequestExample(`${LOAN}
      # new
      additionalProperties: false
      # both
    `)
  },
  'object-opened': {
    title: 'Object opened',
    means: 'Undocumented fields are allowed.',
    example: loanRequestExample(`${LOAN}
      # old
      additionalProperties: false
      # both
    `)
  },
  'alternative-added': {
    title: 'Alternative added',
    means: 'A value can have one more form.',
    example: loanResponseExample(`
      oneOf:
        - {title: Book, type: object, required: [pages], properties: {pages: {type: integer}}}
        - {title: Disc, type: object, required: [tracks], properties: {tracks: {type: integer}}}
      # new
        - {title: Map, type: object, required: [scale], properties: {scale: {type: string}}}
    `)
  },
  'alternative-removed': {
    title: 'Alternative removed',
    means: 'A value can no longer have one of its forms.',
    example: loanRequestExample(`
      oneOf:
        - {title: Book, type: object, required: [pages], properties: {pages: {type: integer}}}
        - {title: Disc, type: object, required: [tracks], properties: {tracks: {type: integer}}}
      # old
        - {title: Map, type: object, required: [scale], properties: {scale: {type: string}}}
      # both
    `)
  },
  'composition-changed': {
    title: 'Composition changed',
    means:
      'The schemas of a value are combined differently, such as with `anyOf` instead of `oneOf`, or with `allOf` next to a map.',
    example: loanRequestExample(`
      # old
      oneOf:
      # new
      anyOf:
      # both
        - {type: string, maxLength: 8}
        - {type: string, minLength: 4}
    `)
  },
  'discriminator-changed': {
    title: 'Discriminator changed',
    means: 'The forms of a value are distinguished by another field or by other names.',
    example: `${loanResponseExample(`
      oneOf:
        - {$ref: '#/components/schemas/Book'}
        - {$ref: '#/components/schemas/Disc'}
      # old
      discriminator: {propertyName: medium}
      # new
      discriminator: {propertyName: kind}
      # both
    `)}components:
  schemas:
    Book:
      type: object
      required: [kind, medium, pages]
      properties: {kind: {type: string}, medium: {type: string}, pages: {type: integer}}
    Disc:
      type: object
      required: [kind, medium, tracks]
      properties: {kind: {type: string}, medium: {type: string}, tracks: {type: integer}}
`
  }
} as const satisfies {readonly [Kind in OpenapiKind]?: ChangeExplanation}
