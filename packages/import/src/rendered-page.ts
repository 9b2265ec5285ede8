import {COUNT_NOUNS} from '@tenure/core/languages/languages'
import {noteText} from '@tenure/core/phrases/text-pieces'
import {
  ABOUT_LABEL,
  countHeading,
  EMPTY_SECTION_TEXTS,
  FIRST_DESCRIPTION_NOTE,
  HEADINGS,
  needsAboutLabel,
  otherHeading,
  PARTIAL_DESCRIPTION_NOTE
} from '@tenure/core/text/page-strings'
import type {StatementText} from '@tenure/core/text/statement'
import {readClause} from '@tenure/core/text/statement-sentences'
import type {DraftRelease, ImportDraft} from './draft.ts'

// Parts that only pages rendered by tenure have.

/** Headings of a rendered page. */
export const OWN_HEADINGS: readonly string[] = [...Object.values(HEADINGS), ...COUNT_NOUNS.map(countHeading)]

/** Headings of facts about other subjects than those in the table. */
export const OTHER_HEADINGS: readonly string[] = ['endpoint', ...COUNT_NOUNS].map(otherHeading)

/** Whether a heading is that of adjacent releases without changes, which are listed below it. */
export const isRunHeading = (text: string): boolean => /^Releases .* to /.test(text)

/** Whether HTML opens or closes a collapsed part of a page. */
export const isDisclosure = (html: string): boolean => /^<\/?details\b/.test(html.trim())

/**
 * The statement of a removal or rename without its label `Breaking:`, which a page adds to each one that breaks
 * clients.
 */
export function withoutUsualLabel(said: StatementText): StatementText {
  const {breaking, ...rest} = said
  const isUsual = said.verb === 'removed' || said.verb === 'renamed' || said.verb === 'promoted'
  return breaking === true && isUsual && said.oldUntil === undefined ? rest : said
}

/** Reads a paragraph about the service, verbatim, in a page rendered by tenure. Returns whether it is one. */
export function readServiceParagraph(text: string, draft: ImportDraft): boolean {
  if (needsAboutLabel(text) && !text.startsWith(ABOUT_LABEL)) return false
  draft.about.push(noteText(text.startsWith(ABOUT_LABEL) ? text.slice(ABOUT_LABEL.length) : text))
  return true
}

/** Reads a paragraph under the heading of a release, in a page rendered by tenure. */
export function readReleaseParagraph(text: string, release: DraftRelease): void {
  if (text === EMPTY_SECTION_TEXTS.changes || text === EMPTY_SECTION_TEXTS.changesIncomplete) return
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
