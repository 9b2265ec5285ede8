import {join} from 'node:path'
import {KEY_EXAMPLES} from '../../../inputs/config/file.ts'
import {groupBy} from '../../../model/group-by.ts'
import {isRecord} from '../../../model/json.ts'
import type {Files} from '../../../stores/files/files.ts'
import {packageFolder} from '../../../stores/files/installed-packages.ts'
import {formatFew, formatList} from '../../../text/format-values.ts'

/** The files that people write, by the name under which they are explained, with the schemas that editors read. */
const EXPLAINED_FILES = {'tenure.yaml': 'tenure', policy: 'policy', history: 'history'} as const
type ExplainedFile = keyof typeof EXPLAINED_FILES

type Schema = Readonly<Record<string, unknown>>
type PlacedKey = {readonly path: string; readonly schema: Schema}

/** The keys of all files that have this name, or all at the top of the file of this name. Empty if there are none. */
export function explainKey(name: string, files: Files): string {
  const blocks = Object.keys(EXPLAINED_FILES).flatMap(each => {
    const file = each as ExplainedFile
    const root = readSchema(files, file)
    if (name === file) return [listKeys(root, file)]
    const found = findKeys(root, root, name, '', 0)
    const places = groupBy(found, ({schema}) => sayMeaning(schema, root))
    return [...places].map(([meaning, keys]) => {
      const paths = [...new Set(keys.map(({path}) => path))]
      const example = paths.flatMap(path => KEY_EXAMPLES.get(path) ?? [])[0]
      const line = example?.startsWith('- ') ? `${name}: [${example.slice(2)}]` : example
      const where = formatFew(paths.map(path => `\`${path}\``))
      return [`${where} in ${sayFile(file)}`, meaning, ...(line === undefined ? [] : [`  Example: ${line}`])].join('\n')
    })
  })
  return blocks.map(each => `${each}\n`).join('\n')
}

const sayFile = (file: ExplainedFile): string => (file === 'tenure.yaml' ? file : `the ${file}`)

const readSchema = (files: Files, file: ExplainedFile): Schema =>
  JSON.parse(files.readText(join(packageFolder('schemas'), `${EXPLAINED_FILES[file]}.schema.json`))) as Schema

function listKeys(root: Schema, file: ExplainedFile): string {
  const keys = Object.entries(recordAt(root, 'properties'))
  const width = Math.max(...keys.map(([key]) => key.length)) + 2
  const lines = keys.map(([key, schema]) => {
    const {description = ''} = follow(schema, root)
    return `  ${key.padEnd(width)}${String(description).split(/(?<=\.)\s/, 1)[0]}`.trimEnd()
  })
  return [`Keys of ${sayFile(file)}:`, ...lines, '', 'Run `tenure explain KEY` for one of them.'].join('\n')
}

const recordAt = (schema: Schema, key: string): Schema => {
  const value = schema[key]
  return isRecord(value) ? value : {}
}

/** A schema in place of a reference to it, with what is stated next to the reference. */
function follow(schema: unknown, root: Schema): Schema {
  if (!isRecord(schema)) return {}
  const {$ref, ...own} = schema
  return typeof $ref === 'string' ? {...recordAt(recordAt(root, '$defs'), $ref.split('/').at(-1) ?? ''), ...own} : own
}

/** Keys are nested no deeper than this. Changes of a history contain each other. */
const DEEPEST = 8

/** All places of a key, the outermost first. */
function findKeys(schema: unknown, root: Schema, name: string, path: string, depth: number): PlacedKey[] {
  if (depth > DEEPEST) return []
  const here = follow(schema, root)
  const {items, additionalProperties} = here
  const below = (each: unknown, at: string): PlacedKey[] => findKeys(each, root, name, at, depth + 1)
  const keys = Object.entries(recordAt(here, 'properties')).map(([key, each]) => ({
    key,
    path: path === '' ? key : `${path}.${key}`,
    schema: follow(each, root)
  }))
  return [
    ...keys.filter(({key}) => key === name),
    ...keys.flatMap(each => below(each.schema, each.path)),
    ...below(items, `${path}[]`),
    ...below(additionalProperties, path === '' ? 'NAME' : `${path}.NAME`),
    ...listForms(here).flatMap(each => below(each, path))
  ]
}

const listForms = ({anyOf, oneOf}: Schema): unknown[] =>
  [anyOf, oneOf].flatMap(each => (Array.isArray(each) ? each : []))

/** What a key means, and what it can be. */
function sayMeaning(schema: Schema, root: Schema): string {
  const {description} = schema
  const values = [...new Set(listValues(schema, root))]
  return [
    ...(typeof description === 'string' ? [`  ${description}`] : []),
    ...(values.length > 0 ? [`  Value: ${formatList(values, 'or')}`] : [])
  ].join('\n')
}

/** What a value can be, in words. */
function listValues(written: unknown, root: Schema): string[] {
  const schema = follow(written, root)
  const {type, items, enum: names, const: only} = schema
  if (only !== undefined) return [`\`${only}\``]
  if (Array.isArray(names)) return names.map(each => `\`${each}\``)
  const forms = listForms(schema)
  if (forms.length > 0)
    return forms.flatMap(each => {
      const {description} = follow(each, root)
      return typeof description === 'string'
        ? [description.replace(/\.$/, '').replace(/^[AT](?=\w* )/, first => first.toLowerCase())]
        : listValues(each, root)
    })
  if (type === 'object') {
    const keys = Object.keys(recordAt(schema, 'properties')).map(key => `\`${key}\``)
    return [keys.length > 0 ? `an object with ${formatList(keys)}` : 'an object with a key for each name']
  }
  if (type === 'array') return [`a list (${formatList(listValues(items, root), 'or')})`]
  return type === undefined ? [] : [`a ${[type].flat().join(' or ')}`]
}
