/** Where the page tells of an endpoint version, or of a release: what stands after the `#` of its address. */
export const endpointLink = (name: string): string => `#/endpoint/${linked(name)}`
export const releaseLink = (name: string): string => `#/release/${linked(name)}`

/** As readable as an address lets it be: slashes stay. */
const linked = (name: string): string => encodeURI(name).replace(/[?#&]/g, encodeURIComponent)
