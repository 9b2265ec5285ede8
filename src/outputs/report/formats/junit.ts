import {defined} from '../../../model/defined.ts'
import {formatSubject} from '../../../model/subject/subject.ts'
import type {Judgment} from '../../../model/verdict/judgment.ts'
import {formatAtMoment} from '../../../text/format-values.ts'
import {findingDetails, sayWaived} from '../finding-text.ts'
import {
  findNotCompared,
  findWaivedJudgments,
  isFailing,
  type ListedFinding,
  listFindings,
  type NotCompared,
  type WaivedJudgment
} from '../findings.ts'
import {sayCondition, sayHeadline} from '../headline.ts'
import {type InputErrorReport, sayProblem} from '../input-errors.ts'
import {findingKey, type Report} from '../report.ts'
import {policyLine, sayNoFinding, sayPlace} from '../report-text.ts'
import type {Reporter} from '../reporter.ts'
import {plainText} from '../sanitize-text.ts'

/** JUnit XML, which build servers such as Jenkins read. */
export const junit: Reporter = {
  write: result => documentOf([result]),
  combine: parts => documentOf(parts.map(({result}) => result))
}

const documentOf = (results: readonly (Report | InputErrorReport)[]): string =>
  xmlDocument({
    name: 'testsuites',
    children: results.map((each, id) => ('problems' in each ? errorSuite(each) : suiteOf(each, id)))
  })

/**
 * JUnit XML that conforms to all schemas in use: those of Jenkins (junit-4.xsd to junit-10.xsd of its xunit plugin) and
 * Windy Road's JUnit.xsd, which is the strictest. Each finding, waiver, other judgment, and unjudged part is one case.
 * A case fails if it fails the run. Waived, suppressed, and undetermined ones and warnings are skipped with a reason.
 * Cases have no output of their own in Windy Road's schema, so the failure text contains the remedies.
 */
function suiteOf(report: Report, id: number): XmlElement {
  const listed = listFindings(report)
  const waived = findWaivedJudgments(report)
  const keyOf = ({event, subject}: Judgment): string => findingKey(event.id, subject)
  const reported = new Set(
    [...listed.map(({judgment}) => judgment), ...waived].flatMap(each => (each ? [keyOf(each)] : []))
  )
  const cases = uniqueCases(report.api, [
    ...findNotCompared(report).map(unjudgedCase),
    ...listed.map(each => findingCase(each, report)),
    ...waived.map(waivedCase),
    ...report.judgments.filter(each => !reported.has(keyOf(each))).map(each => caseWithoutFinding(each))
  ])
  const counted = (name: string): number =>
    cases.filter(({children = []}) => children.some(child => child.name === name)).length
  return {
    name: 'testsuite',
    attributes: {
      name: suiteName(report.command, report.api),
      package: 'tenure',
      id,
      // The as-of day, so that the output depends on neither clock nor machine.
      timestamp: `${report.asOf}T00:00:00`,
      hostname: 'localhost',
      time: 0,
      tests: cases.length,
      failures: counted('failure'),
      errors: counted('error'),
      skipped: counted('skipped')
    },
    children: [
      {name: 'properties', children: propertiesOf(listed, waived, report)},
      ...cases,
      {
        name: 'system-out',
        text: [sayHeadline(report), policyLine(report), ...report.remarks].map(plainText).join('\n')
      },
      {name: 'system-err', text: ''}
    ]
  }
}

/** Suite whose only case failed to run. */
function errorSuite({api, problems}: InputErrorReport): XmlElement {
  const text = problems
    .map(problem => `${problem.place ? `${sayPlace(problem.place)}: ` : ''}${sayProblem(problem)}`)
    .map(plainText)
    .join('\n')
  const counts = {tests: 1, failures: 0, errors: 1, skipped: 0, time: 0}
  const name = 'input can be read'
  const failed = {name: 'error', attributes: {message: 'not checked', type: 'not-checked'}, text}
  const one = {name: 'testcase', attributes: {name, classname: classOf(api), time: 0}, children: [failed]}
  return {name: 'testsuite', attributes: {name: suiteName('check', api), ...counts}, children: [one]}
}

function propertiesOf(
  listed: readonly ListedFinding[],
  waived: readonly WaivedJudgment[],
  {policy, source, service, baseline, api, newWaivers}: Report
): XmlElement[] {
  const values = defined({
    api,
    service,
    policy: policy.name,
    source: source.path,
    partial: source.partial,
    findings: listed.length,
    waived: waived.length,
    newWaivers: newWaivers?.added,
    newWaiversIgnored: newWaivers?.ignored,
    unchanged: baseline?.unchanged.size,
    gone: baseline?.gone.length
  })
  return Object.entries(values).map(([name, value]) => ({
    name: 'property',
    attributes: {name, value}
  }))
}

interface Case {
  readonly classname: string
  readonly name: string
  readonly children: readonly XmlElement[]
}

/** Name of a suite for one of several APIs. */
const suiteName = (command: string, api: string | undefined): string =>
  `tenure ${command}${api === undefined ? '' : ` of ${api}`}`

/** Class name of a case. It contains the API, because servers merge the cases of several files. */
const classOf = (api: string | undefined, ...names: readonly string[]): string =>
  ['tenure', ...(api === undefined ? [] : [api]), ...names].join('.')

/**
 * Turns cases into elements with unique names and no line numbers, because servers identify a case by class and name
 * and show only one of each.
 */
function uniqueCases(api: string | undefined, cases: readonly Case[]): XmlElement[] {
  const seen = new Map<string, number>()
  return cases.map(({classname, name, children}) => {
    const key = `${classname} ${name}`
    const twin = (seen.get(key) ?? 0) + 1
    seen.set(key, twin)
    const own = twin > 1 ? `${name} (${twin})` : name
    return {
      name: 'testcase',
      attributes: {classname: classOf(api, classname), name: own, time: 0},
      children
    }
  })
}

function findingCase(listed: ListedFinding, report: Report): Case {
  const {finding, isKnown, level} = listed
  const {rule, message, subject, place, verdict, release} = finding
  const text = [message, ...findingDetails(listed, report), `at ${sayPlace(place)}`].map(plainText).join('\n')
  const name = `${subject ? formatSubject(subject) : place.source}${release === undefined ? '' : ` in ${release}`}`
  if (isFailing(listed) && !report.reportOnly) {
    const type = `${rule}${verdict ? ` (${verdict})` : ''}`
    const failure = {name: 'failure', attributes: {type, message}, text}
    return {classname: rule, name, children: [failure]}
  }
  const why = isFailing(listed)
    ? `would fail ${sayCondition(report.reportOnly)}`
    : isKnown
      ? 'in the baseline'
      : verdict === 'undetermined'
        ? 'undetermined'
        : level
  return {classname: rule, name, children: [skippedElement(`${why}: ${text}`)]}
}

/** Case for an unjudged part. An unreadable part is an error rather than a failure. */
const unjudgedCase = ({level, what, text}: NotCompared): Case => ({
  classname: `not-${what}`,
  name: what === 'read' ? 'all can be read' : 'all is compared',
  children: [
    level === 'error'
      ? {name: 'error', attributes: {message: text, type: `not-${what}`}, text: text}
      : skippedElement(`${level}: ${text}`)
  ]
})

/** Skipped element with the reason as its text, because older schemas allow no attribute and Jenkins shows the text. */
const skippedElement = (text: string): XmlElement => ({name: 'skipped', text})

const nameOf = ({subject, end}: Judgment): string => `${formatSubject(subject)} ${formatAtMoment(end)}`

const waivedCase = (waived: WaivedJudgment): Case => ({
  classname: 'waived',
  name: nameOf(waived),
  children: [skippedElement(sayWaived(waived))]
})

/** Case for a judgment that no rule reports: it's compliant, or the rule is off. */
function caseWithoutFinding(judgment: Report['judgments'][number]): Case {
  const {verdict} = judgment
  const isFine = verdict === 'compliant' || verdict === 'exempt'
  const children = isFine ? [] : [skippedElement(plainText(sayNoFinding(judgment)))]
  return {classname: verdict, name: nameOf(judgment), children}
}

type Attributes = Readonly<Record<string, string | number | boolean>>

/** XML element with text or children. */
interface XmlElement {
  readonly name: string
  readonly attributes?: Attributes
  readonly children?: readonly XmlElement[]
  readonly text?: string
}

/** Characters that XML 1.0 §2.2 forbids even when escaped, so they're replaced by `\ufffd`. */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  // A literal `]]>` is forbidden outside of CDATA sections.
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;'
}

const escapeText = (text: string, what: RegExp): string =>
  text.replace(FORBIDDEN_CHARACTERS, '\ufffd').replace(what, character => ENTITIES[character] ?? character)

/** Attributes as text, made safe for a log, with whitespace escaped because parsers normalize it (§3.3.3). */
const attributesText = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeText(plainText(String(value)), /[&<>"\t\n\r]/g)}"`)
    .join('')

/** Document text, one element per line. */
const xmlDocument = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root, '')}\n`

function elementText({name, attributes = {}, children = [], text}: XmlElement, indent: string): string {
  const open = `${indent}<${name}${attributesText(attributes)}`
  if (text !== undefined && text !== '') return `${open}>${escapeText(text, /[&<>\r]/g)}</${name}>`
  if (children.length === 0) return `${open}/>`
  return `${open}>\n${children.map(child => elementText(child, `${indent}  `)).join('\n')}\n${indent}</${name}>`
}
