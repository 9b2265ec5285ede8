// What the page of `tenure site` costs in a browser, with 2,000 endpoints over 100 releases: when something useful is
// seen, and how long the page takes to answer. Each time is from the input to the next frame, as the browser counts it
// (Event Timing, in steps of 8 ms); of scrolling, the longest frame. Medians and the worst of several fresh pages.
// Usage: npm run bench:site -- [RUNS]   (needs Chromium: CHROMIUM, or chromium or google-chrome on the path)
import {spawnSync} from 'node:child_process'
import {accessSync, constants, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {delimiter, join} from 'node:path'
import process from 'node:process'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {chromium} from 'playwright-core'
import {importSource} from '../scripts/import-source.mjs'
import {temporary} from '../scripts/temporary.mjs'
import {median} from './process.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const RUNS = Number(process.argv[2] ?? 7)
const SIZE = {endpoints: 2000, releases: 100}
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const executablePath = browserPath()
if (!executablePath) {
  console.log('skipped: no Chromium (name one in CHROMIUM)')
  process.exit(0)
}
const folder = temporary(join(tmpdir(), 'tenure-bench-'))
try {
  await main()
} finally {
  rmSync(folder, {recursive: true, force: true})
}

function browserPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const named = process.env.CHROMIUM ? [process.env.CHROMIUM] : []
  return [...named, ...NAMES.flatMap(name => folders.map(each => join(each, name)))].find(path => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

async function main() {
  const {largeHistory} = await importSource("export {largeHistory} from './bench/large-history.ts'")
  const history = join(folder, 'history.yaml')
  const file = join(folder, 'site.html')
  writeFileSync(history, largeHistory(SIZE))
  const start = process.hrtime.bigint()
  const made = spawnSync(process.execPath, ['dist/cli.cjs', 'site', history, '--as-of', '2015-06-20', '--output', file])
  if (made.status !== 0) throw new Error(`Unexpected exit ${made.status}, expected 0: ${made.stderr}`)
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  console.log(
    `${SIZE.endpoints} endpoints, ${SIZE.releases} releases: ${(statSync(file).size / 1e6).toFixed(1)} MB of HTML, written in ${ms.toFixed(0)} ms; ${RUNS} runs\n`
  )
  const browser = await chromium.launch({executablePath, args: ['--no-sandbox']})
  const times = new Map()
  for (let run = 0; run <= RUNS; run++) {
    const round = await visit(browser, pathToFileURL(file).href)
    // The first round warms the browser.
    if (run > 0) for (const [name, time] of round) times.set(name, [...(times.get(name) ?? []), time])
  }
  await browser.close()
  for (const [name, all] of times) {
    console.log(
      `${name.padEnd(44)} ${median(all).toFixed(0).padStart(5)} ms   worst ${Math.max(...all)
        .toFixed(0)
        .padStart(5)} ms`
    )
  }
  const isSlow = [...times].filter(([name, all]) => median(all) > (name.startsWith('first') ? 1000 : 100))
  if (isSlow.length > 0) process.exitCode = 1
}

/** One fresh page, from its address to its last key. */
async function visit(browser, address) {
  const page = await browser.newPage({viewport: {width: 1280, height: 900}})
  const found = []
  await page.addInitScript(() => {
    globalThis.slowest = 0
    new PerformanceObserver(list => {
      for (const {duration} of list.getEntries()) globalThis.slowest = Math.max(globalThis.slowest, duration)
    }).observe({type: 'event', durationThreshold: 16})
  })
  await page.goto(address, {waitUntil: 'load'})
  found.push(
    ...(await page.evaluate(
      () =>
        new Promise(resolve => {
          new PerformanceObserver(list => {
            const [paint] = performance.getEntriesByName('first-contentful-paint')
            const useful = list.getEntries().at(-1)
            const {loadEventEnd} = performance.getEntriesByType('navigation')[0]
            resolve([
              ['first paint', paint.startTime],
              ['first useful paint (largest contentful)', useful.startTime],
              ['loaded', loadEventEnd]
            ])
          }).observe({type: 'largest-contentful-paint', buffered: true})
        })
    ))
  )
  const measure = async (name, act) => {
    await settle(page)
    await page.evaluate(() => {
      globalThis.slowest = 0
    })
    await act()
    await settle(page)
    const slowest = await page.evaluate(() => globalThis.slowest)
    // Below the threshold the browser tells nothing: it is at most that.
    found.push([name, slowest === 0 ? 16 : slowest])
  }
  const scroll = async (name, steps) => {
    await settle(page)
    await page.mouse.move(640, 600)
    const frames = page.evaluate(
      () =>
        new Promise(resolve => {
          let [last, longest] = [performance.now(), 0]
          const until = last + 1000
          const frame = now => {
            longest = Math.max(longest, now - last)
            last = now
            if (now < until) requestAnimationFrame(frame)
            else resolve(longest)
          }
          requestAnimationFrame(frame)
        })
    )
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, 900)
    found.push([name, await frames])
    await page.evaluate(() => scrollTo(0, 0))
  }
  await measure('open all groups', () => page.click('#fold'))
  await scroll('scroll, all open: the longest frame', 20)
  await measure('search: the first letter', () => page.type('#q', 'l'))
  await measure('search: the second letter', () => page.type('#q', 'o'))
  await measure('search: `loans part-3`', () => page.type('#q', 'ans part-3'))
  await measure('search: emptied', () => page.click('#clear'))
  await measure('filter: deprecated', () => page.click('button[data-value="deprecated"]'))
  await measure('filter: taken back', () => page.click('button[data-value="deprecated"]'))
  await measure('open a row, all data read for it', () => page.click('.row:not([hidden]) a >> nth=3'))
  await measure('open another row', () => page.click('.row:not([hidden]) a >> nth=5', {position: {x: 60, y: 8}}))
  await measure('close it', () => page.keyboard.press('Escape'))
  await measure('go down a row by key', () => page.keyboard.press('ArrowDown'))
  await measure('group by version', () => page.selectOption('#by', 'version'))
  await page.close()
  return found
}

function settle(page) {
  return page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 120))))
  )
}
