import {dirname, join, relative, resolve} from 'node:path'
import type {Policy} from '../model/policy.ts'
import {InputError} from '../model/problem.ts'
import type {FileBefore} from './gate-moved.ts'
import {isFileName, readPolicy, readPolicyText} from './policy-file.ts'
import {readYaml} from './yaml-text.ts'

/** A file in another state, by its path now, and where it stood. */
export type FileAt = (path: string) => FileBefore | undefined

/** What leads to the policy of an API in another state. */
export interface Naming {
  /** Where its description stands now, and where it stood. */
  readonly specs: readonly string[]
  /** The configuration, and the name of the API there. */
  readonly config: string
  readonly api?: string | undefined
  /** The history as it is found now; asked for by name, it is looked for nowhere else. */
  readonly history?: string | undefined
  readonly isAsked?: boolean
  /** Where a history is looked for that nobody names. */
  readonly histories: readonly string[]
}

/**
 * The policy that bound in another state of the files: what that state's own configuration, history and usual names
 * lead to, wherever those of today lead. Nothing where none was declared: what nobody promised cannot be taken back.
 * What could not be read promised nothing that can be told.
 */
export function policyBefore(fileAt: FileAt, naming: Naming): Policy | undefined {
  try {
    const config = configBefore(fileAt, naming)
    // The history before the configuration, as for what is there now.
    const leads = [historyBefore(fileAt, naming, config), config]
    for (const lead of leads) {
      const name = textOf(lead?.keys.policy)
      if (lead && name !== undefined) return policyAt(fileAt, name, dirname(lead.path))
    }
    return undefined
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

type Keys = Readonly<Record<string, unknown>>

/** What a file says of the API, and where it stood. */
interface Lead {
  readonly path: string
  readonly keys: Keys
}

function configBefore(fileAt: FileAt, naming: Naming): Lead | undefined {
  const file = fileAt(naming.config)
  const whole = file && keysIn(file)
  return file && whole && {path: file.path, keys: Array.isArray(whole.apis) ? entryIn(whole, file, naming) : whole}
}

/** The entry of one of several APIs: its description tells it sooner than its place or its name, which may change. */
function entryIn({apis}: Keys, {path}: FileBefore, {specs, api}: Naming): Keys {
  const all = (apis as readonly unknown[]).map(mapOf)
  const known = new Set(specs.map(spec => resolve(spec)))
  const same = all.filter(({spec}) => typeof spec === 'string' && known.has(resolve(dirname(path), spec)))
  return same.find(({name}) => name === api) ?? same[0] ?? all.find(({name}) => api !== undefined && name === api) ?? {}
}

function historyBefore(fileAt: FileAt, naming: Naming, config: Lead | undefined): Lead | undefined {
  const {history, isAsked, histories} = naming
  const told = textOf(config?.keys.history)
  // It may have been a folder then, whatever it is now.
  const at = (place: string): string[] => [place, ...histories.map(name => join(place, name))]
  const now = history === undefined ? [] : at(history)
  const stated = config && told !== undefined ? at(join(dirname(config.path), told)) : []
  const places = isAsked ? [...now, ...stated] : [...(stated.length > 0 ? stated : histories), ...now]
  for (const place of places) {
    const file = fileAt(place)
    if (file) return {path: file.path, keys: keysIn(file)}
  }
  return undefined
}

const keysIn = ({text, path}: FileBefore): Keys => mapOf(readYaml(text, path).value)

const mapOf = (value: unknown): Keys => (typeof value === 'object' && value !== null ? (value as Keys) : {})

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function policyAt(fileAt: FileAt, name: string, folder: string): Policy | undefined {
  if (!isFileName(name)) return readPolicy(name).policy
  const file = fileAt(resolve(folder, name))
  return file && readPolicyText(file.text, relative('', file.path), resolve(file.path)).policy
}
