// The law of recorded histories: all commands say the same of a source and of the history that is recorded from it,
// except where something stands, how the source was read, and since when the history counts.
import {existsSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {openListedSource} from '../../src/read/sources/listed-source.ts'
import {openReleases} from '../../src/read/sources/open-source.ts'
import {CORPUS} from '../diff/documents.ts'
import {isFullRun, tries} from '../tier.ts'
import {sayBoth} from './recorded.ts'
import {releasesOf} from './recorded-descriptions.ts'

/** CI takes a part of them, `npm run test:sweep` all 1,000. */
const HISTORIES = Number(process.env.HISTORIES ?? tries(200, 30))
const SEED = Number(process.env.SEED ?? 44_000)

/** Real histories, of which the last releases are recorded; by `npm run test:sweep`, all. */
const SERVICES = [
  ...['adyen-checkout', 'datadog-v1', 'discord', 'docker-engine', 'etcd', 'github-pair', 'harbor'],
  ...['kubeflow-pipelines', 'kubernetes', 'openai', 'ory-kratos', 'stripe']
]
const RELEASES = Number(process.env.RELEASES ?? 2)

describe('a recorded history', () => {
  it(`says what its source says: ${HISTORIES} random ones`, {timeout: 600_000}, async () => {
    let compared = 0
    for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
      const releases = releasesOf(seed)
      if (releases.length < 2) continue
      const {source, recorded} = await sayBoth(openListedSource('Library', releases, 'UTC'))
      for (const command of Object.keys(source))
        expect(recorded[command], `${command} of ${seed}`).toBe(source[command])
      compared++
    }
    expect(compared).toBe(HISTORIES)
  })

  describe.skipIf(!isFullRun)('of a real source', () => {
    it.each(SERVICES)('says what its source says: %s', {timeout: 600_000}, async name => {
      if (CORPUS === undefined || !existsSync(join(CORPUS, name))) return
      const whole = openReleases(join(CORPUS, name), {timezone: 'UTC'})
      const {source, recorded} = await sayBoth({...whole, releases: whole.releases.slice(-RELEASES)})
      for (const command of Object.keys(source)) expect(recorded[command] === source[command], command).toBe(true)
    })
  })
})
