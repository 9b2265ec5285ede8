import {isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type Scalar, type YAMLMap} from 'yaml'
import {refuse} from '../../model/input-error.ts'
import {NEXT} from '../../model/time/timeline.ts'
import {jsonText} from '../../text/escape.ts'
import {type Insertion, Page} from '../yaml/yaml-edit.ts'
import {type HistoryDraft, writeLines} from './write.ts'

// A history is edited where something is added, and nowhere else: comments, quotes, order and line breaks of the rest
// stay byte for byte. So texts are put into the text, at places that the YAML document tells.

/** A release that goes onto record. */
export interface NewRelease {
  readonly name: string
  readonly date: string
  /** All that it adds was there by then, and may be older. */
  readonly existing?: boolean
  /** Not all of its description could be read. */
  readonly partial?: boolean
  /** What people wrote before it: lists of changes, as texts. */
  readonly folded: readonly string[]
  readonly lines: readonly HistoryDraft[]
  /** The date that stands there is kept. */
  readonly keepsDate: boolean
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
  const changes = listText(release, '  ', eol)
  return `${[...headOf(release), changes === '' ? 'changes: []' : 'changes:'].join(eol)}${eol}${changes}`
}

/** Turns the item of `next` into the release. */
function named(page: Page, item: YAMLMap, release: NewRelease): Insertion[] {
  const {name, date, keepsDate} = release
  const pair = page.pairOf(item, 'release') as Pair<Scalar, Scalar>
  const stated = page.pairOf(item, 'date')
  const edits: Insertion[] = [page.replace(pair.value as Scalar, quoted(name))]
  // Of two keys at one place the one that is put in last stands first.
  for (const key of flagsOf(release).toReversed()) {
    if (!page.pairOf(item, key)) edits.push(page.after(item, pair, `${key}: true`))
  }
  const dated = stated?.value
  if (isScalar(dated) && dated.range && dated.value !== null) {
    if (!keepsDate) edits.push(page.replace(dated, date))
  } else if (!stated) edits.push(page.after(item, pair, `date: ${date}`))
  const changes = page.pairOf(item, 'changes')
  if (release.lines.length === 0 && release.folded.length === 0) return edits
  if (changes && isAlias(changes.value)) {
    throw refuse('Unexpected alias for `changes` of `next`, expected a list of its own', {source: page.source})
  }
  const block = (indent: string): string => listText(release, indent, page.eol)
  const flow = (): string[] => flowLines(release)
  const list = changes?.value
  edits.push(isSeq(list) ? page.append(list, item, block, flow) : page.listOf(item, 'changes', block, flow))
  return edits
}

/** A name that YAML might take for a number is quoted, as people do. */
const quoted = (name: string): string => jsonText(name)

const flowLines = ({folded, lines}: NewRelease): string[] => [
  ...folded.flatMap(text => parseLines(text).map(each => jsonText(each))),
  ...lines.map(line => jsonText(line))
]

const flowText = (release: NewRelease): string[] => [
  `{"release": ${quoted(release.name)}, "date": "${release.date}", ${flagsOf(release)
    .map(key => `"${key}": true, `)
    .join('')}"changes": [${flowLines(release).join(', ')}]}`
]

function itemText(release: NewRelease, indent: string, eol: string): string {
  const changes = listText(release, `${indent}    `, eol)
  const [name, ...more] = headOf(release)
  const head = [`${indent}- ${name}`, ...more.map(line => `${indent}  ${line}`)]
  return [...head, `${indent}  changes:${changes === '' ? ' []' : ''}`, ''].join(eol) + changes
}

const headOf = (release: NewRelease): string[] => [
  `release: ${quoted(release.name)}`,
  `date: ${release.date}`,
  ...flagsOf(release).map(key => `${key}: true`)
]

/** What holds for all of it, in the order of its keys. */
const flagsOf = (release: NewRelease): string[] => FLAGS.filter(key => release[key])
const FLAGS = ['existing', 'partial'] as const

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
