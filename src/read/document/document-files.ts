import type {Gap} from '../../model/api/snapshot.ts'
import {InputError} from '../../model/input-error.ts'
import type {Place} from '../../model/location.ts'
import {reason} from '../files/file-errors.ts'
import {NotInClone} from '../git/not-in-clone.ts'
import {Shared} from '../parsing/incremental-parse.ts'
import type {Seen} from '../parsing/reference-survey.ts'
import {addressOf, type SpecDocument, type SpecFiles} from './document.ts'
import {type Shelf, shelfOf} from './file-tree.ts'
import {isProgram} from './is-server-code.ts'
import {openProgram} from './load-server-reader.ts'
import {readSpecText, type SpecText} from './read-document.ts'
import {hasAddresses, isNamed, leads, OUTSIDE, targetOf} from './ref-target.ts'

export type {SpecFiles}

interface Opened {
  readonly path: string
  readonly document: SpecDocument
  readonly text: SpecText
}

/**
 * Reads a description by its name, a path, `-` or `rev:path`, with all files that its references lead to. They stay
 * below the root; what cannot be followed is a gap.
 */
export const openSpec = (name: string, sources: {readonly stdin: () => Buffer}, shared?: Shared): SpecFiles =>
  openShelf(shelfOf(name, sources.stdin), shared)

/**
 * Reads what is on a shelf, from its description on: a document, or server code that is turned into one. What another
 * description says in the same words is read once, where both are given the same `shared`.
 */
export function openShelf(shelf: Shelf, shared = new Shared()): SpecFiles {
  if (isProgram(shelf.path)) return openProgram(shelf)
  const opened = new Map<string, Opened>()
  const failed = new Map<string, string>()
  const main = open(shelf, shelf.path, shared)
  opened.set(shelf.path, main)
  // Files are read wave by wave, so that git is asked once for all of one.
  for (let wave: readonly Opened[] = [main]; wave.length > 0; ) {
    const paths = new Set(wave.flatMap(filesFrom).filter(path => !opened.has(path) && !failed.has(path)))
    shelf.fetch?.([...paths])
    wave = [...paths].flatMap((path): Opened[] => {
      try {
        if (shelf.real(path) === undefined) {
          failed.set(path, `expected ${OUTSIDE}`)
          return []
        }
        const file = open(shelf, path, shared)
        opened.set(path, file)
        return [file]
      } catch (error) {
        if (!(error instanceof InputError) || error instanceof NotInClone) throw error
        failed.set(path, told(error))
        return []
      }
    })
  }
  const files = [...opened.values()]
  const byAddress = new Map(files.map(({document}) => [document.address, document]))
  const documentAt = (address: string): SpecDocument | undefined =>
    byAddress.get(address) ?? byAddress.get(normal(address))
  const locateAll = locator(files)
  return {
    main: main.document,
    documents: files.map(({document}) => document),
    paths: [...files.map(({path}) => path), ...failed.keys()],
    documentAt,
    ...(files.length === 1 && main.document.parts && isPlain(main.document) ? {parts: main.document.parts} : {}),
    tellsInHeaders: files.some(({document}) => document.surveyed.tellsInHeaders),
    lookup: address => documentAt(address)?.root,
    gaps: files.flatMap(file => [
      ...file.text.warnings.map((gap): Gap => ({...gap, isRead: true})),
      ...gapsIn(file, opened, failed)
    ]),
    locateAll,
    locate: place => locateAll([place])[0] ?? place
  }
}

/** Every reference leads to where a JSON pointer of the document leads. */
const isPlain = ({surveyed: {names, isDynamic}}: SpecDocument): boolean => names.size === 0 && !isDynamic

function open(shelf: Shelf, path: string, shared: Shared): Opened {
  const source = shelf.sourceOf(path)
  // Of the description itself the name may have changed, or its folder.
  const text = readSpecText(shelf.read(path), source, {path: path === shelf.path ? '' : path, shared})
  const document = {
    source,
    address: addressOf(path),
    root: text.value,
    surveyed: text.survey,
    ...(text.parts ? {parts: text.parts} : {})
  }
  return {path, document, text}
}

/** Who resolves a reference may write a character where we escape it. */
function normal(address: string): string {
  const path = /^tenure:\/\/\/([^?#]*)$/.exec(address)?.[1]
  try {
    return path === undefined ? address : addressOf(decodeURIComponent(path))
  } catch {
    return address
  }
}

function filesFrom({path, document}: Opened): string[] {
  return [...document.surveyed.refs.keys()].flatMap(ref => {
    if (ref.startsWith('#') || isNamed(ref, document.surveyed, document.address)) return []
    const target = targetOf(ref, path)
    return 'path' in target ? [target.path] : []
  })
}

const told = ({problems: [problem], cause}: InputError): string => {
  // The disk names the file by its whole path: the reference names it already.
  if (cause instanceof Error && 'code' in cause) return `expected a file that can be read (${reason(cause)})`
  const {source, line, column} = problem?.place ?? {}
  const where = line === undefined ? '' : ` (${source}:${line}:${column})`
  return `which cannot be used: ${problem?.message}${where}`
}

/** The references of a file that lead nowhere, each once. */
function gapsIn(file: Opened, opened: ReadonlyMap<string, Opened>, failed: ReadonlyMap<string, string>): Gap[] {
  const {document, path} = file
  return [...document.surveyed.refs].flatMap(([ref, seen]): Gap[] => {
    const lacks = lackOf(ref)
    return lacks === undefined ? [] : [gap(document.source, ref, seen, lacks)]
  })

  function lackOf(ref: string): string | undefined {
    if (!ref.startsWith('#') && isNamed(ref, document.surveyed, document.address)) return undefined
    const target = targetOf(ref, path)
    if ('lacks' in target) return `expected ${target.lacks}`
    const failure = failed.get(target.path)
    if (failure !== undefined) return failure
    const other = opened.get(target.path)?.document
    // A part that has an `$id` is where pointers in it start: who reads schemas follows those.
    if (!other || leads(target.fragment, other.root, other.surveyed) || hasParts(other)) return undefined
    return `expected one that leads to something in \`${other.source}\``
  }
}

const hasParts = ({root, surveyed}: SpecDocument): boolean =>
  hasAddresses(surveyed, typeof root === 'object' && root !== null && '$id' in root ? root.$id : undefined)

function gap(source: string, ref: string, {pointer, count}: Seen, lacks: string): Gap {
  const times = count > 1 ? ` (in ${count} places)` : ''
  return {message: `Unexpected reference to \`${ref}\`${times}, ${lacks}`, place: {source, pointer}}
}

function locator(files: readonly Opened[]): (places: readonly Place[]) => Place[] {
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
