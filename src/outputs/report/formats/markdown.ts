import {checkMarkdown, checkMarkdownOf, unreadMarkdown} from '../findings/check-markdown.ts'
import type {Reporter} from '../reporter.ts'
import {sumUpApis} from '../several-apis.ts'

/** Markdown output for comments, job summaries, and wikis: each command has its own. */
export const markdown: Reporter = {
  async write(report, {loadMarkdown, loadFold}) {
    const toMarkdown = await loadMarkdown()
    const {diff, usage} = report
    if (diff) {
      const [{diffMarkdown}, fold] = await Promise.all([import('../diff/diff-markdown.ts'), loadFold()])
      return diffMarkdown(diff, {toMarkdown, fold: judged => fold(judged, diff)})
    }
    if (usage) return (await import('../answers/usages-markdown.ts')).usagesMarkdown({...report, usage}, toMarkdown)
    return report.command === 'audit'
      ? (await import('../findings/audit-markdown.ts')).auditMarkdown(report, toMarkdown)
      : checkMarkdown(report, toMarkdown)
  },
  writeErrors: async (unread, {loadMarkdown}) => unreadMarkdown(unread, await loadMarkdown()),
  combine: async (parts, {loadMarkdown, verbose}) => checkMarkdownOf(sumUpApis(parts, verbose), await loadMarkdown())
}
