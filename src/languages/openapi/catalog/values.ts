import type {OpenapiKind} from '../kinds/kinds.ts'
import {type ChangeExplanation, getLoansExample, loanRequestExample, loanResponseExample} from './example.ts'

/** Changes of allowed values, types, formats, defaults, and constraints. */
export const VALUE_CHANGES = {
  'value-added': {
    title: 'Value added',
    means: 'A list of allowed values has a new value, which clients may not know.',
    example: loanResponseExample(`
      type: object
      properties:
        status:
          type: string
          enum:
            - OUT
            - BACK
      # new
            - PAUSED
    `)
  },
  'value-removed': {
    title: 'Value removed',
    means: 'A list of allowed values lost a value. In a request, allowed after the notice that the policy requires.',
    example: loanRequestExample(`
      type: object
      properties:
        status:
          type: string
          enum:
            - OUT
            - BACK
      # old
            - PAUSED
      # both
    `)
  },
  'type-changed': {
    title: 'Type changed',
    means: 'A value has another type.',
    example: loanResponseExample(`
      type: object
      properties:
        copy:
          # old
          type: integer
          # new
          type: string
    `)
  },
  'null-allowed': {
    title: 'Null allowed',
    means: 'A value can be null.',
    example: loanResponseExample(`
      type: object
      properties:
        due:
          type: string
          # new
          nullable: true
    `)
  },
  'null-refused': {
    title: 'Null refused',
    means: 'A value can no longer be null.',
    example: loanRequestExample(`
      type: object
      properties:
        due:
          type: string
          # old
          nullable: true
          # both
    `)
  },
  'format-changed': {
    title: 'Format changed',
    means: 'A string has another format.',
    example: loanResponseExample(`
      type: object
      properties:
        due:
          type: string
          # old
          format: date
          # new
          format: date-time
    `)
  },
  'opaque-format-changed': {
    title: 'Format of an opaque text changed',
    means: 'A string that clients should only pass back, such as an identifier, has another form.'
  },
  'default-added': {
    title: 'Default added',
    means: 'A missing value has a documented default for the first time.',
    example: loanRequestExample(`
      type: object
      properties:
        days:
          type: integer
          # new
          default: 28
          # both
    `)
  },
  'default-changed': {
    title: 'Default changed',
    means: 'A missing value has another default.',
    example: getLoansExample(`
      parameters:
        - name: limit
          in: query
          schema:
            type: integer
            # old
            default: 50
            # new
            default: 20
            # both
    `)
  },
  'constraint-tightened': {
    title: 'Constraint tightened',
    means: 'Fewer values are allowed: a limit was added or narrowed.',
    example: loanRequestExample(`
      type: object
      properties:
        note:
          type: string
          # old
          maxLength: 200
          # new
          maxLength: 100
          # both
    `)
  },
  'constraint-loosened': {
    title: 'Constraint loosened',
    means: 'More values are allowed: a limit was removed or widened.',
    example: loanResponseExample(`
      type: object
      properties:
        note:
          type: string
          # old
          maxLength: 100
          # new
          maxLength: 200
    `)
  },
  'constraint-changed': {
    title: 'Constraint changed',
    means: 'Other values are allowed, neither more nor fewer, such as with another pattern.',
    example: loanRequestExample(`
      type: object
      properties:
        copy:
          type: string
          # old
          pattern: ^[0-9]+$
          # new
          pattern: ^C-[0-9]+$
          # both
    `)
  }
} as const satisfies {readonly [Kind in OpenapiKind]?: ChangeExplanation}
