const SAID_OTHERWISE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])

/** A header that OpenAPI 3 has other words for: there a parameter of that name is to be ignored. */
export const isSaidOtherwise = ({name, in: place}: {readonly name: string; readonly in: string}): boolean =>
  place === 'header' && SAID_OTHERWISE.has(name.toLowerCase())
