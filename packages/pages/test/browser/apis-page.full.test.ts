import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import axe from 'axe-core'
import type {Browser, Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {folder, tenure} from '../../../../test/cli/run.ts'
import {AS_OF, EXPECTED_ROWS, FILES} from '../thirty-apis.ts'
import {CHROMIUM, launch, openContext} from './chromium.ts'

// The overview over 30 APIs and a badge in a browser, opened from files. The tests are skipped if there is no browser.

describe.skipIf(CHROMIUM === undefined)('the overview over several APIs in a browser', () => {
  let browser: Browser
  let address: (name: string) => string

  beforeAll(async () => {
    const cwd = folder(FILES)
    address = name => pathToFileURL(join(cwd, name)).href
    for (const args of [['index.html'], ['badge.svg', '--badge']])
      expect((await tenure(['site', '--as-of', AS_OF, '--output', ...args], {cwd})).code).toBe(0)
    browser = await launch()
  })
  afterAll(() => browser?.close())

  async function findViolations(page: Page): Promise<unknown[]> {
    // The page allows no script of its own.
    await page.evaluate(axe.source)
    const {violations, passes} = await page.evaluate(() => (globalThis as unknown as {axe: typeof axe}).axe.run())
    expect(passes.map(({id}) => id)).toContain('color-contrast')
    return violations.map(({id, nodes}) => [id, nodes[0]?.html])
  }

  test.each([
    [1280, 'light'],
    [390, 'light'],
    [1280, 'dark'],
    [390, 'dark']
  ] as const)(
    'fits %i pixels in %s mode, loads no other file, and has no accessibility violations',
    async (width, colorScheme) => {
      const context = await openContext(browser, {viewport: {width, height: 900}, colorScheme})
      const page = await context.newPage()
      const requests: string[] = []
      const errors: string[] = []
      page.on('request', request => requests.push(request.url()))
      page.on('console', message => errors.push(message.text()))
      await page.goto(address('index.html'))
      expect(requests).toEqual([address('index.html')])
      expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await page.locator('#owners tbody tr').count()).toBe(EXPECTED_ROWS.length)
      // A cell and its heading, which a phone shows next to it, don't overlap.
      const widest = await page
        .locator('#owners tbody td')
        .evaluateAll(cells => Math.max(...cells.map(cell => cell.scrollWidth - cell.clientWidth)))
      expect(widest).toBeLessThanOrEqual(0)
      expect(await findViolations(page)).toEqual([])
      expect(errors).toEqual([])
      await context.close()
    }
  )

  test('leads to the page of an API without a script, and back', async () => {
    const context = await openContext(browser, {javaScriptEnabled: false})
    const page = await context.newPage()
    await page.goto(address('index.html'))
    await page.locator('#apis').getByText('api-07', {exact: true}).click()
    expect(await page.textContent('h1')).toBe('api-07 service')
    await page.getByText('All APIs').click()
    expect(await page.textContent('h1')).toBe('3 removals are overdue. The next end of support is on 2026-12-31.')
    await page.locator('nav').getByText('Q1 2027').click()
    expect(page.url()).toBe(`${address('index.html')}#2027-q1`)
    await context.close()
  })

  test('is printed whole', async () => {
    const page = await browser.newPage()
    await page.goto(address('index.html'))
    await page.emulateMedia({media: 'print'})
    const hidden = await page
      .locator('main table tr, h1, h2')
      .evaluateAll(all => all.filter(each => each.getClientRects().length === 0).length)
    expect(hidden).toBe(0)
    await page.close()
  })

  test('has a badge whose text stays inside of it, with a name', async () => {
    const page = await browser.newPage()
    await page.goto(address('badge.svg'))
    const boxes = await page.evaluate(() =>
      [...document.querySelectorAll('text')].map(each => {
        const {left, right} = each.getBoundingClientRect()
        return [left, right]
      })
    )
    const [[left = 0, middle = 0] = [], [start = 0, end = 0] = []] = boxes
    expect(left).toBeGreaterThanOrEqual(5)
    expect(start - middle).toBeGreaterThanOrEqual(10)
    expect(end).toBeLessThanOrEqual(Number(await page.getAttribute('svg', 'width')) - 5)
    expect(await page.getAttribute('svg', 'aria-label')).toBe('API lifecycle of 30 APIs: 3 overdue')
    const svg = await page.content()
    await page.goto('about:blank')
    await page.setContent(`<html lang="en"><title>Badge</title><main><h1>Badge</h1>${svg}</main></html>`)
    await page.evaluate(axe.source)
    const {violations} = await page.evaluate(() => (globalThis as unknown as {axe: typeof axe}).axe.run())
    expect(violations.map(({id, nodes}) => [id, nodes[0]?.html])).toEqual([])
    await page.close()
  })
})
