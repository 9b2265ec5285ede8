import {createHash} from 'node:crypto'
import {posix} from 'node:path'
import {wholeConfigOf} from '@tenure/core/app/session/config'
import {policyWithoutHistory} from '@tenure/core/app/session/policy'
import type {Context} from '@tenure/core/context/context'
import {type CatalogApi, readCatalogFile} from '@tenure/core/inputs/config/backstage'
import {type Config, narrowConfig} from '@tenure/core/inputs/config/file'
import {type ApisElsewhere, duplicateNames} from '@tenure/core/inputs/config/listed-apis'
import {RELEASE_LIST_NAME} from '@tenure/core/inputs/sources/release-list'
import {defined} from '@tenure/core/model/defined'
import {InputError, type InputProblem, inputError} from '@tenure/core/model/input-error'
import type {SourceLocation} from '@tenure/core/model/location'
import type {Files} from '@tenure/core/stores/files/files'
import {findPaths} from '@tenure/core/stores/files/find-paths'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {formatCount} from '@tenure/core/text/format-values'
import {type ApiJob, toConfiguredJob} from './configured-job.ts'
import type {Job} from './job.ts'
import {parseJob} from './run-job.ts'

/** An API of a list. */
export interface FleetApi {
  readonly id: string
  /** Where it is listed. */
  readonly place: SourceLocation
  /**
   * Returns the job that reads the API, with paths relative to the folder of the list; otherwise why it can't be read.
   */
  readonly task: () => ApiJob | {readonly problem: InputProblem}
}

export interface FleetList {
  /** The APIs of the repository, then those that are elsewhere, in the order of the list. */
  readonly apis: readonly FleetApi[]
  readonly remarks: readonly string[]
}

/**
 * Finds all APIs that `apis` of a configuration in the working directory names. Throws an `InputError` with all problems,
 * each with its place.
 */
export function readFleetList(context: Context, config: string): FleetList {
  const whole = wholeConfigOf({config}, context)
  if (!whole) return {apis: [], remarks: []}
  assertPolicies(context.files, whole)
  const {apis: found, remarks} = findElsewhere(context, whole)
  const own = whole.apis.map(
    (api): FleetApi => ({
      id: api.name,
      place: whole.locate({source: config, pointer: api.pointer}),
      task: () => toConfiguredJob(api.name, narrowConfig(whole, api), context)
    })
  )
  const apis = [...own, ...found]
  const problems = duplicateNames(apis.map(({id: name, place}) => ({name, place})))
  if (problems.length > 0) throw new InputError(problems)
  if (apis.length > 0) return {apis, remarks}
  const remedy = 'List some there, or run `tenure audit` for a single API.'
  throw inputError(`\`${config}\` has no \`apis\` to report on. ${remedy}`, {source: config})
}

/** Throws an `InputError` with the problems of the policies that the list names. Each is read once. */
function assertPolicies(files: Files, whole: Config): void {
  const policies = new Map([
    ...whole.elsewhere.map(({policy, place}) => [policy, place] as const),
    ...whole.apis.map(({policy, policyPlace}) => [policy, policyPlace] as const),
    [whole.policy, whole.policyPlace] as const
  ])
  const problems = [...policies].flatMap(([policy, policyPlace]) => {
    if (policy === undefined) return []
    try {
      policyWithoutHistory(files, {}, {...whole, policy, ...defined({policyPlace})})
      return []
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      return error.problems
    }
  })
  if (problems.length > 0) throw new InputError(problems)
}

function findElsewhere(workspace: Workspace, {elsewhere, policy: usual}: Config): FleetList {
  const problems: InputProblem[] = []
  let others = 0
  const apis = elsewhere.flatMap((entry): FleetApi[] => {
    const {kind, name, place, policy = usual, ...keys} = entry
    try {
      if (kind === 'source') return [listed(place, {id: name, ...keys, ...defined({policy})})]
      if (kind === 'jobs') return readJobs(workspace.files, name)
      const paths = findPaths(workspace.files, name, '.')
      if (paths.length === 0) throw inputError(`\`${name}\` matches no file. Correct it, or remove the entry.`, place)
      return paths.flatMap(file => {
        const catalog = readCatalogFile(workspace.files, file)
        others += catalog.others
        return catalog.apis.map(api => catalogApi(workspace, {...entry, ...defined({policy})}, api, file))
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

const listed = (place: SourceLocation, job: Job): FleetApi => ({id: job.id, place, task: () => job})

/**
 * An API of a Backstage catalog. Its past is looked for next to its description: a list of releases, tags, or commits.
 */
function catalogApi(workspace: Workspace, entry: ApisElsewhere, api: CatalogApi, file: string): FleetApi {
  const {id, owner, lifecycle, definition, place} = api
  const job = defined({id, owner, group: entry.group ?? lifecycle, policy: entry.policy})
  const refuse = (message: string): FleetApi => ({id, place, task: () => ({problem: {message, place}})})
  if ('why' in definition) return refuse(definition.why)
  if ('text' in definition) {
    const {tags, branch} = entry
    if (tags !== undefined || branch !== undefined)
      return refuse(`\`${id}\` has its description in the catalog file, so it has no tags or branches.`)
    return listed(place, {...job, releases: [{version: CURRENT, text: definition.text, name: file}]})
  }
  const path = posix.join(posix.dirname(file), definition.path)
  return listed(place, {...job, ...findPast(workspace, path, entry)})
}

/** Name of the release if there is only the current description. */
const CURRENT = 'current'

/**
 * Keys of a job that say where the past of an API is: the tags or the branch that the list names, otherwise a list of
 * releases next to the description, the commits, or the description alone.
 */
function findPast(workspace: Workspace, path: string, {tags, branch}: ApisElsewhere): Partial<Job> {
  if (tags !== undefined || branch !== undefined) return defined({source: path, tags, branch})
  const near = posix.dirname(path)
  if (workspace.files.exists(posix.join(near, RELEASE_LIST_NAME))) return {source: near}
  if (workspace.files.exists(path) && workspace.git.findCheckout(near) !== undefined)
    return {source: path, branch: 'HEAD'}
  return {releases: [{version: CURRENT, path}]}
}

/** The largest file of jobs: what Node.js reads at once. */
const JOBS_LIMIT = 2 ** 31 - 1

/** Jobs of a file, one a line. Each is parsed again when its turn comes, so that only the bytes are kept in memory. */
function readJobs(files: Files, path: string): FleetApi[] {
  const bytes = files.readBytes(path, JOBS_LIMIT)
  const apis: FleetApi[] = []
  let end = 0
  for (let [start, number] = [0, 1]; start < bytes.length; [start, number] = [end + 1, number + 1]) {
    const feed = bytes.indexOf(10, start)
    end = feed === -1 ? bytes.length : feed
    const line = bytes.subarray(start, end)
    const place = {source: path, line: number, column: 1}
    const task = (): Job => parseLine(line, place)
    if (!/^\s*$/.test(line.toString('latin1'))) apis.push({id: task().id, place, task})
  }
  return apis
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
