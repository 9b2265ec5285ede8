// npm run new-rule -- RULE-ID: writes rules/RULE-ID.ts, a copy of scripts/new-rule.ts, and lists it in rules/index.ts.
import {execFileSync} from 'node:child_process'
import {readFileSync, writeFileSync} from 'node:fs'
import process from 'node:process'
import {fileURLToPath} from 'node:url'

const INDEX = 'rules/index.ts'
const MODEL = 'scripts/new-rule.ts'
const EMPTY_INDEX = "import type {Rule} from '../src/rule.ts'\n\nexport const rules: readonly Rule[] = []\n"
const IMPORT = /^import (\w+) from '\.\/([\w-]+)\.ts'\n/gm
const LIST = /^(export const rules\b.*?= )\[([^\]]*)\]/m

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const ids = process.argv.slice(2)
const [id] = ids
const file = `rules/${id}.ts`

// 1. Two words at least: the id is said in reports, and in camel case it is never a keyword.
if (ids.length !== 1 || !/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(id)) {
  fail(
    `${ids.length ? `\`${ids.join(' ')}\` isn't a rule id` : 'The rule id is missing'}. Name one such as \`notice-too-short\`.`
  )
}
const {rules, text} = readIndex()
if (rules.has(id)) fail(`${INDEX} already lists \`${id}\`.`)

// 2. The rule first: it is never written over one that is there, and the index never lists one that is not.
try {
  writeFileSync(file, readFileSync(MODEL, 'utf8').replace("id: 'new-rule'", `id: '${id}'`), {flag: 'wx'})
} catch (error) {
  fail(`\`${file}\` can't be created: ${error.message}`)
}
writeFileSync(INDEX, indexText(rules.set(id, camelCase(id)), text))

// 3. The formatter knows when the list fits on one line.
execFileSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', file, INDEX], {
  stdio: ['ignore', 'ignore', 'inherit']
})
process.stdout.write(`${file} is written and listed. Make it yours, then run \`npm run reference\` and \`npm test\`.\n`)

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function readIndex() {
  const text = readOrUndefined(INDEX) ?? EMPTY_INDEX
  const rules = new Map([...text.matchAll(IMPORT)].map(([, name, rule]) => [rule, name]))
  const listed = text.match(LIST)?.[2].match(/\w+/g) ?? []
  if (!LIST.test(text) || [...listed].sort().join() !== [...rules.values()].sort().join()) {
    fail(
      `${INDEX} can't be extended. It needs one \`import x from './id.ts'\` for each name in \`export const rules = [x]\`.`
    )
  }
  return {rules, text}
}

function readOrUndefined(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function indexText(rules, text) {
  const sorted = [...rules].sort(([a], [b]) => (a < b ? -1 : 1))
  const imports = sorted.map(([rule, name]) => `import ${name} from './${rule}.ts'\n`).join('')
  const rest = text.replace(IMPORT, '')
  const head = rest.match(/^(?:(?:\/\/|import ).*\n)*/)[0]
  const list = `[${sorted.map(([, name]) => name).join(', ')}]`
  return head + imports + rest.slice(head.length).replace(LIST, (_, start) => start + list)
}

function camelCase(id) {
  return id.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
}
