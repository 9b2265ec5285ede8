import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import axe from 'axe-core'
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {REPOSITORY} from '../../../../test/cli/run.ts'
import {CONTEXT, HERE} from '../../../../test/here.ts'
import {CHROMIUM, launch, openContext} from '../../../pages/test/browser/chromium.ts'
import {createRow} from '../../src/facts.ts'
import {renderFleetReport} from '../../src/pages/page.ts'
import {reportFleet} from '../../src/report.ts'
import {openStore} from '../../src/store.ts'

/** The style that the build puts into the page. */
const STYLE = join(REPOSITORY, 'dist/fleet.css')

const HOSTILE = '</style><script>globalThis.hacked=1</script><img src=x onerror=globalThis.hacked=1>'

describe.skipIf(CHROMIUM === undefined)('the report on all APIs in a browser', () => {
  let browser: Browser
  let file: string

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenure-report-'))
    const store = await openStore(HERE, folder)
    const [day, ended] = [{as_of: '2026-11-26'}, {ended_earliest: '2025-01-02', ended_latest: '2025-01-02'}]
    for (const api of ['a', HOSTILE]) {
      await store.write(api === 'a' ? 'a' : 'b', {
        apis: [createRow('apis', api, {owner: HOSTILE, policy: HOSTILE, ...day})],
        judgments: [createRow('judgments', api, {kind: 'end', verdict: 'violation', is_announced: false, ...ended})],
        lifecycles: Array.from({length: 30}, (_, at) =>
          createRow('lifecycles', api, {subject: `GET /${at}/${HOSTILE}`, due: 'now', due_on: '2026-01-01'})
        )
      })
    }
    store.close()
    const out = renderFleetReport(await reportFleet(folder, {within: '90d'}, CONTEXT), readFileSync(STYLE, 'utf8'))
    file = join(folder, 'fleet.html')
    writeFileSync(file, out)
    browser = await launch()
  })
  afterAll(() => browser?.close())

  test.each([
    [1280, 'light'],
    [390, 'light'],
    [1280, 'dark']
  ] as const)(
    'fits %i pixels in %s mode, loads no other file, and has no accessibility violations',
    async (width, colorScheme) => {
      const context = await openContext(browser, {viewport: {width, height: 900}, colorScheme})
      const page = await context.newPage()
      const requests: string[] = []
      const errors: string[] = []
      page.on('request', request => requests.push(request.url()))
      page.on('console', message => errors.push(message.text()))
      await page.goto(pathToFileURL(file).href)
      expect(requests).toEqual([pathToFileURL(file).href])
      expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.evaluate(axe.source)
      const {violations, passes} = await page.evaluate(() => (globalThis as unknown as {axe: typeof axe}).axe.run())
      expect(passes.map(({id}) => id)).toEqual(expect.arrayContaining(['color-contrast', 'region']))
      expect(violations.map(({id, nodes}) => [id, nodes[0]?.html])).toEqual([])
      expect(errors).toEqual([])
      await context.close()
    }
  )
})
