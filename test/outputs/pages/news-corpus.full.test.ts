import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {findEntry, githubNotes} from '../../../packages/pages/src/release-notes/github.ts'
import {renderChangelog} from '../../../packages/pages/src/release-notes/keep-a-changelog.ts'
import {assemble} from '../../../src/history/assemble.ts'
import {historyFromSnapshots} from '../../../src/history/observed/from-snapshots.ts'
import {openReleases} from '../../../src/inputs/sources/open-source.ts'
import {judgeAll} from '../../../src/lint.ts'
import {observeSource} from '../../../src/observations/observe.ts'
import {changesOfRelease} from '../../../src/outputs/changes/changes-of-release.ts'
import {groupChanges} from '../../../src/outputs/changes/group-changes.ts'
import {createHistoryPage, type HistoryPage} from '../../../src/outputs/changes/page-data.ts'
import {releaseChanges} from '../../../src/outputs/changes/release-changes.ts'
import {packageFolder} from '../../../src/stores/files/installed-packages.ts'
import {HERE} from '../../here.ts'
import {CORPUS} from '../../languages/openapi/diff/documents.ts'
import {policyOf} from '../../reading.ts'
import {sample} from '../../tier.ts'

// Checks the notes of real releases. The large histories are skipped if they are not unpacked.

const pages = new Map<string, HistoryPage>()

function pageIn(folder: string): HistoryPage {
  const cachedPage = pages.get(folder)
  if (cachedPage) return cachedPage
  const observed = observeSource(openReleases(HERE, folder, {timezone: 'UTC'}))
  const history = assemble(historyFromSnapshots(observed.releases, 'API', folder), {asOf: '2026-11-20'})
  const policy = policyOf(undefined)
  const page = createHistoryPage(history, judgeAll(history, policy), policy, true)
  pages.set(folder, page)
  return page
}

/** The rows on a screen of 100 columns before anything is expanded. */
function rowsOf(markdown: string): number {
  let depth = 0
  let rows = 0
  for (const line of markdown.split('\n')) {
    const visible = line.replace(/<[^>]+>/g, '')
    if (depth === 0) rows += Math.ceil(visible.length / 100)
    depth += (line.match(/<details>/g) ?? []).length - (line.match(/<\/details>/g) ?? []).length
  }
  return rows
}

const large = ['kubernetes', 'docker-engine', 'discord'].map(name => join(CORPUS ?? '', name))
const folders = [packageFolder('fixtures/etcd'), ...(CORPUS === undefined ? [] : large.filter(existsSync))]

describe.each(sample(folders))('the release notes of %s', folder => {
  test('have one line for each change, and fit on two screens', () => {
    const page = pageIn(folder)
    for (const entry of page.history.timeline.entries) {
      const news = releaseChanges(page.eventsByEntry.get(entry.index) ?? [], page)
      const groupedChanges = groupChanges(news, page).flatMap(({members}) => members)
      expect(groupedChanges).toHaveLength(news.length)
      expect(new Set(groupedChanges)).toEqual(new Set(news))
      const notes = githubNotes(changesOfRelease(entry, page), page)
      expect(rowsOf(notes), entry.name).toBeLessThanOrEqual(125)
      expect(notes).not.toMatch(/\bundefined\b|\[object/)
    }
  })
})

const dockerEngine = join(CORPUS ?? '', 'docker-engine')

describe.skipIf(CORPUS === undefined || !existsSync(dockerEngine))('the notes of Docker Engine, 1.44 to 1.48', () => {
  const facts = readFileSync('fixtures/changelog-facts/docker-engine-notes.tsv', 'utf8')
    .trimEnd()
    .split('\n')
    .map(row => row.split('\t') as [string, string])
  const flavors = {
    github: (release: string, page: HistoryPage) =>
      githubNotes(changesOfRelease(findEntry(page.history, release), page), page),
    'keep-a-changelog': (release: string, page: HistoryPage) =>
      renderChangelog([changesOfRelease(findEntry(page.history, release), page)], page, {bare: true})
  }

  test.each(Object.entries(flavors))('name what the vendor names, in the format %s', (_, render) => {
    const page = {...pageIn(dockerEngine), isForClients: true as const}
    const linesNaming = facts.map(([release, words]) => {
      const text = render(release, page).replaceAll(/<\/?code>/g, '`')
      // An item with the items below it.
      return text.split(/\n(?=- )/).filter(item => words.split('; ').every(word => item.includes(word))).length
    })
    const missed = facts.filter((_, at) => linesNaming[at] === 0)
    expect(1 - missed.length / facts.length, missed.join('\n')).toBeGreaterThanOrEqual(0.95)
    const lines = linesNaming.reduce((sum, count) => sum + count, 0)
    expect(lines / (facts.length - missed.length)).toBeLessThanOrEqual(1.5)
  })
})
