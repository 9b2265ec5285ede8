// The published cases of crd-schema-checker (openshift/crd-schema-checker), rebuilt with loans.

import {BOOK, type Case, definition, fields, STATE, version} from './cases.ts'

const GUIDELINE = 'A guideline for the design of new fields. It doesn’t matter to existing clients.'
const OTHER_KIND = `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: library.example
  names: {kind: Shelf, plural: shelves}
  versions: [{name: v1, served: true, schema: {openAPIV3Schema: {type: object}}}]
`

export const CHECKER: readonly Case[] = [
  {name: 'no type changed', older: BOOK, newer: BOOK, flagged: false, answer: 'compatible'},
  {
    name: 'a first definition',
    older: OTHER_KIND,
    newer: fields(BOOK) + OTHER_KIND,
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'a field called metadata',
    older: BOOK,
    newer: `${BOOK}, metadata: {type: string}`,
    flagged: false,
    answer: 'compatible'
  },
  {name: 'text becomes an integer', older: BOOK, newer: 'book: {type: integer}', flagged: true, answer: 'breaking'},
  {
    name: 'a value added',
    older: 'state: {type: string, enum: ["", Lent]}',
    newer: 'state: {type: string, enum: ["", Lent, Back]}',
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'a version with fewer values',
    older: fields('state: {type: string, enum: [Lent, Back]}'),
    newer: definition(
      [
        version('properties: {state: {type: string, enum: [Lent, Back]}}'),
        version('properties: {state: {type: string, enum: [Lent]}}', {name: 'v2'})
      ].join(', ')
    ),
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'values in another order',
    older: 'state: {type: string, enum: [Lent, Back]}',
    newer: 'state: {type: string, enum: [Back, Lent]}',
    flagged: false,
    answer: 'compatible'
  },
  {name: 'the same values', older: STATE, newer: STATE, flagged: false, answer: 'compatible'},
  {
    name: 'a value removed',
    older: 'state: {type: string, enum: [Lent, Back]}',
    newer: 'state: {type: string, enum: [Lent]}',
    flagged: true,
    answer: 'breaking'
  },
  ...['removed', 'added'].map(
    (verb): Case => ({
      name: `a field that another version had ${verb} before`,
      older: definition([version(`properties: {${BOOK}}`), version('', {name: 'v1alpha1'})].join(', ')),
      newer: definition([version(`properties: {${BOOK}}`), version('', {name: 'v1alpha1'})].join(', ')),
      flagged: false,
      answer: 'compatible'
    })
  ),
  {name: 'no field removed', older: BOOK, newer: BOOK, flagged: false, answer: 'compatible'},
  {
    name: 'a field and those inside removed',
    older: `${BOOK}, reader: {type: object, required: [card], properties: {card: {type: string}}}`,
    newer: BOOK,
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'an optional list',
    older: BOOK,
    newer: `${BOOK}, tags: {type: array, x-kubernetes-list-type: atomic, items: {type: object}}`,
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'a list with a least length in a new optional field',
    older: BOOK,
    newer: `${BOOK}, reader: {type: object, nullable: true, properties: {tags: {type: array, minLength: 1, items: {type: object}}}}`,
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'a required field of the items of a new list',
    older: BOOK,
    newer: `${BOOK}, tags: {type: array, items: {type: object, required: [id], properties: {id: {type: object}}}}`,
    flagged: false,
    answer: 'compatible'
  },
  ...['a choice that requires what stays the same', 'a larger one'].map(
    (name): Case => ({
      name,
      older: definition(
        version(
          `oneOf: [{properties: {state: {enum: [Lent]}}, required: [book]}], required: [state], properties: {${STATE}, ${BOOK}}`
        )
      ),
      newer: definition(
        version(
          `oneOf: [{properties: {state: {enum: [Lent]}}, required: [book]}], required: [state], properties: {${STATE}, ${BOOK}}`
        )
      ),
      flagged: false,
      answer: 'compatible'
    })
  ),
  {
    name: 'a required field two levels inside a new optional one',
    older: BOOK,
    newer: `${BOOK}, reader: {type: object, nullable: true, properties: {card: {type: object, required: [id], properties: {id: {type: object}}}}}`,
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'a new optional object next to the spec',
    older: fields(BOOK),
    newer: definition(
      version(`properties: {${BOOK}}`, {
        status: ', version: {type: object, required: [name], properties: {name: {type: string}}}'
      })
    ),
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'a new list with a least length',
    older: BOOK,
    newer: `${BOOK}, tags: {type: array, minLength: 1, items: {type: object}}`,
    flagged: true,
    answer: 'compatible',
    why: 'The list can be omitted, and `minLength` says nothing about lists.'
  },
  {
    name: 'a new required object with a list',
    older: fields(BOOK),
    newer: definition(
      version(
        `required: [reader], properties: {${BOOK}, reader: {type: object, properties: {tags: {type: array, items: {type: string}}}}}`
      )
    ),
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'a new required field of the items of a list',
    older: 'tags: {type: array, items: {type: object}}',
    newer: 'tags: {type: array, items: {type: object, required: [id], properties: {id: {type: object}}}}',
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'a new required field',
    older: fields(BOOK),
    newer: definition(version(`required: [reader], properties: {${BOOK}, reader: {type: object}}`)),
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'a new required field of an optional object',
    older: 'reader: {type: object}',
    newer: 'reader: {type: object, required: [card], properties: {card: {type: object}}}',
    flagged: true,
    answer: 'breaking'
  },
  ...(
    [
      ['a truth value', 'isLate: {type: boolean}'],
      ['a number with a fraction', 'fee: {type: number}'],
      ['a map', 'tags: {type: object, additionalProperties: {type: string}}'],
      ['an unsigned integer', 'days: {type: integer, format: uint}'],
      ['a list without a type', 'tags: {type: array, items: {type: object}}'],
      ['a rule that costs too much', "note: {type: string, x-kubernetes-validations: [{rule: self.matches('^a+$')}]}"]
    ] as const
  ).map(
    ([what, field]): Case => ({
      name: `a new field with ${what}`,
      older: BOOK,
      newer: `${BOOK}, ${field}`,
      flagged: true,
      answer: 'compatible',
      why: GUIDELINE
    })
  ),
  {
    name: 'a status without its subresource',
    older: fields(BOOK),
    newer: definition(version(`properties: {${BOOK}}`, {status: ', status: {type: object}'})),
    flagged: true,
    answer: 'compatible',
    why: GUIDELINE
  },
  {
    name: 'conditions without keys',
    older: definition(version('', {status: ', status: {type: object}'})),
    newer: definition(
      version('', {
        status:
          ', status: {type: object, properties: {conditions: {type: array, items: {type: object, properties: {type: {type: string}}}}}}'
      })
    ),
    flagged: true,
    answer: 'compatible',
    why: GUIDELINE
  }
]
