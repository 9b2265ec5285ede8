import type {History} from '../model/history.ts'
import type {Judgement} from '../model/judgement.ts'
import {nearest} from '../model/nearest.ts'
import type {Policy} from '../model/policy.ts'
import {refuse} from '../model/problem.ts'
import {type Entry, releaseNamed} from '../model/timeline.ts'
import {githubNotes} from './github-flavour.ts'
import {pageOf} from './page.ts'
import {newsOfEntry} from './release-news.ts'

/** One release as Markdown for its page on a forge: no title, for the forge shows it. */
export function renderNotes(
  history: History,
  judgements: readonly Judgement[],
  policy: Policy,
  release: string
): string {
  const page = pageOf(history, judgements, policy, true)
  return githubNotes(newsOfEntry(entryNamed(history, release), page), page)
}

/** The release, or the day of a statement, of that name. */
export function entryNamed({timeline, source}: History, name: string): Entry {
  const entry = releaseNamed(timeline, name) ?? timeline.entries.find(each => each.name === name)
  if (entry) return entry
  const known = timeline.entries.map(each => `\`${each.name}\``)
  const last = known.length > 5 ? ['…', ...known.slice(-5)] : known
  const names = timeline.entries.map(each => each.name)
  const meant = names.find(each => each.startsWith(`${name} `) || each.startsWith(`${name}.`)) ?? nearest(name, names)
  const hint = meant === undefined ? '' : ` (did you mean \`${meant}\`?)`
  throw refuse(`Unexpected release \`${name}\`, expected one of the record: ${last.join(', ')}${hint}`, {
    source: timeline.entries[0]?.place.source ?? source
  })
}
