// Everything a person reads uses the words of the glossary in CONTRIBUTING.md. test/architecture.test.ts holds names and comments.
import {readdirSync, readFileSync} from 'node:fs'
import {posix} from 'node:path'
import ts from 'typescript'
import {describe, expect, it} from 'vitest'
import {rules} from '../rules/index.ts'
import {groupBy} from '../src/model/group-by.ts'
import {packageFolder} from '../src/stores/files/installed-packages.ts'
import {findOldPhrase, OLD_KEYS, OLD_WORDS, UNUSED_HEADING, wordsOf} from './glossary.ts'

// Each access to an imported name takes its time in a test, and there are millions.
const {
  createSourceFile,
  forEachChild,
  getLeadingCommentRanges,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isExportDeclaration,
  isFunctionDeclaration,
  isIdentifier,
  isImportDeclaration,
  isInterfaceDeclaration,
  isParameter,
  isPropertyAssignment,
  isPropertySignature,
  isStringLiteralLike,
  isTemplateExpression,
  isTypeAliasDeclaration,
  isVariableDeclaration
} = ts

/** Documents by other people, and files that tests compare literally. */
const OF_OTHERS =
  /^fixtures\/(model-testing-service\/original\.md|changelogs\/(?!README).*|etcd\/.*\.json|formats\/.*\.(json|xsd))$/

interface Text {
  readonly line: number
  readonly text: string
}

interface Fault extends Text {
  readonly phrase: string
}

/** The unused phrase in a sentence, or `undefined`. */
function findFault(text: string): string | undefined {
  const [verdict] = text.match(/^(?:kept|broken)$|\b\d+ (?:kept|broken)\b|[✔✖] ?(?:kept|broken)\b/) ?? []
  const [opening] = text.match(/(?:^|[.:»“"`] |["'`])Unexpected\b/) ?? []
  const [demand] = text.match(/, expected\b/) ?? []
  return (
    findOldPhrase(text) ??
    verdict ??
    (opening === undefined ? undefined : 'Unexpected …') ??
    (demand === undefined ? undefined : '…, expected')
  )
}

const faultsOf = (texts: Iterable<Text>): Fault[] =>
  [...texts].flatMap(({line, text}) => {
    const phrase = findFault(text)
    return phrase === undefined ? [] : [{line, text, phrase}]
  })

/** The messages in a program: strings and templates of several words, and single words that are a verdict. */
function messagesIn(path: string, program: string): Text[] {
  const file = createSourceFile(path, program, ts.ScriptTarget.Latest, true)
  const found: Text[] = []
  const visit = (node: ts.Node): void => {
    if (isImportDeclaration(node) || isExportDeclaration(node)) return
    const text = textOf(node)
    if (text !== undefined) {
      if (/\s|^(?:kept|broken)$/.test(text))
        found.push({line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text})
      if (isStringLiteralLike(node)) return
    }
    forEachChild(node, child => {
      // The parts of a sum of strings aren't checked again.
      if (text === undefined || textOf(child) === undefined) visit(child)
    })
  }
  visit(file)
  return found
}

/** The text of a literal, a template, or a sum of them, with `…` for inserted values; `undefined` for other code. */
function textOf(node: ts.Node): string | undefined {
  if (isStringLiteralLike(node)) return node.text
  if (isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({literal}) => `…${literal.text}`).join('')
  }
  if (isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)]
    if (left !== undefined || right !== undefined) return (left ?? '…') + (right ?? '…')
  }
  return undefined
}

/** Paragraphs, so that a phrase is found across lines. */
function paragraphsIn(page: string): Text[] {
  const withoutList = page.includes(UNUSED_HEADING) ? page.slice(0, page.indexOf(UNUSED_HEADING)) : page
  let line = 1
  return withoutList.split(/(\n(?:\s*\n)+|\n(?=\s*(?:[-*|#>]|\d+\.) ))/).flatMap(part => {
    const found = {line, text: part.replaceAll(/\s+/g, ' ').trim()}
    line += part.split('\n').length - 1
    return found.text === '' ? [] : [found]
  })
}

const linesIn = (page: string): Text[] =>
  page
    .replace(/<style>[\s\S]*?<\/style>/g, style => style.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((text, at) => ({line: at + 1, text: text.trim()}))

function textsIn(path: string, content: string): Text[] {
  if (/\.m?[jt]s$/.test(path)) return messagesIn(path, content)
  return path.endsWith('.md') ? paragraphsIn(content) : linesIn(content)
}

function* keysIn(schema: unknown): Iterable<string> {
  if (typeof schema !== 'object' || schema === null) return
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'properties' && typeof value === 'object' && value !== null) yield* Object.keys(value)
    yield* keysIn(value)
  }
}

/** Rule IDs and keys, which are checked like the areas of files. */
const NAMES: ReadonlyMap<string, () => readonly string[]> = new Map([
  ['rule ids', () => rules.map(({id}) => id).filter(oldKey)],
  [
    'keys',
    () =>
      filesIn('schemas', /\.json$/).flatMap(path =>
        [...new Set([...keysIn(JSON.parse(read(path)))].filter(oldKey))].map(key => `${path}: ${key}`)
      )
  ]
])

const oldKey = (name: string): boolean => wordsOf(name).some(word => OLD_KEYS.has(word))

/** The files below a folder whose paths fit, sorted. */
const filesIn = (folder: string, fits: RegExp): string[] =>
  readdirSync(packageFolder(folder), {recursive: true, encoding: 'utf8'})
    .map(path => posix.join(folder, path.replaceAll('\\', '/')))
    .filter(path => fits.test(path) && !OF_OTHERS.test(path))
    .sort()
const read = (path: string): string => readFileSync(packageFolder(path), 'utf8')

const areaOf = (path: string): string =>
  /^(?:src|packages)\//.test(path) ? posix.join(...path.split('/').slice(0, 2)) : (path.split('/', 1)[0] ?? path)

const AREAS = groupBy(
  [
    ...filesIn('src', /\.ts$|^src\/[^/]+\/README\.md$/),
    ...filesIn('packages', /^packages\/[^/]+\/(?:src\/.*\.ts|README\.md)$/),
    ...filesIn('rules', /\.ts$/),
    ...filesIn('scripts', /\.(mjs|yaml)$/),
    ...filesIn('docs', /\.md$/),
    ...filesIn('schemas', /\.json$/),
    ...filesIn('policies', /\.yaml$/),
    ...filesIn('fixtures', /\.(md|txt|svg|yaml)$/),
    ...[
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'site/index.md',
      'action.yml',
      'comment/action.yml',
      'templates/check.yml',
      'package.json'
    ]
  ],
  areaOf
)

describe('the words of', () => {
  const faults = new Map<string, readonly string[]>([
    ...[...AREAS].map(
      ([area, files]) =>
        [
          area,
          files.flatMap(path =>
            faultsOf(textsIn(path, read(path))).map(
              ({line, phrase, text}) => `${path}:${line}: \`${phrase}\` in "${text.slice(0, 300)}"`
            )
          )
        ] as const
    ),
    ...[...NAMES].map(([area, find]) => [area, find()] as const)
  ])

  it.each([...faults])('%s are those of the glossary', (_, found) => {
    expect(found).toEqual([])
  })
})

/** Names that tests about a small library need, and those that tests of any project have. */
const NAMES_OF_TESTS = new Set(['shelf', 'book', 'desk', 'rest', 'short', 'given'])
/** Names of tests that say nothing. */
const EMPTY_NAMES = new Set(['FINE', 'back'])

/** The titles, comments, and declared names of a test file that aren't plain. */
function faultsOfTest(path: string, program: string): string[] {
  const file = createSourceFile(path, program, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const add = (node: ts.Node, what: string): void => {
    found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what}`)
  }
  const comments = new Set<number>()
  const visit = (node: ts.Node): void => {
    for (const {pos, end} of getLeadingCommentRanges(program, node.getFullStart()) ?? []) {
      if (comments.has(pos)) continue
      comments.add(pos)
      const phrase = findOldPhrase(
        program
          .slice(pos, end)
          .replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')
          .replaceAll(/`[^`]*`/g, '`…`')
      )
      if (phrase !== undefined) add(node, `\`${phrase}\` in the comment before it`)
    }
    if (isCallExpression(node) && /^(?:test|it|describe)\b/.test(node.expression.getText())) {
      const title = node.arguments[0] && textOf(node.arguments[0])
      const phrase = title === undefined ? undefined : findOldPhrase(title)
      if (phrase !== undefined) add(node, `\`${phrase}\` in the title "${title}"`)
    }
    const name = isDeclaration(node) ? node.name : undefined
    if (name && isIdentifier(name)) {
      const word = EMPTY_NAMES.has(name.text)
        ? name.text
        : wordsOf(name.text).find(each => OLD_WORDS.has(each) && !NAMES_OF_TESTS.has(each))
      if (word !== undefined) add(name, `\`${word}\` in the name \`${name.text}\``)
    }
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  return found
}

const isDeclaration = (node: ts.Node): node is ts.NamedDeclaration =>
  isVariableDeclaration(node) ||
  isFunctionDeclaration(node) ||
  isParameter(node) ||
  isBindingElement(node) ||
  isInterfaceDeclaration(node) ||
  isTypeAliasDeclaration(node) ||
  isPropertySignature(node) ||
  isPropertyAssignment(node)

describe('titles, comments, and names of tests', () => {
  const files = [...filesIn('test', /\.ts$/), ...filesIn('packages', /^packages\/[^/]+\/test\/.*\.ts$/)]

  it('have no words of the old style', () => {
    expect(files.flatMap(path => faultsOfTest(path, read(path)))).toEqual([])
  })

  it('are checked for words of the old style', () => {
    const program = `// Nobody knows.
const told = 1
test('is told twice', () => { const back = 2; const shelf = 3 })`
    expect(faultsOfTest('a.test.ts', program)).toEqual([
      'a.test.ts:2: `Nobody knows` in the comment before it',
      'a.test.ts:2: `told` in the name `told`',
      'a.test.ts:3: `is told` in the title "is told twice"',
      'a.test.ts:3: `back` in the name `back`'
    ])
  })
})

describe('an old word is found', () => {
  it.each([
    ["const a = 'Unexpected end of the day'", 'Unexpected …'],
    ['const a = `: Unexpected end`', 'Unexpected …'],
    ['const a = `no name, expected one`', '…, expected'],
    ["const a = 'the first ' + name + ' that no' + 'body knows'", 'nobody knows'],
    ["say(a ? 'All else is fine' : b)", 'All else'],
    ["const verdicts = {kept: 'kept'}", 'kept'],
    ['const a = `2 violations, 3 broken`', '3 broken']
  ])('in the program %s', (program, phrase) => {
    expect(faultsOf(messagesIn('a.ts', program)).map(fault => fault.phrase)).toEqual([phrase])
  })

  it('with its line', () => {
    expect(faultsOf(messagesIn('a.ts', "f()\nf('it is lawful')"))).toMatchObject([{line: 2}])
    expect(faultsOf(paragraphsIn('# A\n\nIt is\nthe\nrecord.\n\n- a\n- what is\n  owed'))).toMatchObject([
      {line: 3, phrase: 'the record'},
      {line: 8, phrase: 'what is owed'}
    ])
    expect(faultsOf(linesIn('<style>a\n/* lawful */</style>\n<text>is lawful</text>'))).toMatchObject([{line: 3}])
  })

  it('in keys and IDs', () => {
    expect(['promise-shortened', 'isKept', 'lawfulEnd'].filter(oldKey)).toHaveLength(3)
    const schema = {properties: {a: {items: {properties: {dwell: {}}}}}}
    expect([...keysIn(schema)].filter(oldKey)).toEqual(['dwell'])
  })

  it('but not in plain English', () => {
    const program = `import a from 'the record'
// lawful
const promise = new Promise(kept)
say('The rest of the shelves was unexpected, and expected by no one. The recording was kept.')`
    expect(faultsOf(messagesIn('a.ts', program))).toEqual([])
    expect(faultsOf(paragraphsIn(`Plain.\n\n${UNUSED_HEADING}\n\n| \`lawful\` |`))).toEqual([])
    expect(['notice', 'broke', 'ended-before-sunset'].filter(oldKey)).toEqual([])
  })
})
