import type {Day} from '@tenure/core/model/time/date-range'

/** An answer of an endpoint, with the headers that announce something. */
export interface HttpAnswer {
  readonly method: string
  /** The URL that was asked. */
  readonly url: string
  /** The day of the answer, or both days if it came around midnight. */
  readonly days: readonly Day[]
  readonly status: number
  readonly deprecation: readonly string[]
  readonly sunset: readonly string[]
  readonly link: readonly string[]
  readonly location?: string
}

/** Longest value of a header that is read. */
const MAX_VALUE = 4096
/** Values of one header that are read. */
const MAX_VALUES = 20

/** The headers of an answer that are compared, without what must not be printed. */
export function pickHeaders(
  headers: readonly (readonly [name: string, value: string])[],
  redact: (text: string) => string
): Pick<HttpAnswer, 'deprecation' | 'sunset' | 'link' | 'location'> {
  const valuesOf = (wanted: string): string[] =>
    headers
      .flatMap(([name, value]) => (name.toLowerCase() === wanted ? [redact(value.slice(0, MAX_VALUE)).trim()] : []))
      .slice(0, MAX_VALUES)
  const [location] = valuesOf('location')
  return {
    deprecation: valuesOf('deprecation'),
    sunset: valuesOf('sunset'),
    link: valuesOf('link'),
    ...(location === undefined ? {} : {location})
  }
}
