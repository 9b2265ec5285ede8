import type {RootContent} from 'mdast'
import {about} from './about.ts'
import {endpoints} from './endpoints.ts'
import type {Page} from './page.ts'
import {pending} from './pending.ts'
import {policy} from './policy.ts'
import {releases} from './releases.ts'
import {removed} from './removed.ts'
import {resources} from './resources.ts'
import {unknown} from './unknown.ts'

/** The parts in the order of the page: what one may call, what is going, what happened, and what it rests on. */
export const PARTS = {
  about,
  endpoints,
  removed,
  pending,
  releases,
  resources,
  policy,
  unknown
} as const satisfies Record<string, (page: Page) => RootContent[]>

export type Part = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as readonly Part[]

/** What a zone or `--part` may name. */
export type PartName = Part | 'all'
export const isPartName = (name: string): name is PartName => name === 'all' || Object.hasOwn(PARTS, name)
