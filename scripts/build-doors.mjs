// Which file of ours an import names: a path, a door of a package (`exports`), or what the core asks the program for (`imports`).
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

/** The imports that can name a file of ours, for plugins of esbuild. */
export const OURS = /^(?:\.\.?\/.*\.ts$|@tenure\/|#tenure\/)/

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The folders of the packages beside the core. */
export const PACKAGES = readdirSync(join(ROOT, 'packages')).map(name => `packages/${name}`)

const packages = new Map(
  ['src', ...PACKAGES].map(folder => {
    const {name, exports = {}, imports = {}} = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
    return [name, {folder, doors: {...exports, ...imports}}]
  })
)

/** The path of the imported file from the root of the repository. Throws if the package has no such door. */
export function importedFile(specifier, folder) {
  if (specifier.startsWith('.')) return join(folder, specifier)
  const [name, ...rest] = specifier.startsWith('#') ? ['@tenure/core'] : specifier.split(/(?<=^[^/]+\/[^/]+)\//)
  const door = specifier.startsWith('#') ? specifier : `./${rest.join('')}`
  const {folder: home, doors} = packages.get(name) ?? {doors: {}}
  for (const [pattern, target] of Object.entries(doors)) {
    const file = target.default ?? target
    if (pattern === door) return join(home, file)
    const [before, after] = pattern.split('*')
    if (after === '' && door.startsWith(before)) return join(home, file.replace('*', door.slice(before.length)))
  }
  throw new Error(`No package of ours has the door \`${specifier}\`.`)
}

/** A plugin for esbuild: packages of ours are bundled where `packages: 'external'` keeps all others apart. */
export const ownPackages = {
  name: 'own-packages',
  setup: ({onResolve}) => {
    onResolve({filter: /^(?:@tenure|#tenure)\//}, ({path}) => ({path: join(ROOT, importedFile(path))}))
  }
}
