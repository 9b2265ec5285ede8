import type {RootContent} from 'mdast'
import type {Part} from '../markdown/part-names.ts'
import type {Page} from '../page-data.ts'
import {about} from './about.ts'
import {endpoints} from './endpoints.ts'
import {unknown} from './open-questions.ts'
import {pending} from './pending.ts'
import {policy} from './policy.ts'
import {releases} from './releases.ts'
import {removed} from './removed.ts'
import {resources} from './resources.ts'

/** Renderer of each section. */
export const PARTS = {
  about,
  endpoints,
  removed,
  pending,
  releases,
  resources,
  policy,
  unknown
} as const satisfies Record<Part, (page: Page) => RootContent[]>
