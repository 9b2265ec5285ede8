// Writes the published JSON Schemas from the definitions that the readers and reports themselves use.
// With --check nothing is written, and a stale file is an error.
import {mkdir, readFile, writeFile} from 'node:fs/promises'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {build} from 'esbuild'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const SCHEMAS = {
  history: ['src/read/history/format.ts', 'historySchema', 'A history: what each release of a service changed'],
  service: ['src/read/history/format.ts', 'serviceSchema', 'The service.yaml of a history folder'],
  release: ['src/read/history/format.ts', 'releaseFileSchema', 'A file in the releases folder of a history'],
  next: ['src/read/history/format.ts', 'nextFileSchema', 'A file in the next folder of a history: unreleased changes'],
  policy: ['src/read/config/policy-format.ts', 'policySchema', 'A deprecation policy'],
  tenure: ['src/read/config/format.ts', 'configSchema', 'The configuration, tenure.yaml'],
  report: [
    'src/report/formats/json-format.ts',
    'reportOrUnread',
    'What `tenure audit`, `tenure check` and `tenure usages` print with --format json'
  ],
  diff: ['src/report/diff/diff-json-format.ts', 'diffSchema', 'What `tenure diff` prints with --format json'],
  context: [
    'src/render/release-notes/context-format.ts',
    'contextSchema',
    'The data of a template, as --context writes it'
  ],
  upgrade: ['src/render/upgrade-guide/format.ts', 'upgradeSchema', 'What `tenure upgrade` prints with --format json'],
  when: ['src/cli/formats/when-format.ts', 'when', 'What `tenure when` prints with --format json'],
  due: ['src/cli/formats/due-format.ts', 'due', 'What `tenure due` prints with --format json'],
  deprecate: ['src/app/announce/deprecate-format.ts', 'deprecate', 'What `tenure deprecate` prints with --format json'],
  rules: ['src/cli/formats/rules-format.ts', 'rulesSchema', 'What `tenure rules` prints with --format json'],
  explain: ['src/cli/formats/rules-format.ts', 'explain', 'What `tenure explain` prints with --format json']
}

const lines = Object.entries(SCHEMAS).map(([name, [file, id]]) => `export {${id} as ${name}} from './${file}'`)
const {outputFiles} = await build({
  stdin: {contents: [...lines, "export {z} from 'zod'"].join('\n'), resolveDir: process.cwd(), loader: 'ts'},
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node'
})
const {z, ...formats} = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
)

/** A value that can be unquoted is a number to an editor and a string to tenure. */
function override({jsonSchema}) {
  if (jsonSchema.unquoted) jsonSchema.type = ['string', 'number']
  delete jsonSchema.unquoted
  // The version of a format is a number as people write it.
  if (jsonSchema.const === '1')
    Object.assign(jsonSchema, {type: ['string', 'number'], const: undefined, enum: [1, '1']})
}

const missing = Object.keys(SCHEMAS).filter(name => formats[name] === undefined)
if (missing.length > 0) throw new Error(`No definition of ${missing.join(', ')}.`)
await mkdir('schemas', {recursive: true})
const stale = []
for (const [name, format] of Object.entries(formats).sort(([a], [b]) => (a < b ? -1 : 1))) {
  const schema = {title: SCHEMAS[name][2], ...z.toJSONSchema(format, {override, io: 'input', unrepresentable: 'any'})}
  const text = `${JSON.stringify(schema, undefined, 2)}\n`
  const path = `schemas/${name}.schema.json`
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known === text) continue
  stale.push(path)
  if (!process.argv.includes('--check')) await writeFile(path, text)
}
if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`Stale schemas: ${stale.join(', ')}. Run \`npm run schemas\`.`)
  process.exitCode = 1
} else console.log(stale.length > 0 ? `Wrote ${stale.join(', ')}` : 'The schemas are up to date.')
