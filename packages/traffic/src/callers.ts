import {createHmac} from 'node:crypto'
import type {Context} from '@tenure/core/context/context'
import {inputError} from '@tenure/core/model/input-error'
import {AGENT_PREFIX} from './table/files.ts'

/** Turns callers into what the table has. */
export interface CallerIds {
  /** Fingerprint of the key. Missing if callers are stored as they are. */
  readonly key?: string
  idOf(caller: string): string
}

const KEY_VARIABLE = 'TENURE_TRAFFIC_KEY'
/** A shorter key can be guessed, and with it each caller. */
const SHORTEST_KEY = 16

/** Hashes callers with the key of the environment. Throws an `InputError` without one, unless they are stored as they are. */
export function openCallerIds({env}: Context, mode: 'hashed' | 'plain'): CallerIds {
  // A caller takes one line of the table.
  if (mode === 'plain') return {idOf: caller => caller.replace(/\p{Cc}+/gu, ' ')}
  const key = env[KEY_VARIABLE]
  if (key === undefined || key === '')
    throw inputError(
      `Callers are hashed with a key that only you know. Set \`${KEY_VARIABLE}\`, or write \`callers: plain\` in \`traffic\`.`
    )
  if (key.length < SHORTEST_KEY)
    throw inputError(`\`${KEY_VARIABLE}\` has fewer than ${SHORTEST_KEY} characters. Use a longer random text.`)
  const hash = (text: string, length: number): string =>
    createHmac('sha256', key).update(text).digest('hex').slice(0, length)
  return {key: hash('tenure', 12), idOf: caller => hash(caller, 16)}
}

/** What the table has for a named caller, for a user agent, or for neither. */
export const tableCaller = (ids: CallerIds, caller: string, agent: string): string =>
  caller !== '' ? ids.idOf(caller) : agent !== '' ? `${AGENT_PREFIX}${ids.idOf(agent)}` : ''
