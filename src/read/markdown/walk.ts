import {defined} from '../../model/defined.ts'
import {parseTarget} from '../../model/subject/subject.ts'
import {parseDateRange} from '../../model/time/date-range.ts'
import {readDate} from '../../model/time/written-date.ts'
import {normalizeSentence, splitIntoSentences} from '../../text/inline-code.ts'
import {
  ABOUT_LABEL,
  EMPTY_SECTION_TEXTS,
  FIRST_DESCRIPTION_NOTE,
  HEADINGS,
  LEAD_SENTENCES,
  needsAboutLabel,
  PARTIAL_DESCRIPTION_NOTE,
  SUBHEADINGS,
  TITLE_END
} from '../../text/page-strings.ts'
import {type EntryHeading, readFreeFormEntry, readFreeFormHeading, readHeading} from '../../text/release-headings.ts'
import type {StatementText} from '../../text/statement.ts'
import {readClause} from '../../text/statement-sentences.ts'
import {readFact} from '../../text/subject-facts.ts'
import {noteText} from '../../text/text-pieces.ts'
import type {MarkdownBlock, MarkdownItem} from './blocks.ts'
import {CHANGES_LIST, type Claim, type DraftRelease, type ImportDraft} from './draft.ts'
import {type ChangelogNames, describesEvent, GROUP_HEADINGS, readExactLine, readGrouped, readProse} from './lines.ts'
import {
  ABOUT,
  basePattern,
  DEPRECATED_SINCE,
  EMPTY_PHRASES,
  findAdoptedDay,
  LIST_LEADS,
  type ListKind,
  NEVER_ANNOUNCED,
  readNamedFacts,
  readServiceTitle,
  readTopic,
  UNDOCUMENTED_SENTENCE
} from './prose.ts'
import {readTable} from './tables.ts'

/** The maximum length of an item or paragraph that is read as sentences. */
const MAX_STATEMENT_LENGTH = 20_000

/** Reads the blocks of a document in order and tracks the headings that they are under. */
export class MarkdownReader {
  readonly #draft: ImportDraft
  readonly #known: ChangelogNames
  #section: 'start' | 'about' | 'releases' | 'policy' | 'prose' = 'start'
  #release: {readonly release: DraftRelease; readonly depth: number} | undefined
  #group: (typeof GROUP_HEADINGS)[string] | undefined
  #list: ListKind | undefined
  /** The claims of the last table, to which a sentence below it may refer. */
  #rows: readonly Claim[] = []

  constructor(draft: ImportDraft, known: ChangelogNames) {
    this.#draft = draft
    this.#known = known
  }

  read(blocks: readonly MarkdownBlock[]): void {
    for (const [index, block] of blocks.entries()) {
      const list = this.#list
      if (block.kind !== 'heading' && block.kind !== 'zone') this.#list = undefined
      switch (block.kind) {
        case 'heading':
          this.#heading(block)
          break
        case 'zone':
          this.#leaveSection()
          break
        case 'paragraph':
          if (blocks[index + 1]?.kind === 'table' && block.text.endsWith(':'))
            this.#draft.remark('unread', block.line, noteText(block.text))
          else this.#paragraph(block.text, block.line)
          break
        case 'list':
          for (const item of block.items) this.#item(item, list)
          break
        case 'table':
          this.#table(block)
          break
        case 'other':
          if (!this.#draft.isRendered || !isDisclosure(block.text)) this.#draft.remark('unread', block.line, block.text)
      }
    }
  }

  #leaveSection(): void {
    this.#section = 'prose'
    this.#release = undefined
    this.#group = undefined
    this.#list = undefined
  }

  #heading({text, depth, line}: Extract<MarkdownBlock, {kind: 'heading'}>): void {
    const plain = noteText(text).trim()
    this.#list = undefined
    const loose = readFreeFormHeading(plain)
    if (depth === 1 && this.#draft.service === undefined && !loose) {
      this.#leaveSection()
      this.#section = 'start'
      this.#draft.service = readServiceTitle(plain)
      this.#draft.isRendered = plain.endsWith(TITLE_END)
      return
    }
    if (this.#section === 'releases' && depth >= 3) {
      const entry = readHeading(text)
      if (entry) this.#enterRelease(this.#draft.release(entry, true), depth)
      else if (!this.#release || !GROUP_HEADINGS[plain.toLowerCase()]) this.#draft.remark('unread', line, plain)
      return
    }
    if (this.#section === 'policy' && depth >= 3) {
      this.#draft.remark('derived', line, plain)
      return
    }
    const group = GROUP_HEADINGS[plain.toLowerCase()]
    if (this.#release && depth > this.#release.depth && !(loose && isOwnRelease(loose.entry, this.#release.release))) {
      this.#group = group
      if (!group) this.#draft.remark('unread', line, plain)
      return
    }
    this.#leaveSection()
    this.#group = group
    if (loose) {
      this.#enterRelease(this.#draft.release(loose.entry, true), depth)
      if (loose.unread !== undefined) this.#draft.remark('unread', line, `${loose.unread} (in ${plain})`)
    } else if (ABOUT.test(plain)) this.#section = 'about'
    else if (plain === SUBHEADINGS.others) this.#list = 'facts'
    else if (!OWN_HEADINGS.includes(plain)) this.#draft.remark('unread', line, plain)
  }

  #enterRelease(release: DraftRelease, depth: number): void {
    this.#release = {release, depth}
    this.#group = undefined
  }

  #table(block: Extract<MarkdownBlock, {kind: 'table'}>): void {
    if (this.#section === 'policy') {
      for (const {line, cells} of block.rows) this.#draft.remark('derived', line, noteText(cells.join(' | ')))
      return
    }
    const before = this.#draft.claims.length
    if (readTable(block, this.#draft, this.#known)) {
      this.#rows = this.#draft.claims.slice(before).filter(({said}) => said.verb === 'removed')
      return
    }
    for (const {line, cells} of block.rows) this.#draft.note(line, noteText(cells.join(' | ')))
  }

  #paragraph(text: string, line: number): void {
    const draft = this.#draft
    if (this.#section === 'releases' && this.#release) {
      readReleaseParagraph(text, this.#release.release)
      return
    }
    if (this.#section === 'policy') {
      draft.remark('derived', line, noteText(text))
      return
    }
    if (draft.isRendered && this.#section === 'about' && readServiceParagraph(text, draft)) return
    if (text.startsWith(LEAD_SENTENCES.releases)) {
      draft.newestFirst = true
      this.#section = 'releases'
      draft.note(line, noteText(text.slice(LEAD_SENTENCES.releases.length)).trim())
      return
    }
    if (text.startsWith(LEAD_SENTENCES.policy)) {
      this.#section = 'policy'
      draft.remark('derived', line, noteText(text))
      return
    }
    if (EMPTY_PHRASES.has(text)) return
    this.#prose(text, line)
  }

  #prose(text: string, line: number): void {
    const draft = this.#draft
    if (this.#release) {
      this.#readStatements(text, line, 'text', this.#release.release)
      return
    }
    const [, coded, bare] = basePattern.exec(text) ?? []
    const since = findAdoptedDay(text)
    if ((coded ?? bare) !== undefined) draft.base = coded ?? bare
    else if (since !== undefined && parseDateRange(since)) draft.adopted = since
    else this.#sentences(text, line)
  }

  /** Reads prose outside any release: recognized sentences are extracted, and the rest is kept. */
  #sentences(text: string, line: number): void {
    const draft = this.#draft
    const remaining: string[] = []
    let unknown = false
    for (const {text: sentence} of splitIntoSentences(text)) {
      const plain = noteText(sentence).trim()
      const lead = LIST_LEADS.find(([pattern]) => pattern.test(plain))
      const [, coded, bare] = basePattern.exec(sentence) ?? []
      const [, topic, note] = UNDOCUMENTED_SENTENCE.exec(plain) ?? []
      if (lead) this.#list = lead[1]
      else if ((coded ?? bare) !== undefined) draft.base = coded ?? bare
      else if (NEVER_ANNOUNCED.test(plain) && this.#rows.length > 0) {
        for (const claim of this.#rows) draft.revise(claim, {announced: {never: true}})
      } else if (topic !== undefined && remaining.length <= 1) {
        draft.unknown.push(defined({topic, note}))
        unknown = true
      } else if (unknown) {
        const last = draft.unknown.pop()
        if (last) draft.unknown.push({...last, note: last.note === undefined ? plain : `${last.note} ${plain}`})
      } else remaining.push(plain)
    }
    if (remaining.length === 0) return
    if (this.#lacksRelease(text)) {
      draft.noteWithoutRelease(line, remaining.join(' '))
    } else if (this.#section === 'about') draft.about.push(remaining.join(' '))
    else draft.note(line, remaining.join(' '))
  }

  /** Whether a text reads like a fact but is under no release. */
  #lacksRelease(text: string): boolean {
    return (this.#group && readGrouped(text, this.#group, this.#known).length > 0) || describesEvent(text, this.#known)
  }

  #readStatements(text: string, line: number, place: 'item' | 'text', release: DraftRelease): void {
    if (text.length > MAX_STATEMENT_LENGTH) {
      this.#draft.remark('unread', line, noteText(text))
      return
    }
    const group = place === 'item' ? this.#group : undefined
    const grouped = group ? readGrouped(text, group, this.#known) : []
    const {said, rest} =
      grouped.length > 0 ? {said: grouped, rest: []} : readProse(text, place, this.#known, group?.verb)
    // Under a heading for breaking changes, changes are breaking.
    const breaking = place === 'item' ? this.#group?.breaking : undefined
    for (const each of said) {
      const statement = each.verb === 'changed' && each.breaking === undefined ? defined({breaking, ...each}) : each
      this.#draft.claim({release, said: statement, from: CHANGES_LIST, exact: false})
    }
    if (rest.length === 0) return
    release.notes.push(rest.join(' '))
    this.#draft.remark('note', line, rest.join(' '))
  }

  #item({text, line, items}: MarkdownItem, list: ListKind | undefined): void {
    const draft = this.#draft
    if (this.#section === 'policy' || list === 'derived') draft.remark('derived', line, noteText(text))
    else if (this.#section === 'releases' && this.#release) this.#exactItem(text, line, this.#release.release)
    else if (list === 'areas') draft.areas.push(noteText(text))
    else if (list === 'notes') draft.notes.push(noteText(text))
    else if (list === 'unknown') draft.unknown.push(readTopic(text))
    else if (list === 'facts') this.#fact(text, line)
    else if (this.#release) this.#readStatements(text, line, 'item', this.#release.release)
    else if (!readPastDeprecation(text, draft, this.#known)) this.#sentences(text, line)
    for (const inner of items) this.#item(inner, list)
  }

  #exactItem(text: string, line: number, release: DraftRelease): void {
    const said = readExactLine(text)
    if (said) this.#draft.claim({release, said: withoutUsualLabel(said), from: CHANGES_LIST, exact: true})
    else {
      this.#draft.folded = true
      this.#readStatements(text, line, 'item', release)
    }
  }

  #fact(text: string, line: number): void {
    const draft = this.#draft
    if (readPastDeprecation(text, draft, this.#known)) return
    const fact = readFact(text) ?? readFact(normalizeSentence(text, this.#known))
    if (fact) {
      const {since, ...rest} = fact
      // The changes by release also state when the subject was added.
      if (since !== undefined) {
        const release = draft.release({kind: 'release', name: since}, false)
        draft.claim({release, said: {verb: 'added', subject: fact.subject}, from: `facts ${line}`, exact: false})
      }
      draft.facts.push(rest)
      return
    }
    const named = readNamedFacts(text)
    if (named.length > 0) draft.facts.push(...named)
    else if (this.#lacksRelease(text)) {
      draft.noteWithoutRelease(line, noteText(text))
    } else draft.note(line, noteText(text))
  }
}

/** Headings of a rendered page. */
const OWN_HEADINGS: readonly string[] = [...Object.values(HEADINGS), ...Object.values(SUBHEADINGS)]

/** Whether HTML opens or closes a collapsed part of a page. */
const isDisclosure = (html: string): boolean => /^<\/?details\b/.test(html.trim())

/** A removal or rename without the label `Breaking:`. A page adds it to each one that breaks clients. */
function withoutUsualLabel(said: StatementText): StatementText {
  const {breaking, ...rest} = said
  const isUsual = said.verb === 'removed' || said.verb === 'renamed' || said.verb === 'promoted'
  return breaking === true && isUsual && said.until === undefined ? rest : said
}

/** Whether a heading below a release is a release of its own. A version is one; a date below a version isn't. */
const isOwnRelease = (entry: EntryHeading, above: DraftRelease): boolean =>
  entry.kind === 'release' &&
  (readDate(entry.name) === undefined || (above.entry.kind === 'release' && readDate(above.entry.name) !== undefined))

/** Reads a paragraph about the service, verbatim, in a page rendered by tenure. Returns whether it is one. */
function readServiceParagraph(text: string, draft: ImportDraft): boolean {
  if (needsAboutLabel(text) && !text.startsWith(ABOUT_LABEL)) return false
  draft.about.push(noteText(text.startsWith(ABOUT_LABEL) ? text.slice(ABOUT_LABEL.length) : text))
  return true
}

/** Reads a paragraph under the heading of a release, in a page rendered by tenure. */
function readReleaseParagraph(text: string, release: DraftRelease): void {
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
function readPastDeprecation(text: string, draft: ImportDraft, known: ChangelogNames): boolean {
  const [, name, since, sunset] = DEPRECATED_SINCE.exec(normalizeSentence(text, known)) ?? []
  const target = parseTarget(name ?? '')
  const entry = readFreeFormEntry(since ?? '')
  if (!target || !entry) return false
  const statement = defined({verb: 'deprecated' as const, subject: {target}, sunset})
  draft.claim({release: draft.release(entry, false), said: statement, from: 'statements', exact: false})
  return true
}
