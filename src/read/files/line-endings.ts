const FEED = 10
const RETURN = 13

/**
 * Replaces each carriage return that ends a line by itself (a line break in YAML 1.2) with a line feed, so that lines
 * can be counted by line feeds. JSON treats both as white space. Offsets don't change.
 */
export function convertToLineFeeds(bytes: Buffer): Buffer {
  let copy: Buffer | undefined
  for (let at = bytes.indexOf(RETURN); at !== -1 && at < bytes.length; at++) {
    if (bytes[at] !== RETURN || bytes[at + 1] === FEED) continue
    copy ??= Buffer.from(bytes)
    copy[at] = FEED
  }
  return copy ?? bytes
}
