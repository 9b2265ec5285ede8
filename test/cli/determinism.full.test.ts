import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {LIBRARY, TODAY, WITH_VIOLATION, withUnreleased} from './library.ts'
import {folder, REPOSITORY, tenure} from './run.ts'

const DEFAULT = [{TZ: 'UTC', LC_ALL: 'C', LANG: 'C'}]
const OTHERS = [
  {TZ: 'Pacific/Apia', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8'},
  {TZ: 'America/Sao_Paulo', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8'},
  {TZ: 'Asia/Kathmandu', LC_ALL: '', LANG: 'tr_TR'}
]

describe.concurrent('the output is the same in every time zone and locale:', () => {
  const cwd = folder({
    'history.yaml': withUnreleased('{removed: GET /v1/fees, replacement: GET /v1/İLİŞKİ}'),
    'broken.yaml': WITH_VIOLATION
  })
  it.each(
    sample([
      [['audit', `${REPOSITORY}/fixtures/model-testing-service`, '--as-of', TODAY]],
      [['audit', 'broken.yaml', '--as-of', TODAY, '--format', 'json']],
      [['check', '--as-of', '2026-03-31']],
      [['due', '--as-of', TODAY]],
      [['due', 'GET /v1/loans', '--as-of', '2026-10-31']],
      [['audit', 'nowhere.yaml']],
      [['--help']]
    ])
  )('%j', async args => {
    const [first, ...others] = await Promise.all([...DEFAULT, ...OTHERS].map(env => tenure(args, {cwd, env})))
    for (const other of others) expect(other).toEqual(first)
  })
})

describe.concurrent('the default date', () => {
  // It is never the same day in both.
  const zones = ['Pacific/Kiritimati', 'Pacific/Niue']
  const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', {timeZone}).format(new Date())

  it('is the day in the time zone of the policy, not of the machine', async () => {
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
      const days = await Promise.all(OTHERS.map(env => today(`${index}.yaml`, env)))
      // The date can change during the test.
      for (const day of days) expect([before, dayIn(zone)]).toContain(day)
    }
    const before = dayIn('UTC')
    const plain = await today('thirteen-months', {TZ: zones[0] ?? ''})
    expect([before, dayIn('UTC')]).toContain(plain)
  })
})
