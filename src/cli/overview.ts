import type {Argv} from 'yargs'
import {COMMAND_NAMES, COMMANDS, GROUPS, isCommandName, usageOf} from './command-list.ts'

const EXIT_CODES = [
  'Exit codes:',
  '  0  no errors',
  '  1  findings at error level',
  '  2  failed: wrong options, or input that cannot be read',
  '  3  undetermined (with --fail-on undetermined, and from next-version)',
  'If several apply, the first of 2, 1, 3, and 0 is returned.'
].join('\n')

/** Adds what the help shows without a command. */
export const describeProgram = (cli: Argv): Argv =>
  cli
    .usage(overview())
    .example([
      ['tenure init', 'start in this repository'],
      ['tenure check', 'check this change in CI'],
      ['tenure audit --policy kubernetes', 'check the past against another policy'],
      ["tenure due 'GET /v1/loans'", 'when it can be removed'],
      ["tenure due 'GET /v1/loans' --end 2027-01-01", 'the last day to announce a removal on that day'],
      ['tenure due --within 6m', 'removals in the next six months']
    ])
    .epilogue(EXIT_CODES)

/** First part of the output of `tenure --help`. */
function overview(): string {
  const width = Math.max(...COMMAND_NAMES.map(name => usageOf(name).length))
  const groups = Object.entries(GROUPS).map(([title, commands]) => {
    const names = Object.keys(commands).filter(isCommandName)
    const lines = names.map(name => `  tenure ${usageOf(name).padEnd(width)}  ${COMMANDS[name].summary}`)
    return [title, ...lines].join('\n')
  })
  return [
    'tenure COMMAND [OPTIONS]',
    'Keeps your API deprecation policy: checks changes, plans removals, and writes the changelog.',
    ...groups
  ].join('\n\n')
}
