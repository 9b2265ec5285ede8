import type {HistoryWithJudgments} from '@tenure/core/model/verdict/history-with-judgments'
import {partAsMarkdown} from './history-page/page-part.ts'
import {fillManagedSections} from './markdown/managed-sections.ts'

/** The text of a page with its managed sections filled. Throws an `InputError` at `source` if it has none. */
export const fillPage = (
  text: string,
  source: string,
  {history, judgments, policy, assumed}: HistoryWithJudgments
): string => fillManagedSections(text, source, part => partAsMarkdown(part, history, judgments, policy, assumed))
