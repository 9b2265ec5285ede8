import {posix} from 'node:path'
import type {Compiler} from './file-context.ts'

/** The files of a project. Paths are separated by slashes. */
export interface ProjectTree {
  has(path: string): boolean
  /** `undefined` if the file doesn't exist or can't be read. */
  read(path: string): string | undefined
  /** Package folders by the name in their `package.json`. */
  readonly packages: ReadonlyMap<string, string>
}

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']
/** TypeScript files can be imported by the name of their compiled file. */
const SOURCE_EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts']
}

interface Aliases {
  readonly base: string
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[]
}

/** Resolves imports to files: relative, through `paths` of a tsconfig, or in a package of the same repository. */
export class ModuleResolver {
  readonly #tree: ProjectTree
  readonly #ts: Compiler
  readonly #aliases = new Map<string, Aliases | undefined>()

  constructor(tree: ProjectTree, compiler: Compiler) {
    this.#tree = tree
    this.#ts = compiler
  }

  find(from: string, specifier: string): string | undefined {
    if (specifier.startsWith('.')) return this.#resolveFile(posix.join(posix.dirname(from), specifier))
    return this.#resolveAlias(from, specifier) ?? this.#resolvePackage(specifier)
  }

  #resolveFile(path: string): string | undefined {
    const ending = posix.extname(path)
    const bare = path.slice(0, path.length - ending.length)
    const written = (SOURCE_EXTENSIONS[ending] ?? []).map(each => bare + each)
    const all = [
      ...written,
      ...(EXTENSIONS.includes(ending) ? [path] : []),
      ...EXTENSIONS.map(each => path + each),
      ...EXTENSIONS.map(each => posix.join(path, `index${each}`))
    ]
    return all.find(each => this.#tree.has(each))
  }

  #resolveAlias(from: string, specifier: string): string | undefined {
    const aliases = this.#findAliases(posix.dirname(from))
    for (const [pattern, targets] of aliases?.paths ?? []) {
      const [before = '', after] = pattern.split('*')
      const isMatch =
        after === undefined ? specifier === pattern : specifier.startsWith(before) && specifier.endsWith(after)
      if (!isMatch) continue
      const middle = specifier.slice(before.length, specifier.length - (after ?? '').length)
      for (const target of targets) {
        const found = this.#resolveFile(posix.join(aliases?.base ?? '', target.replace('*', middle)))
        if (found !== undefined) return found
      }
    }
    return aliases && this.#resolveFile(posix.join(aliases.base, specifier))
  }

  /** Path aliases of the closest `tsconfig.json` or `jsconfig.json`. `undefined` if there are none. */
  #findAliases(folder: string): Aliases | undefined {
    if (this.#aliases.has(folder)) return this.#aliases.get(folder)
    const name = ['tsconfig.json', 'jsconfig.json']
      .map(each => posix.join(folder, each))
      .find(each => this.#tree.has(each))
    const above = posix.dirname(folder)
    const found =
      name !== undefined
        ? this.#readAliases(name)
        : above === folder || /^(?:\.\.\/)*\.\.$/.test(folder)
          ? undefined
          : this.#findAliases(above)
    this.#aliases.set(folder, found)
    return found
  }

  #readAliases(path: string, depth = 0): Aliases | undefined {
    const {config} = this.#ts.parseConfigFileTextToJson(path, this.#tree.read(path) ?? '{}')
    const options = config?.compilerOptions
    const folder = posix.dirname(path)
    if (options?.paths === undefined && options?.baseUrl === undefined) {
      const extended =
        typeof config?.extends === 'string' && config.extends.startsWith('.') ? config.extends : undefined
      if (extended === undefined || depth > 8) return undefined
      const other = posix.join(folder, extended.endsWith('.json') ? extended : `${extended}.json`)
      return this.#tree.has(other) ? this.#readAliases(other, depth + 1) : undefined
    }
    const paths: Aliases['paths'] = Object.entries(options.paths ?? {}).flatMap(([pattern, targets]) =>
      Array.isArray(targets) ? [[pattern, targets.filter(each => typeof each === 'string')] as const] : []
    )
    return {base: posix.join(folder, typeof options.baseUrl === 'string' ? options.baseUrl : '.'), paths}
  }

  #resolvePackage(specifier: string): string | undefined {
    const depth = specifier.startsWith('@') ? 2 : 1
    const parts = specifier.split('/')
    const folder = this.#tree.packages.get(parts.slice(0, depth).join('/'))
    if (folder === undefined) return undefined
    const rest = parts.slice(depth).join('/')
    if (rest !== '')
      return this.#resolveFile(posix.join(folder, rest)) ?? this.#resolveFile(posix.join(folder, 'src', rest))
    return (
      this.#resolveFile(posix.join(folder, 'src')) ??
      this.#resolveFile(posix.join(folder, 'src', 'index')) ??
      this.#resolveFile(folder)
    )
  }
}
