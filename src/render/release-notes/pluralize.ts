import type {TextPiece} from '../../text/text-pieces.ts'

const PLURALS: Readonly<Record<string, string>> = {
  is: 'are',
  has: 'have',
  was: 'were',
  takes: 'take',
  needs: 'need',
  comes: 'come',
  asks: 'ask',
  answers: 'answer',
  behaves: 'behave',
  goes: 'go'
}

/** Turns a predicate into the plural: ` is new` → ` are new`. */
export function pluralizePredicate([first, ...rest]: readonly TextPiece[]): TextPiece[] {
  if (first === undefined) return []
  if (typeof first !== 'string') return [first, ...rest]
  const verb = /^( (?:no longer |now )?)([a-z]+)\b/.exec(first)
  const many = PLURALS[verb?.[2] ?? '']
  const plural = many === undefined || !verb ? first : `${verb[1]}${many}${first.slice(verb[0].length)}`
  return [plural.replace(/\bits\b/, 'their'), ...rest]
}

/** Turns a noun into the plural: `query parameter ` → `query parameters `. */
export const pluralizeNoun = (noun: string): string => noun.replace(/(\w) $/, '$1s ')
