// Commands and options of older versions.

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

/** Replacements of options, also by command and option, which take precedence. */
const OLD_OPTIONS: Readonly<Record<string, Replacement | undefined>> = {
  '--branch': {words: '--releases branch:VALUE'},
  '--dates': {advice: 'Write the days into `releases.json`'},
  '--exit-code': {words: '--fail-on violation'},
  '--jobs': {advice: 'Remove it and its value'},
  '--method': {advice: "Write `--path 'GET /**'` with the method"},
  '--rows': {advice: 'Remove it and its value'},
  '--service': {advice: 'Remove it and its value, and write the name as `service` in the history'},
  'check --all': {advice: 'Run `tenure audit` for past releases'},
  'diff --all': {words: '--verbose'},
  'init --record': {advice: 'Run `tenure record --all` after `tenure init`'},
  'site --out': {words: '--output VALUE'},
  'import --review': {advice: 'With `--output`, the lines to look at go to standard output'},
  '--quiet': {words: ''},
  '--strict': {words: '--fail-on undetermined'}
}

/**
 * Says how the first word of an older version is written now. `undefined` if a command line has none.
 *
 * @param isCommand whether a word is a command of this version
 */
export function sayOldWord(args: readonly string[], isCommand: (name: string) => boolean): string | undefined {
  const command = args.find(arg => Object.hasOwn(OLD_COMMANDS, arg) || isCommand(arg)) ?? ''
  if (Object.hasOwn(OLD_COMMANDS, command)) return sayReplaced(command, {words: OLD_COMMANDS[command] ?? ''})
  for (const arg of args) {
    const [, name = ''] = /^--([a-z-]+)(?:=|$)/.exec(arg) ?? []
    const own = `${command} --${name}`
    const replacement = OLD_OPTIONS[Object.hasOwn(OLD_OPTIONS, own) ? own : `--${name}`]
    if (replacement) return sayReplaced(`--${name}`, replacement)
  }
  return undefined
}

const sayReplaced = (old: string, {words = '', advice}: Replacement): string =>
  `\`${old}\` is from an older version. ${advice ?? (words === '' ? 'Remove it' : `Write \`${words}\``)}, or rewrite the files of this repository with \`tenure record --upgrade\`.`
