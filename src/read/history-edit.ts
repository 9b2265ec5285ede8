import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq
} from 'yaml'
import {refuse} from '../model/problem.ts'
import {NEXT} from '../model/timeline.ts'
import {type HistoryDraft, writeLines} from './history-write.ts'

// A history is edited where something is added, and nowhere else: comments, quotes, order and line breaks of the rest
// stay byte for byte. So texts are put into the text, at places that the YAML document tells.

/** A release that goes onto record. */
export interface NewRelease {
  readonly name: string
  readonly date: string
  /** What people wrote before it: lists of changes, as texts. */
  readonly folded: readonly string[]
  readonly lines: readonly HistoryDraft[]
  /** The date that stands there is kept. */
  readonly keepsDate: boolean
}

interface Insertion {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The history file with one more release: `next` becomes it, else it comes last. */
export function withRelease(text: string, source: string, release: NewRelease): string {
  const page = new Page(text, source)
  const {contents} = page.document
  const releases = isMap(contents) ? contents.get('releases', true) : undefined
  if (!isSeq(releases)) throw refuse('Unexpected lack of `releases`, expected a list', {source})
  const next = releases.items.find(item => isMap(item) && page.textOf(item, 'release') === NEXT)
  if (isMap(next)) return page.apply(named(page, next, release))
  return page.apply([
    page.append(
      releases,
      contents as YAMLMap,
      indent => itemText(release, indent, page.eol),
      () => flowText(release)
    )
  ])
}

/** The file of a release in a history folder, made from one of `next`, if there is one. */
export function releaseText(release: NewRelease, next?: {readonly text: string; readonly source: string}): string {
  if (next) {
    const page = new Page(next.text, next.source)
    const {contents} = page.document
    if (!isMap(contents)) throw refuse('Unexpected content, expected a release', {source: next.source})
    return page.apply(named(page, contents as YAMLMap<Node>, release))
  }
  const eol = release.folded.some(text => text.includes('\r\n')) ? '\r\n' : '\n'
  const head = [`release: ${quoted(release.name)}`, `date: ${release.date}`]
  const changes = listText(release, '  ', eol)
  return `${[...head, changes === '' ? 'changes: []' : 'changes:'].join(eol)}${eol}${changes}`
}

/** Turns the item of `next` into the release. */
function named(page: Page, item: YAMLMap, release: NewRelease): Insertion[] {
  const {name, date, keepsDate} = release
  const pair = page.pairOf(item, 'release') as Pair<Scalar, Scalar>
  const stated = page.pairOf(item, 'date')
  const edits: Insertion[] = [page.replace(pair.value as Scalar, quoted(name))]
  const dated = stated?.value
  if (isScalar(dated) && dated.range && dated.value !== null) {
    if (!keepsDate) edits.push(page.replace(dated, date))
  } else if (!stated) edits.push(page.after(item, pair, `date: ${date}`))
  const changes = page.pairOf(item, 'changes')
  if (release.lines.length === 0 && release.folded.length === 0) return edits
  if (changes && isAlias(changes.value)) {
    throw refuse('Unexpected alias for `changes` of `next`, expected a list of its own', {source: page.source})
  }
  if (changes && isSeq(changes.value)) {
    edits.push(
      page.append(
        changes.value,
        item,
        indent => listText(release, indent, page.eol),
        () => flowLines(release)
      )
    )
  } else edits.push(page.listOf(item, changes, release))
  return edits
}

/** A text and its document, and how to put texts into it. */
class Page {
  readonly document: Document
  readonly eol: string
  readonly source: string
  readonly #text: string

  constructor(text: string, source: string) {
    this.#text = text
    this.source = source
    this.eol = /\r\n/.test(text) ? '\r\n' : '\n'
    this.document = parseDocument(text, {keepSourceTokens: true, prettyErrors: false})
  }

  apply(edits: readonly Insertion[]): string {
    return edits
      .toSorted((a, b) => b.from - a.from)
      .reduce((text, {from, to, text: fresh}) => text.slice(0, from) + fresh + text.slice(to), this.#text)
  }

  pairOf(map: YAMLMap, key: string): Pair | undefined {
    return map.items.find(({key: each}) => isScalar(each) && each.value === key)
  }

  textOf(map: YAMLMap, key: string): string | undefined {
    const value = this.pairOf(map, key)?.value
    return isScalar(value) ? (value.source ?? String(value.value)) : undefined
  }

  replace({range}: Scalar, text: string): Insertion {
    const [from, to] = range ?? [0, 0]
    return {from, to, text}
  }

  /** One more key, after another. */
  after(map: YAMLMap, pair: Pair, text: string): Insertion {
    const end = endOf(pair)
    if (map.flow) return {from: end, to: end, text: `, ${flowKey(text)}`}
    const at = this.#lineAfter(end)
    return {from: at, to: at, text: this.#inLine(at, `${' '.repeat(this.#indentOf(map))}${text}${this.eol}`)}
  }

  /** More items for a list: `block` as lines at an indentation, `flow` as texts between commas. */
  append(list: YAMLSeq, parent: YAMLMap, block: (indent: string) => string, flow: () => string[]): Insertion {
    const last = list.items.at(-1) as Node | undefined
    if (!list.flow && last) {
      const at = this.#lineAfter(endOf(last))
      return {from: at, to: at, text: this.#inLine(at, block(' '.repeat(this.#indentOf(list))))}
    }
    const [start, end] = list.range ?? [0, 0]
    if (last) {
      const at = endOf(last)
      return {
        from: at,
        to: at,
        text: flow()
          .map(each => `, ${each}`)
          .join('')
      }
    }
    // An empty list in a block of lines becomes such a block.
    if (!parent.flow) {
      const at = this.#lineAfter(end)
      const from = this.#text.slice(0, start).trimEnd().length
      const comment = this.#text.slice(end, at).trimEnd()
      const text = comment + this.eol + block(' '.repeat(this.#indentOf(parent) + 2))
      const isLast = at === this.#text.length && !this.#text.endsWith('\n')
      return {from, to: at, text: isLast ? text.slice(0, -this.eol.length) : text}
    }
    return {from: start + 1, to: end - 1, text: flow().join(', ')}
  }

  /** A list for a key that is not there, or holds nothing. */
  listOf(map: YAMLMap, pair: Pair | undefined, release: NewRelease): Insertion {
    if (map.flow) {
      const text = `[${flowLines(release).join(', ')}]`
      if (pair) {
        const end = endOf(pair)
        return {from: end, to: end, text: /:\s*$/.test(this.#text.slice(0, end)) ? ` ${text}` : `: ${text}`}
      }
      const last = map.items.at(-1) as Pair
      return {from: endOf(last), to: endOf(last), text: `, "changes": ${text}`}
    }
    const indent = ' '.repeat(this.#indentOf(map))
    const at = this.#lineAfter(endOf(pair ?? (map.items.at(-1) as Pair)))
    const head = pair ? '' : `${indent}changes:${this.eol}`
    return {from: at, to: at, text: this.#inLine(at, head + listText(release, `${indent}  `, this.eol))}
  }

  #indentOf(node: YAMLMap | YAMLSeq): number {
    const token = node.srcToken
    return token && 'indent' in token ? token.indent : 0
  }

  /** Where the next line begins; after a block of text, which ends with its line, that is here. */
  #lineAfter(offset: number): number {
    if (this.#text[offset - 1] === '\n') return offset
    const end = this.#text.indexOf('\n', offset)
    return end === -1 ? this.#text.length : end + 1
  }

  /** A last line may lack its break: the new text then begins with one, and ends as the old one did. */
  #inLine(at: number, text: string): string {
    if (at < this.#text.length || this.#text === '' || this.#text.endsWith('\n')) return text
    return this.eol + text.slice(0, -this.eol.length)
  }
}

/** Where the last thing that is written in a node ends. */
function endOf(node: Node | Pair): number {
  if ('key' in node && 'value' in node && !('range' in node)) {
    const {key, value} = node as Pair<Node, Node | null>
    if (value && isScalar(value) && value.value === null && (value.source ?? '') === '') return endOf(key) + 1
    return value ? endOf(value) : endOf(key)
  }
  const whole = node as Node
  if ((isMap(whole) || isSeq(whole)) && !whole.flow) {
    const last = whole.items.at(-1) as Node | Pair | undefined
    if (last) return endOf(last)
  }
  return whole.range?.[1] ?? 0
}

/** A name that YAML might take for a number is quoted, as people do. */
const quoted = (name: string): string => JSON.stringify(name)

const flowKey = (text: string): string => text.replace(/^(\w+): (.*)$/, '"$1": "$2"')

const flowLines = ({folded, lines}: NewRelease): string[] => [
  ...folded.flatMap(text => parseLines(text).map(each => JSON.stringify(each))),
  ...lines.map(line => JSON.stringify(line))
]

const flowText = (release: NewRelease): string[] => [
  `{"release": ${quoted(release.name)}, "date": "${release.date}", "changes": [${flowLines(release).join(', ')}]}`
]

function itemText(release: NewRelease, indent: string, eol: string): string {
  const changes = listText(release, `${indent}    `, eol)
  const head = [`${indent}- release: ${quoted(release.name)}`, `${indent}  date: ${release.date}`]
  return [...head, `${indent}  changes:${changes === '' ? ' []' : ''}`, ''].join(eol) + changes
}

/** The lines of a list at an indentation: those of people first, as they wrote them. */
function listText({folded, lines}: NewRelease, indent: string, eol: string): string {
  const fresh = lines.length === 0 ? [] : [shifted(writeLines(lines), indent, eol)]
  return [...folded.map(text => moved(text, indent, eol)), ...fresh].join('')
}

/** A list that stands by itself, moved to where it belongs. */
function moved(text: string, indent: string, eol: string): string {
  const document = parseDocument(text, {keepSourceTokens: true})
  const {contents} = document
  if (!isSeq(contents) || contents.items.length === 0) return ''
  if (contents.flow) return shifted(writeLines(parseLines(text)), indent, eol)
  const token = contents.srcToken
  const own = token && 'indent' in token ? token.indent : 0
  const plain = text.replace(/^---[ \t]*\r?\n/, '').replace(/^\.\.\.[ \t]*\r?\n?$/m, '')
  const ended = plain.endsWith('\n') ? plain : plain + eol
  return own <= indent.length
    ? shifted(ended, ' '.repeat(indent.length - own))
    : shifted(writeLines(parseLines(text)), indent, eol)
}

/** The lines of a list as values; numbers stay the text that was written. */
const parseLines = (text: string): HistoryDraft[] =>
  parseDocument(text, {
    schema: 'core',
    customTags: tags => tags.filter(tag => typeof tag === 'string' || !/:(int|float)$/.test(tag.tag))
  }).toJS() as HistoryDraft[]

/** All lines that hold something, moved to the right. */
function shifted(text: string, indent: string, eol?: string): string {
  const plain = eol === undefined ? text : text.replace(/\r?\n/g, eol)
  return plain.replace(/^(?=[^\r\n])/gm, indent)
}
