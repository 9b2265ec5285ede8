import {basename, dirname} from 'node:path'
import {countJobs} from '@tenure/core/app/parallel/jobs'
import {createPool, type Pool} from '@tenure/core/app/parallel/pool'
import {asOfDay, type Context} from '@tenure/core/context/context'
import {defined} from '@tenure/core/model/defined'
import {inputError} from '@tenure/core/model/input-error'
import {sayPlace} from '@tenure/core/outputs/report/report-text'
import {inFolder} from '@tenure/core/stores/files/workspace'
import {formatCount} from '@tenure/core/text/format-values'
import {FactsFolder, findUnlisted, type NewFacts, requireFactsFolder} from './facts-folder.ts'
import type {TracedAnswer} from './inputs.ts'
import type {AnswerError} from './job.ts'
import {type FleetApi, fileNameOf, readFleetList, shardOf} from './list.ts'
import {type ApiPlan, planApi} from './plan.ts'
import {describeError} from './run-job.ts'
import {describeBuild} from './state.ts'

export interface FleetRunOptions {
  /** Path of the configuration that lists the APIs. */
  readonly config: string
  /** Folder to write to. */
  readonly output: string
  /** Part of the APIs, such as `2/7`. */
  readonly shard?: string | undefined
  readonly 'as-of'?: string | undefined
}

/** An API after a run. */
export interface FinishedApi {
  readonly id: string
  readonly isRead: boolean
  /** Why it could not be read. */
  readonly error?: AnswerError
}

/** What a run did. */
export interface FleetRun {
  /** The APIs of the list, in its order. */
  readonly apis: readonly FinishedApi[]
  readonly remarks: readonly string[]
}

/** Writes the facts about the APIs of a list to a folder. An unchanged API is skipped. */
export async function runFleet(options: FleetRunOptions, context: Context): Promise<FleetRun> {
  const isInShard = parseShard(options.shard)
  const asOf = asOfDay(options, context, {timezone: 'UTC'})
  // Jobs are run in the folder of the list, because facts have paths relative to it.
  const there = inFolder(context, dirname(options.config))
  const {apis, remarks} = readFleetList(there, basename(options.config))
  const folder = context.files.resolve(options.output)
  requireFactsFolder(context.files, folder, options.output)
  const listed = new Set(apis.map(({id}) => fileNameOf(id)))
  const settings = {files: context.files, folder, asOf, build: describeBuild(context.files)}
  const own = apis.filter(({id}) => isInShard(id))
  const pool = createPool(there, countJobs({}, context))
  const facts = await FactsFolder.open(context, folder, asOf)
  try {
    const finished = await forEachApi(own, context.threads ? pool.size + 1 : 1, context, async api =>
      perform(await planApi(api, settings, pool), asOf, facts, pool)
    )
    const left = findUnlisted(context.files, folder, name => listed.has(name)).filter(({id}) => isInShard(id))
    for (const state of left) await facts.recordLeft(state)
    return {apis: finished, remarks}
  } finally {
    await pool.close()
    facts.close()
    context.progress()
  }
}

/** Maximum number of unreadable APIs to name. */
const MAX_NAMED = 20

/** Says which APIs couldn't be read, and how many were. `kept` is the folder that keeps the facts, if a user named it. */
export function sayRun({apis, remarks}: FleetRun, kept: string | undefined): string[] {
  const errors = apis.flatMap(({id, error}) => (error ? [{id, ...error}] : []))
  const more = errors.length - MAX_NAMED
  const read = apis.filter(({isRead}) => isRead).length
  const where = kept === undefined ? '' : ` Facts in ${kept}.`
  return [
    ...remarks,
    ...errors.slice(0, MAX_NAMED).map(({id, message, source, ...position}) => {
      const place = source === undefined ? '' : `${sayPlace({source, ...position})}: `
      return `${place}\`${id}\` couldn't be read: ${message.split('\n')[0]}`
    }),
    ...(more > 0 ? [`and ${formatCount(more, 'more API')} that couldn't be read`] : []),
    `${formatCount(apis.length, 'API')}: ${read} read, ${apis.length - read} unchanged.${where}`
  ]
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

async function perform(plan: ApiPlan, asOf: string, facts: FactsFolder, pool: Pool): Promise<FinishedApi> {
  const {id, state, isStale, event} = plan
  const listings = [...(state?.listings ?? []), ...(event ? [{event, asOf}] : [])]
  const error = isStale
    ? await facts.replace(id, listings, () => makeFacts(plan, pool))
    : state?.error && defined({...state.error})
  if (!isStale && event && state) await facts.recordListings(state, listings)
  return {id, isRead: isStale, ...defined({error})}
}

async function makeFacts({task, made}: ApiPlan, pool: Pool): Promise<NewFacts> {
  if ('problem' in task) {
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
