import type {RootContent} from 'mdast'
import type {History} from '../model/history.ts'
import type {Judgement} from '../model/judgement.ts'
import type {Policy} from '../model/policy.ts'
import {refuse} from '../model/problem.ts'
import {type Entry, releaseNamed} from '../model/timeline.ts'
import {claimOf} from '../promise/changes.ts'
import {NOTHING} from '../words/page-words.ts'
import {toMarkdown} from './markdown.ts'
import {type Page, pageOf} from './page.ts'
import {heading, list, paragraph} from './phrasing.ts'
import {aboutEntry, type Line, linesOf} from './releases.ts'

/** What a reader of release notes looks for, in the order of its urgency. */
const GROUPS = ['Breaking changes', 'Removed', 'Deprecated', 'Added', 'Changed'] as const
type Group = (typeof GROUPS)[number]

/** One release as Markdown for its page on a forge: no title, for the forge shows it. */
export function renderNotes(
  history: History,
  judgements: readonly Judgement[],
  policy: Policy,
  release: string
): string {
  const entry = entryNamed(history, release)
  const page = pageOf(history, judgements, policy)
  const lines = linesOf(entry, page)
  const groups = GROUPS.flatMap((group): RootContent[] => {
    const inGroup = lines.filter(line => groupOf(line, page) === group)
    return inGroup.length > 0 ? [heading(3, group), list(inGroup.map(({pieces}) => pieces))] : []
  })
  return toMarkdown([...aboutEntry(entry), ...(groups.length > 0 ? groups : [paragraph(NOTHING.changes)])])
}

function entryNamed({timeline}: History, name: string): Entry {
  const entry = releaseNamed(timeline, name) ?? timeline.entries.find(each => each.name === name)
  if (entry) return entry
  const known = timeline.entries.map(each => `\`${each.name}\``)
  const last = known.length > 5 ? ['…', ...known.slice(-5)] : known
  throw refuse(`Unexpected release \`${name}\`, expected one of the record: ${last.join(', ')}`, {
    source: timeline.entries[0]?.place.source ?? 'history'
  })
}

/** A removal stands under its own heading: that it breaks goes without saying. */
function groupOf({event}: Line, {policy}: Page): Group {
  switch (event.kind) {
    case 'removed':
      return 'Removed'
    case 'deprecated':
    case 'rescheduled':
    case 'withdrawn':
      return 'Deprecated'
    case 'introduced':
    case 'restored':
    case 'changed': {
      const revision = policy.revisions.at(-1)
      if (revision && claimOf(event, revision, {policy}) === true) return 'Breaking changes'
      return event.kind === 'changed' ? 'Changed' : 'Added'
    }
  }
}
