import type {TextPiece} from '../../text/text-pieces.ts'

/** Whether a name has a package, which takes at least two dots. */
const isLong = (name: string): boolean => name.split('.').length > 3

/**
 * Returns a function that shortens component names: `v1.PodSpec` for `io.k8s.api.core.v1.PodSpec`. A name is only
 * shortened if no other name in the same notes has the same ending. Names without packages are unchanged.
 */
export function createNameShortener(components: readonly string[]): (piece: TextPiece) => TextPiece {
  const long = [...new Set(components)].filter(isLong)
  const suffixes = new Map<string, number>()
  const endings = (name: string): string[] => {
    const segments = name.split('.')
    return segments.map((_, at) => segments.slice(at).join('.')).reverse()
  }
  for (const name of long) for (const ending of endings(name)) suffixes.set(ending, (suffixes.get(ending) ?? 0) + 1)
  const short = new Map(
    long.map(name => [
      name,
      endings(name)
        .slice(1)
        .find(ending => suffixes.get(ending) === 1) ?? name
    ])
  )
  if (short.size === 0) return piece => piece
  const longest = long.toSorted((a, b) => b.length - a.length)
  return piece => {
    if (typeof piece === 'string' || !('code' in piece)) return piece
    const name = longest.find(each => piece.code === each || piece.code.startsWith(`${each}.`))
    return name === undefined ? piece : {code: `${short.get(name)}${piece.code.slice(name.length)}`}
  }
}
