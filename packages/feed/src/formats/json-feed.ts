import {defined} from '@tenure/core/model/defined'
import {
  entryTitle,
  entryUri,
  type FeedDocument,
  feedTitle,
  htmlParagraphs,
  midnightIn,
  type PublishedEntry,
  plainParagraphs,
  publishedEntries
} from './feed-text.ts'

/** A feed as JSON Feed 1.1, with what programs need of each entry in `_tenure`. */
export const jsonFeed = (feed: FeedDocument) =>
  defined({
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(feed),
    home_page_url: feed.site,
    feed_url: feed.self,
    items: publishedEntries(feed).map(toItem)
  })

const toItem = (entry: PublishedEntry) =>
  defined({
    id: entryUri(entry),
    url: entry.link,
    title: entryTitle(entry),
    content_html: htmlParagraphs(entry),
    content_text: plainParagraphs(entry),
    date_published: midnightIn(entry, entry.published).text,
    date_modified: midnightIn(entry, entry.updated).text,
    authors: [{name: entry.api}],
    tags: [entry.status],
    _tenure: defined({
      api: entry.api,
      subject: entry.subject,
      status: entry.status,
      sunset: entry.sunset,
      replacement: entry.replacement
    })
  })
