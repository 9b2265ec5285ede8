import {refuse} from '../../model/input-error.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {nearest} from '../../model/subject/closest-word.ts'
import {type Entry, releaseNamed} from '../../model/time/timeline.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {pageOf} from '../page-data.ts'
import {newsOfEntry} from './changes-of-release.ts'
import {githubNotes} from './github.ts'

/** Renders the notes of one release without a title, as release pages show it. */
export function renderNotes(
  history: History,
  judgements: readonly Judgement[],
  policy: Policy,
  release: string
): string {
  const page = pageOf(history, judgements, policy, true)
  return githubNotes(newsOfEntry(entryNamed(history, release), page), page)
}

/** Finds a release, or a statement by its day. Throws if there is none of that name. */
export function entryNamed({timeline, source}: History, name: string): Entry {
  const entry = releaseNamed(timeline, name) ?? timeline.entries.find(each => each.name === name)
  if (entry) return entry
  const known = timeline.entries.map(each => `\`${each.name}\``)
  const last = known.length > 5 ? ['…', ...known.slice(-5)] : known
  const names = timeline.entries.map(each => each.name)
  const closest = names.find(each => each.startsWith(`${name} `) || each.startsWith(`${name}.`)) ?? nearest(name, names)
  const hint = closest === undefined ? '' : ` (did you mean \`${closest}\`?)`
  throw refuse(`Unexpected release \`${name}\`, expected one of the record: ${last.join(', ')}${hint}`, {
    source: timeline.entries[0]?.place.source ?? source
  })
}
