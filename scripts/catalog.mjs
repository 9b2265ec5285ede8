// Writes docs/reference/changes.md, the kinds of change, from their explanations in docs/reference/kinds/ and the code that judges them. Needs a build.
// With --check nothing is written, and a stale page is an error.
import {mkdir, readFile, writeFile} from 'node:fs/promises'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {importSource} from './import-source.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const PAGE = 'docs/reference/changes.md'

const {explainKinds} = await importSource("export {explainKinds} from './src/cli/formats/kind-catalog.ts'")

const SIDES = ['request', 'response']
const EFFECTS = {breaking: 'breaking', compatible: 'compatible', review: 'needs review'}

const judged = ({effects}, side, otherwise = 'not applicable') => EFFECTS[effects[side]] ?? otherwise

function entry(kind) {
  const {title, means, example, decided, wider, syntax} = kind
  return [
    `### \`${kind.kind}\``,
    `**${title}.** ${means}`,
    [
      ...SIDES.map(side => `- In a ${side}: ${judged(kind, side)}`),
      `- ${decided}${wider ? ` A policy entry for \`${wider}\` applies to it, too.` : ''}`
    ].join('\n'),
    example
      ? `\`\`\`${syntax}\n${example.trimEnd()}\n\`\`\``
      : "Only people can state it, because API descriptions don't show it."
  ].join('\n\n')
}

const row = cells => `| ${cells.join(' | ')} |`
const catalog = JSON.parse(await readFile('dist/kinds.json', 'utf8'))
const kinds = explainKinds(catalog)
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
        `[\`${kind.kind}\`](#${kind.kind})`,
        ...SIDES.map(side => judged(kind, side, '–')),
        kind.isByKindAlone ? 'kind' : 'schemas, then kind'
      ])
    )
  ].join('\n'),
  ...catalog.flatMap(topic => [`## ${topic.title}`, ...kinds.filter(({kind}) => kind in topic.kinds).map(entry)])
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
