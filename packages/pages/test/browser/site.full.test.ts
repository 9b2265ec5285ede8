import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import axe from 'axe-core'
import type {Browser, BrowserContextOptions, Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {largeHistory} from '../../../../bench/large-history.ts'
import {folder, REPOSITORY, tenure} from '../../../../test/cli/run.ts'
import {CHROMIUM, launch, openContext} from './chromium.ts'
import {rowsOf, settled, visibleRows} from './page.ts'

// The site in a browser, opened from a file. The tests are skipped if there is no browser.

const HOSTILE_PATH = '/v1/</script><script>globalThis.hacked=1</script><!--'
const HOSTILE_NOTE =
  '<!-- <script>globalThis.hacked=1</script> **not bold** [no link](javascript:hacked) שלום \u202Etxet <img src=x onerror=globalThis.hacked=1>'
const HOSTILE_RELEASE = '1.0"><img src=x onerror=globalThis.hacked=1>'
const HOSTILE = JSON.stringify({
  service: 'Library </title><script>globalThis.hacked=1</script> &amp; \u202E\u2066more',
  releases: [
    {
      release: HOSTILE_RELEASE,
      date: '2024-01-15',
      changes: [
        {added: `GET ${HOSTILE_PATH}`, note: HOSTILE_NOTE},
        {added: 'GET /v1/\u202Esnaol', note: 'turned'}
      ]
    },
    {release: '2.0', date: '2024-03-01', changes: [{removed: `GET ${HOSTILE_PATH}`, note: HOSTILE_NOTE}]}
  ]
})

const HOSTILE_TAG = '</script><script>globalThis.hacked=1</script> <!-- \u202Egat'
/** The same hostile texts in API descriptions: a title, a tag, a path, a summary, and a parameter. */
const specOf = (paths: readonly string[]): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: {title: 'Library <img src=x onerror=globalThis.hacked=1>', version: '1'},
    paths: Object.fromEntries(
      paths.map(path => [
        path,
        {
          get: {
            tags: [HOSTILE_TAG],
            summary: HOSTILE_NOTE,
            parameters: [{name: '<script>globalThis.hacked=1</script>', in: 'query', schema: {type: 'string'}}],
            responses: {200: {description: HOSTILE_NOTE}}
          }
        }
      ])
    )
  })
const DESCRIPTIONS = {
  'specs/releases.json': JSON.stringify({
    releases: [
      {version: HOSTILE_RELEASE, date: '2024-01-15', file: '1.json'},
      {version: '2.0', date: '2024-06-01', file: '2.json'}
    ]
  }),
  'specs/1.json': specOf(['/v1/loans', HOSTILE_PATH]),
  'specs/2.json': specOf(['/v1/loans'])
}

describe.skipIf(CHROMIUM === undefined)('the site in a browser', () => {
  let browser: Browser
  let files: Readonly<Record<'library' | 'internal' | 'hostile' | 'specs' | 'etcd' | 'large' | 'picture', string>>

  beforeAll(async () => {
    const large = largeHistory({endpoints: 900, releases: 4})
    const cwd = folder({'hostile.yaml': HOSTILE, 'large.yaml': large, ...DESCRIPTIONS})
    const path = (name: string): string => join(cwd, name)
    const write = async (out: string, ...args: string[]): Promise<string> => {
      const ran = await tenure(['site', ...args, '--as-of', '2026-11-20', '--output', path(out)])
      expect(ran.code).toBe(0)
      return path(out)
    }
    const [library, internal, hostile, specs, etcd, many, picture] = await Promise.all([
      write('library.html', join(REPOSITORY, 'fixtures/lending-library')),
      write('internal.html', join(REPOSITORY, 'fixtures/lending-library'), '--internal'),
      write('hostile.html', path('hostile.yaml')),
      write('specs.html', path('specs')),
      write('etcd.html', join(REPOSITORY, 'fixtures/etcd'), '--policy', 'kubernetes'),
      write('large.html', path('large.yaml')),
      write('picture.svg', join(REPOSITORY, 'fixtures/etcd'), '--policy', 'kubernetes')
    ])
    files = {library, internal, hostile, specs, etcd, large: many, picture}
    browser = await launch()
  })

  afterAll(() => browser?.close())

  /** Opens a page, uses it, and expects no errors and no requests to other addresses. */
  async function visit(
    name: 'library' | 'internal' | 'hostile' | 'specs' | 'etcd' | 'large',
    use: (page: Page) => Promise<void>,
    {hash = '', ...options}: BrowserContextOptions & {hash?: string} = {}
  ): Promise<void> {
    const context = await openContext(browser, options)
    const page = await context.newPage()
    const errors: string[] = []
    const requests: string[] = []
    page.on('console', message => errors.push(message.text()))
    page.on('pageerror', error => errors.push(error.message))
    page.on('request', request => requests.push(request.url()))
    const address = pathToFileURL(files[name]).href
    await page.goto(address + hash)
    await use(page)
    expect(errors).toEqual([])
    expect(new Set(requests.map(url => url.replace(/#.*/, '')).filter(url => !url.startsWith('data:')))).toEqual(
      new Set([address])
    )
    await context.close()
  }

  async function hash(page: Page): Promise<string> {
    await settled(page)
    return page.evaluate(() => location.hash)
  }

  async function focused(page: Page): Promise<string> {
    await settled(page)
    return page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 60) ?? '')
  }

  async function active(page: Page): Promise<{id: string; tag: string}> {
    await settled(page)
    return page.evaluate(() => ({id: document.activeElement?.id ?? '', tag: document.activeElement?.tagName ?? ''}))
  }

  test('a search shows the matching rows and is stored in the address', () =>
    visit('library', async page => {
      const all = await visibleRows(page)
      expect(all.length).toBe(12)
      await page.fill('#q', 'LOANS v2')
      expect(await visibleRows(page)).toEqual(['GET /v2/loans', 'GET /v2/loans/{loanId}'])
      expect(await page.textContent('#found')).toBe('2 of 12 shown')
      expect(await hash(page)).toBe('#/?q=LOANS+v2')
      await page.reload()
      expect(await visibleRows(page)).toHaveLength(2)
      expect(await page.inputValue('#q')).toBe('LOANS v2')
      await page.fill('#q', 'nowhere')
      expect(await visibleRows(page)).toEqual([])
      await page.click('#all')
      expect(await visibleRows(page)).toEqual(all)
      expect(await hash(page)).toBe('')
    }))

  test('filters combine, and an address restores them', () =>
    visit('library', async page => {
      await page.click('button[data-value="removed"]')
      const removed = await visibleRows(page)
      expect(removed).toContain('GET /v1/loans')
      await page.click('button[data-value="violation"]')
      await page.click('button[data-value="removed"]')
      const violating = await visibleRows(page)
      expect(violating).toEqual(['GET /v1/health', 'GET /v1/loans/{loanId}'])
      expect(await hash(page)).toBe('#/?verdict=violation')
      await page.selectOption('#method', 'GET')
      expect(await visibleRows(page)).toHaveLength(2)
      await page.goto(`${page.url().replace(/#.*/, '')}#/?state=removed,live&verdict=compliant&method=GET`)
      expect(await visibleRows(page)).toEqual(['GET /v1/loans', 'GET /v1-beta/shelves'])
      expect(await page.getAttribute('button[data-value="compliant"]', 'aria-pressed')).toBe('true')
      expect(await page.inputValue('#method')).toBe('GET')
      await page.click('#clear')
      expect(await visibleRows(page)).toHaveLength(12)
    }))

  test('a row opens a panel with its history, verdicts, and links', () =>
    visit('internal', async page => {
      await page.click('.row a[href$="/v1/loans/%7BloanId%7D"]')
      const panel = page.locator('#panel')
      await panel.waitFor()
      const text = (await panel.textContent()) ?? ''
      expect(text).toContain('Earliest end of support')
      expect(text).toContain('violation')
      expect(text).toContain('ga-breaking-change')
      expect(text).toMatch(/history\.yaml:\d+/)
      expect(await panel.locator('.story > li').count()).toBeGreaterThan(2)
      expect(await hash(page)).toBe('#/endpoint/GET%20/v1/loans/%7BloanId%7D')
      await panel.locator('a', {hasText: 'GET /v2/loans/{loanId}'}).first().click()
      await settled(page)
      expect(await panel.locator('h2').textContent()).toBe('GET /v2/loans/{loanId}')
      await page.goBack()
      await settled(page)
      expect(await panel.locator('h2').textContent()).toBe('GET /v1/loans/{loanId}')
      await panel.locator('.story a').first().click()
      await settled(page)
      expect(await panel.locator('h2').textContent()).toMatch(/^Release /)
      await page.click('#panel .close')
      await panel.waitFor({state: 'hidden'})
    }))

  test('the page for clients shows verdicts without rules, remedies, and files', () =>
    visit('library', async page => {
      await page.click('.row a[href$="/v1/loans/%7BloanId%7D"]')
      const text = (await page.locator('#panel').textContent()) ?? ''
      expect(text).toContain('violation')
      expect(text).not.toMatch(/ga-breaking-change|history\.yaml|What to do|revisions|Warnings/)
      expect(await page.locator('#panel .place').count()).toBe(0)
      expect(await page.locator('#warnings').count()).toBe(0)
    }))

  test('an address opens an endpoint or a release, and a wrong one opens the page', async () => {
    await visit(
      'library',
      async page => {
        expect(await page.textContent('#panel h2')).toBe('GET /v1/loans')
        expect(await page.getAttribute('a[aria-current]', 'href')).toBe('#/endpoint/GET%20/v1/loans')
        await page.click('#panel .close')
        expect(await hash(page)).toBe('#/?state=removed')
      },
      {hash: '#/endpoint/GET%20/v1/loans?state=removed'}
    )
    await visit('library', async page => expect(await page.textContent('#panel h2')).toBe('Release 3.1'), {
      hash: '#/release/3.1'
    })
    for (const wrong of ['#/endpoint/GET%20/nowhere', '#/release/%E0%A4%A', '#/zzz', '#releases']) {
      await visit(
        'library',
        async page => {
          await page.locator('#panel').waitFor({state: 'hidden'})
          expect(await visibleRows(page)).toHaveLength(12)
        },
        {hash: wrong}
      )
    }
  })

  test('the keyboard is enough to use the page', () =>
    visit('library', async page => {
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe('Skip to the timeline')
      await page.keyboard.press('/')
      expect((await active(page)).id).toBe('q')
      await page.keyboard.type('loans')
      await page.keyboard.press('ArrowDown')
      expect(await focused(page)).toContain('/v1/loans')
      await page.keyboard.press('ArrowDown')
      expect(await focused(page)).toContain('/v2/loans')
      await page.keyboard.press('End')
      expect(await focused(page)).toContain('/v2/loans/{loanId}')
      await page.keyboard.press('Enter')
      expect((await active(page)).id).toBe('panel-title')
      await page.keyboard.press('Escape')
      await page.locator('#panel').waitFor({state: 'hidden'})
      expect(await focused(page)).toContain('/v2/loans/{loanId}')
      // The Tab key stops at one row, not at all of them.
      expect(await page.locator('.row > a[tabindex="0"]').count()).toBe(1)
      await page.keyboard.press('ArrowLeft')
      expect((await active(page)).tag).toBe('SUMMARY')
      await page.keyboard.press('ArrowLeft')
      expect(await visibleRows(page)).toEqual([])
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowDown')
      expect(await focused(page)).toContain('/v1/loans')
    }))

  test('the search finds tags, and the overview links to overdue endpoints', () =>
    visit('specs', async page => {
      await page.fill('#q', 'gat')
      expect((await visibleRows(page)).length).toBeGreaterThan(0)
      await page.fill('#q', 'no such tag')
      expect(await visibleRows(page)).toEqual([])
      expect(await page.textContent('#no-match')).toContain('Nothing matches your filters.')
    }))

  test('the page starts with the latest changes', () =>
    visit('library', async page => {
      const facts = await page
        .locator('.overview > div')
        .evaluateAll(all =>
          all.map(each => [
            each.querySelector('dt')?.textContent,
            ...[...each.querySelectorAll('li')].map(item => item.textContent?.replace(/\s+/g, ' ').trim())
          ])
        )
      expect(facts).toEqual([
        [
          'Latest release',
          'Breaking: GET /v1/loans was removed. Use GET /v2/loans. Deprecated since 2.10.',
          'Breaking: POST /v1/registry/copies/{copy_id} was removed. Use POST /v1/copies/{copyId}. Deprecated since 2024-11-18.',
          'Breaking: field due in the response of GET /v1/loans/{loanId} was removed. Use field dueDate in the response of GET /v1/loans/{loanId}. Deprecated since 3.0.',
          'GET /v1/health was restored.'
        ],
        [
          'Next end of support',
          'Next release: operation ListReaders.',
          '2028-01-31: GET /v1/loans/{loanId}. Use GET /v2/loans/{loanId}.'
        ],
        ['What to do now', 'Adapt to the breaking changes of 3.3.']
      ])
      const tops = await page
        .locator('main > section')
        .evaluateAll(all => all.map(each => [each.id, each.getBoundingClientRect().top]))
      expect(tops.map(([id]) => id)).toEqual(['news', 'timeline', 'releases'])
      await page.locator('.overview a', {hasText: 'GET /v2/loans/{loanId}'}).click()
      await settled(page)
      expect(await page.textContent('#panel h2')).toBe('GET /v2/loans/{loanId}')
      await page.evaluate(() => scrollTo(0, 0))
      await page.locator('.overview a', {hasText: '3.3'}).first().click()
      await settled(page)
      // The panel shows the release, and the page doesn't scroll.
      expect(await page.textContent('#panel h2')).toBe('Release 3.3')
      expect(await page.locator('#panel .folds > li').count()).toBeGreaterThan(0)
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.goBack()
      await settled(page)
      expect(await page.textContent('#panel h2')).toBe('GET /v2/loans/{loanId}')
    }))

  test('each release has its own address, and a list links to all releases', async () => {
    const top = (page: Page): Promise<number> =>
      page.evaluate(() => document.getElementById('/release/2.10')?.getBoundingClientRect().top ?? -1)
    await visit('library', async page => {
      expect(await page.locator('.jump a').allTextContents()).toEqual([
        ...['next', '3.3', '3.2', '3.1', '3.0', '2024-11-18', '2.10', '2.9', '2.8']
      ])
      const missing = await page
        .locator('.jump a')
        .evaluateAll(all => all.filter(link => !document.getElementById(link.getAttribute('href')?.slice(1) ?? '')))
      expect(missing).toEqual([])
      await page.locator('.jump a', {hasText: '2.10'}).click()
      expect(await hash(page)).toBe('#/release/2.10')
      expect(await top(page)).toBeLessThan(400)
      expect(await page.textContent('#panel h2')).toBe('Release 2.10')
    })
    for (const javaScriptEnabled of [true, false]) {
      const context = await openContext(browser, {javaScriptEnabled})
      const page = await context.newPage()
      await page.goto(`${pathToFileURL(files.library).href}#/release/2.10`)
      await expect.poll(async () => (await page.locator('[id="/release/2.10"]').boundingBox())?.y).toBeLessThan(400)
      await context.close()
    }
  })

  test('a group shows the number of its endpoints with violations, also after regrouping', () =>
    visit('library', async page => {
      const flags = (): Promise<string[]> => page.locator('.flag > [aria-hidden]').allTextContents()
      expect(await flags()).toEqual(['1 ✖', '1 ✖'])
      await page.selectOption('#by', 'version')
      await settled(page)
      expect(await flags()).toEqual(['2 ✖'])
    }))

  test('the same rows can be grouped in different ways', () =>
    visit('etcd', async page => {
      const names = async (): Promise<string[]> => (await visibleRows(page)).toSorted()
      const before = await names()
      await page.selectOption('#by', 'version')
      await settled(page)
      expect(await page.locator('.group summary .name').allTextContents()).toEqual(['v3alpha', 'v3beta', 'v3'])
      expect(await names()).toEqual(before)
      expect(await hash(page)).toBe('#/?by=version')
      await page.fill('#q', 'v3beta/kv')
      await settled(page)
      expect(await page.locator('.group:visible summary .count .n').allTextContents()).toEqual([
        expect.stringMatching(/^\d+ of \d+$/)
      ])
    }))

  test('pointing at a bar shows the nearest release', () =>
    visit('library', async page => {
      expect(await page.locator('.reading').isVisible()).toBe(false)
      const box = await page.locator('.lines').boundingBox()
      const line = await page.locator('.lines line[data-name^="3.1"]').getAttribute('x1')
      const x = (box?.x ?? 0) + ((box?.width ?? 0) * Number.parseFloat(line ?? '')) / 100
      await page.mouse.move(x + 3, (box?.y ?? 0) + 60)
      expect(await page.textContent('.reading')).toBe('3.1, 2025-09-22')
      await page.mouse.move(5, 5)
      expect(await page.locator('.reading').isVisible()).toBe(false)
    }))

  test('a phone shows the same rows, and the panel covers the page', () =>
    visit(
      'library',
      async page => {
        // The first screen contains the news and the start of the timeline; filters and legend are closed.
        const bottoms = await page
          .locator('.overview dd, .axis')
          .evaluateAll(all => all.map(each => each.getBoundingClientRect().bottom))
        expect(bottoms).toHaveLength(4)
        expect(Math.max(...bottoms)).toBeLessThan(844)
        expect(await page.locator('#method').isVisible()).toBe(false)
        expect(await visibleRows(page)).toHaveLength(12)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        await page.click('.row a[href$="/v1/loans/%7BloanId%7D"]')
        await expect.poll(() => page.evaluate(() => document.querySelector('#panel')?.matches(':modal'))).toBe(true)
        await page.keyboard.press('Escape')
        await page.locator('#panel').waitFor({state: 'hidden'})
        await expect.poll(() => focused(page)).toContain('/v1/loans/{loanId}')
      },
      {viewport: {width: 390, height: 844}}
    ))

  test.each(['light', 'dark'] as const)('the page has no accessibility violations in %s mode', async colorScheme => {
    for (const [name, hash, width] of [
      ['library', '', 1280],
      ['library', '#/endpoint/GET%20/v1/loans/%7BloanId%7D', 1280],
      ['library', '#/release/3.1', 390],
      ['etcd', '#/?state=removed', 390]
    ] as const) {
      await visit(
        name,
        async page => {
          await page.evaluate(axe.source)
          const {violations, passes} = await page.evaluate(() =>
            (globalThis as unknown as {axe: typeof axe}).axe.run(document)
          )
          expect(passes.map(({id}) => id)).toEqual(
            expect.arrayContaining(['color-contrast', 'listitem', 'button-name'])
          )
          expect(violations.map(({id, nodes}) => [id, nodes.map(({html}) => html).slice(0, 3)])).toEqual([])
        },
        {colorScheme, hash, viewport: {width, height: 900}, reducedMotion: 'reduce'}
      )
    }
  })

  test('the page follows the settings for dark mode and reduced motion', () =>
    visit(
      'library',
      async page => {
        const light = (selector: string): Promise<number> =>
          page
            .locator(selector)
            .first()
            .evaluate(element => {
              const [red = 0, green = 0, blue = 0] = (
                getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
              ).map(Number)
              return (red + green + blue) / 3
            })
        expect(await light('body')).toBeLessThan(40)
        expect(await light('.board')).toBeLessThan(50)
        await page.click('.row a >> nth=0')
        expect(await page.locator('#panel').evaluate(panel => getComputedStyle(panel).animationName)).toBe('none')
      },
      {colorScheme: 'dark', reducedMotion: 'reduce'}
    ))

  test('print shows all rows, and hides the controls', () =>
    visit('etcd', async page => {
      // Groups that are closed on the screen are printed, too.
      await page.evaluate(() => {
        for (const group of document.querySelectorAll('details')) group.open = false
      })
      await page.emulateMedia({media: 'print'})
      const rows = await page
        .locator('.row')
        .evaluateAll(all => all.map(row => row.checkVisibility({contentVisibilityAuto: true})))
      expect(rows.length).toBeGreaterThan(100)
      expect(rows.filter(isVisible => !isVisible)).toEqual([])
      expect(await page.locator('.controls').isVisible()).toBe(false)
      expect(await page.locator('.fold').first().isVisible()).toBe(true)
      expect(
        await page
          .locator('rect.deprecated, rect.live-1')
          .evaluateAll(all => new Set(all.map(each => getComputedStyle(each).fill)).size)
      ).toBeLessThanOrEqual(2)
      const pdf = await page.pdf({format: 'A4', landscape: true})
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(4)
    }))

  test("the browser's own search finds rows that are not drawn yet", () =>
    visit('etcd', async page => {
      const last = (await visibleRows(page)).at(-1)?.replace(/^\w+ /, '') ?? ''
      const before = await page.evaluate(() => scrollY)
      expect(await page.evaluate(text => (window as unknown as {find(text: string): boolean}).find(text), last)).toBe(
        true
      )
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(before)
    }))

  test('many rows are all there after a filter is removed, and an address opens one far below', () =>
    visit('large', async page => {
      await page.click('#fold')
      const all = await visibleRows(page)
      expect(all.length).toBeGreaterThan(600)
      await page.fill('#q', 'part-3')
      expect((await visibleRows(page)).length).toBeLessThan(150)
      await page.click('#clear')
      expect(await focused(page)).toBe('')
      expect(await visibleRows(page)).toEqual(all)
      await page.fill('#q', 'part-3')
      const last = all.at(-1) ?? ''
      await page.evaluate(name => {
        location.hash = `#/endpoint/${encodeURIComponent(name)}`
      }, last)
      const row = page.locator('.row > a[aria-current]')
      await row.waitFor()
      await settled(page)
      const {y, height} = (await row.boundingBox()) ?? {y: -1, height: 0}
      expect(y).toBeGreaterThan(0)
      expect(y + height).toBeLessThan(page.viewportSize()?.height ?? 0)
    }))

  test('without JavaScript, the page shows verdicts, rows, and releases', () =>
    visit(
      'library',
      async page => {
        expect(await rowsOf(page)).toHaveLength(12)
        expect(await page.locator('.release').count()).toBeGreaterThan(7)
        expect(await page.locator('.tile').allTextContents()).toEqual([
          '7 supported',
          '5 removed',
          '2 ✖ with violations (3 verdicts)',
          '4 ✔ compliant (5 verdicts)',
          '1 – exempt'
        ])
        expect(await page.locator('.controls').isVisible()).toBe(false)
      },
      {javaScriptEnabled: false}
    ))

  test('texts of a history are shown as text, even hostile ones', () =>
    visit('hostile', async page => {
      const isHacked = (): Promise<boolean> => page.evaluate(() => 'hacked' in globalThis)
      expect(await page.title()).toContain(
        'Library </title><script>globalThis.hacked=1</script> &amp; \\u202e\\u2066more'
      )
      expect(await visibleRows(page)).toContain(`GET ${HOSTILE_PATH}`)
      expect(await page.locator('img, #timeline script').count()).toBe(0)
      await page.click(`.row a >> nth=0`)
      const text = (await page.locator('#panel').textContent()) ?? ''
      expect(text).toContain(HOSTILE_PATH)
      expect(text).toContain(HOSTILE_NOTE.replace('\u202e', '\\u202e'))
      expect(text).toContain(HOSTILE_RELEASE)
      expect(await page.locator('#panel strong, #panel img, #panel script, #panel a[href^="javascript"]').count()).toBe(
        0
      )
      await page.locator('#panel .story a').first().click()
      expect(await page.textContent('#panel h2')).toContain(HOSTILE_RELEASE)
      expect(await isHacked()).toBe(false)
      // Right-to-left text doesn't reverse the order of the words after it.
      const order = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.querySelector('#panel') as Node, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = node.textContent?.indexOf('שלום') ?? -1
          if (at < 0) continue
          const place = (from: number): number => {
            const range = document.createRange()
            range.setStart(node, from)
            range.setEnd(node, from + 1)
            return range.getBoundingClientRect().left
          }
          const after = node.textContent?.indexOf('txet') ?? 0
          return {hebrew: place(at) > place(at + 1), after: place(after) < place(after + 1)}
        }
        return undefined
      })
      expect(order).toEqual({hebrew: true, after: true})
    }))

  test('texts of API descriptions are shown as text, even hostile ones', () =>
    visit('specs', async page => {
      expect(await page.textContent('h1')).toBe('Library <img src=x onerror=globalThis.hacked=1>')
      expect(await page.locator('.group summary .name').allTextContents()).toEqual([
        HOSTILE_TAG.replace('\u202e', '\\u202e')
      ])
      expect(await visibleRows(page)).toContain(`GET ${HOSTILE_PATH}`)
      await page.click(`.row a >> nth=0`)
      expect(await page.textContent('#panel')).toContain(HOSTILE_TAG.replace('\u202e', '\\u202e'))
      await page.selectOption('#by', 'path')
      await page.selectOption('#by', 'tag')
      await settled(page)
      expect(await page.locator('.group summary .name').allTextContents()).toEqual([
        HOSTILE_TAG.replace('\u202e', '\\u202e')
      ])
      expect(await page.locator('img, main script, #panel script').count()).toBe(0)
      expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
    }))

  test('the picture works as an image in light and dark mode, and is legible in a README', async () => {
    const svg = readFileSync(files.picture, 'utf8')
    expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|href="(?!#)/i)
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await openContext(browser, {colorScheme, viewport: {width: 900, height: 700}})
      const page = await context.newPage()
      await page.goto(pathToFileURL(files.picture).href)
      const facts = await page.evaluate(() => ({
        root: document.documentElement.tagName,
        errors: document.querySelectorAll('parsererror').length,
        paper: getComputedStyle(document.querySelector('.paper') as Element).fill,
        smallest: Math.min(
          ...[...document.querySelectorAll('text')].map(text => Number.parseFloat(getComputedStyle(text).fontSize))
        ),
        beyond: [...document.querySelectorAll('text')]
          .filter(text => text.getBoundingClientRect().right > 861 || text.getBoundingClientRect().left < 0)
          .map(text => text.textContent)
      }))
      expect(facts).toEqual({
        root: 'svg',
        errors: 0,
        paper: colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(28, 32, 36)',
        smallest: 11,
        beyond: []
      })
      await context.close()
    }
  })
})
