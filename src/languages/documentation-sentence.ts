import type {Change} from '../model/api/change.ts'
import {type ChangeSentence, statement, statementOn} from '../phrases/phrases.ts'
import {valueMention} from '../phrases/subject.ts'
import {codePiece, joinPieces, type TextPiece} from '../phrases/text-pieces.ts'
import {valueChangePieces, valuePiece} from '../phrases/values.ts'

// Sentences about changes that requests and responses don't show.

export function documentationSentence(change: Change): ChangeSentence {
  const {about: what, old, new: fresh} = change
  const about = valueMention(change)
  if (what === 'declared' && (fresh === true || old === true))
    return statement(about, fresh === true ? ' is now declared' : ' is no longer declared')
  if (what === 'servers') return movedPathsSentence(change)
  const renamed = what === 'path' ? renamedParameters(change) : []
  const [only, ...others] = renamed
  if (only && others.length === 0)
    return statementOn(['the path parameter ', only[0], ' of '], about, ' was renamed to ', only[1])
  if (only) {
    const pairs = renamed.map(([was, is]): TextPiece[] => [was, ' to ', is])
    return statementOn('the path parameters of ', about, ' were renamed: ', ...joinPieces(pairs, 'and'))
  }
  if (what === undefined) return statementOn('the documentation of ', about, ' changed')
  if (what === 'path') return statementOn('the path of ', about, ...valueChangePieces(change))
  const names = what.split(', ')
  const hasArticle = names.some(name => !name.startsWith('x-'))
  const listed = joinPieces(
    names.map((name): TextPiece[] => [name === 'documentation' ? name : codePiece(name)]),
    'and'
  )
  return statementOn([...(hasArticle ? ['the '] : []), ...listed, ' of '], about, ...valueChangePieces(change))
}

/** Sentence for a base path that moved into the paths, or out of them. */
function movedPathsSentence({old, new: fresh}: Change): ChangeSentence {
  const about = {noun: '', link: [], owner: ['the paths']}
  if (String(fresh).length > String(old).length)
    return statement(about, ' moved below the server ', valuePiece(fresh), '; all URLs stay the same')
  return statementOn(['the path of the server ', valuePiece(old), ' moved into '], about, '; all URLs stay the same')
}

/** Old and new names of path parameters. Empty if anything else in the path changed. */
function renamedParameters({old, new: fresh}: Change): (readonly [was: TextPiece, is: TextPiece])[] {
  if (typeof old !== 'string' || typeof fresh !== 'string') return []
  const namesIn = (path: string): string[] => path.match(PLACEHOLDER) ?? []
  if (old.replace(PLACEHOLDER, '{}') !== fresh.replace(PLACEHOLDER, '{}')) return []
  const others = namesIn(fresh)
  return namesIn(old).flatMap((name, at) =>
    name === others[at] ? [] : [[codePiece(name), codePiece(others[at] ?? '')] as const]
  )
}

const PLACEHOLDER = /\{[^{}]*\}/g
