// Bundles the command and the two doors of the library, and writes their declarations.
// Usage: npm run build; `node scripts/build.mjs --if-changed` builds nothing where what is there was built of the same.
import {execFile} from 'node:child_process'
import {createHash} from 'node:crypto'
import {chmod, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises'
import {dirname, join, parse, relative} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {promisify} from 'node:util'
import {build} from 'esbuild'

const SHEBANG = '#!/usr/bin/env node\n'
const TYPES = 'dist/types'
const doors = ['src/index.ts', 'src/rule.ts']
/** Megabytes that few runs ask for, tables of Unicode and a reader of TypeScript: not even read until then. */
const LATE = {refa: 'refa', jiti: './node_modules/jiti/lib/jiti.cjs'}

/** All that a build reads in this repository. */
const INPUTS = [
  ...['src', 'rules', 'policies', 'scripts', 'package.json', 'package-lock.json'],
  ...['tsconfig.json', 'tsconfig.build.json', 'tsconfig.browser.json']
]
/** When the build that is there began; written last, so that half a build is none. */
const BUILT = 'dist/.built'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const began = Date.now()
if (process.argv.includes('--if-changed') && (await isBuilt())) process.exit()

const {dependencies = {}} = JSON.parse(await readFile('package.json', 'utf8'))
const installed = Object.keys(dependencies)

await rm('dist', {recursive: true, force: true})
const [doorInputs, inputs, late] = await Promise.all([
  bundleDoors(),
  bundleProgram(),
  bundleLate(),
  declare(),
  bundleSite()
])
await Promise.all([
  finishCommand(),
  writeNotices([...doorInputs, ...inputs, ...late]),
  pruneDeclarations(),
  writePresets()
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

/** The doors of the library, which share what both use. */
async function bundleDoors() {
  const {metafile} = await build({
    ...(await common()),
    entryPoints: doors.map(door => ({in: door, out: parse(door).name})),
    outdir: 'dist',
    splitting: true,
    format: 'esm',
    // CommonJS packages ask for Node's own modules with `require`, which an ES module lacks.
    banner: {
      js: "import {createRequire as __createRequire} from 'node:module';const require=__createRequire(import.meta.url);"
    }
  })
  return bundled(metafile)
}

/**
 * What starts the command, and all commands in one file that it loads, of which what is not used is not run. Both are
 * CommonJS, for Node needs a quarter longer to begin with a module.
 */
async function bundleProgram() {
  const {define, ...settings} = await common()
  const {metafile} = await build({
    ...settings,
    entryPoints: [
      {in: 'src/cli/main.ts', out: 'cli'},
      {in: 'src/cli/start.ts', out: 'tenure'}
    ],
    outdir: 'dist',
    outExtension: {'.js': '.cjs'},
    format: 'cjs',
    define: {...define, 'import.meta.url': '__url'},
    banner: {js: "const __url=require('node:url').pathToFileURL(__filename).href;"}
  })
  return bundled(metafile)
}

async function common() {
  return {
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    // What npm installs beside us is not bundled a second time.
    external: installed.flatMap(name => [name, `${name}/*`]),
    // Names are kept: a stack trace that a user sends can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    plugins: [
      {name: 'late', setup: keptApart},
      {name: 'ascii-width', setup: asciiWidth},
      {name: 'compiler', setup: required}
    ],
    // What was worked out by other code is not remembered.
    define: {TENURE_BUILD: JSON.stringify(await codeHash())},
    metafile: true,
    logLevel: 'warning'
  }
}

/**
 * yargs measures its help with `string-width`, which makes three segmenters of graphemes as it is loaded: an eighth of
 * the time that a run takes to start. Our help is ASCII (test/cli/usage-errors.test.ts), as wide as it is long.
 */
function asciiWidth(plugin) {
  plugin.onResolve({filter: /^string-width$/}, ({path}) => ({path, namespace: 'ascii'}))
  plugin.onLoad({filter: /./, namespace: 'ascii'}, () => ({contents: 'export default text => text.length'}))
}

/**
 * The compiler is nine megabytes of CommonJS. An `import` of it goes through all of that for the names of its exports,
 * half a second before any of it runs; `require` does not. Nor are its exports, some thousands, copied to a module: only
 * the whole of them has a name here.
 */
function required(plugin) {
  plugin.onResolve({filter: /^typescript$/}, ({path, kind}) =>
    kind === 'require-call' ? {path, external: true} : {path, namespace: 'compiler'}
  )
  plugin.onLoad({filter: /./, namespace: 'compiler'}, ({path}) => ({
    contents: `const compiler = require(${JSON.stringify(path)}); export default compiler`
  }))
}

function keptApart(plugin) {
  const filter = new RegExp(`^(?:${Object.keys(LATE).join('|')})$`)
  plugin.onResolve({filter}, ({path}) => ({path: `./${path}.cjs`, external: true}))
}

async function codeHash() {
  const hash = createHash('sha256')
  for (const folder of ['src', 'rules']) {
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
    outExtension: {'.js': '.cjs'},
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning'
  })
  return bundled(metafile)
}

/** The script and the style of the page that `tenure site` writes: they go into it whole. */
async function bundleSite() {
  await build({
    entryPoints: [{in: 'src/browser/main.ts', out: 'site'}, 'src/browser/site.css', 'src/browser/picture.css'],
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
  const {presets, readPolicy} = await import(new URL('../dist/index.js', import.meta.url))
  const all = Object.fromEntries(presets().map(name => [name, readPolicy(name).policy]))
  await writeFile('dist/presets.json', `${JSON.stringify(all)}\n`)
}

function bundled({outputs}) {
  return Object.values(outputs).flatMap(output =>
    Object.entries(output.inputs).flatMap(([path, {bytesInOutput}]) => (bytesInOutput > 0 ? [path] : []))
  )
}

async function declare() {
  try {
    await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'])
  } catch (error) {
    throw new Error(`The declarations have errors:\n${error.stdout}`, {cause: error})
  }
}

/** Makes the command start by its name, whether or not its source names the interpreter. */
async function finishCommand() {
  const code = await readFile('dist/cli.cjs', 'utf8')
  if (!code.startsWith('#!')) await writeFile('dist/cli.cjs', SHEBANG + code)
  await chmod('dist/cli.cjs', 0o755)
}

/** The licenses of what is bundled ask that their text goes along. */
async function writeNotices(inputs) {
  const folders = new Set(inputs.flatMap(path => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []))
  const notices = await Promise.all([...folders].sort().map(notice))
  await writeFile('dist/THIRD-PARTY.txt', notices.join('\n\n'))
}

async function notice(folder) {
  const {name, version, license} = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find(entry => /^licen[cs]e/i.test(entry))
  const text = file ? (await readFile(join(folder, file), 'utf8')).trim() : `License: ${license}`
  return `# ${name} ${version}\n\n${text}\n`
}

/**
 * Keeps the declarations that the doors lead to. One that names a package which npm does not install for our users
 * would be `any` to them, or an error: so are the modules of Node, whose types are a package too.
 */
async function pruneDeclarations() {
  const {default: ts} = await import('typescript')
  const typed = new Set(installed.map(name => name.replace(/^@types\//, '')))
  const reached = new Set(doors.map(door => join(TYPES, door.replace(/\.ts$/, '.d.ts'))))
  for (const file of reached) {
    for (const {fileName: name} of ts.preProcessFile(await readFile(file, 'utf8'), true, true).importedFiles) {
      if (name.startsWith('.')) reached.add(join(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')))
      else if (!typed.has(packageOf(name))) {
        throw new Error(
          `The public types of \`${relative(TYPES, file)}\` import \`${name}\`. They can use only what ` +
            '`dependencies` in package.json lists (keep the type out of what a file of the public doors exports)'
        )
      }
    }
  }
  for (const file of await readdir(TYPES, {recursive: true})) {
    if (file.endsWith('.d.ts') && !reached.has(join(TYPES, file))) await rm(join(TYPES, file))
  }
}

function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
