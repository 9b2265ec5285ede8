import {randomUUID} from 'node:crypto'
import {hostname} from 'node:os'
import process from 'node:process'
import {setTimeout as wait} from 'node:timers/promises'
import {inputError} from '@tenure/core/model/input-error'
import type {Files} from '@tenure/core/stores/files/files'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {createFile, fileAge, removeFile, touchFile, writeFileAtomically} from '@tenure/core/stores/files/write-file'
import * as z from 'zod'

/**
 * Milliseconds between two updates of the lock file by its owner, and without an update until the lock of another
 * machine counts as left behind.
 */
const [SIGN, LEFT_BEHIND] = [15_000, 120_000]
/** Milliseconds to wait after taking over a lock, in which another process that does the same is noticed. */
const TAKEOVER = 100

const ownerSchema = z.object({
  process: z.number(),
  /** When the process began, in the unit of the operating system. Missing if the system doesn't say. */
  began: z.string().optional(),
  host: z.string(),
  token: z.string()
})
type LockOwner = z.infer<typeof ownerSchema>

/** Tokens of the locks that this process holds. */
const held = new Set<string>()

/** A folder that only this run writes to. */
export interface FolderLock {
  /** Throws an `InputError` if another run has taken over. */
  requireHeld(): void
  release(): void
}

/**
 * Reads `/proc/ID/stat`, in which Linux describes a process. Throws if there is no such process, and on other systems.
 */
type ReadProcessStat = (id: number) => string

const readProcessStat = (files: Files, id: number): string => files.readText(`/proc/${id}/stat`)

/**
 * Locks a folder by a file. The lock of a process that has ended is taken over. Throws an `InputError` if another run
 * holds it.
 */
export async function lockFolder(workspace: Workspace, path: string, statOf?: ReadProcessStat): Promise<FolderLock> {
  const {files} = workspace
  const readStat = statOf ?? (id => readProcessStat(files, id))
  const {began} = readProcess(process.pid, readStat) ?? {}
  const owner: LockOwner = {
    process: process.pid,
    ...(began === undefined ? {} : {began}),
    host: hostname(),
    token: randomUUID()
  }
  if (!createFile(workspace, path, JSON.stringify(owner))) {
    const other = readOwner(files, path)
    if (isAlive(files, path, other, readStat)) throw lockedError(path, other)
    writeFileAtomically(workspace, path, JSON.stringify(owner))
    await wait(TAKEOVER)
    const winner = readOwner(files, path)
    if (winner?.token !== owner.token) throw lockedError(path, winner)
  }
  held.add(owner.token)
  const signs = setInterval(() => touchFile(workspace.files, path, Date.now()), SIGN).unref()
  return {
    requireHeld() {
      const now = readOwner(files, path)
      if (now?.token !== owner.token) throw lockedError(path, now)
    },
    release() {
      clearInterval(signs)
      held.delete(owner.token)
      if (readOwner(files, path)?.token === owner.token) removeFile(workspace, path)
    }
  }
}

/** Owner of a lock. `undefined` if the file is missing or only half written. */
function readOwner(files: Files, path: string): LockOwner | undefined {
  try {
    return ownerSchema.parse(JSON.parse(files.readText(path)))
  } catch {
    return undefined
  }
}

function isAlive(files: Files, path: string, owner: LockOwner | undefined, readStat: ReadProcessStat): boolean {
  const age = fileAge(files, path, Date.now())
  // The owner fills the file right after creating it, so an old empty one was left behind.
  if (!owner) return age !== undefined && age < SIGN
  if (owner.host !== hostname()) return age !== undefined && age < LEFT_BEHIND
  if (owner.process === process.pid) return held.has(owner.token)
  const found = readProcess(owner.process, readStat)
  // A process that was killed can stay in the list of processes, and its ID can belong to another one later.
  if (found?.hasEnded || (found && owner.began !== undefined && found.began !== owner.began)) return false
  try {
    process.kill(owner.process, 0)
    return true
  } catch (error) {
    // A process of another user can't be signaled, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Whether a process has ended, and when it began. `undefined` if there is no such process, or if the system doesn't
 * say.
 */
function readProcess(
  id: number,
  readStat: ReadProcessStat
): {readonly hasEnded: boolean; readonly began: string | undefined} | undefined {
  try {
    const stat = readStat(id)
    // The name of the program comes first, in parentheses, and can hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {hasEnded: fields[0] === 'Z' || fields[0] === 'X', began: fields[19]}
  } catch {
    return undefined
  }
}

const lockedError = (path: string, owner: LockOwner | undefined) =>
  inputError(
    `Another run${owner ? ` (process ${owner.process} on \`${owner.host}\`)` : ''} writes to this folder. Wait until it ends, or delete this file if it has.`,
    {source: path}
  )
