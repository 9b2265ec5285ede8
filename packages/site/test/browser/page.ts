import type {Page} from 'playwright-core'

/** What was asked for is on the screen with the next frame, and the rest with a few more; the address follows. */
export async function answered(page: Page): Promise<void> {
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

export async function shown(page: Page): Promise<string[]> {
  await answered(page)
  return rowsOf(page)
}
