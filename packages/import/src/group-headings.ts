import type {Verb} from '@tenure/core/model/lifecycle/event'

/** What a heading over a list applies to all its items, as in `keepachangelog.com` changelogs. */
export interface GroupHeading {
  readonly verb: Verb
  readonly breaking?: boolean
}

const GROUPS: readonly (readonly [RegExp, GroupHeading])[] = [
  [/^(?:added|additions?|new(?: (?:end-?points?|fields?|parameters?))?)$/, {verb: 'added'}],
  [
    /^(?:changed|changes|modified|modifications?|updated|updates|fixed|fixes|(?:bug ?)?fix(?:es)?|security|improved|improvements|non-breaking(?: changes?)?)$/,
    {verb: 'changed'}
  ],
  [/^(?:breaking|breaking changes?|backwards?[ -]incompatible changes?)$/, {verb: 'changed', breaking: true}],
  [/^(?:deprecated|deprecations?)$/, {verb: 'deprecated'}],
  [/^(?:removed|removals?|deleted|deletions?|dropped)$/, {verb: 'removed'}]
]

/** The group of a heading, in any case and with any signs around its words. `undefined` if it's none. */
export function findGroup(heading: string): GroupHeading | undefined {
  const words = heading
    .replace(/:[a-z_]+:/g, ' ')
    .replace(/[^\p{L}\s-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  return GROUPS.find(([pattern]) => pattern.test(words))?.[1]
}
