import {createHash} from 'node:crypto'
import {dirname, join, posix} from 'node:path'
import {type CatalogApi, readCatalogFile} from '../../../src/inputs/config/backstage.ts'
import {RELEASE_LIST_NAME} from '../../../src/inputs/sources/release-list.ts'
import {defined} from '../../../src/model/defined.ts'
import {InputError, type InputProblem, inputError} from '../../../src/model/input-error.ts'
import type {SourceLocation} from '../../../src/model/location.ts'
import type {Files} from '../../../src/stores/files/files.ts'
import {findPaths} from '../../../src/stores/files/find-paths.ts'
import type {Workspace} from '../../../src/stores/files/workspace.ts'
import {formatCount} from '../../../src/text/format-values.ts'
import {type FleetEntry, type FleetFile, readFleetFile} from './fleet-file.ts'
import type {Job} from './job.ts'
import {parseJob} from './run-job.ts'

/** An API of a fleet. */
export interface FleetApi {
  readonly id: string
  /** Where it is listed. */
  readonly place: SourceLocation
  /**
   * Returns the job that reads the API, with paths relative to the folder of the list; otherwise why it can't be read.
   */
  readonly task: () => Job | {readonly problem: InputProblem}
}

export interface FleetList {
  /** The APIs in the order of the list. */
  readonly apis: readonly FleetApi[]
  readonly remarks: readonly string[]
}

/**
 * Reads a `fleet.yaml` or a file of jobs, and finds what its patterns match. Throws an `InputError` with all problems,
 * each with its place.
 */
export function readFleetList(workspace: Workspace, path: string): FleetList {
  const list = JOB_FILE.test(path)
    ? {apis: [...readJobs(workspace.files, path)], remarks: []}
    : expandFleet(workspace, readFleetFile(workspace.files, path), path)
  const first = new Map<string, FleetApi>()
  const problems: InputProblem[] = []
  for (const api of list.apis) {
    const other = first.get(api.id)
    if (other) {
      const at = `${other.place.source}:${other.place.line}`
      problems.push({message: `API \`${api.id}\` is listed twice, first at ${at}. Keep one of them.`, place: api.place})
    } else first.set(api.id, api)
  }
  if (problems.length > 0) throw new InputError(problems)
  return list
}

const JOB_FILE = /\.(?:ndjson|jsonl)$/i

function expandFleet(workspace: Workspace, fleet: FleetFile, path: string): FleetList {
  const folder = dirname(path)
  const problems: InputProblem[] = []
  let others = 0
  const apis = fleet.entries.flatMap((entry): FleetApi[] => {
    const {kind, name, place, ...keys} = entry
    try {
      if (kind === 'id') return [listed(fleet, place, {id: name, ...keys})]
      if (kind === 'jobs') return [...readJobs(workspace.files, join(folder, name))]
      const paths = findPaths(workspace.files, name, folder)
      if (paths.length === 0) throw inputError(`\`${name}\` matches no file or folder.`, place)
      if (kind === 'glob') return paths.map(source => listed(fleet, place, {id: source, source, ...keys}))
      return paths.flatMap(file => {
        const catalog = readCatalogFile(workspace.files, join(folder, file))
        others += catalog.others
        return catalog.apis.map(api => catalogApi(workspace, fleet, entry, api, file, folder))
      })
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      problems.push(...error.problems)
      return []
    }
  })
  if (problems.length > 0) throw new InputError(problems)
  const remarks =
    others === 0 ? [] : [`${formatCount(others, 'API')} of the catalog left out: not described in OpenAPI.`]
  return {apis, remarks}
}

const listed = ({groups, policy}: FleetFile, place: SourceLocation, job: Job): FleetApi => {
  const chosen = job.policy ?? groups[job.group ?? '']?.policy ?? policy
  const {policy: _, ...rest} = job
  return {id: job.id, place, task: () => defined({...rest, policy: chosen})}
}

/**
 * An API of a Backstage catalog. Its past is looked for next to its description: a list of releases, tags, or commits.
 */
function catalogApi(
  workspace: Workspace,
  fleet: FleetFile,
  entry: FleetEntry,
  api: CatalogApi,
  file: string,
  folder: string
): FleetApi {
  const {id, owner, system, lifecycle, definition, place} = api
  const known = [system, lifecycle].find(name => name !== undefined && Object.hasOwn(fleet.groups, name))
  const job = defined({id, owner, group: entry.group ?? known ?? lifecycle, policy: entry.policy})
  const refuse = (message: string): FleetApi => ({
    id,
    place,
    // The path is relative to the folder of the list, like all paths in facts.
    task: () => ({problem: {message, place: {...place, source: file}}})
  })
  if ('why' in definition) return refuse(definition.why)
  if ('text' in definition) {
    const {tags, branch} = entry
    if (tags !== undefined || branch !== undefined)
      return refuse(`\`${id}\` has its description in the catalog file, so it has no tags or branches.`)
    return listed(fleet, place, {...job, releases: [{version: CURRENT, text: definition.text, name: file}]})
  }
  const path = posix.join(posix.dirname(file), definition.path)
  return listed(fleet, place, {...job, ...findPast(workspace, path, entry, folder)})
}

/** Name of the release if there is only the current description. */
const CURRENT = 'current'

/**
 * Keys of a job that say where the past of an API is: the tags or the branch that the list names, otherwise a list of
 * releases next to the description, the commits, or the description alone.
 */
function findPast(workspace: Workspace, path: string, {tags, branch}: FleetEntry, folder: string): Partial<Job> {
  if (tags !== undefined || branch !== undefined) return defined({source: path, tags, branch})
  const near = posix.dirname(path)
  if (workspace.files.exists(join(folder, near, RELEASE_LIST_NAME))) return {source: near}
  if (workspace.files.exists(join(folder, path)) && workspace.git.findCheckout(join(folder, near)) !== undefined)
    return {source: path, branch: 'HEAD'}
  return {releases: [{version: CURRENT, path}]}
}

/** Jobs of a file, one a line. Only the ID of each is kept in memory. */
function* readJobs(files: Files, path: string): Generator<FleetApi> {
  const resolved = files.resolve(path)
  for (const line of files.readLines(path)) {
    if (line.bytes.toString('utf8').trim() === '') continue
    const place = {source: path, line: line.number, column: 1}
    const {id} = parseLine(line.bytes, place)
    // Only the place of the line is kept in memory, and the line is read again when its turn comes.
    const [start, length] = [line.start, line.bytes.length]
    yield {id, place, task: () => readAgain(files, resolved, {start, length}, id, place)}
  }
}

interface Span {
  readonly start: number
  readonly length: number
}

function parseLine(bytes: Buffer, place: SourceLocation): Job {
  try {
    return parseJob(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    if (error instanceof InputError)
      throw new InputError(
        error.problems.map(problem => ({...problem, place})),
        {cause: error}
      )
    throw inputError(`Invalid JSON: ${error instanceof Error ? error.message : String(error)}.`, place)
  }
}

function readAgain(files: Files, path: string, {start, length}: Span, id: string, place: SourceLocation) {
  const job = parseLine(files.readLine(path, start, length), place)
  return job.id === id ? job : {problem: {message: 'The file changed during the run. Run it again.', place}}
}

/** Which of `count` shards an API belongs to, from 1. It depends on the ID alone. */
export const shardOf = (id: string, count: number): number => (Number.parseInt(idHash(id), 16) % count) + 1

/** Name of the files of an API: readable, and different for different IDs. */
export function fileNameOf(id: string): string {
  const slug = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  return `${slug || 'api'}-${idHash(id)}`
}

const idHash = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 8)
