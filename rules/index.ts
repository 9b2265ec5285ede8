import type {Rule} from '../src/rule.ts'
import unannouncedRemoval from './unannounced-removal.ts'

/** All rules that come with tenure, in alphabetical order. */
export const rules: readonly Rule[] = [unannouncedRemoval]
