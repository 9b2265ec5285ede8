import {REVIEW} from '@tenure/core/languages/effects-by-side'
import {atSwitch, beforeSwitch, type KindOfChange} from '@tenure/core/languages/language'
import type {Change} from '@tenure/core/model/api/change'
import {isRecord} from '@tenure/core/model/json'
import {ownerPhrase, statement, statementOn} from '@tenure/core/phrases/phrases'
import {fieldMention, type Mention, ownerMention, ownerPieces, valueMention} from '@tenure/core/phrases/subject'
import {codePiece, joinPieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {alternativesPieces, truncate, valueChangePieces} from '@tenure/core/phrases/values'

/** What people call the rules: the message that the server shows where one fails, or else the expression. */
function labelsOf(rules: unknown): string[] {
  if (!Array.isArray(rules)) return []
  return rules.filter(isRecord).map(({rule, message}) => String(message ?? rule))
}

const MOST_RULES = 5
const LONGEST_RULE = 160

/** A message says what a rule is about, so it's cut only if it's very long. */
const ruleListPieces = (rules: readonly string[]): TextPiece[] =>
  joinPieces(
    [
      ...rules.slice(0, MOST_RULES).map((rule): TextPiece[] => [codePiece(truncate(rule, LONGEST_RULE))]),
      ...(rules.length > MOST_RULES ? [[`${rules.length - MOST_RULES} more`]] : [])
    ],
    'and'
  )

/** The validation rules that were added, changed, and removed. */
function rulePieces({old, new: fresh}: Change): TextPiece[] {
  const [was, is] = [labelsOf(old), labelsOf(fresh)]
  const added = is.filter(each => !was.includes(each))
  const removed = was.filter(each => !is.includes(each))
  const parts = [
    ['added ', added],
    [added.length + removed.length > 0 ? 'changed ' : '', is.filter(each => was.includes(each))],
    ['removed ', removed]
  ] as const
  return parts
    .filter(([, rules]) => rules.length > 0)
    .flatMap(([verb, rules], index) => [index === 0 ? ': ' : '; ', verb, ...ruleListPieces(rules)])
}

/** A resource has all names of a list, or none. */
const namePieces = (names: unknown): TextPiece[] =>
  Array.isArray(names) && names.length === 0 ? ['none'] : alternativesPieces(names, 'and')

const nameChangePieces = ({old, new: fresh}: Change): TextPiece[] =>
  Array.isArray(old) && Array.isArray(fresh)
    ? [' changed from ', ...namePieces(old), ' to ', ...namePieces(fresh)]
    : valueChangePieces({old, new: fresh})

/** What a change is about, below or beside a resource: the subresource `scale` of `library.example/v1 Loan`. */
const aboutMention = (change: Change, noun: string): Mention => ({
  ...(change.about === undefined ? {noun: `a ${noun}`} : {noun: `the ${noun} `, name: change.about}),
  link: [' of '],
  owner: ownerPieces(change)
})

/** The kinds of change that only definitions of custom resources have. */
export const CRD_KINDS = {
  'version-not-served': {
    effects: {request: 'breaking'},
    event: 'removed',
    sentence: ownerPhrase(' is no longer served'),
    counted: ['version no longer served', 'versions no longer served']
  },
  'unserved-version-added': {
    effects: {request: 'compatible'},
    counted: ['added unserved version', 'added unserved versions'],
    sentence: change =>
      statement(ownerMention(change), ` is now listed${change.new === true ? ' as deprecated' : ''}, but not served`)
  },
  'unserved-version-removed': {
    effects: {request: 'compatible'},
    counted: ['removed unserved version', 'removed unserved versions'],
    sentence: ownerPhrase(' is no longer listed (not served before)')
  },
  'scope-changed': {
    effects: {request: 'breaking'},
    sentence: change => statementOn('the scope of ', ownerMention(change), ...valueChangePieces(change)),
    advice: {request: beforeSwitch('Address the resource in its new scope.')}
  },
  'plural-changed': {
    effects: {request: 'breaking'},
    sentence: change => statementOn('the plural name of ', ownerMention(change), ...valueChangePieces(change)),
    advice: {request: atSwitch('Use the new name in URLs.')}
  },
  'names-changed': {
    effects: {request: 'review'},
    proof: 'sometimes',
    isNaming: true,
    counted: ['change of names', 'changes of names'],
    sentence: change =>
      statementOn(
        ['the ', codePiece(change.about ?? 'names'), ' of '],
        ownerMention(change),
        ...nameChangePieces(change)
      ),
    advice: {request: beforeSwitch('Use the new name{s}.')}
  },
  'storage-version-changed': {
    effects: {request: 'review'},
    proof: 'sometimes',
    sentence: change =>
      change.about === 'fields'
        ? statement(ownerMention(change), ' is stored with fewer fields')
        : statementOn('the storage version of ', ownerMention(change), ...valueChangePieces(change))
  },
  'storage-version-removed': {
    effects: {request: 'review'},
    isNaming: true,
    sentence: change =>
      statement(
        ownerMention(change),
        ' was stored as ',
        change.about === undefined ? 'a version' : codePiece(change.about),
        ', which is no longer listed, so servers refuse the definition until stored resources are migrated'
      ),
    advice: {request: beforeSwitch('Migrate the stored resources, and remove the version{s} from `storedVersions`.')}
  },
  'conversion-changed': {
    effects: {request: 'review'},
    proof: 'sometimes',
    sentence: change =>
      statementOn('the conversion between versions of ', ownerMention(change), ...valueChangePieces(change))
  },
  'subresource-removed': {
    effects: {request: 'breaking'},
    sentence: change => statementOn('removed ', aboutMention(change, 'subresource')),
    advice: {request: atSwitch('Stop using the removed subresource{s}.')}
  },
  'subresource-added': {
    effects: {request: 'review'},
    proof: 'sometimes',
    sentence: change => statementOn('added ', aboutMention(change, 'subresource'))
  },
  'subresource-changed': {
    effects: {request: 'review'},
    sentence: change => statement(aboutMention(change, 'subresource'), ' changed')
  },
  'field-selector-removed': {
    effects: {request: 'breaking'},
    sentence: change => statementOn('removed ', aboutMention(change, 'field selector')),
    advice: {request: beforeSwitch('Stop filtering by the removed field{s}.')}
  },
  'field-selector-added': {
    effects: {request: 'compatible'},
    sentence: change => statementOn('added ', aboutMention(change, 'field selector'))
  },
  'field-undocumented': {
    effects: REVIEW,
    needs: 'field',
    isInside: true,
    counted: ['field no longer documented', 'fields no longer documented'],
    sentence: change =>
      statement(fieldMention(change), ' is no longer documented, and is kept as other unknown fields are')
  },
  'unknown-fields-dropped': {
    effects: {request: 'review'},
    sentence: ownerPhrase(" no longer keeps fields that its schema doesn't have"),
    advice: {request: beforeSwitch('Send only fields that are in the schema.')}
  },
  'unknown-fields-kept': {
    effects: {request: 'compatible'},
    sentence: ownerPhrase(" now keeps fields that its schema doesn't have")
  },
  'list-type-changed': {
    effects: REVIEW,
    isNaming: true,
    sentence: change =>
      statementOn(
        ['the ', {code: change.about ?? 'list type'}, ' of '],
        valueMention(change),
        ...valueChangePieces(change)
      )
  },
  'validation-rules-changed': {
    effects: REVIEW,
    proof: 'sometimes',
    isNaming: true,
    counted: ['change of validation rules', 'changes of validation rules'],
    sentence: change => statementOn('the validation rules of ', valueMention(change), ' changed', ...rulePieces(change))
  }
} as const satisfies Record<string, KindOfChange>
