import type {CommonOptions} from '@tenure/core/app/session/config'
import {readCurrentDescription} from '@tenure/core/app/session/current-description'
import {openSource, type SourceSession} from '@tenure/core/app/session/open-source'
import type {Context} from '@tenure/core/context/context'
import type {Description} from '@tenure/core/descriptions/description'
import type {Config} from '@tenure/core/inputs/config/file'
import {serverPath} from '@tenure/core/model/api/server-url'
import {InputError} from '@tenure/core/model/input-error'
import type {Lifecycle, Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import {formatSubject, isEndpoint, isPrefix, type Target, targetKey} from '@tenure/core/model/subject/subject'
import {parseSegments, type Template} from './templates.ts'

/** The API that logs are about. */
export interface KnownApi {
  readonly name: string
  readonly templates: readonly Template[]
  /** The templates without their base path. */
  readonly bare: readonly Template[]
  /** The history. Missing if there's only a description. */
  readonly session?: SourceSession
  readonly description?: Description
}

/** Opens the history or the releases of an API, and its current description. All operations ever known are templates. */
export async function openKnownApi(
  options: CommonOptions,
  config: Config | undefined,
  context: Context
): Promise<KnownApi> {
  const description = await readCurrentDescription(context, config?.spec)
  const session = await openHistory(options, context, description !== undefined)
  const lifecycles = session?.history.lifecycles ?? []
  const server = session?.history.about.server
  const usual = config?.traffic?.bases ?? basesOf(description, server)
  const operations = [
    ...lifecycles.map(each => toOperation(each.subject.target, each, config?.traffic?.bases ?? each.bases ?? usual)),
    ...(description?.listTargets() ?? []).map(target => toOperation(target, undefined, usual))
  ].flatMap(each => each ?? [])
  const known = [...new Map(operations.toReversed().map(each => [targetKey(each.target), each])).values()].toReversed()
  return {
    name: session?.history.about.service ?? description?.title ?? config?.api ?? '',
    templates: known.flatMap(each => each.bases.map(base => toTemplate(each, base))),
    bare: known.filter(({bases}) => !bases.includes('')).map(each => toTemplate(each, '')),
    ...(session ? {session} : {}),
    ...(description ? {description} : {})
  }
}

/** `undefined` if there's no history to read, and the description alone is enough. */
async function openHistory(
  options: CommonOptions,
  context: Context,
  isDescribed: boolean
): Promise<SourceSession | undefined> {
  try {
    return await openSource(options, context)
  } catch (error) {
    if (error instanceof InputError && isDescribed && !(error.name === 'UnchosenApi')) return undefined
    throw error
  }
}

interface Operation {
  readonly target: Target
  readonly lifecycle: Lifecycle | undefined
  readonly bases: readonly string[]
}

function toOperation(
  target: Target,
  lifecycle: Lifecycle | undefined,
  bases: readonly string[]
): Operation | undefined {
  if (lifecycle?.subject.part || target.isSentByService) return undefined
  if (!isPrefix(target) && !(isEndpoint(target) && target.verb !== undefined)) return undefined
  // The whole API isn't an operation.
  if (isPrefix(target) && target.path === '') return undefined
  return {target, lifecycle, bases: bases.length === 0 ? [''] : [...new Set(bases.map(serverPath))]}
}

function toTemplate({target, lifecycle}: Operation, base: string): Template {
  const {tenures = []} = lifecycle ?? {}
  return {
    operation: formatSubject({target}),
    method: isPrefix(target) ? undefined : target.verb,
    segments: parseSegments(`${base}/${target.path ?? ''}`),
    isPrefix: isPrefix(target),
    released: tenures.length === 0 ? [{}] : tenures.map(releasedDays)
  }
}

/** The days of a tenure. A sunset without a removal doesn't end them, because the endpoint still answers. */
function releasedDays({introduced, end}: Tenure): Template['released'][number] {
  const removal = end?.kind === 'removed' ? end.moment : end?.removal
  return {from: introduced?.moment.when.earliest, to: end?.pending ? undefined : removal?.when.latest}
}

/** The base paths of a description. Without one, that of the server that the history names. */
function basesOf(description: Description | undefined, server: string | undefined): readonly string[] {
  if (!description) return [server ?? '']
  const {base, otherBases = []} = description.describeBriefly?.() ?? description.describe()
  // Servers with different paths have no common base path.
  const all = base === '' ? otherBases : [base, ...otherBases]
  return all.length > 0 ? all : [server ?? '']
}
