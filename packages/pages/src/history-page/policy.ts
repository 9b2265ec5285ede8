import type {Policy} from '@tenure/core/model/verdict/policy'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {
  headingNode,
  listNode,
  noteParagraph,
  paragraphNode,
  tableNode
} from '@tenure/core/outputs/markdown/markdown-nodes'
import {capitalizeFirst, codePiece, joinPieces, notePieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {COLUMNS, LEAD_SENTENCES} from '@tenure/core/text/page-strings'
import {formatRevisions, type RevisionText} from '@tenure/core/text/policy-sentences'
import type {RootContent} from 'mdast'

/**
 * The "Policy" section: its source, each revision in sentences, version markers, stability labels, and other
 * statements.
 */
export const policySection = (page: HistoryPage): RootContent[] =>
  page.isPolicyAssumed ? [paragraphNode('No policy is declared.')] : declaredPolicy(page)

function declaredPolicy(page: HistoryPage): RootContent[] {
  const {policy} = page
  const {name, title, page: address, read, markers, labels, defaultStability, statements, timezone} = policy
  const source = address === undefined ? [] : [` Source: ${address}${read === undefined ? '' : ` (read ${read})`}.`]
  const zone = timezone === 'UTC' ? [] : [` Days are counted in ${timezone}.`]
  const titled = title === undefined ? [] : [' (', ...notePieces(title), ')']
  return [
    paragraphNode(LEAD_SENTENCES.policy, ' ', codePiece(name), ...titled, '.', ...source, ...zone),
    ...revisionSections(page),
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
      : [paragraphNode('Without a version marker, the stability is ', codePiece(defaultStability), '.')]),
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
          headingNode(3, 'Other statements'),
          listNode(
            statements.flatMap(({topic, texts}) =>
              texts.map((text): TextPiece[] => [...topicPieces(topic, policy), ': ', ...notePieces(text)])
            )
          )
        ])
  ]
}

/** A topic in words: its key in the policy file, without hyphens. Stability levels are names. */
const topicPieces = (topic: string, {stabilities}: Policy): TextPiece[] =>
  stabilities.includes(topic) ? [codePiece(topic)] : capitalizeFirst([topic.replaceAll('-', ' ')])

/** The revisions, the newest one first. */
const revisionSections = ({policy}: HistoryPage): RootContent[] =>
  formatRevisions(policy)
    .toReversed()
    .flatMap(text => revisionSection(text, policy))

function revisionSection(
  {name, start, note, guarantees, breaks, waiverReasons}: RevisionText,
  {revisions}: Policy
): RootContent[] {
  const title: TextPiece[] = revisions.length > 1 ? [codePiece(name), ` (${start})`] : capitalizeFirst([start])
  return [
    headingNode(3, ...title),
    ...(note === undefined ? [] : [noteParagraph(note)]),
    ...guarantees.flatMap(({to, sentences}) => [
      paragraphNode(...notePieces(`For ${to}:`)),
      listNode(sentences.map(notePieces))
    ]),
    ...(breaks.length === 0
      ? []
      : [paragraphNode('Kinds of change that differ from the defaults:'), listNode(breaks.map(notePieces))]),
    ...(waiverReasons.length === 0
      ? []
      : [
          paragraphNode('Waivers are allowed, and recorded, for these reasons:'),
          listNode(waiverReasons.map(notePieces))
        ])
  ]
}
