// The life of each version of Gateway API, in each release of both channels. Skipped without the real definitions.
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {crdReader} from '../../packages/crd/src/reader.ts'
import type {Description} from '../../src/descriptions/description.ts'
import {createTextFileTree} from '../../src/documents/file-tree.ts'
import {CORPUS} from './openapi/diff/documents.ts'

const folder = join(CORPUS ?? '', 'gateway-api')

/** In which release a version came, and what became of it. */
interface Life {
  first?: string
  deprecatedIn?: string
  notServedIn?: string
  goneIn?: string
}

const readJson = <T>(channel: string, name: string): T =>
  JSON.parse(readFileSync(join(folder, channel, name), 'utf8')) as T

/**
 * Reads the life of each version from what changed between each two releases. v1.1.1 was published after v1.2.0, so versions came back
 * for one release: the first day on which they weren't served counts, and the last removal.
 */
function observeVersions(channel: string): Record<string, Life> {
  const versions: Record<string, Life> = {}
  const lifeOf = (name: string): Life => (versions[name] ??= {})
  const openNext = crdReader.createOpener()
  let older: Description | undefined
  for (const {version, file} of readJson<{releases: {version: string; file: string}[]}>(channel, 'releases.json')
    .releases) {
    const text = readFileSync(join(folder, channel, file), 'utf8')
    const newer = openNext(createTextFileTree(file, new Map([[file, text]])))
    const {changes, arrivals} = older ? newer.describeSince(older) : newer.describe()
    for (const {subject, described} of arrivals) {
      const life = lifeOf(subject.target.text)
      life.first ??= version
      if (described.deprecated) life.deprecatedIn ??= version
    }
    for (const {kind, subject, new: isDeprecated} of changes) {
      if (subject.part) continue
      const life = lifeOf(subject.target.text)
      if (kind === 'unserved-version-added') {
        life.first ??= version
        life.notServedIn ??= version
        if (isDeprecated === true) life.deprecatedIn ??= version
      }
      if (kind === 'deprecated') life.deprecatedIn ??= version
      if (kind === 'version-not-served') life.notServedIn ??= version
      if (kind === 'operation-removed' || kind === 'unserved-version-removed') life.goneIn = version
    }
    older = newer
  }
  return versions
}

describe.skipIf(CORPUS === undefined || !existsSync(folder))('the history of Gateway API', () => {
  test.each([
    ['standard', 49],
    ['experimental', 68]
  ])('has each version, its deprecation, and its end in the right release of the %s channel', (channel, count) => {
    const truth = Object.entries(readJson<Record<string, Life>>(channel, 'truth.json'))
    const expected = truth.map(([name, {first, deprecatedIn, notServedIn, goneIn}]): [string, Life] => [
      name,
      JSON.parse(JSON.stringify({first, deprecatedIn, notServedIn, goneIn})) as Life
    ])
    expect(observeVersions(channel)).toEqual(Object.fromEntries(expected))
    expect(expected.flatMap(([, life]) => Object.keys(life))).toHaveLength(count)
  })
})
