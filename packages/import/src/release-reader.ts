import {defined} from '@tenure/core/model/defined'
import {noteText} from '@tenure/core/phrases/text-pieces'
import type {StatementText} from '@tenure/core/text/statement'
import type {Lines, MarkdownBlock, MarkdownItem} from './blocks.ts'
import {CHANGES_LIST, type DraftRelease, type ImportDraft} from './draft.ts'
import {findGroup, type GroupHeading} from './group-headings.ts'
import {type ItemContext, readContext, readInContext} from './item-context.ts'
import {type ChangelogNames, readGrouped, readProse} from './lines.ts'

type Paragraph = Extract<MarkdownBlock, {kind: 'paragraph'}>
type List = Extract<MarkdownBlock, {kind: 'list'}>

/** The maximum length of an item or paragraph that is read as sentences. */
const MAX_STATEMENT_LENGTH = 20_000

/** The depth of a paragraph that is a heading to what follows it: deeper than all headings. */
const LEAD_DEPTH = 7

/** Reads the text below a release heading that people wrote. Text that states no change is kept with the release. */
export class ReleaseReader {
  readonly #draft: ImportDraft
  readonly #known: ChangelogNames
  /** The group of the headings above, such as `Added`, which says what happened to the names in a list. */
  group: GroupHeading | undefined

  constructor(draft: ImportDraft, known: ChangelogNames) {
    this.#draft = draft
    this.#known = known
  }

  /** Enters the text below a heading inside a release. The heading applies to it together with the headings above. */
  openHeading(lines: Lines, depth: number, text: string): void {
    this.closeHeadings(depth)
    const group = findGroup(text)
    this.#draft.headings = [
      ...this.#draft.headings,
      {...lines, depth, text, isGroup: group !== undefined, isKept: false}
    ]
    this.group = group ?? this.#groupAbove()
  }

  #groupAbove(): GroupHeading | undefined {
    return this.#draft.headings.map(({text}) => findGroup(noteText(text))).findLast(each => each !== undefined)
  }

  /** Leaves the headings of a depth and those below it. */
  closeHeadings(depth: number): void {
    const isClosed = (each: {readonly depth: number}): boolean => each.depth >= depth
    for (const {isKept, isGroup, line, text} of this.#draft.headings.filter(isClosed))
      if (!isKept && !isGroup) this.#draft.remark('unread', line, noteText(text))
    this.#draft.headings = this.#draft.headings.filter(each => !isClosed(each))
  }

  /** Reads a paragraph. One that is bold or ends with a colon can be a heading. */
  readParagraph(block: Paragraph, release: DraftRelease): void {
    const {text, line, isBold} = block
    const plain = noteText(text).trim()
    if ((isBold || plain.endsWith(':')) && findGroup(plain)) {
      this.openHeading(block, LEAD_DEPTH, plain)
      return
    }
    if (isBold) {
      this.closeHeadings(LEAD_DEPTH)
      this.group = this.#groupAbove()
    }
    if (this.readStatements(text, line, 'text', release).length > 0) this.#draft.keep(block)
  }

  /** Reads a list, and the paragraph before it, which can say what happened to the items. */
  readList({items}: List, lead: Paragraph | undefined, release: DraftRelease): void {
    const context = lead && readContext(lead.text)
    if (lead && !context) this.readParagraph(lead, release)
    const [before, count] = [this.group, this.#draft.claims.length]
    if (context?.verb) this.group = {verb: context.verb}
    let isKept = false
    let itemContext: ItemContext | undefined
    for (const item of items) {
      // `Added loan endpoints:` can be an item of the same list, too.
      if (!isBareEndpoint(item)) itemContext = context || item.items.length > 0 ? undefined : readLead(item.text)
      else if (itemContext?.verb) this.group = {verb: itemContext.verb}
      const above = isBareEndpoint(item) ? itemContext : undefined
      if (this.#readItem(item, release, above ?? context ?? this.#contextAbove())) isKept = true
      this.group = context?.verb ? {verb: context.verb} : before
    }
    this.group = before
    if (!lead || !context) return
    if (this.#draft.claims.length === count) this.readParagraph(lead, release)
    else if (isKept) this.#draft.keep(lead)
  }

  /** Reads an item below a release. Returns whether any of its lines stay Markdown. */
  #readItem(item: MarkdownItem, release: DraftRelease, context?: ItemContext): boolean {
    const {text, line, end, items, hasBlocks} = item
    const before = this.group
    const isParent = items.length > 0
    const group = isParent ? findGroup(noteText(text).trim()) : undefined
    const own = isParent && !group ? readContext(text, context) : undefined
    if (group) this.group = group
    if (own?.verb) this.group = {verb: own.verb}
    // Words above items that only give the items their context state nothing by themselves.
    const first = group || own ? undefined : this.readStatements(text, line, 'item', release, context)
    const count = this.#draft.claims.length
    const keepsItems = items.map(each => this.#readItem(each, release, own ?? context)).some(Boolean)
    this.group = before
    const isUsed = group !== undefined || (own !== undefined && this.#draft.claims.length > count)
    const rest = first ?? (isUsed ? [] : this.readStatements(text, line, 'item', release, context))
    if (rest.length === 0 && !hasBlocks && !keepsItems) return false
    // Keeps the lines between the inner items, which were handled one by one.
    const starts = [...items.map(inner => inner.line), end + 1]
    const ends = [line - 1, ...items.map(inner => inner.end)]
    this.#draft.keep(...starts.map((start, at) => ({line: (ends[at] ?? end) + 1, end: start - 1})))
    return true
  }

  /** Reads the sentences of an item or a paragraph, and returns those that state no change. */
  readStatements(
    text: string,
    line: number,
    place: 'item' | 'text',
    release: DraftRelease,
    context?: ItemContext
  ): readonly string[] {
    if (text.length > MAX_STATEMENT_LENGTH) {
      this.#draft.remark('note', line, noteText(text))
      return [noteText(text)]
    }
    const group = place === 'item' ? this.group : undefined
    const grouped = group ? readGrouped(text, group, this.#known) : []
    const alone = grouped.length > 0 ? {said: grouped, rest: []} : readProse(text, place, this.#known, group?.verb)
    const below = alone.said.length > 0 || !context ? [] : readInContext(text, context, this.#known, group?.verb)
    const {said, rest} = below.length > 0 ? {said: below, rest: []} : alone
    // Under a heading for breaking changes, changes are breaking.
    const breaking = place === 'item' ? this.group?.breaking : undefined
    for (const each of said) {
      const statement = each.verb === 'changed' && each.breaking === undefined ? defined({breaking, ...each}) : each
      this.#draft.claim({
        release,
        said: grouped.length > 0 ? withNote(statement, context?.note) : statement,
        from: CHANGES_LIST,
        exact: false
      })
    }
    const isGrouped = group !== undefined && group.verb !== 'changed'
    if (rest.length > 0) this.#draft.remark('note', line, rest.join(' '), isGrouped)
    return rest
  }

  /** What the nearest heading that names a subject states for the items below it. */
  #contextAbove(): ItemContext | undefined {
    return this.#draft.headings.map(({text}) => readContext(text)).findLast(each => each?.at !== undefined)
  }
}

const BARE_ENDPOINT = /^(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS) \/\S*$/

const isBareEndpoint = ({text, items}: MarkdownItem): boolean =>
  items.length === 0 && BARE_ENDPOINT.test(noteText(text).replaceAll('`', '').trim())

/**
 * The context that an item, such as `Added loan endpoints:`, gives the items after it; `undefined` if it gives none.
 */
function readLead(text: string): ItemContext | undefined {
  const context = readContext(text)
  return context?.verb && context.noun === undefined ? context : undefined
}

const withNote = (said: StatementText, note: string | undefined): StatementText =>
  note === undefined ? said : {...said, note: said.note === undefined ? note : `${note}: ${said.note}`}
