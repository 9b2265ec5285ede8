// Commands and options of older versions, and how they are written now.

/** How something of an older version is written now. */
interface Replacement {
  /** Words that say the same, with `VALUE` for the value of the option. Empty if nothing needs to be written. */
  readonly words?: string
  /** What a person does instead, if no words say the same. */
  readonly advice?: string
}

const OLD_COMMANDS: Readonly<Record<string, string>> = {
  fleet: 'report',
  import: 'record --import',
  rules: 'explain',
  when: 'due',
  worker: 'node_modules/tenure/dist/worker.cjs'
}

/** Replacements of options, also by command and option, which take precedence; `undefined` for one that a new command has. */
const OLD_OPTIONS: Readonly<Record<string, Replacement | undefined>> = {
  '--against': {advice: 'Write `clients: supported` in the policy'},
  '--branch': {words: '--releases branch:VALUE'},
  '--compare': {advice: 'Write the URL as `links: {compare: URL}` in `tenure.yaml`'},
  '--context': {advice: 'Write `--format json`, which prints the data'},
  '--dates': {advice: 'Write the days into `releases.json`'},
  '--docs': {advice: 'Write the URL as `links: {docs: URL}` in `tenure.yaml`'},
  '--exit-code': {words: '--fail-on violation'},
  '--flavor': {words: '--template VALUE'},
  '--from': {advice: 'Write the range as `A..B`'},
  '--jobs': {advice: 'Remove it and its value'},
  '--last': {advice: 'Name the first release with `--since`'},
  '--link': {advice: 'Write the URL as `links: {line: URL}` in `tenure.yaml`'},
  '--method': {advice: "Write `--path 'GET /**'` with the method"},
  '--rows': {advice: 'Remove it and its value'},
  '--service': {advice: 'Remove it and its value, and write the name as `service` in the history'},
  'check --all': {advice: 'Run `tenure audit` for past releases'},
  'check --baseline': {advice: 'Remove it and its value: what the target already has never fails a change'},
  'check --direction': {advice: 'Remove it and its value, and write `skew` in the policy'},
  'check --write-baseline': {advice: 'Remove it and its value: what the target already has never fails a change'},
  'diff --all': {words: '--verbose'},
  'import --review': {advice: 'With `--output`, the lines to look at go to standard output'},
  'init --record': {advice: 'Run `tenure record --all` after `tenure init`'},
  'probe --from': undefined,
  '--quiet': {words: ''},
  'site --out': {words: '--output VALUE'},
  '--strict': {words: '--fail-on undetermined'},
  '--tags': {words: '--releases tags:VALUE'},
  '--to': {advice: 'Write the range as `A..B`'}
}

const findReplacement = (command: string, option: string): Replacement | undefined =>
  OLD_OPTIONS[Object.hasOwn(OLD_OPTIONS, `${command} ${option}`) ? `${command} ${option}` : option]

const OPTION = /^(--[a-z-]+)(?:=([\s\S]*))?$/

/**
 * Says how the first word of an older version is written now. `undefined` if a command line has none.
 *
 * @param isCommand whether a word is a command of this version
 */
export function sayOldWord(args: readonly string[], isCommand: (name: string) => boolean): string | undefined {
  const command = args.find(arg => Object.hasOwn(OLD_COMMANDS, arg) || isCommand(arg)) ?? ''
  const upgrade = 'or rewrite the files of this repository with `tenure record --upgrade`.'
  if (Object.hasOwn(OLD_COMMANDS, command))
    return `${sayReplaced(command, {words: OLD_COMMANDS[command] ?? ''})}, ${upgrade}`
  for (const arg of args) {
    const [, name = ''] = OPTION.exec(arg) ?? []
    const replacement = findReplacement(command, name)
    if (replacement) return `${sayReplaced(name, replacement)}, ${upgrade}`
  }
  return undefined
}

const sayReplaced = (old: string, {words = '', advice}: Replacement): string =>
  `\`${old}\` is from an older version. ${advice ?? (words === '' ? 'Remove it' : `Write \`${words}\``)}`

/** A line that can't be rewritten, counted from 1, and what to do. */
export interface OldLine {
  readonly line: number
  readonly message: string
}

/** The program at the beginning of a call: by its name, also with a path or version, or in a variable. */
const PROGRAM = /(?<![\w$@.-])(?:[\w.@~-]*\/)*(?:tenure(?:@[\w.^~-]+)?|\$TENURE|\$\{TENURE[^}\n]*\})["']?(?=[ \t])/g

interface Word {
  readonly text: string
  readonly from: number
  readonly to: number
}

/**
 * Rewrites the calls in a script or a CI recipe from the words of older versions. Every other byte is kept.
 *
 * @param isCommand whether a word is a command of this version
 */
export function upgradeCalls(
  text: string,
  isCommand: (name: string) => boolean
): {readonly text: string; readonly left: readonly OldLine[]} {
  const left: OldLine[] = []
  let upgraded = ''
  let done = 0
  for (const {index, 0: program} of text.matchAll(PROGRAM)) {
    const words = wordsFrom(text, index + program.length, quotesAround(text, index))
    const [command] = words
    if (!command || !(Object.hasOwn(OLD_COMMANDS, command.text) || isCommand(command.text) || command.text === 'fleet'))
      continue
    const replace = (from: number, to: number, by: string): void => {
      upgraded += text.slice(done, from) + by
      done = to
    }
    const now = OLD_COMMANDS[command.text]
    if (now !== undefined) replace(command.from, command.to, now)
    const isStrict = words.some(word => word.text === '--strict')
    for (const [at, word] of words.entries()) {
      const [, name = '', inline] = OPTION.exec(word.text) ?? []
      const replacement = findReplacement(command.text, name)
      if (!replacement) continue
      const {words: fresh} = replacement
      const next = words[at + 1]
      const takesNext = fresh?.includes('VALUE') === true && inline === undefined
      if (fresh === undefined || (takesNext && !next)) {
        left.push({line: text.slice(0, word.from).split('\n').length, message: `${sayReplaced(name, replacement)}.`})
        continue
      }
      const value = inline ?? next?.text ?? ''
      const by = name === '--exit-code' && isStrict ? '' : insertValue(fresh, value)
      const to = takesNext && next ? next.to : word.to
      if (by === '') replace(spaceBefore(text, word.from), to, '')
      else replace(word.from, to, by)
    }
  }
  return {text: upgraded + text.slice(done), left}
}

/** Puts the value in place of `VALUE`. What stands before it goes into the quotes of the value. */
const insertValue = (words: string, value: string): string =>
  words.replace(/(\S*)VALUE/, (_, prefix: string) =>
    /^["']/.test(value) ? `${value[0]}${prefix}${value.slice(1)}` : `${prefix}${value}`
  )

const spaceBefore = (text: string, at: number): number => at - (/[ \t]*$/.exec(text.slice(0, at))?.[0].length ?? 0)

/** Quotes that are open at a place in a line, and so end a call that begins there. */
function quotesAround(text: string, at: number): string {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return ['"', "'"].filter(quote => before.split(quote).length % 2 === 0).join('')
}

/** The words of a call up to its end: of the line, unless it's continued, of the command, or of the quotes around it. */
function wordsFrom(text: string, start: number, quotes: string): Word[] {
  const isQuoted = (quote: string): boolean => !quotes.includes(quote)
  const word = new RegExp(
    `(?:[ \\t]|\\\\\\r?\\n)+((?:[^\\s"'\`;|&()<>\\\\#]|\\\\[^\\n]${isQuoted("'") ? "|'[^'\\n]*'" : ''}${isQuoted('"') ? '|"[^"\\n]*"' : ''})+)`,
    'y'
  )
  word.lastIndex = start
  const words: Word[] = []
  for (let found = word.exec(text); found; found = word.exec(text)) {
    const written = found[1] ?? ''
    words.push({text: written, from: word.lastIndex - written.length, to: word.lastIndex})
  }
  return words
}
