import {join} from 'node:path'
import {digest} from '@tenure/core/stores/cache'
import {describeCompiler} from '@tenure/core/stores/files/compiler'
import type {Files} from '@tenure/core/stores/files/files'
import {bundledFile} from '@tenure/core/stores/files/installed-packages'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {writeFileAtomically} from '@tenure/core/stores/files/write-file'
import * as z from 'zod'
import {TABLES_FORMAT} from './tables.ts'

/** Hash of the code, inserted by the build. */
declare const TENURE_BUILD: string | undefined

const hash = z.string()

const stateSchema = z.object({
  format: z.literal(TABLES_FORMAT),
  id: z.string(),
  /** What the facts were made from. Missing while they are written, and if the next run must make them again. */
  made: z
    .object({
      build: hash,
      job: hash,
      /** The recorded state of each path that was read, by its path from the folder of the list. */
      inputs: z.record(z.string(), z.record(z.string(), z.string())),
      /** Hash of the file of each table that has rows. */
      facts: z.record(z.string(), hash)
    })
    .optional(),
  /** Why the API could not be read. */
  error: z
    .object({message: z.string(), source: z.string(), line: z.number(), column: z.number()})
    .partial({source: true, line: true, column: true})
    .optional(),
  /** What happened to the API in the list, oldest first. */
  listings: z.array(z.object({event: z.enum(['joined', 'left', 'returned']), asOf: z.string()}))
})

/** The state of an API after the last run. */
export type ApiState = z.infer<typeof stateSchema>
export type MadeOf = NonNullable<ApiState['made']>

/** Path of the file with the state of an API. */
export const stateFile = (folder: string, name: string): string => join(folder, 'state', `${name}.json`)

/** Reads the state of an API. `undefined` if there is none, or none that this version understands. */
export function readState(files: Files, folder: string, name: string): ApiState | undefined {
  const path = stateFile(folder, name)
  if (!files.exists(path)) return undefined
  try {
    return stateSchema.parse(JSON.parse(files.readText(path)))
  } catch {
    return undefined
  }
}

export const writeState = (workspace: Workspace, folder: string, name: string, state: ApiState): void =>
  writeFileAtomically(workspace, stateFile(folder, name), `${JSON.stringify(state)}\n`)

/** The code that makes facts: this build, its presets, its tables, and the compiler that reads server code. */
export function describeBuild(files: Files): string {
  const code = typeof TENURE_BUILD === 'undefined' ? 'unbundled' : TENURE_BUILD
  return digest(code, `${TABLES_FORMAT}`, files.describe(bundledFile('presets.json'), 'bytes'), describeCompiler())
}
