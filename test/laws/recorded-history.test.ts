// All commands print the same for a source and for the history recorded from it, except places, how the source was
// read, and since when the history counts.

import {existsSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {openListedSource} from '../../src/inputs/sources/listed-source.ts'
import {openReleases} from '../../src/inputs/sources/open-source.ts'
import {HERE} from '../here.ts'
import {CORPUS} from '../languages/openapi/diff/documents.ts'
import {isFullRun, tries} from '../tier.ts'
import {outputsOfBoth} from './command-outputs.ts'
import {releasesOf} from './recorded-descriptions.ts'

/** CI takes a part of them, `npm run test:sweep` all 1,000. */
const HISTORIES = Number(process.env.HISTORIES ?? tries(200, 6))
const SEED = Number(process.env.SEED ?? 44_000)

/** CI records the last releases of the smaller services, `npm run test:sweep` all releases of all services. */
const SERVICES = [
  ...['adyen-checkout', 'datadog-v1', 'discord', 'docker-engine', 'etcd', 'harbor', 'kubeflow-pipelines'],
  ...['kubernetes', 'ory-kratos']
]
const LARGE_SERVICES = ['github-pair', 'openai', 'stripe']
const RELEASES = Number(process.env.RELEASES ?? 2)
const isSweep = process.env.RELEASES !== undefined

const has = (name: string): boolean => CORPUS !== undefined && existsSync(join(CORPUS, name))

describe('a recorded history', () => {
  it(`gives the same command outputs as its source: ${HISTORIES} random histories`, {timeout: 1_800_000}, async () => {
    let compared = 0
    for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
      const releases = releasesOf(seed)
      if (releases.length < 2) continue
      const {source, recorded} = await outputsOfBoth(openListedSource(HERE, 'Library', releases, 'UTC'))
      for (const command of Object.keys(source))
        expect(recorded[command], `${command} of ${seed}`).toBe(source[command])
      compared++
    }
    expect(compared).toBe(HISTORIES)
  })

  describe.skipIf(!isFullRun)('of a real API', () => {
    for (const name of [...SERVICES, ...LARGE_SERVICES]) {
      const isSkipped = !has(name) || (LARGE_SERVICES.includes(name) && !isSweep)
      it.skipIf(isSkipped)(`gives the same command outputs as its source: ${name}`, {timeout: 1_800_000}, async () => {
        const allReleases = openReleases(HERE, join(CORPUS ?? '', name), {timezone: 'UTC'})
        const {source, recorded} = await outputsOfBoth({
          ...allReleases,
          releases: allReleases.releases.slice(-RELEASES)
        })
        for (const command of Object.keys(source)) expect(recorded[command] === source[command], command).toBe(true)
      })
    }
  })
})
