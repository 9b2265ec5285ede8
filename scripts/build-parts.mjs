// Packs the chunks of a split build into a few CommonJS files. Node takes a quarter longer to start with modules, and V8
// reads all of a file that it loads, so what most runs need stands in one file, and each other group in its own.
import {basename} from 'node:path'
import ts from 'typescript'

/** What the parts of a file use. Names of a minified part are shorter, so none of them hides these. */
export const HEAD = "const __url=require('node:url').pathToFileURL(__filename).href,need=require;"

/** Runs a part when it is first asked for; a part of another file is read with all of that file. */
const RUN_PART = `const run={};function part(name){let made=run[name];if(made===undefined){if(parts[name]===undefined)Object.assign(parts,require(files[name]));made=run[name]={};parts[name](made,part)}return made}`

/**
 * Files by name, each with its text and source map. The first group of sources that leads to a chunk, by imports that
 * run at once, decides in which file it stands; `last` takes what no group leads to.
 *
 * @param result what esbuild built, with `splitting`, `metafile` and an external source map
 * @param groups names of files, and the sources that each is for
 * @param entries names of the entry points, which the first file exports
 */
export function packChunks({metafile, outputFiles}, groups, last, entries) {
  const outputs = Object.entries(metafile.outputs).filter(([path]) => path.endsWith('.js'))
  const fileOf = assignFiles(outputs, groups, last)
  const textOf = new Map(outputFiles.map(({path, text}) => [basename(path), text]))
  const [first] = Object.keys(groups)
  return [...Object.keys(groups), last].map(file => {
    const names = outputs.map(([path]) => basename(path)).filter(name => fileOf.get(name) === file)
    const isFirst = file === first
    const others = [...fileOf]
      .filter(([, other]) => other !== first)
      .map(([name, other]) => [partName(name), `./${other}`])
    const head = isFirst
      ? [HEAD, `const files=${JSON.stringify(Object.fromEntries(others))};`, RUN_PART, 'const parts={']
      : [HEAD, 'module.exports={']
    const lines = [...head]
    const sections = []
    for (const name of names) {
      const {body, exported} = toFunctionBody(name, textOf.get(name))
      // In parentheses, V8 compiles it at once: of the first file, nearly every part runs.
      lines.push(`${JSON.stringify(partName(name))}:${isFirst ? '(' : ''}function(exports,part){`)
      sections.push({
        offset: {line: lines.join('\n').split('\n').length, column: 0},
        map: JSON.parse(textOf.get(`${name}.map`))
      })
      lines.push(body, `${exported}}${isFirst ? ')' : ''},`)
    }
    lines.push('};')
    if (isFirst) {
      for (const name of entries) lines.push(`exports.${name}=()=>part(${JSON.stringify(name)});`)
    }
    return {file, text: `${lines.join('\n')}\n`, map: JSON.stringify({version: 3, sections})}
  })
}

const partName = file => file.replace(/\.js$/, '')

function assignFiles(outputs, groups, last) {
  const byPath = new Map(outputs)
  const fileOf = new Map()
  const assign = (path, file) => {
    if (!byPath.has(path) || fileOf.has(basename(path))) return
    fileOf.set(basename(path), file)
    for (const {path: other, kind} of byPath.get(path).imports) if (kind === 'import-statement') assign(other, file)
  }
  for (const [file, sources] of Object.entries(groups)) {
    for (const source of sources) {
      const [path] = outputs.find(([, {entryPoint}]) => entryPoint === source) ?? []
      if (path === undefined)
        throw new Error(`No chunk begins with \`${source}\`. Name a source that is imported on demand.`)
      assign(path, file)
    }
  }
  for (const [path] of outputs) assign(path, last)
  return fileOf
}

/** What esbuild writes for a module whose names have no values yet when others import them. */
const EVALUATED_LATE = /&&\((\w+)=(\w+)\(\2=0\)\)/

/** A module as the body of a function. What it imports never gets another value, so it is read once. */
function toFunctionBody(name, text) {
  if (EVALUATED_LATE.test(text)) throw new Error(`\`${name}\` has a module that is required. Import it instead.`)
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest)
  let [exported, body] = ['', text]
  for (const statement of file.statements) {
    const written = ts.isImportDeclaration(statement)
      ? toRequire(statement)
      : ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)
        ? ''
        : undefined
    if (written === undefined) continue
    if (ts.isExportDeclaration(statement)) {
      if (statement.moduleSpecifier) throw new Error(`\`${name}\` exports what another module has. Import it first.`)
      for (const {name: to, propertyName: from} of statement.exportClause.elements)
        exported += `exports.${to.text}=${(from ?? to).text};`
    }
    const [start, end] = [statement.getStart(file), statement.end]
    const left = ts.isExportAssignment(statement)
      ? text.slice(start, end).replace(/^export default/, 'exports.default=')
      : written
    const isLast = statement === file.statements.at(-1)
    if (left.length > end - start && !isLast)
      throw new Error(`\`${left}\` is longer than what it replaces in \`${name}\`, so the source map would be wrong.`)
    // The columns stay those of the source map.
    body = body.slice(0, start) + (isLast ? left : left.padEnd(end - start)) + body.slice(end)
  }
  body = body.replace(/\bnow\(import\("\.\/([\w-]+)\.js"\)\)/g, (_, part) => `part("${part}")`)
  body = body.replace(/\bimport\("\.\/([\w-]+)\.js"\)/g, (_, part) => `Promise.resolve().then(()=>part("${part}"))`)
  return {body, exported}
}

function toRequire({importClause, moduleSpecifier: {text: from}}) {
  const isPart = from.startsWith('./') && from.endsWith('.js')
  const source = isPart ? `part(${JSON.stringify(partName(from.slice(2)))})` : `need(${JSON.stringify(from)})`
  // Nothing of it is used here: where something is, it's imported by name.
  if (!importClause) return ''
  const {name, namedBindings} = importClause
  let written = ''
  if (name) written += `var ${name.text}=${source}${isPart ? '.default' : ''};`
  if (namedBindings && ts.isNamespaceImport(namedBindings)) written += `var ${namedBindings.name.text}=${source};`
  else if (namedBindings) {
    const names = namedBindings.elements.map(({name: to, propertyName: from}) => [(from ?? to).text, to.text])
    // The default of a CommonJS module is all of it.
    const isWhole = ([of]) => of === 'default' && !isPart
    for (const [, to] of names.filter(isWhole)) written += `var ${to}=${source};`
    const picked = names.filter(each => !isWhole(each)).map(([of, to]) => (of === to ? of : `${of}:${to}`))
    if (picked.length > 0) written += `var{${picked.join(',')}}=${source};`
  }
  return written
}
