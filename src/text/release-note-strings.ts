/** The headings of release notes, by group. */
export const NEWS_TITLES = {
  breaking: 'Breaking changes',
  removed: 'Removed',
  unclear: 'May break',
  deprecated: 'Deprecated',
  added: 'Added',
  changed: 'Changed'
} as const

/** Under a heading whose name needs a word. */
export const UNCLEAR_LEAD = 'Whether these break depends on how you use them.'

/** Of a release about which nobody knows anything. */
export const UNREAD = 'No description of it was read.'
