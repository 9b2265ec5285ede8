/**
 * The path of a documentation page, relative to the package. It is the only place to change when the site has a public
 * address: then it is `https://…/${page}.html`.
 */
export const documentationPage = (page: string): string => `docs/${page}.md`
