import {createHash} from 'node:crypto'
import type {RootContent} from 'mdast'
import type {InputProblem} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import {jsonText} from '../../text/escape.ts'
import {sayPlace} from '../report-text.ts'
import {repositoryFile} from '../repository-path.ts'
import {plainText} from '../sanitize-text.ts'
import {escapeData, escapeProperty} from './github.ts'
import {placeJson} from './json.ts'
import type {WrittenInputErrors} from './json-format.ts'
import {attributes, classOf, suiteName, xmlDocument} from './junit.ts'
import {heading, limitedList, listItem, textParagraph} from './markdown-blocks.ts'

/** Input errors in place of a report, with their locations. */
export interface InputErrorReport {
  readonly api?: string
  readonly problems: readonly InputProblem[]
  readonly root?: string
}

const MAX_ERRORS = 10

export const sayProblem = ({message, example}: InputProblem): string =>
  `${message}${example === undefined ? '' : `, for example: ${example}`}`

const fileOf = (place: SourceLocation | undefined, root: string | undefined): string | undefined =>
  place && plainText(repositoryFile(place, root).path)

/** GitHub annotations at the locations of the errors. */
export const inputErrorAnnotations = ({api, problems, root}: InputErrorReport): string =>
  problems
    .slice(0, MAX_ERRORS)
    .map(problem => {
      const {place} = problem
      const file = fileOf(place, root)
      const properties = {
        ...(file === undefined ? {} : {file}),
        ...(place?.line === undefined ? {} : {line: String(place.line)}),
        ...(place?.column === undefined ? {} : {col: String(place.column)}),
        title: plainText(`tenure: ${api === undefined ? '' : `${api} is `}not checked`)
      }
      const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`)
      return `::error ${written.join(',')}::${escapeData(plainText(sayProblem(problem)))}\n`
    })
    .join('')

/** Section of a pull request comment. */
export const inputErrorBlocks = ({api, problems}: InputErrorReport): RootContent[] => [
  heading(2, '❓ Not checked', ...(api === undefined ? [] : [': ', {code: api}])),
  ...limitedList(problems, MAX_ERRORS, problem =>
    listItem(
      ...(problem.place ? [textParagraph(`At \`${sayPlace(problem.place)}\`:`)] : []),
      textParagraph(sayProblem(problem))
    )
  ),
  textParagraph('Fix these problems first, then check again.')
]

/** Issues of a GitLab Code Quality report. */
export const inputErrorIssues = ({problems, root}: InputErrorReport) =>
  problems.slice(0, MAX_ERRORS).map(problem => {
    const path = fileOf(problem.place, root) ?? 'tenure.yaml'
    return {
      description: plainText(sayProblem(problem)),
      check_name: 'not-checked',
      fingerprint: createHash('sha256').update(`not-checked ${path} ${problem.message}`).digest('hex').slice(0, 20),
      severity: 'blocker' as const,
      location: {path, lines: {begin: problem.place?.line ?? 1}}
    }
  })

/** JUnit suite whose only case failed to run. */
export function inputErrorSuite({api, problems}: InputErrorReport): string {
  const text = problems
    .map(problem => `${problem.place ? `${sayPlace(problem.place)}: ` : ''}${sayProblem(problem)}`)
    .map(plainText)
    .join('\n')
  const counts = {tests: 1, failures: 0, errors: 1, skipped: 0, time: 0}
  const name = 'input can be read'
  const failed = {name: 'error', attributes: attributes({message: 'not checked', type: 'not-checked'}), text}
  const one = {name: 'testcase', attributes: attributes({name, classname: classOf(api), time: 0}), children: [failed]}
  const suite = {name: 'testsuite', attributes: attributes({name: suiteName('check', api), ...counts}), children: [one]}
  return xmlDocument({name: 'testsuites', children: [suite]})
}

/** JSON output of all errors. */
export function inputErrorsJson({api, problems}: InputErrorReport): string {
  const written: WrittenInputErrors = {
    format: 1,
    command: 'check',
    api,
    notChecked: problems.map(({message, place, example, paste}) => ({
      message,
      place: place && placeJson(place),
      example,
      paste: paste && [...paste]
    }))
  }
  return `${jsonText(written, 2)}\n`
}

/** Lines for a log. */
export const inputErrorLines = ({problems}: InputErrorReport): string =>
  problems
    .slice(0, MAX_ERRORS)
    .map(problem =>
      plainText(`Not checked: ${problem.place ? `${sayPlace(problem.place)}: ` : ''}${sayProblem(problem)}`)
    )
    .map(line => `${line}\n`)
    .join('')
