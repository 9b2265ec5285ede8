import {dirname, join} from 'node:path'
import {asOfDay, type Context} from '../../../src/app/context.ts'
import {countJobs, type JobsOption} from '../../../src/app/parallel/jobs.ts'
import {createPool, type Pool} from '../../../src/app/parallel/pool.ts'
import {defined} from '../../../src/model/defined.ts'
import {inputError} from '../../../src/model/input-error.ts'
import {inFolder} from '../../../src/stores/files/workspace.ts'
import {FactsFolder, findUnlisted, type NewFacts, requireFactsFolder} from './facts-folder.ts'
import type {TracedAnswer} from './inputs.ts'
import type {AnswerError} from './job.ts'
import {type FleetApi, fileNameOf, readFleetList, shardOf} from './list.ts'
import {type ApiPlan, isJob, planApi} from './plan.ts'
import {describeError} from './run-job.ts'
import {describeBuild} from './state.ts'

export interface FleetRunOptions extends JobsOption {
  /** Path of a `fleet.yaml` or a file of jobs. */
  readonly list: string
  /** Folder to write to. */
  readonly out: string
  /** Part of the APIs, such as `2/7`. */
  readonly shard?: string | undefined
  readonly 'as-of'?: string | undefined
  readonly 'dry-run'?: boolean | undefined
}

/** An API as it is after a run, or as it would be with `--dry-run`. */
export interface FinishedApi extends Pick<ApiPlan, 'id' | 'reason' | 'event'> {
  /** Why it could not be read. */
  readonly error?: AnswerError
}

/** What a run did, or with `--dry-run` what it would do. */
export interface FleetRun {
  /** The APIs of the list, in its order. */
  readonly apis: readonly FinishedApi[]
  /** IDs of APIs that have left the list since the last run. */
  readonly left: readonly string[]
  /** Whether there were no facts before. */
  readonly isFirst: boolean
  readonly remarks: readonly string[]
}

/** Writes the facts about the APIs of a list to a folder. An unchanged API is skipped. */
export async function runFleet(options: FleetRunOptions, context: Context): Promise<FleetRun> {
  const isInShard = parseShard(options.shard)
  const asOf = asOfDay(options, context, {timezone: 'UTC'})
  const jobs = countJobs(options, context)
  const {apis, remarks} = readFleetList(context, options.list)
  const folder = context.files.resolve(options.out)
  requireFactsFolder(context.files, folder, options.out)
  const isFirst = !context.files.exists(join(folder, 'state'))
  const listed = new Set(apis.map(({id}) => fileNameOf(id)))
  const settings = {files: context.files, folder, asOf, build: describeBuild(context.files)}
  const own = apis.filter(({id}) => isInShard(id))
  // Jobs are run in the folder of the list, because facts have paths relative to it.
  const pool = createPool(inFolder(context, dirname(options.list)), jobs)
  let facts: FactsFolder | undefined
  try {
    if (!options['dry-run']) facts = await FactsFolder.open(context, folder, asOf)
    const finished = await forEachApi(own, context.threads ? pool.size + 1 : 1, context, async api => {
      const plan = await planApi(api, settings, pool)
      return facts ? perform(plan, asOf, facts, pool) : preview(plan)
    })
    const left = findUnlisted(context.files, folder, name => listed.has(name)).filter(({id}) => isInShard(id))
    for (const state of left) await facts?.recordLeft(state)
    return {apis: finished, left: left.map(({id}) => id), isFirst, remarks}
  } finally {
    await pool.close()
    facts?.close()
    context.progress()
  }
}

/** Parses `I/N` and returns whether an ID belongs to that part. */
function parseShard(written: string | undefined): (id: string) => boolean {
  if (written === undefined) return () => true
  const [, part, count] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(written) ?? []
  if (part === undefined || Number(part) > Number(count))
    throw inputError(
      `\`--shard ${written}\` isn't a part. Write its number and how many there are, such as \`--shard 2/7\`.`
    )
  return id => shardOf(id, Number(count)) === Number(part)
}

/**
 * Performs `work` for each API, for one more at a time than there are threads, so that no thread waits while facts are
 * written. Stops at an error.
 */
async function forEachApi(
  apis: readonly FleetApi[],
  lanes: number,
  context: Context,
  work: (api: FleetApi) => Promise<FinishedApi>
): Promise<FinishedApi[]> {
  const finished: FinishedApi[] = []
  const rest = [...apis.entries()].reverse()
  let done = 0
  const next = async (): Promise<void> => {
    for (let entry = rest.pop(); entry; entry = rest.pop()) {
      const [at, api] = entry
      context.progress(done, apis.length, api.id)
      try {
        finished[at] = await work(api)
      } catch (error) {
        rest.length = 0
        throw error
      }
      done++
    }
  }
  const ended = await Promise.allSettled(Array.from({length: lanes}, next))
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
  return finished
}

const preview = ({id, reason, event, state}: ApiPlan): FinishedApi => ({
  id,
  ...(reason === undefined ? (state?.error ? {error: defined({...state.error})} : {}) : {reason}),
  ...defined({event})
})

async function perform(plan: ApiPlan, asOf: string, facts: FactsFolder, pool: Pool): Promise<FinishedApi> {
  const {id, state, reason, event} = plan
  const listings = [...(state?.listings ?? []), ...(event ? [{event, asOf}] : [])]
  if (reason !== undefined) {
    const error = await facts.replace(id, listings, () => makeFacts(plan, pool))
    return defined({id, reason, event, error})
  }
  if (event && state) await facts.recordListings(state, listings)
  return preview(plan)
}

async function makeFacts({task, made}: ApiPlan, pool: Pool): Promise<NewFacts> {
  if (!isJob(task)) {
    const {message, place: {source, line, column} = {}} = task.problem
    return {result: {error: defined({message, source, line, column})}, made: {...made, inputs: {}}}
  }
  try {
    const {answer, inputs} = (await pool.run({kind: 'other', performer: 'fleet', data: task})) as TracedAnswer
    return {result: answer, made: {...made, inputs}}
  } catch (error) {
    // The thread ended, for example because memory ran out. Without `made`, the next run tries again.
    return {result: {error: describeError(error)}}
  }
}
