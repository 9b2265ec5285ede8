import {describe, expect, it} from 'vitest'
import {importMarkdown} from '../../../packages/import/src/import.ts'
import {readHistoryText} from '../../../src/inputs/history/file.ts'
import {judgeAll} from '../../../src/lint.ts'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {partAsMarkdown} from '../../../src/outputs/pages/history-page/page-part.ts'
import {renderLifecycle} from '../../../src/outputs/pages/history-page/subject-life.ts'
import {createHistoryPage} from '../../../src/outputs/pages/page-data.ts'
import {changesOfRelease} from '../../../src/outputs/pages/release-notes/changes-of-release.ts'
import {findEntry, githubNotes} from '../../../src/outputs/pages/release-notes/github.ts'
import {createUpgradeGuide} from '../../../src/outputs/pages/upgrade-guide/guide.ts'
import {untilPieces} from '../../../src/outputs/pages/upgrade-guide/pending-subject.ts'
import {endStatusOf} from '../../../src/policy/end-status.ts'
import {historyOf, policyOf} from '../../reading.ts'

/** No one knows since when the successor is there: the end may be lawful long before the day that is safe. */
const DOUBTFUL = `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-11-01, existing: true, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans}]}
`
const KNOWN = DOUBTFUL.replace('existing: true, ', '')
const SAFE = '2025-12-01'

function shown(text: string, preset = 'thirteen-months') {
  const history = historyOf(text, '2025-03-01')
  const policy = policyOf(preset)
  const judgments = judgeAll(history, policy)
  const page = createHistoryPage(history, judgments, policy)
  const lifecycle = history.lifecycles.find(({subject}) => formatSubject(subject) === 'GET /v1/loans')
  if (!lifecycle) throw new Error('Unexpected lack of a life')
  return {
    pending: partAsMarkdown('pending', history, judgments, policy),
    whole: partAsMarkdown('all', history, judgments, policy),
    notes: githubNotes(changesOfRelease(findEntry(history, '1.1'), page), page),
    life: renderLifecycle(lifecycle, page, place => place),
    until: createUpgradeGuide(findEntry(history, '1.0'), findEntry(history, '1.1'), history.events, page).waiting.map(
      untilPieces
    ),
    leaving: endStatusOf(lifecycle, policy, history)
  }
}

describe('an end of which only a safe day is known', () => {
  it('is told as safe, with what is not known', () => {
    const {pending, life} = shown(DOUBTFUL)
    expect(pending).toContain(
      `${SAFE} in any case; an earlier day depends on the introduction date of \`GET /v2/loans\``
    )
    expect(life).toContain(
      `${SAFE} in any case (policy: thirteen-months); an earlier day depends on the introduction date of \`GET /v2/loans\``
    )
  })

  it('is no promise to clients', () => {
    const {notes, until, leaving} = shown(DOUBTFUL)
    expect(notes).not.toContain(SAFE)
    expect(until).toEqual([[]])
    expect(leaving).toEqual({kind: 'ending', missing: [{fact: 'introduction', of: 'GET /v2/loans'}]})
  })

  it('is told by its day where all is known', () => {
    const {pending, notes, until, leaving} = shown(KNOWN)
    expect(pending).toContain(`| ${SAFE} `)
    expect(notes).toContain('It can be removed on or after December 1, 2025.')
    expect(until).toEqual([[`it can be removed on or after ${SAFE}`]])
    expect(leaving).toMatchObject({kind: 'ending', day: SAFE})
  })

  it('is left out where the page is read back', () => {
    const {events} = readHistoryText(importMarkdown(shown(DOUBTFUL).whole, 'page.md').yaml, 'imported.yaml').declared
    const told = historyOf(DOUBTFUL).events.map(({kind, subject}) => `${kind} ${formatSubject(subject)}`)
    expect(events.map(({kind, subject}) => `${kind} ${formatSubject(subject)}`).toSorted()).toEqual(told.toSorted())
  })
})

it('an end that waits for more than time says for what', () => {
  const {pending, life} = shown(KNOWN, 'zalando')
  expect(pending).toContain('2025-03-01, once the consent of its clients is recorded')
  expect(life).toContain('2025-03-01, once the consent of its clients is recorded (policy: zalando)')
})
