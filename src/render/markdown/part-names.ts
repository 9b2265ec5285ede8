/** The parts in the order of the page: what one may call, what is going, what happened, and what it rests on. */
export const PART_NAMES = [
  'about',
  'endpoints',
  'removed',
  'pending',
  'releases',
  'resources',
  'policy',
  'unknown'
] as const
export type Part = (typeof PART_NAMES)[number]

/** What a zone or `--part` may name. */
export type PartName = Part | 'all'
export const isPartName = (name: string): name is PartName => name === 'all' || PART_NAMES.some(known => known === name)
