import type {RootContent} from 'mdast'
import {count} from '../../text/format-values.ts'
import {NOTHING} from '../../text/page-strings.ts'
import {NEWS_TITLES, UNCLEAR_LEAD, UNREAD} from '../../text/release-note-strings.ts'
import {withoutClaim} from '../../text/statement-sentences.ts'
import {codeOf, type Piece} from '../../text/text-pieces.ts'
import {folded} from '../markdown/details-html.ts'
import {heading, paragraph} from '../markdown/markdown-nodes.ts'
import {aboutEntry, isNoted} from './about-entry.ts'
import type {NewsLine} from './change-line.ts'
import {type ListStyle, newsList} from './change-list.ts'
import type {ReleaseNews} from './changes-of-release.ts'
import {NEWS_GROUPS} from './release-changes.ts'
import {unreadParagraph} from './unread-releases.ts'

/** Body of the notes of a release, with headings of the given level, breaking changes first. */
export function releaseBody(news: ReleaseNews, depth: 3 | 4, style: ListStyle): RootContent[] {
  const {entry, from, lines, first, unread, since, partial = []} = news
  const groups = NEWS_GROUPS.flatMap((group): RootContent[] => {
    const inGroup = lines.filter(line => line.group === group)
    if (inGroup.length === 0) return []
    const lead = group === 'unclear' ? [paragraph(UNCLEAR_LEAD)] : []
    const shown = group === 'breaking' && style.claimed ? inGroup.map(withoutBreakingLabel) : inGroup
    return [heading(depth, NEWS_TITLES[group]), ...lead, ...newsList(shown, style)]
  })
  const about = from ? unreadParagraph(partial) : aboutEntry(entry)
  const beginning = first ? firstDescription(first) : []
  const said = groups.length > 0 || beginning.length > 0 || (!unread && !from && isNoted(entry))
  const isOpen = partial.length > 0 || (!from && entry.partial === true)
  // An unread part may contain changes, so `No changes.` is omitted.
  const placeholder = said || isOpen ? [] : [paragraph(unread ? UNREAD : NOTHING.changes)]
  const between =
    since === undefined
      ? []
      : [
          paragraph(
            'Some of it may have come before: no description between ',
            codeOf(since),
            ' and this release was read.'
          )
        ]
  return [...about, ...between, ...beginning, ...groups, ...placeholder]
}

const withoutBreakingLabel = (line: NewsLine): NewsLine => ({...line, pieces: withoutClaim(line.pieces)})

const MOST_NAMED = 400

/** Summary of the first description that was read. It isn't listed as added, because it may be older. */
function firstDescription({operations, deprecated}: NonNullable<ReleaseNews['first']>): RootContent[] {
  const marked = deprecated > 0 ? `, ${deprecated} of them deprecated` : ''
  const said = `The first description that was looked at: ${count(operations.length, 'operation')}${marked}, which may be older.`
  const named = operations.slice(0, MOST_NAMED)
  const codes = named.flatMap((name, at): Piece[] => [...(at === 0 ? [] : [', ']), codeOf(name)])
  const rest = operations.length - named.length
  const more = rest > 0 ? [` and ${rest} more.`] : ['.']
  return [paragraph(said), ...(folded(['All of them'], [paragraph(...codes, ...more)]) as RootContent[])]
}
