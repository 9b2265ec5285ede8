/**
 * The path of a documentation page, or of its section with an anchor, relative to the package. It is the only place to
 * change when the site has a public address: then it is `https://…/${page}.html`.
 */
export const documentationPage = (page: string, anchor?: string): string =>
  `docs/${page}.md${anchor === undefined ? '' : `#${anchor}`}`
