import type {Pool} from '../../../src/app/parallel/pool.ts'
import {defined} from '../../../src/model/defined.ts'
import {digest} from '../../../src/stores/files/cache.ts'
import type {Files} from '../../../src/stores/files/files.ts'
import type {Inputs} from '../../../src/stores/input-trace.ts'
import type {Job} from './job.ts'
import {type FleetApi, fileNameOf} from './list.ts'
import {type ApiState, type MadeOf, readState} from './state.ts'
import {factsFile, TABLE_NAMES} from './store.ts'

/** The settings of a run, which are the same for all APIs. */
export interface RunSettings {
  readonly files: Files
  /** Absolute path of the folder with the facts. */
  readonly folder: string
  readonly asOf: string
  readonly build: string
}

/** The work for one API of the list. */
export interface ApiPlan {
  readonly id: string
  /** Name of its files. */
  readonly name: string
  readonly state: ApiState | undefined
  readonly task: ReturnType<FleetApi['task']>
  readonly made: Pick<MadeOf, 'build' | 'job' | 'asOf'>
  /** Why the API must be read, as a text for people. Missing if its facts are still right. */
  readonly reason?: string
  /** What happened to the API in the list since the last run. */
  readonly event?: 'joined' | 'returned'
}

/** Compares an API with its state after the last run. A thread reads all files again that were read for it then. */
export async function planApi(api: FleetApi, {files, folder, asOf, build}: RunSettings, pool: Pool): Promise<ApiPlan> {
  const {id} = api
  const name = fileNameOf(id)
  const state = readState(files, folder, name)
  const written = api.task()
  const task = 'problem' in written ? written : {...written, asOf}
  const made = {build, job: digest(JSON.stringify(task)), asOf}
  const reason = await findReason(state, made, name, folder, pool)
  const event = eventOf(state)
  return {
    id,
    name,
    state,
    task,
    made,
    ...defined({reason, event})
  }
}

/** Whether an API has a job, and not only a problem in the list. */
export const isJob = (task: ApiPlan['task']): task is Job => !('problem' in task)

function eventOf(state: ApiState | undefined): ApiPlan['event'] {
  const last = state?.listings.at(-1)?.event
  return last === undefined ? 'joined' : last === 'left' ? 'returned' : undefined
}

async function findReason(
  state: ApiState | undefined,
  now: ApiPlan['made'],
  name: string,
  folder: string,
  pool: Pool
): Promise<string | undefined> {
  if (!state) return 'it is new'
  const {made} = state
  if (!made) return 'its last run did not finish'
  if (made.build !== now.build) return 'it was read by another version of tenure'
  if (made.job !== now.job)
    return made.asOf === now.asOf ? 'its entry in the list changed' : `it was judged as of ${made.asOf}`
  const facts = Object.fromEntries(
    TABLE_NAMES.filter(table => table !== 'listings').map((table): [string, Inputs[string]] => [
      factsFile(folder, table, name),
      made.facts[table] === undefined ? {kind: 'none'} : {bytes: made.facts[table]}
    ])
  )
  const changed = (await pool.run({kind: 'inputs', inputs: {...made.inputs, ...facts}})) as string | undefined
  if (changed === undefined) return undefined
  return Object.hasOwn(facts, changed) ? 'its facts were deleted or changed' : `\`${changed}\` changed`
}
