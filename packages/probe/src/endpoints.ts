import type {Session} from '@tenure/core/app/session/session'
import type {Description} from '@tenure/core/descriptions/description'
import {parseTarget} from '@tenure/core/languages/languages'
import type {Event} from '@tenure/core/model/lifecycle/event'
import {type Lifecycle, latestTenureOf} from '@tenure/core/model/lifecycle/lifecycle'
import {subjectKey} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import type {TableEndpoint} from '@tenure/http/header-table'
import {parseTemplate} from '@tenure/http/path-template'
import {listTableEndpoints} from '@tenure/http/table-of'
import type {AskedEndpoint} from './compare.ts'

/** An endpoint with its method and path. */
export interface ProbedEndpoint extends AskedEndpoint {
  readonly method: string
  /** Its path template. */
  readonly path: string
  readonly parameters: readonly string[]
  /** What the headers are made of. */
  readonly entry: TableEndpoint
}

/** The endpoints of a history and a description that are released, with all entries of the table of headers. */
export function listProbedEndpoints(
  session: Session,
  description: Description | undefined
): {readonly endpoints: readonly ProbedEndpoint[]; readonly entries: readonly TableEndpoint[]} {
  const entries = listTableEndpoints(session, description)
  const {bySubject, timeline} = session.history
  const described = {source: description?.source ?? session.path}
  const endpoints = entries.flatMap((entry): ProbedEndpoint[] => {
    const {method, path} = entry
    const target = method === undefined ? undefined : parseTarget(`${method} ${path}`)
    if (!target || method === undefined) return []
    const lifecycle = bySubject.get(subjectKey({target}))
    const {introduced} = lifecycle ? latestTenureOf(lifecycle) : {}
    const {entry: release} = introduced?.moment ?? {}
    if (release !== undefined && timeline.entries[release]?.pending) return []
    const parameters = parseTemplate(path).segments.flatMap(({names}) => names)
    return [
      {
        ...{subject: {target}, method, path, parameters, entry},
        place: lifecycle ? placeIn(lifecycle) : described,
        since: lifecycle ? sinceOf(lifecycle) : timeline.asOf,
        hasParameters: parameters.length > 0,
        isPlanned: lifecycle?.events.some(each => announces(each) && timeline.entries[each.entry]?.pending) ?? false
      }
    ]
  })
  return {endpoints, entries}
}

const announces = ({verb, subject}: Event): boolean =>
  !subject.part && ['deprecated', 'rescheduled', 'withdrawn'].includes(verb)

/** Where the last line about the endpoint as a whole stands. */
const placeIn = ({subject, events}: Lifecycle) => {
  const [first] = events
  const last = events.findLast(event => !event.subject.part) ?? first
  return last?.place ?? {source: subject.target.text}
}

/** The first day on which an endpoint is certainly served. An unknown introduction is long past. */
function sinceOf(lifecycle: Lifecycle): Day | undefined {
  const {introduced} = latestTenureOf(lifecycle)
  return introduced ? introduced.moment.when.latest : ''
}
