import {parseTarget} from '@tenure/core/languages/languages'
import {defined} from '@tenure/core/model/defined'
import {parseDateRange} from '@tenure/core/model/time/date-range'
import {readDate} from '@tenure/core/model/time/written-date'
import {noteText} from '@tenure/core/phrases/text-pieces'
import {normalizeSentence, splitIntoSentences} from '@tenure/core/text/inline-code'
import {HEADINGS, JUMP_TO, LEAD_SENTENCES, TITLE_END, WRITTEN_TITLE} from '@tenure/core/text/page-strings'
import {
  type EntryHeading,
  readFreeFormEntry,
  readFreeFormHeading,
  readHeading,
  readUnchanged
} from '@tenure/core/text/release-headings'
import {readFact} from '@tenure/core/text/subject-facts'
import type {Lines, MarkdownBlock, MarkdownItem} from './blocks.ts'
import {CHANGES_LIST, type Claim, type DraftRelease, type ImportDraft} from './draft.ts'
import {findGroup} from './group-headings.ts'
import {labelKey} from './kept-text.ts'
import {type ChangelogNames, describesEvent, readExactLine, readGrouped} from './lines.ts'
import {
  ABOUT,
  basePattern,
  DEPRECATED_SINCE,
  EMPTY_PHRASES,
  findCompleteDay,
  LIST_LEADS,
  type ListKind,
  NEVER_ANNOUNCED,
  readNamedFacts,
  readServiceTitle,
  readTopic,
  UNDOCUMENTED_SENTENCE
} from './prose.ts'
import {ReleaseReader} from './release-reader.ts'
import {
  isDisclosure,
  isRunHeading,
  OTHER_HEADINGS,
  OWN_HEADINGS,
  readReleaseParagraph,
  readServiceParagraph,
  withoutUsualLabel
} from './rendered-page.ts'
import {readTable} from './tables.ts'

type Paragraph = Extract<MarkdownBlock, {kind: 'paragraph'}>
type Heading = Extract<MarkdownBlock, {kind: 'heading'}>
type FreeFormHeading = ReturnType<typeof readFreeFormHeading>

interface OpenRelease {
  readonly release: DraftRelease
  /** The depth of its heading. */
  readonly depth: number
}

/** Reads the blocks of a document in order and tracks the headings that they are under. */
export class MarkdownReader {
  readonly #draft: ImportDraft
  readonly #known: ChangelogNames
  readonly #below: ReleaseReader
  #section: 'start' | 'news' | 'about' | 'releases' | 'policy' | 'prose' = 'start'
  /** The part of a rendered page that a managed section holds. */
  #part: string | undefined
  #release: OpenRelease | undefined
  /** The paragraph before a list below a release. */
  #lead: Paragraph | undefined
  /** The number of collapsed parts that are open in Markdown that people wrote; `undefined` outside of it. */
  #open: number | undefined
  #list: ListKind | undefined
  /** The claims of the last table, to which a sentence below it may refer. */
  #rows: readonly Claim[] = []

  constructor(draft: ImportDraft, known: ChangelogNames) {
    this.#draft = draft
    this.#known = known
    this.#below = new ReleaseReader(draft, known)
  }

  read(blocks: readonly MarkdownBlock[]): void {
    const source = blocks.flatMap(block => (block.kind === 'definition' ? [block] : []))
    for (const {label, text} of source) this.#draft.definitions.set(labelKey(label), text)
    for (const [index, block] of blocks.entries()) {
      if (this.#keepsWritten(block)) continue
      const list = this.#list
      if (block.kind !== 'heading' && block.kind !== 'zone') this.#list = undefined
      if (this.#isRepeated(block, list)) continue
      this.#block(block, blocks[index + 1], list)
    }
    this.#below.closeHeadings(1)
  }

  #block(block: MarkdownBlock, next: MarkdownBlock | undefined, list: ListKind | undefined): void {
    switch (block.kind) {
      case 'heading':
        this.#heading(block)
        break
      case 'zone':
        this.#leaveSection()
        this.#part = block.part
        if (block.part === 'news') this.#section = 'news'
        break
      case 'paragraph':
        if (next?.kind === 'table' && block.text.endsWith(':')) this.#unread(block)
        else if (this.#isBelowRelease && list === undefined && next?.kind === 'list') this.#lead = block
        else this.#paragraph(block)
        break
      case 'list':
        if (this.#isBelowRelease && list === undefined && this.#release)
          this.#below.readList(block, this.#lead, this.#release.release)
        else for (const item of block.items) this.#item(item, list)
        this.#lead = undefined
        break
      case 'table':
        this.#table(block)
        break
      case 'other':
        if (!this.#draft.isRendered || !isDisclosure(block.text)) this.#unread(block)
    }
  }

  /** Whether a block of a rendered page only repeats what stands elsewhere on the page, or links to it. */
  #isRepeated(block: MarkdownBlock, list: ListKind | undefined): boolean {
    if (block.kind === 'heading' || block.kind === 'zone') return false
    if (this.#section === 'news') return true
    if (this.#section !== 'releases' || this.#release) return false
    if (block.kind === 'list') return list === 'links'
    if (!('text' in block) || !block.text.includes(JUMP_TO)) return false
    this.#list = 'links'
    return true
  }

  /** Whether the blocks are below a release that people wrote. */
  get #isBelowRelease(): boolean {
    return this.#release !== undefined && this.#section !== 'releases' && this.#section !== 'policy'
  }

  /** Keeps a block that isn't read: in its release, or else only in the remarks. */
  #unread(block: Lines & {readonly text: string}): void {
    const isKept = this.#draft.current !== undefined
    this.#draft.keep(block)
    this.#draft.remark(isKept ? 'note' : 'unread', block.line, noteText(block.text))
  }

  /** Keeps a block of the Markdown that a rendered page shows as people wrote it. Returns whether it's one. */
  #keepsWritten(block: MarkdownBlock): boolean {
    if (this.#open === undefined) return false
    const html = block.kind === 'other' ? block.text : ''
    const tags = html.match(/<\/?details\b/gi) ?? []
    const after = tags.reduce((open, tag) => open + (tag.startsWith('</') ? -1 : 1), this.#open)
    if ((block.kind === 'heading' && block.depth <= WRITTEN_DEPTH) || block.kind === 'zone' || after < 0) {
      this.#open = undefined
      return false
    }
    this.#open = after
    if (block.kind === 'heading') {
      this.#draft.current?.kept.headings.push({...block, depth: block.depth - WRITTEN_DEPTH})
    }
    this.#draft.keep(block)
    return true
  }

  #leaveSection(): void {
    this.#below.closeHeadings(1)
    this.#section = 'prose'
    this.#release = undefined
    this.#draft.current = undefined
    this.#below.group = undefined
    this.#list = undefined
  }

  #heading(heading: Heading): void {
    const {text, depth, line, end} = heading
    const plain = noteText(text).trim()
    this.#list = undefined
    const freeForm = readFreeFormHeading(plain)
    if (depth === 1 && this.#draft.service === undefined && !freeForm) this.#serviceTitle(plain)
    else if (this.#section === 'releases' && depth >= 3) this.#renderedHeading(heading, plain)
    else if (this.#section === 'policy' && depth >= 3) this.#draft.remark('derived', line, plain)
    else if (this.#release && this.#isWithin(this.#release, depth, freeForm))
      this.#below.openHeading({line, end}, depth - this.#release.depth, text)
    else this.#openSection(heading, plain, freeForm)
  }

  #serviceTitle(plain: string): void {
    this.#leaveSection()
    this.#section = 'start'
    this.#draft.service = readServiceTitle(plain)
    this.#draft.isRendered = plain.endsWith(TITLE_END)
  }

  /** Reads a heading among the releases of a rendered page. */
  #renderedHeading({text, depth, line}: Heading, plain: string): void {
    const entry = readHeading(text)
    if (depth === WRITTEN_DEPTH && plain === WRITTEN_TITLE && this.#release) {
      this.#draft.current = this.#release.release
      this.#open = 0
    } else if (entry) this.#enterRelease(this.#draft.release(entry, true), depth)
    else if (!isRunHeading(plain) && (!this.#release || !findGroup(plain))) this.#draft.remark('unread', line, plain)
  }

  /** Whether a heading belongs to a release, and begins no release of its own. */
  #isWithin(above: OpenRelease, depth: number, freeForm: FreeFormHeading): boolean {
    return depth > above.depth && !(freeForm && isOwnRelease(freeForm.entry, above.release))
  }

  #openSection({depth, line}: Heading, plain: string, freeForm: FreeFormHeading): void {
    this.#leaveSection()
    this.#below.group = findGroup(plain)
    if (freeForm) {
      this.#enterRelease(this.#draft.release(freeForm.entry, true), depth)
      if (freeForm.unread !== undefined) this.#draft.remark('unread', line, `${freeForm.unread} (in ${plain})`)
    } else if (ABOUT.test(plain)) this.#section = 'about'
    else if (plain === HEADINGS.news && (this.#draft.isRendered || this.#part === 'all')) this.#section = 'news'
    else if (OTHER_HEADINGS.includes(plain)) this.#list = 'facts'
    else if (!OWN_HEADINGS.includes(plain)) this.#draft.remark('unread', line, plain)
  }

  #enterRelease(release: DraftRelease, depth: number): void {
    this.#below.closeHeadings(1)
    this.#release = {release, depth}
    this.#below.group = undefined
    // The lists of a rendered page are all changes, so nothing of them stays Markdown.
    this.#draft.current = this.#section === 'releases' ? undefined : release
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
    for (const row of block.rows) this.#draft.keepRow(block, row, noteText(row.cells.join(' | ')))
  }

  #paragraph(block: Paragraph): void {
    const {text, line} = block
    const draft = this.#draft
    const unchanged = this.#section === 'releases' ? readUnchanged(text) : []
    for (const entry of unchanged) draft.release(entry, true)
    if (unchanged.length > 0) return
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
    this.#prose(block)
  }

  #prose(block: Paragraph): void {
    const {text, line} = block
    const draft = this.#draft
    if (this.#release) {
      this.#below.readParagraph(block, this.#release.release)
      return
    }
    const [, coded, bare] = basePattern.exec(text) ?? []
    const since = findCompleteDay(text)
    if ((coded ?? bare) !== undefined) draft.server = coded ?? bare
    else if (since !== undefined && parseDateRange(since)) draft.completeFrom = since
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
      else if ((coded ?? bare) !== undefined) draft.server = coded ?? bare
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

  /** Whether a text reads like a change but is under no release. */
  #lacksRelease(text: string): boolean {
    return (
      (this.#below.group && readGrouped(text, this.#below.group, this.#known).length > 0) ||
      describesEvent(text, this.#known)
    )
  }

  /** Reads an item with the items in it. */
  #item(item: MarkdownItem, list: ListKind | undefined): void {
    const {text, line, items} = item
    const draft = this.#draft
    if (this.#section === 'policy' || list === 'derived') draft.remark('derived', line, noteText(text))
    else if (this.#section === 'releases' && this.#release) this.#exactItem(text, line, this.#release.release)
    else if (list === 'areas') draft.areas.push(noteText(text))
    else if (list === 'notes') draft.notes.push(noteText(text))
    else if (list === 'unknown') draft.unknown.push(readTopic(text))
    else if (list === 'facts') this.#fact(text, line)
    else if (!readPastDeprecation(text, draft, this.#known)) this.#sentences(text, line)
    for (const inner of items) this.#item(inner, list)
  }

  #exactItem(text: string, line: number, release: DraftRelease): void {
    const said = readExactLine(text)
    if (said) this.#draft.claim({release, said: withoutUsualLabel(said), from: CHANGES_LIST, exact: true})
    else {
      this.#draft.folded = true
      const rest = this.#below.readStatements(text, line, 'item', release)
      if (rest.length > 0) release.notes.push(rest.join(' '))
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

/** The depth of the heading above the Markdown that a rendered page shows as people wrote it. */
const WRITTEN_DEPTH = 4

/** Whether a heading below a release is a release of its own. A version is one; a date below a version isn't. */
const isOwnRelease = (entry: EntryHeading, above: DraftRelease): boolean =>
  entry.kind === 'release' &&
  (readDate(entry.name) === undefined || (above.entry.kind === 'release' && readDate(above.entry.name) !== undefined))

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
