/**
 * Joins the words that bash has split at `=` and `:`. `kept` is the beginning of the last word that bash doesn't
 * replace.
 */
export function joinSplitWords(pieces: readonly string[]): {words: string[]; kept: string} {
  const words: string[] = []
  let isOpen = false
  let kept = ''
  for (const piece of pieces) {
    const isBreak = /^[=:]+$/.test(piece)
    const start = (isBreak || isOpen) && words.length > 0 ? (words.pop() ?? '') : ''
    words.push(start + piece)
    kept = isBreak ? start + piece : start
    isOpen = isBreak
  }
  return {words, kept}
}
