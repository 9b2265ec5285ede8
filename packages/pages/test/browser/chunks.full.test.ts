import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import axe from 'axe-core'
import type {Browser, Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {largeHistory} from '../../../../bench/large-history.ts'
import {folder, tenure} from '../../../../test/cli/run.ts'
import {CHROMIUM, launch, openContext} from './chromium.ts'
import {settled, visibleRows} from './page.ts'

// A page with hundreds of rows draws only a few of them: after any action, all rows are there, in order and in place.

const ENDPOINTS = 900

describe.skipIf(CHROMIUM === undefined)('a page with many rows', () => {
  let browser: Browser
  let address: string

  beforeAll(async () => {
    const cwd = folder({'large.yaml': largeHistory({endpoints: ENDPOINTS, releases: 4})})
    const out = join(cwd, 'large.html')
    const ran = await tenure(['site', join(cwd, 'large.yaml'), '--as-of', '2026-11-20', '--output', out])
    expect(ran.code).toBe(0)
    address = pathToFileURL(out).href
    browser = await launch()
  })

  afterAll(() => browser?.close())

  async function visit(use: (page: Page) => Promise<void>): Promise<void> {
    const context = await openContext(browser, {viewport: {width: 1280, height: 900}})
    const page = await context.newPage()
    const heard: string[] = []
    page.on('console', message => heard.push(message.text()))
    page.on('pageerror', error => heard.push(error.message))
    await page.goto(address)
    await use(page)
    expect(heard).toEqual([])
    await context.close()
  }

  const open = async (page: Page): Promise<string[]> => {
    await page.click('#fold')
    return visibleRows(page)
  }

  const setHash = (page: Page, hash: string): Promise<void> =>
    page.evaluate(to => {
      location.hash = to
    }, hash)

  /** Rows that the browser lays out and paints. */
  const countDrawn = (page: Page): Promise<number> =>
    page
      .locator('.row')
      .evaluateAll(all => all.filter(row => row.checkVisibility({contentVisibilityAuto: true})).length)

  /** The names of the rows on the screen, from top to bottom. */
  const rowsOnScreen = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const visible = [...document.querySelectorAll('.row')].filter(row =>
        row.checkVisibility({contentVisibilityAuto: true})
      )
      const placed = visible.map(row => ({top: row.getBoundingClientRect().top, name: row.querySelector('.name')}))
      return placed
        .filter(({top}) => top > 80 && top < innerHeight)
        .toSorted((a, b) => a.top - b.top)
        .map(({name}) => name?.textContent?.trim() ?? '')
    })

  const isPartOf = (part: readonly string[], all: readonly string[]): boolean => {
    const at = all.indexOf(part[0] ?? '')
    return at >= 0 && part.every((name, index) => all[at + index] === name)
  }

  test('keeps all rows in place when a filter is set and reset in the middle of the page', () =>
    visit(async page => {
      const all = await open(page)
      expect(all).toHaveLength(ENDPOINTS)
      const length = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.mouse.move(640, 600)
      await page.evaluate(() => scrollTo(0, 9000))
      await settled(page)
      await setHash(page, '#/?q=part-3')
      const few = await visibleRows(page)
      expect(few.length).toBeGreaterThan(20)
      expect(few).toEqual(all.filter(name => name.includes('part-3')))
      await setHash(page, '#/')
      expect(await visibleRows(page)).toEqual(all)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(length)
      for (const y of [0, 5000, 12_000, 20_000]) {
        await page.evaluate(to => scrollTo(0, to), y)
        // The browser draws what comes into view in a later frame. At the top, the news are above the rows.
        await expect.poll(async () => (await rowsOnScreen(page)).length).toBeGreaterThan(y === 0 ? 5 : 10)
        expect(isPartOf(await rowsOnScreen(page), all)).toBe(true)
      }
    }))

  test('draws few rows at once after a search is cleared', () =>
    visit(async page => {
      const all = await open(page)
      await page.fill('#q', 'part-3')
      await settled(page)
      const atOnce = await page.evaluate(async () => {
        document.querySelector<HTMLElement>('#clear')?.click()
        await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
        const rows = [...document.querySelectorAll('.row')]
        const lowest = document.elementFromPoint(300, innerHeight - 5)?.closest('.row')
        return {
          drawn: rows.filter(row => row.checkVisibility({contentVisibilityAuto: true})).length,
          isScreenFull: lowest !== null
        }
      })
      expect(atOnce.isScreenFull).toBe(true)
      expect(atOnce.drawn).toBeLessThan(70)
      expect(await visibleRows(page)).toEqual(all)
      expect(await countDrawn(page)).toBeLessThan(200)
    }))

  test('scrolls to a row far below when its address is opened', () =>
    visit(async page => {
      const last = (await page.locator('.row > a').last().getAttribute('href')) ?? ''
      await page.goto('about:blank')
      await page.goto(address + last)
      const row = page.locator('.row > a[aria-current]')
      await row.waitFor()
      await settled(page)
      expect(await row.getAttribute('href')).toBe(last)
      const {y, height} = (await row.boundingBox()) ?? {y: -1, height: 0}
      expect(y).toBeGreaterThan(100)
      expect(y + height).toBeLessThan(900)
    }))

  test('lets the keyboard reach all rows', () =>
    visit(async page => {
      const all = await open(page)
      const {sizes, links} = await page.evaluate(() => ({
        sizes: [...document.querySelectorAll('.chunk')].map(({children}) => children.length),
        links: document.querySelectorAll('.row > a').length
      }))
      expect(links).toBe(ENDPOINTS)
      const first = sizes[0] ?? 0
      expect(Math.max(...sizes)).toBeLessThan(50)
      const focused = (): Promise<string> =>
        page.evaluate(() => document.activeElement?.querySelector('.name')?.textContent?.trim() ?? '')
      await page
        .locator('.row > a')
        .nth(first - 1)
        .focus()
      await page.keyboard.press('ArrowDown')
      expect(await focused()).toBe(all[first])
      await page.keyboard.press('ArrowUp')
      expect(await focused()).toBe(all[first - 1])
      await page.keyboard.press('PageDown')
      expect(await focused()).toBe(all[first + 9])
      await page.keyboard.press('End')
      expect(await focused()).toBe(all.at(-1))
      const {y} = (await page.locator('.row > a').last().boundingBox()) ?? {y: -1}
      expect(y > 0 && y < 900).toBe(true)
      await page.keyboard.press('Home')
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
      // Keys that are pressed right after a change, before all rows are drawn.
      await page.fill('#q', 'part-3')
      await page.fill('#q', '')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      expect(await focused()).toBe(all.at(-1))
    }))

  test('moves rows into other groups and back, also while filtering', () =>
    visit(async page => {
      const all = await open(page)
      await page.selectOption('#by', 'version')
      expect((await visibleRows(page)).toSorted()).toEqual(all.toSorted())
      expect(await page.locator('#groups').count()).toBe(1)
      expect(await countDrawn(page)).toBeLessThan(200)
      // Several changes in a row, before the hidden rows have moved.
      await page.evaluate(() => {
        const by = document.querySelector<HTMLSelectElement>('#by')
        const search = document.querySelector<HTMLInputElement>('#q')
        if (!by || !search) return
        for (const [control, value, type] of [
          [by, 'path', 'change'],
          [search, 'part-3', 'input'],
          [by, 'version', 'change'],
          [by, 'path', 'change']
        ] as const) {
          control.value = value
          control.dispatchEvent(new Event(type, {bubbles: true}))
        }
      })
      const few = await visibleRows(page)
      expect(few).toEqual(all.filter(name => name.includes('part-3')))
      await page.click('#clear')
      expect(await visibleRows(page)).toEqual(all)
      const counts = await page.locator('.group .count .n').allTextContents()
      expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(ENDPOINTS)
    }))

  test('opens and closes a group by click and by key', () =>
    visit(async page => {
      const summary = page.locator('.group > summary').nth(1)
      await summary.click()
      const number = Number(await summary.locator('.count .n').textContent())
      expect(await visibleRows(page)).toHaveLength(number)
      await page.keyboard.press('Enter')
      expect(await visibleRows(page)).toEqual([])
      await page.keyboard.press('Enter')
      expect(await visibleRows(page)).toHaveLength(number)
    }))

  test('prints every row that matches the filters, also right after a change', () =>
    visit(async page => {
      await open(page)
      await page.fill('#q', 'part-3')
      await page.click('#clear')
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await page.emulateMedia({media: 'print'})
      expect(await countDrawn(page)).toBe(ENDPOINTS)
      const heights = await page
        .locator('.row')
        .evaluateAll(all => all.map(row => row.getBoundingClientRect().height).filter(height => height < 20))
      expect(heights).toEqual([])
    }))

  test('gives a screen reader one list for each group, with all its rows', () =>
    visit(async page => {
      await open(page)
      const lists = page.locator('#groups').getByRole('list')
      expect(await lists.count()).toBe(await page.locator('.group').count())
      const items = await lists.first().getByRole('listitem').count()
      expect(items).toBe(Number(await page.locator('.group .count .n').first().textContent()))
      await page.evaluate(axe.source)
      const violations = await page.evaluate(async () => {
        const {violations: found} = await (globalThis as unknown as {axe: typeof axe}).axe.run('.group', {
          runOnly: ['aria-required-children', 'aria-required-parent', 'list', 'listitem', 'duplicate-id-aria']
        })
        return found.map(({id}) => id)
      })
      expect(violations).toEqual([])
    }))
})
