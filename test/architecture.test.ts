// The architecture rules of the code base: what each part may import and do, and why. See the map in CONTRIBUTING.md.
import {execFileSync} from 'node:child_process'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {isBuiltin} from 'node:module'
import {basename, join, posix, sep} from 'node:path'
import {fileURLToPath} from 'node:url'
import ts from 'typescript'
import {describe, expect, test} from 'vitest'
import {importedFile, OURS} from '../scripts/build-doors.mjs'
import {COMMON_KINDS} from '../src/languages/common-kinds.ts'
import {mostLines} from './budget.ts'
import {findOldPhrase, OLD_WORDS, wordsOf} from './glossary.ts'
import {catalogOf} from './kind-catalog.ts'
import {LONG_FUNCTIONS} from './long-functions.ts'

// Each access to an imported name takes its time in a test, and there are millions.
const {
  canHaveModifiers,
  createSourceFile,
  forEachChild,
  getLeadingCommentRanges,
  isArrowFunction,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isDeleteExpression,
  isElementAccessExpression,
  isExportDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isMethodDeclaration,
  isNamedImports,
  isNewExpression,
  isParameter,
  isPostfixUnaryExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSourceFile,
  isStringLiteral,
  isStringLiteralLike,
  isVariableDeclaration,
  isVariableStatement
} = ts

/** The layers of the core, folders or files, from the lowest to the highest. A layer imports only those before it. */
const LAYERS: readonly string[] = [
  'src/model',
  'src/phrases',
  'src/languages',
  'src/text',
  'src/policy',
  'src/rule.ts',
  'src/stores',
  'src/documents',
  'rules',
  'src/descriptions',
  'src/history',
  'src/lint.ts',
  'src/outputs',
  'src/inputs',
  'src/context',
  'src/observations',
  'src/app',
  'src/gate',
  'src/cli',
  'src/library.ts',
  'src/index.ts'
]

/** The packages beside the core, with the highest layer of it that each may use; none if it uses no core. */
const PACKAGES: Readonly<Record<string, string | undefined>> = {
  'packages/json-schema': undefined,
  'packages/openapi': 'src/descriptions',
  'packages/graphql': 'src/descriptions',
  'packages/crd': 'src/descriptions',
  'packages/mcp': 'src/descriptions',
  'packages/server-code': 'src/documents',
  'packages/import': 'src/inputs',
  'packages/pages': 'src/app',
  'packages/client-calls': 'src/app',
  'packages/fleet': 'src/app',
  'packages/traffic': 'src/app',
  'packages/feed': 'src/app',
  'packages/http': 'src/app',
  'packages/probe': 'src/app',
  'packages/generated': 'src/gate',
  'packages/authoring': 'src/gate',
  'packages/action': 'src/cli'
}

/** Where the program fills in what the core asks for by `#tenure/…` (`imports` in `src/package.json`). */
const REGISTRY = 'src/cli/registry/'
/** The files of the core that may import packages: those that start something. */
const MAY_IMPORT_PACKAGES = /^src\/(cli\/|library\.ts$|index\.ts$)/

/**
 * The order of the folders inside a part, from the lowest to the highest. A folder imports only those before it, also
 * through files next to the folders. Dynamic imports don't count.
 */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  'src/app': ['parallel', 'plugins', 'session'],
  'src/cli': ['options', 'commands', 'calls', 'completion', 'formats', 'apis', 'registry', 'run', 'processes'],
  'src/history': ['observed'],
  'src/model': ['subject', 'time', 'api', 'lifecycle', 'verdict'],
  'src/policy': ['notice', 'compatibility', 'remedy'],
  'src/stores': ['git', 'files'],
  'src/documents': ['parsing', 'yaml', 'json'],
  'src/inputs': ['sources', 'history', 'owners', 'config', 'record'],
  'src/outputs': ['markdown', 'changes', 'report'],
  'src/outputs/report': ['blocks', 'groups', 'findings', 'answers', 'diff', 'formats'],
  'src/text': ['changes'],
  'packages/client-calls/src': ['values', 'requests', 'usages'],
  'packages/fleet/src': ['pages'],
  'packages/http/src': ['runtime', 'proxies'],
  'packages/json-schema/src': ['document', 'regex', 'formats', 'formula', 'solver'],
  'packages/openapi/src/diff': [
    'flatten',
    'proof',
    'unchanged',
    'serialized',
    'schema',
    'alternatives',
    'attribution',
    'http'
  ],
  'packages/pages/src': ['markdown', 'release-notes', 'history-page', 'upgrade-guide', 'commands', 'site'],
  'packages/pages/src/site': ['picture', 'apis', 'badge', 'page', 'browser'],
  'packages/authoring/src': ['lines', 'announce', 'record', 'init', 'upgrade'],
  'packages/traffic/src': ['sql', 'logs', 'matching', 'table', 'report'],
  'packages/server-code/src': ['interpreter', 'schemas', 'responses', 'routes', 'frameworks']
}

const COMMAND = 'src/cli/start.ts'
// The last file runs before the program is loaded, and must not load any of it.
const OUTSIDE_FILES = [
  'src/stores/git/git.ts',
  ...['files', 'file-system', 'write-file', 'installed-packages'].map(name => `src/stores/files/${name}.ts`),
  'src/stores/cache.ts',
  'src/cli/cache-folder.ts',
  'src/cli/compiled-code.ts',
  'src/cli/plugin-process.ts',
  'src/cli/repeat-with-plugins.ts',
  'packages/generated/src/run-command.ts',
  'packages/probe/src/ask-server.ts',
  'packages/traffic/src/logs/log-files.ts'
]
const OUTSIDE_MODULES = /^(fs|child_process|net|tls|http|https|http2|dgram|dns)(\/|$)/
const HEAVY = /^(typescript|graphql|@duckdb\/node-api|unified|(remark|rehype|micromark)(-.+)?)$/
const MAY_HOLD_HEAVY =
  /^(packages\/(import|server-code|pages)\/src|src\/outputs\/markdown|packages\/graphql\/src\/schema)\//
/** Modules that the build loads when their functions are first called (`PUT_OFF` in `scripts/build.mjs`). */
const PUT_OFF_BY_BUILD: ReadonlySet<string> = new Set(['packages/graphql/src/schema/description.ts'])

/** Languages, and the packages that are specific to OpenAPI: the import of change histories, and server code. */
const mayNameAKind = (path: string): boolean =>
  /^packages\/(import|server-code)\/src\//.test(path) ||
  (path.startsWith('packages/') && existsSync(join(ROOT, partOf(path), 'src/language.ts')))

/** Kinds of change of single languages. One that is a plain word can be anything in another file. */
const OWN_KINDS: ReadonlySet<string> = new Set(
  Object.keys({...catalogOf('openapi'), ...catalogOf('crd'), ...catalogOf('graphql'), ...catalogOf('mcp')}).filter(
    name => name.includes('-') && !Object.hasOwn(COMMON_KINDS, name)
  )
)

/** The files that start a command, an action, or a call of the library. Only they know the working directory. */
const STARTS = /^(src\/(cli\/|library\.ts$)|packages\/action\/src\/start\.ts$)/
/** The parts that ask for the day and the process, and hand them on as arguments. */
const MAY_ASK: readonly string[] = [
  // A server has no context: its headers depend on the time of the request.
  ...['packages/action', 'packages/fleet', 'packages/generated', 'packages/http'],
  ...['src/observations', 'src/app', 'src/cli', 'src/library.ts']
]
/** The files that make a relative path absolute. Elsewhere, Node.js would use the working directory of the process. */
const RESOLVING_FILES = ['src/stores/files/files.ts', 'src/stores/git/git.ts', 'src/stores/files/write-file.ts']

/** Module variables that change after loading, with the reason why calls can't affect each other through them. */
const CHANGING_VARIABLES: Readonly<Record<string, string>> = {
  'packages/server-code/src/code-reader.ts readServerCode':
    'code that is loaded when it is needed, the same for every call',
  'packages/json-schema/src/regex/automata.ts budget':
    'set while one comparison runs, which nothing interrupts, and then set back',
  'packages/json-schema/src/regex/automata.ts stepsTaken':
    'counts up; only differences while nothing else runs are used'
}

/** An import of our own package by its name is an import of our own code. */
const DOORS: Readonly<Record<string, string>> = {tenure: 'src/index.ts', 'tenure/rule': 'src/rule.ts'}

interface Import {
  readonly line: number
  /** A path from the root of the repository, or the specifier of a package. */
  readonly target: string
  readonly ours: boolean
  /** A dynamic import, which is loaded when it is executed. */
  readonly lazy: boolean
  /** Erased at compile time. `import {type X}` isn't: it still loads the module. */
  readonly typeOnly: boolean
  /** The named imports. */
  readonly names: readonly string[]
  /** As the file writes it. */
  readonly specifier: string
}

interface Source {
  readonly path: string
  readonly part: string
  readonly lines: number
  /** The lines that count for the budget: without the examples of a rule, which are for the docs and the tests. */
  readonly budgeted: number
  readonly isTest: boolean
  /** The content of a `package.json`. */
  readonly text?: string
  readonly exports: readonly {readonly line: number; readonly name: string}[]
  /** What stands in quotes. */
  readonly texts: readonly {readonly line: number; readonly text: string}[]
  /** Comments without the text that they quote in backticks. */
  readonly comments: readonly {readonly line: number; readonly text: string}[]
  readonly imports: readonly Import[]
  /** Uses of the clock or the process, with their expressions. */
  readonly outsideUses: readonly {readonly line: number; readonly text: string}[]
  /** Lines with the as-of day. */
  readonly asOfDays: readonly number[]
  /** Waits for a number of milliseconds. */
  readonly waits: readonly {readonly line: number; readonly text: string}[]
  readonly functions: readonly FunctionSize[]
  /** Top-level variables that are assigned after their declaration, or whose properties are. */
  readonly variables: readonly {readonly line: number; readonly name: string}[]
}

/** Branches are conditions, loops, cases, and operators that may skip their right side. */
interface FunctionSize {
  /** The name of the function, or of its variable or property; `undefined` if it has none. */
  readonly name: string | undefined
  readonly line: number
  readonly lines: number
  readonly branches: number
}

type Tree = ReadonlyMap<string, Source>

/** Names that many files export by contract. */
const BY_CONTRACT: ReadonlySet<string> = new Set(['run'])

/** The maximum number of files in a folder, and of lines in a file. */
const MOST_FILES = 25
const MOST_LINES = 400
/** The maximum number of lines and branches of a function of the gate. */
const MOST_FUNCTION_LINES = 60
const MOST_BRANCHES = 15
/** Files that came into the gate with functions that are longer. */
const LONG_IN_GATE = ['base/deleted-apis.ts', 'judging/base-history.ts', 'judging/from-diff.ts']
/** Larger functions must be in the list of functions that should become shorter. */
const LONG_FUNCTION_LINES = 80
const LONG_FUNCTION_BRANCHES = 20
/** The command line only parses, calls, prints, and chooses an exit code. */
const MOST_CLI_LINES = 120

interface Breach {
  readonly path: string
  readonly line: number
  readonly unexpected: string
  readonly expected: string
}

interface Law {
  readonly because: string
  breaches(tree: Tree): Iterable<Breach>
}

const LAWS = {
  'every part has a layer': {
    because: 'a part without a layer is held by no law',
    *breaches(tree) {
      for (const {path, part} of code(tree)) {
        if (LAYERS.includes(part) || Object.hasOwn(PACKAGES, part)) continue
        const expected = 'one that LAYERS or PACKAGES in test/architecture.test.ts lists'
        yield {path, line: 1, unexpected: `part \`${part}\``, expected}
      }
    }
  },

  'imports go down': {
    because: 'what lies below must be understood, tested and changed without what lies above or beside it',
    *breaches(tree) {
      for (const {path, part, imports} of code(tree)) {
        const layer = LAYERS.indexOf(part)
        if (layer === -1) continue
        for (const {line, target, ours} of imports) {
          const to = partOf(target)
          // Data and its types have no layer, since they contain no code, and what the program fills in has one above.
          if (!ours || to === part || /^schemas\/|\.json$/.test(target) || target.startsWith(REGISTRY)) continue
          if (Object.hasOwn(PACKAGES, to) && MAY_IMPORT_PACKAGES.test(path)) continue
          const below = LAYERS.indexOf(to)
          if (below !== -1 && below < layer) continue
          const expected = `\`${part}\` itself or a layer below it`
          yield {path, line, unexpected: `import of \`${target}\``, expected}
        }
      }
    }
  },

  'packages stand beside the core': {
    because: 'the core is read, changed and checked without what only one job needs',
    *breaches(tree) {
      for (const {path, part, imports} of code(tree)) {
        if (!Object.hasOwn(PACKAGES, part)) continue
        const highest = PACKAGES[part]
        for (const {line, target, ours} of imports) {
          const layer = LAYERS.indexOf(partOf(target))
          if (!ours || layer === -1 || target.endsWith('.json') || layer <= LAYERS.indexOf(highest ?? '')) continue
          const expected = highest === undefined ? 'nothing of the core' : `\`${highest}\` or a layer below it`
          yield {path, line, unexpected: `import of \`${target}\``, expected}
        }
      }
    }
  },

  'packages have doors': {
    because: 'what others use of a package is seen in its `exports`, and what it uses in its `dependencies`',
    *breaches(tree) {
      const used = new Map<string, Set<string>>()
      for (const {path, part, imports, isTest} of tree.values()) {
        const own = homeOf(part)
        for (const {line, target, ours, specifier} of imports) {
          if (!ours || !target.endsWith('.ts')) continue
          const home = homeOf(partOf(target))
          if (specifier.startsWith('@tenure/')) used.set(target, (used.get(target) ?? new Set()).add(part))
          if (home === own || home === undefined || own === undefined) continue
          if (specifier.startsWith('.')) {
            // The tests of a package share the tools of all tests.
            if (isTest && /(^|\/)test\//.test(target)) continue
            yield {path, line, unexpected: `path \`${specifier}\` into \`${home}\``, expected: 'a door of that package'}
          } else if (own !== 'src' && !isTest && !manifestOf(tree, own).dependencies.includes(nameOfPackage(home))) {
            const expected = `it among the dependencies in \`${own}/package.json\``
            yield {path, line, unexpected: `use of \`${nameOfPackage(home)}\``, expected}
          }
        }
      }
      for (const home of ['src', ...Object.keys(PACKAGES)]) {
        const manifest = tree.get(`${home}/package.json`) && manifestOf(tree, home)
        for (const file of manifest?.doors ?? []) {
          if (file.includes('*') || used.has(posix.join(home, file))) continue
          yield {path: `${home}/package.json`, line: 1, unexpected: `door \`${file}\``, expected: 'one that is used'}
        }
      }
    }
  },

  'folders of a part keep their order': {
    because: 'inside a part, too, what lies below must be understood without what lies above it',
    *breaches(tree) {
      for (const [parent, order] of Object.entries(ORDER)) {
        const folderOf = (path: string): string | undefined =>
          path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).match(/^[^/]+(?=\/)/)?.[0] : undefined
        const isOutsideOfFolders = (path: string): boolean => posix.dirname(path) === parent
        for (const {path, imports} of code(tree)) {
          const folder = folderOf(path)
          if (folder === undefined) continue
          if (!order.includes(folder)) {
            yield {
              path,
              line: 1,
              unexpected: `folder \`${folder}\``,
              expected: 'one that ORDER in test/architecture.test.ts lists'
            }
            continue
          }
          for (const {line, target, lazy} of imports) {
            if (lazy) continue
            const visited = new Set([target])
            for (const each of visited) {
              if (isOutsideOfFolders(each))
                for (const next of tree.get(each)?.imports ?? []) if (!next.lazy) visited.add(next.target)
            }
            const above = [...visited].find(each => order.indexOf(folderOf(each) ?? '') > order.indexOf(folder))
            if (above === undefined) continue
            yield {
              path,
              line,
              unexpected: `import of \`${above}\`${above === target ? '' : ` by way of \`${target}\``}`,
              expected: `\`${folder}\` itself or a folder of \`${parent}\` before it (${order.join(', ')})`
            }
          }
        }
      }
    }
  },

  'folders are small': {
    because: 'a reader looks through a folder at a glance; more than that wants an order of its own',
    *breaches(tree) {
      const paths = code(tree).flatMap(({path}) => (path.startsWith('rules/') ? [] : [path]))
      for (const folder of new Set(paths.map(path => posix.dirname(path)))) {
        const files = paths.filter(path => posix.dirname(path) === folder && path.endsWith('.ts'))
        if (files.length <= MOST_FILES) continue
        yield {
          path: folder,
          line: 1,
          unexpected: `${files.length} files`,
          expected: `at most ${MOST_FILES} beside each other, and the others in folders by what they are about`
        }
      }
    }
  },

  'files are short': {
    because: 'a file is one idea, and is read in one go',
    *breaches(tree) {
      for (const {path, part, lines} of code(tree)) {
        const most = part === 'src/cli' ? MOST_CLI_LINES : MOST_LINES
        if (lines > most) yield {path, line: 1, unexpected: `${lines} lines`, expected: `at most ${most}`}
      }
    }
  },

  'every folder keeps its budget': {
    because: 'what is read to change one thing grows with every line; a feature for one job is a package',
    *breaches(tree) {
      for (const path of LAYERS) {
        const lines = code(tree).reduce((sum, each) => sum + (each.part === path ? each.budgeted : 0), 0)
        const most = mostLines(path, LAST_COMMIT)
        if (lines > most)
          yield {path, line: 1, unexpected: `${lines} lines`, expected: `at most ${most} (test/budget.ts)`}
      }
    }
  },

  'every folder has a README': {
    because: 'a newcomer asks first what comes in, what goes out and where to begin',
    *breaches(tree) {
      const folders = new Set([...tree.keys()].flatMap(path => path.match(/^(?:src|packages)\/[^/]+(?=\/)/)?.[0] ?? []))
      for (const folder of folders) {
        const path = `${folder}/README.md`
        const readme = tree.get(path)
        if (!readme) yield {path, line: 1, unexpected: 'lack of a README', expected: 'one of at most 25 lines'}
        else if (readme.lines > 25) {
          yield {
            path,
            line: 1,
            unexpected: `${readme.lines} lines`,
            expected: 'at most 25: the rest is for docs/architecture.md'
          }
        }
      }
    }
  },

  'names are words of the field': {
    because: 'a name that a field engineer must look up is a defect',
    *breaches(tree) {
      for (const {path, exports} of code(tree)) {
        // The name of a rule's file is the ID that people write.
        const names = path.startsWith('rules/') ? exports : [{line: 1, name: basename(path, '.ts')}, ...exports]
        for (const {line, name} of names) {
          const word = wordsOf(name).find(each => OLD_WORDS.has(each))
          if (word) yield {path, line, unexpected: `\`${word}\` in \`${name}\``, expected: 'a word that the field uses'}
        }
      }
    }
  },

  'comments are plain': {
    because: 'a comment that must be read twice explains nothing',
    *breaches(tree) {
      for (const {path, comments} of code(tree)) {
        for (const {line, text} of comments) {
          const phrase = findOldPhrase(text)
          if (phrase) yield {path, line, unexpected: `\`${phrase}\` in a comment`, expected: 'plain words of the field'}
        }
      }
    }
  },

  'an exported name means one thing': {
    because: 'one word for one thing: who searches for a name finds what it is',
    *breaches(tree) {
      const first = new Map<string, string>()
      for (const {path, part, exports} of code(tree)) {
        for (const {line, name} of exports) {
          // Code that doesn't know the core can't use its functions, and has the same small ones.
          const key = part === 'packages/json-schema' ? `${part} ${name}` : name
          const other = first.get(key)
          if (other === undefined) first.set(key, path)
          else if (other !== path && !BY_CONTRACT.has(name)) {
            yield {path, line, unexpected: `second \`${name}\``, expected: `another name than that of ${other}`}
          }
        }
      }
    }
  },

  'rules see the model, the policy and their contract': {
    because: 'a rule judges what it is handed: it does not read, print, render or lean on another rule',
    *breaches(tree) {
      for (const {path, part, imports} of code(tree)) {
        if (part !== 'rules') continue
        for (const {line, target, ours} of imports) {
          const to = ours ? partOf(target) : target
          if (['src/model', 'src/policy', 'src/rule.ts'].includes(to)) continue
          if (path === 'rules/index.ts' && to === 'rules') continue
          yield {path, line, unexpected: `import of \`${target}\``, expected: 'src/model, src/policy or src/rule.ts'}
        }
      }
    }
  },

  'only the policy counts days': {
    because: 'one calculus of time, tested once: elsewhere a month would soon be 30 days',
    *breaches(tree) {
      for (const {path, part, imports} of code(tree)) {
        if (part === 'src/policy') continue
        for (const {line, target} of imports) {
          if (!/^(@date-fns\/|date-fns(\/|$))/.test(target)) continue
          yield {path, line, unexpected: `import of \`${target}\``, expected: 'a function of src/policy'}
        }
      }
    }
  },

  'few files touch the outside': {
    because: 'everything else is pure: it is tested without disk or git, and is safe with what strangers wrote',
    *breaches(tree) {
      for (const {path, imports} of code(tree)) {
        if (OUTSIDE_FILES.includes(path)) continue
        for (const {line, target} of imports) {
          if (!isBuiltin(target) || !OUTSIDE_MODULES.test(target.replace(/^node:/, ''))) continue
          yield {path, line, unexpected: `import of \`${target}\``, expected: `it only in ${OUTSIDE_FILES.join(', ')}`}
        }
      }
    }
  },

  'only the command line asks the clock and the process': {
    because: 'today is an argument: the same input gives the same answer on any day and any machine',
    *breaches(tree) {
      for (const {path, part, imports, outsideUses} of code(tree)) {
        // The browser draws the line of the day on which a page is read.
        if (path.startsWith('packages/pages/src/site/browser/') || MAY_ASK.includes(part)) continue
        const expected = 'it as an argument, or of a context'
        for (const {line, text} of outsideUses) yield {path, line, unexpected: `\`${text}\``, expected}
        for (const {line, target} of imports) {
          if (/^(node:)?process$/.test(target)) yield {path, line, unexpected: `import of \`${target}\``, expected}
        }
      }
    }
  },

  'pages depend on no day': {
    because:
      'a page that names its day is another one tomorrow: only whether support has ended may depend on the as-of day',
    *breaches(tree) {
      const isOfPages =
        /^(src\/outputs\/(changes\/|markdown\/|first-end)|packages\/pages\/src\/(?!commands\/)|src\/policy\/earliest-end-of-support\.ts)/
      // The header of machine-readable outputs states the day.
      const isHeader =
        /^packages\/pages\/src\/(release-notes\/context|release-notes\/context-format|upgrade-guide\/format)\.ts$/
      // An overview over APIs has the quarters from a day on, without naming it.
      const isOverview = /^packages\/pages\/src\/site\/(apis\/|write-apis\.ts$)/
      for (const {path, asOfDays} of code(tree)) {
        if (!isOfPages.test(path) || isHeader.test(path) || isOverview.test(path)) continue
        for (const line of asOfDays) yield {path, line, unexpected: '`asOf`', expected: '`hasEnded` or `reachedEnd`'}
      }
    }
  },

  'where work is done is an argument': {
    because: 'a process can work on two repositories at once: a workspace says where, and nothing else does',
    *breaches(tree) {
      for (const {path, imports, outsideUses} of code(tree)) {
        if (STARTS.test(path)) {
          const moved = outsideUses.filter(({text}) => /\bchdir$/.test(text))
          for (const {line, text} of moved) yield {path, line, unexpected: `\`${text}\``, expected: 'a workspace'}
          continue
        }
        for (const {line, text} of outsideUses) {
          if (!/^(?:globalThis\.)?process(?:\.|\[['"]|$)(?:cwd|env|chdir|$)/.test(text)) continue
          yield {path, line, unexpected: `\`${text}\``, expected: 'a workspace, or the environment of a context'}
        }
        if (RESOLVING_FILES.includes(path)) continue
        for (const {line, target, names} of imports) {
          if (!/^(?:node:)?path$/.test(target) || !names.includes('resolve')) continue
          yield {path, line, unexpected: 'import of `resolve`', expected: '`files.resolve` or `git.resolve`'}
        }
      }
    }
  },

  'no variable of a module changes': {
    because: 'it would be shared by all calls: what one of them sets, another would see',
    *breaches(tree) {
      for (const {path, variables} of code(tree)) {
        // The script of a page belongs to that page.
        if (path.startsWith('packages/pages/src/site/browser/')) continue
        for (const {line, name} of variables) {
          if (Object.hasOwn(CHANGING_VARIABLES, `${path} ${name}`)) continue
          yield {
            path,
            line,
            unexpected: `changing variable \`${name}\``,
            expected: 'an argument, or `once` for a constant'
          }
        }
      }
    }
  },

  'no layer names a kind of one language': {
    because: 'what a kind of change means, its language says: a table elsewhere would grow with each language',
    *breaches(tree) {
      for (const {path, texts} of code(tree)) {
        if (mayNameAKind(path)) continue
        for (const {line, text} of texts) {
          if (!OWN_KINDS.has(text)) continue
          yield {
            path,
            line,
            unexpected: `kind \`${text}\``,
            expected: 'what `kindOf` in `src/languages/kinds.ts` says of it'
          }
        }
      }
    }
  },

  'heavy modules load late': {
    because: 'typescript costs 400 ms and the remark set 13: only the command that needs them may pay',
    *breaches(tree) {
      for (const {path, imports} of code(tree)) {
        if (MAY_HOLD_HEAVY.test(path)) continue
        for (const {line, target} of imports.filter(loadsAtOnce)) {
          if (!HEAVY.test(target)) continue
          yield {path, line, unexpected: `import of \`${target}\``, expected: '`await import()` where it is needed'}
        }
      }
    }
  },

  'the command starts light': {
    because: 'a heavy module two imports away delays `tenure --version` as much as one near by',
    *breaches(tree) {
      const cameFrom = new Map<string, string | undefined>([[COMMAND, undefined]])
      for (const path of cameFrom.keys()) {
        for (const {line, target, ours} of tree.get(path)?.imports.filter(loadsAtOnce) ?? []) {
          if (ours && !cameFrom.has(target) && !PUT_OFF_BY_BUILD.has(target)) cameFrom.set(target, path)
          if (ours || !HEAVY.test(target)) continue
          const chain = [path]
          for (let from = cameFrom.get(path); from; from = cameFrom.get(from)) chain.unshift(from)
          yield {
            path,
            line,
            unexpected: `\`${target}\` at start-up (${chain.join(' → ')})`,
            expected: 'one `await import()` on the way'
          }
        }
      }
    }
  },

  'no test waits for a time': {
    because: 'on a busy machine nothing has happened by then, and on a fast one the test waits in vain',
    *breaches(tree) {
      // A page has its own clock. A timer there only lets the browser draw.
      for (const {path, waits} of tree.values()) {
        if (!/(^|\/)test\//.test(path) || /(^|\/)test\/browser\//.test(path)) continue
        const expected = 'what happens, by `expect.poll` or an event'
        for (const {line, text} of waits) yield {path, line, unexpected: `wait by \`${text}\``, expected}
      }
    }
  },

  'functions of the gate are small': {
    because: 'what a change may do is reviewed there, and a function of one page can be reviewed',
    *breaches(tree) {
      for (const {path, functions} of code(tree)) {
        if (!path.startsWith('src/gate/')) continue
        for (const {line, lines, branches} of functions) {
          if (lines <= MOST_FUNCTION_LINES && branches <= MOST_BRANCHES) continue
          if (LONG_IN_GATE.some(each => path.endsWith(each))) continue
          const expected = `at most ${MOST_FUNCTION_LINES} lines and ${MOST_BRANCHES} branches`
          yield {path, line, unexpected: `function of ${lines} lines and ${branches} branches`, expected}
        }
      }
    }
  },
  'long functions become fewer': {
    because: 'a function of several pages is changed by trial; who shortens one takes it from the list',
    *breaches(tree) {
      const listed = new Set(LONG_FUNCTIONS)
      const found = new Set<string>()
      for (const {path, functions} of code(tree)) {
        for (const {name = 'function', line, lines, branches} of functions) {
          if (lines <= LONG_FUNCTION_LINES && branches <= LONG_FUNCTION_BRANCHES) continue
          found.add(`${path} ${name}`)
          if (listed.has(`${path} ${name}`)) continue
          const expected = `at most ${LONG_FUNCTION_LINES} lines and ${LONG_FUNCTION_BRANCHES} branches`
          yield {path, line, unexpected: `\`${name}\` of ${lines} lines and ${branches} branches`, expected}
        }
      }
      for (const each of listed) {
        const [path = ''] = each.split(' ')
        if (!tree.has(path) || found.has(each)) continue
        yield {path, line: 1, unexpected: `entry \`${each}\``, expected: 'it to leave test/long-functions.ts'}
      }
    }
  },

  'files are named after ideas': {
    because: 'a drawer for everything has no floor and no reader',
    *breaches(tree) {
      for (const path of tree.keys()) {
        const drawer = path.split('/').find(name => /^(utils?|helpers?)(\.|$)/.test(name))
        if (drawer) yield {path, line: 1, unexpected: `name \`${drawer}\``, expected: 'the idea that it holds'}
      }
    }
  },

  'two files are called index.ts': {
    because: 'a list of re-exports hides who uses what, and loads what nobody asked for',
    *breaches(tree) {
      for (const path of tree.keys()) {
        if (basename(path) !== 'index.ts' || ['src/index.ts', 'rules/index.ts'].includes(path)) continue
        yield {path, line: 1, unexpected: '`index.ts`', expected: 'imports that name the file they mean'}
      }
    }
  },

  'no import circles': {
    because: 'files in a circle are one file in pieces: none can be read, tested or moved alone',
    *breaches(tree) {
      const done = new Set<string>()
      const open: string[] = []
      function* visit(path: string): Iterable<Breach> {
        open.push(path)
        for (const {line, target} of tree.get(path)?.imports ?? []) {
          const start = open.indexOf(target)
          if (start >= 0) {
            const circle = [...open.slice(start), target].join(' → ')
            yield {path, line, unexpected: `circle ${circle}`, expected: 'what both need in a file of its own'}
          } else if (!done.has(target)) yield* visit(target)
        }
        open.pop()
        done.add(path)
      }
      for (const path of tree.keys()) if (!done.has(path)) yield* visit(path)
    }
  }
} as const satisfies Record<string, Law>

type LawName = keyof typeof LAWS
const LAW_NAMES = Object.keys(LAWS) as LawName[]

/** The violations of a law in the code base: one sentence each, with file, line, law, and reason. */
function held(law: LawName, tree: Tree): string[] {
  return [...LAWS[law].breaches(tree)].map(
    ({path, line, unexpected, expected}) =>
      `${path}:${line}: Unexpected ${unexpected}, expected ${expected}. The law is "${law}": ${LAWS[law].because}.`
  )
}

/** Tests and benchmarks are outside of the layers; only the laws on names and doors apply to them. */
function code(tree: Tree): Source[] {
  return [...tree.values()].filter(({path}) => /^(src|rules|packages\/[^/]+\/src)\/.*(?<!\.d)\.ts$/.test(path))
}

/** A layer of the core, a package, or another folder at the top, such as `test`. */
const partOf = (path: string): string => path.split('/', /^(src|packages)\//.test(path) ? 2 : 1).join('/')

/** The folder with the `package.json` of a part; `undefined` for one without, such as `test`. */
const homeOf = (part: string): string | undefined =>
  part.startsWith('packages/') ? part : LAYERS.includes(part) ? 'src' : undefined

const nameOfPackage = (home: string): string => `@tenure/${home === 'src' ? 'core' : basename(home)}`

/** What the `package.json` of a package says: the packages of ours that it uses, and the files that others may use. */
function manifestOf(
  tree: Tree,
  home: string
): {readonly dependencies: readonly string[]; readonly doors: readonly string[]} {
  const {exports = {}, dependencies = {}} = JSON.parse(tree.get(`${home}/package.json`)?.text ?? '{}') as {
    exports?: Record<string, string>
    dependencies?: Record<string, string>
  }
  return {dependencies: Object.keys(dependencies), doors: Object.values(exports)}
}

const loadsAtOnce = ({lazy, typeOnly}: Import): boolean => !lazy && !typeOnly

function treeOf(files: Readonly<Record<string, string>>): Tree {
  return new Map(Object.entries(files).map(([path, text]) => [path, sourceOf(path, text)]))
}

function sourceOf(path: string, text: string): Source {
  const lines = text.split('\n').length - 1
  if (!path.endsWith('.ts') && !/\.[cm]?[jt]s$/.test(path))
    return {
      path,
      part: partOf(path),
      lines,
      budgeted: 0,
      isTest: false,
      text,
      exports: [],
      texts: [],
      comments: [],
      imports: [],
      outsideUses: [],
      asOfDays: [],
      waits: [],
      functions: [],
      variables: []
    }
  const file = createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imports: Import[] = []
  const outsideUses: {line: number; text: string}[] = []
  const asOfDays: number[] = []
  const waits: {line: number; text: string}[] = []
  const functions: FunctionSize[] = []
  const exports: {line: number; name: string}[] = []
  const texts: {line: number; text: string}[] = []
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart()).line + 1

  const visit = (node: ts.Node): void => {
    const found = importIn(node)
    if (found) {
      const {specifier, ...how} = found
      const {text: named} = specifier
      imports.push({line: lineOf(specifier), ...resolve(path, named), ...how, names: namesIn(node), specifier: named})
    }
    if (isIdentifier(node) && node.text === 'asOf') asOfDays.push(lineOf(node))
    if (isStringLiteralLike(node)) texts.push({line: lineOf(node), text: node.text})
    for (const name of exportedBy(node)) exports.push({line: lineOf(node), name})
    if (usesOutside(node)) outsideUses.push({line: lineOf(node), text: node.getText()})
    const timer = timerIn(node)
    if (timer !== undefined) waits.push({line: lineOf(node), text: timer})
    if (isFunction(node)) {
      const lines = file.getLineAndCharacterOfPosition(node.end).line + 2 - lineOf(node)
      functions.push({name: nameOf(node), line: lineOf(node), lines, branches: countBranches(node)})
    }
    forEachChild(node, visit)
  }
  visit(file)
  return {
    path,
    part: partOf(path),
    lines,
    budgeted: lines - (path.startsWith('rules/') ? linesOfExamples(file) : 0),
    isTest: /(^|\/)(test|bench)\//.test(path),
    exports,
    texts,
    comments: commentsIn(file),
    imports,
    outsideUses,
    asOfDays,
    waits,
    functions,
    variables: changingVariables(file)
  }
}

/** The number of lines of the examples of a rule. */
function linesOfExamples(node: ts.Node): number {
  if (isPropertyAssignment(node) && node.name.getText() === 'examples') return node.getText().split('\n').length
  let lines = 0
  forEachChild(node, child => {
    lines += linesOfExamples(child)
  })
  return lines
}

const isFunction = (node: ts.Node): boolean =>
  isFunctionDeclaration(node) || isArrowFunction(node) || isFunctionExpression(node) || isMethodDeclaration(node)

function nameOf(node: ts.Node): string | undefined {
  const named = (isFunctionDeclaration(node) || isMethodDeclaration(node)) && node.name ? node : node.parent
  return (isVariableDeclaration(named) || isPropertyAssignment(named) || named === node) && 'name' in named
    ? (named.name as ts.Node).getText()
    : undefined
}

const BRANCHES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken
])

/** The branches of a function, without those of nested functions. */
function countBranches(node: ts.Node): number {
  let count = BRANCHES.has(node.kind) ? 1 : 0
  for (const child of node.getChildren()) if (!isFunction(child)) count += countBranches(child)
  return count
}

function resolve(from: string, specifier: string): Pick<Import, 'target' | 'ours'> {
  if (specifier.startsWith('.')) return {target: posix.join(posix.dirname(from), specifier), ours: true}
  if (OURS.test(specifier)) return {target: importedFile(specifier), ours: true}
  const door = Object.hasOwn(DOORS, specifier) ? DOORS[specifier] : undefined
  return {target: door ?? specifier, ours: door !== undefined}
}

function importIn(node: ts.Node): (Pick<Import, 'lazy' | 'typeOnly'> & {specifier: ts.StringLiteral}) | undefined {
  const at = (specifier: ts.Node | undefined, lazy: boolean, typeOnly: boolean) =>
    specifier && isStringLiteral(specifier) ? {specifier, lazy, typeOnly} : undefined

  if (isImportDeclaration(node)) {
    return at(node.moduleSpecifier, false, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
  }
  if (isExportDeclaration(node)) return at(node.moduleSpecifier, false, node.isTypeOnly)
  if (isImportTypeNode(node) && isLiteralTypeNode(node.argument)) return at(node.argument.literal, false, true)
  if (isCallExpression(node)) {
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return at(node.arguments[0], true, false)
    if (isIdentifier(node.expression) && node.expression.text === 'require') return at(node.arguments[0], false, false)
  }
  return undefined
}

/** The named imports of an import. */
function namesIn(node: ts.Node): string[] {
  const bindings = isImportDeclaration(node) ? node.importClause?.namedBindings : undefined
  if (!bindings || !isNamedImports(bindings)) return []
  return bindings.elements.map(({name, propertyName}) => (propertyName ?? name).text)
}

/** Top-level variables that can be or are assigned after loading, or whose properties are. */
function changingVariables(file: ts.SourceFile): {line: number; name: string}[] {
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const declared = file.statements
    .filter(isVariableStatement)
    .flatMap(({declarationList: {flags, declarations}}) =>
      declarations.flatMap(({name}) =>
        isIdentifier(name) ? [{line: lineOf(name), name: name.text, isConst: (flags & ts.NodeFlags.Const) !== 0}] : []
      )
    )
  const changed = new Set<string>()
  const visit = (node: ts.Node): void => {
    const target = isBinaryExpression(node)
      ? node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
        node.operatorToken.kind <= ts.SyntaxKind.LastAssignment &&
        node.left
      : isPostfixUnaryExpression(node) || isPrefixUnaryExpression(node) || isDeleteExpression(node)
        ? 'operand' in node
          ? node.operand
          : node.expression
        : undefined
    // A regular expression gets its offset before each use.
    const isOffset = target && isPropertyAccessExpression(target) && target.name.text === 'lastIndex'
    let root: ts.Node | undefined = isOffset ? undefined : target || undefined
    while (root && (isPropertyAccessExpression(root) || isElementAccessExpression(root))) root = root.expression
    // A name that a function declares again is another variable.
    if (root && root !== target && isIdentifier(root) && !isDeclaredInside(root)) changed.add(root.text)
    forEachChild(node, visit)
  }
  visit(file)
  return declared.filter(({name, isConst}) => !isConst || changed.has(name))
}

/** Whether a function around an identifier declares its name, as a parameter or a variable. */
function isDeclaredInside(identifier: ts.Identifier): boolean {
  const declares = (node: ts.Node): boolean =>
    ((isVariableDeclaration(node) || isParameter(node) || isBindingElement(node)) &&
      isIdentifier(node.name) &&
      node.name.text === identifier.text) ||
    (forEachChild(node, declares) ?? false)
  for (let node: ts.Node = identifier.parent; !isSourceFile(node); node = node.parent)
    if (isFunction(node) && declares(node)) return true
  return false
}

/** The names that a declaration exports. */
function exportedBy(node: ts.Node): string[] {
  const isExported = canHaveModifiers(node) && node.modifiers?.some(({kind}) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return []
  if (isVariableStatement(node)) return node.declarationList.declarations.map(({name}) => name.getText())
  const {name} = node as ts.Node & {readonly name?: ts.Node}
  return name && isIdentifier(name) ? [name.text] : []
}

function commentsIn(file: ts.SourceFile): {line: number; text: string}[] {
  const found = new Map<number, {line: number; text: string}>()
  const visit = (node: ts.Node): void => {
    for (const {pos, end} of getLeadingCommentRanges(file.text, node.getFullStart()) ?? []) {
      const text = file.text
        .slice(pos, end)
        .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
        .replaceAll(/`[^`]*`/g, '`…`')
      found.set(pos, {line: file.getLineAndCharacterOfPosition(pos).line + 1, text})
    }
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  return [...found.values()]
}

/** `process.…`, `Date.now`, `Date()`, and `new Date()`. */
function usesOutside(node: ts.Node): boolean {
  const named = (it: ts.Node | undefined, ...names: string[]): boolean =>
    it !== undefined && isIdentifier(it) && names.includes(it.text)

  if (isPropertyAccessExpression(node)) {
    return (
      named(node.expression, 'process') ||
      (named(node.expression, 'Date') && node.name.text === 'now') ||
      (named(node.expression, 'globalThis', 'global') && node.name.text === 'process')
    )
  }
  if (isElementAccessExpression(node)) return named(node.expression, 'process')
  if (isVariableDeclaration(node)) return named(node.initializer, 'process')
  if (isNewExpression(node)) return named(node.expression, 'Date', 'UTCDate') && !node.arguments?.length
  return isCallExpression(node) && named(node.expression, 'Date')
}

/** The name of a timer that is called or imported. */
function timerIn(node: ts.Node): string | undefined {
  if (isImportDeclaration(node)) {
    const {text} = node.moduleSpecifier as ts.StringLiteral
    return /^(node:)?timers(\/promises)?$/.test(text) ? text : undefined
  }
  const isTimer = isCallExpression(node) && /^(?:\w+\.)?set(?:Timeout|Interval)$/.test(node.expression.getText())
  return isTimer ? node.expression.getText() : undefined
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The day of the last commit, by which the budget falls; empty for a copy without git. */
const LAST_COMMIT = existsSync(join(ROOT, '.git'))
  ? execFileSync('git', ['log', '-1', '--format=%cs'], {cwd: ROOT, encoding: 'utf8'}).trim()
  : ''

function filesOnDisk(): Record<string, string> {
  const files: Record<string, string> = {}
  for (const folder of ['src', 'rules', 'packages', 'test', 'bench']) {
    if (!existsSync(join(ROOT, folder))) continue
    for (const entry of readdirSync(join(ROOT, folder), {recursive: true, encoding: 'utf8'}).sort()) {
      if (!/\.[cm]?[jt]s$|^([^/\\]+[/\\])?package\.json$|^[^/\\]+[/\\]README\.md$/.test(entry)) continue
      files[posix.join(folder, entry.replaceAll(sep, '/'))] = readFileSync(join(ROOT, folder, entry), 'utf8')
    }
  }
  return files
}

describe('the code base', () => {
  const tree = treeOf(filesOnDisk())

  test.runIf(existsSync(join(ROOT, 'src')))('is found', () => {
    expect(code(tree).length).toBeGreaterThan(0)
  })

  test.each(LAW_NAMES)('%s', law => {
    expect(held(law, tree)).toEqual([])
  })
})

describe('a violated law is reported', () => {
  /** For each law, small code bases that violate it, and the start of each expected report. */
  const VIOLATIONS: Record<LawName, readonly [files: Record<string, string>, places: readonly string[]][]> = {
    'every part has a layer': [
      [{'src/mail/send.ts': ''}, ['src/mail/send.ts:1: Unexpected part `src/mail`']],
      [{'src/clock.ts': ''}, ['src/clock.ts:1: Unexpected part `src/clock.ts`']]
    ],
    'imports go down': [
      [
        {'src/model/time/date-range.ts': "// up\nimport {judge} from '../../policy/judge-end-of-support.ts'"},
        [
          'src/model/time/date-range.ts:2: Unexpected import of `src/policy/judge-end-of-support.ts`, expected `src/model` itself or a layer below it'
        ]
      ],
      [
        {'src/outputs/changes/page-data.ts': "import {a} from '@tenure/pages/fill-page'"},
        ['src/outputs/changes/page-data.ts:1: Unexpected import of `packages/pages/src/fill-page.ts`']
      ],
      [{'src/policy/judge-end-of-support.ts': "export * from '../rule.ts'"}, ['src/policy/judge-end-of-support.ts:1:']],
      [{'src/cli/main.ts': "await import('../index.ts')"}, ['src/cli/main.ts:1:']],
      [
        {'src/stores/files/file-system.ts': "type A = import('../../cli/main.ts').A"},
        ['src/stores/files/file-system.ts:1:']
      ],
      [{'src/lint.ts': "import {a} from '../test/a.ts'"}, ['src/lint.ts:1: Unexpected import of `test/a.ts`']],
      [{'src/history/fold.ts': "import type {History} from 'tenure'"}, ['src/history/fold.ts:1:']]
    ],
    'folders of a part keep their order': [
      [{'src/model/weather/rain.ts': ''}, ['src/model/weather/rain.ts:1: Unexpected folder `weather`']],
      [
        {'src/model/time/date-range.ts': "// up\nimport type {History} from '../lifecycle/history.ts'"},
        ['src/model/time/date-range.ts:2: Unexpected import of `src/model/lifecycle/history.ts`']
      ],
      [
        {
          'src/model/time/date-range.ts': "import type {A} from '../location.ts'",
          'src/model/location.ts': "import type {History} from './lifecycle/history.ts'"
        },
        [
          'src/model/time/date-range.ts:1: Unexpected import of `src/model/lifecycle/history.ts` by way of `src/model/location.ts`'
        ]
      ]
    ],
    'folders are small': [
      [
        Object.fromEntries(Array.from({length: MOST_FILES + 1}, (_, at) => [`src/model/time/day-${at}.ts`, ''])),
        [`src/model/time:1: Unexpected ${MOST_FILES + 1} files`]
      ]
    ],
    'files are short': [
      [
        {'src/model/time/day.ts': '\n'.repeat(MOST_LINES + 1)},
        [`src/model/time/day.ts:1: Unexpected ${MOST_LINES + 1} lines`]
      ],
      [
        {'src/cli/run/check.ts': '\n'.repeat(MOST_CLI_LINES + 1)},
        [`src/cli/run/check.ts:1: Unexpected ${MOST_CLI_LINES + 1} lines`]
      ]
    ],
    'every folder keeps its budget': [
      [
        {'src/context/context.ts': '\n'.repeat(9999), 'packages/pages/src/site/page/page.ts': '\n'.repeat(9999)},
        ['src/context:1: Unexpected 9999 lines']
      ],
      [{'src/context/context.ts': ''}, []],
      [{'rules/late.ts': `export default {\n  examples: [${'\n'.repeat(9999)}]\n}\n`}, []]
    ],
    'every folder has a README': [
      [{'src/model/time/day.ts': ''}, ['src/model/README.md:1: Unexpected lack of a README']],
      [
        {'src/model/time/day.ts': '', 'src/model/README.md': '\n'.repeat(26)},
        ['src/model/README.md:1: Unexpected 26 lines']
      ]
    ],
    'names are words of the field': [
      [{'src/model/desk.ts': ''}, ['src/model/desk.ts:1: Unexpected `desk` in `desk`']],
      [
        {
          'src/model/day.ts':
            '// a\nexport const lastShelf = 1\nexport function toldOf() {}\nexport interface Spots {}\nconst rest = 1'
        },
        [2, 3, 4].map(line => `src/model/day.ts:${line}:`)
      ]
    ],
    'comments are plain': [
      [
        {
          'src/model/day.ts':
            '/** All that is told. */\nconst a = 1\n// `nobody`\nfunction b() {\n  // Nobody\n  return 1\n}'
        },
        ['src/model/day.ts:1: Unexpected `All that`', 'src/model/day.ts:5: Unexpected `Nobody`']
      ]
    ],
    'an exported name means one thing': [
      [
        {
          'src/model/a.ts': 'export type Day = string',
          'src/model/b.ts': '\nexport const Day = 1\nexport const run = 1'
        },
        ['src/model/b.ts:2: Unexpected second `Day`, expected another name than that of src/model/a.ts']
      ]
    ],
    'rules see the model, the policy and their contract': [
      [
        {
          'rules/a.ts':
            "import {say} from '../src/text/format-values.ts'\nimport b from './b.ts'\nimport {parse} from 'yaml'"
        },
        ['rules/a.ts:1:', 'rules/a.ts:2:', 'rules/a.ts:3: Unexpected import of `yaml`']
      ]
    ],
    'only the policy counts days': [
      [
        {
          'src/outputs/changes/page-data.ts':
            "import {addMonths} from 'date-fns/addMonths'\nimport {UTCDate} from '@date-fns/utc'"
        },
        [
          'src/outputs/changes/page-data.ts:1:',
          'src/outputs/changes/page-data.ts:2: Unexpected import of `@date-fns/utc`'
        ]
      ]
    ],
    'few files touch the outside': [
      [
        {'src/cli/run/check.ts': "import {readFile} from 'node:fs/promises'\nimport {resolve} from 'node:path'"},
        ['src/cli/run/check.ts:1: Unexpected import of `node:fs/promises`']
      ],
      [
        {'packages/openapi/src/read/snapshot.ts': "import {execFile} from 'child_process'"},
        ['packages/openapi/src/read/snapshot.ts:1:']
      ],
      [{'src/text/format-values.ts': "const {readFileSync} = require('fs')"}, ['src/text/format-values.ts:1:']]
    ],
    'pages depend on no day': [
      [
        {'src/outputs/changes/page-data.ts': 'const day = history.timeline.asOf'},
        ['src/outputs/changes/page-data.ts:1: Unexpected `asOf`']
      ],
      [
        {'src/policy/earliest-end-of-support.ts': '\nconst {asOf} = history.timeline'},
        ['src/policy/earliest-end-of-support.ts:2: Unexpected `asOf`']
      ]
    ],
    'only the command line asks the clock and the process': [
      [
        {
          'src/policy/judge-end-of-support.ts':
            'const a = Date.now()\nconst b = new Date()\nconst c = new Date\nconst d = Date()'
        },
        [1, 2, 3, 4].map(line => `src/policy/judge-end-of-support.ts:${line}:`)
      ],
      [
        {'src/policy/judge-end-of-support.ts': 'const today = new UTCDate()'},
        ['src/policy/judge-end-of-support.ts:1:']
      ],
      [
        {'src/stores/git/git.ts': "process.cwd()\nprocess['env']\nconst {env} = process\nglobalThis.process\n"},
        [1, 2, 3, 4].map(line => `src/stores/git/git.ts:${line}:`)
      ],
      [{'src/lint.ts': "import {env} from 'node:process'"}, ['src/lint.ts:1: Unexpected import of `node:process`']]
    ],
    'where work is done is an argument': [
      [{'src/app/audit.ts': '\nprocess.chdir(folder)'}, ['src/app/audit.ts:2: Unexpected `process.chdir`']],
      [{'src/cli/run/audit.ts': 'process.chdir(folder)'}, ['src/cli/run/audit.ts:1: Unexpected `process.chdir`']],
      [{'src/app/audit.ts': 'const {CI} = process.env'}, ['src/app/audit.ts:1: Unexpected `process.env`']],
      [{'src/app/audit.ts': 'const here = process.cwd()'}, ['src/app/audit.ts:1: Unexpected `process.cwd`']],
      [
        {'src/app/audit.ts': "import {join, resolve} from 'node:path'"},
        ['src/app/audit.ts:1: Unexpected import of `resolve`']
      ]
    ],
    'no variable of a module changes': [
      [{'src/app/audit.ts': '// one\nlet view = 1'}, ['src/app/audit.ts:2: Unexpected changing variable `view`']],
      [{'src/app/audit.ts': 'var view'}, ['src/app/audit.ts:1: Unexpected changing variable `view`']],
      [
        {'src/app/audit.ts': 'const state = {view: 1}\nexport const enter = () => {\n  state.view += 1\n}'},
        ['src/app/audit.ts:1: Unexpected changing variable `state`']
      ]
    ],
    'packages stand beside the core': [
      [
        {'packages/json-schema/src/json.ts': "import {own} from '@tenure/core/model/json'"},
        ['packages/json-schema/src/json.ts:1: Unexpected import of `src/model/json.ts`, expected nothing of the core']
      ],
      [
        {'packages/mcp/src/reader.ts': "import type {Context} from '@tenure/core/context/context'"},
        ['packages/mcp/src/reader.ts:1: Unexpected import of `src/context/context.ts`, expected `src/descriptions`']
      ]
    ],
    'packages have doors': [
      [
        {'packages/mcp/src/reader.ts': "import {defined} from '../../../src/model/defined.ts'"},
        ['packages/mcp/src/reader.ts:1: Unexpected path `../../../src/model/defined.ts` into `src`']
      ],
      [
        {
          'packages/mcp/package.json': '{"dependencies": {"@tenure/core": "*"}}',
          'packages/mcp/src/reader.ts':
            "import {defined} from '@tenure/core/model/defined'\nimport {describe} from '@tenure/openapi/describe'"
        },
        ['packages/mcp/src/reader.ts:2: Unexpected use of `@tenure/openapi`']
      ],
      [
        {'packages/mcp/package.json': '{"exports": {"./tools": "./src/tools.ts"}}'},
        ['packages/mcp/package.json:1: Unexpected door `./src/tools.ts`']
      ]
    ],
    'no layer names a kind of one language': [
      [
        {
          'src/policy/judge.ts':
            "if (kind === 'type-changed') judge()\nconst EFFECTS = {'null-allowed': 'review', deprecated: 'review'}"
        },
        [
          'src/policy/judge.ts:1: Unexpected kind `type-changed`',
          'src/policy/judge.ts:2: Unexpected kind `null-allowed`'
        ]
      ]
    ],
    'heavy modules load late': [
      [{'src/stores/files/typescript.ts': "import ts from 'typescript'"}, ['src/stores/files/typescript.ts:1:']],
      [{'src/outputs/report/markdown.ts': "import {unified} from 'unified'"}, ['src/outputs/report/markdown.ts:1:']],
      [{'src/text/format-values.ts': "import {type Plugin} from 'remark-parse'"}, ['src/text/format-values.ts:1:']]
    ],
    'the command starts light': [
      [
        {
          'src/cli/start.ts': "import {changelog} from './run/changelog.ts'",
          'src/cli/run/changelog.ts': "import {page} from '../../outputs/changes/page-data.ts'",
          'src/outputs/changes/page-data.ts': "\nimport remarkGfm from 'remark-gfm'"
        },
        [
          'src/outputs/changes/page-data.ts:2: Unexpected `remark-gfm` at start-up (src/cli/start.ts → src/cli/run/changelog.ts → src/outputs/changes/page-data.ts)'
        ]
      ]
    ],
    'no test waits for a time': [
      [
        {
          'test/app/lock.test.ts':
            "import {setTimeout as wait} from 'node:timers/promises'\nsetTimeout(() => {}, 5)\nglobalThis.setInterval(f, 1)"
        },
        [1, 2, 3].map(line => `test/app/lock.test.ts:${line}: Unexpected wait by `)
      ]
    ],
    'functions of the gate are small': [
      [
        {
          'src/gate/judge.ts': `export const judge = () => {\n${'if (x) y()\n'.repeat(MOST_BRANCHES + 1)}}`,
          'src/app/due.ts': `export const findDue = () => {\n${'if (x) y()\n'.repeat(MOST_BRANCHES + 1)}}`
        },
        [`src/gate/judge.ts:1: Unexpected function of ${MOST_BRANCHES + 3} lines and ${MOST_BRANCHES + 1} branches`]
      ]
    ],
    'long functions become fewer': [
      [
        {
          'src/model/a.ts': `export function fold() {\n${'\n'.repeat(LONG_FUNCTION_LINES)}}`,
          'src/model/b.ts': `const read = () => {\n${'if (x) y()\n'.repeat(LONG_FUNCTION_BRANCHES + 1)}}`
        },
        [
          `src/model/a.ts:1: Unexpected \`fold\` of ${LONG_FUNCTION_LINES + 2} lines`,
          'src/model/b.ts:1: Unexpected `read` of'
        ]
      ],
      [
        {[LONG_FUNCTIONS[0]?.split(' ')[0] ?? '']: ''},
        [`${LONG_FUNCTIONS[0]?.split(' ')[0]}:1: Unexpected entry \`${LONG_FUNCTIONS[0]}\``]
      ]
    ],
    'files are named after ideas': [
      [{'src/model/utils.ts': ''}, ['src/model/utils.ts:1: Unexpected name `utils.ts`']],
      [{'test/helpers/history.ts': ''}, ['test/helpers/history.ts:1: Unexpected name `helpers`']]
    ],
    'two files are called index.ts': [[{'src/model/index.ts': ''}, ['src/model/index.ts:1: Unexpected `index.ts`']]],
    'no import circles': [
      [
        {
          'src/model/lifecycle/event.ts': "import type {B} from '../time/release.ts'",
          'src/model/time/release.ts': "import type {C} from './timeline.ts'",
          'src/model/time/timeline.ts': "\nimport type {A} from '../lifecycle/event.ts'"
        },
        [
          'src/model/time/timeline.ts:2: Unexpected circle src/model/lifecycle/event.ts → src/model/time/release.ts → src/model/time/timeline.ts → '
        ]
      ],
      [{'src/model/time/date-range.ts': "import {b} from './date-range.ts'"}, ['src/model/time/date-range.ts:1:']]
    ]
  }

  test.each(LAW_NAMES)('%s', law => {
    for (const [files, places] of VIOLATIONS[law]) {
      const reports = held(law, treeOf(files))
      expect(reports).toEqual(places.map(place => expect.stringContaining(place)))
      for (const sentence of reports) expect(sentence).toContain(`${law}": ${LAWS[law].because}.`)
    }
  })
})

// Code that looks like a violation but isn't.
test.each(LAW_NAMES)('a code base without violations is not reported: %s', law => {
  const tree = treeOf({
    'src/model/time/date-range.ts':
      "// import {x} from '../../cli/main.ts'\nexport const dayOf = (ms: number) => new Date(ms)",
    'src/policy/judge-end-of-support.ts':
      "import {addMonths} from 'date-fns/addMonths'\nimport {dayOf} from '../model/time/date-range.ts'",
    'src/text/format-values.ts':
      "export const text = 'process.exit() and Date.now()'\nexport const it = {process: 1}.process",
    'src/stores/files/file-system.ts': "import {readFile} from 'node:fs/promises'\nimport {join} from 'node:path'",
    'packages/import/src/tables.ts': "import remarkParse from 'remark-parse'",
    'packages/import/README.md': '# It\n',
    'src/cli/run/record.ts': "import {tables} from '@tenure/import/import'",
    'src/stores/files/typescript.ts': "import type ts from 'typescript'\nconst load = () => import('typescript')",
    'src/outputs/markdown/markdown.ts':
      "import {unified} from 'unified'\nimport {say} from '../../text/format-values.ts'",
    'src/rule.ts': "import type {When} from './model/time/date-range.ts'",
    'rules/late.ts':
      "import {defineRule} from '../src/rule.ts'\nimport {judge} from '../src/policy/judge-end-of-support.ts'",
    'rules/index.ts': "import late from './late.ts'",
    'src/lint.ts': "import type {Rule} from './rule.ts'",
    'src/cli/main.ts':
      "import {version} from '../../package.json' with {type: 'json'}\nimport process from 'node:process'\n" +
      "import {rules} from '../../rules/index.ts'\nconst page = () => import('../outputs/markdown/markdown.ts')\nprocess.exit()\nDate.now()",
    'src/index.ts': "export * from './outputs/markdown/markdown.ts'\nexport * from './lint.ts'",
    ...Object.fromEntries(
      ['model', 'policy', 'text', 'stores', 'outputs', 'cli'].map(folder => [`src/${folder}/README.md`, '# It\n'])
    ),
    'packages/pages/README.md': '# It\n',
    'packages/pages/test/browser/page.ts': 'await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 10)))',
    'test/architecture.test.ts':
      "import ts from 'typescript'\nimport {readFileSync} from 'node:fs'\nconst it = 'setTimeout(f, 1)'"
  })
  expect(held(law, tree)).toEqual([])
})
