import type {Environment} from './environment.ts'

/** What git answered. */
export interface GitAnswer {
  /** Why git couldn't be started. */
  readonly error?: Error | undefined
  /** The exit code; `null` if a signal ended git. */
  readonly status: number | null
  readonly stdout: Buffer
  readonly stderr: Buffer
}

export interface GitCall {
  /** The absolute path of a folder. */
  readonly cwd: string
  readonly args: readonly string[]
  readonly env: Environment
  readonly input?: string | undefined
}

/** Runs git to its end. */
export type StartGit = (call: GitCall) => GitAnswer

/** An object of git, such as a blob, a tree, or a commit. */
export interface GitObject {
  readonly kind: string
  readonly content: Buffer
}

/** What git states about itself when it starts. */
export interface GitDescription {
  /** Such as `2.39.5`; missing if git states none. */
  readonly version?: string
  /** The values of settings of the repository, by their keys in lowercase. */
  readonly settings: ReadonlyMap<string, string>
}

/** An entry of a git tree. */
export interface Blob {
  readonly id: string
  /** Links and submodules have no content of their own. Folders are listed only on request. */
  readonly kind: 'file' | 'link' | 'submodule' | 'folder'
}

/** The entries of a folder in a commit, which never change. */
export interface KnownFolder {
  entries?: ReadonlyMap<string, Blob> | undefined
  /** The time of the commit, in seconds since 1970; missing if it wasn't read with the folder. */
  time?: number | undefined
  isRead: boolean
}

/** Variables with which git writes events to standard error. Their names and fields are those of `api-trace2`. */
export const DESCRIBING: Environment = {
  GIT_TRACE2_EVENT: '2',
  GIT_TRACE2_EVENT_BRIEF: '1',
  GIT_TRACE2_CONFIG_PARAMS: 'remote.*.url,remote.*.tagopt,remote.*.promisor,extensions.partialclone'
}

interface TraceEvent {
  readonly event?: unknown
  readonly exe?: unknown
  readonly param?: unknown
  readonly value?: unknown
}

/** What git stated on standard error. */
export function parseTrace({stderr}: GitAnswer): GitDescription {
  const settings = new Map<string, string>()
  let version: string | undefined
  for (const line of stderr?.toString('utf8').split('\n') ?? []) {
    const {event, exe, param, value} = readEvent(line)
    if (event === 'version') version ??= String(exe)
    if (event === 'def_param') settings.set(String(param).toLowerCase(), String(value))
  }
  return {...(version === undefined ? {} : {version}), settings}
}

function readEvent(line: string): TraceEvent {
  if (!line.startsWith('{"event":')) return {}
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

/** The size in bytes up to which an answer is always kept. Larger ones are kept up to `MAX_KEPT_BYTES` in total. */
const SMALL_ANSWER = 1 << 16
const MAX_KEPT_BYTES = 1 << 25
/** The number of folders whose entries are kept. */
const MAX_FOLDERS = 1024

/**
 * The answers of git so far. Each query is run once per command, so that the command sees one state of the refs, and
 * because a process costs more than its answer.
 */
export class GitAnswers {
  readonly #answers = new Map<string, GitAnswer>()
  /** Objects whose names always stand for them, by repository and name. */
  readonly objects = new Map<string, GitObject>()
  /** The size of all larger answers that are kept. */
  #keptBytes = 0
  /** The times of the commits on a first-parent line, by its repository and tip. */
  readonly times = new Map<string, ReadonlyMap<string, number>>()
  /** The commits of refs, by repository and full name. */
  readonly commits = new Map<string, string>()
  /** What git stated about itself, by folder. */
  readonly descriptions = new Map<string, GitDescription>()
  /** The commits whose folders are read together, by repository. */
  readonly compared = new Map<string, Set<string>>()
  /** The entries of folders, by repository and name. Thousands of APIs ask for the same few. */
  readonly folders: Map<string, KnownFolder>

  constructor(folders = new Map<string, KnownFolder>()) {
    this.folders = folders
  }

  get(query: string): GitAnswer | undefined {
    return this.#answers.get(query)
  }

  keep(query: string, answer: GitAnswer): void {
    if (this.#hasRoom(answer.stdout.length)) this.#answers.set(query, answer)
  }

  folder(name: string): KnownFolder {
    const known = this.folders.get(name)
    if (known) return known
    if (this.folders.size >= MAX_FOLDERS) this.folders.clear()
    const unread: KnownFolder = {isRead: false}
    this.folders.set(name, unread)
    return unread
  }

  keepObject(name: string, object: GitObject): void {
    if (this.#hasRoom(object.content.length)) this.objects.set(name, object)
  }

  #hasRoom(bytes: number): boolean {
    const counted = bytes > SMALL_ANSWER ? bytes : 0
    if (this.#keptBytes + counted > MAX_KEPT_BYTES) return false
    this.#keptBytes += counted
    return true
  }
}
