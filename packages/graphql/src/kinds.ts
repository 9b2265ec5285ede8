import {BREAKING, COMPATIBLE, REVIEW} from '@tenure/core/languages/effects-by-side'
import {atSwitch, beforeSwitch, type KindOfChange, onBothSides} from '@tenure/core/languages/language'
import {enumSentence} from '@tenure/core/languages/value-sentence'
import type {Change} from '@tenure/core/model/api/change'
import {
  addedPhrase,
  ownerPhrase,
  removedPhrase,
  statement,
  statementOn,
  valueChangePhrase,
  valuePhrase
} from '@tenure/core/phrases/phrases'
import {type Mention, ownerMention, valueMention} from '@tenure/core/phrases/subject'
import {codePiece} from '@tenure/core/phrases/text-pieces'
import {valueChangePieces, valuePiece} from '@tenure/core/phrases/values'

const argumentMention = (change: Change, adjective = ''): Mention => ({
  ...valueMention(change),
  noun: `the ${adjective}argument `
})

/** The kinds of change that only GraphQL schemas have. */
export const GRAPHQL_KINDS = {
  'type-added': {
    effects: COMPATIBLE,
    event: 'introduced',
    adds: 'target',
    sentence: change => addedPhrase(ownerMention(change))
  },
  'type-deprecated': {
    effects: COMPATIBLE,
    event: 'deprecated',
    isInferred: true,
    counted: ['type with only deprecated members', 'types with only deprecated members'],
    sentence: ownerPhrase(' is now deprecated, because its members are or those that lead to it')
  },
  'type-removed': {
    effects: BREAKING,
    proof: 'sometimes',
    event: 'removed',
    sentence: change => removedPhrase(ownerMention(change), change.possibleName),
    advice: onBothSides(beforeSwitch('Stop using the removed type{s}.'))
  },
  'type-kind-changed': {
    effects: BREAKING,
    proof: 'sometimes',
    counted: ['type of another kind', 'types of another kind'],
    sentence: valueChangePhrase('kind'),
    advice: onBothSides(atSwitch('Use the type as what it is now.'))
  },
  'argument-added': {
    effects: {request: 'compatible'},
    event: 'introduced',
    adds: 'part',
    wider: 'parameter-added',
    sentence: change => addedPhrase(argumentMention(change, 'optional '))
  },
  'required-argument-added': {
    effects: {request: 'breaking'},
    event: 'introduced',
    adds: 'part',
    isRequired: true,
    wider: 'required-parameter-added',
    sentence: change => addedPhrase(argumentMention(change, 'required ')),
    advice: {request: atSwitch('Send the new argument{s}.')}
  },
  'argument-removed': {
    effects: {request: 'breaking'},
    event: 'removed',
    wider: 'parameter-removed',
    sentence: change => removedPhrase(argumentMention(change), change.possibleName),
    advice: {request: beforeSwitch('Stop sending the removed argument{s}.')}
  },
  'argument-required': {
    effects: {request: 'breaking'},
    wider: 'parameter-required',
    opposite: 'argument-optional',
    sentence: change => statement(argumentMention(change), ' is now required'),
    advice: {request: beforeSwitch('Always send the argument{s}.')}
  },
  'argument-optional': {
    effects: {request: 'compatible'},
    wider: 'parameter-optional',
    sentence: change => statement(argumentMention(change), ' is now optional')
  },
  'input-default-changed': {
    effects: {request: 'review'},
    wider: 'default-changed',
    proof: 'sometimes',
    counted: ['changed default', 'changed defaults'],
    sentence: change =>
      change.new === undefined
        ? statement(valueMention(change), ' no longer defaults to ', valuePiece(change.old))
        : statementOn('the default of ', valueMention(change), ...valueChangePieces(change)),
    advice: {request: beforeSwitch('Send the value that you rely on.')}
  },
  'enum-value-removed': {
    effects: BREAKING,
    proof: 'sometimes',
    event: 'removed',
    wider: 'value-removed',
    isNaming: true,
    sentence: change => enumSentence([change]),
    advice: {
      request: beforeSwitch('Send another value.'),
      response: beforeSwitch("Don't rely on the removed value{s}.")
    }
  },
  'union-member-added': {
    effects: {response: 'review'},
    isNaming: true,
    counted: ['type added to a union', 'types added to unions'],
    sentence: change => statement(ownerMention(change), ' can now be ', codePiece(change.about ?? 'another type')),
    advice: {response: beforeSwitch('Handle the new type{s}.')}
  },
  'union-member-removed': {
    effects: {response: 'breaking'},
    isNaming: true,
    counted: ['type removed from a union', 'types removed from unions'],
    sentence: change =>
      statement(ownerMention(change), ' is no longer ', codePiece(change.about ?? 'one of its types')),
    advice: {response: beforeSwitch('Stop selecting the removed type{s}.')}
  },
  'interface-added': {
    effects: {response: 'review'},
    proof: 'sometimes',
    isNaming: true,
    counted: ['added implementation of an interface', 'added implementations of interfaces'],
    sentence: change => statement(ownerMention(change), ' now implements ', codePiece(change.about ?? 'an interface')),
    advice: {response: beforeSwitch('Handle the type wherever the interface is returned.')}
  },
  'interface-removed': {
    effects: {response: 'breaking'},
    proof: 'sometimes',
    isNaming: true,
    counted: ['removed implementation of an interface', 'removed implementations of interfaces'],
    sentence: change =>
      statement(ownerMention(change), ' no longer implements ', codePiece(change.about ?? 'an interface')),
    advice: {response: beforeSwitch('Stop selecting the type in fields of the interface.')}
  },
  'external-added': {
    effects: {response: 'review'},
    counted: ['field left to another service', 'fields left to other services'],
    sentence: valuePhrase(' is no longer served here, but by another service'),
    advice: {response: beforeSwitch('Check that another service serves the field{s}.')}
  },
  'scalar-specification-changed': {
    effects: REVIEW,
    counted: ['scalar with another specification', 'scalars with another specification'],
    sentence: valueChangePhrase('specification'),
    advice: {
      request: atSwitch('Send values by the new specification.'),
      response: beforeSwitch('Read values by both specifications.')
    }
  },
  'one-of-added': {
    effects: {request: 'breaking'},
    proof: 'sometimes',
    opposite: 'one-of-removed',
    counted: ['input type that now takes exactly one field', 'input types that now take exactly one field'],
    sentence: ownerPhrase(' now takes exactly one of its fields'),
    advice: {request: beforeSwitch('Send exactly one field.')}
  },
  'one-of-removed': {
    effects: {request: 'compatible'},
    counted: ['input type that can take several fields', 'input types that can take several fields'],
    sentence: ownerPhrase(' can now take several of its fields')
  },
  'root-type-changed': {
    effects: BREAKING,
    counted: ['changed root type', 'changed root types'],
    // The schema has root types, and a type has none.
    sentence: change => {
      const role = `${change.about ?? 'root'} type`
      const on = (owner: string): Mention => ({noun: '', link: [], owner: [owner]})
      return change.new === undefined
        ? statement(on('the schema'), ` no longer has a ${role} (was `, valuePiece(change.old), ')')
        : statement(on(`the ${role}`), ...valueChangePieces(change))
    },
    advice: onBothSides(atSwitch('Use the new root type.'))
  },
  'directive-added': {
    effects: {request: 'compatible'},
    event: 'introduced',
    adds: 'target',
    sentence: change => addedPhrase(ownerMention(change))
  },
  'directive-removed': {
    effects: {request: 'breaking'},
    event: 'removed',
    proof: 'sometimes',
    sentence: change => removedPhrase(ownerMention(change)),
    advice: {request: beforeSwitch('Stop using the removed directive{s}.')}
  },
  'directive-narrowed': {
    effects: {request: 'breaking'},
    isNaming: true,
    proof: 'sometimes',
    counted: ['directive that allows less', 'directives that allow less'],
    sentence: change => statement(ownerMention(change), ' no longer allows ', valuePiece(change.old)),
    advice: {request: beforeSwitch('Use the directive as it is defined now.')}
  },
  'directive-widened': {
    effects: {request: 'compatible'},
    isNaming: true,
    counted: ['directive that allows more', 'directives that allow more'],
    sentence: change => statement(ownerMention(change), ' now allows ', valuePiece(change.new))
  }
} as const satisfies Record<string, KindOfChange>
