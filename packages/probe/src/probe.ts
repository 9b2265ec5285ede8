import {reportOf} from '@tenure/core/app/audit'
import {activeRules} from '@tenure/core/app/plugins/load-plugins'
import {readCurrentDescription} from '@tenure/core/app/session/current-description'
import {openSource} from '@tenure/core/app/session/open-source'
import type {SourceOptions} from '@tenure/core/app/session/select-source'
import type {Session} from '@tenure/core/app/session/session'
import type {Context} from '@tenure/core/context/context'
import {lint} from '@tenure/core/lint'
import {groupBy} from '@tenure/core/model/group-by'
import {inputError} from '@tenure/core/model/input-error'
import {subjectKey} from '@tenure/core/model/subject/subject'
import type {Finding} from '@tenure/core/model/verdict/finding'
import type {Report} from '@tenure/core/outputs/report/report'
import {pathFromRoot} from '@tenure/core/stores/git/repository'
import {createHeaders} from '@tenure/http/headers-for'
import packageJson from '../../../package.json' with {type: 'json'}
import {readAddress, readNumber} from './address.ts'
import {askEndpoints} from './ask-endpoints.ts'
import {AskedHost} from './ask-server.ts'
import {readCredentials} from './credentials.ts'
import {listProbedEndpoints, type ProbedEndpoint} from './endpoints.ts'
import {readHar} from './har.ts'
import {createValueFinder} from './parameters.ts'
import {compareRecorded, joinRecorded, type Recorded} from './recorded.ts'
import type {EndpointResult, Expect} from './results.ts'
import {probeRemarks, sumUp} from './sum-up.ts'

export interface ProbeOptions extends SourceOptions {
  /** Where the API is mounted. */
  readonly url?: string | undefined
  /** An HTTP archive with recorded answers. */
  readonly from?: string | undefined
  readonly rate: string
  readonly limit: string
  readonly timeout: string
}

/** Report on a server. */
export type ProbedReport = Report & Required<Pick<Report, 'probe'>>

/**
 * Compares what a server answers with the history. Throws an `InputError` if there's nothing to ask, or if the server can't
 * be reached.
 */
export async function probe(options: ProbeOptions, context: Context): Promise<ProbedReport> {
  const {url, from, ...rest} = options
  const asked = chooseServer(url, from)
  const {base, file} = asked
  const known = await openHistory(rest, base, context)
  const {session, endpoints, expect} = known
  if (endpoints.length === 0)
    throw inputError(`\`${session.path}\` has no endpoints with a method and a path, so there is nothing to ask.`)
  const {timezone} = session.policy
  if (file === undefined) {
    const results = await askServer(asked.base, endpoints, {expect, session, options}, context)
    return toReport(session, results, {where: `at ${asked.base.href.replace(/\/$/, '')}`}, context)
  }
  const {answers, unread} = readHar(context.files.readText(file), file, timezone)
  const {asOf} = session.history.timeline
  // What was right on a day, the history of that day says.
  const parts: Recorded[] = []
  for (const [day = asOf, own] of groupBy(answers, ({days}) => days[0])) {
    const then = day < asOf ? await openHistory({...rest, 'as-of': day}, base, context, true) : known
    parts.push(compareRecorded(then.endpoints, own, base, {expect: then.expect, timezone}))
  }
  const {results, others} = joinRecorded(endpoints, parts)
  return toReport(session, results, {where: `in ${file}`, unread, others}, context)
}

interface ProbedHistory {
  readonly session: Session
  readonly endpoints: readonly ProbedEndpoint[]
  readonly expect: Expect
}

/** Opens the history. For a day in the past, the description that is there now says nothing. */
async function openHistory(
  options: SourceOptions,
  base: URL | undefined,
  context: Context,
  isPast = false
): Promise<ProbedHistory> {
  const session = await openSource(options, context)
  const description = isPast ? undefined : await readCurrentDescription(context, session.config?.spec)
  const {endpoints, entries} = listProbedEndpoints(session, description)
  const prefix = base && {prefix: base.pathname}
  const apis = [{name: '', timezone: session.policy.timezone}]
  return {session, endpoints, expect: createHeaders({format: 1, apis, endpoints: entries}, prefix)}
}

type AskedServer =
  | {readonly base: URL; readonly file?: undefined}
  | {readonly base: URL | undefined; readonly file: string}

/** A server, or recorded answers of one. Throws an `InputError` if neither is named. */
function chooseServer(url: string | undefined, file: string | undefined): AskedServer {
  const base = url === undefined ? undefined : readAddress(url)
  if (file !== undefined) return {base, file}
  if (base) return {base}
  const example = 'tenure probe https://api.example.org'
  throw inputError('Name the URL of a server, or a file with recorded answers.', undefined, example)
}

async function askServer(
  base: URL,
  endpoints: readonly ProbedEndpoint[],
  {expect, session, options}: {readonly expect: Expect; readonly session: Session; readonly options: ProbeOptions},
  context: Context
): Promise<EndpointResult[]> {
  const {headers, redact} = readCredentials(context.env)
  const {timezone} = session.policy
  const findValues = createValueFinder(session.config?.spec, session.config?.probe?.parameters ?? {}, context)
  const timeout = readNumber('timeout', options.timeout) * 1000
  const server = new AskedHost(base, {headers, timeout, rate: readNumber('rate', options.rate)})
  try {
    return await askEndpoints(endpoints, {
      ...{server, base, redact, expect, timezone},
      valuesOf: ({subject}) => findValues(subject.target),
      today: () => options['as-of'] ?? context.today(timezone),
      limit: readNumber('limit', options.limit),
      progress: (...at) => context.progress(...at)
    })
  } finally {
    context.progress()
    server.close()
  }
}

function toReport(
  session: Session,
  results: readonly EndpointResult[],
  asked: {readonly where: string; readonly unread?: number; readonly others?: number},
  context: Context
): ProbedReport {
  const served = results.flatMap(({differences = []}) => differences)
  const rules = activeRules(context)
  const {findings} = lint(
    {...session.history, served},
    session.policy,
    rules.filter(({watches}) => watches === 'served'),
    {judgments: [], settings: session.config?.rules ?? {}}
  )
  const order = new Map(results.map(({endpoint}, at) => [subjectKey(endpoint.subject), at]))
  const positionOf = ({subject}: Finding): number => (subject && order.get(subjectKey(subject))) ?? 0
  const sorted = findings.toSorted((a, b) => positionOf(a) - positionOf(b))
  const root = pathFromRoot(context.git, '.')
  return {
    ...reportOf('probe', session, [], sorted, probeRemarks(results, asked)),
    probe: sumUp(results, findings, asked.where),
    rules,
    version: packageJson.version,
    ...(root === undefined ? {} : {root}),
    locate: session.locate
  }
}
