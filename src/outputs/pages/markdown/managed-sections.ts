import {createTwoFilesPatch} from 'diff'
import {InputError, type InputProblem} from '../../../model/input-error.ts'
import type {SourceLocation} from '../../../model/location.ts'
import {suggestChoices} from '../../../text/format-choices.ts'
import {isPartName, PART_NAMES, type PartName} from './part-names.ts'

/** A managed section: the text between `<!-- tenure PART -->` and `<!-- /tenure -->`, as offsets into the file. */
interface ManagedSection {
  readonly part: PartName
  readonly start: number
  readonly end: number
  /** Indentation of the marker, which the content gets, too. */
  readonly indent: string
}

const OPENING = /^( {0,3})<!--\s*tenure\s+(\S+?)\s*-->[ \t]*$/
const CLOSING = /^ {0,3}<!--\s*\/tenure\s*-->[ \t]*$/
/** A code fence; it is indented if it is in a list. */
const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/

/** Lines with their offsets, without line endings. */
function* linesOf(text: string): Generator<{line: string; number: number; start: number; next: number}> {
  let number = 1
  for (let start = 0; start < text.length; number++) {
    const newline = text.indexOf('\n', start)
    const next = newline === -1 ? text.length : newline + 1
    const end = newline === -1 ? next : text[newline - 1] === '\r' ? newline - 1 : newline
    const line = text.slice(start, end)
    yield {line: number === 1 ? line.replace(/^\ufeff/, '') : line, number, start, next}
    start = next
  }
}

/** Finds the managed sections of a Markdown file. Throws an `InputError` with all problems and their lines. */
function findSections(text: string, source: string): ManagedSection[] {
  const sections: ManagedSection[] = []
  const problems: InputProblem[] = []
  const place = (line: number): SourceLocation => ({source, line, column: 1})
  let open: {part: PartName | undefined; start: number; line: number; indent: string} | undefined
  let fence: string | undefined
  for (const {line, number, start, next} of linesOf(text)) {
    const [, marks = '', info = ''] = FENCE.exec(line) ?? []
    // Markers and fences in generated content are ignored: inside a section, only its end is searched for.
    if (!open && marks !== '') {
      if (fence === undefined && !(marks.startsWith('`') && info.includes('`'))) fence = marks
      else if (fence !== undefined && marks.startsWith(fence) && info.trim() === '') fence = undefined
      continue
    }
    if (fence !== undefined) continue
    const [, indent = '', name] = OPENING.exec(line) ?? []
    if (name !== undefined) {
      if (open) {
        problems.push({
          message: `The managed section \`${name}\` begins inside the one of line ${open.line}. Close that one with \`<!-- /tenure -->\` first.`,
          place: place(number)
        })
        continue
      }
      if (!isPartName(name)) {
        problems.push({
          message: `There is no part \`${name}\`.${suggestChoices(name, ['all', ...PART_NAMES], 'Parts')}`,
          place: place(number),
          example: '<!-- tenure all -->'
        })
      }
      open = {part: isPartName(name) ? name : undefined, start: next, line: number, indent}
    } else if (CLOSING.test(line)) {
      if (!open) {
        problems.push({
          message: 'A managed section ends here but never began. Open it with `<!-- tenure PART -->`.',
          place: place(number),
          example: '<!-- tenure all -->'
        })
      } else if (open.part !== undefined) {
        sections.push({part: open.part, start: open.start, end: start, indent: open.indent})
      }
      open = undefined
    }
  }
  if (open) {
    problems.push({
      message: 'This managed section has no end. Close it with `<!-- /tenure -->`.',
      place: place(open.line),
      example: '<!-- /tenure -->'
    })
  }
  if (problems.length > 0) throw new InputError(problems)
  return sections
}

/**
 * Replaces the content of the managed sections and leaves every other byte unchanged. Throws an `InputError` if there
 * is no section.
 */
export function fillManagedSections(text: string, source: string, render: (part: PartName) => string): string {
  const sections = findSections(text, source)
  if (sections.length === 0) {
    throw new InputError([
      {
        message: 'The file has no managed section. Add these two lines where the change history belongs:',
        paste: ['<!-- tenure all -->', '<!-- /tenure -->'],
        place: {source}
      }
    ])
  }
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n'
  let written = ''
  let at = 0
  for (const {part, start, end, indent} of sections) {
    const lines = render(part).trimEnd().split('\n')
    const body = ['', ...lines, ''].map(line => (line === '' ? '' : indent + line)).join(newline)
    written += text.slice(at, start) + body + newline
    at = end
  }
  return written + text.slice(at)
}

/** Unified diff between the current and the expected text; empty if they are equal. */
export const unifiedDiff = (source: string, stands: string, expected: string): string =>
  stands === expected ? '' : createTwoFilesPatch(source, source, stands, expected, 'as it stands', 'as it should be')
