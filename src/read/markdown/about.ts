import {parseTarget} from '../../model/subject/subject.ts'
import {type KnownNames, loosen} from '../../text/inline-code.ts'
import {ABOUT_LABEL, EXISTING, NOTHING, needsAboutLabel, PARTIAL} from '../../text/page-strings.ts'
import {readDate, readLooseEntry, type SaidEntry} from '../../text/release-headings.ts'
import {readClause} from '../../text/statement-sentences.ts'
import {noteOf} from '../../text/text-pieces.ts'
import type {Draft, DraftRelease} from './draft.ts'
import {DEPRECATED_SINCE} from './prose.ts'

/** Whether a heading below a release is a release of its own. A version is one; a date below a version isn't. */
export const isOwnRelease = (entry: SaidEntry, above: DraftRelease): boolean =>
  entry.kind === 'release' &&
  (readDate(entry.name) === undefined || (above.entry.kind === 'release' && readDate(above.entry.name) !== undefined))

/** Reads a paragraph about the service, verbatim, in a page rendered by tenure. Returns whether it is one. */
export function aboutService(text: string, draft: Draft): boolean {
  if (needsAboutLabel(text) && !text.startsWith(ABOUT_LABEL)) return false
  draft.about.push(noteOf(text.startsWith(ABOUT_LABEL) ? text.slice(ABOUT_LABEL.length) : text))
  return true
}

/** Reads a paragraph under the heading of a release, in a page rendered by tenure. */
export function aboutRelease(text: string, release: DraftRelease): void {
  if (text === NOTHING.changes) return
  if (text === EXISTING) {
    release.existing = true
    return
  }
  if (text === PARTIAL) {
    release.partial = true
    return
  }
  const statement = readClause(text, 0)
  if (statement?.value.via !== undefined && statement.end >= text.length) release.via = statement.value.via
  else release.notes.push(noteOf(text.replace(/^Note: /, '')))
}

/**
 * Reads a statement about a past deprecation, such as `/v1/firewall paths: deprecated since 2.2. They are not supported
 * from product release 2.4 onwards.` Returns whether it is one.
 */
export function pastDeprecation(text: string, draft: Draft, known: KnownNames): boolean {
  const [, name, since, sunset] = DEPRECATED_SINCE.exec(loosen(text, known)) ?? []
  const target = parseTarget(name ?? '')
  const entry = readLooseEntry(since ?? '')
  if (!target || !entry) return false
  const statement = {verb: 'deprecated' as const, subject: {target}, ...(sunset === undefined ? {} : {sunset})}
  draft.claim({release: draft.release(entry, false), said: statement, from: 'statements', exact: false})
  return true
}
