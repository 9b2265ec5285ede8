import {isDeepStrictEqual} from 'node:util'
import {type TextEdit, YamlEditor} from '@tenure/core/documents/yaml/yaml-edit'
import {readYaml} from '@tenure/core/documents/yaml/yaml-file'
import {type HistoryContent, writeChanges} from '@tenure/core/inputs/history/write'
import {InputError, inputError} from '@tenure/core/model/input-error'
import type {SourceLocation} from '@tenure/core/model/location'
import {jsonText} from '@tenure/core/phrases/escape'
import {isMap, isScalar, isSeq, type Pair} from 'yaml'
import {indentLines} from './edit-release.ts'

type Path = readonly (string | number)[]

/**
 * Appends an item to the list at a path, and creates the list if it doesn't exist. Every other byte is kept. Throws an
 * `InputError` if the file can't be edited that way.
 */
export function appendItem(text: string, source: string, path: Path, item: HistoryContent): string {
  const expected = withAddedItem(readYaml(text, source).value, path, item)
  const page = new YamlEditor(text, source)
  const edit = createEdit(page, path, item)
  if (!edit) {
    const message = `Nothing can be added to \`${source}\`, because the place for it isn't a list. Write it as a list.`
    throw inputError(message, {source})
  }
  return assertOnlyEdited(page.apply([edit]), {source}, {expected, remedy: 'Add these lines by hand:', lines: item})
}

/** Returns an edited text that parses to the expected value. Otherwise throws an `InputError` with the lines to write. */
export function assertOnlyEdited(
  text: string,
  place: SourceLocation,
  {expected, remedy, lines}: {expected: unknown; remedy: string; lines: HistoryContent}
): string {
  const {source} = place
  try {
    if (isDeepStrictEqual(readYaml(text, source).value, expected)) return text
  } catch (error) {
    if (!(error instanceof InputError)) throw error
  }
  const message = `\`${source}\` has a form that can't be edited safely. ${remedy}`
  throw new InputError([{message, place, paste: writeChanges([lines]).trimEnd().split('\n')}])
}

function withAddedItem(value: unknown, path: Path, item: HistoryContent): unknown {
  const [step, ...rest] = path
  if (step === undefined) return [...(Array.isArray(value) ? value : []), item]
  if (Array.isArray(value)) return value.with(Number(step), withAddedItem(value[Number(step)], rest, item))
  const map = (value ?? {}) as Readonly<Record<string, unknown>>
  return {...map, [step]: withAddedItem(map[String(step)], rest, item)}
}

const isEmpty = (value: unknown): boolean => value === null || (isScalar(value) && value.value === null)

/** The edit that adds the item. `undefined` if something else stands in the place of the list. */
function createEdit(page: YamlEditor, path: Path, item: HistoryContent): TextEdit | undefined {
  const block = (indent: string): string => indentLines(writeChanges([item]), indent, page.eol)
  const flow = (): string[] => [jsonText(item)]
  const {contents} = page.document
  const key = path.at(-1)
  if (isEmpty(contents)) return page.appendLines(key === undefined ? block('') : `${key}:${page.eol}${block('  ')}`)
  if (key === undefined) return isSeq(contents) ? page.append(contents, undefined, block, flow) : undefined
  const map = page.document.getIn(path.slice(0, -1), true)
  if (!isMap<unknown, Pair['value']>(map)) return undefined
  const pair = page.pairOf(map, String(key))
  if (isSeq(pair?.value)) return page.append(pair.value, map, block, flow)
  return !pair || isEmpty(pair.value) ? page.addList(map, String(key), block, flow) : undefined
}
