import type {Change} from '@tenure/core/model/api/change'
import {type ChangePhrase, statementOn} from '@tenure/core/phrases/phrases'
import {locationMention, type Mention} from '@tenure/core/phrases/subject'
import {codePiece} from '@tenure/core/phrases/text-pieces'
import {fromToPieces} from '@tenure/core/phrases/values'

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

export const serializationPhrase: ChangePhrase = change => {
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
