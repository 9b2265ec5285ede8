/**
 * Where a page of the documentation is, relative to the package. When the site has a public address, this becomes
 * `https://…/${page}.html`; nothing else names it.
 */
export const documentationPage = (page: string): string => `docs/${page}.md`
