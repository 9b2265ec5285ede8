import {formatCount} from '../../../text/format-values.ts'
import {toCompactMarkdown} from '../../markdown/markdown.ts'
import type {Block, Section, Sentence, View} from '../blocks/blocks.ts'
import {codeSpan, OUTCOME_SIGNS, safePieces, sectionNodes} from '../blocks/markdown-blocks.ts'
import {CHECK_MARKER, checkSections, inputErrorSection} from '../findings/check-sections.ts'
import type {Report} from '../report.ts'
import type {Reporter} from '../reporter.ts'
import {
  API_COLUMNS,
  type ApiReport,
  type ApiRow,
  apiRowOf,
  filledColumns,
  reportsOf,
  type SeveralApis,
  sayQuietApis,
  sumUpApis
} from '../several-apis.ts'

/**
 * Maximum length of a comment, below GitHub's limit of 65,536 characters, because what counts as a character differs.
 */
const COMMENT_LENGTH = 60_000
const MAX_ROWS = 100

/** Markdown output for comments, job summaries, and wikis. Text from files is code or escaped. */
export const markdown: Reporter = {
  async write(result) {
    if ('problems' in result) return markdownOf([inputErrorSection(result)], CHECK_MARKER)
    const {marker, sections, most} = await loadAnswer(result)
    return shorten(view => markdownOf(sections(view), marker), most)
  },
  async combine(parts, tools) {
    if (reportsOf(parts).every(({command}) => command === 'check')) return checksOf(sumUpApis(parts, tools.verbose))
    const texts = [markdownOf([{blocks: apiTableOf(parts)}])]
    for (const {name, result} of parts) {
      const heading = markdownOf([{title: [{code: name}], depth: 1, blocks: []}])
      texts.push(`${heading}\n${await markdown.write(result, tools)}`)
    }
    return texts.join('\n')
  }
}

/** The answer of a command, with the marker by which a workflow finds its previous comment. */
interface Answer {
  readonly marker?: string
  readonly sections: (view: View) => readonly Section[]
  /** Maximum number of items of a list if not all fit into a comment. */
  readonly most: number
}

async function loadAnswer(report: Report): Promise<Answer> {
  const {diff, usage, command} = report
  if (diff) return (await import('../diff/diff-sections.ts')).answerDiff(diff)
  if (usage) {
    const {answerUsages, USAGES_MARKER} = await import('../answers/usages-sections.ts')
    return {marker: USAGES_MARKER, sections: answerUsages({...report, usage}), most: MAX_ROWS}
  }
  if (command === 'check') return {marker: CHECK_MARKER, sections: view => checkSections(report, view), most: MAX_ROWS}
  const {auditSections} = await import('../findings/audit-sections.ts')
  return {sections: () => auditSections(report), most: MAX_ROWS}
}

const markdownOf = (sections: readonly Section[], marker?: string): string =>
  toCompactMarkdown([
    ...(marker === undefined ? [] : [{type: 'html', value: marker} as const]),
    ...sectionNodes(sections)
  ])

const isComment = (text: string): boolean => text.length <= COMMENT_LENGTH

/** The whole text, or one with fewer rows and items, so that nothing is cut. */
function shorten(write: (view: View) => string, first: number): string {
  const whole = write({isTerminal: false, isWhole: true, most: Infinity})
  if (isComment(whole)) return whole
  for (let most = first; ; most = Math.floor(most / 2)) {
    const text = write({isTerminal: false, isWhole: false, most})
    if (isComment(text) || most === 0) return text
  }
}

/** Comment on several APIs. It's shortened by leaving out items of lists, then sections of APIs, then rows of the table. */
function checksOf(all: SeveralApis): string {
  const {outcome, headline, listed, policyChanges, remarks} = all
  const rowsOf = (most: number): Block[] => [
    ...apiTableOf(listed.slice(0, most)),
    ...(listed.length > most ? [`And ${formatCount(listed.length - most, 'more API')}.`] : [])
  ]
  const write = (shown: number, view: View, rows = MAX_ROWS): string => {
    const hidden = listed.length - shown
    const more = hidden > 0 ? [`The log of the check has the details of ${formatCount(hidden, 'more API')}.`] : []
    const opening = {
      title: [`${OUTCOME_SIGNS[outcome]} `, ...safePieces(headline)],
      outcome,
      blocks: [...policyChanges, ...rowsOf(rows), ...more, ...remarks]
    }
    const sections = listed
      .slice(0, shown)
      .flatMap(({result}) => ('problems' in result ? inputErrorSection(result) : checkSections(result, view)))
    return markdownOf([opening, ...sections, {blocks: sayQuietApis(all)}], CHECK_MARKER)
  }
  const shortest = {isTerminal: false, isWhole: false, most: 0}
  if (isComment(write(listed.length, shortest))) return shorten(view => write(listed.length, view), MAX_ROWS)
  // As many sections as fit, those of failing APIs first.
  let [shown, tooMany] = [0, listed.length]
  while (tooMany - shown > 1) {
    const middle = Math.floor((shown + tooMany) / 2)
    if (isComment(write(middle, shortest))) shown = middle
    else tooMany = middle
  }
  let text = write(shown, shortest)
  for (let rows = MAX_ROWS; !isComment(text) && rows > 0; text = write(0, shortest, rows)) rows = Math.floor(rows / 2)
  return text
}

/** The table of all APIs, whose texts from files are code or escaped. Empty without APIs. */
function apiTableOf(parts: readonly ApiReport[]): Block[] {
  const rows = parts.map(apiRowOf)
  const columns = filledColumns(rows)
  const cell = (row: ApiRow, key: keyof ApiRow): Sentence =>
    key === 'result' ? row[key] : row[key] === '' ? [] : [codeSpan(row[key])]
  if (rows.length === 0) return []
  return [{rows: [columns.map(key => [API_COLUMNS[key]]), ...rows.map(row => columns.map(key => cell(row, key)))]}]
}
