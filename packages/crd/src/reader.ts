import type {LanguageReader} from '@tenure/core/descriptions/description'
import {type FileTree, listParts, readTexts} from '@tenure/core/documents/file-tree'
import {SPEC_LIMIT} from '@tenure/core/documents/read-document'
import type {Change} from '@tenure/core/model/api/change'
import {defined} from '@tenure/core/model/defined'
import {ownAt} from '@tenure/core/model/json'
import type {SourceLocation} from '@tenure/core/model/location'
import type {Target} from '@tenure/core/model/subject/subject'
import {ConvertedDescription} from '@tenure/openapi/converted'
import {locateChanges} from '@tenure/openapi/describe'
import {compareAddresses} from './addresses.ts'
import {type DefinedVersion, type Definition, type KnownDocuments, readDefinitions} from './definitions.ts'
import {compareExtensions, type VersionPair} from './extensions.ts'
import {crd} from './language.ts'
import {resourceTarget} from './subjects.ts'
import {convertVersion} from './to-openapi.ts'

/** A version of a kind, with its target. */
interface Resource {
  readonly target: Target
  readonly definition: Definition
  readonly version: DefinedVersion
}

/** Definitions of custom resources, compared as an OpenAPI description in which each served version is an operation. */
class CrdDescription extends ConvertedDescription {
  readonly language = crd.name
  readonly resources: ReadonlyMap<string, Resource>

  constructor(files: FileTree, known: KnownDocuments) {
    const paths = listParts(files)
    const texts = readTexts(files, paths)
    const {definitions, problems, locate} = readDefinitions(texts, known)
    const resources = definitions.flatMap(definition =>
      definition.versions.map(
        (version): Resource => ({
          target: resourceTarget(definition.group, version.name, definition.kind),
          definition,
          version
        })
      )
    )
    super({
      ...{source: files.sourceOf(files.path), paths, sources: [...texts.keys()], problems, locate},
      title: [...new Set(definitions.map(({group}) => group))].join(', '),
      openapi: '3.0.3',
      operations: resources
        .filter(({version}) => version.isServed)
        .map(({definition, version}) => convertVersion(definition, version))
    })
    this.resources = new Map(resources.map(each => [each.target.text, each]))
  }

  listTargets(): Target[] {
    return [...this.resources.values()].map(({target}) => target)
  }

  protected completeChanges(changes: readonly Change[], older: this): Change[] {
    const own = this.#compareVersions(older)
    const seen = changes.flatMap(change => this.#judgeStatus(change, older, changes) ?? [])
    return [...seen.map(change => this.#recognize(change)), ...locateChanges(own, older.files, this.files)]
  }

  /**
   * A change of a status that clients send, as the server sees it; `undefined` if they send none that counts. Without a
   * subresource, the status is sent with the resource, but mostly by its controller alone.
   */
  #judgeStatus(change: Change, older: this, changes: readonly Change[]): Change | undefined {
    const {at, about = '', kind, subject, reaches, proofs} = change
    const key = subject.target.text
    const now = this.resources.get(key)
    // The server closes no object as long as it keeps all fields.
    if (kind === 'object-closed' && now?.definition.keepsUnknown) return undefined
    if (!/^status\b/.test(at || about) || reaches.some(({side}) => side === 'response')) return change
    if (at === 'status' && /^field-(?:required|optional)$/.test(kind)) return change
    const isSent = [now, older.resources.get(key)].every(each => each && !each.version.subresources.has('status'))
    const isReturned = changes.some(
      ({proofs: {response}, ...each}) =>
        each.kind === kind && each.at === at && each.subject.target.text === key && response?.is === 'breaks'
    )
    const {request} = proofs
    if (!isSent || isReturned || kind === 'field-removed' || request?.is !== 'breaks') return undefined
    return {...change, proofs: {request: {is: 'undetermined', why: MAYBE_SENT}}}
  }

  /** The end of a version that the definition still has, and a field that the server keeps although it isn't described. */
  #recognize(change: Change): Change {
    const now = this.resources.get(change.subject.target.text)
    if (change.kind === 'field-removed' && (change.proofs.request?.is === 'keeps' || isKept(change, now)))
      return {...change, kind: 'field-undocumented', proofs: {request: {is: 'keeps'}}}
    if (change.kind !== 'operation-removed' || change.subject.part || !now) return change
    return {...change, kind: 'version-not-served', where: {...change.where, new: this.files.locate(placeOf(now))}}
  }

  #compareVersions(older: CrdDescription): Change[] {
    const all = new Map([...older.resources, ...this.resources])
    return [...all.keys()].toSorted().flatMap(key => {
      const [was, is] = [older.resources.get(key), this.resources.get(key)]
      if (is && was) return compareVersion(was, is)
      if (is && !is.version.isServed)
        return [changeOf('unserved-version-added', is, {new: placeOf(is)}, {new: is.version.isDeprecated})]
      if (was && !was.version.isServed) return [changeOf('unserved-version-removed', was, {old: placeOf(was)})]
      return []
    })
  }
}

const MAYBE_SENT = 'only clients that write the status can send what is now rejected'

function compareVersion(was: Resource, is: Resource): Change[] {
  if (!was.version.isServed || !is.version.isServed) return []
  const pair: VersionPair = {
    target: is.target,
    older: was.version,
    newer: is.version,
    sources: {older: was.definition.source, newer: is.definition.source}
  }
  const where = {old: placeOf(was), new: placeOf(is)}
  return [
    ...compareAddresses(was, is).map(change => ({...changeOf(change.kind, is, where), ...change})),
    ...compareExtensions(pair)
  ]
}

/**
 * Whether a field left the schema of a definition whose objects keep all fields. Of what the server alone writes, that
 * holds for the status as a whole.
 */
function isKept(change: Change, now: Resource | undefined): boolean {
  if (!now) return false
  const {definition, version} = now
  if (change.subject.part?.field !== 'status')
    return definition.keepsUnknown && change.reaches.every(({side}) => side === 'request')
  return definition.keepsUnknown || ownAt(version.schema, 'x-kubernetes-preserve-unknown-fields') === true
}

const placeOf = ({definition: {source}, version: {pointer}}: Resource): SourceLocation => ({source, pointer})

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

const KIND = /^[ \t-]*["']?kind["']?[ \t]*:[ \t]*["']?CustomResourceDefinition\b/m
/** An OpenAPI description, such as that of the server itself, can have operations for definitions. */
const OPENAPI = /(?:^|["'{,\s])(?:swagger|openapi)["']?\s*:\s*["']?[23]\.\d/
const GROUP = /apiextensions\.k8s\.io\//

/** The name of a definition: its plural and its group, such as `loans.library.example`. */
const METADATA_NAME = /\bname["']?:\s*["']?([a-z\d-]+(?:\.[a-z\d-]+)+)["']?\s*(?=[\n},])/g

/** A line or value that a template of Helm inserts. Descriptions can hold braces, too. */
const TEMPLATE = /^\s*(?:- )?(?:[\w./-]+:\s+)?\{\{|[{,]\s*[\w./-]+:\s+\{\{/m

const SPEC_GROUP = /(?:^|[{,\s])["']?group["']?:\s*["']?([a-z\d-]+(?:\.[a-z\d-]+)+)/g

/** Reads definitions of custom resources, one or several a file. */
export const crdReader: LanguageReader = {
  language: crd.name,
  isInParts: true,
  detect: bytes => {
    // Most files are large and lack the group, and decoding them takes time.
    if (bytes.length > SPEC_LIMIT || !bytes.includes('apiextensions.k8s.io/')) return false
    const text = bytes.toString('utf8')
    const isNamed = KIND.test(text) || /"kind"\s*:\s*"CustomResourceDefinition"/.test(text)
    return GROUP.test(text) && isNamed && !OPENAPI.test(text)
  },
  mayBegin: head => /apiVersion|\bkind\b|apiextensions/.test(head),
  line: `kind["']?[[:space:]]*:[[:space:]]*["']?CustomResourceDefinition`,
  summarize: ({path, text}) => {
    // A template of Helm is no definition before it is rendered, and the rendered one is another file.
    if (TEMPLATE.test(text) || !/^\s*["']?versions?["']?\s*:/m.test(text)) return undefined
    const groups = [...text.matchAll(SPEC_GROUP)].map(([, group = '']) => `.${group}`)
    const written = [...text.matchAll(METADATA_NAME)].map(([, name = '']) => name)
    const names = [...new Set(written)].filter(name => groups.some(group => name.endsWith(group)))
    return {
      path,
      ...defined({title: names[0]}),
      paths: names.map(name => `/${name}`),
      ...{bases: [], references: [], joins: crd.name}
    }
  },
  createOpener: () => {
    const known: KnownDocuments = new Map()
    return files => new CrdDescription(files, known)
  }
}
