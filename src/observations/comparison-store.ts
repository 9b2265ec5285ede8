import type {Description} from '../descriptions/description.ts'
import {createDescriptionOpener} from '../descriptions/readers.ts'
import type {FileTree} from '../documents/file-tree.ts'
import type {SourceRevision} from '../inputs/sources/source.ts'
import {digest, readData, serializeData} from '../stores/cache.ts'
import {type ContentIds, displayNames, relativePaths} from './content-ids.ts'
import type {SourceNames} from './rename-sources.ts'

/** Maximum number of descriptions in memory, by default. */
const MAX_OPEN = 2

/** A description in memory. */
export interface OpenDescription {
  readonly tree: FileTree
  readonly description: Description
}

/** What is asked about a description, alone or with an older one. The answer is plain data. */
export interface Question<Data, Older = never> {
  /** The name of the question, and what else the answer depends on. */
  readonly key: readonly string[]
  readonly answer: (newer: OpenDescription, older: Older) => Data
  /** Renames the source files that the answer names, because stored answers have paths relative to the descriptions. */
  readonly rename?: (data: Data, names: SourceNames) => Data
}

/**
 * Answers about revisions of descriptions, stored by the content of all files: those of one revision, and those between
 * two. A description is opened only if the cache has no answer.
 */
export class ComparisonStore {
  /** Number of descriptions read, and of answers found in the cache. */
  read = 0
  remembered = 0
  readonly ids: ContentIds
  readonly #openDescription = createDescriptionOpener()
  /** Open descriptions by content ID, so that equal ones are read once. */
  readonly #open = new Map<string, OpenDescription>()
  readonly #most: number

  constructor(ids: ContentIds, most = MAX_OPEN) {
    this.ids = ids
    this.#most = most
  }

  /** What is known of one revision. Throws an `InputError` if it can't be read. */
  of<Data>(revision: SourceRevision, question: Question<Data>): Data {
    return this.#recall(question, [revision])
  }

  /** What is known of a revision and an older one. Throws an `InputError` if one of them can't be read. */
  between<Data>(newer: SourceRevision, older: SourceRevision, question: Question<Data, OpenDescription>): Data {
    return this.#recall(question, [newer, older])
  }

  /** Stores the answer, if it isn't stored yet. Throws an `InputError` if a revision can't be read. */
  prepare<Data>(revisions: Revisions, question: Question<Data, OpenDescription | undefined>): void {
    if (!this.knows(revisions, question)) this.#answer(question, revisions)
  }

  /** Whether the answer is stored. */
  knows(revisions: Revisions, question: Pick<Question<unknown>, 'key'>): boolean {
    const key = this.#keyOf(question, revisions)
    return key !== undefined && this.ids.cache.get(key) !== undefined
  }

  /** The description of a revision. Throws an `InputError` if it can't be read. */
  open(revision: SourceRevision): OpenDescription {
    const id = this.ids.idOf(revision)
    const known = id === undefined ? undefined : this.#open.get(id)
    if (known && id !== undefined) {
      // Keeps the most recently used description the longest.
      this.#open.delete(id)
      this.#open.set(id, known)
      return known
    }
    const tree = this.ids.treeOf(revision)
    const [oldest] = this.#open.keys()
    if (this.#open.size >= this.#most && oldest !== undefined) this.#open.delete(oldest)
    const opened = {tree, description: this.#openDescription(tree)}
    this.read++
    this.ids.keep(revision, opened.description.paths)
    this.#open.set(this.ids.idOf(revision) ?? `${this.read}`, opened)
    return opened
  }

  #recall<Data, Older>(question: Question<Data, Older>, revisions: Revisions): Data {
    const key = this.#keyOf(question, revisions)
    const known = key === undefined ? undefined : readData<Data>(this.ids.cache.get(key))
    if (known !== undefined) this.remembered++
    // A new answer is read back, too, so that it's the same as a stored one and the parsed description can be freed.
    const data = known ?? (readData(this.#answer(question, revisions)) as Data)
    const [newer, older = newer] = revisions
    const namesIn = (revision: SourceRevision) => displayNames(this.ids.treeOf(revision))
    return question.rename?.(data, {old: namesIn(older), new: namesIn(newer)}) ?? data
  }

  #answer<Data, Older>({key, answer, rename}: Question<Data, Older>, revisions: Revisions): Uint8Array {
    const [before, now] = [revisions[1], revisions[0]].map(each => each && this.open(each))
    const data = answer(now as OpenDescription, before as Older)
    const namesIn = (...opened: readonly (OpenDescription | undefined)[]) =>
      relativePaths(opened.flatMap(each => (each ? {tree: each.tree, paths: each.description.paths} : [])))
    const bytes = serializeData(rename?.(data, {old: namesIn(now, before), new: namesIn(before, now)}) ?? data)
    // The key is computed only now, because it needs the list of files, which is known only after reading.
    const stored = this.#keyOf({key}, revisions)
    if (stored !== undefined) this.ids.cache.put(stored, bytes)
    return bytes
  }

  /** The key of an answer. `undefined` as long as the files of a revision aren't known. */
  #keyOf({key}: Pick<Question<unknown>, 'key'>, revisions: Revisions): string | undefined {
    const ids = revisions.map(each => this.ids.idOf(each))
    if (ids.includes(undefined)) return undefined
    return digest(revisions.length === 1 ? 'of' : 'between', ...key, ...ids.map(each => each ?? ''))
  }
}

/** A revision, or a revision and an older one. */
type Revisions = readonly [newer: SourceRevision] | readonly [newer: SourceRevision, older: SourceRevision]
