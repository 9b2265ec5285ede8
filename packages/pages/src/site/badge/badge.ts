import type {Day} from '@tenure/core/model/time/date-range'
import {formatCount} from '@tenure/core/text/format-values'
import type {ApiRemovals} from '../apis/api-removals.ts'
import {findNextRemoval} from '../apis/quarters.ts'
import {markup} from '../picture/html.ts'
import {textWidth} from './text-width.ts'

/** What a badge says, and its color. */
export interface BadgeMessage {
  readonly text: string
  readonly tone: 'overdue' | 'now' | 'coming' | 'nothing' | 'unknown'
}

const LABEL = 'API lifecycle'

/** Backgrounds on which white text has a contrast of at least 4.5. */
const COLORS = {
  overdue: '#b3261e',
  now: '#8a5a00',
  coming: '#0b5c8a',
  nothing: '#1b6e3c',
  unknown: '#596067'
} as const satisfies Record<BadgeMessage['tone'], string>
const LABEL_COLOR = '#41474d'

/**
 * The most urgent fact about APIs: what is overdue, what can be removed, what ends next. Only APIs that are known in full
 * can have nothing that ends. An API that couldn't be read is `undefined`.
 */
export function badgeMessage(states: readonly (ApiRemovals | undefined)[]): BadgeMessage {
  const removals = states.flatMap(state => state?.removals ?? [])
  const isIncomplete = states.length === 0 || states.some(state => !state || state.isIncomplete)
  const late = removals.filter(({state}) => state === 'overdue').length
  if (late > 0) return {text: `${late} overdue`, tone: 'overdue'}
  // More could be announced, or earlier.
  const unsure = isIncomplete ? ', incomplete' : ''
  const known = (text: string, tone: BadgeMessage['tone']): BadgeMessage => ({
    text: `${text}${unsure}`,
    tone: isIncomplete ? 'unknown' : tone
  })
  const now = removals.filter(({state}) => state === 'now')
  const since = firstDay(now.map(({day}) => day))
  if (since !== undefined) return known(`removable since ${since}`, 'now')
  if (now.length > 0) return known('removable now', 'now')
  const next = findNextRemoval(removals)
  if (next) return known(`next end ${next.day}`, 'coming')
  if (removals.length > 0) return known(`${removals.length} without a day`, 'unknown')
  return isIncomplete ? {text: 'incomplete', tone: 'unknown'} : {text: 'nothing ends', tone: 'nothing'}
}

const firstDay = (days: readonly (Day | undefined)[]): Day | undefined =>
  days
    .filter(day => day !== undefined)
    .toSorted()
    .at(0)

/** What a badge is about: a service, or the number of APIs. */
export const badgeSubject = (states: readonly (ApiRemovals | undefined)[]): string => {
  const [only, ...others] = states
  return only && others.length === 0 ? only.service : formatCount(states.length, 'API')
}

const [SIZE, HEIGHT, PADDING] = [11, 20, 6]

/** Renders a badge as SVG. It names what it is about to those who can't see it. */
export function renderBadge(subject: string, {text, tone}: BadgeMessage): string {
  const [left, right] = [LABEL, text].map(each => textWidth(each, SIZE)) as [number, number]
  const [labelEnd, width] = [left + 2 * PADDING, left + right + 4 * PADDING]
  const title = `${LABEL} of ${subject}: ${text}`
  const svg = markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${labelEnd}" height="${HEIGHT}" fill="${LABEL_COLOR}"/><rect x="${labelEnd}" width="${width - labelEnd}" height="${HEIGHT}" fill="${COLORS[tone]}"/></g>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${SIZE}" aria-hidden="true"><text x="${PADDING}" y="14" textLength="${left}">${LABEL}</text><text x="${labelEnd + PADDING}" y="14" textLength="${right}">${text}</text></g>
</svg>
`
  return svg.text
}
