import {defined} from '../model/defined.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {LocateSource} from '../model/location.ts'
import {formatSubject, isMember, subjectKey} from '../model/subject/subject.ts'
import type {Judgment} from '../model/verdict/judgment.ts'
import type {Policy} from '../model/verdict/policy.ts'
import type {ChangeLine} from '../outputs/changes/change-line.ts'
import {shortenComponentNames} from '../outputs/changes/changes-of-release.ts'
import {groupChanges} from '../outputs/changes/group-changes.ts'
import {createHistoryPage} from '../outputs/changes/page-data.ts'
import {type ReleaseChange, releaseChanges} from '../outputs/changes/release-changes.ts'
import {CHANGE_EFFECTS, type ChangeEffect, type ListedChanges} from '../outputs/report/change-list.ts'
import {statedText} from '../text/statement.ts'
import type {Standing} from './release/compare-with-release.ts'

/** A judged history, from which the list of changes is made. */
export interface ListedHistory {
  readonly history: History
  readonly judgments: readonly Judgment[]
  readonly policy: Policy
  readonly assumed: boolean
  readonly locate: LocateSource
}

/**
 * Lists the new events as changes, one line for each cause, breaking ones first. Of the events that don't count against
 * the change, those that its base already has are listed only if they break something.
 */
export function listChanges(
  history: ListedHistory,
  isNew: (event: Event) => boolean,
  standing: ReadonlyMap<number, Standing> = new Map()
): ListedChanges[] {
  const listOf = (wanted: Standing | undefined): ListedChanges[] =>
    listEvents(history, event => standing.get(event.id) === wanted && isNew(event))
  const uncounted = (['unreleased', 'inherited'] as const).flatMap(each =>
    listOf(each).flatMap(line => {
      if (BREAKING.includes(line.effect)) return [{...line, effect: each}]
      return each === 'inherited' ? [] : [line]
    })
  )
  return [...listOf(undefined), ...uncounted].toSorted(
    (a, b) => CHANGE_EFFECTS.indexOf(a.effect) - CHANGE_EFFECTS.indexOf(b.effect)
  )
}

const BREAKING: readonly ChangeEffect[] = ['removed', 'breaking', 'unclear']

function listEvents(
  {history, judgments, policy, assumed, locate}: ListedHistory,
  isNew: (event: Event) => boolean
): ListedChanges[] {
  const page = {...createHistoryPage(history, judgments, policy, assumed), isForClients: true as const}
  const events = history.events.filter(isNew)
  const restored = new Set(events.flatMap(({kind, subject}) => (kind === 'restored' ? [subjectKey(subject)] : [])))
  // An endpoint that a line restores is left out as an addition, as which a description shows it.
  const listed = events.filter(({kind, subject}) => kind !== 'introduced' || !restored.has(subjectKey(subject)))
  const lines = shortenComponentNames(groupChanges(releaseChanges(listed, page), page))
  return lines.map(line => toListedChanges(line, locate))
}

function toListedChanges(
  {members, pieces, unnamed, group, operations, hidesOperations}: ChangeLine,
  locate: LocateSource
): ListedChanges {
  const [{event}] = members
  const [sunset, ...others] = new Set(members.map(each => each.event.sunset && statedText(each.event.sunset)))
  return {
    effect: effectOf(event, group),
    sentence: pieces,
    count: members.reduce((sum, each) => sum + 1 + (each.event.observed?.others ?? 0), 0),
    unnamed,
    operations: operations.length > 0 ? operations : members.map(each => ({target: each.event.subject.target})),
    hidesOperations: hidesOperations === true,
    kinds: [...new Set(members.map(each => each.event.change ?? each.event.verb))],
    subjects: [...new Set(members.map(each => formatSubject(each.event.subject)))],
    place: locate(event.place),
    ...defined({sunset: others.length === 0 ? sunset : undefined})
  }
}

function effectOf({kind, subject}: Event, group: ReleaseChange['group']): ChangeEffect {
  if (group === 'deprecated') return kind === 'rescheduled' || kind === 'withdrawn' ? kind : 'deprecated'
  if (group !== 'added' && group !== 'changed') return group
  const isWhole = !subject.part && !isMember(subject.target)
  return isWhole && (kind === 'introduced' || kind === 'restored') ? 'added' : 'compatible'
}
