import {YamlEditor} from '@tenure/core/documents/yaml/yaml-edit'
import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import {type HistoryContent, writeInOneLine} from '@tenure/core/inputs/history/write'
import {parsePointer, type SourceLocation} from '@tenure/core/model/location'
import {isCollection, isMap, type Node, type Scalar, type YAMLMap} from 'yaml'
import {assertOnlyEdited} from './append-item.ts'

/** The keys of a deprecation after those that name its subject, in the order in which people write them. */
const KEYS: readonly string[] = ['replacement', 'sunset', 'announced', 'via', 'note']

/**
 * Sets keys of the change at a place. Every other byte is kept. Throws an `InputError` if the change can't be edited that
 * way.
 */
export function setKeys(text: string, {source, pointer = ''}: SourceLocation, values: HistoryContent): string {
  const path = parsePointer(pointer)
  const page = new YamlEditor(text, source)
  const line = page.document.getIn(path, true)
  const edited = isMap(line) ? page.apply(editsOf(page, line as YAMLMap<Node>, values)) : text
  const expected = withKeys(text, source, path, values)
  return assertOnlyEdited(edited, {source, pointer}, {expected, remedy: 'Set these keys by hand:', lines: values})
}

function editsOf(page: YamlEditor, line: YAMLMap, values: HistoryContent): ReturnType<YamlEditor['insertAfter']>[] {
  // Keys inserted at the same position end up in reverse order.
  return KEYS.toReversed().flatMap(key => {
    const value = values[key]
    if (value === undefined) return []
    const written = writeInOneLine({[key]: value}).slice(1, -1)
    const old = page.pairOf(line, key)?.value
    if (old) {
      const block = !isCollection(old) && /^BLOCK/.test(String((old as Scalar).type)) ? page.eol : ''
      return [page.replace(old as Scalar, written.slice(key.length + 2) + block)]
    }
    const later = KEYS.slice(KEYS.indexOf(key))
    const before = line.items.findLast(each => !later.includes(String(each.key))) ?? line.items.at(-1)
    return before ? [page.insertAfter(line, before, written)] : []
  })
}

/** The value of a text with the keys set in the map at a path. */
function withKeys(text: string, source: string, path: readonly string[], values: HistoryContent): unknown {
  const {value} = readYaml(text, source)
  const line = path.reduce<unknown>((inner, key) => (inner as {readonly [key: string]: unknown})[key], value)
  Object.assign(line as object, values)
  return value
}
