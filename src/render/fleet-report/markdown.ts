import type {BlockContent, RootContent} from 'mdast'
import {detailsNodes, headingNode, listNode, paragraphNode, tableNode} from '../markdown/markdown-nodes.ts'
import {cellPieces, headingOf, queryCommand, reportScope, sayMoreRows} from './cells.ts'
import type {FleetReport, FleetSection} from './format.ts'

/** Report on a fleet as Markdown nodes: the answer, then a table for each section. */
export const fleetReportNodes = (report: FleetReport): RootContent[] => [
  headingNode(1, report.answer),
  paragraphNode(...reportScope(report), '.'),
  ...(report.remarks.length === 0 ? [] : [listNode(report.remarks.map(each => [each]))]),
  ...report.sections.flatMap(each => sectionNodes(each, report.folder))
]

function sectionNodes(section: FleetSection, folder: string): RootContent[] {
  const {title, none, columns, rows} = section
  const more = sayMoreRows(section)
  const command: BlockContent = {type: 'code', lang: 'sh', value: queryCommand(section, folder)}
  return [
    headingNode(2, title),
    rows.length === 0
      ? paragraphNode(none)
      : tableNode(
          columns.map(({name}) => headingOf(name)),
          rows.map(row => columns.map(({name}) => cellPieces(name, row[name])))
        ),
    ...(more === undefined ? [] : [paragraphNode(`${more}.`)]),
    ...(detailsNodes(['Query for all rows'], [command]) as RootContent[])
  ]
}
