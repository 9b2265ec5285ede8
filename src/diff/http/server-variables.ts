import {normalizeOrigin, trimTrailingSlashes} from '../../model/api/server-url.ts'
import type {Server} from '../../model/api/snapshot.ts'
import {type DiffContext, type OlderNewer, reportChange, type Stop} from '../context.ts'

const STILL_ACCEPTED = 'the address that was the default may still be asked for'

/**
 * Reports changed defaults of server variables: clients that don't choose a value are sent elsewhere. Removed servers
 * are reported separately. `isMove`: the change of the base path is already reported, so only the host is compared.
 */
export function compareServerDefaults(
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<readonly Server[]>,
  {isMove = false}: {readonly isMove?: boolean} = {}
): void {
  const filled = (servers: readonly Server[]) => servers.flatMap(server => fillDefaults(server, isMove))
  const [was, is] = [filled(older), filled(newer)]
  const left = is.filter(each => !was.some(other => areSame(each, other)))
  for (const old of was) {
    if (is.some(each => areSame(each, old))) continue
    const at = left.findIndex(({shape}) => shape === old.shape)
    const [fresh] = at < 0 ? [] : left.splice(at, 1)
    for (const [index, {value}] of old.variables.entries()) {
      const other = fresh?.variables[index]
      if (!fresh || !other || other.value === value) continue
      reportChange(context, site, {
        kind: 'default-changed',
        about: other.name,
        was: value,
        is: other.value,
        old: old.place,
        new: fresh.place,
        proofs: {request: {is: 'undetermined', why: STILL_ACCEPTED}}
      })
    }
  }
}

interface FilledServer extends Pick<Server, 'place'> {
  /** The address with numbered variables, because their names don't matter. */
  readonly shape: string
  readonly variables: readonly {readonly name: string; readonly value: string}[]
}

const areSame = (one: FilledServer, other: FilledServer): boolean =>
  one.shape === other.shape && one.variables.every(({value}, index) => value === other.variables[index]?.value)

const HOST = /^(?:[^/?#]*:)?\/\/[^/?#]*/

function fillDefaults({template, defaults, place}: Server, isMove: boolean): FilledServer[] {
  const [written] = (isMove && template !== undefined ? HOST.exec(template) : undefined) ?? [isMove ? '' : template]
  const variables: {name: string; value: string}[] = []
  const shape = written?.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = defaults?.get(name)
    if (value === undefined) return whole
    const at = variables.findIndex(each => each.name === name)
    return `{${at < 0 ? variables.push({name, value}) - 1 : at}}`
  })
  return shape === undefined || variables.length === 0
    ? []
    : [{shape: trimTrailingSlashes(normalizeOrigin(shape)), variables, place}]
}
