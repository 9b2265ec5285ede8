// Writes docs/reference/changes.md, the kinds of change, from the code that describes and judges them.
// With --check nothing is written, and a stale page is an error.
import {mkdir, readFile, writeFile} from 'node:fs/promises'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {build} from 'esbuild'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const PAGE = 'docs/reference/changes.md'

const {outputFiles} = await build({
  stdin: {
    contents: [
      "export {CHANGE_CATALOG, CHANGE_TOPICS} from './src/languages/openapi/catalog/catalog.ts'",
      "export {CRD_CHANGES} from './src/languages/crd/catalog.ts'",
      "export {GRAPHQL_CHANGES} from './src/languages/graphql/catalog.ts'",
      "export {MCP_CHANGES} from './src/languages/mcp/catalog.ts'",
      "export {kindOf} from './src/languages/kinds.ts'"
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
const {CHANGE_CATALOG, CHANGE_TOPICS, CRD_CHANGES, GRAPHQL_CHANGES, MCP_CHANGES, kindOf} = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
)

/** The kinds of all languages, with those that only one has in topics of their own. */
const CATALOG = {...CHANGE_CATALOG, ...CRD_CHANGES, ...GRAPHQL_CHANGES, ...MCP_CHANGES}
const TOPICS = [
  ...CHANGE_TOPICS,
  {title: 'Custom resources', kinds: Object.keys(CRD_CHANGES)},
  {title: 'GraphQL', kinds: Object.keys(GRAPHQL_CHANGES)},
  {title: 'Tools of MCP servers', kinds: Object.keys(MCP_CHANGES)}
]

const SIDES = ['request', 'response']
const EFFECTS = {breaking: 'breaking', compatible: 'compatible', review: 'needs review'}

const DECIDED = {
  always: 'Compatible if the schemas prove it, whatever the kind.',
  sometimes: 'Decided by the kind, unless the comparison proves another effect, or cannot tell.',
  never: 'Decided by the kind alone.'
}

const judged = (kind, side, otherwise = 'not applicable') => EFFECTS[kindOf(kind).effects[side]] ?? otherwise

function entry(kind) {
  const {title, means, example} = CATALOG[kind]
  const {proof, wider} = kindOf(kind)
  const decided = DECIDED[proof ?? 'never']
  return [
    `### \`${kind}\``,
    `**${title}.** ${means}`,
    [
      ...SIDES.map(side => `- In a ${side}: ${judged(kind, side)}`),
      `- ${decided}${wider ? ` A policy entry for \`${wider}\` applies to it, too.` : ''}`
    ].join('\n'),
    example
      ? `\`\`\`${kind in GRAPHQL_CHANGES ? 'graphql' : 'yaml'}\n${example.trimEnd()}\n\`\`\``
      : "Only people can state it, because API descriptions don't show it."
  ].join('\n\n')
}

const row = cells => `| ${cells.join(' | ')} |`
const kinds = TOPICS.flatMap(topic => topic.kinds)
const page = [
  '<!-- Written by `npm run catalog`: do not edit. -->',
  '# Kinds of change',
  'The kinds of change that `tenure diff` reports, and the effect of each unless the policy sets another one under `compatibility:`. A request must keep accepting what it accepted, and a response must keep to what it documented. Where schemas prove that a change is compatible, it is, whatever its kind.',
  'In the examples, lines after `# old` are in the older document, lines after `# new` in the newer one, and lines after `# both`, or at the start, in both.',
  [
    row(['Kind', 'In a request', 'In a response', 'Decided by']),
    row(['---', '---', '---', '---']),
    ...kinds.map(kind =>
      row([
        `[\`${kind}\`](#${kind})`,
        ...SIDES.map(side => judged(kind, side, '–')),
        kindOf(kind).proof === undefined ? 'kind' : 'schemas, then kind'
      ])
    )
  ].join('\n'),
  ...TOPICS.flatMap(topic => [`## ${topic.title}`, ...topic.kinds.map(entry)])
].join('\n\n')
const text = `${page}\n`

const known = await readFile(PAGE, 'utf8').catch(() => undefined)
if (known === text) console.log('The kinds of change are up to date.')
else if (process.argv.includes('--check')) {
  console.error(`${PAGE} is stale. Run \`npm run catalog\`.`)
  process.exitCode = 1
} else {
  await mkdir('docs/reference', {recursive: true})
  await writeFile(PAGE, text)
  console.log(`Wrote ${PAGE}.`)
}
