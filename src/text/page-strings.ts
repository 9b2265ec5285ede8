/** Headings of the sections of the history page. */
export const HEADINGS = {
  about: 'About',
  endpoints: 'Endpoints',
  removed: 'Removed',
  pending: 'Pending deprecations',
  releases: 'Changes by release',
  resources: 'Resources and fields',
  policy: 'Policy',
  unknown: 'What is not known'
} as const

/**
 * Fixed lead sentences of the history page. When a page is read back, they tell what follows: text after `releases` and
 * `unknown` belongs to the history; text after `policy` and `open` is derived from other files.
 */
export const LEAD_SENTENCES = {
  releases: 'Newest first.',
  policy: 'What the policy promises, in words.',
  unknown: 'Not known, or not shown:',
  open: 'What would decide the open verdicts:',
  areas: 'Areas:',
  notes: 'Notes:',
  others: 'Other named operations and paths:',
  otherFields: 'More on record:'
} as const

/** Placeholder text of empty sections. It adds nothing to the history when the page is read back. */
export const EMPTY_SECTION_TEXTS = {
  changes: 'No changes.',
  endpoints: 'No current endpoints are on record.',
  removed: 'Nothing has been removed.',
  removedUnsure: 'Nothing is known to have been removed.',
  removedWhole: 'Only fields, parameters and other parts have been removed: they stand with their releases.',
  removedParts: 'Fields, parameters and other parts that were removed stand with their releases.',
  pending: 'No deprecation is pending.',
  pendingUnsure: 'No deprecation is known to be pending.',
  resources: 'No fields are on record.',
  resourcesNamed: 'Fields stand with the releases that changed them.',
  releases: 'No releases are on record.',
  unknown: 'Nothing is known to be missing.',
  unread: 'Not all releases could be read: those of which more may have changed say so.'
} as const

/** Note on the first release whose description was read. */
export const FIRST_DESCRIPTION_NOTE = 'What it adds was there by then, and may be older.'

/** Note on a release whose description could only be read in part. */
export const PARTIAL_DESCRIPTION_NOTE = 'Not all of its description could be read: more may have changed.'

export const INCOMPLETE_HISTORY_NOTE =
  'This record does not say everything: what is missing from it may have happened all the same.'

/** Suffix of the page title, after the name of the service. */
export const TITLE_END = ': change history'

export const BASE_ADDRESS = 'base address: {base}'

/** Column headings of the tables. */
export const COLUMNS = {
  endpoints: ['Method', 'Path', 'Since', 'Notes'],
  ends: 'Ends',
  removed: ['Removed', 'Release', 'Replacement', 'Announced', 'Promise'],
  pending: ['Deprecated', 'Since', 'Ends', 'Earliest lawful end', 'Replacement'],
  resources: ['Resource', 'Field', 'Type', 'Since', 'Notes'],
  markers: ['Marker', 'Stability', 'Examples'],
  labels: ['Stated as', 'Stability']
} as const

export const SUNSET_ONLY = ' (sunset, no removal recorded)'
export const UNKNOWN_RELEASE = 'not known'
/** Suffix of a release in which something was first observed, if no earlier description was read. */
export const OR_EARLIER = ' or earlier'

/** A period between a removal and a restoration: `gone in 1.1, back in 1.2`. */
export interface RemovedPeriod {
  readonly gone: string
  readonly back: string
}

export const formatRemovedPeriods = (times: readonly RemovedPeriod[]): string =>
  times.map(({gone, back}) => `gone ${gone}, back ${back}`).join(', ')

/** Suffix with the periods in which a subject was removed: `1.0, gone in 1.1, back in 1.2`. */
export const formatRemovedPeriodsSuffix = (times: readonly RemovedPeriod[]): string =>
  times.length === 0 ? '' : `, ${formatRemovedPeriods(times)}`

/** Also matches the form of older pages, `, away from 1.1 to 1.2`. */
const REMOVED_PERIODS = /, (?:away from|gone (?:in|on)) .*$/s

/** Removes the suffix about removed periods: the changes hold the same facts. */
export const stripRemovedPeriods = (text: string): string =>
  REMOVED_PERIODS.test(text) ? text.replace(REMOVED_PERIODS, '').replace(new RegExp(`${OR_EARLIER}$`), '') : text

export const ADOPTED_TEMPLATE = 'since {since} announcements count from when they were recorded'
/** Form of older pages, with the day at the end. */
export const OLD_ADOPTED_TEMPLATE = 'announcements count from when they were recorded since {since}'

const PAGE_SENTENCE =
  /^(?:About:|Areas:|Notes:|Base address:|Announcements count|Since .* announcements count|This record does not|Newest first|What the policy promises)/

/** Label of the service's summary, added if the summary would be read as one of the page's own sentences. */
export const ABOUT_LABEL = 'About: '
export const needsAboutLabel = (text: string): boolean => PAGE_SENTENCE.test(text)

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
