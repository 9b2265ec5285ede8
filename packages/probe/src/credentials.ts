import type {Environment} from '@tenure/core/context/context'
import {inputError} from '@tenure/core/model/input-error'

/** The variable with the headers that requests carry, one on each line. */
const HEADER_VARIABLE = 'TENURE_PROBE_HEADER'

/** Headers of requests, and how what a server repeats of them is hidden. */
export interface Credentials {
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** A text without the values of the headers. */
  readonly redact: (text: string) => string
}

const HIDDEN = '[hidden]'
/** Parts of a value that are shorter stand in other texts, too. */
const SHORTEST_SECRET = 4

/** Reads the headers from the environment. Throws an `InputError`, which never contains a value, for other text. */
export function readCredentials(env: Environment): Credentials {
  const lines = (env[HEADER_VARIABLE] ?? '').split(/\r?\n/).filter(line => line.trim() !== '')
  const headers = lines.map((line): [string, string] => {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+):[\t ]*([\t\u0020-\u007e\u0080-\u00ff]*?)\s*$/.exec(line) ?? []
    if (name !== undefined && value) return [name, value]
    throw inputError(
      `A line of \`${HEADER_VARIABLE}\` is no header. Write its name, a colon, and its value.`,
      undefined,
      `${HEADER_VARIABLE}='Authorization: Bearer TOKEN'`
    )
  })
  return {headers, redact: createRedaction(headers.map(([, value]) => value))}
}

/** Hides values, their words, and the name and password of `Basic`, also where they are encoded for a URL. */
export function createRedaction(values: readonly string[]): (text: string) => string {
  const plain = values.flatMap(value => {
    const words = value.split(/[\s,;=]+/)
    const decoded = /^basic\s/i.test(value) ? Buffer.from(words[1] ?? '', 'base64').toString('utf8') : ''
    return [value, ...value.split(/\s+/), ...words, decoded, ...decoded.split(':')]
  })
  const secrets = [...new Set(plain.flatMap(each => [each, encodeURIComponent(each)]))]
    .filter(each => each.length >= SHORTEST_SECRET && !/^(basic|bearer|digest|token)$/i.test(each))
    .toSorted((a, b) => b.length - a.length)
  return text => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text)
}
