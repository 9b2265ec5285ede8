// The law of recorded histories: all commands say the same of a source and of the history that is recorded from it,
// except where something stands, how the source was read, and since when the history counts.

import {existsSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {openListedSource} from '../../src/inputs/sources/listed-source.ts'
import {openReleases} from '../../src/inputs/sources/open-source.ts'
import {HERE} from '../here.ts'
import {CORPUS} from '../languages/openapi/diff/documents.ts'
import {isFullRun, tries} from '../tier.ts'
import {sayBoth} from './recorded.ts'
import {releasesOf} from './recorded-descriptions.ts'

/** CI takes a part of them, `npm run test:sweep` all 1,000. */
const HISTORIES = Number(process.env.HISTORIES ?? tries(200, 30))
const SEED = Number(process.env.SEED ?? 44_000)

/** Real histories. CI records the last releases of the smaller ones, `npm run test:sweep` all releases of all. */
const SERVICES = [
  ...['adyen-checkout', 'datadog-v1', 'discord', 'docker-engine', 'etcd', 'harbor', 'kubeflow-pipelines'],
  ...['kubernetes', 'ory-kratos']
]
const LARGE_SERVICES = ['github-pair', 'openai', 'stripe']
const RELEASES = Number(process.env.RELEASES ?? 2)
const isSweep = process.env.RELEASES !== undefined

const has = (name: string): boolean => CORPUS !== undefined && existsSync(join(CORPUS, name))

describe('a recorded history', () => {
  it(`says what its source says: ${HISTORIES} random ones`, {timeout: 1_800_000}, async () => {
    let compared = 0
    for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
      const releases = releasesOf(seed)
      if (releases.length < 2) continue
      const {source, recorded} = await sayBoth(openListedSource(HERE, 'Library', releases, 'UTC'))
      for (const command of Object.keys(source))
        expect(recorded[command], `${command} of ${seed}`).toBe(source[command])
      compared++
    }
    expect(compared).toBe(HISTORIES)
  })

  describe.skipIf(!isFullRun)('of a real source', () => {
    for (const name of [...SERVICES, ...LARGE_SERVICES]) {
      const isLeftOut = !has(name) || (LARGE_SERVICES.includes(name) && !isSweep)
      it.skipIf(isLeftOut)(`says what its source says: ${name}`, {timeout: 1_800_000}, async () => {
        const whole = openReleases(HERE, join(CORPUS ?? '', name), {timezone: 'UTC'})
        const {source, recorded} = await sayBoth({...whole, releases: whole.releases.slice(-RELEASES)})
        for (const command of Object.keys(source)) expect(recorded[command] === source[command], command).toBe(true)
      })
    }
  })
})
