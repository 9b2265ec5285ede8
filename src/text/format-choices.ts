import {type InputError, inputError} from '../model/input-error.ts'
import {findClosestWord} from '../model/subject/closest-word.ts'
import {formatList} from './format-values.ts'

/** Maximum number of words to list after a message. */
const MAX_CHOICES = 8

/** `a`, `b`, and the number of remaining ones if there are many. */
export const formatChoices = (words: readonly string[], last = 'or'): string => {
  const quoted = words.map(word => `\`${word}\``)
  if (quoted.length <= MAX_CHOICES) return formatList(quoted, last)
  return `${quoted.slice(0, MAX_CHOICES).join(', ')}, and ${quoted.length - MAX_CHOICES} more`
}

/** ` Did you mean …?`, to be appended to a message; empty if no known word is close. */
export function suggestWord(word: string, known: readonly string[]): string {
  const closest = findClosestWord(word, known)
  return closest === undefined ? '' : ` Did you mean \`${closest}\`?`
}

/** Error for a `--since` that is neither a day, month, or year nor one of these releases. */
export const unknownSince = (since: string, releases: readonly string[]): InputError =>
  inputError(
    `\`--since ${since}\` is neither a day nor a release.${suggestWord(since, releases) || ' Write a day such as `2024-01-31`.'}`
  )

/** The closest known word and then the known ones unless they are many, as sentences to be appended to a message. */
export function suggestChoices(word: string, known: readonly string[], label = 'Allowed'): string {
  const suggestion = suggestWord(word, known)
  const isComplete = known.length === 0 || (suggestion !== '' && (known.length === 1 || known.length > MAX_CHOICES))
  return isComplete ? suggestion : `${suggestion} ${label}: ${formatChoices(known, 'and')}.`
}
