import type {RootContent} from 'mdast'
import type {PagePart} from '../markdown/part-names.ts'
import type {HistoryPage} from '../page-data.ts'
import {aboutSection} from './about.ts'
import {endpointsSection} from './endpoints.ts'
import {openQuestionsSection} from './open-questions.ts'
import {pendingSection} from './pending.ts'
import {policySection} from './policy.ts'
import {releasesSection} from './releases.ts'
import {removedSection} from './removed.ts'
import {resourcesSection} from './resources.ts'

/** Renderer of each section. */
export const PART_RENDERERS = {
  about: aboutSection,
  endpoints: endpointsSection,
  removed: removedSection,
  pending: pendingSection,
  releases: releasesSection,
  resources: resourcesSection,
  policy: policySection,
  unknown: openQuestionsSection
} as const satisfies Record<PagePart, (page: HistoryPage) => RootContent[]>
