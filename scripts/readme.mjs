// Writes the rule table of the README between its markers. With --check nothing is written, and a stale one is an error.
import {readFile, writeFile} from 'node:fs/promises'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {build} from 'esbuild'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const {outputFiles} = await build({
  entryPoints: ['rules/index.ts'],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  minify: true
})
const {rules} = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)

const rows = rules.map(({id, level, summary}) => [`\`${id}\``, level, summary])
const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column].length), 4))
const line = cells => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
const table = [
  line(['Rule', 'Level', 'What it asks']),
  `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`,
  ...rows.map(line)
].join('\n')

const readme = await readFile('README.md', 'utf8')
const zone = /(<!-- rules: npm run readme -->\n)[\s\S]*?(<!-- \/rules -->)/
if (!zone.test(readme))
  throw new Error('Unexpected README without `<!-- rules: npm run readme -->`, expected the markers of the rule table')
const written = readme.replace(zone, (_, open, close) => `${open}${table}\n${close}`)
if (written === readme) console.log('The rule table is up to date.')
else if (process.argv.includes('--check')) {
  console.error('Unexpected stale rule table in README.md, expected what `npm run readme` writes')
  process.exitCode = 1
} else {
  await writeFile('README.md', written)
  console.log('Wrote the rule table of README.md.')
}
