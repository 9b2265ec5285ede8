const QUOTE = 34
const BACKSLASH = 92
const COLON = 58

export const isJsonWhitespace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/** The offset of the quote that closes the JSON string at `start`; the length of the text if there is none. */
export function findClosingQuote(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

/**
 * Counts the keys in well-formed JSON. `JSON.parse` drops duplicate keys, so a larger count than in its result shows,
 * cheaply, that a key is duplicated.
 */
export function countKeys(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start !== -1; ) {
    let next = findClosingQuote(text, start) + 1
    while (isJsonWhitespace(text.charCodeAt(next))) next++
    if (text.charCodeAt(next) === COLON) count++
    // A colon is most often followed directly by a string.
    start = text.charCodeAt(next + 1) === QUOTE ? next + 1 : text.indexOf('"', next)
  }
  return count
}

/** An upper bound on the number of keys, because strings can contain colons. Much cheaper than the exact number. */
export function countKeysAtMost(text: string): number {
  let count = 0
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1
    while (isJsonWhitespace(text.charCodeAt(before))) before--
    if (text.charCodeAt(before) === QUOTE) count++
  }
  return count
}
