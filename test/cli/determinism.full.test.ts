import {describe, expect, it} from 'vitest'
import {LIBRARY, TODAY, WITH_VIOLATION, withUnreleased} from './library.ts'
import {folder, REPOSITORY, tenure} from './run.ts'

const HERE = [{TZ: 'UTC', LC_ALL: 'C', LANG: 'C'}]
const ELSEWHERE = [
  {TZ: 'Pacific/Apia', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8'},
  {TZ: 'America/Sao_Paulo', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8'},
  {TZ: 'Asia/Kathmandu', LC_ALL: '', LANG: 'tr_TR'}
]

describe.concurrent('the same bytes in any time zone and locale', () => {
  const cwd = folder({
    'history.yaml': withUnreleased('{removed: GET /v1/fees, replacement: GET /v1/İLİŞKİ}'),
    'broken.yaml': WITH_VIOLATION
  })
  it.each([
    [['audit', `${REPOSITORY}/fixtures/model-testing-service`, '--as-of', TODAY]],
    [['audit', 'broken.yaml', '--as-of', TODAY, '--format', 'json']],
    [['check', '--as-of', '2026-03-31']],
    [['due', '--as-of', TODAY]],
    [['when', 'GET /v1/loans', '--as-of', '2026-10-31']],
    [['audit', 'nowhere.yaml']],
    [['--help']]
  ])('%j', async args => {
    const [first, ...others] = await Promise.all([...HERE, ...ELSEWHERE].map(env => tenure(args, {cwd, env})))
    for (const other of others) expect(other).toEqual(first)
  })
})

describe.concurrent('today', () => {
  // Between these two it is never the same day.
  const zones = ['Pacific/Kiritimati', 'Pacific/Niue']
  const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', {timeZone}).format(new Date())

  it('is the day in the time zone of the policy, wherever the machine stands', async () => {
    const cwd = folder({
      'history.yaml': LIBRARY,
      ...Object.fromEntries(
        zones.map((zone, index) => [`${index}.yaml`, `extends: thirteen-months\ntimezone: ${zone}\n`])
      )
    })
    const today = async (policy: string, env: Record<string, string>): Promise<string> =>
      JSON.parse((await tenure(['audit', '--policy', policy, '--format', 'json'], {cwd, env})).out).asOf
    for (const [index, zone] of zones.entries()) {
      const before = dayIn(zone)
      const days = await Promise.all(ELSEWHERE.map(env => today(`${index}.yaml`, env)))
      // A test may run across midnight.
      for (const day of days) expect([before, dayIn(zone)]).toContain(day)
    }
    const before = dayIn('UTC')
    const plain = await today('thirteen-months', {TZ: zones[0] ?? ''})
    expect([before, dayIn('UTC')]).toContain(plain)
  })
})
