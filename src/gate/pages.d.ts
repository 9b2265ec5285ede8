import type {HistoryWithJudgments} from '../model/verdict/history-with-judgments.ts'

/** The text of a page with its managed sections filled. Throws an `InputError` at `source` if it has none. */
export declare function fillPage(text: string, source: string, judged: HistoryWithJudgments): string
