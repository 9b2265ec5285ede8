import {type TextEdit, YamlEditor} from '@tenure/core/documents/yaml/yaml-edit'
import {type HistoryContent, writeChanges} from '@tenure/core/inputs/history/write'
import {inputError} from '@tenure/core/model/input-error'
import {NEXT} from '@tenure/core/model/time/timeline'
import {jsonText} from '@tenure/core/phrases/escape'
import {isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type Scalar, type YAMLMap} from 'yaml'

// Inserts text at positions from the YAML document instead of rewriting the file, so that comments, quotes, order, and
// line breaks are kept byte for byte.

/** A release to add to a history. */
export interface NewRelease {
  readonly name: string
  readonly date: string
  /** Whether everything that the release adds may be older than it. */
  readonly existing?: boolean
  /** Whether parts of its description couldn't be read. */
  readonly partial?: boolean
  /** Changes written by hand for `next`, as texts of YAML lists. */
  readonly folded: readonly string[]
  readonly lines: readonly HistoryContent[]
  /** Whether a date that is already written is kept. */
  readonly keepsDate: boolean
  /** The digest of the facts file of the release, by which a later reading notices that the file was changed. */
  readonly facts?: string
}

/** Adds a release to a history file. `next` becomes the release; without `next`, it is appended. */
export function addRelease(text: string, source: string, release: NewRelease): string {
  const page = new YamlEditor(text, source)
  const {contents} = page.document
  const releases = isMap(contents) ? contents.get('releases', true) : undefined
  if (!isSeq(releases)) throw inputError("`releases` is missing or isn't a list. Write it as a list.", {source})
  const next = releases.items.find(item => isMap(item) && page.textOf(item, 'release') === NEXT)
  if (isMap(next)) return page.apply(renameNext(page, next, release))
  return page.apply([
    page.append(
      releases,
      contents as YAMLMap,
      indent => itemText(release, indent, page.eol),
      () => flowText(release)
    )
  ])
}

/** The text of a release file in a history folder, based on the file of `next` if there is one. */
export function createReleaseText(
  release: NewRelease,
  next?: {readonly text: string; readonly source: string}
): string {
  if (next) {
    const page = new YamlEditor(next.text, next.source)
    const {contents} = page.document
    if (!isMap(contents))
      throw inputError("This file doesn't hold a release. Write `release`, `date`, and `changes`.", {
        source: next.source
      })
    return page.apply(renameNext(page, contents as YAMLMap<Node>, release))
  }
  const eol = release.folded.some(text => text.includes('\r\n')) ? '\r\n' : '\n'
  const changes = listText(release, '  ', eol)
  return `${[...headOf(release), changes === '' ? 'changes: []' : 'changes:'].join(eol)}${eol}${changes}`
}

/** Turns the item of `next` into the release. */
function renameNext(page: YamlEditor, item: YAMLMap, release: NewRelease): TextEdit[] {
  const {name, date, keepsDate} = release
  const pair = page.pairOf(item, 'release') as Pair<Scalar, Scalar>
  const stated = page.pairOf(item, 'date')
  const edits: TextEdit[] = [page.replace(pair.value as Scalar, jsonText(name))]
  // Keys inserted at the same position end up in reverse order.
  for (const [key, value] of flagsOf(release).toReversed()) {
    if (!page.pairOf(item, key)) edits.push(page.insertAfter(item, pair, `${key}: ${value}`))
  }
  const dateNode = stated?.value
  if (isScalar(dateNode) && dateNode.range && dateNode.value !== null) {
    if (!keepsDate) edits.push(page.replace(dateNode, date))
  } else if (!stated) edits.push(page.insertAfter(item, pair, `date: ${date}`))
  const changes = page.pairOf(item, 'changes')
  if (release.lines.length === 0 && release.folded.length === 0) return edits
  if (changes && isAlias(changes.value)) {
    throw inputError('`changes` of `next` is an alias. Write its changes out.', {source: page.source})
  }
  const block = (indent: string): string => listText(release, indent, page.eol)
  const flow = (): string[] => flowLines(release)
  const list = changes?.value
  edits.push(isSeq(list) ? page.append(list, item, block, flow) : page.addList(item, 'changes', block, flow))
  return edits
}

const flowLines = ({folded, lines}: NewRelease): string[] => [
  ...folded.flatMap(text => parseLines(text).map(each => jsonText(each))),
  ...lines.map(line => jsonText(line))
]

const flowText = (release: NewRelease): string[] => [
  `{"release": ${jsonText(release.name)}, "date": "${release.date}", ${flagsOf(release)
    .map(([key, value]) => `"${key}": ${value}, `)
    .join('')}"changes": [${flowLines(release).join(', ')}]}`
]

function itemText(release: NewRelease, indent: string, eol: string): string {
  const changes = listText(release, `${indent}    `, eol)
  const [name, ...more] = headOf(release)
  const head = [`${indent}- ${name}`, ...more.map(line => `${indent}  ${line}`)]
  return [...head, `${indent}  changes:${changes === '' ? ' []' : ''}`, ''].join(eol) + changes
}

/** The name is quoted, because YAML would read some names as numbers. */
const headOf = (release: NewRelease): string[] => [
  `release: ${jsonText(release.name)}`,
  `date: ${release.date}`,
  ...flagsOf(release).map(([key, value]) => `${key}: ${value}`)
]

/** The flags that are set on the release and the digest of its facts, in the order of their keys. */
const flagsOf = ({facts, ...release}: NewRelease): [key: string, value: string][] => [
  ...FLAGS.flatMap((key): [string, string][] => (release[key] ? [[key, 'true']] : [])),
  // In quotes, because YAML would read some digests as numbers.
  ...(facts === undefined ? [] : [['facts', jsonText(facts)] satisfies [string, string]])
]
const FLAGS = ['existing', 'partial'] as const

/** The changes as list items at an indentation, the handwritten ones first and unchanged. */
function listText({folded, lines}: NewRelease, indent: string, eol: string): string {
  const generated = lines.length === 0 ? [] : [indentLines(writeChanges(lines), indent, eol)]
  return [...folded.map(text => reindentList(text, indent, eol)), ...generated].join('')
}

/** Indents the text of a top-level list. */
function reindentList(text: string, indent: string, eol: string): string {
  const document = parseDocument(text, {keepSourceTokens: true})
  const {contents} = document
  if (!isSeq(contents) || contents.items.length === 0) return ''
  if (contents.flow) return indentLines(writeChanges(parseLines(text)), indent, eol)
  const token = contents.srcToken
  const own = token && 'indent' in token ? token.indent : 0
  const plain = text.replace(/^---[ \t]*\r?\n/, '').replace(/^\.\.\.[ \t]*\r?\n?$/m, '')
  const ended = plain.endsWith('\n') ? plain : plain + eol
  return own <= indent.length
    ? indentLines(ended, ' '.repeat(indent.length - own))
    : indentLines(writeChanges(parseLines(text)), indent, eol)
}

/** Parses the items of a list. Numbers are kept as text. */
const parseLines = (text: string): HistoryContent[] =>
  parseDocument(text, {
    schema: 'core',
    customTags: tags => tags.filter(tag => typeof tag === 'string' || !/:(int|float)$/.test(tag.tag))
  }).toJS() as HistoryContent[]

/** Indents all lines that aren't empty. */
export function indentLines(text: string, indent: string, eol?: string): string {
  const plain = eol === undefined ? text : text.replace(/\r?\n/g, eol)
  return plain.replace(/^(?=[^\r\n])/gm, indent)
}
