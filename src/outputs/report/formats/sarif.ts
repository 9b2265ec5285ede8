import {ownerNames} from '../../../model/approval.ts'
import type {SourceLocation} from '../../../model/location.ts'
import {formatSubject} from '../../../model/subject/subject.ts'
import type {Level} from '../../../model/verdict/finding.ts'
import {jsonText} from '../../../phrases/escape.ts'
import {evidenceOf} from '../finding-evidence.ts'
import {findingDetails, sayWaived} from '../finding-text.ts'
import {
  displayLevel,
  findWaivedJudgments,
  type ListedFinding,
  listFindings,
  reportingRules,
  ruleName,
  WAIVED_RULE,
  type WaivedJudgment,
  waivedFingerprint
} from '../findings.ts'
import {type InputErrorReport, sayProblem} from '../input-errors.ts'
import type {Report} from '../report.ts'
import {sayPolicy} from '../report-text.ts'
import type {Reporter} from '../reporter.ts'
import {isAbsolute, repositoryFile, uriOf} from '../repository-path.ts'
import {plainText} from '../sanitize-text.ts'
import {type ApiReport, reportsOf, sumUpApis} from '../several-apis.ts'

const LEVEL = {error: 'error', warning: 'warning', info: 'note'} as const satisfies Record<Level, string>

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
/** Name of the repository root in code scanning. */
const SOURCE_ROOT = '%SRCROOT%'
const RUN = {
  // §3.14.17: columns count UTF-16 code units, as in JavaScript.
  columnKind: 'utf16CodeUnits',
  originalUriBaseIds: {[SOURCE_ROOT]: {description: {text: 'The root of the repository.'}}}
}

/** SARIF log, which code scanning services such as GitHub's read. */
export const sarif: Reporter = {
  hasRepositoryPaths: true,
  write: result => sarifOf(runOf(result)),
  combine: parts => sarifOf(combineRuns(parts))
}

/** One run for several APIs, because code scanning takes no more than twenty runs in a file. */
function combineRuns(parts: readonly ApiReport[]) {
  const all = parts.map(({name, result}) => ({name, run: runOf(result)}))
  const {listed, remarks} = sumUpApis(parts)
  const rules = [...new Map(all.flatMap(({run}) => run.tool.driver.rules).map(rule => [rule.id, rule])).values()]
  const indexOf = new Map(rules.map(({id}, index) => [id, index]))
  const [first] = reportsOf(parts)
  return {
    tool: {driver: {name: 'tenure', semanticVersion: first?.version, rules}},
    automationDetails: {id: `tenure/${first?.command ?? 'check'}/`},
    ...RUN,
    invocations: [
      {
        executionSuccessful: all.every(({run}) => run.invocations.every(each => each.executionSuccessful)),
        toolExecutionNotifications: [
          ...remarks.map(remark => notification('note', remark)),
          ...listed.flatMap(({name, result}) =>
            ('problems' in result ? notificationsOfErrors(result) : notificationsOf(result)).map(each => ({
              ...each,
              message: {...each.message, text: `${plainText(name)}: ${each.message.text}`}
            }))
          )
        ]
      }
    ],
    results: all.flatMap(({name, run}) =>
      run.results.map(each => ({
        ...each,
        ruleIndex: indexOf.get(each.ruleId) ?? -1,
        // Two APIs may have findings with equal fingerprints.
        partialFingerprints: {'tenure/v1': `${each.partialFingerprints['tenure/v1']}/${idOf(name)}`},
        properties: {api: plainText(name), ...each.properties}
      }))
    ),
    properties: {apis: all.map(({name, run}) => ({api: plainText(name), ...run.properties}))}
  }
}

/**
 * SARIF 2.1.0 as accepted by GitHub code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
 * Undetermined findings have kind `fail` with their own level. §3.27.9 provides kind `open`, but only with level
 * `none`, which viewers hide.
 */
function runOfReport(report: Report) {
  const listed = listFindings(report)
  const waived = findWaivedJudgments(report)
  const rules = [
    ...reportingRules(report).map(descriptorOf),
    ...(waived.length > 0 ? [{id: WAIVED_RULE, ...DESCRIBED_WAIVED}] : [])
  ]
  const indexOf = new Map(rules.map(({id}, index) => [id, index]))
  const {baseline, source, command} = report
  return {
    tool: {driver: {name: 'tenure', semanticVersion: report.version, rules}},
    // Distinguishes the runs of two APIs in one repository.
    automationDetails: {
      id: `tenure/${command}/${report.api === undefined ? uriSafe(report.service) : idOf(report.api)}/`
    },
    ...RUN,
    invocations: [
      {
        // An incomplete `check` counts as failed.
        executionSuccessful: !(source.partial && command === 'check'),
        toolExecutionNotifications: notificationsOf(report)
      }
    ],
    results: [
      ...listed.map(each => resultOf(each, indexOf, report)),
      ...waived.map(each => waivedResultOf(each, indexOf, report))
    ],
    properties: {
      policy: plainText(sayPolicy(report)),
      findings: listed.length,
      waived: waived.length,
      enforceFrom: report.reportOnly?.enforceFrom,
      failOn: report.failOn,
      unchanged: baseline?.unchanged.size,
      gone: baseline?.gone.length
    }
  }
}

const sarifOf = (run: object): string => `${jsonText({$schema: SCHEMA, version: '2.1.0', runs: [run]}, 2)}\n`

const runOf = (result: Report | InputErrorReport) =>
  'problems' in result ? runOfInputErrors(result) : runOfReport(result)

/** Run that failed with input errors, so its `executionSuccessful` (§3.20.14) is false. */
function runOfInputErrors(unread: InputErrorReport) {
  const {api} = unread
  return {
    tool: {driver: {name: 'tenure', rules: []}},
    automationDetails: api === undefined ? undefined : {id: `tenure/check/${idOf(api)}/`},
    ...RUN,
    invocations: [{executionSuccessful: false, toolExecutionNotifications: notificationsOfErrors(unread)}],
    results: [],
    properties: undefined
  }
}

const notificationsOfErrors = ({problems, root}: InputErrorReport) =>
  problems.map(problem => ({
    ...notification('error', sayProblem(problem)),
    locations: problem.place && [sarifLocation(problem.place, root)]
  }))

const notificationsOf = (report: Report) => [
  ...(report.source.partial ? [partialOf(report)] : []),
  ...report.remarks.map(remark => notification('note', remark))
]

const uriSafe = (text: string): string => text.replace(/[^\w.-]+/g, '-')

/** Encodes an API name as an ID, so that different names never share one. */
const idOf = (api: string): string => api.replace(/[^\w.-]/g, unit => `~${unit.charCodeAt(0).toString(16)}`)

/** Notification of unreadable parts: an error for `check`, a warning for other commands. */
const partialOf = ({source, command, root}: Report) => ({
  ...notification(
    command === 'check' ? 'error' : 'warning',
    `Not all of ${source.unread ?? source.path} could be read`
  ),
  locations: source.unreadAt && [sarifLocation(source.unreadAt, root)]
})

const notification = (level: 'error' | 'warning' | 'note', text: string) => ({level, message: sarifMessage(text)})

const DESCRIBED_WAIVED = {
  name: 'Waived',
  shortDescription: {text: 'A waiver permits a violation of the policy.'},
  defaultConfiguration: {level: 'note'}
}

function descriptorOf(rule: ReturnType<typeof reportingRules>[number]) {
  const {id} = rule
  if (!('summary' in rule)) return {id, name: ruleName(id)}
  const {summary, why, level, since, url} = rule
  const page = url === undefined ? '' : `, or ${url}`
  return {
    id,
    name: ruleName(id),
    shortDescription: {text: summary},
    fullDescription: {text: why},
    // §3.49.12 requires an absolute URL, so any other one is left out.
    helpUri: url !== undefined && URL.canParse(url) ? url : undefined,
    help: {
      text: `${summary} ${why}\n\nMore: tenure explain ${id}${page}`,
      markdown: `${summary}\n\n${why}\n\nMore: \`tenure explain ${id}\`${page}`
    },
    defaultConfiguration: {level: LEVEL[level]},
    properties: {since}
  }
}

function resultOf(listed: ListedFinding, indexOf: ReadonlyMap<string, number>, report: Report) {
  const {finding, isKnown} = listed
  const {rule, message, place, verdict, release, subject, clause, fingerprint} = finding
  const related = evidenceOf(listed, report)
  const relatedLocations = related.map((each, index) => ({
    id: index + 1,
    ...sarifLocation(each.place, report.root, true),
    message: sarifMessage(each.text)
  }))
  return {
    ruleId: rule,
    ruleIndex: indexOf.get(rule) ?? -1,
    level: LEVEL[displayLevel(listed, report)],
    message: sarifMessage(message, ...findingDetails(listed, report)),
    locations: [sarifLocation(place, report.root)],
    relatedLocations: relatedLocations.length > 0 ? relatedLocations : undefined,
    partialFingerprints: {'tenure/v1': fingerprint},
    baselineState: report.baseline && (isKnown ? 'unchanged' : 'new'),
    properties: {
      verdict,
      subject: subject && formatSubject(subject),
      owners: finding.owners && ownerNames(finding.owners),
      release,
      clause: clause && `${clause.policy} ${clause.revision} ${clause.pointer}`,
      pointer: place.pointer
    }
  }
}

/**
 * Result of a waived judgment, suppressed (§3.35) in the source or in an external list, depending on where the waiver
 * is.
 */
function waivedResultOf(waived: WaivedJudgment, indexOf: ReadonlyMap<string, number>, report: Report) {
  const {waiver, subject, place, verdict} = waived
  const {reason, approver, note, evidence} = waiver.waiver
  const stands = report.locate?.(waiver.waiver.place) ?? waiver.waiver.place
  const words = [reason, ...(approver === undefined ? [] : [`approved by ${approver}`]), note, evidence]
  return {
    ruleId: WAIVED_RULE,
    ruleIndex: indexOf.get(WAIVED_RULE) ?? -1,
    level: 'note',
    message: sarifMessage(sayWaived(waived)),
    locations: [sarifLocation(place, report.root)],
    partialFingerprints: {'tenure/v1': waivedFingerprint(waived)},
    suppressions: [
      {
        kind: stands.source === place.source ? 'inSource' : 'external',
        status: 'accepted',
        justification: plainText(words.filter(each => each !== undefined).join(', ')),
        location: sarifLocation(stands, report.root)
      }
    ],
    properties: {verdict, subject: formatSubject(subject)}
  }
}

/**
 * Location without a region if it has no line. Code scanning shows that of a result in the working tree, so only a related
 * location (`isRelated`) has one in an old revision.
 */
function sarifLocation(place: SourceLocation, root: string | undefined, isRelated = false) {
  const {path, revision} = repositoryFile(place, root)
  const {line: startLine, column: startColumn} = place
  return {
    physicalLocation: {
      artifactLocation: {uri: uriOf(path), uriBaseId: isAbsolute(path) ? undefined : SOURCE_ROOT},
      region: startLine === undefined || (revision !== undefined && !isRelated) ? undefined : {startLine, startColumn}
    },
    properties: revision === undefined ? undefined : {revision}
  }
}

const MAX_ARGUMENTS = 100

/**
 * Plain text message (§3.11) of lines. A path such as `/loans/{0}` looks like a placeholder, so its argument is the
 * text itself: consumers show the same whether or not they fill in placeholders. All other braces stay single despite
 * §3.11.5, because consumers show doubled ones as they are. Brackets are escaped in texts that contain a link
 * (§3.11.6).
 */
function sarifMessage(...lines: readonly string[]): {text: string; arguments?: string[]} {
  const text = lines.map(plainText).join('\n')
  const shown = text.includes('](') ? text.replace(/[\\[\]]/g, '\\$&') : text
  const places = [...shown.matchAll(/\{(\d+)\}/g)].map(([, index]) => Number(index))
  const most = Math.max(-1, ...places.filter(index => index < MAX_ARGUMENTS))
  return {
    text: shown,
    ...(most < 0 ? {} : {arguments: Array.from({length: most + 1}, (_, index) => `{${index}}`)})
  }
}
