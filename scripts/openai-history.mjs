// npm run -s openai-history -- FOLDER: what OpenAI announced and shut down by its own word, as a history file. The
// folder holds `ground-truth.json` (dates of the vendor's deprecations page).
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('Name the folder with `ground-truth.json`.\n')
  process.exit(2)
}
const {entries} = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8'))

/** A pattern of paths is the prefix in it. */
const subjectOf = operation => (operation.startsWith('*') ? `${operation.replaceAll('*', '')}/**` : operation)

const lines = new Map()
const add = (day, line) => lines.set(day, [...(lines.get(day) ?? []), line])
for (const {announced, shutdown, specOps, system, replacement} of entries) {
  for (const operation of specOps) {
    const note = `, note: "${system}${replacement === null ? '' : `, use ${replacement}`}"`
    if (announced === null) add(shutdown, `      - {removed: ${subjectOf(operation)}${note}}`)
    else add(announced, `      - {deprecated: "${subjectOf(operation)}", sunset: ${shutdown}${note}}`)
  }
}

const out = [
  'service: OpenAI API',
  '# Its announcements are on other pages too: silence says nothing.',
  'complete: false',
  'releases:'
]
for (const [day, changes] of [...lines].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  out.push(`  - on: ${day}`, '    via: https://platform.openai.com/docs/deprecations', '    changes:', ...changes)
}
process.stdout.write(`${out.join('\n')}\n`)
