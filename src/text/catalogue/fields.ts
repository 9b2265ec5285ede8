import type {ChangeKind} from '../../model/api/change.ts'
import {type ChangeExplanation, loanRequestExample, loanResponseExample} from './example.ts'

const LOAN = `
      type: object
      properties:
        copy: {type: string}`

/** Changes of fields, objects, and compositions such as `oneOf`. */
export const FIELD_CHANGES = {
  'field-added': {
    title: 'Field added',
    means: 'An object has a new field, which may be left out.',
    example: loanResponseExample(`${LOAN}
      # new
        due: {type: string}
    `)
  },
  'required-field-added': {
    title: 'Required field added',
    means: 'An object has a new field that is always there: in a request, it must be sent.',
    example: loanRequestExample(`${LOAN}
      # new
        reader: {type: string}
      required: [reader]
      # both
    `)
  },
  'field-required': {
    title: 'Field made required',
    means: 'A field that could be left out is always there: in a request, it must be sent.',
    example: loanRequestExample(`${LOAN}
      # new
      required: [copy]
      # both
    `)
  },
  'field-optional': {
    title: 'Field made optional',
    means: 'A field that was always there may be left out: in an answer, it may be missing.',
    example: loanResponseExample(`${LOAN}
      # old
      required: [copy]
    `)
  },
  'field-removed': {
    title: 'Field removed',
    means: 'A field is gone. Lawful after the notice that the policy promises.',
    example: loanResponseExample(`${LOAN}
      # old
        due: {type: string}
    `)
  },
  'field-access-changed': {
    title: 'Field made read-only or write-only',
    means:
      'A field that went both ways goes one way only, or the reverse. On the side where it no longer goes it is judged as one that is gone, and where it must be sent now and could only be read before, as a new required field.',
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
    means: 'A field that could only be read can be written.'
  },
  renamed: {
    title: 'Renamed',
    means: 'Something goes by another name. A comparison can only guess that: to a machine, one went and one came.'
  },
  'object-closed': {
    title: 'Object closed',
    means: 'Fields that are not documented are refused.',
    example: loanRequestExample(`${LOAN}
      # new
      additionalProperties: false
      # both
    `)
  },
  'object-opened': {
    title: 'Object opened',
    means: 'Fields that are not documented are allowed.',
    example: loanRequestExample(`${LOAN}
      # old
      additionalProperties: false
      # both
    `)
  },
  'alternative-added': {
    title: 'Alternative added',
    means: 'A value may have one more form.',
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
    means: 'The forms of a value are put together in another way: any of them instead of exactly one, say.',
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
    means: 'The forms of a value are told apart by another field, or by other names.',
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
} as const satisfies {readonly [Kind in ChangeKind]?: ChangeExplanation}
