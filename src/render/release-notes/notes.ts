import {inputError} from '../../model/input-error.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {findClosestWord} from '../../model/subject/closest-word.ts'
import {findRelease, type TimelineEntry} from '../../model/time/timeline.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {createHistoryPage} from '../page-data.ts'
import {changesOfRelease} from './changes-of-release.ts'
import {githubNotes} from './github.ts'

/** Renders the notes of one release without a title, as release pages show it. */
export function renderNotes(
  history: History,
  judgements: readonly Judgement[],
  policy: Policy,
  release: string
): string {
  const page = createHistoryPage(history, judgements, policy, true)
  return githubNotes(changesOfRelease(findEntry(history, release), page), page)
}

/** Finds a release, or a statement by its day. Throws if there is none of that name. */
export function findEntry({timeline, source}: History, name: string): TimelineEntry {
  const entry = findRelease(timeline, name) ?? timeline.entries.find(each => each.name === name)
  if (entry) return entry
  const known = timeline.entries.map(each => `\`${each.name}\``)
  const last = known.length > 5 ? ['…', ...known.slice(-5)] : known
  const names = timeline.entries.map(each => each.name)
  const closest =
    names.find(each => each.startsWith(`${name} `) || each.startsWith(`${name}.`)) ?? findClosestWord(name, names)
  const hint = closest === undefined ? '' : ` (did you mean \`${closest}\`?)`
  throw inputError(`Unexpected release \`${name}\`, expected one of the record: ${last.join(', ')}${hint}`, {
    source: timeline.entries[0]?.place.source ?? source
  })
}
