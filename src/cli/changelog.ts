import {judgeAll} from '../lint.ts'
import {refuse} from '../model/problem.ts'
import {readText, writeWhole} from '../read/disk.ts'
import {partAsMarkdown} from '../render/changelog.ts'
import {isPartName, PART_NAMES, type PartName} from '../render/part-names.ts'
import {diffOf, fillZones} from '../render/zones.ts'
import {plainText} from '../report/plain-text.ts'
import {EXIT, type Io} from './io.ts'
import {type CommonOptions, openSession} from './session.ts'

export interface ChangelogOptions extends CommonOptions {
  /** A Markdown file whose zones are filled. */
  readonly write?: string | undefined
  /** A Markdown file whose zones must be as they would be filled. */
  readonly check?: string | undefined
  readonly part?: string | undefined
}

/** The change history as Markdown: printed, or in the zones of a file. */
export function run({write, check, part = 'all', ...common}: ChangelogOptions, io: Io): number {
  if (!isPartName(part)) {
    const known = ['all', ...PART_NAMES].map(name => `\`${name}\``).join(', ')
    throw refuse(`Unexpected part \`${part}\` for --part, expected one of ${known}`)
  }
  if (write !== undefined && check !== undefined)
    throw refuse('Unexpected --write beside --check, expected one of them')
  const file = write ?? check
  // A file that cannot be read is told before any work is done.
  const stands = file === undefined ? undefined : readText(file)
  const {history, policy} = openSession(common, io)
  const judgements = judgeAll(history, policy)
  const render = (name: PartName): string => partAsMarkdown(name, history, judgements, policy)
  if (file === undefined || stands === undefined) {
    io.out(render(part))
    return EXIT.fine
  }
  const expected = fillZones(stands, file, render)
  if (write !== undefined) {
    if (expected !== stands) writeWhole(file, expected)
    return EXIT.fine
  }
  if (expected === stands) return EXIT.fine
  io.out(diffOf(file, stands, expected).split(/\r?\n/).map(plainText).join('\n'))
  io.err(`The change history in ${plainText(file)} is stale: run \`tenure changelog --write ${plainText(file)}\`\n`)
  return EXIT.findings
}
