import {spawnSync} from 'node:child_process'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {posix} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {rules} from '../rules/index.ts'
import {presets, readPolicyText} from '../src/read/config/policy-file.ts'
import {packageFolder} from '../src/read/files/installed-packages.ts'
import {readHistoryText} from '../src/read/history/file.ts'

const read = (path: string): string => readFileSync(packageFolder(path), 'utf8')

const pagesIn = (folder: string): string[] =>
  readdirSync(packageFolder(folder), {recursive: true, encoding: 'utf8'})
    .map(path => posix.join(folder, path.replaceAll('\\', '/')))
    .filter(path => path.endsWith('.md'))

const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pagesIn('docs')].sort()

const withoutCode = (page: string): string => page.replaceAll(/```[\s\S]*?```|`[^`\n]*`|^ {4}.*$/gm, '')

/** Targets of relative links. */
const linksIn = (page: string): string[] =>
  [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target))

/** The anchors that GitHub gives to headings. */
const anchorsIn = (page: string): Set<string> =>
  new Set(
    [...page.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .replaceAll(/\]\([^)]*\)|[`[\]*\\]/g, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')
    )
  )

/** What is wrong with the links of a page. */
function brokenLinks(path: string, page: string): string[] {
  return linksIn(page).flatMap(link => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file))
    if (!existsSync(packageFolder(target))) return [`${path}: ${link} isn't there`]
    const isMissing = anchor !== undefined && !anchorsIn(target === path ? page : read(target)).has(anchor)
    return isMissing ? [`${path}: ${link} has no such heading`] : []
  })
}

/** The code blocks of one language. */
const blocks = (path: string, language: string): string[] =>
  [...read(path).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text)

/** The code blocks of one language, whatever words stand after it. */
const allBlocks = (path: string, language: string): string[] => blocks(path, `${language}(?: [^\\n]*)?`)

/** Whether a shell can read a script. */
const isScript = (text: string): boolean => spawnSync('bash', ['-n', '-c', text]).status === 0

const OPENING: Readonly<Record<string, string>> = {'}': '{', ')': '(', ']': '['}

/** Whether quotes and brackets of a text in Groovy are closed. */
function isGroovy(text: string): boolean {
  const code = text.replaceAll(/'''[\s\S]*?'''|'[^'\n]*'|"[^"\n]*"|\/\/.*$/gm, '')
  const open: string[] = []
  for (const [bracket] of code.matchAll(/[{}()[\]]/g)) {
    if (!(bracket in OPENING)) open.push(bracket)
    else if (open.pop() !== OPENING[bracket]) return false
  }
  return open.length === 0 && !/['"]/.test(code)
}

describe('the documentation', () => {
  it('has no broken links', () => {
    expect(PAGES.flatMap(path => brokenLinks(path, read(path)))).toEqual([])
  })

  it('finds broken links', () => {
    const page = '# A b\n\n[a](#a-b), [c](#c), [d](guide/none.md), [e](concepts.md#none), `[f](g)`'
    expect(brokenLinks('docs/README.md', page)).toHaveLength(3)
  })

  it('can be reached from its first page', () => {
    const reached = new Set(['README.md'])
    for (const path of reached) {
      for (const link of linksIn(read(path))) {
        const target = posix.normalize(posix.join(posix.dirname(path), link.split('#')[0] ?? ''))
        if (target.endsWith('.md')) reached.add(target)
      }
    }
    expect(PAGES.filter(path => !reached.has(path))).toEqual([])
  })

  it('has a page for each rule and a row for each preset', () => {
    expect(pagesIn('docs/reference/rules').sort()).toEqual(
      ['README.md', ...rules.map(({id}) => `${id}.md`)].map(name => `docs/reference/rules/${name}`).sort()
    )
    for (const {url = ''} of rules) expect(existsSync(packageFolder(url)), url).toBe(true)
    for (const preset of presets()) expect(read('docs/reference/presets.md')).toContain(`\`${preset}\``)
  })

  it('has at least one row in each table', () => {
    const empty = pagesIn('docs/reference').filter(path => /^\|(?: -+ \|)+\n(?!\|)/m.test(read(path)))
    expect(empty).toEqual([])
  })

  it('shows files that can be read', () => {
    const [history = ''] = blocks('docs/guide/history.md', 'yaml')
    expect(readHistoryText(history, 'history.yaml').declared.events.length).toBeGreaterThan(8)
    const policy = blocks('docs/guide/policy.md', 'yaml').find(text => text.includes('revisions:')) ?? ''
    expect(readPolicyText(policy, 'policy.yaml').policy.revisions).toHaveLength(2)
    const isConfig = new Ajv2020({strict: false}).compile(JSON.parse(read('schemas/tenure.schema.json')))
    for (const path of ['docs/guide/many-apis.md', 'docs/guide/waivers.md', 'docs/guide/write-a-rule.md'])
      for (const text of blocks(path, 'yaml').filter(text => !text.startsWith('exemptions')))
        expect(isConfig(parse(text)), `${path}: ${text}`).toBe(true)
    // Kinds of change are shown as two documents in one block.
    for (const path of PAGES.filter(path => !path.endsWith('/changes.md')))
      for (const text of allBlocks(path, 'yaml')) expect(() => parse(text), path).not.toThrow()
  })

  it('shows scripts and pipelines that can be read', () => {
    const scripts = PAGES.flatMap(path => allBlocks(path, 'sh'))
    expect(scripts.filter(text => !isScript(text))).toEqual([])
    const pipelines = allBlocks('docs/guide/gate-in-ci.md', 'groovy')
    expect(pipelines.filter(text => !isGroovy(text))).toEqual([])
    const nested = [...pipelines.flatMap(text => [...text.matchAll(/\bsh '''([\s\S]*?)'''/g)])].map(([, text]) => text)
    const steps = allBlocks('docs/guide/gate-in-ci.md', 'yaml azure').flatMap(text =>
      (parse(text) as {steps: {bash?: string}[]}).steps.flatMap(({bash}) => bash ?? [])
    )
    expect([nested.length, steps.length]).toEqual([1, 1])
    for (const text of [...nested, ...steps]) expect(isScript(text ?? ''), text).toBe(true)
    expect([isScript('if x; then'), isGroovy("stage('a') { sh 'b }"), isGroovy('a { (b } )')]).toEqual([
      false,
      false,
      false
    ])
  })

  it('runs the gate with the whole history, also in a merge queue', () => {
    const [github = ''] = blocks('docs/guide/gate-in-ci.md', 'yaml github')
    const {on, jobs} = parse(github) as {on: object; jobs: {tenure: {steps: {with: object}[]}}}
    // A pull request that gets another target is judged again.
    const types = ['opened', 'synchronize', 'reopened', 'edited']
    expect(on).toEqual({pull_request: {types}, merge_group: null})
    expect(jobs.tenure.steps[0]?.with).toEqual({'fetch-depth': 0})
    expect(read('templates/check.yml')).toContain('GIT_DEPTH: 0')
    expect(blocks('docs/guide/gate-in-ci.md', 'yaml azure').join('')).toContain('fetchDepth: 0')
  })

  it('lets no change choose the tool that checks it', () => {
    const recipes = [
      read('templates/check.yml'),
      ...['yaml', 'groovy', 'sh'].flatMap(language => allBlocks('docs/guide/gate-in-ci.md', language))
    ]
    for (const text of recipes) {
      // npm reads `package.json`, the lock file, and `.npmrc` of the folder that it runs in.
      expect(text).not.toMatch(
        /\bnpm (?:ci|i|install|exec|run)\b(?! --prefix "\$tools")|\bnpx\b|(?<!cd "\$tools" && )npm install\b/
      )
      // The commit where a branch began has the policy of that day.
      expect(text).not.toMatch(/MERGE_BASE|DIFF_BASE_SHA|merge-base/)
    }
  })

  it('starts with a short README', () => {
    expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(200)
  })
})
