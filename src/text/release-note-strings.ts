/** Headings of the release note groups. */
export const CHANGE_GROUP_TITLES = {
  breaking: 'Breaking changes',
  removed: 'Removed',
  unclear: 'May break',
  deprecated: 'Deprecated',
  added: 'Added',
  changed: 'Changed'
} as const

/** Lead sentence of the group `unclear`. */
export const UNCLEAR_LEAD = 'Whether these break depends on how you use them.'

/** Text for a release without a readable description or declared changes. */
export const UNREAD_RELEASE_NOTE = 'No description of it was read.'
