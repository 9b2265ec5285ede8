import type {RootContent} from 'mdast'
import {COLUMNS, LEADS} from '../../text/page-strings.ts'
import {type SaidRevision, sayRevisions} from '../../text/policy-sentences.ts'
import {codeOf, type Piece, piecesOfNote} from '../../text/text-pieces.ts'
import {heading, list, noteParagraph, paragraph, table} from '../markdown/markdown-nodes.ts'
import {isLookedAt, type Page} from '../page-data.ts'

/**
 * The "Policy" section: its source, each revision in sentences, version markers, stability labels, and other
 * statements.
 */
export function policy(page: Page): RootContent[] {
  return page.assumed && isLookedAt(page)
    ? [paragraph('No policy is declared. The verdicts are those of ', codeOf(page.policy.name), '.')]
    : declaredPolicy(page)
}

function declaredPolicy({policy: declared}: Page): RootContent[] {
  const {name, title, page, read, markers, labels, unmarked, statements, timezone} = declared
  const source = page === undefined ? [] : [` It comes from ${page}${read === undefined ? '' : ` (read ${read})`}.`]
  const zone = timezone === 'UTC' ? [] : [` Days are counted in ${timezone}.`]
  const titled = title === undefined ? [] : [': ', ...piecesOfNote(title)]
  return [
    paragraph(LEADS.policy, ' It is called ', codeOf(name), ...titled, '.', ...source, ...zone),
    ...sayRevisions(declared).flatMap(revision => revisionSection(revision, declared.revisions.length > 1)),
    ...(markers.length === 0
      ? []
      : [
          heading(3, 'Version markers'),
          table(
            COLUMNS.markers,
            markers.map(({form, stability, examples}): Piece[][] => [
              [codeOf(form)],
              [codeOf(stability)],
              examples.flatMap((example, index) => [...(index === 0 ? [] : [', ']), codeOf(example)])
            ])
          )
        ]),
    ...(unmarked === undefined
      ? []
      : [paragraph('A path without a version marker is taken for ', codeOf(unmarked), '.')]),
    ...(labels.length === 0
      ? []
      : [
          heading(3, 'Stated stability'),
          table(
            COLUMNS.labels,
            labels.map(({text, extension, stability}): Piece[][] => [
              extension === undefined ? [codeOf(text)] : [codeOf(text), ' in ', codeOf(extension)],
              [codeOf(stability)]
            ])
          )
        ]),
    ...(statements.length === 0
      ? []
      : [
          heading(3, 'What the policy says besides'),
          list(
            statements.flatMap(({topic, says}) =>
              says.map((text): Piece[] => [{free: topic}, ': ', ...piecesOfNote(text)])
            )
          )
        ])
  ]
}

function revisionSection(
  {name, start, note, promises, breaks, exemptions}: SaidRevision,
  several: boolean
): RootContent[] {
  const title: Piece[] = several ? [codeOf(name), `, ${start}`] : [start.charAt(0).toUpperCase() + start.slice(1)]
  return [
    heading(3, ...title),
    ...(note === undefined ? [] : [noteParagraph(note)]),
    ...promises.flatMap(({to, says}) => [paragraph(...piecesOfNote(`To ${to}:`)), list(says.map(piecesOfNote))]),
    ...(breaks.length === 0
      ? []
      : [paragraph('Kinds of change, where they differ from the defaults:'), list(breaks.map(piecesOfNote))]),
    ...(exemptions.length === 0
      ? []
      : [paragraph('Exceptions may be made, and are recorded, for these reasons:'), list(exemptions.map(piecesOfNote))])
  ]
}
