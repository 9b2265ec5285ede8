import {createColors} from 'picocolors'
import type {Context} from '../../app/context.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {jsonText} from '../../text/escape.ts'
import {EXIT} from '../exit-codes.ts'

/** What a command printed about one API. */
export interface ApiAnswer {
  readonly name: string
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Prints what a command answered for each API: a row for each and its section, one Markdown page, or JSON. */
export function printApiAnswers(
  answers: readonly ApiAnswer[],
  kind: 'json' | 'report' | 'page',
  context: Context
): void {
  for (const {name, err} of answers) context.err(sayOf(name, err))
  if (kind === 'json') {
    const apis = answers.map(({name, code, out, err}) => ({
      name,
      exitCode: code,
      ...(out === '' ? {error: err.trimEnd()} : {report: JSON.parse(out)})
    }))
    context.out(`${jsonText({apis}, 2)}\n`)
    return
  }
  if (kind === 'page') {
    const pages = answers.filter(({out}) => out !== '')
    context.out(pages.map(({name, out}) => (out.startsWith('# ') ? out : `# ${name}\n\n${out}`)).join('\n'))
    return
  }
  const {bold} = createColors(context.color)
  const width = Math.max(...answers.map(({name}) => name.length))
  const rows = answers.map(({name, out, err, code}) => {
    const [first] = (out || err).split('\n')
    const answer = first || 'done'
    return `  ${plainText(name.padEnd(width))}  ${code === EXIT.failed && out === '' ? `failed: ${answer}` : answer}\n`
  })
  const sections = answers
    .filter(({out}) => out.trimEnd().includes('\n'))
    .map(({name, out}) => `\n${bold(plainText(name))}\n${out}`)
  context.out(`${bold(`${answers.length} APIs`)}\n${rows.join('')}${sections.join('')}`)
}

/** The messages about one API. */
export const sayOf = (name: string, err: string): string =>
  err
    .split('\n')
    .filter(Boolean)
    .map(line => `${plainText(name)}: ${line}\n`)
    .join('')
