import type {Page} from 'playwright-core'

/** Waits until the page shows the result of the last action: the screen first, then the rest and the address. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 10))))
  await page.waitForFunction(
    () =>
      !document.querySelector(
        '.group[style*="content-visibility"], .chunk[style*="content-visibility"], #groups ~ div[hidden]:not(.rule)'
      )
  )
}

export const rowsOf = (page: Page): Promise<string[]> =>
  page.locator('.row:visible .name').evaluateAll(names => names.map(name => name.textContent?.trim() ?? ''))

export async function visibleRows(page: Page): Promise<string[]> {
  await settled(page)
  return rowsOf(page)
}
