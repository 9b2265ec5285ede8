import {accessSync, constants} from 'node:fs'
import {delimiter, join} from 'node:path'
import process from 'node:process'
import {type Browser, type BrowserContext, type BrowserContextOptions, chromium} from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser for tests: the one that `CHROMIUM` names, else one on the `PATH`. */
export const CHROMIUM = [
  ...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []),
  ...NAMES.flatMap(name => (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name)))
].find(isProgram)

export const launch = (): Promise<Browser> =>
  chromium.launch({executablePath: CHROMIUM ?? '', args: ['--no-sandbox'], timeout: PATIENCE})

/** Milliseconds that a page may take on a busy machine. */
const PATIENCE = 300_000

export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE)
  return context
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
