import {posix} from 'node:path'
import type {ReadProblem} from '../model/api/read-problem.ts'
import {InputError} from '../model/input-error.ts'
import {parsePointer, type SourceLocation} from '../model/location.ts'
import {describeFileError} from '../stores/files/text-bytes.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {NotInClone} from '../stores/git/not-in-clone.ts'
import {documentAddress, type SpecDocument, type SpecFiles} from './document.ts'
import {type FileTree, findFileTree} from './file-tree.ts'
import {expandMapReferences, mayReplaceMap} from './map-references.ts'
import {PartCache} from './parsing/incremental-parse.ts'
import type {Occurrences, Survey} from './parsing/reference-survey.ts'
import {readSpecText, type SpecText} from './read-document.ts'

export type {SpecFiles}

interface OpenFile {
  readonly path: string
  readonly document: SpecDocument
  readonly text: SpecText
}

/**
 * Reads an API description (a path, `-`, or `rev:path`) and all files that its references lead to. References stay
 * below the root; one that can't be followed is reported as a gap.
 */
export const openSpec = (
  workspace: Workspace,
  name: string,
  sources: {readonly stdin: () => Buffer},
  shared?: PartCache
): SpecFiles => openFileTree(findFileTree(workspace, name, sources.stdin), shared)

/**
 * Reads the description of a file tree. Descriptions that get the same `shared` parse identical parts only once.
 */
export function openFileTree(fileTree: FileTree, shared = new PartCache()): SpecFiles {
  const opened = new Map<string, OpenFile>()
  const failed = new Map<string, string>()
  const main = open(fileTree, fileTree.path, shared)
  opened.set(fileTree.path, main)
  // All files that the last ones refer to are read together, so that git is queried once for them.
  for (let wave: readonly OpenFile[] = [main]; wave.length > 0; ) {
    const paths = new Set(wave.flatMap(filesFrom).filter(path => !opened.has(path) && !failed.has(path)))
    fileTree.fetch?.([...paths])
    wave = [...paths].flatMap((path): OpenFile[] => {
      try {
        if (fileTree.real(path) === undefined) {
          failed.set(path, OUTSIDE_ROOT)
          return []
        }
        const file = open(fileTree, path, shared)
        opened.set(path, file)
        return [file]
      } catch (error) {
        if (!(error instanceof InputError) || error instanceof NotInClone) throw error
        failed.set(path, failureMessage(error))
        return []
      }
    })
  }
  const gaps = expandReferences(opened, main)
  const files = [...opened.values()]
  const byAddress = new Map(files.map(({document}) => [document.address, document]))
  const documentAt = (address: string): SpecDocument | undefined =>
    byAddress.get(address) ?? byAddress.get(normalizeAddress(address))
  const locateAll = locator(files)
  return {
    main: (files[0] ?? main).document,
    documents: files.map(({document}) => document),
    paths: [...files.map(({path}) => path), ...failed.keys()],
    documentAt,
    ...(files.length === 1 && files[0]?.document.parts && hasPlainReferences(main.document)
      ? {parts: files[0].document.parts}
      : {}),
    hasLifecycleHeaders: files.some(({document}) => document.surveyed.hasLifecycleHeaders),
    lookup: address => documentAt(address)?.root,
    gaps: files
      .flatMap(file => [
        ...file.text.warnings.map((gap): ReadProblem => ({...gap, isRead: true})),
        ...gapsIn(file, opened, failed)
      ])
      .concat(gaps),
    locateAll,
    locate: place => locateAll([place])[0] ?? place
  }
}

/** Expands references in place of maps and lists, in all files. Returns problems with those that can't be read. */
function expandReferences(opened: Map<string, OpenFile>, main: OpenFile): readonly ReadProblem[] {
  const files = [...opened.values()]
  if (!files.some(({document}) => [...document.surveyed.refs.keys()].some(mayReplaceMap))) return []
  const pathOf = new Map(files.map(({document, path}) => [document, path]))
  const {roots, gaps} = expandMapReferences(main.document, (reference, from) => {
    const target = resolveRefTarget(reference, pathOf.get(from) ?? '')
    const document = 'path' in target ? opened.get(target.path)?.document : undefined
    if (!document || !('path' in target) || !/^(\/|$)/.test(target.fragment)) return undefined
    return {document, keys: parsePointer(target.fragment)}
  })
  for (const [document, root] of roots) {
    const path = pathOf.get(document)
    const file = path === undefined ? undefined : opened.get(path)
    // The separately parsed parts are left out, because the references in them aren't expanded.
    const {parts: _, ...rest} = document
    if (file) opened.set(file.path, {...file, document: {...rest, root}})
  }
  return gaps
}

/** Whether every reference is resolved by its JSON pointer alone. */
const hasPlainReferences = ({surveyed: {names, isDynamic}}: SpecDocument): boolean => names.size === 0 && !isDynamic

function open(fileTree: FileTree, path: string, shared: PartCache): OpenFile {
  const source = fileTree.sourceOf(path)
  // The description is cached under an empty path, because its name or folder may have changed between revisions.
  const text = readSpecText(fileTree.read(path), source, {path: path === fileTree.path ? '' : path, shared})
  const document = {
    source,
    address: documentAddress(path),
    root: text.value,
    surveyed: text.survey,
    ...(text.parts ? {parts: text.parts} : {})
  }
  return {path, document, text}
}

/** Normalizes the percent-encoding of an address, because a resolver may leave characters unescaped. */
function normalizeAddress(address: string): string {
  const path = /^tenure:\/\/\/([^?#]*)$/.exec(address)?.[1]
  try {
    return path === undefined ? address : documentAddress(decodeURIComponent(path))
  } catch {
    return address
  }
}

function filesFrom({path, document}: OpenFile): string[] {
  return [...document.surveyed.refs.keys()].flatMap(ref => {
    if (ref.startsWith('#') || isIdReference(ref, document.surveyed, document.address)) return []
    const target = resolveRefTarget(ref, path)
    return 'path' in target ? [target.path] : []
  })
}

const failureMessage = ({problems: [problem], cause}: InputError): string => {
  // The message of the file system contains the full path, which would repeat the reference.
  if (cause instanceof Error && 'code' in cause) return `the file can't be read (${describeFileError(cause)})`
  const {source, line, column} = problem?.place ?? {}
  const where = line === undefined ? '' : ` (${source}:${line}:${column})`
  return `the file can't be used${where}: ${problem?.message.replace(/\.$/, '')}`
}

/** The references of a file that can't be resolved, each once. */
function gapsIn(
  file: OpenFile,
  opened: ReadonlyMap<string, OpenFile>,
  failed: ReadonlyMap<string, string>
): ReadProblem[] {
  const {document, path} = file
  return [...document.surveyed.refs].flatMap(([ref, seen]): ReadProblem[] => {
    const failure = describeFailure(ref)
    return failure === undefined ? [] : [gap(document.source, ref, seen, failure)]
  })

  function describeFailure(ref: string): string | undefined {
    if (!ref.startsWith('#') && isIdReference(ref, document.surveyed, document.address)) return undefined
    const target = resolveRefTarget(ref, path)
    if ('lacks' in target) return target.lacks
    const failure = failed.get(target.path)
    if (failure !== undefined) return failure
    const other = opened.get(target.path)?.document
    // No gap is reported if parts have an `$id`, which is the base of pointers inside them: the schema resolver handles
    // those.
    if (!other || fragmentExists(target.fragment, other.root, other.surveyed) || hasParts(other)) return undefined
    return `nothing in \`${other.source}\` has this address`
  }
}

const hasParts = ({root, surveyed}: SpecDocument): boolean =>
  hasOwnIds(surveyed, typeof root === 'object' && root !== null && '$id' in root ? root.$id : undefined)

function gap(source: string, ref: string, seen: Occurrences, failure: string): ReadProblem {
  const {pointer, count} = seen
  const times = count > 1 ? ` (in ${count} places)` : ''
  return {
    message: `\`$ref: ${ref}\` can't be resolved${times}: ${failure}.`,
    place: {source, pointer},
    ...(count > 1 ? {alsoAt: seen.pointers().filter(each => each !== pointer)} : {})
  }
}

function locator(files: readonly OpenFile[]): (places: readonly SourceLocation[]) => SourceLocation[] {
  const bySource = new Map(files.map(({document, text}) => [document.source, text]))
  return places => {
    const wanted = new Map<string, Set<string>>()
    for (const {source, pointer, line} of places) {
      if (line !== undefined || pointer === undefined || !bySource.has(source)) continue
      const pointers = wanted.get(source) ?? new Set()
      wanted.set(source, pointers.add(pointer))
    }
    const found = new Map(
      [...wanted].map(([source, pointers]) => {
        return [source, bySource.get(source)?.locate([...pointers])] as const
      })
    )
    return places.map(place => {
      const position = place.line === undefined && found.get(place.source)?.get(place.pointer ?? '')
      return position && place.pointer !== undefined ? {...place, ...position} : place
    })
  }
}

/** The target of a `$ref`: a file by its path from the root, or the reason why there is none. */
export type ReferenceTarget = {readonly path: string; readonly fragment: string} | {readonly lacks: string}

/** Resolves a reference in a file. `-` is standard input, which has no neighboring files. */
function resolveRefTarget(ref: string, from: string): ReferenceTarget {
  const hash = ref.indexOf('#')
  const uri = hash === -1 ? ref : ref.slice(0, hash)
  const fragment = hash === -1 ? '' : decodePercent(ref.slice(hash + 1))
  if (uri === '') return {path: from, fragment}
  if (/^[a-z][a-z\d+.-]*:/i.test(uri)) return {lacks: 'nothing is fetched from the network'}
  if (/^[/\\]/.test(uri)) return {lacks: 'its path must be relative to its own file'}
  if (from === '-') return {lacks: 'standard input has no files next to it'}
  const path = posix.normalize(posix.join(posix.dirname(from), decodePercent(uri)))
  return /^\.\.(\/|$)/.test(path) ? {lacks: OUTSIDE_ROOT} : {path, fragment}
}

const OUTSIDE_ROOT = 'it is outside of the git repository (or the folder of `tenure.yaml`, or its own folder)'

/**
 * Whether a URI names a part of the document by an `$id` in it, so that no file is read. Ids are resolved against each
 * other and against the address of the document.
 */
function isIdReference(ref: string, survey: Survey, address: string): boolean {
  const ids = idsIn(survey, address)
  if (ids.known.size === 0) return false
  const named = (base: string): boolean =>
    URL.canParse(ref, base) && ids.known.has(withoutFragment(new URL(ref, base).href))
  if (named(address)) return true
  const [simple, name] = PLAIN_PATH.exec(ref) ?? []
  if (simple !== undefined && !ids.names.has(name ?? '')) return false
  return ids.folders.some(folder => ids.left-- > 0 && named(folder))
}

/** A relative path without characters that a URL escapes. The group is its last segment. */
const PLAIN_PATH = /^(?:[\w-][\w.-]*\/)*([\w-][\w.-]*)(?:#.*)?$/s

/** Whether parts of the document have their own `$id`, which can be the base of pointers. */
const hasOwnIds = ({names}: Survey, own: unknown): boolean => [...names].some(name => name !== own && isAddress(name))

/** The addresses that the parts of a document have by their `$id`. */
interface DocumentIds {
  readonly known: ReadonlySet<string>
  /** The folders of these addresses, against which relative references resolve. */
  readonly folders: readonly string[]
  /** The last segments of these addresses. */
  readonly names: ReadonlySet<string>
  /** The number of folders that may still be tried. Once it is used up, a reference is read as that of a file. */
  left: number
}

const MAX_TRIED_FOLDERS = 500_000
const idsOf = new WeakMap<Survey, DocumentIds>()

function idsIn(survey: Survey, address: string): DocumentIds {
  const before = idsOf.get(survey)
  if (before) return before
  const all = [...survey.names].filter(name => isAddress(name) && URL.canParse(name, address))
  const known = new Set(all.map(name => withoutFragment(new URL(name, address).href)))
  const folders = new Set([...known].flatMap(id => (URL.canParse('.', id) ? [new URL('.', id).href] : [])))
  const names = new Set([...known].map(id => id.slice(id.lastIndexOf('/') + 1).replace(/[?].*/s, '')))
  const ids = {known, folders: [...folders], names, left: MAX_TRIED_FOLDERS}
  idsOf.set(survey, ids)
  return ids
}

/** Whether a name is an address and not an anchor, which has neither a dot nor a slash. */
const isAddress = (name: string): boolean => /[./]/.test(name)

const withoutFragment = (uri: string): string => uri.split('#', 1)[0] as string

/** Whether a fragment resolves in a document, as a JSON pointer or an anchor. */
function fragmentExists(fragment: string, root: unknown, {names}: Survey): boolean {
  if (fragment === '') return true
  if (!fragment.startsWith('/')) return names.has(fragment) || names.has(`#${fragment}`)
  let here = root
  for (const key of parsePointer(fragment)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return false
    here = (here as Record<string, unknown>)[key]
  }
  return true
}

function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
