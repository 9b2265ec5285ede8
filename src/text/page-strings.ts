import {capitalize} from './format-values.ts'

/** Headings of the sections of the history page. */
export const HEADINGS = {
  news: "What's new",
  about: 'About',
  endpoints: 'Endpoints',
  removed: 'Removed',
  overdue: 'Past sunset, not recorded as removed',
  pending: 'Pending deprecations',
  releases: 'Changes by release',
  resources: 'Resources and fields',
  policy: 'Policy',
  unknown: 'What is not known'
} as const

/** The heading of the list of what clients call, by its noun: `Endpoints`, `Resources`. */
export const countHeading = (noun: string): string => `${capitalize(noun)}s`

/** The heading of the facts about other subjects than those in the table: `Other endpoints`. */
export const otherHeading = (noun: string): string => `Other ${noun}s`

/** Text of the table of what clients call if nothing of it is left. */
export const noCurrent = (noun: string): string => `No current ${noun}s are recorded.`

/** Labels in the "What's new" section at the top of pages. */
export const NEWS_LABELS = {latest: 'Latest release', next: 'Next end of support', tasks: 'What to do now'} as const

/** The start of links to releases: `Jump to: 3.3 · 3.2`, `Jump to a release`. */
export const JUMP_TO = 'Jump to'

/** Heading of the Markdown of a release that is shown as people wrote it. */
export const WRITTEN_TITLE = 'Other notes'

/** Headings of the groups of changes inside a release of the history page. */
export const PAGE_GROUP_TITLES = {
  removed: 'Removed',
  deprecated: 'Deprecated',
  added: 'Added',
  changed: 'Changed'
} as const

/**
 * Fixed lead sentences of the history page. When a page is read back, they tell what follows: text after `releases` and
 * `unknown` belongs to the history; text after `policy` and `open` is derived from other files.
 */
export const LEAD_SENTENCES = {
  releases: 'Newest first.',
  policy: 'This section summarizes the policy',
  unknown: 'Not known, or not shown:',
  open: 'Facts that would decide the undetermined verdicts:',
  areas: 'Areas:',
  notes: 'Notes:',
  others: 'Other named operations and paths:',
  otherFields: 'Other fields:'
} as const

/** Placeholder text of empty sections. It adds nothing to the history when the page is read back. */
export const EMPTY_SECTION_TEXTS = {
  changes: 'No changes.',
  changesIncomplete: 'No changes are recorded.',
  changesNext: 'No changes are recorded for the next release yet.',
  removed: 'Nothing has been removed.',
  removedUnsure: 'Nothing is known to have been removed.',
  incomplete: 'None recorded.',
  removedWhole: 'Only fields and other parts have been removed. They are listed with their releases.',
  removedParts: 'Removed fields and other parts are listed with their releases.',
  pending: 'No deprecation is pending.',
  pendingOtherIncomplete: 'No other deprecation is recorded.',
  pendingOther: 'No other deprecation is pending.',
  pendingUnsure: 'No deprecation is known to be pending.',
  pendingOtherUnsure: 'No other deprecation is known to be pending.',
  resources: 'No fields are recorded.',
  resourcesNamed: 'Fields are listed with the releases that changed them.',
  releases: 'No releases are recorded.',
  unknown: 'Nothing is known to be missing.',
  unread: 'Not all releases could be read. The affected ones say that more might have changed.'
} as const

/** Text about a release whose changes are only in the Markdown of its author. */
export const ONLY_WRITTEN_NOTE = 'Its changes are described in its notes.'

/** Texts in the "What's new" section if no end of support is coming, or there is nothing to do. */
export const EMPTY_NEWS = {
  next: {complete: 'no date announced', incomplete: 'no date recorded', unsure: 'no date known'},
  tasks: {complete: 'nothing', incomplete: 'nothing recorded', unsure: 'nothing known'}
} as const

/** Note on the first release whose description was read. */
export const FIRST_DESCRIPTION_NOTE = 'Its additions existed by then and might be older.'

/** Note on a release whose description could only be read in part. */
export const PARTIAL_DESCRIPTION_NOTE = 'Part of its description could not be read. More might have changed.'

export const INCOMPLETE_HISTORY_NOTE =
  'This history is incomplete. Changes that are missing from it might have happened.'

/** Suffix of the page title, after the name of the service. */
export const TITLE_END = ': change history'

export const BASE_ADDRESS = 'base address: {base}'

/** Column headings of the tables. */
export const COLUMNS = {
  endpoints: ['Method', 'Path', 'Since', 'Notes'],
  named: 'Name',
  sunset: 'Sunset',
  removed: ['Removed', 'Release', 'Replacement', 'Announced'],
  overdue: ['Deprecated', 'Since', 'Sunset', 'Replacement'],
  pending: ['Deprecated', 'Since', 'Sunset'],
  earliest: 'Earliest end of support',
  replacement: 'Replacement',
  verdict: 'Verdict',
  resources: ['Resource', 'Field', 'Type', 'Since', 'Notes'],
  markers: ['Marker', 'Stability', 'Examples'],
  labels: ['Stated as', 'Stability']
} as const

/** Replacement cell of a removal that names no replacement, and of one that states that there is none. */
export const NOT_NAMED = 'not named'
export const NO_REPLACEMENT = 'none'
export const UNKNOWN_RELEASE = 'not known'
/** A sunset or replacement that an incomplete history doesn't state. */
export const NONE_RECORDED = 'none recorded'
/** Suffix of a release in which something was first observed, if no earlier description was read. */
export const OR_EARLIER = ' or earlier'

/** A period between a removal and a restoration: `removed in 1.1, restored in 1.2`. */
export interface RemovedPeriod {
  readonly removed: string
  readonly restored: string
}

export const formatRemovedPeriods = (times: readonly RemovedPeriod[]): string =>
  times.map(({removed, restored}) => `removed ${removed}, restored ${restored}`).join(', ')

/** Suffix with the periods in which a subject was removed: `1.0, removed in 1.1, restored in 1.2`. */
export const formatRemovedPeriodsSuffix = (times: readonly RemovedPeriod[]): string =>
  times.length === 0 ? '' : `, ${formatRemovedPeriods(times)}`

const REMOVED_PERIODS = /, removed (?:in|on) .*$/s

/** Removes the suffix about removed periods: the changes hold the same facts. */
export const stripRemovedPeriods = (text: string): string =>
  REMOVED_PERIODS.test(text) ? text.replace(REMOVED_PERIODS, '').replace(new RegExp(`${OR_EARLIER}$`), '') : text

/** Sentences of older pages about the day of adoption. They're only read. */
export const ADOPTED_TEMPLATES = [
  'since {since} announcements count from when they were recorded',
  'announcements count from when they were recorded since {since}'
] as const

const PAGE_SENTENCE =
  /^(?:About:|Areas:|Notes:|Base address:|Announcements count|Since .* announcements count|This history is incomplete|Newest first|This section summarizes)/

/** Label of the service's summary, added if the summary would be read as one of the page's own sentences. */
export const ABOUT_LABEL = 'About: '
export const needsAboutLabel = (text: string): boolean => PAGE_SENTENCE.test(text)

/** Headings of the release note groups. */
export const CHANGE_GROUP_TITLES = {
  removed: 'Removed',
  breaking: 'Breaking changes',
  deprecated: 'Deprecated',
  added: 'Added',
  changed: 'Changed',
  unclear: 'Might affect you'
} as const

/** Text for a page of newer releases if there are none. */
export const NO_NEWER_RELEASES = 'No newer releases are recorded.'

/** Lead sentence of the group `unclear`. */
export const UNCLEAR_LEAD = 'These changes might affect you, depending on how you use the API.'

/** Text for a release without a readable description or declared changes. */
export const UNREAD_RELEASE_NOTE = 'Its description was not read.'
