import {execFileSync} from 'node:child_process'
import {cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {describe, expect, it} from 'vitest'
import {rules} from '../rules/index.ts'
import {lint} from '../src/lint.ts'
import {formatSubject} from '../src/model/subject/subject.ts'
import type {Finding} from '../src/model/verdict/finding.ts'
import type {Rule} from '../src/rule.ts'
import {historyOf as seenAs} from './history/observed.ts'
import {historyOf, lintText, policyOf, usesIn} from './reading.ts'

/** The messages of a rule, as a finding or a further reason, in order. */
const messagesOf = (id: string, findings: readonly Finding[]): string[] =>
  findings.flatMap(finding => [finding, ...finding.reasons].filter(each => each.rule === id).map(each => each.message))

function freeze<T>(value: T, visited = new Set<unknown>()): T {
  if (value === null || typeof value !== 'object' || visited.has(value)) return value
  visited.add(value)
  const inner = value instanceof Map ? [...value.values()] : Object.values(value)
  for (const each of inner) freeze(each, visited)
  return Object.freeze(value)
}

/** A copy of the files that `npm run new-rule` reads, with a rule that it has created. */
function copyWithNewRule(id: string): string {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const copy = mkdtempSync(join(tmpdir(), 'new-rule-'))
  for (const name of ['.gitignore', 'biome.json', 'rules', 'scripts/new-rule.mjs', 'scripts/new-rule.ts'])
    cpSync(join(root, name), join(copy, name), {recursive: true})
  for (const name of ['node_modules', 'src']) symlinkSync(join(root, name), join(copy, name), 'junction')
  execFileSync(process.execPath, [join(copy, 'scripts/new-rule.mjs'), id])
  return copy
}

const copy = copyWithNewRule('quiet-shelves')
const {default: newRule}: {default: Rule} = await import(pathToFileURL(join(copy, 'rules/quiet-shelves.ts')).href)

describe.each([...rules, newRule].map(rule => [rule.id, rule] as const))('the rule %s', (id, rule) => {
  it.each(rule.examples.map(example => [`${example.kind}: ${example.title}`, example] as const))(
    'has the expected messages in its example "%s"',
    (_, example) => {
      const {findings} = lintText(example, [rule])
      expect(messagesOf(id, findings)).toEqual(example.messages)
      const verdicts = findings.flatMap(finding => [finding, ...finding.reasons]).map(each => each.verdict)
      if (example.kind === 'quiet') expect(findings).toEqual([])
      if (example.kind === 'loud') expect(verdicts.some(verdict => verdict !== 'undetermined')).toBe(true)
      if (example.kind === 'undetermined') expect(verdicts).toContain('undetermined')
    }
  )

  it('has an example with a finding and one without', () => {
    const kinds = rule.examples.map(example => example.kind)
    expect(kinds).toContain('quiet')
    expect(kinds.some(kind => kind !== 'quiet')).toBe(true)
  })

  it('has an example for every message', () => {
    const messages = rule.examples.flatMap(example => example.messages)
    for (const [message, template] of Object.entries(rule.messages)) {
      const pattern = new RegExp(
        `^${template
          .split(/\{\w+\}/)
          .map(literally)
          .join('(.+)')}$`
      )
      expect(
        messages.some(text => pattern.test(text)),
        `message \`${message}\``
      ).toBe(true)
    }
  })

  it('has messages that are sentences, without words of the old style', () => {
    for (const template of Object.values(rule.messages)) {
      expect(template).not.toMatch(/unexpected|, expected |promise|on record|nobody/i)
      expect(template).toMatch(/^[A-Z{`].*(?:[.?)]|\{instead\})$/)
    }
    for (const text of [rule.summary, rule.why]) expect(text).toMatch(/^[A-Z].+\.$/)
    for (const {messages} of rule.examples) for (const text of messages) expect(text).toMatch(/^[A-Z`].*[.?)]$/)
  })

  it('has different examples, each with its own title', () => {
    for (const key of ['title', 'history'] as const) {
      const all = rule.examples.map(
        example =>
          `${example[key]}${key === 'history' ? `${example.policy}${example.asOf}${JSON.stringify([example.version, example.traffic, example.served])}` : ''}`
      )
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('does not change its input', () => {
    for (const example of rule.examples) {
      const withoutUses = historyOf(example.history, example.asOf, example.recorded, example.specs)
      const history = freeze({...withoutUses, ...usesIn(example.code, withoutUses)})
      const policy = freeze(policyOf(example.policy))
      expect(() => lint(history, policy, [rule])).not.toThrow()
    }
  })

  it('has a remedy and a place for each finding', () => {
    for (const example of rule.examples) {
      for (const finding of lintText(example, [rule]).findings) {
        expect(finding.remedy).toMatch(/^[A-Z`].+\.$/)
        expect(finding.place.source).toMatch(/^(?:(?:history|next|\d\.\d)\.yaml|CHANGES\.md|client\.ts)$/)
      }
    }
  })
})

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

describe('all rules', () => {
  it('are in files of their own name, and listed in alphabetical order', () => {
    const files = readdirSync(new URL('../rules', import.meta.url))
      .filter(name => name.endsWith('.ts') && name !== 'index.ts')
      .map(name => name.replace(/\.ts$/, ''))
      .toSorted()
    expect(rules.map(rule => rule.id)).toEqual(files)
  })

  it('that report a verdict name the key of the policy that decides, so that no configuration does', () => {
    const keys = readFileSync(new URL('../docs/reference/policy.md', import.meta.url), 'utf8')
    for (const {id, watches, policyKey} of rules.filter(rule => rule.watches === 'judgment' || rule.policyKey)) {
      expect(watches, id).toBe('judgment')
      expect(keys, id).toMatch(new RegExp(`^\\| \`(?:[\\w.]+\\.)?${policyKey}\``, 'm'))
    }
  })

  it('include a rule that `npm run new-rule` creates', () => {
    const lines = (path: string | URL) => readFileSync(path, 'utf8').split('\n')
    const before = lines(new URL('../rules/index.ts', import.meta.url))
    const after = lines(join(copy, 'rules/index.ts'))
    expect(after.filter(line => !before.includes(line))).toEqual([
      "import quietShelves from './quiet-shelves.ts'",
      '  quietShelves,'
    ])
    expect(after).toHaveLength(before.length + 2)
  })

  it('report nothing for a history without changes', () => {
    const quiet = {history: 'service: Lending Library API\nreleases: [{release: "1.0", date: 2024-01-10}]\n'}
    expect(lintText(quiet, rules).findings).toEqual([])
  })

  it('do not take a name in an API description for a typo of a similar one', () => {
    const operation = (name: string) => ({
      get: {
        responses: {
          200: {description: 'fine', content: {'application/json': {schema: {$ref: `#/components/schemas/${name}`}}}}
        }
      }
    })
    const item = (fields: object) => ({type: 'object', properties: fields})
    const [text, number] = [{type: 'string'}, {type: 'integer'}]
    const described = (paths: object, schemas: object) => [paths, {components: {schemas}}] as const
    const one = {'/v1/loans': operation('loanitem')}
    const two = {...one, '/v1/items': operation('loan_item')}
    const history = seenAs([
      ['1.0', '2024-01-10', ...described(one, {loanitem: item({due: text})})],
      ['1.1', '2024-02-10', ...described(two, {loanitem: item({due: text}), loan_item: item({name: text})})],
      ['1.2', '2024-03-10', ...described(two, {loanitem: item({due: text}), loan_item: item({name: text, due: text})})],
      [
        '1.3',
        '2024-04-10',
        ...described(two, {loanitem: item({due: number}), loan_item: item({name: text, due: text})})
      ]
    ])
    const {findings} = lint(history, policyOf('thirteen-months'), rules)
    expect(findings.map(({rule, subject}) => [rule, subject && formatSubject(subject)])).toEqual([
      ['ga-breaking-change', 'loanitem.due']
    ])
    expect(messagesOf('unknown-subject', findings)).toEqual([])
  })

  it('report nothing for additions', () => {
    const history = `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: POST /v1/loans}]}
  - {release: "1.1", date: 2024-02-10, changes: [{added: GET /v1/loans, field: due, in: response}]}
`
    expect(lintText({history}, rules).findings).toEqual([])
  })
})
