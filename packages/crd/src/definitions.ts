import {basename} from 'node:path'
import {loadYaml} from '@tenure/core/documents/parsing/load-yaml'
import {createPlaceFinder, type LocatedText} from '@tenure/core/documents/pointer-positions'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import {inputError} from '@tenure/core/model/input-error'
import {isRecord, own, ownAt} from '@tenure/core/model/json'
import {escapePointerKey, type SourceLocation} from '@tenure/core/model/location'

/** A document of a file with several, or an item of a list, that defines a kind of resource. */
export interface Definition {
  /** Where it's written. */
  readonly source: string
  readonly pointer: string
  readonly group: string
  readonly kind: string
  /** Whether its resources belong to a namespace. */
  readonly scope: string
  /** The name of its resources in URLs. */
  readonly plural: string
  /** Its other names, by which clients address its resources, with the defaults of the server. */
  readonly names: Readonly<Record<OtherName, unknown>>
  /** Whether the server keeps all fields that no schema has, as it does before `apiextensions.k8s.io/v1` by default. */
  readonly keepsUnknown: boolean
  /** The version in which the server stores resources. Missing if no version says so. */
  readonly stored?: string | undefined
  /** How the server converts resources between versions: by a webhook, or not at all. */
  readonly conversion: string
  readonly versions: readonly DefinedVersion[]
}

export const OTHER_NAMES = ['singular', 'listKind', 'shortNames', 'categories'] as const
export type OtherName = (typeof OTHER_NAMES)[number]

/** A version of a kind of resource. */
export interface DefinedVersion {
  readonly name: string
  readonly isServed: boolean
  readonly isDeprecated: boolean
  /** What the server tells clients of a deprecated version. */
  readonly warning?: string
  /** What has URLs of its own below a resource, `status` or `scale`, by name. */
  readonly subresources: ReadonlyMap<string, unknown>
  /** Paths of the fields by which lists can be filtered. */
  readonly selectors: readonly string[]
  /** The schema as written; `undefined` if the definition has none. */
  readonly schema: unknown
  /** Pointers to the version and to its schema in the file, which begin with the number of the document. */
  readonly pointer: string
  readonly schemaPointer: string
}

/** The definitions of one or several files. */
export interface DefinitionList {
  readonly definitions: readonly Definition[]
  readonly problems: readonly ReadProblem[]
  /** Finds lines and columns of pointers, which begin with the number of the document. */
  readonly locate: (places: readonly SourceLocation[]) => SourceLocation[]
}

/** The documents of a text, whose values are kept by their text because most stay the same from release to release. */
export type KnownDocuments = Map<string, readonly Definition[]>

const MARK = /\bkind["']?\s*:\s*["']?CustomResourceDefinition\b/

/** A file that is being read. */
interface Reading {
  readonly source: string
  readonly known: KnownDocuments
  readonly problems: ReadProblem[]
}

const PLACES = new Set(['source', 'pointer', 'schemaPointer'])

/** A definition without its places, as a text. */
const asWritten = (definition: Definition): string =>
  JSON.stringify(definition, (key, value: unknown) =>
    PLACES.has(key) ? undefined : value instanceof Map ? [...value] : value
  )

/**
 * Reads the definitions of files, by their names. Throws an `InputError` if a text is malformed, or if there is no
 * definition.
 */
export function readDefinitions(texts: ReadonlyMap<string, string>, known: KnownDocuments): DefinitionList {
  const problems: ReadProblem[] = []
  const definitions = new Map<string, Definition>()
  const documents = new Map([...texts].map(([source, text]) => [source, splitDocuments(text)]))
  for (const [source, list] of documents) {
    for (const definition of list.flatMap((each, at) => readDocument(each, at, {source, known, problems}))) {
      const {group, kind, pointer} = definition
      const first = definitions.get(`${group} ${kind}`)
      if (!first) definitions.set(`${group} ${kind}`, definition)
      else if (asWritten(first) !== asWritten(definition)) {
        const where = first.source === source ? 'twice' : `in \`${basename(first.source)}\`, too`
        const message = `\`${kind}\` of \`${group}\` is defined ${where}, in another way. This definition isn't read.`
        problems.push({message, place: {source, pointer}})
      }
    }
  }
  const [source = ''] = texts.keys()
  if (definitions.size === 0)
    throw inputError('The file has no CustomResourceDefinition with a group, a kind, and versions.', {source})
  return {
    definitions: [...definitions.values()],
    problems,
    locate: createPlaceFinder((of, pointer) => {
      const [, at = '0', inner = ''] = /^\/(\d+)(.*)$/s.exec(pointer) ?? []
      return {of: documents.get(of)?.[Number(at)], pointer: inner}
    })
  }
}

/** Splits a YAML stream at its `---` lines. JSON is one document. */
function splitDocuments(text: string): LocatedText[] {
  if (/^\s*[[{]/.test(text)) return [{text, syntax: 'json', line: 0}]
  const documents: LocatedText[] = []
  let [start, line, begin] = [0, 0, 0]
  const syntax = 'yaml'
  for (const {index, 0: mark} of text.matchAll(/^---(?=\s|$).*\n?/gm)) {
    documents.push({text: text.slice(start, index), syntax, line: begin})
    line += text.slice(start, index + mark.length).split('\n').length - 1
    start = index + mark.length
    begin = line
  }
  return [...documents, {text: text.slice(start), syntax, line: begin}]
}

function readDocument({text, line = 0}: LocatedText, at: number, read: Reading): Definition[] {
  if (!MARK.test(text)) return []
  const {source, known, problems} = read
  const key = `${at} ${text}`
  const found = known.get(key)
  if (found) return found.map(each => ({...each, source}))
  // Empty lines in place of the documents before it make the lines of messages right.
  const {value} = loadYaml(`${'\n'.repeat(line)}${text}`, source)
  const items = isRecord(value) && Array.isArray(value.items) ? value.items : undefined
  const before = problems.length
  const definitions = items
    ? items.flatMap((each, index) => readDefinition(each, `/${at}/items/${index}`, read))
    : readDefinition(value, `/${at}`, read)
  // A document with problems is read again, so that they are found again.
  if (problems.length === before) known.set(key, definitions)
  return definitions
}

const textAt = (value: unknown, key: string): string | undefined => {
  const found = isRecord(value) ? own(value, key) : undefined
  return typeof found === 'string' ? found : undefined
}

function readDefinition(value: unknown, pointer: string, {source, problems}: Reading): Definition[] {
  if (textAt(value, 'kind') !== 'CustomResourceDefinition') return []
  const spec = ownAt(value, 'spec')
  const [group, kind] = [textAt(spec, 'group'), textAt(ownAt(spec, 'names'), 'kind')]
  if (group === undefined || kind === undefined) {
    const message = "The definition has no `group` or no `names.kind`, so it isn't read."
    problems.push({message, place: {source, pointer: `${pointer}/spec`}})
    return []
  }
  const versions = ownAt(spec, 'versions')
  // Before `apiextensions.k8s.io/v1`, a definition could have a single version, and one schema for all versions.
  const single = textAt(spec, 'version')
  const written = Array.isArray(versions) ? versions : single === undefined ? [] : [{name: single, served: true}]
  const common = ownAt(spec, 'validation', 'openAPIV3Schema')
  const format = ownAt(value, 'apiVersion')
  const isCurrent = format !== 'apiextensions.k8s.io/v1beta1'
  if (isCurrent && format !== 'apiextensions.k8s.io/v1') {
    const message = `The \`apiVersion\` of a definition is \`apiextensions.k8s.io/v1\` or \`v1beta1\`. This one is read as \`v1\`.`
    problems.push({message, place: {source, pointer: `${pointer}/apiVersion`}})
  }
  const keeps = ownAt(spec, 'preserveUnknownFields') ?? !isCurrent
  const plural = textAt(ownAt(spec, 'names'), 'plural') ?? ''
  const refuse: Refuse = (message, at) =>
    void problems.push({message: `${message} The server refuses that.`, place: {source, pointer: `${pointer}${at}`}})
  if (typeof keeps !== 'boolean')
    refuse('`preserveUnknownFields` is neither `true` nor `false`.', '/spec/preserveUnknownFields')
  checkName(textAt(ownAt(value, 'metadata'), 'name'), `${plural}.${group}`, refuse)
  return [
    {
      source,
      pointer,
      group,
      kind,
      scope: readScope(spec, isCurrent, refuse),
      plural,
      names: readNames(ownAt(spec, 'names'), kind, refuse),
      keepsUnknown: keeps === true,
      stored: readStored(written, single, refuse),
      conversion: readConversion(ownAt(spec, 'conversion'), isCurrent, refuse),
      versions: written.flatMap((version, index): DefinedVersion[] => {
        const place = `${pointer}/spec${Array.isArray(versions) ? `/versions/${index}` : '/version'}`
        const name = textAt(version, 'name')
        if (name === undefined) {
          problems.push({message: "The version has no `name`, so it isn't read.", place: {source, pointer: place}})
          return []
        }
        const first = written.findIndex(each => textAt(each, 'name') === name)
        if (first < index) {
          const message = `\`${name}\` is listed twice. This version isn't read.`
          problems.push({message, place: {source, pointer: place}})
          return []
        }
        const own = ownAt(version, 'schema', 'openAPIV3Schema')
        const report = (message: string, pointer = place): void =>
          void problems.push({message, place: {source, pointer}})
        checkFlags(version, name, (message, key) => report(message, `${place}/${key}`))
        if (isCurrent && ownAt(version, 'served') !== false && !isRecord(own))
          report(`\`${name}\` has no \`schema.openAPIV3Schema\`, so its fields can't be compared.`)
        const [subresources, selectable] = [ownAt(version, 'subresources'), ownAt(version, 'selectableFields')]
        checkLists(name, {subresources, selectable}, (message, key) => report(message, `${place}/${key}`))
        checkExtensions(own, `${place}/schema/openAPIV3Schema`, report)
        const warning = textAt(version, 'deprecationWarning')
        return [
          {
            name,
            isServed: ownAt(version, 'served') !== false,
            isDeprecated: ownAt(version, 'deprecated') === true,
            ...(warning === undefined ? {} : {warning}),
            subresources: readSubresources(subresources ?? ownAt(spec, 'subresources')),
            selectors: readSelectors(selectable),
            schema: own ?? common,
            pointer: place,
            schemaPointer:
              own === undefined ? `${pointer}/spec/validation/openAPIV3Schema` : `${place}/schema/openAPIV3Schema`
          }
        ]
      })
    }
  ]
}

function checkFlags(version: unknown, name: string, report: (message: string, key: string) => void): void {
  for (const key of ['served', 'deprecated'] as const) {
    const flag = ownAt(version, key)
    if (typeof flag !== 'boolean' && (flag !== undefined || key === 'served'))
      report(`\`${key}\` of \`${name}\` is neither \`true\` nor \`false\`.`, key)
  }
}

function checkLists(
  name: string,
  {subresources, selectable}: {readonly subresources: unknown; readonly selectable: unknown},
  report: (message: string, key: string) => void
): void {
  if (subresources && !isRecord(subresources))
    report(`\`subresources\` of \`${name}\` isn't an object.`, 'subresources')
  if (selectable && !(Array.isArray(selectable) && selectable.every(each => textAt(each, 'jsonPath'))))
    report(`\`selectableFields\` of \`${name}\` isn't a list of \`jsonPath\`.`, 'selectableFields')
}

const FLAGS = ['preserve-unknown-fields', 'embedded-resource', 'int-or-string'].map(each => `x-kubernetes-${each}`)
const RULES = 'x-kubernetes-validations'

/** Reports extensions of a schema, and of those in it, that have values of the wrong type. */
function checkExtensions(schema: unknown, pointer: string, report: (message: string, pointer: string) => void): void {
  if (!isRecord(schema)) return
  for (const key of FLAGS)
    if (typeof (own(schema, key) ?? false) !== 'boolean')
      report(`\`${key}\` is neither \`true\` nor \`false\`.`, `${pointer}/${key}`)
  const rules = own(schema, RULES) ?? []
  if (!Array.isArray(rules) || !rules.every(each => textAt(each, 'rule') !== undefined))
    report(`\`${RULES}\` isn't a list of rules.`, `${pointer}/${RULES}`)
  for (const key of ['items', 'additionalProperties']) checkExtensions(own(schema, key), `${pointer}/${key}`, report)
  const properties = own(schema, 'properties')
  for (const [name, each] of isRecord(properties) ? Object.entries(properties) : [])
    checkExtensions(each, `${pointer}/properties/${escapePointerKey(name)}`, report)
}

/** Reports what no server accepts, at a pointer below the definition. */
type Refuse = (message: string, at: string) => void

function checkName(name: string | undefined, expected: string, refuse: Refuse): void {
  if (name !== undefined && name !== expected && !expected.startsWith('.'))
    refuse(`The name of the definition is \`${name}\`, and not \`${expected}\`.`, '/metadata/name')
}

/** One of the words that a key can have. The first one applies if it's missing. */
function readWord(spec: unknown, key: string, words: readonly string[], refuse: Refuse, at = '/spec'): string {
  const written = ownAt(spec, key) ?? words[0]
  if (!words.includes(String(written)))
    refuse(`\`${key}\` is neither ${words.map(each => `\`${each}\``).join(' nor ')}.`, `${at}/${key}`)
  return String(written)
}

/** Before `apiextensions.k8s.io/v1`, an empty scope has the default, too. */
const readScope = (spec: unknown, isCurrent: boolean, refuse: Refuse): string =>
  readWord(!isCurrent && ownAt(spec, 'scope') === '' ? {} : spec, 'scope', ['Namespaced', 'Cluster'], refuse)

function readNames(names: unknown, kind: string, refuse: Refuse): Definition['names'] {
  const usual = {singular: kind.toLowerCase(), listKind: `${kind}List`, shortNames: [], categories: []}
  const read = (key: OtherName): unknown => {
    const isList = Array.isArray(usual[key])
    const found = ownAt(names, key)
    const written = found === '' && !isList ? usual[key] : (found ?? usual[key])
    if (isList ? !Array.isArray(written) : typeof written !== 'string')
      refuse(`\`${key}\` is no ${isList ? 'list' : 'text'}.`, `/spec/names/${key}`)
    return written
  }
  return {
    ...{singular: read('singular'), listKind: read('listKind')},
    ...{shortNames: read('shortNames'), categories: read('categories')}
  }
}

/** The version that is stored. Examples leave it out, so only definitions that name one can name none or several. */
function readStored(versions: readonly unknown[], single: string | undefined, refuse: Refuse): string | undefined {
  if (!versions.some(each => ownAt(each, 'storage') !== undefined)) return single
  const stored = versions.filter((each, index) => {
    const flag = ownAt(each, 'storage')
    if (flag !== undefined && typeof flag !== 'boolean')
      refuse('`storage` is neither `true` nor `false`.', `/spec/versions/${index}/storage`)
    return flag === true
  })
  if (stored.length !== 1)
    refuse(`${stored.length === 0 ? 'No version has' : 'Several versions have'} \`storage: true\`.`, '/spec/versions')
  return textAt(stored[0], 'name')
}

function readConversion(conversion: unknown, isCurrent: boolean, refuse: Refuse): string {
  const at = '/spec/conversion'
  const strategy = readWord(conversion, 'strategy', ['None', 'Webhook'], refuse, at)
  const client = isCurrent ? ownAt(conversion, 'webhook', 'clientConfig') : ownAt(conversion, 'webhookClientConfig')
  if (strategy === 'Webhook' && !isRecord(client)) refuse('The webhook of the conversion has no `clientConfig`.', at)
  return strategy
}

const readSubresources = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(isRecord(value) ? Object.entries(value) : [])

const readSelectors = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(each => textAt(each, 'jsonPath') ?? []) : []
