// Turns the changesets into the next section of CHANGELOG.md, and sets the version that they ask for.
// Usage: npm run release:version [-- DAY]; with --notes, only prints the section of this version.
import {execFileSync} from 'node:child_process'
import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import semver from 'semver'
import {parse} from 'yaml'

const FOLDER = '.changeset'
const CHANGELOG = 'CHANGELOG.md'
/** Pages whose recipes name the version that they install. */
const PINNED = ['README.md', 'docs/guide/gate-elsewhere.md', 'integrations/spark/README.md']
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
/** What stands before a version of ours in a recipe, and the version. */
const PIN = /((?:#|@|--branch )v|\btenure[:-])\d+\.\d+\.\d+/g
/** The parts of a version that a changeset can name, the smallest first. */
const PARTS = ['patch', 'minor', 'major']
const UNRELEASED = '## [Unreleased]'

const {name, version} = JSON.parse(readFileSync('package.json', 'utf8'))

/** Exit code 2, as the command does for input that can't be read. */
function refuse(message) {
  console.error(message)
  process.exit(2)
}

/** The part of the version that a changeset raises, and its entries by their kind. */
function readChangeset(file) {
  const path = `${FOLDER}/${file}`
  const [, head, body] = readFileSync(path, 'utf8').match(/^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/) ?? []
  if (head === undefined)
    refuse(`\`${path}\` doesn't begin with front matter. Copy the example in \`${FOLDER}/README.md\`.`)
  const packages = Object.entries(parse(head) ?? {})
  const [part] = packages.flatMap(([key, value]) => (key === name ? [value] : []))
  if (packages.length !== 1 || !PARTS.includes(part))
    refuse(`The front matter of \`${path}\` isn't \`"${name}": PART\`. PART is \`patch\`, \`minor\`, or \`major\`.`)
  const entries = body
    .trim()
    .split(/\r?\n(?=\S)/)
    .map(
      text => text.match(/^(\w+): *(\S[\s\S]*)$/) ?? refuse(`\`${path}\` has a line without a heading: \`${text}\`.`)
    )
  for (const [, kind] of entries) {
    if (!KINDS.includes(kind)) refuse(`\`${kind}\` in \`${path}\` isn't a heading. Use one of: ${KINDS.join(', ')}.`)
  }
  return {part, entries: entries.map(([, kind, text]) => ({kind, text: `- ${text.trim()}`}))}
}

/** The text before the section of what isn't released, the section itself, and what comes after it. */
function readChangelog() {
  const text = readFileSync(CHANGELOG, 'utf8')
  const start = text.indexOf(UNRELEASED)
  if (start === -1) refuse(`\`${CHANGELOG}\` has no section \`${UNRELEASED}\`.`)
  const rest = text.slice(start + UNRELEASED.length)
  const end = rest.search(/^## /m)
  return {
    before: text.slice(0, start),
    unreleased: (end === -1 ? rest : rest.slice(0, end)).trim(),
    after: end === -1 ? '' : rest.slice(end)
  }
}

/** The section of a version, without its heading; `undefined` if it isn't released. */
function sectionOf(version) {
  const [, section] = readFileSync(CHANGELOG, 'utf8').split(`## [${version}] - `)
  return section?.replace(/^.*\n/, '').split(/^## /m)[0].trim()
}

/** A section with the entries below their headings, in the order of Keep a Changelog. */
function addEntries(section, entries) {
  const parts = section === '' ? [] : section.split(/^### /m).filter(Boolean)
  const texts = new Map(parts.map(part => [part.match(/^.*/)[0], part.replace(/^.*\n*/, '').trim()]))
  const unknown = [...texts.keys()].find(kind => !KINDS.includes(kind))
  if (unknown !== undefined)
    refuse(`\`${unknown}\` in \`${CHANGELOG}\` isn't a heading. Use one of: ${KINDS.join(', ')}.`)
  for (const {kind, text} of entries) texts.set(kind, [texts.get(kind), text].filter(Boolean).join('\n'))
  return KINDS.filter(kind => texts.has(kind))
    .map(kind => `### ${kind}\n\n${texts.get(kind)}`)
    .join('\n\n')
}

const changesets = readdirSync(FOLDER)
  .filter(file => file.endsWith('.md') && file !== 'README.md')
  .sort()
  .map(file => ({file, ...readChangeset(file)}))

if (process.argv.includes('--notes')) {
  const notes =
    sectionOf(version) ?? refuse(`\`${CHANGELOG}\` has no section of ${version}. Run \`npm run release:version\`.`)
  console.log(notes)
} else if (changesets.length === 0) {
  console.log(`\`${FOLDER}\` has no changesets, so the version stays ${version}.`)
} else {
  const {before, unreleased, after} = readChangelog()
  const part = PARTS[Math.max(...changesets.map(each => PARTS.indexOf(each.part)))]
  // The version in package.json is the next one until it has a section: that is how the first release gets its number.
  const next = sectionOf(version) === undefined ? version : semver.inc(version, part)
  const day = process.argv[2] ?? new Date().toISOString().slice(0, 10)
  const section = addEntries(
    unreleased,
    changesets.flatMap(each => each.entries)
  )
  writeFileSync(CHANGELOG, `${before}${UNRELEASED}\n\n## [${next}] - ${day}\n\n${section}\n${after && `\n${after}`}`)
  if (next !== version)
    execFileSync('npm', ['version', next, '--no-git-tag-version'], {
      stdio: 'ignore',
      shell: process.platform === 'win32'
    })
  for (const path of PINNED.filter(path => existsSync(path)))
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(PIN, (_, before) => `${before}${next}`)
    )
  for (const {file} of changesets) rmSync(join(FOLDER, file))
  const count = changesets.length === 1 ? '1 changeset' : `${changesets.length} changesets`
  console.log(`${CHANGELOG} has a section of ${next}, made of ${count}.`)
}
