import ts from 'typescript'
import {EndpointIndex, listEndpoints} from '../packages/client-calls/src/match-endpoints.ts'
import {scanProject} from '../packages/client-calls/src/scan-project.ts'
import {toTraffic} from '../packages/traffic/src/open-traffic.ts'
import {readTraffic} from '../packages/traffic/src/read-traffic.ts'
import {type BaseRevision, NO_COMMITS} from '../src/gate/base/base-revision.ts'
import {compareWithChosen} from '../src/gate/clients/compare-with-releases.ts'
import {compareWithBase} from '../src/gate/compare-with-base.ts'
import {findWeakened} from '../src/gate/past/weakened-past.ts'
import {assemble} from '../src/history/assemble.ts'
import {historyFromSnapshots} from '../src/history/observed/from-snapshots.ts'
import {mergeDeclared} from '../src/history/observed/merge-declared.ts'
import {DEFAULT_POLICY} from '../src/inputs/config/built-presets.ts'
import {readPolicy, readPolicyText} from '../src/inputs/config/policy-file.ts'
import {readHistoryText} from '../src/inputs/history/file.ts'
import type {ReleaseSource, SourceRelease} from '../src/inputs/sources/source.ts'
import {parseSubject} from '../src/languages/subject-in-report.ts'
import {type LintOptions, lint} from '../src/lint.ts'
import type {EndpointUsage} from '../src/model/api/client-call.ts'
import type {DeclaredHistory, History} from '../src/model/lifecycle/history.ts'
import type {ServedDifference, WrittenDifference} from '../src/model/lifecycle/served.ts'
import type {TrafficOfApi} from '../src/model/lifecycle/traffic-of-api.ts'
import {formatSubject} from '../src/model/subject/subject.ts'
import {parseDateRange, UNKNOWN_DATE} from '../src/model/time/date-range.ts'
import type {Finding} from '../src/model/verdict/finding.ts'
import type {Judgment} from '../src/model/verdict/judgment.ts'
import type {Policy} from '../src/model/verdict/policy.ts'
import {observeSource} from '../src/observations/observe.ts'
import {ReleaseDiffs} from '../src/observations/release-diffs.ts'
import {createReleaseSupport} from '../src/policy/supported-releases.ts'
import type {Rule} from '../src/rule.ts'
import {HERE} from './here.ts'

/** A date in the future, so that everything with a date in a test has happened. */
export const LATER = '2030-01-01'

/** `recorded` states the day on which an announcement was recorded, or `unknown`, by verb and subject. */
export const historyOf = (
  text: string,
  asOf = LATER,
  recorded: Readonly<Record<string, string>> = {},
  specs?: Readonly<Record<string, string>>
): History =>
  assemble(withSpecs(readHistoryText(text, 'history.yaml').declared, specs), {
    asOf,
    recorded: ({verb, subject}) => {
      const since = recorded[`${verb} ${formatSubject(subject)}`]
      return since === undefined ? undefined : since === 'unknown' ? UNKNOWN_DATE : parseDateRange(since)
    }
  })

/** The descriptions of an example as releases of a source. Each is a file named after its release. */
function releasesOf(declared: DeclaredHistory, specs: Readonly<Record<string, string>>): SourceRelease[] {
  const dates = new Map(declared.entries.map(({name, date}) => [name, date]))
  return Object.entries(specs).map(([name, text]): SourceRelease => {
    const date = dates.get(name)
    const source = `${name}.yaml`
    const tree = {
      path: source,
      sourceOf: (path: string) => path,
      read: () => Buffer.from(text),
      real: (path: string) => path,
      id: () => text
    }
    return {name, ...(date === undefined ? {} : {date}), place: {source}, tree: () => tree}
  })
}

/** Compares the last description of an example, named `next`, with its releases. */
function clientBreaksOf(
  declared: DeclaredHistory,
  specs: Readonly<Record<string, string>> | undefined,
  policy: Policy,
  asOf: string
): Pick<LintOptions, 'clientBreaks'> {
  const releases = releasesOf(declared, specs ?? {})
  const here = releases.pop()
  const last = releases.at(-1)
  if (here?.name !== 'next' || !last) return {}
  const diffs = new ReleaseDiffs()
  const base: BaseRevision = {revision: last, label: last.name, isShallow: false, ...NO_COMMITS}
  const observed = compareWithBase({spec: 'openapi.yaml', isDeleted: false}, here, base, diffs)
  const support = createReleaseSupport(releases, policy, asOf)
  const skews = policy.skew === undefined ? [] : [policy.skew]
  const chosen = releases
    .map((release, at) => ({
      release,
      at,
      isDemanded: support.isSupported(at),
      isWithinSkew: skews.some(each => support.isWithin(at, each))
    }))
    .toReversed()
  return {
    clientBreaks: compareWithChosen(observed, {policy, asOf}, {chosen, support, unread: [], remarks: () => []}).breaks
  }
}

/** Adds what API descriptions show to a history. Each is a file named after its release. */
function withSpecs(declared: DeclaredHistory, specs: Readonly<Record<string, string>> | undefined): DeclaredHistory {
  if (specs === undefined) return declared
  const releases = releasesOf(declared, specs)
  const source: ReleaseSource = {
    kind: 'folder',
    path: '.',
    service: '',
    releases,
    unread: [],
    remarks: []
  }
  const observed = observeSource(source)
  return mergeDeclared(declared, historyFromSnapshots(observed.releases, '', '.')).declared
}

/** A policy from its text, or a preset from its name. */
export const policyOf = (text: string | undefined): Policy =>
  text === undefined || !text.includes('\n')
    ? readPolicy(HERE.files, text ?? DEFAULT_POLICY).policy
    : readPolicyText(HERE.files, text, 'policy.yaml').policy

/** The calls in client code to endpoints of a history. */
export function usesIn(
  code: Readonly<Record<string, string>> | undefined,
  history: History
): {uses?: readonly EndpointUsage[]} {
  if (code === undefined) return {}
  const tree = {
    has: (path: string) => Object.hasOwn(code, path),
    read: (path: string) => code[path],
    packages: new Map<string, string>()
  }
  const matching = new EndpointIndex(listEndpoints(history), {hosts: new Set(['api.library.example']), bases: []})
  const {calls, unreachedCalls: waiting} = scanProject(Object.keys(code), tree, ts, call =>
    matching.leadsToEndpoint(call)
  )
  const found = [...calls, ...waiting].map(call => matching.findUsage(call))
  return {uses: found.filter((each): each is EndpointUsage => each !== undefined && 'endpoints' in each)}
}

/** The traffic of an API from the texts of its table. */
export const trafficOf = (texts: Readonly<Record<string, string>>, api = 'Lending Library API'): TrafficOfApi =>
  toTraffic(question => question(readTraffic(new Map(Object.entries(texts)), {api})))

/** A difference as an example writes it, found in its history. */
function servedOf(written: WrittenDifference): ServedDifference {
  const place = {source: 'history.yaml'}
  if (!('subject' in written)) return {...written, place}
  const subject = parseSubject(written.subject)
  if (!subject) throw new Error(`\`${written.subject}\` isn't a subject.`)
  return {...written, subject, place}
}

export function lintText(
  {
    history,
    policy,
    asOf,
    recorded,
    specs,
    stale,
    adopted,
    historyBefore,
    traffic,
    version,
    code,
    served
  }: {
    history: string
    policy?: string
    asOf?: string
    recorded?: Readonly<Record<string, string>>
    specs?: Readonly<Record<string, string>>
    stale?: readonly string[]
    adopted?: string
    historyBefore?: string
    traffic?: Readonly<Record<string, string>>
    version?: Omit<NonNullable<History['version']>, 'place'>
    code?: Readonly<Record<string, string>>
    served?: readonly WrittenDifference[]
  },
  rules: readonly Rule[]
): {judgments: readonly Judgment[]; findings: readonly Finding[]} {
  const pages = stale ? {stale: stale.map(source => ({source}))} : {}
  const withSpecs = historyOf(history, asOf, recorded, specs)
  const weakened =
    historyBefore === undefined
      ? {}
      : {
          weakened: findWeakened(
            readHistoryText(historyBefore, 'history.yaml').declared,
            readHistoryText(history, 'history.yaml').declared,
            {asOf: withSpecs.timeline.asOf, policy: policyOf(policy)}
          )
        }
  const breaks = clientBreaksOf(
    readHistoryText(history, 'history.yaml').declared,
    specs,
    policyOf(policy),
    withSpecs.timeline.asOf
  )
  const versions = version === undefined ? {} : {version: {...version, place: {source: 'history.yaml'}}}
  return lint(
    {
      ...withSpecs,
      ...(adopted === undefined ? {} : {adopted}),
      ...(traffic ? {traffic: trafficOf(traffic)} : {}),
      ...versions,
      ...pages,
      ...weakened,
      ...usesIn(code, withSpecs),
      ...(served ? {served: served.map(servedOf)} : {})
    },
    policyOf(policy),
    rules,
    breaks
  )
}
