import type {RootContent} from 'mdast'
import {count, sayList} from '../../text/format-values.ts'
import {piecesOfHeading} from '../../text/release-headings.ts'
import {statedText} from '../../text/statement.ts'
import {codeOf, type Piece} from '../../text/text-pieces.ts'
import {toMarkdown} from '../markdown/markdown.ts'
import {heading} from '../markdown/markdown-nodes.ts'
import {type Page, saidEntry} from '../page-data.ts'
import type {ListStyle} from './change-list.ts'
import type {ReleaseNews} from './changes-of-release.ts'
import {releaseBody} from './release-body.ts'

/** An `@` and a word, which mentions a GitHub user unless it is code. */
const MENTION = /(@[\w-][\w./-]*)/

const withoutMentions = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.flatMap((piece): Piece[] => {
    const text = typeof piece === 'string' ? piece : 'free' in piece ? piece.free : ''
    if (!text.includes('@')) return [piece]
    return text
      .split(MENTION)
      .filter(Boolean)
      .map(each => (each.startsWith('@') ? codeOf(each) : typeof piece === 'string' ? each : {free: each}))
  })

const STYLE: ListStyle = {details: true, reach: true, claimed: true, pieces: withoutMentions}

/**
 * Release notes for GitHub's release page. The page shows the title, so the notes have no headings of level 1 and 2.
 */
export const githubNotes = (news: ReleaseNews, page: Page): string =>
  toMarkdown([...alert(news, page), ...releaseBody(news, 3, STYLE)])

/** Notes of all releases, newest first, each under a heading. */
export const githubHistory = (all: readonly ReleaseNews[], page: Page): string =>
  toMarkdown(
    all.flatMap(news => [
      heading(2, ...piecesOfHeading(saidEntry(news.entry))),
      ...alert(news, page),
      ...releaseBody(news, 3, STYLE)
    ])
  )

/** Alert boxes for breaking changes and sunsets. They contain no text from the history, since they aren't escaped. */
function alert({lines}: ReleaseNews, {history}: Page): RootContent[] {
  const of = (...groups: readonly string[]): number => lines.filter(({group}) => groups.includes(group)).length
  const breaks = of('breaking', 'removed')
  const unclear = of('unclear')
  const ends = lines
    .filter(({group, members: [{event}]}) => group === 'deprecated' && event.kind !== 'withdrawn')
    .flatMap(({members: [{event}]}) => (event.sunset ? [statedText(event.sunset)] : []))
    .filter(text => /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= history.timeline.asOf)
    .toSorted()
  const parts = [
    ...(breaks > 0 ? [`**${count(breaks, 'change')} ${breaks === 1 ? 'breaks' : 'break'} clients**`] : []),
    ...(unclear > 0 ? [`${breaks > 0 ? `${unclear} more` : count(unclear, 'change')} may`] : [])
  ]
  const boxes = [
    ...(breaks > 0
      ? [['WARNING', `${sayList(parts)}. Read ${breaks + unclear === 1 ? 'it' : 'them'} before you upgrade.`]]
      : []),
    ...(ends.length > 0 ? [['IMPORTANT', `The first of what is deprecated ends on ${ends[0]}.`]] : [])
  ]
  return boxes.map(([kind, text]): RootContent => ({type: 'html', value: `> [!${kind}]\n> ${text}`}))
}
