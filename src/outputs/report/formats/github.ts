import {defined} from '../../../model/defined.ts'
import type {SourceLocation} from '../../../model/location.ts'
import {formatSubject} from '../../../model/subject/subject.ts'
import {truncate} from '../../../phrases/values.ts'
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
import {fileOfError, type InputErrorReport, MAX_ERRORS, sayProblem} from '../input-errors.ts'
import type {Report} from '../report.ts'
import {policyLine, sayUnread} from '../report-text.ts'
import type {Reporter} from '../reporter.ts'
import {repositoryFile} from '../repository-path.ts'
import {plainText, printLines} from '../sanitize-text.ts'
import {usageHeadline} from '../usage-report.ts'
import {sayVersion} from '../version-report.ts'
import {combineTexts} from './combined-text.ts'

/** Maximum length of a text. Check runs reject messages above 64 KB and titles above 255 characters. */
const MAX_TEXT_LENGTH = 8_000
const MAX_TITLE_LENGTH = 200

type Command = 'error' | 'warning' | 'notice'

/** Number of annotations that GitHub shows per level and step. The rest appears only in the log. */
const MAX_SHOWN = 10

/** Log of a step of GitHub Actions, with annotations. */
export const github: Reporter = {
  hasRepositoryPaths: true,
  write: result => ('problems' in result ? errorAnnotations(result) : annotations(result)),
  combine: (parts, tools) => combineTexts(parts, tools, github)
}

/**
 * Annotations for GitHub: https://docs.github.com/actions/reference/workflow-commands-for-github-actions. New findings
 * use the command of their level, but errors that don't fail the run are warnings, and findings in the baseline are
 * notices. The worst come first, because GitHub shows
 * only the first ten of a level. A notice, which is itself among those ten, counts the rest.
 */
function annotations(report: Report): string {
  const listed = listFindings(report)
  const waived = findWaivedJudgments(report)
  const of = (command: Command): ListedFinding[] => listed.filter(each => commandOf(each, report) === command)
  const lines = (all: readonly ListedFinding[]): string[] => all.map(each => annotation(each, report))
  const [errors, warnings, notices] = [of('error'), of('warning'), of('notice')]
  const hidden = overflow(errors, MAX_SHOWN) + overflow(warnings, MAX_SHOWN) + overflow(notices, MAX_SHOWN - 1)
  const totals = report.usage ? usageHeadline(report.usage, report.asOf) : sayHeadline(report)
  const more = `${totals}. GitHub shows the first of them; ${hidden} more are in the log of this step.`
  const opening = [
    totals,
    ...sayNextSteps(report),
    ...sayUnread(report.source),
    ...[sayChanges(report.changes)].flatMap(each => each ?? []),
    ...sayVersion(report.versionReport),
    policyLine(report),
    ...report.remarks
  ]
  const commands = [
    // Pull requests don't show the log.
    ...findNotCompared(report).flatMap(each => (each.level === 'info' ? [] : [remark(each, report)])),
    ...lines([...errors, ...warnings, ...notices.slice(0, MAX_SHOWN - 1)]),
    ...(hidden > 0 ? [command('notice', {title: 'tenure'}, [more])] : []),
    ...lines(notices.slice(MAX_SHOWN - 1))
  ]
  const closing = waived.length === 0 ? '' : printLines(waived.map(sayWaived))
  return `${printLines(opening)}${commands.join('')}${closing}`
}

const overflow = ({length}: readonly ListedFinding[], most: number): number => Math.max(0, length - most)

const COMMAND = {error: 'error', warning: 'warning', info: 'notice'} as const

const commandOf = (listed: ListedFinding, report: Report): Command =>
  listed.isKnown ? 'notice' : COMMAND[displayLevel(listed, report)]

function annotation(listed: ListedFinding, report: Report): string {
  const {finding, isKnown} = listed
  const {rule, subject, place, message} = finding
  const title = `${rule}${isKnown ? ' (in the baseline)' : ''}${subject ? `: ${formatSubject(subject)}` : ''}`
  const text = [message, ...sayRevisionPlace(finding, report), ...findingDetails(listed, report)]
  return command(commandOf(listed, report), propertiesAt(title, place, report), text)
}

/** Annotation for something that wasn't judged, at its location if known. */
const remark = ({level, text, place}: NotCompared, report: Report): string =>
  command(COMMAND[level], propertiesAt('tenure', place, report), [text])

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
function command(name: Command, properties: Properties, lines: readonly string[]): string {
  const named = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(plainText(value))}`)
  return `::${name} ${named.join(',')}::${escapeData(truncate(lines.map(plainText).join('\n'), MAX_TEXT_LENGTH))}\n`
}

/** Annotations at the locations of input errors. */
const errorAnnotations = ({api, problems, root}: InputErrorReport): string =>
  problems
    .slice(0, MAX_ERRORS)
    .map(problem => {
      const {place} = problem
      const file = fileOfError(place, root)
      const properties = {
        ...defined({file}),
        ...(place?.line === undefined ? {} : {line: String(place.line)}),
        ...(place?.column === undefined ? {} : {col: String(place.column)}),
        title: `tenure: ${api === undefined ? '' : `${api} is `}not checked`
      }
      return command('error', properties, [sayProblem(problem)])
    })
    .join('')

/** Escapes text like `@actions/core`, because the runner reverses exactly that. */
export const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
