/** The headings of the page, each over one part. */
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
 * Sentences that stand at the same place in every page. The reader of a page knows by them what follows: `releases`
 * and `unknown` hold facts of the record, what `policy` and `open` stand over follows from other files.
 */
export const LEADS = {
  releases: 'Newest first.',
  policy: 'What the policy promises, in words.',
  unknown: 'Not known, or not shown:',
  open: 'What would decide the open verdicts:',
  areas: 'Areas:',
  notes: 'Notes:',
  others: 'Other named operations and paths:',
  otherFields: 'More on record:'
} as const

/** What is said where a part has nothing to show. It tells no fact of the record. */
export const NOTHING = {
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

/** Of a release that was the first to be looked at. */
export const EXISTING = 'What it adds was there by then, and may be older.'

/** Of a release whose description could not be read whole. */
export const PARTIAL = 'Not all of its description could be read: more may have changed.'

export const INCOMPLETE = 'This record does not say everything: what is missing from it may have happened all the same.'

/** After the name of the service, in the heading of the page. */
export const TITLE_END = ': change history'

export const BASE = 'base address: {base}'

/** The columns of the tables, by what they hold. */
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
/** After the release at which something was first seen, where nobody looked before. */
export const OR_EARLIER = ' or earlier'

/** What was removed and came back: `gone in 1.1, back in 1.2`. */
export interface TimeAway {
  readonly gone: string
  readonly back: string
}

export const sayTimesAway = (times: readonly TimeAway[]): string =>
  times.map(({gone, back}) => `gone ${gone}, back ${back}`).join(', ')

/** After the release since which something is there: when it was not, in between; `1.0, gone in 1.1, back in 1.2`. */
export const sayAway = (times: readonly TimeAway[]): string => (times.length === 0 ? '' : `, ${sayTimesAway(times)}`)

/** Older pages have `, away from 1.1 to 1.2`. */
const AWAY = /, (?:away from|gone (?:in|on)) .*$/s

/** The release alone: when it was away is told with the changes. */
export const withoutAway = (text: string): string =>
  AWAY.test(text) ? text.replace(AWAY, '').replace(new RegExp(`${OR_EARLIER}$`), '') : text

export const ADOPTED = 'since {since} announcements count from when they were recorded'
/** Older pages have the day last. */
export const ADOPTED_BEFORE = 'announcements count from when they were recorded since {since}'

const OURS =
  /^(?:About:|Areas:|Notes:|Base address:|Announcements count|Since .* announcements count|This record does not|Newest first|What the policy promises)/

/** What the service is, set apart where it would be read as one of the page's own sentences. */
export const ABOUT_LABEL = 'About: '
export const needsAboutLabel = (text: string): boolean => OURS.test(text)
