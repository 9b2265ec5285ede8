import {defined} from '@tenure/core/model/defined'
import {InputError, type InputProblem} from '@tenure/core/model/input-error'
import {suggestChoices} from '@tenure/core/text/format-choices'
import {createTwoFilesPatch} from 'diff'
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

interface TextLine {
  readonly line: string
  readonly number: number
  readonly start: number
  readonly next: number
}

/** Lines with their offsets, without line endings. */
function* linesOf(text: string): Generator<TextLine> {
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
  const search = new SectionSearch(source)
  let fence: string | undefined
  for (const line of linesOf(text)) {
    const [, marks = '', info = ''] = FENCE.exec(line.line) ?? []
    // Markers and fences in generated content are ignored: inside a section, only its end is searched for.
    if (!search.isOpen && marks !== '') {
      if (fence === undefined && !(marks.startsWith('`') && info.includes('`'))) fence = marks
      else if (fence !== undefined && marks.startsWith(fence) && info.trim() === '') fence = undefined
    } else if (fence === undefined) search.readLine(line)
  }
  return search.finish()
}

/** Finds the sections of a file, line by line. */
class SectionSearch {
  readonly #source: string
  readonly #sections: ManagedSection[] = []
  readonly #problems: InputProblem[] = []
  #open: {part: PartName | undefined; start: number; line: number; indent: string} | undefined

  constructor(source: string) {
    this.#source = source
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  readLine({line, number, start, next}: TextLine): void {
    const [, indent = '', name] = OPENING.exec(line) ?? []
    if (name !== undefined) this.#begin(name, {start: next, line: number, indent})
    else if (CLOSING.test(line)) this.#end(number, start)
  }

  /** The sections. Throws an `InputError` that names everything that is wrong with their markers. */
  finish(): ManagedSection[] {
    if (this.#open) {
      const message = 'This managed section has no end. Close it with `<!-- /tenure -->`.'
      this.#report(message, this.#open.line, '<!-- /tenure -->')
    }
    if (this.#problems.length > 0) throw new InputError(this.#problems)
    return this.#sections
  }

  #begin(name: string, at: {start: number; line: number; indent: string}): void {
    if (this.#open) {
      const message = `The managed section \`${name}\` begins inside the one of line ${this.#open.line}. Close that one with \`<!-- /tenure -->\` first.`
      this.#report(message, at.line)
      return
    }
    const part = isPartName(name) ? name : undefined
    if (part === undefined) {
      const choices = suggestChoices(name, ['all', ...PART_NAMES], 'Parts')
      this.#report(`There is no part \`${name}\`.${choices}`, at.line, '<!-- tenure all -->')
    }
    this.#open = {part, ...at}
  }

  #end(line: number, end: number): void {
    if (!this.#open) {
      const message = 'A managed section ends here but never began. Open it with `<!-- tenure PART -->`.'
      this.#report(message, line, '<!-- tenure all -->')
    } else if (this.#open.part !== undefined) {
      const {part, start, indent} = this.#open
      this.#sections.push({part, start, end, indent})
    }
    this.#open = undefined
  }

  #report(message: string, line: number, example?: string): void {
    this.#problems.push(defined({message, place: {source: this.#source, line, column: 1}, example}))
  }
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
