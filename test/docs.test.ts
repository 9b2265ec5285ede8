import {spawnSync} from 'node:child_process'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {posix} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import packageJson from '../package.json' with {type: 'json'}
import {rules} from '../rules/index.ts'
import {presets, readPolicyText} from '../src/inputs/config/policy-file.ts'
import {readHistoryText} from '../src/inputs/history/file.ts'
import {readApprovals} from '../src/inputs/owners/approvals-file.ts'
import {CHANGE_KINDS} from '../src/languages/kinds.ts'
import {packageFolder} from '../src/stores/files/installed-packages.ts'
import {HERE} from './here.ts'

const read = (path: string): string => readFileSync(packageFolder(path), 'utf8')

const filesIn = (folder: string, name: RegExp): string[] =>
  readdirSync(packageFolder(folder), {recursive: true, encoding: 'utf8'})
    .map(path => posix.join(folder, path.replaceAll('\\', '/')))
    .filter(path => name.test(path))

const pagesIn = (folder: string): string[] => filesIn(folder, /\.md$/)

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/measured.md'],
  ...['docs', 'integrations/spark'].flatMap(pagesIn)
].sort()

/** The pages that people read, code and generated pages included. */
const COUNTED = ['README.md', 'SECURITY.md', ...pagesIn('docs')]

/** How many words a page may have. One that answers a new question gets a new line, and takes no other page's words. */
const LIMITS: Readonly<Record<string, number>> = {
  'README.md': 700,
  'SECURITY.md': 1500,
  'docs/README.md': 550,
  'docs/architecture.md': 1500,
  'docs/model.md': 900,
  'docs/guide/all-apis.md': 900,
  'docs/guide/announce.md': 400,
  'docs/guide/approval.md': 1000,
  'docs/guide/audit-the-past.md': 800,
  'docs/guide/choose-a-policy.md': 650,
  'docs/guide/come-from-elsewhere.md': 650,
  'docs/guide/custom-resources.md': 700,
  'docs/guide/deprecate-and-remove.md': 800,
  'docs/guide/emergency.md': 350,
  'docs/guide/extend.md': 900,
  'docs/guide/feeds.md': 450,
  'docs/guide/find-callers.md': 500,
  'docs/guide/first-hour.md': 700,
  'docs/guide/gate-elsewhere.md': 1000,
  'docs/guide/gate-on-github.md': 500,
  'docs/guide/gate-on-gitlab.md': 300,
  'docs/guide/graphql.md': 1300,
  'docs/guide/headers.md': 600,
  'docs/guide/history.md': 900,
  'docs/guide/history-page-and-site.md': 800,
  'docs/guide/mcp-tools.md': 750,
  'docs/guide/older-clients.md': 700,
  'docs/guide/openapi.md': 1150,
  'docs/guide/overlay.md': 300,
  'docs/guide/release-notes.md': 900,
  'docs/guide/probe.md': 450,
  'docs/guide/reports.md': 750,
  'docs/guide/roll-out.md': 650,
  'docs/guide/server-code.md': 1200,
  'docs/guide/several-apis.md': 470,
  'docs/guide/templates.md': 450,
  'docs/guide/status-page.md': 500,
  'docs/guide/traffic.md': 700,
  'docs/guide/troubleshooting.md': 1000,
  'docs/guide/versions.md': 500,
  'docs/guide/waivers.md': 500,
  'docs/guide/ways-not-to-fail.md': 800,
  'docs/guide/what-is-compared.md': 1100,
  'docs/guide/write-a-policy.md': 800,
  'docs/reference/changes.md': 3800,
  'docs/reference/cli.md': 4300,
  'docs/reference/configuration.md': 1400,
  'docs/reference/history.md': 1000,
  'docs/reference/json.md': 2900,
  'docs/reference/limits.md': 900,
  'docs/reference/policy.md': 1500,
  'docs/reference/presets.md': 300,
  'docs/reference/rules.md': 3800
}

const withoutCode = (page: string): string => page.replaceAll(/```[\s\S]*?```|`[^`\n]*`|^ {4}.*$/gm, '')

/** The targets of relative links. */
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

/** The broken links of a page. */
function brokenLinks(path: string, page: string): string[] {
  return linksIn(page).flatMap(link => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file))
    if (!existsSync(packageFolder(target))) return [`${path}: ${link} isn't there`]
    const isMissing = anchor !== undefined && !anchorsIn(target === path ? page : read(target)).has(anchor)
    return isMissing ? [`${path}: ${link} has no such heading`] : []
  })
}

/** The pages in each folder, and those about the code, where all paths in backticks are in the repository. */
const READMES = ['.changeset', 'fixtures', 'integrations', 'src', 'test'].flatMap(folder =>
  pagesIn(folder).filter(page => page.endsWith('/README.md'))
)
const PAGES_ABOUT_CODE = ['CONTRIBUTING.md', 'docs/architecture.md', ...READMES]
/** Names that stand for kinds of files, files of users, and files of the projects that fixtures come from. */
const EXAMPLES = [
  ...['cli/run/X.ts', 'rules/my-rule-id.ts', 'releases.json', 'CHANGELOG.md', 'CHANGES.md'],
  'Documentation/dev-guide/apispec/swagger/rpc.swagger.json',
  ...['lib/schemas/sarif-2.1.0-rtm.5.json', 'test/resources/jenkins-junit.xsd', 'src/__tests__/fixtures/junit.xsd'],
  '_archive_/schemas/v2.0/schema.json'
]
const PATH_IN_BACKTICKS = /(?<=`)[\w.@-]+(?:\/[\w.@-]+)*(?:\/|\.(?:[cm]?[jt]s|css|json|md|svg|tsv|txt|xsd|ya?ml))(?=`)/g
const PATH_OF_REPOSITORY =
  /(?<![\w/.-])(?:bench|fixtures|integrations|packages|rules|scripts|templates|test)\/[\w.-]+(?:\/[\w.-]+)*/g

/**
 * Paths that exist neither from the root, `src/`, or the page's folder, nor from a folder that the section named
 * before.
 */
function missingPaths(path: string, page: string, names: RegExp): string[] {
  return page.split(/^#+ /m).flatMap(section => {
    const folders = new Set(['.', 'src', posix.dirname(path)])
    return [...section.matchAll(names)].flatMap(([name]) => {
      if (EXAMPLES.includes(name)) return []
      const found = [...folders].map(each => posix.join(each, name)).filter(each => existsSync(packageFolder(each)))
      for (const each of found) folders.add(name.endsWith('/') ? each : posix.dirname(each))
      return found.length === 0 ? [`${path}: ${name} isn't there`] : []
    })
  })
}

/** A path, and its remainders without its first folders. */
const suffixesOf = (path: string): string[] => path.split('/').map((_, at, all) => all.slice(at).join('/'))

/** Scripts that are run with npm, and scripts in backticks. */
const missingScripts = (path: string, text: string): string[] =>
  [...text.matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)|`((?:bench|docs|release|test):[a-z-]+)`/g)]
    .map(([, name, alone]) => name ?? alone ?? '')
    .filter(name => !Object.hasOwn(packageJson.scripts, name))
    .map(name => `${path}: npm run ${name} isn't in package.json`)

/** The code blocks of a language. */
const blocks = (path: string, language: string): string[] =>
  [...read(path).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text)

/** The code blocks of a language, whatever words follow it. */
const allBlocks = (path: string, language: string): string[] => blocks(path, `${language}(?: [^\\n]*)?`)

/** Whether a shell can parse a script. */
const isScript = (text: string): boolean => spawnSync('bash', ['-n', '-c', text]).status === 0

const OPENING: Readonly<Record<string, string>> = {'}': '{', ')': '(', ']': '['}

/** Whether the quotes and brackets of a Groovy text are balanced. */
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

  it('is checked for broken links', () => {
    const page = '# A b\n\n[a](#a-b), [c](#c), [d](guide/none.md), [e](model.md#none), `[f](g)`'
    expect(brokenLinks('docs/README.md', page)).toHaveLength(3)
  })

  it('refers to paths that exist', () => {
    expect(PAGES_ABOUT_CODE.flatMap(path => missingPaths(path, read(path), PATH_IN_BACKTICKS))).toEqual([])
    expect([...PAGES, ...READMES].flatMap(path => missingPaths(path, read(path), PATH_OF_REPOSITORY))).toEqual([])
  })

  it('refers to files that exist in comments of code', () => {
    const code = ['src', 'rules', 'packages'].flatMap(folder => filesIn(folder, /^(?!.*\/test\/).*\.ts$/))
    const ends = new Set([...code, ...filesIn('test', /\.ts$/)].flatMap(path => suffixesOf(path)))
    const named = code.flatMap(path =>
      [...read(path).matchAll(/^ *(?:\/\/|\/?\*).*$/gm)].flatMap(([comment]) =>
        [...comment.matchAll(/(?<=`)[\w-]+(?:\/[\w.-]+)+\.ts(?=`)/g)].map(([name]) => ({path, name}))
      )
    )
    expect(named.length).toBeGreaterThan(0)
    // Comments about example programs name files of these programs.
    expect(named.filter(({name}) => !ends.has(name) && !name.startsWith('apps/'))).toEqual([])
  })

  it('bundles sources that exist, in each script', () => {
    const imports = ['scripts', 'bench'].flatMap(folder =>
      filesIn(folder, /\.mjs$/).flatMap(path => {
        const text = read(path)
        if (!/importSource\(|from 'esbuild'/.test(text)) return []
        // What is bundled is found from the root of the repository.
        return [...text.matchAll(/ from '(\.\/[\w./-]+\.ts)'/g)].map(([, name = '']) => ({path, name}))
      })
    )
    expect(imports.length).toBeGreaterThan(10)
    expect(imports.filter(({name}) => !existsSync(packageFolder(name)))).toEqual([])
  })

  it('refers to scripts that exist, and so do comments', () => {
    const code = ['bench', 'rules', 'scripts', 'src', 'test', '.github']
      .flatMap(folder => filesIn(folder, /\.(?:mjs|ts|sh|ya?ml)$/))
      // This test contains the name of a script that doesn't exist.
      .filter(path => path !== 'test/workflows.test.ts')
    expect([...PAGES, ...READMES, ...code].flatMap(path => missingScripts(path, read(path)))).toEqual([])
  })

  it('is checked for missing paths and scripts', () => {
    const page =
      '`model/time/`, `release.ts`, `model/clock.ts`\n## A\n`release.ts`, `src/app/`, `X.ts`, `fixtures/none`'
    const names = (pattern: RegExp) => missingPaths('CONTRIBUTING.md', page, pattern)
    expect(names(PATH_IN_BACKTICKS)).toEqual(
      ['model/clock.ts', 'release.ts', 'X.ts'].map(name => `CONTRIBUTING.md: ${name} isn't there`)
    )
    expect(names(PATH_OF_REPOSITORY)).toEqual(["CONTRIBUTING.md: fixtures/none isn't there"])
    const scripts = missingScripts('README.md', `\`npm run -s ${'tests'}\`, \`npm run test:all\`, \`${'bench:none'}\``)
    expect(scripts.map(text => text.split(' ')[3])).toEqual(['tests', 'bench:none'])
  })

  it('is reachable from its first page', () => {
    const reached = new Set(['README.md'])
    for (const path of reached) {
      for (const link of linksIn(read(path))) {
        const target = posix.normalize(posix.join(posix.dirname(path), link.split('#')[0] ?? ''))
        if (target.endsWith('.md')) reached.add(target)
      }
    }
    expect(PAGES.filter(path => !reached.has(path))).toEqual([])
  })

  it('has a section for each rule, to which its findings link, and a row for each preset', () => {
    const page = 'docs/reference/rules.md'
    expect([...read(page).matchAll(/^## (.*)$/gm)].map(([, id]) => id)).toEqual(rules.map(({id}) => id))
    for (const {id, url} of rules) {
      expect(url).toBe(`${page}#${id}`)
      expect(anchorsIn(read(page))).toContain(id)
    }
    for (const preset of presets()) expect(read('docs/reference/presets.md')).toContain(`\`${preset}\``)
  })

  it('has a section for each kind of change', () => {
    const sections = [...read('docs/reference/changes.md').matchAll(/^### `(.*)`$/gm)].map(([, kind]) => kind)
    expect(sections.toSorted()).toEqual([...CHANGE_KINDS].toSorted())
  })

  it('keeps each page within its limit of words, and all of them within 50,000', () => {
    const counts = new Map(COUNTED.map(path => [path, read(path).trim().split(/\s+/).length]))
    expect([...counts].filter(([path, count]) => count > (LIMITS[path] ?? 0))).toEqual([])
    expect(Object.keys(LIMITS).filter(path => !counts.has(path))).toEqual([])
    // 45,000 for what tenure did when the limit was set, 700 for the page about callers, and 700 for their keys and options.
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBeLessThanOrEqual(50_000)
  })

  it('quotes messages that the sources have in its headings about troubles', () => {
    const code = ['src', 'rules', 'packages']
      .flatMap(folder => filesIn(folder, /^(?!.*\/test\/).*\.ts$/))
      .map(path => read(path).replaceAll('\\', '').replaceAll('`', ''))
    const quoted = [...read('docs/guide/troubleshooting.md').matchAll(/^## .*$/gm)].flatMap(([heading]) =>
      [...heading.matchAll(/“(.*?)”/g)].flatMap(([, text = '']) => text.replaceAll('`', '').split('…'))
    )
    const messages = quoted.map(text => text.trim().replace(/ ga$|^findings of main aren't$/, '')).filter(Boolean)
    expect(messages.length).toBeGreaterThan(15)
    expect(messages.filter(text => !code.some(each => each.includes(text)))).toEqual([])
  })

  it('has figures in the README that were measured', () => {
    const [, table = ''] = /^\| \| tenure \| others \|\n((?:\|.*\n)+)/m.exec(read('README.md')) ?? []
    const figures = [...table.matchAll(/(\w+) (\d+)(?=,| \|)/g)]
    expect(figures).toHaveLength(6)
    const sentences = read('bench/measured.md')
      .split('\n')
      .filter(line => line.startsWith('A wrong “contained”') || line.startsWith('Wrong “compatible” answers'))
      .join('\n')
    for (const [, tool = '', figure = ''] of figures)
      expect(sentences.toLowerCase()).toContain(`${tool.toLowerCase()} ${figure}`)
  })

  it('has at least one row in each table', () => {
    const empty = pagesIn('docs/reference').filter(path => /^\|(?: -+ \|)+\n(?!\|)/m.test(read(path)))
    expect(empty).toEqual([])
  })

  it('has examples of files that can be parsed', () => {
    const [history = ''] = blocks('docs/guide/history.md', 'yaml')
    expect(readHistoryText(history, 'history.yaml').declared.events.length).toBeGreaterThan(8)
    const policy = blocks('docs/guide/write-a-policy.md', 'yaml').find(text => text.includes('revisions:')) ?? ''
    expect(readPolicyText(HERE.files, policy, 'policy.yaml').policy.revisions).toHaveLength(2)
    const marks = blocks('docs/guide/write-a-policy.md', 'yaml').find(text => text.startsWith('marks:')) ?? ''
    const withMarks = `extends: thirteen-months\n${marks}`
    expect(readPolicyText(HERE.files, withMarks, 'policy.yaml').policy.marks).toHaveLength(7)
    const isConfig = new Ajv2020({strict: false}).compile(JSON.parse(read('schemas/tenure.schema.json')))
    const ofConfigs = ['several-apis', 'waivers', 'ways-not-to-fail', 'extend'].map(name => `docs/guide/${name}.md`)
    for (const path of ofConfigs)
      for (const text of allBlocks(path, 'yaml').filter(text => !text.startsWith('waiverReasons')))
        expect(isConfig(parse(text)), `${path}: ${text}`).toBe(true)
    for (const text of blocks('docs/guide/approval.md', 'yaml tenure.yaml')) expect(isConfig(parse(text))).toBe(true)
    const [approvals = ''] = blocks('docs/guide/approval.md', 'json approvals')
    expect(readApprovals(approvals, 'approvals.json').reviews).toHaveLength(1)
    for (const path of PAGES) for (const text of allBlocks(path, 'yaml')) expect(() => parse(text), path).not.toThrow()
  })

  it('has examples of scripts and pipelines that can be parsed', () => {
    const scripts = PAGES.flatMap(path => allBlocks(path, 'sh'))
    expect(scripts.filter(text => !isScript(text))).toEqual([])
    const pipelines = allBlocks('docs/guide/gate-elsewhere.md', 'groovy')
    expect(pipelines.filter(text => !isGroovy(text))).toEqual([])
    const nested = [...pipelines.flatMap(text => [...text.matchAll(/\bsh '''([\s\S]*?)'''/g)])].map(([, text]) => text)
    const steps = allBlocks('docs/guide/gate-elsewhere.md', 'yaml azure').flatMap(text =>
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

  it('runs `tenure check` with the whole git history, also in a merge queue', () => {
    const [github = ''] = blocks('docs/guide/gate-on-github.md', 'yaml github')
    const {on, jobs} = parse(github) as {on: object; jobs: {tenure: {steps: {with: object}[]}}}
    // A pull request that gets another target branch is checked again.
    const types = ['opened', 'synchronize', 'reopened', 'edited']
    expect(on).toEqual({pull_request: {types}, merge_group: null})
    expect(jobs.tenure.steps[0]?.with).toEqual({'fetch-depth': 0})
    const reviewed = parse(blocks('docs/guide/approval.md', 'yaml github')[0] ?? '') as {on: object}
    const [approval = ''] = blocks('docs/guide/approval.md', 'yaml approval')
    const {jobs: privileged, permissions} = parse(approval) as {
      readonly jobs: {approval: {steps: {uses: string; with: object}[]}}
      readonly permissions: object
    }
    // Beside secrets, nothing of the change runs, and no token that can write is left on disk.
    expect(permissions).toEqual({contents: 'read', 'pull-requests': 'read', statuses: 'write'})
    const names = privileged.approval.steps.map(({uses}) => uses.replace(/@[0-9a-f]+$/, ''))
    expect(names).toEqual(['actions/checkout', 'OWNER/tenure@COMMIT'])
    expect(privileged.approval.steps[0]?.with).toMatchObject({'fetch-depth': 0, 'persist-credentials': false})
    expect(reviewed.on).toEqual({...on, pull_request_review: {types: ['submitted', 'dismissed']}})
    expect(read('templates/check.yml')).toContain('GIT_DEPTH: 0')
    expect(blocks('docs/guide/gate-elsewhere.md', 'yaml azure').join('')).toContain('fetchDepth: 0')
  })

  it('has no example in which a change can choose the tool that checks it', () => {
    const recipes = [
      read('templates/check.yml'),
      ...['gate-on-github', 'gate-on-gitlab', 'gate-elsewhere', 'approval'].flatMap(page =>
        ['yaml', 'groovy', 'sh'].flatMap(language => allBlocks(`docs/guide/${page}.md`, language))
      )
    ]
    for (const text of recipes) {
      // npm reads `package.json`, the lock file, and `.npmrc` of the folder in which it runs.
      expect(text).not.toMatch(
        /\bnpm (?:ci|i|install|exec|run)\b(?! --prefix "\$+tools")|\bnpx\b|(?<!cd "\$+tools" && )npm install\b/
      )
      // The commit at which a branch started has the policy of that day.
      expect(text).not.toMatch(/MERGE_BASE|DIFF_BASE_SHA|merge-base/)
    }
  })
})
