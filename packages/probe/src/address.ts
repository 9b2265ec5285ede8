import {inputError} from '@tenure/core/model/input-error'

/** Reads where an API is mounted. Throws an `InputError`, which doesn't repeat the text, because it may hold a password. */
export function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const example = 'tenure probe https://api.example.org/v1'
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw inputError('The address is no URL that begins with `https://` or `http://`.', undefined, example)
  if (url.username !== '' || url.password !== '')
    throw inputError(
      'The URL has a name or a password, which logs would show. Set `TENURE_PROBE_HEADER`, and leave them out of it.',
      undefined,
      "TENURE_PROBE_HEADER='Authorization: Bearer TOKEN'"
    )
  if (url.search === '' && url.hash === '') return url
  throw inputError('The URL has a query or a fragment. Name only where the API is mounted.', undefined, example)
}

/** Reads a positive number. */
export function readNumber(name: string, text: string): number {
  const number = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && number > 0 && number <= 100_000) return number
  throw inputError(`\`--${name} ${text}\` isn't a positive number.`)
}
