import type {Rule} from '../src/rule.ts'
import gaBreakingChange from './ga-breaking-change.ts'
import noticeTooShort from './notice-too-short.ts'
import unannouncedRemoval from './unannounced-removal.ts'
import unclaimedChange from './unclaimed-change.ts'

/** All rules that come with tenure, in alphabetical order. */
export const rules: readonly Rule[] = [gaBreakingChange, noticeTooShort, unannouncedRemoval, unclaimedChange]
