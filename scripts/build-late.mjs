// What few runs need, put off by the build: modules of which a run gets functions that load them when they are first
// called. The sources import as always.
import {createRequire} from 'node:module'

/** Modules of Node that take milliseconds to load, most of it for what they load themselves. */
const BUILTINS = ['assert', 'child_process', 'crypto', 'zlib']

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
