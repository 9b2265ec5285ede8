/** Widths of letters in a proportional font of 11 pixels, in pixels; other letters have the usual width. */
const NARROW = /[ijlt.,:;'|!()/]/
const WIDE = /[mwMW]/
const USUAL_WIDTH = 6.2

/** Estimated width of a text in the picture, in pixels. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (NARROW.test(letter) ? 3.6 : WIDE.test(letter) ? 9.4 : USUAL_WIDTH), 0)

/**
 * Shortens a name such as `POST /v1/registry/{id}/model` to a number of letters by leaving out whole path segments in
 * one place. Of all ways to do so, it takes the one that keeps the most words, because parameters identify an endpoint
 * less. A last segment that is too long by itself is cut at its end.
 */
export function shortenPath(name: string, most: number): string {
  if (name.length <= most) return name
  const [, lead = '', path = name] = /^([A-Z ]+ )?(.*)$/s.exec(name) ?? []
  const segments = path.split('/')
  const weigh = (kept: readonly string[]): number =>
    kept.reduce((sum, each) => sum + (each.startsWith('{') ? 1 : each === '' ? 0 : 3), 0)
  let best = {text: '', weight: -1}
  for (let head = 0; head < segments.length; head++) {
    for (let tail = head + 1; tail < segments.length; tail++) {
      const kept = [...segments.slice(0, head), '…', ...segments.slice(tail)]
      const text = `${lead}${kept.join('/')}`
      const weight = weigh(kept)
      if (text.length <= most && weight > best.weight) best = {text, weight}
    }
  }
  return best.weight >= 0 ? best.text : `${[...`${lead}…/${segments.at(-1)}`].slice(0, most - 1).join('')}…`
}
