import type {TimelineEntry} from '@tenure/core/model/time/timeline'
import type {HeadingLinks} from '../markdown/heading-links.ts'
import type {PagePart} from '../markdown/part-names.ts'

/** A heading of a page: that of a section, by its name, or of a release, by its index. */
export type PageTarget = PagePart | TimelineEntry['index']

export type PageLinks = HeadingLinks<PageTarget>
