/** URL fragments of the details of an endpoint version and of a release. */
export const endpointLink = (name: string): string => `#/endpoint/${encodeName(name)}`
export const releaseLink = (name: string): string => `#/release/${encodeName(name)}`

/** URL fragment that shows only the rows that a filter matches. */
export const filterLink = (filter: 'q' | 'state', value: string): string =>
  `#/?${new URLSearchParams({[filter]: value})}`

/** Encodes only the characters that a URL fragment can't contain, so that slashes stay readable. */
const encodeName = (name: string): string => encodeURI(name).replace(/[?#&]/g, encodeURIComponent)

const PLACE = /^(.*?)(?::(\d+))?$/s

/**
 * URL of a place such as `openapi.yaml:12`, from a template with `{file}` and `{line}`. A place without a line links to
 * the file. `undefined` without a template.
 */
export function placeLink(template: string | undefined, place: string): string | undefined {
  if (template === undefined || place === '') return undefined
  const [, file = '', line] = PLACE.exec(place) ?? []
  const path = file.split('/').map(encodeURIComponent).join('/')
  const whole = line === undefined ? template.replace(/#[^#]*\{line\}.*$/s, '') : template
  return whole.replaceAll('{file}', () => path).replaceAll('{line}', line ?? '1')
}

/** Text of a link to a place. Pages for clients don't name files. */
export const placeLinkText = (place: string, isInternal: boolean): string => (isInternal ? place : 'Source')
