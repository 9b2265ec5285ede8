import {posix} from 'node:path'
import type ts from 'typescript'
import type {ServerProgram} from '../typescript-program.ts'

const CODE = /\.[cm]?[jt]sx?$/
const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']

/** The files that a program finds and loads by name while it runs. Its root is `/`, so that no path names a machine. */
export class RunTimeFiles {
  /** Files that it loads and that no import names. They are added to the program, which is then followed again. */
  readonly missing = new Set<string>()
  readonly #program: ServerProgram
  readonly #listed = new Set<string>()

  constructor(program: ServerProgram) {
    this.#program = program
  }

  /** Path of a file of the program. */
  pathOf(file: ts.SourceFile): string {
    return `/${this.#program.pathOf(file) ?? ''}`
  }

  /** The folder in which the server starts: that of the closest `package.json`. */
  workingFolder(file: ts.SourceFile): string {
    for (let folder = posix.dirname(this.pathOf(file)); ; folder = posix.dirname(folder)) {
      if (folder === '/' || this.#program.hasFile(posix.join(folder, 'package.json').slice(1))) return folder
    }
  }

  /**
   * The names in a folder, those of folders with a slash at the end. Where `isCompiled`, as the compiler writes them.
   * Empty if there is no such folder.
   */
  list(folder: string, isCompiled: boolean): readonly string[] {
    if (!folder.startsWith('/')) return []
    this.#listed.add(posix.normalize(folder))
    return this.#program
      .list(folder.slice(1) || '.')
      .filter(name => !/\.d\.[cm]?ts$/.test(name))
      .map(name => (isCompiled ? name.replace(/\.([cm]?)tsx?$/, '.$1js') : name))
  }

  /** Whether the program listed a folder, or the one around it. */
  wasListed(path: string): boolean {
    return path.startsWith('/') && (this.#listed.has(path) || this.#listed.has(posix.dirname(path)))
  }

  /** All files below a folder, relative to it. */
  listAll(folder: string, isCompiled: boolean, depth = 0): readonly string[] {
    if (depth > 8) return []
    return this.list(folder, isCompiled).flatMap(name =>
      name.endsWith('/')
        ? name === 'node_modules/'
          ? []
          : this.listAll(posix.join(folder, name), isCompiled, depth + 1).map(each => name + each)
        : [name]
    )
  }

  /** The source file that is loaded from a path. `undefined` if there is none, or none in the program yet. */
  find(path: string): ts.SourceFile | undefined {
    const whole = posix.normalize(path).slice(1)
    const source = whole.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')
    const endings = [...EXTENSIONS, ...EXTENSIONS.map(each => `/index${each}`)]
    const found = [whole, source, ...endings.map(each => whole + each)].find(
      each => CODE.test(each) && this.#program.hasFile(each)
    )
    const file = found === undefined ? undefined : this.#program.fileAt(found)
    if (found !== undefined && !file) this.missing.add(found)
    return file
  }
}

/** Whether a file that lists others expects names that the compiler wrote: it asks for `.js`, and never for `.ts`. */
export function expectsCompiled({text}: ts.SourceFile): boolean {
  const others = text.replaceAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"]).*?\1/g, '')
  return /\.[cm]?js\b|['"`][cm]?js['"`]/.test(others) && !/\.[cm]?tsx?\b|['"`][cm]?ts['"`]|\bts\b/.test(others)
}
