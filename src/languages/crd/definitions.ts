import {loadYaml} from '../../documents/parsing/load-yaml.ts'
import {findPositions} from '../../documents/pointer-positions.ts'
import type {ReadProblem} from '../../model/api/read-problem.ts'
import {inputError} from '../../model/input-error.ts'
import {isRecord, own} from '../../model/json.ts'
import type {SourceLocation} from '../../model/location.ts'

/** A document of a file with several, or an item of a list, that defines a kind of resource. */
export interface Definition {
  readonly group: string
  readonly kind: string
  /** Whether its resources belong to a namespace. */
  readonly scope: string
  /** The name of its resources in URLs. */
  readonly plural: string
  readonly versions: readonly DefinedVersion[]
}

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

/** The definitions of a file. */
export interface DefinitionFile {
  readonly definitions: readonly Definition[]
  readonly problems: readonly ReadProblem[]
  /** Finds lines and columns of pointers, which begin with the number of the document. */
  readonly locate: (places: readonly SourceLocation[]) => SourceLocation[]
}

interface TextDocument {
  readonly text: string
  /** Number of the lines before it. */
  readonly line: number
}

/** The documents of a text, whose values are kept by their text because most stay the same from release to release. */
export type KnownDocuments = Map<string, readonly Definition[]>

const MARK = /\bkind["']?\s*:\s*["']?CustomResourceDefinition\b/

/** Reads the definitions of a file. Throws an `InputError` if the text is malformed. */
export function readDefinitions(text: string, source: string, known: KnownDocuments): DefinitionFile {
  const isJson = /^\s*[[{]/.test(text)
  const documents = isJson ? [{text, line: 0}] : splitDocuments(text)
  const problems: ReadProblem[] = []
  const definitions = documents.flatMap((document, at) => {
    if (!MARK.test(document.text)) return []
    const key = `${at} ${document.text}`
    const found = known.get(key) ?? readDocument(document, at, source, problems)
    known.set(key, found)
    return found
  })
  if (definitions.length === 0)
    throw inputError('The file has no CustomResourceDefinition with a group, a kind, and versions.', {source})
  return {
    definitions,
    problems,
    locate: places => locateIn(documents, isJson ? 'json' : 'yaml', places, source)
  }
}

/** Splits a YAML stream at its `---` lines. */
function splitDocuments(text: string): TextDocument[] {
  const documents: TextDocument[] = []
  let [start, line, begin] = [0, 0, 0]
  for (const {index, 0: mark} of text.matchAll(/^---(?=\s|$).*\n?/gm)) {
    documents.push({text: text.slice(start, index), line: begin})
    line += text.slice(start, index + mark.length).split('\n').length - 1
    start = index + mark.length
    begin = line
  }
  return [...documents, {text: text.slice(start), line: begin}]
}

function readDocument({text, line}: TextDocument, at: number, source: string, problems: ReadProblem[]): Definition[] {
  // Empty lines in place of the documents before it make the lines of messages right.
  const {value} = loadYaml(`${'\n'.repeat(line)}${text}`, source)
  const items = isRecord(value) && Array.isArray(value.items) ? value.items : undefined
  if (items) return items.flatMap((each, index) => readDefinition(each, `/${at}/items/${index}`, source, problems))
  return readDefinition(value, `/${at}`, source, problems)
}

const textAt = (value: unknown, key: string): string | undefined => {
  const found = isRecord(value) ? own(value, key) : undefined
  return typeof found === 'string' ? found : undefined
}

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((here, key) => (isRecord(here) ? own(here, key) : undefined), value)

function readDefinition(value: unknown, pointer: string, source: string, problems: ReadProblem[]): Definition[] {
  if (textAt(value, 'kind') !== 'CustomResourceDefinition') return []
  const spec = at(value, 'spec')
  const [group, kind] = [textAt(spec, 'group'), textAt(at(spec, 'names'), 'kind')]
  if (group === undefined || kind === undefined) {
    const message = "The definition has no `group` or no `names.kind`, so it isn't read."
    problems.push({message, place: {source, pointer: `${pointer}/spec`}})
    return []
  }
  const versions = at(spec, 'versions')
  // Before `apiextensions.k8s.io/v1`, a definition could have a single version, and one schema for all versions.
  const single = textAt(spec, 'version')
  const written = Array.isArray(versions) ? versions : single === undefined ? [] : [{name: single, served: true}]
  const common = at(spec, 'validation', 'openAPIV3Schema')
  return [
    {
      group,
      kind,
      scope: textAt(spec, 'scope') ?? 'Namespaced',
      plural: textAt(at(spec, 'names'), 'plural') ?? '',
      versions: written.flatMap((version, index): DefinedVersion[] => {
        const place = `${pointer}/spec${Array.isArray(versions) ? `/versions/${index}` : '/version'}`
        const name = textAt(version, 'name')
        if (name === undefined) {
          problems.push({message: "The version has no `name`, so it isn't read.", place: {source, pointer: place}})
          return []
        }
        const own = at(version, 'schema', 'openAPIV3Schema')
        const warning = textAt(version, 'deprecationWarning')
        return [
          {
            name,
            isServed: at(version, 'served') !== false,
            isDeprecated: at(version, 'deprecated') === true,
            ...(warning === undefined ? {} : {warning}),
            subresources: readSubresources(at(version, 'subresources') ?? at(spec, 'subresources')),
            selectors: readSelectors(at(version, 'selectableFields')),
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

const readSubresources = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(isRecord(value) ? Object.entries(value) : [])

const readSelectors = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(each => textAt(each, 'jsonPath') ?? []) : []

function locateIn(
  documents: readonly TextDocument[],
  syntax: 'json' | 'yaml',
  places: readonly SourceLocation[],
  source: string
): SourceLocation[] {
  const wanted = new Map<number, Set<string>>()
  const split = (pointer: string): {document: number; inner: string} => {
    const [, number = '0', inner = ''] = /^\/(\d+)(.*)$/s.exec(pointer) ?? []
    return {document: Number(number), inner}
  }
  const isOpen = ({line, pointer, source: of}: SourceLocation): boolean =>
    line === undefined && pointer !== undefined && of === source
  for (const place of places) {
    if (!isOpen(place)) continue
    const {document, inner} = split(place.pointer ?? '')
    wanted.set(document, (wanted.get(document) ?? new Set()).add(inner))
  }
  const found = new Map(
    [...wanted].map(([number, inner]) => [number, findPositions(documents[number]?.text ?? '', syntax, [...inner])])
  )
  return places.map(place => {
    if (!isOpen(place)) return place
    const {document, inner} = split(place.pointer ?? '')
    const position = found.get(document)?.get(inner)
    return position
      ? {...place, line: position.line + (documents[document]?.line ?? 0), column: position.column}
      : place
  })
}
