/** URL fragments of the details of an endpoint version and of a release. */
export const endpointLink = (name: string): string => `#/endpoint/${linked(name)}`
export const releaseLink = (name: string): string => `#/release/${linked(name)}`

/** Encodes only what a fragment requires: slashes are kept. */
const linked = (name: string): string => encodeURI(name).replace(/[?#&]/g, encodeURIComponent)
