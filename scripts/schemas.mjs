// Writes the published JSON Schemas from the definitions that the readers and reports themselves use, and the types of the
// library from the schemas and the options of the commands.
// With --check nothing is written, and a stale file is an error.
import {mkdir, readFile, writeFile} from 'node:fs/promises'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import stringify from 'json-stringify-pretty-compact'
import {importSource} from './import-source.mjs'
import {libraryTypes} from './library-types.mjs'
import {shareDefinitions} from './share-definitions.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

/** Where the schemas are published. Editors read those in the package. */
const BASE = 'https://HOST/OWNER/tenure/schemas'

/** The definition of each schema, and what it says of itself. */
const SCHEMAS = {
  history: [
    'src/inputs/history/format.ts',
    'historySchema',
    'A history: what each release of a service changed',
    'Deprecations, removals, and other changes of an API, release by release, which `tenure` checks against a policy.'
  ],
  service: [
    'src/inputs/history/format.ts',
    'serviceSchema',
    'The service.yaml of a history folder',
    'The keys of a history file without `releases`. Each release has a file in the folder `releases`.'
  ],
  release: [
    'src/inputs/history/format.ts',
    'releaseFileSchema',
    'A file in the releases folder of a history',
    'One release with its changes, or one statement between releases.'
  ],
  next: [
    'src/inputs/history/format.ts',
    'nextFileSchema',
    'A file in the next folder of a history: unreleased changes',
    'A list of changes that the next release contains.'
  ],
  policy: [
    'src/inputs/config/policy-format.ts',
    'policySchema',
    'A deprecation policy',
    'What each stability level guarantees: notice before a removal, overlap with a successor, and compatibility.'
  ],
  tenure: [
    'src/inputs/config/format.ts',
    'configSchema',
    'The configuration, tenure.yaml',
    'Where the API descriptions, the history, and the policy are, and the levels of rules.'
  ],
  approvals: [
    'src/inputs/owners/approvals-format.ts',
    'approvalsSchema',
    'The reviews of a change, for `tenure check --approvals`',
    'Who reviewed which commit, which CI writes to a file outside of the repository.'
  ],
  report: [
    'src/outputs/report/json-format.ts',
    'reportOrUnread',
    'What `tenure audit`, `tenure check` and `tenure usages` print with --format json',
    'Findings with their locations and verdicts, or why something could not be checked.'
  ],
  apis: [
    'src/outputs/report/apis-json.ts',
    'apis',
    'What commands print with --format json for several APIs',
    'Each API with its verdict, its owners, its next end of support, and what the command prints for it alone.'
  ],
  diff: [
    'src/outputs/report/diff/diff-json-format.ts',
    'diffSchema',
    'What `tenure diff` prints with --format json',
    'Changes between two API descriptions, with their effects and examples.'
  ],
  context: [
    'packages/pages/src/release-notes/context-format.ts',
    'contextSchema',
    'The data of a template, as `changelog` and `notes` print it with --format json',
    'What a Liquid template of release notes can use.'
  ],
  upgrade: [
    'packages/pages/src/upgrade-guide/format.ts',
    'upgradeSchema',
    'What `tenure upgrade` prints with --format json',
    'The steps from one release to another.'
  ],
  when: [
    'src/cli/formats/when-format.ts',
    'when',
    'What `tenure due ENDPOINT` prints with --format json',
    'The first day on which something can be removed, and why.'
  ],
  'next-version': [
    'src/cli/formats/next-version-format.ts',
    'nextVersion',
    'What `tenure next-version` prints with --format json',
    'The version that the changes need, and why.'
  ],
  due: [
    'src/cli/formats/due-format.ts',
    'due',
    'What `tenure due` prints with --format json',
    'Removals that are possible now, overdue, or coming.'
  ],
  headers: [
    'packages/http/src/headers-format.ts',
    'headersSchema',
    'What `tenure headers` writes: a table for servers',
    'The endpoints whose support ends, with the days that headers announce.'
  ],
  job: [
    'packages/fleet/src/job.ts',
    'jobSchema',
    'A line that the worker reads: a job',
    'One API with its releases or their source, and the policy and day to judge by.'
  ],
  handshake: [
    'packages/fleet/src/job.ts',
    'handshakeSchema',
    'The first line that the worker prints',
    'The version of tenure, and the columns of each table.'
  ],
  answer: [
    'packages/fleet/src/job.ts',
    'answerSchema',
    'A line that the worker prints: the answer to a job',
    'Facts about one API as rows of tables, or why it could not be read.'
  ],
  'apis-report': [
    'packages/fleet/src/pages/format.ts',
    'fleetReportSchema',
    'What `tenure report` prints with --format json',
    'Violations, due removals, and slow movers across many APIs, with the query of each section.'
  ],
  deprecate: [
    'packages/authoring/src/announce/deprecate-format.ts',
    'deprecate',
    'What `tenure deprecate` prints with --format json',
    'The deprecation that was written, with its sunset.'
  ],
  rules: [
    'src/cli/formats/rules-format.ts',
    'rulesSchema',
    'What `tenure explain` without a name prints with --format json',
    'All rules with their levels and options.'
  ],
  explain: [
    'src/cli/formats/rules-format.ts',
    'explain',
    'What `tenure explain NAME` prints with --format json',
    'One rule with its reasons, messages, and examples, or one kind of change with its effects.'
  ]
}

/**
 * Entries for the catalog of SchemaStore, by schema: the name, and the files that editors validate unasked. A file named
 * `history.yaml` or `policy.yaml` can be anyone's, so these two are only chosen by name.
 */
const CATALOG = {
  tenure: ['tenure configuration', ['tenure.yaml']],
  history: ['tenure history'],
  service: ['tenure history folder', ['**/api-history/service.yaml']],
  release: ['tenure release', ['**/api-history/releases/*.yaml', '**/api-history/releases/*.yml']],
  next: ['tenure unreleased changes', ['**/api-history/next/*.yaml', '**/api-history/next/*.yml']],
  policy: ['tenure policy']
}

const lines = Object.entries(SCHEMAS).map(
  ([name, [file, id]]) => `export {${id} as ${JSON.stringify(name)}} from './${file}'`
)
const {z, CALLED_COMMANDS, requestOptions, toCamelCase, ...formats} = await importSource(
  [
    ...lines,
    "export {z} from 'zod'",
    "export {CALLED_COMMANDS, requestOptions, toCamelCase} from './src/cli/calls/request-options.ts'"
  ].join('\n')
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
const texts = new Map()
for (const [name, format] of Object.entries(formats).sort(([a], [b]) => (a < b ? -1 : 1))) {
  const [, , title, description] = SCHEMAS[name]
  const {$schema, ...schema} = shareDefinitions(
    name,
    z.toJSONSchema(format, {override, io: 'input', unrepresentable: 'any'})
  )
  texts.set(`${name}.schema.json`, {$schema, $id: `${BASE}/${name}.schema.json`, title, description, ...schema})
}
texts.set('catalog.json', {
  $schema: 'https://www.schemastore.org/schema-catalog.json',
  version: 1,
  schemas: Object.entries(CATALOG).map(([schema, [name, fileMatch]]) => ({
    name,
    description: SCHEMAS[schema][3],
    ...(fileMatch === undefined ? {} : {fileMatch}),
    url: `${BASE}/${schema}.schema.json`
  }))
})
const described = Object.fromEntries(Object.keys(formats).map(name => [name, texts.get(`${name}.schema.json`)]))
const requests = CALLED_COMMANDS.map(name => [toCamelCase(name), requestOptions(name)])
texts.set('library.d.ts', libraryTypes(described, requests))
const stale = []
for (const [name, value] of texts) {
  // What fits in a line is one, so that a key reads as a row of a table.
  const text = typeof value === 'string' ? value : `${stringify(value, {maxLength: 120})}\n`
  const path = `schemas/${name}`
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known === text) continue
  stale.push(path)
  if (!process.argv.includes('--check')) await writeFile(path, text)
}
if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`Stale schemas: ${stale.join(', ')}. Run \`npm run schemas\`.`)
  process.exitCode = 1
} else console.log(stale.length > 0 ? `Wrote ${stale.join(', ')}` : 'The schemas are up to date.')
