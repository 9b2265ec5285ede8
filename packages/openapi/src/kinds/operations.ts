import {BREAKING, COMPATIBLE, LOOSER, REVIEW, TIGHTER} from '@tenure/core/languages/effects-by-side'
import {atSwitch, beforeSwitch, type KindOfChange} from '@tenure/core/languages/language'
import {
  addedPhrase,
  type ChangePhrase,
  changedNamePiece,
  ownerPhrase,
  plainTextOf,
  removedPhrase,
  statement,
  statementOn
} from '@tenure/core/phrases/phrases'
import {type Mention, ownerMention} from '@tenure/core/phrases/subject'
import {codePiece} from '@tenure/core/phrases/text-pieces'
import {valueChangePieces, valuePiece} from '@tenure/core/phrases/values'
import {changedSecurityPhrase, looserSecurityPhrase, stricterSecurityPhrase} from './sentences/security.ts'

const serverPhrase =
  (isAdded: boolean): ChangePhrase =>
  change => {
    const name = changedNamePiece(change)
    const owner = ownerMention(change)
    const about = name
      ? {...owner, noun: 'the server ', name: plainTextOf(name), link: [' of ']}
      : serverMention(owner, isAdded)
    return isAdded ? addedPhrase(about) : removedPhrase(about)
  }

const serverMention = (owner: Mention, isAdded: boolean): Mention => ({
  ...owner,
  noun: `a server ${isAdded ? 'to' : 'from'} `
})

/** Kinds of change of operations, webhooks, servers, and security. */
export const OPERATION_KINDS = {
  'operation-id-changed': {
    effects: {request: 'compatible'},
    effectOnGenerated: 'review',
    sentence: change => {
      const {old, new: fresh} = change
      const about = ownerMention(change)
      const id = codePiece('operationId')
      if (old !== undefined && fresh === undefined)
        return statement(about, ' no longer has the ', id, ' ', valuePiece(old))
      if (old === undefined && fresh !== undefined) return statement(about, ' now has the ', id, ' ', valuePiece(fresh))
      return statementOn(['the ', id, ' of '], about, ...valueChangePieces(change))
    },
    advice: {request: atSwitch('Regenerate the client.')}
  },
  'webhook-added': {
    effects: COMPATIBLE,
    event: 'introduced',
    adds: 'target',
    sentence: change => addedPhrase(ownerMention(change))
  },
  'webhook-removed': {
    effects: BREAKING,
    event: 'removed',
    sentence: change => removedPhrase(ownerMention(change)),
    advice: {response: beforeSwitch('Stop relying on the webhook{s}.')}
  },
  'security-stricter': {
    effects: TIGHTER,
    noun: 'security requirement',
    sentence: stricterSecurityPhrase,
    advice: {request: atSwitch('Send the credentials that are now required.')}
  },
  'security-looser': {
    effects: LOOSER,
    noun: 'security requirement',
    sentence: looserSecurityPhrase,
    advice: {response: beforeSwitch('Handle requests without the credentials that are no longer sent.')}
  },
  'security-changed': {
    effects: REVIEW,
    noun: 'security requirement',
    sentence: changedSecurityPhrase,
    advice: {
      request: atSwitch('Send the credentials that are now required.'),
      response: atSwitch('Check the credentials that are now sent.')
    }
  },
  'server-added': {
    effects: {request: 'compatible'},
    adds: 'part',
    isNaming: true,
    opposite: 'server-removed',
    sentence: serverPhrase(true)
  },
  'server-removed': {
    effects: {request: 'review'},
    isNaming: true,
    sentence: serverPhrase(false),
    advice: {request: atSwitch('Call another server.')}
  },
  'rate-limit-stricter': {
    effects: {request: 'review'},
    sentence: ownerPhrase(' has a stricter rate limit'),
    advice: {request: beforeSwitch('Call the operation{s} less often.')}
  },
  'pagination-added': {
    effects: {response: 'breaking'},
    // The list may have been paginated before.
    proof: 'sometimes',
    counted: ['newly paginated list', 'newly paginated lists'],
    sentence: change =>
      statement(
        ownerMention(change),
        ' now returns pages',
        ...(change.about === undefined || change.new === undefined
          ? []
          : [' of ', valuePiece(change.new), ' items if ', codePiece(change.about), ' is omitted'])
      ),
    advice: {response: atSwitch('Follow the pages.')}
  }
} as const satisfies Record<string, KindOfChange>
