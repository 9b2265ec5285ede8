/** A media type in one spelling: lower case, no blanks, its parameters sorted, and without quotes that none needs. */
export function mediaType(written: string): string {
  const [type = '', ...parameters] = written.toLowerCase().split(';')
  const said = parameters
    .map(parameter => parameter.replace(/\s/g, '').replace(QUOTED, '$1'))
    .filter(parameter => parameter !== '')
  return [type.trim(), ...said.sort()].join(';')
}

/** A token says the same with quotes around it and without (RFC 9110, 5.6.6). */
const QUOTED = /(?<==)"([\w!#$%&'*+.^`|~-]+)"$/
