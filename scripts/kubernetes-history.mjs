// npm run -s kubernetes-history -- FOLDER: what Kubernetes announced and removed by its own word, as a history file.
// The folder holds the specs, `releases.json` and `declared-deprecations.json` (rules on paths, from the project's
// lifecycle declarations and its deprecation guide; Apache-2.0).
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('Name the folder with `declared-deprecations.json`.\n')
  process.exit(2)
}
const read = name => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const {releases} = read('releases.json')
const {rules} = read('declared-deprecations.json')
const paths = new Set(releases.flatMap(({file}) => Object.keys(read(file).paths)))

/** The places of a resource: alone, in a namespace, and watched. */
const stemsOf = ({pathRegex}) => {
  const pattern = new RegExp(pathRegex)
  const found = [...paths].flatMap(path => pattern.exec(path)?.[0].replace(/\/$/, '') ?? [])
  return [...new Set(found)].sort()
}

/** The same resource in the group and version that is to be used instead, where it is served in the same place. */
function replacementOf(stem, {apiVersion, replacement}) {
  if (typeof replacement !== 'string') return undefined
  const moved = stem.replace(`/apis/${apiVersion}/`, `/apis/${replacement}/`)
  return moved !== stem && [...paths].some(path => path === moved || path.startsWith(`${moved}/`)) ? moved : undefined
}

const lines = new Map(releases.map(({version}) => [version, []]))
for (const rule of rules) {
  for (const stem of stemsOf(rule)) {
    const instead = replacementOf(stem, rule)
    const replacement = instead === undefined ? '' : `, replacement: "${instead}/**"`
    lines.get(rule.deprecatedIn)?.push(`      - {deprecated: "${stem}/**"${replacement}}`)
    lines.get(rule.removedIn)?.push(`      - {removed: "${stem}/**"${replacement}}`)
  }
}

// The rules say what was deprecated and removed, and not all that was announced.
const out = ['service: Kubernetes', 'policy: kubernetes', 'complete: false', 'releases:']
for (const {version, date} of releases) {
  const changes = lines.get(version)
  out.push(`  - release: "${version}"`, `    date: ${date}`)
  if (changes.length > 0) out.push('    changes:', ...changes)
}
process.stdout.write(`${out.join('\n')}\n`)
