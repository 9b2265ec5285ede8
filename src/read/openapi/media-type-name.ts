/** Normalizes a media type: lowercase, without white space, parameters sorted, and unnecessary quotes removed. */
export function normalizeMediaType(written: string): string {
  const [type = '', ...parameters] = written.toLowerCase().split(';')
  const normalized = parameters
    .map(parameter => parameter.replace(/\s/g, '').replace(QUOTED, '$1'))
    .filter(parameter => parameter !== '')
  return [type.trim(), ...normalized.sort()].join(';')
}

/** A token is equivalent with and without quotes (RFC 9110, section 5.6.6). */
const QUOTED = /(?<==)"([\w!#$%&'*+.^`|~-]+)"$/
