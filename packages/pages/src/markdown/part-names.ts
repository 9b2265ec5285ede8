/**
 * Sections in page order: what is new, what is being removed, what happened, what can be called, and what the page is
 * based on.
 */
export const PART_NAMES = [
  'news',
  'about',
  'pending',
  'overdue',
  'releases',
  'endpoints',
  'removed',
  'resources',
  'policy',
  'unknown'
] as const
export type PagePart = (typeof PART_NAMES)[number]

/** Names allowed in a managed section or in `--part`. */
export type PartName = PagePart | 'all'
export const isPartName = (name: string): name is PartName => name === 'all' || PART_NAMES.some(known => known === name)
