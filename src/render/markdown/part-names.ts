/** Sections in page order: what can be called, what is being removed, what happened, and what the page is based on. */
export const PART_NAMES = [
  'about',
  'endpoints',
  'removed',
  'overdue',
  'pending',
  'releases',
  'resources',
  'policy',
  'unknown'
] as const
export type PagePart = (typeof PART_NAMES)[number]

/** Names allowed in a managed section or in `--part`. */
export type PartName = PagePart | 'all'
export const isPartName = (name: string): name is PartName => name === 'all' || PART_NAMES.some(known => known === name)
