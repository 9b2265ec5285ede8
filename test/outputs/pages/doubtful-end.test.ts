import {describe, expect, it} from 'vitest'
import {importMarkdown} from '../../../packages/import/src/import.ts'
import {partAsMarkdown} from '../../../packages/pages/src/history-page/page-part.ts'
import {renderLifecycle} from '../../../packages/pages/src/history-page/subject-life.ts'
import {findEntry, githubNotes} from '../../../packages/pages/src/release-notes/github.ts'
import {createUpgradeGuide} from '../../../packages/pages/src/upgrade-guide/guide.ts'
import {untilPieces} from '../../../packages/pages/src/upgrade-guide/pending-subject.ts'
import {readHistoryText} from '../../../src/inputs/history/file.ts'
import {judgeAll} from '../../../src/lint.ts'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {changesOfRelease} from '../../../src/outputs/changes/changes-of-release.ts'
import {createHistoryPage} from '../../../src/outputs/changes/page-data.ts'
import {endStatusOf} from '../../../src/policy/end-status.ts'
import {historyOf, policyOf} from '../../reading.ts'

/** The introduction of the successor is unknown, so support may end before the day that is safe. */
const UNDETERMINED = `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-11-01, existing: true, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans}]}
`
const DETERMINED = UNDETERMINED.replace('existing: true, ', '')
const SAFE = '2025-12-01'
const BY_SUCCESSOR = `
name: by-successor
extends: thirteen-months
guarantees: {ga: {notice: 13 months, starts: [announcement, {successor: same}], overlap: 13 months, breaking: forbidden}}
`

function renderAll(text: string, preset = BY_SUCCESSOR) {
  const history = historyOf(text, '2025-03-01')
  const policy = policyOf(preset)
  const judgments = judgeAll(history, policy)
  const page = createHistoryPage(history, judgments, policy)
  const lifecycle = history.lifecycles.find(({subject}) => formatSubject(subject) === 'GET /v1/loans')
  if (!lifecycle) throw new Error('Unexpected lack of a life')
  return {
    pending: partAsMarkdown('pending', history, judgments, policy),
    page: partAsMarkdown('all', history, judgments, policy),
    notes: githubNotes(changesOfRelease(findEntry(history, '1.1'), page), page),
    lifecycle: renderLifecycle(lifecycle, page, place => place),
    until: createUpgradeGuide(findEntry(history, '1.0'), findEntry(history, '1.1'), history.events, page).waiting.map(
      untilPieces
    ),
    leaving: endStatusOf(lifecycle, policy, history)
  }
}

describe('an end of support that may come earlier, because a date is missing,', () => {
  it('is stated as safe, with the missing fact', () => {
    const {pending, lifecycle} = renderAll(UNDETERMINED)
    expect(pending).toContain(
      `${SAFE} in any case; an earlier day depends on the introduction date of \`GET /v2/loans\``
    )
    expect(lifecycle).toContain(
      `${SAFE} in any case; an earlier day depends on the introduction date of \`GET /v2/loans\` (policy: by-successor)`
    )
  })

  it('is not stated to clients', () => {
    const {notes, until, leaving} = renderAll(UNDETERMINED)
    expect(notes).not.toContain(SAFE)
    expect(until).toEqual([[]])
    expect(leaving).toEqual({kind: 'ending', missing: [{fact: 'introduction', of: 'GET /v2/loans'}]})
  })

  it('is stated as a day once all facts are known', () => {
    const {pending, notes, until, leaving} = renderAll(DETERMINED)
    expect(pending).toContain(`| ${SAFE} `)
    expect(notes).toContain('It can be removed on or after December 1, 2025.')
    expect(until).toEqual([[`it can be removed on or after ${SAFE}`]])
    expect(leaving).toMatchObject({kind: 'ending', day: SAFE})
  })

  it('is left out when the page is imported', () => {
    const {events} = readHistoryText(
      importMarkdown(renderAll(UNDETERMINED).page, 'page.md', '2026-03-02').yaml,
      'imported.yaml'
    ).declared
    const expected = historyOf(UNDETERMINED).events.map(({kind, subject}) => `${kind} ${formatSubject(subject)}`)
    expect(events.map(({kind, subject}) => `${kind} ${formatSubject(subject)}`).toSorted()).toEqual(expected.toSorted())
  })
})

it('an end of support with other conditions than time states them', () => {
  const {pending, lifecycle} = renderAll(DETERMINED, 'zalando')
  expect(pending).toContain('any day, once the consent of its clients is recorded')
  expect(lifecycle).toContain('any day, once the consent of its clients is recorded (policy: zalando)')
})
