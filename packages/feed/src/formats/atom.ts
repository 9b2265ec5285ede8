import {type Markup, markup} from '@tenure/pages/site/picture/html'
import {
  entryTitle,
  entryUri,
  type FeedDocument,
  feedId,
  feedTitle,
  htmlParagraphs,
  midnightIn,
  type PublishedEntry,
  publishedEntries
} from './feed-text.ts'

/** When a feed without entries was updated: no fact says when. */
const NO_DAY = '1970-01-01T00:00:00Z'

/** Writes a feed as Atom (RFC 4287). */
export function writeAtom(feed: FeedDocument): string {
  const entries = publishedEntries(feed)
  const [latest] = entries
  const {self, site} = feed
  return markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${feedId(feed)}</id>
  <title>${feedTitle(feed)}</title>
  <updated>${latest ? midnightIn(latest, latest.updated).text : NO_DAY}</updated>
  <generator>tenure</generator>${
    self !== undefined &&
    markup`
  <link rel="self" type="application/atom+xml" href="${self}"/>`
  }${
    site !== undefined &&
    markup`
  <link rel="alternate" type="text/html" href="${site}"/>`
  }${entries.map(atomEntry)}
</feed>
`.text
}

const atomEntry = (entry: PublishedEntry): Markup => markup`
  <entry>
    <id>${entryUri(entry)}</id>
    <title>${entryTitle(entry)}</title>
    <published>${midnightIn(entry, entry.published).text}</published>
    <updated>${midnightIn(entry, entry.updated).text}</updated>
    <author><name>${entry.api}</name></author>
    <category term="${entry.status}"/>${
      entry.link !== undefined &&
      markup`
    <link rel="alternate" href="${entry.link}"/>`
    }
    <content type="html">${htmlParagraphs(entry)}</content>
  </entry>`
