import {defined} from '../../../model/defined.ts'
import type {InputProblem} from '../../../model/input-error.ts'
import type {SourceLocation} from '../../../model/location.ts'
import {memoize} from '../../../model/memoize.ts'
import {formatSubject} from '../../../model/subject/subject.ts'
import {truncate} from '../../../phrases/values.ts'
import {formatCount, formatList} from '../../../text/format-values.ts'
import {sayChanges} from '../change-list.ts'
import {findingDetails, sayRevisionPlace, sayWaived} from '../finding-text.ts'
import {
  displayLevel,
  findNotCompared,
  findWaivedJudgments,
  type ListedFinding,
  listFindings,
  type NotCompared
} from '../findings.ts'
import {sayHeadline, sayNextSteps} from '../headline.ts'
import {fileOfError, type InputErrorReport, sayProblem} from '../input-errors.ts'
import type {Report} from '../report.ts'
import {policyLine, sayUnread} from '../report-text.ts'
import type {Reporter} from '../reporter.ts'
import {repositoryFile} from '../repository-path.ts'
import {plainText, printLines} from '../sanitize-text.ts'
import {sumUpApis} from '../several-apis.ts'
import {usageHeadline} from '../usage-report.ts'
import {sayVersion} from '../version-report.ts'
import {combineTexts} from './combined-text.ts'

/** Maximum length of a text. Check runs reject messages above 64 KB and titles above 255 characters. */
const MAX_TEXT_LENGTH = 8_000
const MAX_TITLE_LENGTH = 200

type Command = 'error' | 'warning' | 'notice'

/**
 * Number of annotations that GitHub shows per level and step: ten. The rest appears only in the log. The action warns, or
 * gives notice, of a comment that it couldn't write, which is another one of the same step.
 */
const MAX_SHOWN: Readonly<Record<Command, number>> = {error: 10, warning: 9, notice: 9}

/** A finding or an error, as GitHub shows it at its line, and as a line of the log for what GitHub leaves out. */
interface Annotation {
  readonly level: Command
  readonly properties: Properties
  readonly lines: readonly string[]
}

/** Log of a step of GitHub Actions, with annotations. */
export const github: Reporter = {
  hasRepositoryPaths: true,
  write: result => {
    const {isVisible, more} = selectVisible([result])
    return `${writeLog(result, isVisible)}${more}`
  },
  combine: async (parts, tools) => {
    const all = sumUpApis(parts, tools.verbose)
    const {isVisible, more} = selectVisible(all.listed.map(({result}) => result))
    return `${await combineTexts(all, tools, {write: result => writeLog(result, isVisible)})}${more}`
  }
}

/** Whether an annotation is among those that GitHub shows, and the notice that counts the others, if there are any. */
interface Selection {
  readonly isVisible: (annotation: Annotation) => boolean
  readonly more: string
}

/**
 * Chooses what GitHub shows of the reports of a step: of each level the worst findings, taken from one report after the
 * other, so that each API that fails is seen. What prevented a report comes first. The notice that counts the rest is
 * itself among those shown.
 */
function selectVisible(results: readonly Result[]): Selection {
  const lists = results.toSorted((a, b) => Number('problems' in b) - Number('problems' in a)).map(annotationsOf)
  const longest = Math.max(0, ...lists.map(({length}) => length))
  const spread = Array.from({length: longest}, (_, at) => lists.flatMap(list => list[at] ?? [])).flat()
  const levelsOf = (most: Readonly<Record<Command, number>>): Annotation[] =>
    LEVELS.flatMap(level => spread.filter(each => each.level === level).slice(0, most[level]))
  const isWhole = levelsOf(MAX_SHOWN).length === spread.length
  const visible = new Set(levelsOf(isWhole ? MAX_SHOWN : {...MAX_SHOWN, notice: MAX_SHOWN.notice - 1}))
  const counted = LEVELS.flatMap(level => {
    const [count, seen] = [spread, [...visible]].map(each => each.filter(one => one.level === level).length)
    return count === seen ? [] : [`${seen} of ${formatCount(count ?? 0, level)}`]
  })
  const text = `GitHub shows ${formatList(counted)} here. The log of this step has all of them.`
  return {
    isVisible: each => visible.has(each),
    more: isWhole ? '' : command({level: 'notice', properties: {title: 'tenure'}, lines: [text]})
  }
}

const LEVELS = ['error', 'warning', 'notice'] as const

type Result = Report | InputErrorReport

const annotationsOf = memoize((result: Result): readonly Annotation[] =>
  'problems' in result ? result.problems.map(problem => ofProblem(problem, result)) : ofReport(result)
)

/**
 * Annotations for GitHub: https://docs.github.com/actions/reference/workflow-commands-for-github-actions. New findings
 * use the command of their level, but errors that don't fail the run are warnings, and findings in the baseline are
 * notices. The worst come first.
 */
function ofReport(report: Report): Annotation[] {
  const listed = listFindings(report)
  const annotations = listed.map(each => ofFinding(each, report))
  return [
    // Pull requests don't show the log.
    ...findNotCompared(report).flatMap(each => (each.level === 'info' ? [] : [ofNotCompared(each, report)])),
    ...LEVELS.flatMap(level => annotations.filter(each => each.level === level))
  ]
}

/** The log of one report. What GitHub would show is a command, and the rest are lines. */
function writeLog(result: Result, isVisible: Selection['isVisible']): string {
  const annotations = annotationsOf(result)
  const commands = annotations.filter(isVisible).map(command)
  const left = annotations.filter(each => !isVisible(each)).flatMap(logLines)
  const others = left.length === 0 ? '' : printLines(left)
  if ('problems' in result) return `${commands.join('')}${others}`
  const waived = findWaivedJudgments(result)
  const opening = [
    result.usage ? usageHeadline(result.usage, result.asOf) : sayHeadline(result),
    ...sayNextSteps(result),
    ...sayUnread(result.source),
    ...[sayChanges(result.changes)].flatMap(each => each ?? []),
    ...sayVersion(result.versionReport),
    policyLine(result),
    ...result.remarks
  ]
  const closing = waived.length === 0 ? '' : printLines(waived.map(sayWaived))
  return `${printLines(opening)}${commands.join('')}${others}${closing}`
}

function logLines({level, properties: {title, file, line, col = '1'}, lines}: Annotation): string[] {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}:${col}`}: `
  return [`${level} ${place}${title}`, ...lines.map(each => `  ${each}`)]
}

const COMMAND = {error: 'error', warning: 'warning', info: 'notice'} as const

const commandOf = (listed: ListedFinding, report: Report): Command =>
  listed.isKnown ? 'notice' : COMMAND[displayLevel(listed, report)]

function ofFinding(listed: ListedFinding, report: Report): Annotation {
  const {finding, isKnown} = listed
  const {rule, subject, place, message} = finding
  const title = `${rule}${isKnown ? ' (in the baseline)' : ''}${subject ? `: ${formatSubject(subject)}` : ''}`
  const lines = [message, ...sayRevisionPlace(finding, report), ...findingDetails(listed, report)]
  return {level: commandOf(listed, report), properties: propertiesAt(title, place, report), lines}
}

/** Annotation for something that wasn't judged, at its location if known. */
const ofNotCompared = ({level, text, place}: NotCompared, report: Report): Annotation => ({
  level: COMMAND[level],
  properties: propertiesAt('tenure', place, report),
  lines: [text]
})

function propertiesAt(title: string, place: SourceLocation | undefined, {root}: Report): Properties {
  const {path, revision} = place ? repositoryFile(place, root) : {}
  const {line, column} = place ?? {}
  return {
    ...defined({file: path}),
    // A line number of an old revision doesn't apply to the current file.
    ...(line === undefined || revision !== undefined
      ? {}
      : {line: String(line), ...(column === undefined ? {} : {col: String(column)})}),
    title: truncate(title, MAX_TITLE_LENGTH)
  }
}

type Properties = Readonly<Record<string, string>>

/** A line that GitHub executes: its values are made safe here, whatever they consist of. */
function command({level, properties, lines}: Annotation): string {
  const named = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(plainText(value))}`)
  return `::${level} ${named.join(',')}::${escapeData(truncate(lines.map(plainText).join('\n'), MAX_TEXT_LENGTH))}\n`
}

/** Annotation at the location of an input error. */
function ofProblem(problem: InputProblem, {api, root}: InputErrorReport): Annotation {
  const {place} = problem
  const properties = {
    ...defined({file: fileOfError(place, root)}),
    ...(place?.line === undefined ? {} : {line: String(place.line)}),
    ...(place?.column === undefined ? {} : {col: String(place.column)}),
    title: `tenure: ${api === undefined ? '' : `${api} is `}not checked`
  }
  return {level: 'error', properties, lines: [sayProblem(problem)]}
}

/** Escapes text like `@actions/core`, because the runner reverses exactly that. */
export const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
