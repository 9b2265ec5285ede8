import {checkMarkdown, checkMarkdownOf, unreadMarkdown} from '../findings/check-markdown.ts'
import {apiTableNode, heading} from '../markdown-blocks.ts'
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
  async combine(parts, tools) {
    const toMarkdown = await tools.loadMarkdown()
    if (!parts.some(({result}) => !('problems' in result) && result.command !== 'check'))
      return checkMarkdownOf(sumUpApis(parts, tools.verbose), toMarkdown)
    const texts = [toMarkdown(apiTableNode(parts))]
    for (const {name, result} of parts) {
      const {output} = await ('problems' in result
        ? markdown.writeErrors(result, tools)
        : markdown.write(result, tools))
      texts.push(`${toMarkdown([heading(1, {code: name})])}\n${output}`)
    }
    return {output: texts.join('\n')}
  }
}
