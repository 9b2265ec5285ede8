import {memoizeTexts} from '../memoize.ts'
import {isFastPattern} from './backtracking.ts'
import {patternLanguage} from './regular-language.ts'

/**
 * A pattern written as a code literal (`/^a$/i`). Read literally, it can never match, because a `/` stands before `^`
 * or after `$`.
 */
const AS_IN_CODE = /^\/(\^.*|.*(?<!\\)\$)\/([a-z]*)$/su

/**
 * Valid form of a pattern, for the `u` flag and matching anywhere; `undefined` if there is none. Many authors escape
 * what needs no escape (`\_`), which the flag forbids. Such a backslash is dropped, as engines do without the flag. Of
 * a pattern between slashes, as in code, only the part between them counts.
 */
export function toValidPattern(pattern: string): string | undefined {
  const [, between, flags] = AS_IN_CODE.exec(pattern) ?? []
  // Other flags would change what the pattern matches.
  if (between !== undefined) return /^[gu]*$/.test(flags ?? '') ? toValidPattern(between) : undefined
  if (compiled(pattern)) return pattern
  const relaxed = pattern.replace(/\\(.)/gsu, (whole, char: string) => {
    if (char === '-') return String.raw`\x2d`
    return /[\w^$\\.*+?()[\]{}|/]/.test(char) && char !== '_' ? whole : char
  })
  if (compiled(relaxed)) return relaxed
  // A `-` next to a class such as `\w` does not form a range.
  const plain = relaxed.replace(
    /(\\[wdsWDS])-|-(?=\\[wdsWDS])/g,
    (_, before?: string) => String.raw`${before ?? ''}\x2d`
  )
  return compiled(plain) ? plain : undefined
}

/** Whether a text matches a pattern; `undefined` if the pattern is invalid or would take too long. */
export function matchesPattern(source: string, text: string): boolean | undefined {
  if (isFastPattern(source, text.length)) return compiled(source)?.test(text)
  // The automaton does not contain lone surrogates.
  if (/\p{Surrogate}/u.test(text)) return undefined
  return patternLanguage(source)?.test([...text].map(letter => letter.codePointAt(0) as number))
}

/**
 * Pattern that matches the same ones of these texts, and is fast for each of them.
 * @throws if that can't be decided in time.
 */
export function toFastPattern(source: string, texts: readonly string[]): string {
  if (texts.every(text => isFastPattern(source, text.length))) return source
  const matching = texts.filter(text => {
    const truth = matchesPattern(source, text)
    if (truth === undefined) throw new Error(`The pattern ${source} takes too long to match.`)
    return truth
  })
  return `^(?:${matching.map(escaped).join('|') || '(?!)'})$`
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

const compiled = memoizeTexts((source): RegExp | undefined => {
  try {
    return new RegExp(source, 'u')
  } catch {
    // Invalid pattern: the caller reports it.
    return undefined
  }
}, 10_000)
