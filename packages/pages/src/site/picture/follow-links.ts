import {type Markup, markup} from './html.ts'

/** Addresses of the feed and the calendar of what a page is about. */
export interface FollowLinks {
  readonly atom?: string
  readonly ical?: string
}

/** Links to the feed and the calendar, after a text. Their accessible names say whose. `undefined` without any. */
export function followMarkup({atom, ical}: FollowLinks = {}, whose: string, before = ''): Markup | undefined {
  const links = [
    ...(atom === undefined ? [] : [{href: atom, text: 'Feed', type: 'application/atom+xml'}]),
    ...(ical === undefined ? [] : [{href: ical, text: 'Calendar', type: 'text/calendar'}])
  ]
  if (links.length === 0) return undefined
  return markup`${before}${links.map(
    ({href, text, type}, at) =>
      markup`${at > 0 && ' · '}<a href="${href}" type="${type}" aria-label="${`${text} of ${whose}`}">${text}</a>`
  )}`
}

/** Links for programs that read feeds, in the head of a page. */
export const feedLink = ({atom}: FollowLinks = {}, title: string): Markup | undefined =>
  atom === undefined
    ? undefined
    : markup`<link rel="alternate" type="application/atom+xml" href="${atom}" title="${title}">
`
