// Access logs with a known truth: who called what, and what nothing can tell.

/** Size of generated logs. */
export interface GeneratedSize {
  readonly operations: number
  readonly days: number
  readonly callers: number
  readonly lines: number
  readonly seed: number
}

/** A line of a log, with what it stands for. */
interface GeneratedLine {
  readonly text: string
  /** Missing for a bot, a corrupt line, and a call that two operations match. */
  readonly operation?: string
  readonly caller?: string
  readonly day: string
  /** Whether it must be readable. */
  readonly isGood: boolean
  /** Operations that it might be. */
  readonly possible?: readonly string[]
}

/** The lines of each source, in order. */
export type GeneratedLogs = Readonly<Record<'eu' | 'us', readonly GeneratedLine[]>>

export const FIRST_DAY = Date.UTC(2026, 7, 1)
const DAY = 24 * 60 * 60 * 1000

/** A source of numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Paths of operations: nested ones, ones with parameters and other text, and ones that collide. */
export function operationsOf(count: number): string[] {
  const forms = [
    (at: number) => `GET /v1/res${at}`,
    (at: number) => `GET /v1/res${at}/{id}`,
    (at: number) => `POST /v1/res${at}/{id}:cancel`,
    (at: number) => `GET /v1/res${at}/{id}/items/{item}.json`,
    (at: number) => `DELETE /v1/res${at}/{id}/items/{item}`
  ]
  const made = Array.from(
    {length: count - 2},
    (_, at) => forms[at % forms.length]?.(Math.floor(at / forms.length)) ?? ''
  )
  return [...made, 'GET /v1/{kind}/summary', 'GET /v2/{a}/{b}/{c}']
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const two = (value: number): string => String(value).padStart(2, '0')

function clock(time: number): string {
  const at = new Date(time)
  return `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`
}

export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Hours without a line: of `us`, four whole days in each thirty. */
export const isInGap = (source: string, time: number): boolean =>
  source === 'us' && Math.floor((time - FIRST_DAY) / DAY) % 30 >= 26

export function generateLogs({operations: count, days, callers, lines, seed}: GeneratedSize): GeneratedLogs {
  const random = randomFrom(seed)
  const pick = (size: number): number => Math.floor(random() * size)
  const operations = operationsOf(count)
  const logs: Record<'eu' | 'us', GeneratedLine[]> = {eu: [], us: []}
  // Some operations are called by few, and some by none.
  const called = operations.filter((_, at) => at % 7 !== 3)
  const value = (): string => ['42', 'a-b', 'x%2Fy', 'ÄÖ', 'res0', 'items', '{id}'][pick(7)] ?? '42'
  for (let at = 0; at < lines; at++) {
    const time = FIRST_DAY + Math.floor((at / lines) * days * DAY)
    const source = random() < 0.5 ? 'eu' : 'us'
    if (isInGap(source, time)) continue
    const day = dayAt(time)
    const caller = `caller-${pick(callers)}`
    const line = (method: string, path: string, when = time): string =>
      `192.0.2.${pick(250)} - ${caller} [${clock(when)}] "${method} ${path} HTTP/1.1" ${random() < 0.1 ? 404 : 200} 12 "-" "client/${pick(9)}"`
    const kind = random()
    if (kind < 0.01) {
      const whole = line('GET', '/v1/res0')
      const text = [whole.slice(0, 30), `\u0001${whole}`, line('GET', '/v1/res0', time + 900 * DAY), '%%% no date %%%'][
        pick(4)
      ]
      logs[source].push({text: text ?? '', day, isGood: false})
    } else if (kind < 0.05) {
      const path = [
        '/wp-login.php',
        '/.env',
        `/${value()}/${value()}/${value()}/${value()}`,
        '/v1/res0/1/2/3/4/5/6/7/8'
      ][pick(4)]
      logs[source].push({text: line('GET', path ?? '/'), day, isGood: true})
    } else if (kind < 0.06) {
      const resource = pick(Math.max(1, Math.floor((count - 2) / 5)))
      const possible = [`GET /v1/res${resource}/{id}`, 'GET /v1/{kind}/summary']
      logs[source].push({text: line('GET', `/v1/res${resource}/summary`), caller, day, isGood: true, possible})
    } else {
      // Each caller has its own operations, and fewer of them from day to day.
      const own = (Number(caller.slice(7)) * 13 + pick(8)) % called.length
      const operation = called[own] ?? ''
      const [method = '', template = ''] = operation.split(' ')
      const path = template.replace('{kind}', 'unknown').replace(/\{\w+\}/g, () => value().replace('{id}', '{x}'))
      const prefix = random() < 0.3 ? '/gateway' : ''
      const query = random() < 0.3 ? '?token=s3cret' : ''
      const written = random() < 0.1 ? path.replace('/v1', '//v1/.') : path
      logs[source].push({text: line(method, `${prefix}${written}${query}`), operation, caller, day, isGood: true})
    }
  }
  return logs
}
