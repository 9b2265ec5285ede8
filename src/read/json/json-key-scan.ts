const QUOTE = 34
const BACKSLASH = 92
const COLON = 58

export const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/** The offset of the quote that closes the text that begins at `start`, in JSON. */
export function closingQuote(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

/**
 * How many keys are written in JSON that is known to be well-formed. `JSON.parse` keeps the last of keys that are the
 * same, so where it has fewer one is written twice: this is the cheap way to know that none is.
 */
export function keysWritten(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start !== -1; ) {
    let next = closingQuote(text, start) + 1
    while (isBlank(text.charCodeAt(next))) next++
    if (text.charCodeAt(next) === COLON) count++
    // What follows a colon is most often the next text.
    start = text.charCodeAt(next + 1) === QUOTE ? next + 1 : text.indexOf('"', next)
  }
  return count
}

/** How many keys there can be at most: some of them may be words in a text. Much cheaper than to know. */
export function keysAtMost(text: string): number {
  let count = 0
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1
    while (isBlank(text.charCodeAt(before))) before--
    if (text.charCodeAt(before) === QUOTE) count++
  }
  return count
}
