import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {assemble} from '../src/history/assemble.ts'
import {historyFromSnapshots} from '../src/history/observed/from-snapshots.ts'
import {openReleases} from '../src/inputs/sources/open-source.ts'
import type {History} from '../src/model/lifecycle/history.ts'
import {isEndpoint} from '../src/model/subject/subject.ts'
import {observeSource} from '../src/observations/observe.ts'
import {HERE} from './here.ts'
import {CORPUS} from './languages/openapi/diff/documents.ts'

// Real histories that are too large for the repository. The tests are skipped if these aren't unpacked next to the
// project's data.
const corpus = CORPUS ?? ''
const has = (name: string): boolean => CORPUS !== undefined && existsSync(join(CORPUS, name, 'releases.json'))

function historyOf(name: string): History {
  const folder = join(corpus, name)
  const observed = observeSource(openReleases(HERE, folder, {timezone: 'UTC'}))
  expect(observed.leftOut).toEqual([])
  return assemble(historyFromSnapshots(observed.releases, name, folder), {asOf: '2026-11-20'})
}

interface Truth {
  readonly apiVersion: string
  readonly resource: string
  readonly firstInSpec: string
  readonly removedFromSpec?: string
}

describe.skipIf(!has('kubernetes'))('the history of Kubernetes 1.5 to 1.22', () => {
  test('adds and removes each resource in the right release', () => {
    const {lifecycles, timeline} = historyOf('kubernetes')
    const endpoints = lifecycles.filter(({subject}) => isEndpoint(subject.target) && !subject.part)
    const nameOf = (entry: number | undefined): string | undefined =>
      entry === undefined ? undefined : timeline.entries[entry]?.name.replace(/^v/, '')
    const {entries} = JSON.parse(readFileSync(join(corpus, 'kubernetes', 'truth.json'), 'utf8')) as {entries: Truth[]}
    const observedEntries = entries.map(({apiVersion, resource}): Truth => {
      const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
      const place = new RegExp(`^${base.replaceAll('.', '\\.')}(/watch)?(/namespaces/\\{[^}]+\\})?/${resource}(/|$)`)
      const lifecycles = endpoints.filter(({subject: {target}}) => target.path !== undefined && place.test(target.path))
      const firsts = lifecycles.flatMap(({tenures}) => tenures[0]?.introduced?.event.entry ?? [])
      const ends = lifecycles.map(({tenures}) => tenures.at(-1)?.end?.event.entry)
      const last = ends.includes(undefined) ? undefined : nameOf(Math.max(...ends.map(Number)))
      const first = nameOf(Math.min(...firsts)) ?? ''
      return {apiVersion, resource, firstInSpec: first, ...(last === undefined ? {} : {removedFromSpec: last})}
    })
    expect(observedEntries).toEqual(
      entries.map(({apiVersion, resource, firstInSpec, removedFromSpec}) => ({
        apiVersion,
        resource,
        firstInSpec,
        ...(removedFromSpec === undefined ? {} : {removedFromSpec})
      }))
    )
    expect(observedEntries.filter(({removedFromSpec}) => removedFromSpec !== undefined)).toHaveLength(51)
  })
})
