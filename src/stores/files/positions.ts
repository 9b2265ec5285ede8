export interface Position {
  readonly line: number
  readonly column: number
}

/**
 * Returns a function that finds the line and column, both from 1, of an offset in a text. Lines are counted on first
 * use.
 */
export function createPositionFinder(text: string): (offset: number) => Position {
  let starts: number[] | undefined
  return offset => {
    if (!starts) {
      starts = [0]
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    }
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return {line: low + 1, column: offset - (starts[low] ?? 0) + 1}
  }
}
