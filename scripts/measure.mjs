// Measures tenure beside other tools and writes bench/measured.md. What others wrote is fetched into a cache
// outside of the repository; only figures are kept, in bench/measured/.
// Usage: npm run measure [-- PART …] [--show], with --page for the page alone, with --check for whether it is fresh
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {Missing, machine, run} from './measure/sources.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const PAGE = 'bench/measured.md'
/** In the order of the page. */
const PARTS = [
  'completeness',
  'containment',
  'pairs',
  'versions',
  'speed',
  'graphql',
  'graphql-cases',
  'reads',
  'traffic'
]
/** Beyond it, others had the processor too, and times say little. */
const BUSY = 4

const args = process.argv.slice(2)
const isCheck = args.includes('--check')
const named = args.filter(arg => !arg.startsWith('--'))
const unknown = named.find(name => !PARTS.includes(name))
if (unknown) {
  console.error(`There is no part \`${unknown}\`. Name one of ${PARTS.join(', ')}.`)
  process.exit(2)
}

if (!isCheck && !args.includes('--page')) {
  mkdirSync('bench/measured', {recursive: true})
  for (const name of named.length > 0 ? named : PARTS) {
    console.log(`Measuring ${name}…`)
    const {measure} = await import(`./measure/${name}.mjs`)
    try {
      const measured = await measure({show: args.includes('--show')})
      writeFileSync(fileOf(name), `${JSON.stringify({...machine(), ...measured}, undefined, 2)}\n`)
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      console.error(`Not measured, so that the figures stay as they were: ${error.message}.`)
      process.exitCode = 1
    }
  }
}

if (isCheck) await (await import('./measure/pairs.mjs')).readEntries()
else run('npx', ['biome', 'format', '--write', 'bench/measured'])

const text = `${(await blocks()).join('\n\n')}\n`
const known = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : undefined
if (known === text) console.log(`${PAGE} is up to date.`)
else if (isCheck) {
  console.error(`${PAGE} is stale. Run \`npm run measure -- --page\`.`)
  process.exitCode = 1
} else {
  writeFileSync(PAGE, text)
  console.log(`Wrote ${PAGE}.`)
}

async function blocks() {
  const sections = []
  for (const name of PARTS) {
    if (!existsSync(fileOf(name))) continue
    const figures = JSON.parse(readFileSync(fileOf(name), 'utf8'))
    const {render} = await import(`./measure/${name}.mjs`)
    sections.push(...render(figures, {table}), measuredBy(name, figures))
  }
  return [
    '<!-- Written by `npm run measure`: do not edit. -->',
    '# Measured',
    'How tenure compares with other tools, in figures that you can make again: each table names its command. The commands fetch what others published into a cache outside of the repository (`TENURE_MEASURE` names another folder), and what a machine lacks (Go, Python, Rust) is left out and named.',
    ...sections
  ]
}

function measuredBy(name, {date, processor, cores, node, load, isTimed}) {
  const busy = isTimed && load > BUSY ? ` The machine was busy (load ${load}), so that times are provisional.` : ''
  return `\`npm run measure -- ${name}\`, ${date}, ${processor}, ${cores} cores, Node ${node}.${busy}`
}

function fileOf(name) {
  return `bench/measured/${name}.json`
}

function table(header, rows) {
  const line = cells => `| ${cells.map(cell => String(cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`
  const width = header.length
  return [header, header.map(() => '---'), ...rows.map(row => [...row, ...Array(width - row.length).fill('')])]
    .map(line)
    .join('\n')
}
