/** URL fragments of the details of an endpoint version and of a release. */
export const endpointLink = (name: string): string => `#/endpoint/${encodeName(name)}`
export const releaseLink = (name: string): string => `#/release/${encodeName(name)}`

/** Encodes only what a fragment requires: slashes are kept. */
const encodeName = (name: string): string => encodeURI(name).replace(/[?#&]/g, encodeURIComponent)
