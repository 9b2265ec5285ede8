import {rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {build} from 'esbuild'
import {ownPackages} from './build-doors.mjs'
import {temporary} from './temporary.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What a module of TypeScript exports, which imports sources by their paths from the root of the repository. */
export async function importSource(contents) {
  const {outputFiles} = await build({
    stdin: {contents, resolveDir: root, loader: 'ts'},
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [ownPackages],
    logLevel: 'error'
  })
  // Beside the installed packages, where what isn't bundled is found.
  const folder = temporary(join(root, 'node_modules', '.source-'))
  try {
    const path = join(folder, 'source.mjs')
    writeFileSync(path, outputFiles[0].contents)
    return await import(pathToFileURL(path).href)
  } finally {
    rmSync(folder, {recursive: true})
  }
}
