import type {Pool} from '@tenure/core/app/parallel/pool'
import {digest} from '@tenure/core/stores/cache'
import type {Files} from '@tenure/core/stores/files/files'
import type {Inputs} from '@tenure/core/stores/input-trace'
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
  readonly made: Pick<MadeOf, 'build' | 'job'>
  /** Whether the API must be read, because its facts may no longer be right. */
  readonly isStale: boolean
  /** What happened to the API in the list since the last run. */
  readonly event: 'joined' | 'returned' | undefined
}

/** Compares an API with its state after the last run. A thread reads all files again that were read for it then. */
export async function planApi(api: FleetApi, {files, folder, asOf, build}: RunSettings, pool: Pool): Promise<ApiPlan> {
  const {id} = api
  const name = fileNameOf(id)
  const state = readState(files, folder, name)
  const written = api.task()
  const task = 'problem' in written ? written : {...written, asOf}
  const made = {build, job: digest(JSON.stringify(task))}
  const isSame = state?.made?.build === build && state.made.job === made.job
  const isStale = !isSame || (await hasChanged(state.made, name, folder, pool))
  const last = state?.listings.at(-1)?.event
  const event = last === undefined ? 'joined' : last === 'left' ? 'returned' : undefined
  return {id, name, state, task, made, isStale, event}
}

/** Whether anything that was read for an API changed since, or the files with its facts. */
async function hasChanged(made: MadeOf | undefined, name: string, folder: string, pool: Pool): Promise<boolean> {
  const facts = Object.fromEntries(
    TABLE_NAMES.filter(table => table !== 'listings').map((table): [string, Inputs[string]] => {
      const hash = made?.facts[table]
      return [factsFile(folder, table, name), hash === undefined ? {kind: 'none'} : {bytes: hash}]
    })
  )
  return (await pool.run({kind: 'inputs', inputs: {...made?.inputs, ...facts}})) !== undefined
}
