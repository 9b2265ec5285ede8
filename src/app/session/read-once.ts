import type {Context} from '../../context/context.ts'
import {type Config, readConfig} from '../../inputs/config/file.ts'
import {type PolicyFile, readPolicy} from '../../inputs/config/policy-file.ts'
import {type HistoryFile, readHistory} from '../../inputs/history/file.ts'
import type {Files} from '../../stores/files/files.ts'
import {knownRules} from '../plugins/load-plugins.ts'

// Files that decide on a verdict are read once for each command, so that all its parts see the same content.

/** Config of all APIs. */
export const readConfigOnce = (path: string, context: Context): Config =>
  context.files.remember(`config ${path}`, files =>
    readConfig(files, path, plugins => knownRules(plugins, {...context, files}))
  )

export const readHistoryOnce = (files: Files, path: string): HistoryFile =>
  files.remember(`history ${path}`, own => readHistory(own, path))

/** A policy by the name of a preset, or by a path relative to the folder. */
export const readPolicyOnce = (files: Files, name: string, folder = '.'): PolicyFile =>
  files.remember(`policy ${JSON.stringify([name, folder])}`, own => readPolicy(own, name, folder))
