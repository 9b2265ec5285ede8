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

function entry({kind, title, means, effects, isByKindAlone, wider}) {
  const facts = [
    ...SIDES.flatMap(side => (effects[side] ? [`${side}: ${EFFECTS[effects[side]]}`] : [])),
    ...(isByKindAlone ? [] : ['schemas first']),
    ...(wider ? [`also as \`${wider}\``] : [])
  ]
  return `### \`${kind}\`\n\n**${title}.** ${means} *${capitalized(facts.join('; '))}.*`
}

const capitalized = text => text.charAt(0).toUpperCase() + text.slice(1)
const catalog = JSON.parse(await readFile('dist/kinds.json', 'utf8'))
const kinds = explainKinds(catalog)
const page = [
  '<!-- Written by `npm run catalog`: do not edit. -->',
  '# Kinds of change',
  'The kinds of change that `tenure diff` reports. `tenure explain KIND` prints an example of each.',
  'Each has its effect on clients in a request, which must keep accepting what it accepted, and in a response, which must keep to what it documented. A policy sets another effect under `compatibility:`, for the kind or for the wider one (*also as*). *Schemas first*: what schemas prove counts before the kind.',
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
