// Writes the transcripts in README.md and docs/guide/ by running their commands. A comment such as `<!-- lines 1-4, 9 -->`
// before a transcript selects lines. With --check nothing is written, and a stale transcript is an error.
import {spawnSync} from 'node:child_process'
import {readdir, readFile, writeFile} from 'node:fs/promises'
import process from 'node:process'
import {fileURLToPath} from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const TRANSCRIPT = /(<!-- lines ([\d, -]+) -->\n)?```console\n\$ tenure (.*)\n[\s\S]*?```/g

const guides = (await readdir('docs/guide')).sort().map(name => `docs/guide/${name}`)
const stale = []
for (const path of ['README.md', ...guides]) {
  const text = await readFile(path, 'utf8')
  const written = text.replace(TRANSCRIPT, (_, comment = '', lines, command) => {
    const shown = select(outputOf(command, path), lines)
    return `${comment}\`\`\`console\n$ tenure ${command}\n${shown}\n\`\`\``
  })
  if (written === text) continue
  stale.push(path)
  if (!process.argv.includes('--check')) await writeFile(path, written)
}
if (stale.length === 0) console.log('The transcripts are up to date.')
else if (process.argv.includes('--check')) {
  console.error(`Stale transcripts in ${stale.join(', ')}. Run \`npm run readme\`.`)
  process.exitCode = 1
} else console.log(`Wrote the transcripts in ${stale.join(', ')}.`)

function outputOf(command, path) {
  const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare)
  const {stdout, stderr, status} = spawnSync(process.execPath, ['dist/cli.cjs', ...args], {
    encoding: 'utf8',
    env: {...process.env, COLUMNS: '120', NO_COLOR: '1', FORCE_COLOR: undefined, CI: undefined}
  })
  if (status === 2 || status === null) throw new Error(`\`tenure ${command}\` in ${path} failed: ${stderr}`)
  return stdout.trimEnd().split('\n')
}

/** The selected lines, with `…` for those that are left out between and after them. */
function select(lines, ranges) {
  if (ranges === undefined) return lines.join('\n')
  const shown = []
  let last = 0
  for (const range of ranges.split(',')) {
    const [from, to = from] = range.trim().split('-').map(Number)
    if (!(from > last && to >= from)) throw new Error(`\`lines ${ranges}\` aren't in order.`)
    if (from > lines.length) break
    if (from > last + 1) shown.push('…')
    shown.push(...lines.slice(from - 1, to))
    last = to
  }
  if (last < lines.length) shown.push('…')
  return shown.join('\n')
}
