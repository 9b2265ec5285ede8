import type {RootContent} from 'mdast'
import {inputError} from '../../model/input-error.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {findClosestWord} from '../../model/subject/closest-word.ts'
import {findRelease, type TimelineEntry} from '../../model/time/timeline.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {formatCount, formatList} from '../../text/format-values.ts'
import {entryHeadingPieces} from '../../text/release-headings.ts'
import {statedText} from '../../text/statement.ts'
import {codePiece, type TextPiece} from '../../text/text-pieces.ts'
import {toMarkdown} from '../markdown/markdown.ts'
import {headingNode} from '../markdown/markdown-nodes.ts'
import {createHistoryPage, entryHeading, type HistoryPage} from '../page-data.ts'
import type {ChangeListStyle} from './change-list.ts'
import {type ChangesOfRelease, changesOfRelease} from './changes-of-release.ts'
import {releaseBody} from './release-body.ts'

/** An `@` and a word, which mentions a GitHub user unless it is code. */
const MENTION = /(@[\w-][\w./-]*)/

const withoutMentions = (pieces: readonly TextPiece[]): readonly TextPiece[] =>
  pieces.flatMap((piece): TextPiece[] => {
    const text = typeof piece === 'string' ? piece : 'free' in piece ? piece.free : ''
    if (!text.includes('@')) return [piece]
    return text
      .split(MENTION)
      .filter(Boolean)
      .map(each => (each.startsWith('@') ? codePiece(each) : typeof piece === 'string' ? each : {free: each}))
  })

const STYLE: ChangeListStyle = {details: true, reach: true, claimed: true, pieces: withoutMentions}

/**
 * Release notes for GitHub's release page. The page shows the title, so the notes have no headings of level 1 and 2.
 */
export const githubNotes = (news: ChangesOfRelease, page: HistoryPage): string =>
  toMarkdown([...alert(news, page), ...releaseBody(news, 3, STYLE)])

/** Notes of all releases, newest first, each under a heading. */
export const githubHistory = (all: readonly ChangesOfRelease[], page: HistoryPage): string =>
  toMarkdown(
    all.flatMap(news => [
      headingNode(2, ...entryHeadingPieces(entryHeading(news.entry))),
      ...alert(news, page),
      ...releaseBody(news, 3, STYLE)
    ])
  )

/** Alert boxes for breaking changes and sunsets. They contain no text from the history, since they aren't escaped. */
function alert({lines}: ChangesOfRelease, {history}: HistoryPage): RootContent[] {
  const of = (...groups: readonly string[]): number => lines.filter(({group}) => groups.includes(group)).length
  const breaks = of('breaking', 'removed')
  const unclear = of('unclear')
  const ends = lines
    .filter(({group, members: [{event}]}) => group === 'deprecated' && event.kind !== 'withdrawn')
    .flatMap(({members: [{event}]}) => (event.sunset ? [statedText(event.sunset)] : []))
    .filter(text => /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= history.timeline.asOf)
    .toSorted()
  const parts = [
    ...(breaks > 0 ? [`**${formatCount(breaks, 'change')} ${breaks === 1 ? 'breaks' : 'break'} clients**`] : []),
    ...(unclear > 0 ? [`${breaks > 0 ? `${unclear} more` : formatCount(unclear, 'change')} may`] : [])
  ]
  const boxes = [
    ...(breaks > 0
      ? [['WARNING', `${formatList(parts)}. Read ${breaks + unclear === 1 ? 'it' : 'them'} before you upgrade.`]]
      : []),
    ...(ends.length > 0 ? [['IMPORTANT', `The first of what is deprecated ends on ${ends[0]}.`]] : [])
  ]
  return boxes.map(([kind, text]): RootContent => ({type: 'html', value: `> [!${kind}]\n> ${text}`}))
}

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
