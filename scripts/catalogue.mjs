// Writes docs/changes.md, the catalogue of changes, from the code that tells and judges them.
// With --check nothing is written, and a stale page is an error.
import {mkdir, readFile, writeFile} from 'node:fs/promises'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {build} from 'esbuild'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const PAGE = 'docs/changes.md'

const {outputFiles} = await build({
  stdin: {
    contents: [
      "export {CHANGE_CATALOGUE, CHANGE_TOPICS} from './src/text/catalogue/catalogue.ts'",
      "export {CHANGE_KINDS, PROVEN_KINDS, WIDER_KIND} from './src/model/api/change.ts'",
      "export {DEFAULT_EFFECTS} from './src/policy/compatibility/default-effects.ts'"
    ].join('\n'),
    resolveDir: process.cwd(),
    loader: 'ts'
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  minify: true
})
const {CHANGE_CATALOGUE, CHANGE_TOPICS, CHANGE_KINDS, PROVEN_KINDS, WIDER_KIND, DEFAULT_EFFECTS} = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
)

const SIDES = ['request', 'response']
const EFFECTS = {breaking: 'breaking', compatible: 'compatible', review: 'needs review'}

const judged = (kind, side) =>
  CHANGE_KINDS[kind].includes(side) ? EFFECTS[DEFAULT_EFFECTS[kind][side]] : 'is not met there'

function entry(kind) {
  const {title, means, example} = CHANGE_CATALOGUE[kind]
  const decided = PROVEN_KINDS.has(kind)
    ? 'Decided by containment; by the map where containment does not hold.'
    : 'Decided by the map alone.'
  const wider = WIDER_KIND[kind]
  return [
    `### \`${kind}\``,
    `**${title}.** ${means}`,
    [
      ...SIDES.map(side => `- In a ${side}: ${judged(kind, side)}`),
      `- ${decided}${wider ? ` What a policy says of \`${wider}\` holds for it, too.` : ''}`
    ].join('\n'),
    example ? `\`\`\`yaml\n${example.trimEnd()}\n\`\`\`` : 'Only people can state it: no two documents show it.'
  ].join('\n\n')
}

const row = cells => `| ${cells.join(' | ')} |`
const kinds = CHANGE_TOPICS.flatMap(topic => topic.kinds)
const page = [
  '<!-- Written by `npm run catalogue`: do not edit. -->',
  '# Changes',
  'What `tenure diff` tells apart, and how each kind of change is judged where the policy does not say otherwise. A request must keep accepting what it accepted; a response must stay within what it promised. Where a comparison of schemas decides, nothing breaks as long as that holds, whatever the kind; a policy changes the map with `compatibility:`.',
  'In the examples, lines after `# old` are those of the older document, lines after `# new` those of the newer one, and lines after `# both`, as at the start, of both.',
  [
    row(['Kind', 'In a request', 'In a response', 'Decided by']),
    row(['---', '---', '---', '---']),
    ...kinds.map(kind =>
      row([
        `[\`${kind}\`](#${kind})`,
        ...SIDES.map(side => (CHANGE_KINDS[kind].includes(side) ? judged(kind, side) : '–')),
        PROVEN_KINDS.has(kind) ? 'containment' : 'the map'
      ])
    )
  ].join('\n'),
  ...CHANGE_TOPICS.flatMap(topic => [`## ${topic.title}`, ...topic.kinds.map(entry)])
].join('\n\n')
const text = `${page}\n`

const known = await readFile(PAGE, 'utf8').catch(() => undefined)
if (known === text) console.log('The catalogue of changes is up to date.')
else if (process.argv.includes('--check')) {
  console.error(`Unexpected stale ${PAGE}, expected what \`npm run catalogue\` writes`)
  process.exitCode = 1
} else {
  await mkdir('docs', {recursive: true})
  await writeFile(PAGE, text)
  console.log(`Wrote ${PAGE}.`)
}
