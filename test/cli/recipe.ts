import {chmodSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {TODAY} from '../gate/scenario.ts'
import {folder, HOUSE, type Ran, run} from './run.ts'

// Recipes for CI services run as the service would run them, as far as a machine without that service can: their own
// lines, with the variables that the service sets. Only `npm` and `npx` are ours: they install nothing, and run the
// built command.

/** Returns the code block of a page that has these words after its fence. */
export function recipe(page: string, words: string): string {
  const [, text] = new RegExp(`^\`\`\`${words}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(read(page)) ?? []
  if (text === undefined) throw new Error(`Unexpected lack of a block \`${words}\` in ${page}`)
  return text
}

const read = (path: string): string => readFileSync(join(HOUSE, path), 'utf8')

/** A folder for the path, with an `npx` that takes no other package than ours, and downloads none. */
function tools(): string {
  const command = `'${process.execPath}' '${join(HOUSE, 'dist/cli.cjs')}'`
  // A report is about the day of the run that wrote the facts.
  const onToday = `[ "$1 $2" = "fleet report" ] || set -- "$@" --as-of ${TODAY}\nexec ${command} "$@"\n`
  // Like npm, it reads the files of the folder that it runs in, so that must not be the checkout.
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

export const shell = (text: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  run('bash', ['-e', '-o', 'pipefail', '-c', text], {cwd, env: {...env, PATH}})
