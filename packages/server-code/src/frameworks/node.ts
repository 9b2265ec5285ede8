import {posix} from 'node:path'
import type ts from 'typescript'
import type {Engine, FrameworkModel} from '../interpreter/framework-contract.ts'
import {expectsCompiled} from '../interpreter/run-time-files.ts'
import {
  type AbstractValue,
  type CallWithArguments,
  COMPUTED_MODULE,
  constantValue,
  fieldOf,
  knownItemsOf,
  listValue,
  type NativeValue,
  nativeFunction,
  nativeValue,
  objectValue,
  stringOf,
  truthinessOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE
} from '../interpreter/values.ts'

/** Functions of `path` whose results are computed from strings. */
const PATH_FUNCTIONS: Readonly<Record<string, (...parts: string[]) => string>> = Object.assign(Object.create(null), {
  join: posix.join,
  dirname: posix.dirname,
  basename: (path: string, end?: string) => posix.basename(path, end),
  extname: posix.extname,
  relative: posix.relative,
  normalize: posix.normalize
})
const FILE_MODULES = /^(?:node:)?fs(?:\/promises)?$|^(?:fs-extra|graceful-fs)$/
const PATH_MODULES = /^(?:node:)?path(?:\/posix)?$/
const GLOB_MODULES: ReadonlySet<string> = new Set(['glob', 'fast-glob', 'globby', 'tinyglobby'])
/** Packages that load all files of a folder. */
const FOLDER_LOADERS: ReadonlySet<string> = new Set(['require-all', 'require-dir', 'include-all', 'requireindex'])

/** Models how programs find files: paths, folders, and patterns. */
export function modelNode(): FrameworkModel {
  return {
    valueOf({module, path}, engine) {
      const names = path.filter(each => each !== 'default' && each !== 'posix' && each !== 'promises')
      const [name] = names
      if (module === '' && path.join('.') === 'import.meta.glob')
        return nativeFunction(call => loadByPattern(call, engine))
      if (PATH_MODULES.test(module) && name !== undefined && names.length === 1)
        return pathFunction(module, name, engine)
      if (FILE_MODULES.test(module) && name !== undefined && names.length === 1) return fileFunction(name, engine)
      if (GLOB_MODULES.has(module) && names.length < 2) return globFunction(engine)
      if (FOLDER_LOADERS.has(module))
        return nativeFunction(({node}) => ({kind: 'unknown', node, from: COMPUTED_MODULE}))
      if (/^(?:node:)?url$/.test(module) && name === 'fileURLToPath')
        return nativeFunction(({args: [url]}) => mapText(url, text => text.replace(/^file:\/\//, '')))
      if (/^(?:node:)?url$/.test(module) && name === 'pathToFileURL')
        return nativeFunction(({args: [path]}) =>
          mapText(path, text => text).kind === 'constant'
            ? objectValue([
                ['href', mapText(path, text => `file://${text}`)],
                ['pathname', path ?? UNKNOWN_VALUE]
              ])
            : UNKNOWN_VALUE
        )
      return undefined
    }
  }
}

const mapText = (value: AbstractValue | undefined, make: (text: string) => string): AbstractValue => {
  const text = stringOf(value)
  return text === undefined ? UNKNOWN_VALUE : constantValue(make(text))
}

function pathFunction(module: string, name: string, engine: Engine): AbstractValue | undefined {
  if (name === 'sep') return constantValue('/')
  const make = PATH_FUNCTIONS[name]
  if (!make && name !== 'resolve' && name !== 'parse') return undefined
  return nativeFunction(({args, node}) => {
    const texts = args.map(stringOf)
    const known = texts.flatMap(each => each ?? [])
    // The module stays known, because its functions return strings.
    if (known.length < texts.length || known.length === 0) return {kind: 'unknown', node, from: module}
    if (name === 'resolve')
      return constantValue(posix.resolve(engine.files.workingFolder(node.getSourceFile()), ...known))
    if (name === 'parse')
      return objectValue(Object.entries(posix.parse(known[0] ?? '')).map(([key, text]) => [key, constantValue(text)]))
    return constantValue(make?.(...known) ?? '')
  })
}

function fileFunction(name: string, engine: Engine): AbstractValue | undefined {
  if (name === 'readdirSync' || name === 'readdir') return nativeFunction(call => listFolder(call, engine))
  if (name !== 'statSync' && name !== 'lstatSync' && name !== 'stat' && name !== 'lstat') return undefined
  return nativeFunction(({args, node}) => {
    const path = stringOf(args[0])
    if (path?.startsWith('/') !== true) return engine.apply(UNKNOWN_VALUE, args, node)
    return entryOf(posix.basename(path), posix.dirname(path), engine.files.list(path, false).length > 0)
  })
}

/** A file or folder with its kind, as `Dirent` and `Stats` have it. */
const entryOf = (name: string, folder: string, isFolder: boolean): AbstractValue =>
  objectValue([
    ['name', constantValue(name)],
    ['path', constantValue(folder)],
    ['parentPath', constantValue(folder)],
    ['isFile', nativeFunction(() => constantValue(!isFolder))],
    ['isDirectory', nativeFunction(() => constantValue(isFolder))]
  ])

function listFolder({args, node}: CallWithArguments, engine: Engine): AbstractValue {
  const [path, options] = args
  const folder = stringOf(path)
  const isCompiled = expectsCompiled(node.getSourceFile())
  const isSet = (key: string): boolean => truthinessOf(fieldOf(options, key) ?? UNDEFINED_VALUE) === true
  const at = folder === undefined ? undefined : posix.resolve(engine.files.workingFolder(node.getSourceFile()), folder)
  const names =
    at === undefined
      ? []
      : isSet('recursive')
        ? engine.files.listAll(at, isCompiled)
        : engine.files.list(at, isCompiled)
  if (at === undefined || names.length === 0) return engine.apply(UNKNOWN_VALUE, args, node)
  const made = listValue(
    names.map(each =>
      isSet('withFileTypes')
        ? entryOf(posix.basename(each), posix.join(at, posix.dirname(each)), each.endsWith('/'))
        : constantValue(each.replace(/\/$/, ''))
    )
  )
  const callback = args.at(-1)
  if (callback?.kind === 'function') engine.apply(callback, [constantValue(null), made], node)
  return made
}

/** Models functions that find files: `glob.sync(pattern)`, `globSync(pattern, {cwd})`, `fg(patterns)`. */
function globFunction(engine: Engine): NativeValue {
  const find = nativeFunction(call => findByPattern(call, engine))
  return nativeValue({
    get: name => (['sync', 'globSync', 'glob', 'async', 'globbySync'].includes(name) ? find : undefined),
    call: call => findByPattern(call, engine)
  })
}

function findByPattern({args, node}: CallWithArguments, engine: Engine): AbstractValue {
  const [given, options] = args
  const patterns = (given ? knownItemsOf(given) : []).map(stringOf)
  const known = patterns.flatMap(each => each ?? [])
  const written = fieldOf(options, 'cwd')
  const cwd = written ? stringOf(written) : engine.files.workingFolder(node.getSourceFile())
  const unknown = (): AbstractValue => engine.apply(UNKNOWN_VALUE, args, node)
  if (cwd === undefined || known.length === 0 || known.length < patterns.length) return unknown()
  const isAbsolute = truthinessOf(fieldOf(options, 'absolute') ?? UNDEFINED_VALUE) === true
  const found = matchPatterns(known, cwd, node, engine)
  if (found.length === 0) return unknown()
  const isWhole = isAbsolute || known.some(each => each.startsWith('/'))
  return listValue(found.map(each => constantValue(isWhole ? each : posix.relative(cwd, each))))
}

/**
 * Models `import.meta.glob(patterns, {eager: true})`, which returns an object of modules, or of functions that load
 * them.
 */
function loadByPattern({args, node}: CallWithArguments, engine: Engine): AbstractValue {
  const [given, options] = args
  const patterns = (given ? knownItemsOf(given) : []).flatMap(each => stringOf(each) ?? [])
  const here = posix.dirname(engine.files.pathOf(node.getSourceFile()))
  const found = matchPatterns(patterns, here, node, engine)
  if (found.length === 0) return {kind: 'unknown', node, from: COMPUTED_MODULE}
  const isEager = truthinessOf(fieldOf(options, 'eager') ?? UNDEFINED_VALUE) === true
  return objectValue(
    found.map(path => {
      const file = engine.files.find(path)
      const module: AbstractValue = file ? engine.exportsOf(file) : {kind: 'unknown', node, from: COMPUTED_MODULE}
      return [posix.relative(here, path), isEager ? module : nativeFunction(() => module)]
    })
  )
}

/** Whole paths of the files that any of the patterns names, and that none with an exclamation mark does. */
function matchPatterns(
  patterns: readonly string[],
  folder: string,
  node: ts.Node,
  {files}: Pick<Engine, 'files'>
): readonly string[] {
  const isCompiled = patterns.some(each => /\.[cm]?js$/.test(each))
  const taken = patterns.filter(each => !each.startsWith('!'))
  const left = patterns.filter(each => each.startsWith('!')).map(each => posix.resolve(folder, each.slice(1)))
  const found = taken.flatMap(each => {
    const whole = posix.resolve(folder, each)
    const base = whole.split('/').slice(0, -1)
    const first = base.findIndex(part => /[*?{[]/.test(part))
    const start = (first === -1 ? base : base.slice(0, first)).join('/') || '/'
    return files
      .listAll(start, isCompiled || (expectsCompiled(node.getSourceFile()) && !/\bts\b/.test(each)))
      .map(name => posix.join(start, name))
      .filter(path => matchesPattern(path, whole) && !left.some(other => matchesPattern(path, other)))
  })
  return [...new Set(found)]
}

/** Whether a path matches a pattern with `**`, `*`, `?`, and alternatives. */
function matchesPattern(path: string, pattern: string): boolean {
  const [whole, before = '', inner = '', after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern) ?? []
  if (whole !== undefined) return inner.split(',').some(each => matchesPattern(path, before + each + after))
  const match = (parts: readonly string[], steps: readonly string[]): boolean => {
    const [step, ...others] = steps
    if (step === undefined) return parts.length === 0
    if (step === '**') return match(parts, others) || (parts.length > 0 && match(parts.slice(1), steps))
    const [part, ...more] = parts
    return part !== undefined && matchesName(part, step) && match(more, others)
  }
  return match(path.split('/'), pattern.replaceAll(/(?:\*\*\/)+/g, '**/').split('/'))
}

/** Whether a name matches a pattern: its fixed pieces stand in it one after the other. */
function matchesName(name: string, pattern: string): boolean {
  const pieces = pattern.replaceAll('?', '*').split('*')
  const [first = '', ...others] = pieces
  const last = others.pop()
  if (last === undefined) return name === first
  let at = first.length
  for (const each of others) {
    const next = name.indexOf(each, at)
    if (next === -1) return false
    at = next + each.length
  }
  return name.startsWith(first) && name.endsWith(last) && name.length - last.length >= at
}
