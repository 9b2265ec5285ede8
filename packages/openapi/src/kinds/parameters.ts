import {BREAKING, COMPATIBLE, LOOSER, REVIEW, TIGHTER} from '@tenure/core/languages/effects-by-side'
import {atSwitch, beforeSwitch, type KindOfChange} from '@tenure/core/languages/language'
import type {Change} from '@tenure/core/model/api/change'
import {
  type ChangePhrase,
  changedNamePiece,
  parameterMention,
  plainTextOf,
  statement,
  statementOn
} from '@tenure/core/phrases/phrases'
import {locationMention, type Mention, ownerMention, sideOf} from '@tenure/core/phrases/subject'
import {codePiece} from '@tenure/core/phrases/text-pieces'
import {fromToPieces} from '@tenure/core/phrases/values'
import {mediaTypePhrase, statusPhrase} from './sentences/responses.ts'

/** A sentence about a body, with other words for webhooks and callbacks, which the service sends. */
const bodyPhrase =
  (called: string, sent: string): ChangePhrase =>
  change =>
    statement(ownerMention(change), sideOf(change) === 'response' ? sent : called)

const requestBodyMention = (change: Change): Mention => ({...ownerMention(change), link: ['the request body', ' of ']})

/** Kinds of change of parameters, bodies, headers, statuses, and media types. */
export const PARAMETER_KINDS = {
  moved: {
    effects: BREAKING,
    isMove: true,
    counted: ['moved parameter', 'moved parameters'],
    sentence: change => {
      const {old, new: fresh} = change
      const from = old === undefined || fresh === undefined ? ' moved' : ` moved from ${old} to ${fresh}`
      const name = changedNamePiece(change)
      if (!name) return statement(parameterMention(change), from)
      return statement({...ownerMention(change), noun: 'the parameter ', name: plainTextOf(name), link: [' of ']}, from)
    },
    advice: {request: atSwitch('Send the parameter{s} in the new place.')}
  },
  'serialization-changed': {
    effects: BREAKING,
    isNaming: true,
    sentence: serializationPhrase,
    advice: {
      request: atSwitch('Send the new serialization.'),
      response: atSwitch('Read the new serialization.')
    }
  },
  'body-added': {
    effects: COMPATIBLE,
    adds: 'part',
    opposite: 'body-removed',
    noun: 'request body',
    sentence: bodyPhrase(' now accepts a request body', ' can now send a request body')
  },
  'required-body-added': {
    effects: TIGHTER,
    adds: 'part',
    isRequired: true,
    wider: 'body-required',
    noun: 'required request body',
    sentence: bodyPhrase(' now requires a request body', ' now sends a request body'),
    advice: {request: atSwitch('Send a request body.')}
  },
  'body-required': {
    effects: TIGHTER,
    opposite: 'body-optional',
    noun: 'request body',
    sentence: change =>
      statement(requestBodyMention(change), sideOf(change) === 'response' ? ' is now always sent' : ' is now required'),
    advice: {request: beforeSwitch('Always send a request body.')}
  },
  'body-optional': {
    effects: LOOSER,
    noun: 'request body',
    sentence: change =>
      statement(requestBodyMention(change), sideOf(change) === 'response' ? ' can now be missing' : ' is now optional'),
    advice: {response: beforeSwitch('Handle requests without a body.')}
  },
  'body-removed': {
    effects: BREAKING,
    noun: 'request body',
    sentence: bodyPhrase(' no longer accepts a request body', ' no longer sends a request body'),
    advice: {request: atSwitch('Stop sending a request body.')}
  },
  'header-required': {
    effects: {response: 'compatible'},
    opposite: 'header-optional',
    isInside: true,
    sentence: change => statement(parameterMention(change, 'header'), ' is now always sent')
  },
  'header-optional': {
    effects: {response: 'breaking'},
    isInside: true,
    sentence: change => statement(parameterMention(change, 'header'), ' can now be missing'),
    advice: {response: beforeSwitch('Handle responses without the header{s}.')}
  },
  'status-added': {
    effects: {request: 'compatible', response: 'review'},
    adds: 'part',
    isNaming: true,
    opposite: 'status-removed',
    sentence: statusPhrase(true, 'status'),
    advice: {response: beforeSwitch('Handle the new status.')}
  },
  'status-removed': {
    effects: BREAKING,
    isNaming: true,
    // A range of statuses, such as `2XX`, may only have become narrower.
    proof: 'sometimes',
    sentence: statusPhrase(false, 'status'),
    advice: {response: atSwitch("Don't wait for the removed status.")}
  },
  'error-code-added': {
    effects: COMPATIBLE,
    adds: 'part',
    isNaming: true,
    noun: 'error',
    // `default` may have covered the error before.
    proof: 'sometimes',
    opposite: 'error-code-removed',
    sentence: statusPhrase(true, 'error'),
    advice: {response: beforeSwitch('Handle the new error.')}
  },
  'error-code-removed': {
    effects: REVIEW,
    isNaming: true,
    noun: 'error',
    proof: 'sometimes',
    sentence: statusPhrase(false, 'error'),
    advice: {response: atSwitch("Don't rely on the removed error.")}
  },
  'media-type-added': {
    effects: COMPATIBLE,
    adds: 'part',
    isNaming: true,
    // The first request body may have been optional.
    proof: 'sometimes',
    harmlessOn: 'request',
    opposite: 'media-type-removed',
    isInside: true,
    sentence: mediaTypePhrase(true),
    advice: {response: beforeSwitch('Request the media type that you read (`Accept`).')}
  },
  'media-type-removed': {
    effects: BREAKING,
    isNaming: true,
    // A range of media types, such as `text/*`, may only have become narrower.
    proof: 'sometimes',
    isInside: true,
    sentence: mediaTypePhrase(false),
    advice: {
      request: atSwitch('Send another media type.'),
      response: atSwitch('Request another media type (`Accept`).')
    }
  }
} as const satisfies Record<string, KindOfChange>

/** Keywords for how a list is written in a parameter. */
const STYLE_KEYWORDS: ReadonlySet<string> = new Set(['style', 'collectionFormat'])

/** The value of a change, or the encoding of one field of a form. */
function encodedMention(change: Change): Mention {
  const {about} = change
  const place = locationMention(change)
  if (about === undefined || STYLE_KEYWORDS.has(about) || place.name === about) return place
  return {
    noun: '',
    name: about,
    link: [` in ${place.noun}`, ...(place.name === undefined ? [] : [codePiece(place.name)]), ...place.link],
    owner: place.owner
  }
}

function serializationPhrase(change: Change): ReturnType<ChangePhrase> {
  const {about, old, new: fresh} = change
  const mention = encodedMention(change)
  const lead = about === 'collectionFormat' ? ['the ', codePiece(about), ' of '] : ['the serialization of ']
  if (old === undefined || fresh === undefined) return statementOn(lead, mention, ' changed')
  const isExploded = (one: unknown, other: unknown): boolean => one === `${other}, exploded`
  if (isExploded(fresh, old))
    return statementOn(lead, mention, ' changed', ...fromToPieces(`${old}, explode: false`, `${old}, explode: true`))
  if (isExploded(old, fresh))
    return statementOn(
      lead,
      mention,
      ' changed',
      ...fromToPieces(`${fresh}, explode: true`, `${fresh}, explode: false`)
    )
  return statementOn(lead, mention, ' changed', ...fromToPieces(old, fresh))
}
