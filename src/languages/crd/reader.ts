import {documentAddress, type SpecFiles} from '../../documents/document.ts'
import type {FileTree} from '../../documents/file-tree.ts'
import {surveyDocument} from '../../documents/parsing/reference-survey.ts'
import {SPEC_LIMIT} from '../../documents/read-document.ts'
import type {Change} from '../../model/api/change.ts'
import type {DescribedOperation, ReleaseDiff} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import {inputError} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import type {Target} from '../../model/subject/subject.ts'
import {convertToLineFeeds, decodeUtf8} from '../../stores/files/text-bytes.ts'
import type {Description, DescriptionDiff, LanguageReader} from '../description.ts'
import {compareLoaded} from '../openapi/compare.ts'
import {describeDiff, describeFirst, describeOperation, locateChanges, locateOperations} from '../openapi/describe.ts'
import {readSnapshot} from '../openapi/read/snapshot.ts'
import type {Snapshot} from '../openapi/snapshot.ts'
import {
  type DefinedVersion,
  type Definition,
  type DefinitionFile,
  type KnownDocuments,
  readDefinitions
} from './definitions.ts'
import {compareExtensions, type VersionPair} from './extensions.ts'
import {crd} from './language.ts'
import {resourceTarget} from './subjects.ts'
import {convertVersion, type PointerPair} from './to-openapi.ts'

/** A version of a kind, with its target. */
interface Resource {
  readonly target: Target
  readonly definition: Definition
  readonly version: DefinedVersion
}

/** Definitions of custom resources, compared as an OpenAPI description in which each served version is an operation. */
class CrdDescription implements Description {
  readonly title: string
  readonly base = ''
  readonly addresses = []
  readonly source: string
  readonly paths: readonly string[]
  readonly files: SpecFiles
  readonly snapshot: Snapshot
  readonly resources: ReadonlyMap<string, Resource>

  constructor({path, read, sourceOf}: FileTree, known: KnownDocuments) {
    this.source = sourceOf(path)
    this.paths = [path]
    const text = decodeUtf8(convertToLineFeeds(read(path)), this.source)
    const file = readDefinitions(text, this.source, known)
    this.title = [...new Set(file.definitions.map(({group}) => group))].join(', ')
    this.resources = new Map(
      file.definitions.flatMap(definition =>
        definition.versions.map(version => {
          const target = resourceTarget(definition.group, version.name, definition.kind)
          return [target.text, {target, definition, version}]
        })
      )
    )
    this.files = toSpecFiles(file, this.source, path, this.title, [...this.resources.values()])
    const targets = new Map([...this.resources.values()].map(({target}) => [target.path, target]))
    this.snapshot = readSnapshot(
      this.files,
      (method, at) => targets.get(at) ?? {kind: 'resource', text: `${method} ${at}`, path: at}
    )
  }

  describe(): ReleaseDiff {
    return describeFirst(this)
  }

  describeSince(older: Description): ReleaseDiff {
    const was = this.#assertComparable(older)
    const diff = describeDiff(was, this)
    return {...diff, changes: this.#complete(diff.changes, was)}
  }

  compareWith(older: Description): DescriptionDiff {
    const was = this.#assertComparable(older)
    const diff = compareLoaded(was, this)
    return {...diff, changes: this.#complete(diff.changes, was)}
  }

  listMarks(): DescribedOperation[] {
    return this.snapshot.operations.map(describeOperation)
  }

  locateOperations(operations: readonly DescribedOperation[]): DescribedOperation[] {
    return locateOperations(operations, this.files)
  }

  listTargets(): Target[] {
    return [...this.resources.values()].map(({target}) => target)
  }

  /** Adds the changes that OpenAPI has no words for, and names what changed by its field alone. */
  #complete(changes: readonly Change[], older: CrdDescription): Change[] {
    const own = this.#compareVersions(older)
    return [...changes.map(change => this.#nameChange(change)), ...locateChanges(own, older.files, this.files)]
  }

  #nameChange(change: Change): Change {
    const {target, part} = change.subject
    const {in: _, ...named} = part ?? {}
    const now = this.resources.get(target.text)
    const isUnserved = change.kind === 'operation-removed' && part === undefined && now !== undefined
    const [place] = now ? this.files.locateAll([{source: this.source, pointer: now.version.pointer}]) : []
    const isKept = change.kind === 'field-removed' && change.proofs.request?.is === 'keeps'
    return {
      ...change,
      ...(isUnserved ? {kind: 'version-not-served', where: {...change.where, ...(place ? {new: place} : {})}} : {}),
      ...(isKept ? {kind: 'field-undocumented'} : {}),
      subject: Object.keys(named).length > 0 ? {target, part: named} : {target},
      reaches: change.reaches.map(reach => ({...reach, part: ''}))
    }
  }

  #compareVersions(older: CrdDescription): Change[] {
    const all = new Map([...older.resources, ...this.resources])
    return [...all.keys()].toSorted().flatMap(key => {
      const [was, is] = [older.resources.get(key), this.resources.get(key)]
      if (is && was) return this.#compareVersion(was, is, older)
      if (is && !is.version.isServed)
        return [changeOf('unserved-version-added', is, {new: this.#placeOf(is)}, {new: is.version.isDeprecated})]
      if (was && !was.version.isServed) return [changeOf('unserved-version-removed', was, {old: older.#placeOf(was)})]
      return []
    })
  }

  #compareVersion(was: Resource, is: Resource, older: CrdDescription): Change[] {
    if (!was.version.isServed || !is.version.isServed) return []
    const pair: VersionPair = {
      target: is.target,
      older: was.version,
      newer: is.version,
      sources: {older: older.source, newer: this.source}
    }
    const [old, fresh] = [was.definition.scope, is.definition.scope]
    const where = {old: older.#placeOf(was), new: this.#placeOf(is)}
    return [
      ...(old === fresh ? [] : [changeOf('scope-changed', is, where, {old, new: fresh})]),
      ...compareExtensions(pair)
    ]
  }

  #placeOf({version: {pointer}}: Resource): SourceLocation {
    return {source: this.source, pointer}
  }

  #assertComparable(older: Description): CrdDescription {
    if (older instanceof CrdDescription) return older
    throw inputError(
      `\`${this.source}\` defines custom resources, and \`${older.source}\` doesn't. Name two of one kind.`
    )
  }
}

const changeOf = (
  kind: Change['kind'],
  {target}: Resource,
  where: Change['where'],
  values: Pick<Change, 'old' | 'new'> = {}
): Change => ({
  kind,
  subject: {target},
  at: '',
  ...values,
  where,
  reaches: [{operation: {target}, side: 'request', part: ''}],
  proofs: {}
})

/** The definitions as the files of an OpenAPI description, whose places are those of the definitions. */
function toSpecFiles(
  file: DefinitionFile,
  source: string,
  path: string,
  title: string,
  resources: readonly Resource[]
): SpecFiles {
  const converted = resources
    .filter(({version}) => version.isServed)
    .map(({definition, version}) => convertVersion(definition, version))
  const root = {
    openapi: '3.0.3',
    info: {title, version: ''},
    paths: Object.fromEntries(converted.map(each => [each.path, each.item]))
  }
  const pairs = new Map(converted.flatMap(({pointers}) => pointers))
  const main = {source, address: documentAddress(path), root, surveyed: surveyDocument(root, true)}
  const locateAll = (places: readonly SourceLocation[]): SourceLocation[] =>
    file.locate(places.map(place => (place.source === source ? toFilePlace(place, pairs) : place)))
  return {
    main,
    documents: [main],
    paths: [path],
    hasLifecycleHeaders: false,
    lookup: address => (address === main.address ? root : undefined),
    documentAt: address => (address === main.address ? main : undefined),
    gaps: file.problems,
    locateAll,
    locate: place => locateAll([place])[0] ?? place
  }
}

/** The place in the definitions that a place in the document stands for, by the longest pointer that leads to it. */
function toFilePlace(place: SourceLocation, pairs: ReadonlyMap<PointerPair[0], PointerPair[1]>): SourceLocation {
  const {pointer, line} = place
  if (line !== undefined || pointer === undefined || !pointer.startsWith('/paths/')) return place
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const found = pairs.get(pointer.slice(0, end))
    if (found !== undefined) return {...place, pointer: `${found}${pointer.slice(end)}`}
  }
  return place
}

const KIND = /^[ \t-]*["']?kind["']?[ \t]*:[ \t]*["']?CustomResourceDefinition\b/m
const GROUP = /apiextensions\.k8s\.io\//

/** The name of a definition: its plural and its group, such as `loans.library.example`. */
const METADATA_NAME = /\bname["']?:\s*["']?([a-z\d-]+(?:\.[a-z\d-]+)+)["']?\s*(?=[\n},])/g

/** Reads definitions of custom resources, one or several a file. */
export const crdReader: LanguageReader = {
  language: crd.name,
  detect: bytes => {
    if (bytes.length > SPEC_LIMIT) return false
    const text = bytes.toString('utf8')
    return GROUP.test(text) && (KIND.test(text) || /"kind"\s*:\s*"CustomResourceDefinition"/.test(text))
  },
  mayBegin: head => /apiVersion|\bkind\b|apiextensions/.test(head),
  line: `kind["']?[[:space:]]*:[[:space:]]*["']?CustomResourceDefinition`,
  summarize: ({path, text}) => {
    // A template of Helm is no definition before it is rendered, and the rendered one is another file.
    if (/\{\{/.test(text) || !/^\s*["']?versions?["']?\s*:/m.test(text)) return undefined
    const names = [...text.matchAll(METADATA_NAME)].map(([, name = '']) => name)
    return {path, ...defined({title: names[0]}), paths: names.map(name => `/${name}`), bases: [], references: []}
  },
  createOpener: () => {
    const known: KnownDocuments = new Map()
    return files => new CrdDescription(files, known)
  }
}
