import {
  detailsNodes,
  headingNode,
  listNode,
  paragraphNode,
  tableNode
} from '@tenure/core/outputs/markdown/markdown-nodes'
import {escapeInvisible} from '@tenure/core/phrases/escape'
import type {BlockContent, RootContent} from 'mdast'
import {cellPieces, headingOf, QUERY_SUMMARY, reportScope, sayMoreRows, visibleColumns} from './cells.ts'
import type {FleetReport, FleetSection} from './format.ts'

/** Report on a fleet as Markdown nodes: the answer, then a table for each section. */
export const fleetReportNodes = (report: FleetReport): RootContent[] => [
  headingNode(1, report.answer),
  paragraphNode(...reportScope(report), '.'),
  ...(report.remarks.length === 0 ? [] : [listNode(report.remarks.map(each => [each]))]),
  ...report.sections.flatMap(sectionNodes)
]

function sectionNodes(section: FleetSection): RootContent[] {
  const {title, none, sql, rows} = section
  const columns = visibleColumns(section)
  const more = sayMoreRows(section)
  const query: BlockContent = {type: 'code', lang: 'sql', value: escapeInvisible(sql)}
  return [
    headingNode(2, title),
    rows.length === 0
      ? paragraphNode(none)
      : tableNode(
          columns.map(({name}) => headingOf(name)),
          rows.map(row => columns.map(({name}) => cellPieces(name, row[name])))
        ),
    ...(more === undefined ? [] : [paragraphNode(`${more}.`)]),
    ...(detailsNodes(QUERY_SUMMARY, [query]) as RootContent[])
  ]
}
