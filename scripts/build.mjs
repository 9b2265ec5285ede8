// Bundles the command and the library, and writes their declarations.
// Usage: npm run build; `node scripts/build.mjs --if-changed` builds nothing where what is there was built of the same.
import {execFile} from 'node:child_process'
import {createHash} from 'node:crypto'
import {chmod, copyFile, cp, mkdir, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises'
import {createRequire} from 'node:module'
import {dirname, join, relative} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {promisify} from 'node:util'
import {build} from 'esbuild'
import {parse} from 'yaml'
import {describeCommit} from './build-commit.mjs'
import {importedFile, OURS, PACKAGES} from './build-doors.mjs'
import {lateBuiltins, lateModules} from './build-late.mjs'
import {checkNode} from './build-node-check.mjs'
import {HEAD, packChunks} from './build-parts.mjs'
import {importSource} from './import-source.mjs'

const TYPES = 'dist/types'
const CJS = {'.js': '.cjs'}
/** The entry points of the package, by the name of the file that npm users load. */
const ENTRIES = {index: 'src/index.ts', rule: 'src/rule.ts'}
/** What servers load in place of the program: a file of its own, which any runtime can read. */
const HTTP = 'packages/http/src/http.ts'
/** What starts the command, its threads, the worker of the Spark integration, and the GitHub actions. */
const STARTERS = {
  cli: 'src/cli/main.ts',
  thread: 'src/cli/processes/thread-main.ts',
  worker: 'src/cli/processes/worker-main.ts',
  action: 'packages/action/src/main.ts'
}
/** What a version of Node.js that isn't supported gets to read, by the kind of file that it loads. */
const REFUSALS = {
  library: 'throw new Error(sentence)',
  action:
    'console.log("::error title=tenure::"+sentence+" Add the step `actions/setup-node` before this one.");process.exit(2)',
  command: 'console.error(sentence);process.exit(2)'
}
/** A megabyte of Unicode tables that few runs ask for: not even read until then. */
const LATE = {refa: 'refa'}

/** What comparisons put off until they need it, by what it is for: proofs, GraphQL, sentences, YAML, and dates of releases. */
const PUT_OFF = {
  proof: [
    ...['close-objects', 'formats/formats', 'regex/backtracking', 'regex/regular-language'],
    ...['array', 'number', 'object', 'string'].map(kind => `solver/solve-${kind}`),
    'solver/explain-witness'
  ].map(name => `packages/json-schema/src/${name}.ts`),
  validator: ['packages/openapi/src/validator.ts'],
  graphql: ['packages/graphql/src/schema/description.ts'],
  serialized: ['prove-serialized', 'prove-serialized-arrays'].map(
    name => `packages/openapi/src/diff/serialized/${name}.ts`
  ),
  sentences: [
    'src/outputs/changes/group-changes.ts',
    ...['bounds', 'security'].map(name => `packages/openapi/src/kinds/sentences/${name}.ts`),
    'src/text/missing-facts.ts'
  ],
  yaml: ['parsing/load-yaml', 'yaml/yaml-positions', 'pointer-positions', 'json/json-syntax-error'].map(
    name => `src/documents/${name}.ts`
  ),
  traffic: ['judge-usage', 'read-traffic', 'report/drift'].map(name => `packages/traffic/src/${name}.ts`),
  history: [
    ...['src/model/time/release.ts', 'src/model/time/release-branches.ts', 'src/model/time/release-name.ts'],
    ...['src/model/lifecycle/state-at-event.ts', 'src/policy/notice/notice-clock.ts'],
    ...['src/policy/earliest-end-of-support.ts', 'src/stores/files/commit-workspace.ts'],
    ...['declared-changes', 'release-headings', 'statement'].map(name => `src/text/${name}.ts`)
  ]
}

/** The files of the program, and what each is for: to compare two files, to check and audit, and so on. */
const GROUPS = {
  'tenure.cjs': [
    ...['src/cli/start.ts', 'src/cli/usage-error.ts', 'src/cli/run/diff.ts'],
    ...['formats/stylish', 'diff/diff-sections', 'wrap-text'].map(name => `src/outputs/report/${name}.ts`)
  ],
  'tenure-sentences.cjs': PUT_OFF.sentences,
  'tenure-proofs.cjs': [...PUT_OFF.proof, ...PUT_OFF.serialized, ...PUT_OFF.validator],
  'tenure-json.cjs': ['src/outputs/report/formats/json.ts', 'src/outputs/report/diff/diff-json.ts'],
  'tenure-yaml.cjs': PUT_OFF.yaml,
  'tenure-history.cjs': PUT_OFF.history,
  'tenure-graphql.cjs': PUT_OFF.graphql,
  'tenure-traffic.cjs': PUT_OFF.traffic,
  'tenure-check.cjs': [
    ...['src/cli/run/check.ts', 'src/cli/kept-output.ts', 'src/cli/run/audit.ts', 'src/cli/processes/thread.ts']
  ]
}

/**
 * In place of what yargs loads and each run would pay for, up to an eighth of its start: exact widths of text (our help is
 * ASCII, see test/cli/usage-errors.test.ts), `assert` for two comparisons, a search for the package.json with the version
 * (which we state), translations (there are none, but it looks for files outside of the package), and checks of arguments
 * (which the compiler does).
 */
const FOR_YARGS = {
  'string-width': 'export default text => text.length',
  assert: `const hold = fact => { if (!fact) throw new Error('yargs contradicts itself.') }
    export const strictEqual = (a, b) => hold(a === b), notStrictEqual = (a, b) => hold(a !== b)`,
  'escalade/sync': 'export default () => undefined',
  y18n: `import {format} from 'node:util'
    const __n = (one, many, count, ...values) => format(count === 1 ? one : many, ...values)
    export default () => ({__: format, __n, setLocale() {}})`,
  './argsert.js': 'export const argsert = () => undefined'
}

/** The folders of the code. */
const SOURCES = ['src', 'rules', ...PACKAGES.map(folder => `${folder}/src`)]
/** The kinds of change, explained; the names of its files are those of the languages. */
const KINDS = 'docs/reference/kinds'
/** What a build reads in this repository. */
const INPUTS = [
  ...[...SOURCES, KINDS, 'policies', 'schemas', 'scripts', 'package.json', 'package-lock.json'],
  ...['tsconfig.base.json', 'tsconfig.build.json']
]
/** When the build that is there began; written last, so that half a build is none. */
const BUILT = 'dist/.built'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const began = Date.now()
if (process.argv.includes('--if-changed') && (await isBuilt())) process.exit()

await rm('dist', {recursive: true, force: true})
const [inputs, late] = await Promise.all([bundleProgram(), bundleLate(), declare(), bundleSite(), bundleHttp()])
await Promise.all([
  chmod('dist/cli.cjs', 0o755),
  writeNotices([...inputs, ...late]),
  pruneDeclarations(),
  writeEntries().then(writePresets),
  cp('packages/pages/src/templates', 'dist/templates', {recursive: true}),
  writeKinds(),
  writeCompletions()
])
await writeFile(BUILT, JSON.stringify({began}))

async function isBuilt() {
  const last = JSON.parse(await readFile(BUILT, 'utf8').catch(() => '{}'))
  const changed = await Promise.all(INPUTS.map(newest))
  return Math.max(...changed) < last.began
}

/** When a file, or the newest of a folder, was last changed; a folder itself is, where a file of it is gone. */
async function newest(path) {
  const {mtimeMs} = await stat(path)
  const inside = await readdir(path, {recursive: true}).catch(() => [])
  const times = await Promise.all(inside.map(async name => (await stat(join(path, name))).mtimeMs))
  return Math.max(mtimeMs, ...times)
}

/**
 * Everything in a few CommonJS files (`build-parts.mjs`). Each of their parts is evaluated when it is first used. The files
 * that start it are separate, so that `--version` loads nothing else.
 */
async function bundleProgram() {
  const settings = {
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    minify: true,
    // Not part of the package: with it, a stack trace that a user sends can be read.
    sourcemap: 'external',
    sourcesContent: false,
    // Its CommonJS is wrapped so that esbuild can't see what it requires.
    alias: {'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js'},
    legalComments: 'none',
    plugins: [
      {name: 'late', setup: keptApart},
      {name: 'late-builtins', setup: lateBuiltins},
      {name: 'lighter-yargs', setup: lighterYargs},
      {name: 'compiler', setup: installedCompiler}
    ],
    define: {
      // Results cached by other code aren't used.
      TENURE_BUILD: JSON.stringify(await codeHash()),
      TENURE_COMMIT: JSON.stringify(describeCommit('.', INPUTS)) ?? 'undefined',
      'import.meta.url': '__url',
      // yargs asks for it where files extend each other, which none of ours do.
      'import.meta.resolve': 'undefined'
    },
    banner: {js: HEAD},
    metafile: true,
    logLevel: 'warning'
  }
  const parts = {
    program: 'src/cli/start.ts',
    thread: 'src/cli/processes/thread.ts',
    worker: 'src/cli/processes/worker.ts',
    completions: 'src/cli/completion/completion-data.ts',
    action: 'packages/action/src/start.ts',
    ...ENTRIES
  }
  const builds = await Promise.all([
    ...Object.entries(STARTERS).map(([name, path]) =>
      build({
        ...{...settings, entryPoints: {[name]: path}, outdir: 'dist', outExtension: CJS},
        // Versions that aren't supported must be able to parse what tells so.
        ...{target: 'es2015', banner: {js: `${refuseOld(REFUSALS[name] ?? REFUSALS.command)}${HEAD}`}}
      })
    ),
    build({
      ...{...settings, entryPoints: parts, outdir: 'dist', write: false},
      ...{format: 'esm', splitting: true, chunkNames: '[hash]', banner: {}},
      plugins: [
        ...settings.plugins,
        {name: 'late-modules', setup: lateModules(Object.values(PUT_OFF).flat())},
        {name: 'values', setup: valuesOnly}
      ]
    })
  ])
  await Promise.all(
    packChunks(builds.at(-1), GROUPS, 'tenure-late.cjs', Object.keys(parts)).flatMap(({file, text, map}) => [
      writeFile(`dist/${file}`, text),
      writeFile(`dist/${file}.map`, map)
    ])
  )
  return builds.flatMap(({metafile}) => bundled(metafile))
}

/**
 * The modules that npm users load. They are CommonJS, which `import` and `require` load alike, and name each export, so that
 * `import` finds it.
 */
async function writeEntries() {
  for (const name of Object.keys(ENTRIES)) {
    const names = Object.keys(createRequire(import.meta.url)('../dist/tenure.cjs')[name]()).sort()
    const lines = [
      refuseOld(REFUSALS.library),
      `var bundle=require('./tenure.cjs').${name}();`,
      ...names.map(each => `exports.${each}=bundle.${each};`)
    ]
    await writeFile(`dist/${name}.cjs`, `${lines.join('\n')}\n`)
    // Programs that import a built checkout by its path expect an ES module there.
    await writeFile(`dist/${name}.js`, `export * from './${name}.cjs'\n`)
  }
  // Declarations are of the kind of module that they declare.
  await writeFile(`${TYPES}/package.json`, '{"type": "commonjs"}\n')
}

function refuseOld(report) {
  const {name, engines} = createRequire(import.meta.url)('../package.json')
  return checkNode(name, engines.node, report)
}

/** Gives yargs less than what it imports. */
function lighterYargs(plugin) {
  const namespace = 'for-yargs'
  const filter = new RegExp(`^(?:${Object.keys(FOR_YARGS).join('|')})$`)
  plugin.onResolve({filter}, ({path}) => ({path, namespace, sideEffects: false}))
  plugin.onLoad({filter: /./, namespace}, ({path}) => ({contents: FOR_YARGS[path]}))
}

/** Modules of ours only give values, so one of which none is used isn't loaded. */
function valuesOnly(plugin) {
  plugin.onResolve({filter: OURS}, ({path, resolveDir}) => ({
    path: join(process.cwd(), importedFile(path, relative(process.cwd(), resolveDir))),
    sideEffects: false
  }))
}

/** The compiler is the one that users have installed. Only its default export is used: it has thousands of exports. */
function installedCompiler(plugin) {
  plugin.onResolve({filter: /^typescript$/}, ({path}) => ({path, namespace: 'compiler'}))
  plugin.onLoad({filter: /./, namespace: 'compiler'}, () => ({
    contents: "import {loadCompiler} from './src/stores/files/compiler.ts'; export default loadCompiler()",
    resolveDir: '.'
  }))
}

function keptApart(plugin) {
  const filter = new RegExp(`^(?:${Object.keys(LATE).join('|')})$`)
  plugin.onResolve({filter}, ({path}) => ({path: `./${path}.cjs`, external: true}))
}

async function codeHash() {
  const hash = createHash('sha256')
  for (const folder of SOURCES) {
    const files = (await readdir(folder, {recursive: true})).filter(name => name.endsWith('.ts')).sort()
    for (const name of files) hash.update(`${name}\n`).update(await readFile(join(folder, name)))
  }
  // A library that reads differently is other code too.
  return hash
    .update(await readFile('package-lock.json'))
    .digest('hex')
    .slice(0, 12)
}

async function bundleLate() {
  const {metafile} = await build({
    entryPoints: Object.entries(LATE).map(([name, path]) => ({in: path, out: name})),
    outdir: 'dist',
    outExtension: CJS,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning'
  })
  return bundled(metafile)
}

/** The headers for servers. No version of Node.js is checked, because it runs elsewhere, too. */
async function bundleHttp() {
  await build({
    ...{entryPoints: {http: HTTP}, outdir: 'dist', outExtension: CJS, bundle: true, minify: true},
    ...{platform: 'node', format: 'cjs', target: 'es2023', legalComments: 'none', logLevel: 'warning'}
  })
  await writeFile('dist/http.js', "export * from './http.cjs'\n")
}

/** The script and the style of the page that `tenure site` writes: they go into it whole. */
async function bundleSite() {
  await build({
    entryPoints: [
      {in: 'packages/pages/src/site/browser/main.ts', out: 'site'},
      'packages/pages/src/site/browser/site.css',
      'packages/pages/src/site/browser/picture.css',
      'packages/pages/src/site/browser/fleet.css'
    ],
    outdir: 'dist',
    bundle: true,
    format: 'iife',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning'
  })
}

/** The presets as they are once they are read: most runs need no more of them. */
async function writePresets() {
  const {Files, presets, readPolicy} = await importSource(`
    export {Files} from './src/stores/files/files.ts'
    export {presets, readPolicy} from './src/inputs/config/policy-file.ts'
  `)
  const files = new Files(process.cwd())
  const all = Object.fromEntries(presets().map(name => [name, readPolicy(files, name, '.').policy]))
  await writeFile('dist/presets.json', `${JSON.stringify(all)}\n`)
}

/** What shells complete, so that they are answered without the program. */
async function writeCompletions() {
  const {describeCompletions} = createRequire(import.meta.url)('../dist/tenure.cjs').completions()
  await writeFile('dist/completion.json', `${JSON.stringify(await describeCompletions())}\n`)
}

/** The kinds of change with their explanations, which the docs have as YAML: no parser is loaded for them. */
async function writeKinds() {
  // OpenAPI first, as on the page.
  const names = (await readdir(KINDS)).filter(name => name.endsWith('.yaml') && name !== 'openapi.yaml').sort()
  const languages = await Promise.all(['openapi.yaml', ...names].map(name => readFile(`${KINDS}/${name}`, 'utf8')))
  const topics = languages
    .map(text => parse(text))
    .flatMap(({syntax, topics}) => topics.map(topic => ({...topic, syntax})))
  await writeFile('dist/kinds.json', `${JSON.stringify(topics)}\n`)
}

function bundled({outputs}) {
  return Object.values(outputs).flatMap(output =>
    Object.entries(output.inputs).flatMap(([path, {bytesInOutput}]) => (bytesInOutput > 0 ? [path] : []))
  )
}

async function declare() {
  try {
    await promisify(execFile)(process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.build.json'])
  } catch (error) {
    throw new Error(`The declarations have errors:\n${error.stdout}`, {cause: error})
  }
}

/** The licenses of what is bundled ask that their text goes along. */
async function writeNotices(inputs) {
  const folders = new Set(inputs.flatMap(path => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []))
  const notices = await Promise.all([...folders].sort().map(notice))
  await writeFile('dist/THIRD-PARTY.txt', notices.join('\n\n'))
}

async function notice(folder) {
  const {name, version, license, author} = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find(entry => /^licen[cs]e/i.test(entry))
  const text = file ? await readFile(join(folder, file), 'utf8') : await licenseText(name, license, author)
  // With the line ends of git, the file in the tag of a release is the one that npm has.
  return `# ${name} ${version}\n\n${text.trim().replaceAll('\r\n', '\n')}\n`
}

/** A package without a license file still names its license and its author. */
async function licenseText(name, license, author) {
  if (license !== 'MIT' || !author) throw new Error(`\`${name}\` (${license}) is bundled, but has no license file.`)
  const ours = await readFile('LICENSE', 'utf8')
  return ours.replace(/^Copyright.*$/m, `Copyright (c) ${(author.name ?? author).replace(/ *[<(].*/, '')}`)
}

/**
 * Keeps the declarations that the entry points lead to. They import no package, because npm installs none with ours:
 * not even the types of Node. A package of ours is named by the path of its declarations.
 */
async function pruneDeclarations() {
  const {default: ts} = await import('typescript')
  // Next to the schemas that they are made of, they would be declarations of an ES module.
  await mkdir(`${TYPES}/schemas`, {recursive: true})
  await copyFile('schemas/library.d.ts', `${TYPES}/schemas/library.d.ts`)
  const entries = [...Object.values(ENTRIES), HTTP].map(path => join(TYPES, path.replace(/\.ts$/, '.d.ts')))
  const reached = new Set([...entries, join(TYPES, 'schemas/library.d.ts')])
  for (const file of reached) {
    const text = (await readFile(file, 'utf8'))
      .replaceAll(/(?<=['"])@tenure\/[^'"]+(?=['"])/g, door => {
        const path = relative(dirname(file), join(TYPES, importedFile(door).replace(/\.ts$/, '.js')))
        return path.startsWith('.') ? path : `./${path}`
      })
      .replaceAll(/(?<=['"])[./]+(?=\/schemas\/)/g, relative(dirname(file), TYPES).replaceAll('\\', '/'))
    await writeFile(file, text)
    for (const {fileName: name} of ts.preProcessFile(text, true, true).importedFiles) {
      if (name.includes('/schemas/')) continue
      if (name.startsWith('.')) reached.add(join(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')))
      else {
        throw new Error(
          `The public types in \`${relative(TYPES, file)}\` import \`${name}\`, which isn't installed with the package. ` +
            'Keep that type out of what `src/index.ts` and `src/rule.ts` export.'
        )
      }
    }
  }
  for (const file of await readdir(TYPES, {recursive: true})) {
    if (file.endsWith('.d.ts') && !reached.has(join(TYPES, file))) await rm(join(TYPES, file))
  }
}
