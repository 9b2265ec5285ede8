import {languages} from '#tenure/languages'
import {readers} from '#tenure/readers'
import {createHashedFiles, type FileTree, findFileTree, listParts} from '../documents/file-tree.ts'
import {SPEC_LIMIT} from '../documents/read-document.ts'
import type {Language} from '../languages/language.ts'
import {canBeDescription} from '../languages/languages.ts'
import {inputError} from '../model/input-error.ts'
import {readStandardInput} from '../stores/files/file-system.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import type {Description, DescriptionSummary, LanguageReader} from './description.ts'

/**
 * Loads what the languages need to open descriptions of these names, such as a compiler for server code. Throws an
 * `InputError` if that isn't installed.
 */
export async function readyFor(names: readonly (string | undefined)[]): Promise<void> {
  for (const reader of readers) await reader.prepare?.(names)
}

/** Creates a function that opens descriptions of any language, and reuses equal parts of what it opened before. */
export function createDescriptionOpener(): (files: FileTree) => Description {
  const openers = new Map(readers.map(reader => [reader, reader.createOpener()]))
  return files => {
    const {reader, tree} = files.parts
      ? readSet(files)
      : {reader: readerOf(files.path, () => files.read(files.path)), tree: files}
    const open = reader && openers.get(reader)
    if (files.announcements !== undefined && !reader?.readsAnnouncements)
      throw inputError(
        `\`announcements\` is only for GraphQL schemas. State deprecations in \`${files.sourceOf(files.path)}\` itself, and remove the key.`,
        {source: files.sourceOf(files.path)}
      )
    if (!open) throw inputError(`No language can read \`${files.sourceOf(files.path)}\`.`, {source: files.path})
    return open(tree)
  }
}

/**
 * Finds the language of a set of files by those that are descriptions, and leaves out those whose names don't fit it.
 * Each file is read once. Throws an `InputError` if none is a description, or if they aren't of one language.
 */
function readSet(files: FileTree): {readonly reader: LanguageReader; readonly tree: FileTree} {
  const source = files.sourceOf(files.path)
  const paths = listParts(files).filter(canBeDescription)
  const bytes = new Map(paths.map(path => [path, files.read(path)]))
  const found = new Map<LanguageReader, string>()
  for (const [path, content] of bytes) {
    const reader = readers.find(each => hasFittingName(each, path) && hasDescription(each, content))
    if (reader && !found.has(reader)) found.set(reader, path)
  }
  const [[reader, first] = [], other] = found
  if (!reader || first === undefined) throw inputError(`No file of \`${source}\` is an API description.`, {source})
  if (other) {
    const names = [first, other[1]].map(path => `\`${files.sourceOf(path)}\``)
    throw inputError(`${names.join(' and ')} are in two languages. Name the files of one with an ending.`, {source})
  }
  if (!reader.isInParts) {
    const message = `\`${files.sourceOf(first)}\` is a description of its own, which can't be read with others as one. Name a file.`
    throw inputError(message, {source})
  }
  const parts = paths.filter(path => hasFittingName(reader, path))
  return {reader, tree: {...files, parts: () => parts, read: path => bytes.get(path) ?? files.read(path)}}
}

/**
 * The reader of a file. Its content decides only if its name fits several readers; if it fits none, the last reader is
 * taken.
 */
function readerOf(path: string, read: () => Buffer): LanguageReader | undefined {
  const fitting = readers.filter(reader => hasFittingName(reader, path))
  const [first = readers.at(-1), ...others] = fitting
  if (others.length === 0) return first
  const bytes = read()
  const last = readers.at(-1)
  return fitting.find(reader => reader === last || hasDescription(reader, bytes)) ?? last
}

/** The language of a description. `undefined` if none can read it. */
function languageOfFiles(files: FileTree): Language | undefined {
  const {path, read, parts} = files
  const reader = parts ? readSet(files).reader : readerOf(path, () => read(path))
  return languages.find(({name}) => name === reader?.language)
}

/** The language of a description by its name. */
export const findLanguage = (workspace: Workspace, name: string): Language | undefined =>
  languageOfFiles(findFileTree(workspace, name, () => readStandardInput(SPEC_LIMIT)))

/** An empty API description in place of one that was deleted, in the language of its older state. */
export function createEmptyDescription(spec: string, older?: FileTree): FileTree {
  const open = (path: string, text: string): FileTree => ({
    ...{path, sourceOf: () => spec, real: (real: string) => real},
    ...createHashedFiles(() => Buffer.from(text))
  })
  const from = older ?? open(spec, '')
  const {path, text} = languageOfFiles(from)?.files.empty ?? {path: from.path, text: ''}
  return open(path, text)
}

const hasFittingName = ({language}: LanguageReader, path: string): boolean =>
  languages.some(({name, files}) => name === language && files.name.test(path))

const hasDescription = ({detect}: LanguageReader, bytes: Buffer): boolean => detect?.(bytes) ?? true

/**
 * Whether a file is a description in any language, even a malformed one. If its name fits no reader, its content alone
 * decides.
 */
export function isDescription(path: string, bytes: Buffer): boolean {
  const fitting = readers.filter(reader => hasFittingName(reader, path))
  return fitting.length > 0
    ? fitting.some(reader => hasDescription(reader, bytes))
    : readers.some(({detect}) => detect?.(bytes))
}

/**
 * Whether a description can be one of several files that are read as one. `undefined` if it is no description.
 */
export function canBePart(path: string, bytes: Buffer): boolean | undefined {
  const reader = readers.find(each => hasFittingName(each, path) && hasDescription(each, bytes))
  return reader && reader.isInParts === true
}

/**
 * Summarizes a file of a project if it is a description, whatever its name is. Reads no more of other files than their
 * `head`.
 */
export function summarizeIfDescription(path: string, head: string, read: () => Buffer): DescriptionSummary | undefined {
  for (const reader of readers) {
    if (!hasFittingName(reader, path) || reader.mayBegin?.(head) === false) continue
    const bytes = read()
    if (!hasDescription(reader, bytes)) continue
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
    const summary = reader.summarize ? reader.summarize({path, text}) : {path, paths: [], bases: [], references: []}
    if (summary) return summary
  }
  return undefined
}

/** Regular expressions for `git grep`: each description fits one of them. */
export const DESCRIPTION_LINES: readonly string[] = readers.map(({line}) => line ?? '.')

/** Opens a description by its name: a path, `-`, or `rev:path`. */
export const openDescription = (workspace: Workspace, name: string): Description =>
  createDescriptionOpener()(findFileTree(workspace, name, () => readStandardInput(SPEC_LIMIT)))
