import {join} from 'node:path'
import {defined} from '@tenure/core/model/defined'
import {inputError} from '@tenure/core/model/input-error'
import type {Files} from '@tenure/core/stores/files/files'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {createParentFolder, removeFile} from '@tenure/core/stores/files/write-file'
import {createRow} from './facts.ts'
import {type FolderLock, lockFolder} from './folder-lock.ts'
import type {AnswerError} from './job.ts'
import {fileNameOf} from './list.ts'
import {type ApiState, type MadeOf, readState, stateFile, writeState} from './state.ts'
import {factsFile, openStore, type Store, TABLE_NAMES} from './store.ts'
import {FACT_TABLES, type FactTables, TABLES_FORMAT, type TableName, type Tables} from './tables.ts'

/**
 * Throws an `InputError` if a folder contains anything but facts. `named` is its path as the user wrote
 * it.
 */
export function requireFactsFolder(files: Files, folder: string, named: string): void {
  if (!files.exists(folder)) return
  if (!files.isFolder(folder)) throw inputError(`\`${named}\` isn't a folder. Name one for the facts.`, {source: named})
  const names = files.listFolder(folder)
  const other = names.find(name => name !== 'facts' && name !== 'state' && !name.startsWith('.'))
  const isKnown = files.isFolder(join(folder, 'facts')) && files.isFolder(join(folder, 'state'))
  if (other !== undefined && !isKnown)
    throw inputError(`\`${named}\` has other files in it, such as \`${other}\`. Name a new folder for the facts.`, {
      source: named
    })
}

/** States of the APIs that were listed in the last run and aren't now. */
export function findUnlisted(files: Files, folder: string, isListed: (name: string) => boolean): ApiState[] {
  const states = join(folder, 'state')
  if (!files.exists(states)) return []
  return files.listFolder(states).flatMap(file => {
    const name = /^(.+)\.json$/.exec(file)?.[1]
    const state = name === undefined || isListed(name) ? undefined : readState(files, folder, name)
    return state && state.listings.at(-1)?.event !== 'left' && fileNameOf(state.id) === name ? [state] : []
  })
}

/** The result of a job: new facts about an API, or why there are none. */
export interface NewFacts {
  readonly result: {readonly tables: FactTables} | {readonly error: AnswerError}
  /** What the facts were made from, for comparing it in the next run. Missing if the next run must make them again. */
  readonly made?: Omit<MadeOf, 'facts'>
}

/** A folder with facts that this run has locked. */
interface OpenedFolder {
  readonly workspace: Workspace
  readonly folder: string
  readonly asOf: string
  readonly lock: FolderLock
  readonly store: Store
}

/**
 * A folder with the facts about each API, and its state after the last run. The state is written before the facts and
 * again after them, so that a run that ends in between is noticed. Only one run at a time can have the folder open.
 */
export class FactsFolder {
  readonly #opened: OpenedFolder
  #lastWrite: Promise<unknown> = Promise.resolve()

  private constructor(opened: OpenedFolder) {
    this.#opened = opened
  }

  /** Opens a folder at an absolute path, and removes what an interrupted run has left half written. */
  static async open(workspace: Workspace, folder: string, asOf: string): Promise<FactsFolder> {
    const path = join(folder, 'state', 'lock')
    createParentFolder(workspace, path)
    const lock = await lockFolder(workspace, path)
    try {
      removeDrafts(workspace, folder)
      return new FactsFolder({workspace, folder, asOf, lock, store: await openStore(workspace, folder)})
    } catch (error) {
      lock.release()
      throw error
    }
  }

  close(): void {
    this.#opened.store.close()
    this.#opened.lock.release()
  }

  /** Makes new facts about an API, and replaces what is there. Returns why there are none. */
  async replace(
    id: string,
    listings: ApiState['listings'],
    make: () => Promise<NewFacts>
  ): Promise<AnswerError | undefined> {
    const name = fileNameOf(id)
    const before = readState(this.#opened.workspace.files, this.#opened.folder, name)
    this.#writeState({format: TABLES_FORMAT, id, listings: before?.listings ?? []})
    const {result, made} = await make()
    const tables = toTables(id, result)
    await this.#write(name, {...tables, listings: listingRows(id, listings)})
    const error = 'error' in result ? result.error : undefined
    this.#writeState({
      format: TABLES_FORMAT,
      id,
      ...(made ? {made: {...made, facts: this.#hashFacts(name, tables)}} : {}),
      ...defined({error}),
      listings
    })
    return error
  }

  /** Records what happened to an API in the list. Its facts stay. */
  async recordListings(state: ApiState, listings: ApiState['listings']): Promise<void> {
    await this.#write(fileNameOf(state.id), {listings: listingRows(state.id, listings)})
    this.#writeState({...state, listings})
  }

  /** Records that an API has left the list. Facts that an interrupted run wrote only in part are removed. */
  async recordLeft(state: ApiState): Promise<void> {
    const name = fileNameOf(state.id)
    if (!state.made && !state.error) await this.#write(name, NO_FACTS)
    if (state.listings.length === 0) removeFile(this.#opened.workspace, stateFile(this.#opened.folder, name))
    else await this.recordListings(state, [...state.listings, {event: 'left', asOf: this.#opened.asOf}])
  }

  #writeState(state: ApiState): void {
    this.#opened.lock.requireHeld()
    writeState(this.#opened.workspace, this.#opened.folder, fileNameOf(state.id), state)
  }

  /** Writes tables once earlier writes are done. */
  async #write(name: string, tables: Partial<Tables>): Promise<void> {
    const write = this.#lastWrite.then(() => {
      this.#opened.lock.requireHeld()
      return this.#opened.store.write(name, tables)
    })
    this.#lastWrite = write.catch(() => undefined)
    await write
  }

  #hashFacts(name: string, tables: OwnTables): Record<string, string> {
    const written = Object.entries(tables).filter(([, rows]) => rows.length > 0)
    return Object.fromEntries(
      written.map(([table]) => [
        table,
        this.#opened.workspace.files.describe(factsFile(this.#opened.folder, table as TableName, name), 'bytes')
      ])
    )
  }
}

const NO_FACTS = Object.fromEntries(
  [...FACT_TABLES, 'errors' as const].map(table => [table, []])
) as unknown as OwnTables

/** The tables about the API itself, without `listings`, which is about the list. */
type OwnTables = Omit<Tables, 'listings'>

const toTables = (api: string, result: NewFacts['result']): OwnTables =>
  'tables' in result
    ? {...NO_FACTS, ...result.tables}
    : {...NO_FACTS, errors: [createRow('errors', api, defined({...result.error}))]}

const listingRows = (api: string, listings: ApiState['listings']): Tables['listings'] =>
  listings.map(({event, asOf}) => createRow('listings', api, {event, as_of: asOf}))

function removeDrafts(workspace: Workspace, folder: string): void {
  for (const inner of ['state', ...TABLE_NAMES.map(table => join('facts', table))]) {
    const path = join(folder, inner)
    if (!workspace.files.exists(path)) continue
    for (const name of workspace.files.listFolder(path))
      if (/\.(?:tmp|draft)$/.test(name)) removeFile(workspace, join(path, name))
  }
}
