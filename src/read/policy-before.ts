import {dirname, join, relative, resolve} from 'node:path'
import {pathOf} from '../model/place.ts'
import type {Policy} from '../model/policy.ts'
import {InputError} from '../model/problem.ts'
import {isFolder} from './disk.ts'
import type {FileBefore} from './gate-moved.ts'
import {isFileName, readPolicy, readPolicyText} from './policy-file.ts'
import {readYaml} from './yaml-text.ts'

/** A file in another state, by its path now, and where it stood. */
export type FileAt = (path: string) => FileBefore | undefined

/** The files that may name a policy: the history before the configuration, as for what is there now. */
export interface Naming {
  readonly history?: string | undefined
  /** The configuration, and the part of it that speaks of the API. */
  readonly config?: {readonly source: string; readonly pointer: string} | undefined
}

/**
 * The policy that bound in another state of the files. Nothing where none was declared: what nobody promised cannot be
 * taken back. What could not be read promised nothing that can be told.
 */
export function policyBefore(fileAt: FileAt, {history, config}: Naming): Policy | undefined {
  const files = [
    ...(history === undefined
      ? []
      : [{path: isFolder(history) ? join(history, 'service.yaml') : history, pointer: ''}]),
    ...(config ? [{path: config.source, pointer: config.pointer}] : [])
  ]
  try {
    for (const {path, pointer} of files) {
      const before = fileAt(path)
      const name = before && namedIn(before.text, before.path, pointer)
      if (name !== undefined) return policyAt(fileAt, name, dirname(before?.path ?? path))
    }
    return undefined
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

function namedIn(text: string, source: string, pointer: string): string | undefined {
  let value: unknown = readYaml(text, source).value
  for (const key of [...pathOf(pointer), 'policy'])
    value = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined
  return typeof value === 'string' ? value : undefined
}

function policyAt(fileAt: FileAt, name: string, folder: string): Policy | undefined {
  if (!isFileName(name)) return readPolicy(name).policy
  const file = fileAt(resolve(folder, name))
  return file && readPolicyText(file.text, relative('', file.path), resolve(file.path)).policy
}
