import {isQuick} from './backtracking.ts'
import {languageOf} from './regular-language.ts'

/** As it stands nothing matches it: nothing is before the start, and nothing after the end. */
const AS_IN_CODE = /^\/(\^.*|.*(?<!\\)\$)\/([a-z]*)$/su

/**
 * Patterns are ECMAScript with the `u` flag, and match anywhere. Many that people write escape what needs no escape
 * (`\_`), which the flag forbids: there the backslash is dropped, as engines do without the flag. One between
 * slashes, as programs write it, is what stands between them.
 */
export function readable(pattern: string): string | undefined {
  const [, between, flags] = AS_IN_CODE.exec(pattern) ?? []
  // Other flags would have it match what it does not say.
  if (between !== undefined) return /^[gu]*$/.test(flags ?? '') ? readable(between) : undefined
  if (compiled(pattern)) return pattern
  const relaxed = pattern.replace(/\\(.)/gsu, (whole, char: string) => {
    if (char === '-') return String.raw`\x2d`
    return /[\w^$\\.*+?()[\]{}|/]/.test(char) && char !== '_' ? whole : char
  })
  if (compiled(relaxed)) return relaxed
  // A range that starts or ends with a class of its own is none.
  const plain = relaxed.replace(
    /(\\[wdsWDS])-|-(?=\\[wdsWDS])/g,
    (_, before?: string) => String.raw`${before ?? ''}\x2d`
  )
  return compiled(plain) ? plain : undefined
}

/** Whether a text matches; nothing, where it is no pattern, or nobody can tell in time. */
export function matches(source: string, text: string): boolean | undefined {
  if (isQuick(source, text.length)) return compiled(source)?.test(text)
  // The automaton knows no halves of characters.
  if (/\p{Surrogate}/u.test(text)) return undefined
  return languageOf(source)?.test([...text].map(letter => letter.codePointAt(0) as number))
}

/**
 * A pattern that says the same of these texts, and is soon done with each of them.
 * @throws where that cannot be told in time.
 */
export function quickFor(source: string, texts: readonly string[]): string {
  if (texts.every(text => isQuick(source, text.length))) return source
  const matching = texts.filter(text => {
    const truth = matches(source, text)
    if (truth === undefined) throw new Error(`Unexpected pattern ${source}, expected one that can be matched in time`)
    return truth
  })
  return `^(?:${matching.map(escaped).join('|') || '(?!)'})$`
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

const known = new Map<string, RegExp | undefined>()

function compiled(source: string): RegExp | undefined {
  if (known.has(source)) return known.get(source)
  let regex: RegExp | undefined
  try {
    regex = new RegExp(source, 'u')
  } catch {
    // Not a pattern: the caller says so.
  }
  if (known.size > 10_000) known.clear()
  known.set(source, regex)
  return regex
}
