import type {EndpointUsage, UnresolvedCall} from '../../../model/api/client-call.ts'
import {formatSubject} from '../../../model/subject/subject.ts'
import type {EndingEndpointCalls} from '../../../policy/end-status.ts'
import {formatCount} from '../../../text/format-values.ts'
import type {Block, Item, Section, View} from '../blocks/blocks.ts'
import {parsePieces, safePieces} from '../blocks/markdown-blocks.ts'
import type {Report} from '../report.ts'
import {policyLine, sayPolicy} from '../report-text.ts'
import {plainText} from '../sanitize-text.ts'
import {sayEnding, sayScanned, saySkipped, type UsageReport, usageHeadline} from '../usage-report.ts'

/** Marker by which a workflow finds its previous comment to edit it. */
export const USAGES_MARKER = '<!-- tenure usages -->'

/** Maximum number of calls with an unknown address that a terminal lists. */
const MAX_OPEN = 20
/** Maximum number of items of a list in Markdown. */
const MAX_LISTED = 100

/** Calls in the order in which they break, with their locations and replacements. */
export const answerUsages =
  (report: Report & {readonly usage: UsageReport}) =>
  ({isTerminal, most: room}: View): Section[] => {
    const {usage, asOf, remarks} = report
    const {uncertain, endpoints} = usage
    const {open, left} = usage.usage
    const most = isTerminal ? Infinity : Math.min(room, MAX_LISTED)
    const rowOf = isTerminal ? terminalRows(report) : markdownRow
    const called = endpoints.map(each => endpointItem(each, asOf, isTerminal, {items: each.uses.map(rowOf), most}))
    const scanned = [sayScanned(usage), saySkipped(usage) ?? []].flat()
    /** Calls or files of one kind, with their titles in a terminal and in Markdown. */
    const part = (title: string, summary: string, items: readonly Item[], further: readonly Block[] = []): Section[] =>
      items.length === 0
        ? []
        : [{title: isTerminal ? title : summary, isFolded: true, blocks: [{items, most}, ...further]}]
    return [
      {
        title: [usageHeadline(usage, asOf)],
        outcome: endpoints.some(({leaving}) => leaving.kind === 'ended')
          ? 'violation'
          : endpoints.length > 0
            ? 'undetermined'
            : 'compliant',
        blocks: isTerminal ? [policyLine(report), ...remarks] : [[...safePieces(sayPolicy(report)), '.']]
      },
      ...(isTerminal ? called.map(each => ({blocks: [{items: [each]}]})) : [{blocks: [{items: called, most}]}]),
      ...part(
        'Unknown method: might call a deprecated or removed endpoint',
        `${formatCount(uncertain.length, 'call')} with an unknown method`,
        uncertain.map(use => (isTerminal ? withEndpoints(rowOf(use), use) : rowOf(use)))
      ),
      ...part(
        'Unknown address',
        `${formatCount(open.length, 'call')} with an unknown address`,
        isTerminal ? open.slice(0, MAX_OPEN).map(terminalOpen) : open.map(markdownOpen),
        isTerminal && open.length > MAX_OPEN ? [`and ${open.length - MAX_OPEN} more (\`--format json\` has all)`] : []
      ),
      ...part(
        'Not read',
        `${formatCount(left.length, 'file')} not read`,
        left.map(({path, why}) => ({text: isTerminal ? `${path}: ${why}` : [{code: path}, ': ', ...parsePieces(why)]}))
      ),
      {
        blocks: isTerminal
          ? scanned
          : [{items: remarks.map(each => ({text: [{code: each}]})), most}, ...scanned.map(each => [{code: each}])]
      }
    ]
  }

function endpointItem(
  {subject, leaving, replacement, uses}: EndingEndpointCalls,
  asOf: string,
  isTerminal: boolean,
  calls: Block
): Item {
  const isEnded = leaving.kind === 'ended'
  const name = formatSubject(subject)
  const instead = replacement && formatSubject(replacement)
  const ending = `${sayEnding({leaving}, asOf)}, ${formatCount(uses.length, 'call')}`
  return isTerminal
    ? {
        sign: isEnded ? 'violation' : 'warning',
        text: [{strong: instead === undefined ? name : `${name} → ${instead}`}, `  ${ending}`],
        below: [calls]
      }
    : {
        text: [
          isEnded ? '🔴 ' : '🟡 ',
          {code: name},
          ...(instead === undefined ? [] : [' → ', {code: instead}]),
          ` ${ending}`
        ],
        below: [calls]
      }
}

const sayAt = ({place: {source, line, column}}: Pick<EndpointUsage, 'place'>): string => `${source}:${line}:${column}`

/** A row for a call: its place, in a column, and its code. */
function terminalRows({usage, lineOf}: Report & {readonly usage: UsageReport}): (use: EndpointUsage) => Item {
  const uses = [...usage.endpoints.flatMap(each => each.uses), ...usage.uncertain]
  const width = Math.min(Math.max(0, ...uses.map(each => plainText(sayAt(each)).length)), 60)
  return use => {
    const code = (lineOf?.(use.place) ?? '').trim().slice(0, 100).trimEnd()
    return {text: code === '' ? sayAt(use) : [`${plainText(sayAt(use)).padEnd(width)}  `, {dim: code}]}
  }
}

const withEndpoints = ({text}: Item, {endpoints}: EndpointUsage): Item => ({
  text: [text, `  ${endpoints.map(formatSubject).join(', ')}`].flat()
})

const markdownRow = (use: EndpointUsage): Item => ({text: [{code: sayAt(use)}, ' ', {code: use.address}]})

const terminalOpen = (call: UnresolvedCall): Item => {
  const {form, address, missing} = call
  const shown = address.length > 70 ? `${address.slice(0, 69)}…` : address
  return {text: `${sayAt(call)}  ${form} ${shown}: it is unknown ${missing}`}
}

const markdownOpen = (call: UnresolvedCall): Item => ({
  text: [{code: sayAt(call)}, ' ', {code: call.address}, ': it is unknown ', ...parsePieces(call.missing)]
})
