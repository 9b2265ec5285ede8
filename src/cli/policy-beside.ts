import process from 'node:process'
import type {Policy} from '../model/policy.ts'
import {type Cache, digest} from '../read/cache.ts'
import {type Asked, isStill, witnessed} from '../read/disk.ts'
import {historyId} from '../read/git.ts'
import type {CommonOptions} from './session.ts'

/** The policy that binds beside a source, as it was found out: what was read for it, and what of that is more than files. */
interface Found {
  readonly asked: readonly Asked[]
  readonly policy: Policy
  readonly assumed: boolean
  readonly adopted?: {readonly path: string; readonly isFolder: boolean}
}

/**
 * The policy that binds beside a source, and a name of all that was read for it. Where the files are as they were, none of
 * them is read for what it says. A plugin is code, which may follow from anything: then there is no name.
 */
export async function policyBeside(
  options: CommonOptions,
  cache: Cache
): Promise<Pick<Found, 'policy' | 'assumed'> & {readonly beside: string | undefined}> {
  const {config, history, api, policy} = options
  const key = digest('beside', JSON.stringify([process.cwd(), config, history, api, policy]))
  const known = remembered(cache.get(key))
  if (known) return {...known, beside: nameOf(known)}
  const session = await import('./session.ts')
  const {result, asked} = witnessed(() => session.policyBeside(options))
  const {hasPlugins, ...found} = result
  if (hasPlugins) return {...found, beside: undefined}
  cache.put(key, JSON.stringify({asked, ...found}))
  return {...found, beside: nameOf({asked, ...found})}
}

function remembered(text: string | undefined): Found | undefined {
  try {
    const found = text === undefined ? undefined : (JSON.parse(text) as Found)
    return found?.asked.every(isStill) ? found : undefined
  } catch {
    return undefined
  }
}

/** What an adopted history says counts from its commits, so they are part of the name. */
const nameOf = ({asked, adopted}: Found): string =>
  digest(JSON.stringify(asked), adopted ? historyId(adopted.path, adopted.isFolder) : '')
