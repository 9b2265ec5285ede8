import {chmodSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {TODAY} from '../gate/scenario.ts'
import {type CommandResult, folder, REPOSITORY, run} from './run.ts'

// Runs the lines of a recipe for a CI service with the variables that the service sets. Only `npm` and `npx` are
// replaced: they install nothing and run the built command.

/** Returns the code block of a page that has these words after its fence. */
export function recipe(page: string, words: string): string {
  const [, text] = new RegExp(`^\`\`\`${words}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(read(page)) ?? []
  if (text === undefined) throw new Error(`Unexpected lack of a block \`${words}\` in ${page}`)
  return text
}

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8')

/** A folder for `PATH` with an `npx` that accepts only our package and downloads nothing. */
function tools(): string {
  const command = `'${process.execPath}' '${join(REPOSITORY, 'dist/cli.cjs')}'`
  const onToday = `exec ${command} "$@" --as-of ${TODAY}\n`
  // npm reads the files of its working folder, so it must not run in the checkout.
  const install = `[ "$1 $2" = "install --prefix" ] && [ "$(pwd -P)" = "$(cd "$3" && pwd -P)" ] && [ -z "$(ls -A)" ] || exit 99
case "$*" in *--ignore-scripts*"git+https://HOST/OWNER/tenure.git#COMMIT") ;; *) exit 99 ;; esac
mkdir -p node_modules/.bin && cp "$(command -v tenure)" node_modules/.bin/tenure
`
  const path = folder({
    npx: `#!/bin/sh\n[ "$1 $2" = "--no tenure" ] || { echo "not ours: $*" >&2; exit 99; }\nshift 2\n${onToday}`,
    npm: `#!/bin/sh\n[ "$1" != ci ] || exit 0\n${install}`,
    tenure: `#!/bin/sh\n${onToday}`
  })
  for (const name of ['npx', 'npm', 'tenure']) chmodSync(join(path, name), 0o755)
  return path
}

const PATH = `${tools()}:${process.env.PATH}`

export const shell = (text: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<CommandResult> =>
  run('bash', ['-e', '-o', 'pipefail', '-c', text], {cwd, env: {...env, PATH}})
