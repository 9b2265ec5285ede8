/** A media type in one spelling: lower case, no blanks, its parameters sorted. */
export function mediaType(written: string): string {
  const [type = '', ...parameters] = written.toLowerCase().split(';')
  const said = parameters.map(parameter => parameter.replace(/\s/g, '')).filter(parameter => parameter !== '')
  return [type.trim(), ...said.sort()].join(';')
}
