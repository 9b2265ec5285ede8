// The published cases of crdify (kubernetes-sigs/crdify), rebuilt with loans.

import {BOOK, type Case, definition, fields, STATE, version} from './cases.ts'

/** The same constraint at its four places, one case each. */
const limits = (side: 'maximum' | 'minimum'): Case[] => {
  const [low, high, less, more] = side === 'maximum' ? [5, 9, 9, 5] : [2, 4, 2, 4]
  const fieldOf: Readonly<Record<string, (limit: string) => string>> = {
    '': limit => `days: {type: integer, ${limit}}`,
    Items: limit => `days: {type: array, items: {type: string}, ${limit}}`,
    Length: limit => `days: {type: string, ${limit}}`,
    Properties: limit => `days: {type: object, additionalProperties: {type: string}, ${limit}}`
  }
  return Object.entries(fieldOf).flatMap(([of, field]): Case[] => {
    const keyword = of === '' ? side : `${side.slice(0, 3)}${of}`
    const [was, is] = [field(`${keyword}: ${less}`), field(`${keyword}: ${more}`)]
    return [
      {name: `the same ${keyword}`, older: was, newer: was, flagged: false, answer: 'compatible'},
      {name: `a new ${keyword}`, older: field('nullable: false'), newer: was, flagged: true, answer: 'breaking'},
      {name: `a tighter ${keyword} (${low}, ${high})`, older: was, newer: is, flagged: true, answer: 'breaking'},
      {name: `a looser ${keyword}`, older: is, newer: was, flagged: false, answer: 'compatible'},
      {
        name: `an id in place of another ${keyword}`,
        older: field('id: a'),
        newer: field('id: b'),
        flagged: false,
        answer: 'compatible'
      }
    ]
  })
}

const ACCEPTS_MORE = 'More is accepted than before. Only in a status, which clients receive, it breaks or needs review.'
const EACH_BY_ITSELF =
  'Clients choose a version, so each is compared with itself only. Whether a webhook converts between two isn’t written in the definition.'
const ONE_BY_ONE = 'Theirs by an option. With ours, a policy gives the effect of a kind under `compatibility`.'
const STORED =
  'Which versions are stored is known to a cluster, not to a file. A removed version that was served breaks anyway.'

export const CRDIFY: readonly Case[] = [
  {name: 'nothing removed', older: BOOK, newer: BOOK, flagged: false, answer: 'compatible'},
  {name: 'a field removed', older: `${BOOK}, due: {type: string}`, newer: BOOK, flagged: true, answer: 'breaking'},
  {
    name: 'a field that a new version lacks',
    older: fields(`${BOOK}, due: {type: string}`),
    newer: definition(
      [version(`properties: {${BOOK}, due: {type: string}}`), version(`properties: {${BOOK}}`, {name: 'v2'})].join(', ')
    ),
    flagged: false,
    answer: 'compatible'
  },
  {name: 'the same scope', older: fields(BOOK), newer: fields(BOOK), flagged: false, answer: 'compatible'},
  {
    name: 'another scope',
    older: fields(BOOK),
    newer: definition(version(`properties: {${BOOK}}`), 'Cluster'),
    flagged: true,
    answer: 'breaking'
  },
  {name: 'no stored versions', older: fields(BOOK), newer: fields(BOOK), flagged: false, answer: 'compatible'},
  {
    name: 'a version that was not stored is removed',
    older: definition([version(`properties: {${BOOK}}`), version('', {name: 'v2'})].join(', ')),
    newer: fields(BOOK),
    flagged: false,
    answer: 'breaking',
    why: STORED
  },
  {
    name: 'a stored version is removed',
    older: definition(version(`properties: {${BOOK}}`)),
    newer: definition(version(`properties: {${BOOK}}`, {name: 'v2'})),
    flagged: true,
    answer: 'breaking'
  },
  {name: 'the same default', older: STATE, newer: STATE, flagged: false, answer: 'compatible'},
  {
    name: 'a new default',
    older: 'state: {type: string}',
    newer: 'state: {type: string, default: Lent}',
    flagged: true,
    answer: 'compatible',
    why: 'What was sent is accepted and means the same. A policy can make `default-added` breaking.'
  },
  {
    name: 'no default any more',
    older: 'state: {type: string, default: Lent}',
    newer: 'state: {type: string}',
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'another default',
    older: 'state: {type: string, default: Lent}',
    newer: 'state: {type: string, default: Back}',
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'an id in place of another default',
    older: 'state: {type: string, id: a}',
    newer: 'state: {type: string, id: b}',
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'the same description',
    older: 'book: {type: string, description: Lent.}',
    newer: 'book: {type: string, description: Lent.}',
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'another description',
    older: 'book: {type: string, description: Lent.}',
    newer: 'book: {type: string, description: Lost.}',
    flagged: true,
    answer: 'compatible',
    why: 'Theirs warns of another meaning. Ours lists a documentation change, which breaks no client.'
  },
  {name: 'the same values', older: STATE, newer: STATE, flagged: false, answer: 'compatible'},
  {
    name: 'a new list of values',
    older: 'state: {type: string}',
    newer: 'state: {type: string, enum: [Lent]}',
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'a value more',
    older: 'state: {type: string, enum: [Lent]}',
    newer: 'state: {type: string, enum: [Lent, Back]}',
    flagged: true,
    answer: 'compatible',
    why: ACCEPTS_MORE
  },
  {
    name: 'a value more in a status',
    older: definition(
      version('', {status: ', status: {type: object, properties: {state: {type: string, enum: [Lent]}}}'})
    ),
    newer: definition(
      version('', {status: ', status: {type: object, properties: {state: {type: string, enum: [Lent, Back]}}}'})
    ),
    flagged: true,
    answer: 'review'
  },
  {
    name: 'a value more where an option allows it',
    older: 'state: {type: string, enum: [Lent]}',
    newer: 'state: {type: string, enum: [Lent, Back]}',
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'a value less',
    older: 'state: {type: string, enum: [Lent, Back]}',
    newer: 'state: {type: string, enum: [Back]}',
    flagged: true,
    answer: 'breaking'
  },
  ...limits('maximum'),
  ...limits('minimum'),
  {
    name: 'the same null',
    older: 'due: {type: string, nullable: true}',
    newer: 'due: {type: string, nullable: true}',
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'null allowed',
    older: 'due: {type: string}',
    newer: 'due: {type: string, nullable: true}',
    flagged: true,
    answer: 'compatible',
    why: ACCEPTS_MORE
  },
  {
    name: 'null allowed in a status',
    older: definition(version('', {status: ', status: {type: object, properties: {due: {type: string}}}'})),
    newer: definition(
      version('', {status: ', status: {type: object, properties: {due: {type: string, nullable: true}}}'})
    ),
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'null no longer allowed',
    older: 'due: {type: string, nullable: true}',
    newer: 'due: {type: string}',
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'null no longer allowed where an option tolerates it',
    older: 'due: {type: string, nullable: true}',
    newer: 'due: {type: string}',
    flagged: false,
    answer: 'breaking',
    why: ONE_BY_ONE
  },
  {
    name: 'the same pattern',
    older: "book: {type: string, pattern: '^[a-z]+$'}",
    newer: "book: {type: string, pattern: '^[a-z]+$'}",
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'a new pattern',
    older: BOOK,
    newer: "book: {type: string, pattern: '^[a-z]+$'}",
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'another pattern',
    older: "book: {type: string, pattern: '^[a-z]+$'}",
    newer: "book: {type: string, pattern: '^[A-Z]+$'}",
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'no pattern any more',
    older: "book: {type: string, pattern: '^[a-z]+$'}",
    newer: BOOK,
    flagged: true,
    answer: 'compatible',
    why: ACCEPTS_MORE
  },
  {
    name: 'the same required fields',
    older: definition(version(`required: [book], properties: {${BOOK}}`)),
    newer: definition(version(`required: [book], properties: {${BOOK}}`)),
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'a field required',
    older: fields(BOOK),
    newer: definition(version(`required: [book], properties: {${BOOK}}`)),
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'a field with a default required',
    older: fields(STATE),
    newer: definition(version(`required: [state], properties: {${STATE}}`)),
    flagged: true,
    answer: 'compatible',
    why: 'The server fills in the default before it validates, so nothing that was accepted is rejected.'
  },
  {name: 'the same type', older: BOOK, newer: BOOK, flagged: false, answer: 'compatible'},
  {name: 'another type', older: BOOK, newer: 'book: {type: integer}', flagged: true, answer: 'breaking'},
  {
    name: 'another type, and no format',
    older: 'days: {type: integer, format: int32}',
    newer: 'days: {type: string}',
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'optional fields, one with required ones inside',
    older: BOOK,
    newer: `${BOOK}, shelf: {type: string, enum: [East]}, reader: {type: object, required: [card], properties: {card: {type: string}}}`,
    flagged: false,
    answer: 'compatible'
  },
  {
    name: 'several at once',
    older: 'days: {type: integer, minimum: 1, maximum: 3}, state: {type: string, enum: [Lent]}',
    newer: 'days: {type: integer, minimum: 10, maximum: 100}, state: {type: string, enum: [Lent, Lost]}',
    flagged: true,
    answer: 'breaking'
  },
  {
    name: 'a new field that can be null',
    older: BOOK,
    newer: `${BOOK}, note: {type: string, nullable: true}`,
    flagged: false,
    answer: 'compatible'
  },
  ...(['None', 'Webhook', 'unstated'] as const).map(
    (strategy): Case => ({
      name: `a field that only a second version changes, conversion ${strategy}`,
      older: definition([version(`properties: {${BOOK}}`), version(`properties: {${BOOK}}`, {name: 'v2'})].join(', ')),
      newer: definition(
        [version(`properties: {${BOOK}}`), version('properties: {book: {type: integer}}', {name: 'v2'})].join(', '),
        'Namespaced',
        strategy === 'unstated' ? '' : `conversion: {strategy: ${strategy}}`
      ),
      flagged: strategy !== 'Webhook',
      answer: 'breaking',
      ...(strategy === 'Webhook' ? {why: EACH_BY_ITSELF} : {})
    })
  )
]
