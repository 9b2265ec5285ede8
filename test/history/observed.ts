import {assemble} from '../../src/history/assemble.ts'
import {historyFromSnapshots} from '../../src/history/observed/from-snapshots.ts'
import type {ReleaseSource, SourceRelease} from '../../src/inputs/sources/source.ts'
import type {ObservedRelease} from '../../src/model/api/release-diff.ts'
import type {History} from '../../src/model/lifecycle/history.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {ContentIds} from '../../src/observations/content-ids.ts'
import {observeSource} from '../../src/observations/observe.ts'
import {type Cache, NO_CACHE} from '../../src/stores/cache.ts'

/** A release: its name, its date, and the paths of its API description; `undefined` is an unreadable one. */
export type Release = readonly [name: string, date: string | undefined, paths: object | undefined, more?: object]

export function sourceOf(all: readonly Release[]): ReleaseSource {
  const releases = all.map(([name, date, paths, more = {}]): SourceRelease => {
    const info = {title: 'Lending Library API', version: '1'}
    const text = paths === undefined ? 'no: [description' : JSON.stringify({openapi: '3.0.3', info, paths, ...more})
    const source = `${name}.json`
    const tree = {
      path: 'openapi.json',
      sourceOf: () => source,
      read: () => Buffer.from(text),
      real: (path: string) => path,
      id: () => text
    }
    return {name, ...(date === undefined ? {} : {date}), place: {source}, tree: () => tree}
  })
  return {kind: 'folder', path: 'library', service: 'library', releases, unread: [], remarks: []}
}

export const observe = (all: readonly Release[], cache: Cache = NO_CACHE): readonly ObservedRelease[] =>
  observeSource(sourceOf(all), {ids: new ContentIds(cache)}).releases

export const historyOf = (all: readonly Release[], asOf = '2030-01-01'): History =>
  assemble(historyFromSnapshots(observe(all), 'library', 'library'), {asOf})

/** The events as lines such as `2.1 removed GET /v1/loans`. */
export const linesOf = (history: History): string[] =>
  history.events.map(({entry, kind, subject, by, aside}) =>
    [
      history.timeline.entries[entry]?.name,
      kind,
      formatSubject(subject),
      ...(by ? [by.after === undefined ? 'by then' : `after ${history.timeline.entries[by.after]?.name}`] : []),
      ...(aside ? ['aside'] : [])
    ].join(' ')
  )

export const get = (more: object = {}): object => ({get: {responses: {200: {description: 'fine'}}, ...more}})
