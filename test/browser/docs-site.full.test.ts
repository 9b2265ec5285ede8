import {spawnSync} from 'node:child_process'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {createServer, type Server} from 'node:http'
import type {AddressInfo} from 'node:net'
import {extname, join, posix} from 'node:path'
import process from 'node:process'
import axe from 'axe-core'
import type {Browser, BrowserContextOptions, Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {CHROMIUM, launch, openContext} from '../../packages/pages/test/browser/chromium.ts'
import {folder, REPOSITORY} from '../cli/run.ts'

// The documentation site, served below a folder. The tests are skipped without its packages or a browser.

const BASE = '/tenure/'
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml'
}
/** One page of each kind. */
const KINDS = [
  '',
  'introduction.html',
  'guide/openapi.html',
  'reference/configuration.html',
  'reference/rules.html',
  '404.html'
]

async function expectAccessible(page: Page, name: string, except: readonly string[] = []): Promise<void> {
  await page.evaluate(axe.source)
  const {violations, passes} = await page.evaluate(() => (globalThis as unknown as {axe: typeof axe}).axe.run(document))
  expect(passes.map(({id}) => id)).toContain('color-contrast')
  const found = violations.filter(({id}) => !except.includes(id))
  expect(
    found.map(({id, nodes}) => [id, nodes.map(({html}) => html).slice(0, 3)]),
    name
  ).toEqual([])
}

const isInstalled = existsSync(join(REPOSITORY, 'site/node_modules/vitepress'))

describe.skipIf(CHROMIUM === undefined || !isInstalled)('the documentation site', () => {
  const out = folder()
  const read = (name: string): string => readFileSync(join(out, name), 'utf8')
  const filesOf = (extension: string): string[] =>
    readdirSync(out, {recursive: true, encoding: 'utf8'})
      .map(name => name.replaceAll('\\', '/'))
      .filter(name => name.endsWith(extension))
      .sort()
  let server: Server
  let origin: string
  let browser: Browser

  beforeAll(async () => {
    const {status, stdout, stderr} = spawnSync(process.execPath, ['scripts/docs.mjs', 'build', '--outDir', out], {
      cwd: REPOSITORY,
      encoding: 'utf8',
      env: {...process.env, DOCS_BASE: BASE, NODE_ENV: undefined}
    })
    expect(`${stdout}${stderr}`).toContain('build complete')
    expect(status).toBe(0)
    server = createServer(({url = '/'}, response) => {
      const name = decodeURIComponent(new URL(url, 'http://localhost').pathname).replace(/\/$/, '/index.html')
      const path = join(out, name.slice(BASE.length))
      if (!name.startsWith(BASE) || !existsSync(path)) response.writeHead(404).end(read('404.html'))
      else response.writeHead(200, {'content-type': TYPES[extname(path)] ?? 'text/plain'}).end(readFileSync(path))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launch()
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  /** Opens pages one after another, uses each, and expects no errors and no requests to other hosts. */
  async function visit(
    names: readonly string[],
    use: (page: Page, name: string) => Promise<void> = async () => {},
    options: BrowserContextOptions = {}
  ): Promise<void> {
    const context = await openContext(browser, options)
    const page = await context.newPage()
    const heard: string[] = []
    const asked: string[] = []
    page.on('console', message => heard.push(`${page.url()}: ${message.text()}`))
    page.on('pageerror', error => heard.push(`${page.url()}: ${error.message}`))
    page.on('request', request => asked.push(request.url()))
    for (const name of names) {
      await page.goto(origin + BASE + name)
      await use(page, name)
    }
    expect(heard).toEqual([])
    expect(asked.filter(url => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([])
    await context.close()
  }

  test('has a page and a Markdown file for each document, and lists of all of them', () => {
    const pages = filesOf('.html').filter(name => name !== '404.html')
    const files = readdirSync(join(REPOSITORY, 'docs'), {recursive: true, encoding: 'utf8'}).filter(name =>
      name.endsWith('.md')
    )
    // The home page, README, SECURITY, CONTRIBUTING, and CHANGELOG.
    expect(pages).toHaveLength(files.length + 5)
    expect(pages).toEqual(expect.arrayContaining(['index.html', 'security.html', 'reference/rules.html']))
    const twins = filesOf('.md').filter(name => !name.startsWith('files/'))
    expect(twins).toEqual(pages.map(name => name.replace(/html$/, 'md')))

    const listed = [...read('llms.txt').matchAll(/^- \[.+\]\((\S+\.md)\): \S/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(twins.filter(name => name !== 'index.md'))
    const all = read('llms-full.txt')
    for (const name of twins) {
      const [heading = ''] = /^# .*/m.exec(read(name)) ?? []
      expect(read(name).startsWith(heading), name).toBe(true)
      expect(all, name).toContain(`\n${heading}\n`.trimStart())
    }
  })

  test('has no broken links', () => {
    const brokenLinks: string[] = []
    const pages = new Map<string, Set<string>>()
    const anchorsOf = (name: string): Set<string> => {
      const anchors = pages.get(name) ?? new Set([...read(name).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
      pages.set(name, anchors)
      return anchors
    }
    for (const name of filesOf('.html')) {
      for (const [, target = ''] of read(name).matchAll(/ (?:href|src)="([^"]*)"/g)) {
        const {origin: host, pathname, hash} = new URL(target, `http://site${BASE}${name}`)
        if (host !== 'http://site') continue
        const file = decodeURIComponent(pathname)
          .slice(BASE.length)
          .replace(/(^|\/)$/, '$1index.html')
        const isThere = pathname.startsWith(BASE) && existsSync(join(out, file))
        if (!isThere || (hash !== '' && !anchorsOf(file).has(decodeURIComponent(hash.slice(1)))))
          brokenLinks.push(`${name}: ${target}`)
      }
    }
    expect(brokenLinks).toEqual([])
    // The list of all pages links to the root, so every page is counted.
    expect(pages.size).toBeGreaterThan(20)

    const lost = [...filesOf('.md').filter(name => !name.startsWith('files/')), 'llms.txt', 'llms-full.txt'].flatMap(
      name =>
        [
          ...read(name)
            .replaceAll(/^```[^\n]*\n[\s\S]*?^```$|`[^`\n]*`|^ {4}.*$/gm, '')
            .matchAll(/\]\(([^)\s#]+)[^)]*\)/g)
        ]
          .map(([, target = '']) => target)
          .filter(target => !/^[a-z]+:/.test(target) && !existsSync(join(out, posix.dirname(name), target)))
          .map(target => `${name}: ${target}`)
    )
    expect(lost).toEqual([])
  })

  test('fits a phone on every page, and makes no request to another host', async () => {
    const pages = filesOf('.html').filter(name => name !== '404.html')
    const half = Math.ceil(pages.length / 2)
    const fit = async (page: Page, name: string): Promise<void> => {
      await page.locator('.VPContent h1').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390)
    }
    const viewport = {width: 390, height: 844}
    await Promise.all([pages.slice(0, half), pages.slice(half)].map(names => visit(names, fit, {viewport})))
  })

  test.each([
    ['light', 1280],
    ['light', 390],
    ['dark', 1280]
  ] as const)('has no accessibility violations in %s mode at %d pixels', (colorScheme, width) =>
    visit(KINDS, (page, name) => expectAccessible(page, name), {
      colorScheme,
      reducedMotion: 'reduce',
      viewport: {width, height: 900}
    })
  )

  test('finds a rule by its ID in the search', () =>
    visit(['guide/write-a-policy.html'], async page => {
      const input = page.locator('.search-input')
      // The page hears no key before its script has run.
      const open = async (): Promise<number> => {
        if ((await input.count()) === 0) await page.keyboard.press('Control+k')
        return input.count()
      }
      await expect.poll(open, {timeout: 60_000, interval: 200}).toBe(1)
      await input.fill('notice-too-short')
      const first = page.locator('.VPLocalSearchBox .result').first()
      await first.waitFor()
      expect(await first.getAttribute('href')).toMatch(/^\/tenure\/reference\/rules(\.html)?#notice-too-short$/)
      // The results of the VitePress search are options with links, whose names contain `>` where an arrow is shown.
      await expectAccessible(page, 'search', ['label-content-name-mismatch', 'nested-interactive'])
      await first.click()
      await page.waitForURL(/notice-too-short/)
    }))
})
