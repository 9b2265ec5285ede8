const RESERVED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])

/** Whether this is a header that OpenAPI 3 describes elsewhere: a parameter of that name must be ignored. */
export const isReservedHeader = ({name, in: place}: {readonly name: string; readonly in: string}): boolean =>
  place === 'header' && RESERVED_HEADERS.has(name.toLowerCase())
