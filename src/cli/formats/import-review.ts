import type {ImportRemark, ImportResult} from '@tenure/import/import'
import type {InputProblem} from '../../model/input-error.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {formatCount, formatList} from '../../text/format-values.ts'

/** How a line was handled in which no change was found. */
const OUTCOMES = {
  note: 'kept as text',
  derived: 'left out, because it follows from the history and the policy',
  unread: 'skipped'
} as const satisfies Record<ImportRemark['kind'], string>

/** Remarks by what a person should do with them, the most urgent first. */
const REVIEW_GROUPS: readonly (readonly [title: string, advice: string, has: (remark: ImportRemark) => boolean])[] = [
  ['Changes without a release', 'Add each one to its release.', ({lacks}) => lacks === 'release'],
  [
    'Lines that might state a change of the API',
    'Add a line under `changes` for each one that does, and delete it from `markdown` if that says it all.',
    ({lacks}) => lacks === 'form'
  ],
  ['Headings, dates, and blocks that were skipped', 'Add what the history needs.', ({kind}) => kind === 'unread'],
  ['Other lines kept as text', 'Pages show them as they are.', ({kind}) => kind === 'note'],
  ['Lines that were left out', 'They follow from the history and the policy.', ({kind}) => kind === 'derived']
]

/** Maximum number of lines to print, and of characters of each line. */
const SHOWN = 20
const MOST_CHARACTERS = 300

/** A Markdown list of what a person should look at after an import, with the lines of the document. */
export function reviewOf(file: string, result: ImportResult): string {
  const groups = byGroup(result.remarks).flatMap(([[title, advice], remarks]) => [
    '',
    `## ${title} (${remarks.length})`,
    '',
    advice,
    '',
    ...remarks.map(({line, text}) => `- [ ] line ${line}: ${codeSpan(oneLine(text))}`)
  ])
  const all = groups.length === 0 ? ['', 'All lines were understood.'] : groups
  return `${[`# Review of the import of ${plainText(file)}`, '', describeImport(file, result), ...all].join('\n')}\n`
}

/** The lines to look at, for a terminal: the most urgent ones, and how many more there are. */
export function listRemarks(file: string, {remarks}: ImportResult): string[] {
  const urgent = byGroup(remarks).flatMap(([, members]) => members)
  const more = urgent.length - SHOWN
  return [
    ...urgent.slice(0, SHOWN).map(({line, kind, text}) => `${file}:${line}: ${OUTCOMES[kind]}: ${oneLine(text)}`),
    ...(more > 0 ? [`… and ${formatCount(more, 'more line')}. With \`--output FILE\`, all are printed.`] : [])
  ]
}

/** Each group that has remarks. A remark is in the first group that it fits. */
function byGroup(remarks: readonly ImportRemark[]) {
  return REVIEW_GROUPS.flatMap((group, at) => {
    const members = remarks.filter(each => REVIEW_GROUPS.findIndex(([, , has]) => has(each)) === at)
    return members.length === 0 ? [] : [[group, members] as const]
  })
}

const MOST_PROBLEMS = 5

/** The problems to report for a document without a change: how a change is written, and lines that might state one. */
export const describeEmptyImport = (file: string, {remarks}: ImportResult): InputProblem[] => [
  {
    message:
      'No API change was found, so nothing was written. A change is a list item, a table row, or a sentence below the heading of a release, and names an endpoint or a field.',
    place: {source: file},
    example: '- Removed `GET /v1/loans`'
  },
  ...remarks
    .filter(({lacks}) => lacks !== undefined)
    .slice(0, MOST_PROBLEMS)
    .map(({line, lacks, text}) => ({
      message: `${oneLine(text)} (${lacks === 'release' ? 'below no heading of a release' : 'no form that import knows'})`,
      place: {source: file, line}
    }))
]

/** A text that says how much was imported, and how the lines without a change were handled. */
export function describeImport(file: string, {counts: {changes, releases}, remarks}: ImportResult): string {
  const read = `Imported ${formatCount(changes, 'change')} in ${formatCount(releases, 'release')} from ${file}.`
  if (remarks.length === 0) return read
  const kinds = Object.entries(OUTCOMES).flatMap(([kind, outcome]) => {
    const count = remarks.filter(each => each.kind === kind).length
    if (count === 0) return []
    const [was, it] = count === 1 ? ['was', 'it follows'] : ['were', 'they follow']
    return [`${count} ${was} ${outcome.replace('it follows', it)}`]
  })
  const lost = remarks.filter(({lacks}) => lacks === 'release').length
  const homeless = lost === 0 ? '' : ` ${formatCount(lost, 'change')} ${lost === 1 ? 'has' : 'have'} no release.`
  return `${read}${homeless} Found no change in ${formatCount(remarks.length, 'line')}: ${formatList(kinds)}.`
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line
}

/** A text as code, so that none of it is read as Markdown. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${space}${plainText(text)}${space}${fence}`
}
