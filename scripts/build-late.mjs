// What few runs need, put off by the build: modules of which a run gets functions that load them when they are first
// called. The sources import as always.
import {readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {relative} from 'node:path'
import process from 'node:process'
import ts from 'typescript'
import {importedFile, OURS} from './build-doors.mjs'

/** Modules of Node that take milliseconds to load, most of it for what they load themselves. */
const BUILTINS = ['child_process', 'crypto', 'zlib']

/** A plugin for esbuild. The code needs `need`, which is `require`. */
export function lateBuiltins(plugin) {
  const namespace = 'late-builtin'
  plugin.onResolve({filter: new RegExp(`^(?:node:)?(?:${BUILTINS.join('|')})$`)}, ({path, kind}) =>
    kind === 'import-statement' ? {path: path.replace(/^node:/, ''), namespace, sideEffects: false} : undefined
  )
  plugin.onLoad({filter: /./, namespace}, ({path}) => {
    const functions = Object.entries(createRequire(import.meta.url)(`node:${path}`))
      // A class would be called without `new`.
      .filter(([name, value]) => typeof value === 'function' && /^[a-z]\w*$/.test(name))
      .map(([name]) => `export const ${name}=(...all)=>load().${name}(...all)`)
    return {contents: [`let made;const load=()=>made??=need('node:${path}')`, ...functions].join('\n')}
  })
}

/**
 * A plugin for esbuild that puts off modules of ours: of their exports, others can import only functions. In the code,
 * `now` surrounds the import of a part that is asked for at once.
 */
export function lateModules(paths) {
  const namespace = 'late-module'
  return plugin => {
    plugin.onResolve({filter: OURS}, ({path, resolveDir, kind}) => {
      const file = importedFile(path, relative(process.cwd(), resolveDir))
      return kind === 'import-statement' && paths.includes(file)
        ? {path: file, namespace, sideEffects: false}
        : undefined
    })
    plugin.onLoad({filter: /./, namespace}, ({path}) => ({
      contents: [`let made;const load=()=>made??=now(import('./${path}'))`, ...exportedFunctions(path)].join('\n'),
      resolveDir: '.'
    }))
  }
}

function exportedFunctions(path) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
  const isExported = ({modifiers}) => modifiers?.some(({kind}) => kind === ts.SyntaxKind.ExportKeyword)
  return file.statements.filter(isExported).flatMap(statement => {
    if (ts.isFunctionDeclaration(statement)) return delegate(statement.name.text, statement)
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
    return declared.flatMap(({name, initializer}) =>
      initializer && ts.isArrowFunction(initializer) ? delegate(name.text, initializer) : []
    )
  })
}

/** Without a list of arguments where their number is known: calls of it cost little. */
function delegate(name, {parameters}) {
  const list = parameters.some(({dotDotDotToken}) => dotDotDotToken)
    ? '...all'
    : parameters.map((_, at) => `_${at}`).join(',')
  return `export const ${name}=(${list})=>load().${name}(${list})`
}
