import type {RootContent} from 'mdast'
import {COLUMNS, LEAD_SENTENCES} from '../../text/page-strings.ts'
import {formatRevisions, type RevisionText} from '../../text/policy-sentences.ts'
import {codePiece, joinPieces, notePieces, type TextPiece} from '../../text/text-pieces.ts'
import {headingNode, listNode, noteParagraph, paragraphNode, tableNode} from '../markdown/markdown-nodes.ts'
import {type HistoryPage, hasDescriptions} from '../page-data.ts'

/**
 * The "Policy" section: its source, each revision in sentences, version markers, stability labels, and other
 * statements.
 */
export function policySection(page: HistoryPage): RootContent[] {
  return page.isPolicyAssumed && hasDescriptions(page)
    ? [paragraphNode('No policy is declared. The verdicts are those of ', codePiece(page.policy.name), '.')]
    : declaredPolicy(page)
}

function declaredPolicy({policy: declared}: HistoryPage): RootContent[] {
  const {name, title, page, read, markers, labels, defaultStability, statements, timezone} = declared
  const source = page === undefined ? [] : [` It comes from ${page}${read === undefined ? '' : ` (read ${read})`}.`]
  const zone = timezone === 'UTC' ? [] : [` Days are counted in ${timezone}.`]
  const titled = title === undefined ? [] : [': ', ...notePieces(title)]
  return [
    paragraphNode(LEAD_SENTENCES.policy, ' It is called ', codePiece(name), ...titled, '.', ...source, ...zone),
    ...formatRevisions(declared).flatMap(revision => revisionSection(revision, declared.revisions.length > 1)),
    ...(markers.length === 0
      ? []
      : [
          headingNode(3, 'Version markers'),
          tableNode(
            COLUMNS.markers,
            markers.map(({form, stability, examples}): TextPiece[][] => [
              [codePiece(form)],
              [codePiece(stability)],
              joinPieces(examples.map(example => [codePiece(example)]))
            ])
          )
        ]),
    ...(defaultStability === undefined
      ? []
      : [paragraphNode('A path without a version marker is taken for ', codePiece(defaultStability), '.')]),
    ...(labels.length === 0
      ? []
      : [
          headingNode(3, 'Stated stability'),
          tableNode(
            COLUMNS.labels,
            labels.map(({text, extension, stability}): TextPiece[][] => [
              extension === undefined ? [codePiece(text)] : [codePiece(text), ' in ', codePiece(extension)],
              [codePiece(stability)]
            ])
          )
        ]),
    ...(statements.length === 0
      ? []
      : [
          headingNode(3, 'What the policy says besides'),
          listNode(
            statements.flatMap(({topic, says}) =>
              says.map((text): TextPiece[] => [{free: topic}, ': ', ...notePieces(text)])
            )
          )
        ])
  ]
}

function revisionSection(
  {name, start, note, guarantees, breaks, exemptions}: RevisionText,
  several: boolean
): RootContent[] {
  const title: TextPiece[] = several
    ? [codePiece(name), `, ${start}`]
    : [start.charAt(0).toUpperCase() + start.slice(1)]
  return [
    headingNode(3, ...title),
    ...(note === undefined ? [] : [noteParagraph(note)]),
    ...guarantees.flatMap(({to, says}) => [paragraphNode(...notePieces(`To ${to}:`)), listNode(says.map(notePieces))]),
    ...(breaks.length === 0
      ? []
      : [paragraphNode('Kinds of change, where they differ from the defaults:'), listNode(breaks.map(notePieces))]),
    ...(exemptions.length === 0
      ? []
      : [
          paragraphNode('Exceptions may be made, and are recorded, for these reasons:'),
          listNode(exemptions.map(notePieces))
        ])
  ]
}
