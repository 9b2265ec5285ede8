import {defined} from '../../model/defined.ts'
import {parseTarget} from '../../model/subject/subject.ts'
import {type KnownNames, normalizeSentence} from '../../text/inline-code.ts'
import {
  ABOUT_LABEL,
  EMPTY_SECTION_TEXTS,
  FIRST_DESCRIPTION_NOTE,
  needsAboutLabel,
  PARTIAL_DESCRIPTION_NOTE
} from '../../text/page-strings.ts'
import {type EntryHeading, readDate, readFreeFormEntry} from '../../text/release-headings.ts'
import {readClause} from '../../text/statement-sentences.ts'
import {noteText} from '../../text/text-pieces.ts'
import type {DraftRelease, ImportDraft} from './draft.ts'
import {DEPRECATED_SINCE} from './prose.ts'

/** Whether a heading below a release is a release of its own. A version is one; a date below a version isn't. */
export const isOwnRelease = (entry: EntryHeading, above: DraftRelease): boolean =>
  entry.kind === 'release' &&
  (readDate(entry.name) === undefined || (above.entry.kind === 'release' && readDate(above.entry.name) !== undefined))

/** Reads a paragraph about the service, verbatim, in a page rendered by tenure. Returns whether it is one. */
export function readServiceParagraph(text: string, draft: ImportDraft): boolean {
  if (needsAboutLabel(text) && !text.startsWith(ABOUT_LABEL)) return false
  draft.about.push(noteText(text.startsWith(ABOUT_LABEL) ? text.slice(ABOUT_LABEL.length) : text))
  return true
}

/** Reads a paragraph under the heading of a release, in a page rendered by tenure. */
export function readReleaseParagraph(text: string, release: DraftRelease): void {
  if (text === EMPTY_SECTION_TEXTS.changes) return
  if (text === FIRST_DESCRIPTION_NOTE) {
    release.existing = true
    return
  }
  if (text === PARTIAL_DESCRIPTION_NOTE) {
    release.partial = true
    return
  }
  const statement = readClause(text, 0)
  if (statement?.value.via !== undefined && statement.end >= text.length) release.via = statement.value.via
  else release.notes.push(noteText(text.replace(/^Note: /, '')))
}

/**
 * Reads a statement about a past deprecation, such as `/v1/firewall paths: deprecated since 2.2. They are not supported
 * from product release 2.4 onwards.` Returns whether it is one.
 */
export function readPastDeprecation(text: string, draft: ImportDraft, known: KnownNames): boolean {
  const [, name, since, sunset] = DEPRECATED_SINCE.exec(normalizeSentence(text, known)) ?? []
  const target = parseTarget(name ?? '')
  const entry = readFreeFormEntry(since ?? '')
  if (!target || !entry) return false
  const statement = defined({verb: 'deprecated' as const, subject: {target}, sunset})
  draft.claim({release: draft.release(entry, false), said: statement, from: 'statements', exact: false})
  return true
}
