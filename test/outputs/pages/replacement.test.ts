import {describe, expect, it} from 'vitest'
import {partAsMarkdown} from '../../../packages/pages/src/history-page/page-part.ts'
import {renderLifecycle} from '../../../packages/pages/src/history-page/subject-life.ts'
import {findEntry} from '../../../packages/pages/src/release-notes/github.ts'
import {createUpgradeGuide} from '../../../packages/pages/src/upgrade-guide/guide.ts'
import {judgeAll} from '../../../src/lint.ts'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {createHistoryPage} from '../../../src/outputs/changes/page-data.ts'
import {findSupportedReplacement} from '../../../src/policy/end-status.ts'
import {historyOf, policyOf} from '../../reading.ts'
import {renderNotes} from './render-notes.ts'

const LENDINGS = `
service: Lending Library API
releases:
  - release: "3.0"
    date: 2025-11-20
    changes:
      - added: GET /v1/loans
      - added: GET /v1/copies
      - added: GET /v2/lendings
      - added: GET /v2/copies
      - added: POST /v1/tokens
      - {deprecated: GET /v1/loans, replacement: GET /v2/lendings, sunset: 2026-12-20}
      - {deprecated: GET /v1/copies, sunset: 2026-12-20}
  - {on: 2026-02-03, changes: [{deprecated: /v1/**, replacement: /v2/**, sunset: 2027-03-31}]}
  - {release: "3.1", date: 2026-03-02, changes: [{removed: POST /v1/tokens, announced: never}]}
  - {release: "3.2", date: 2027-01-20, changes: [{removed: GET /v1/loans}]}
`

function renderAt(asOf: string) {
  const history = historyOf(LENDINGS, asOf)
  const policy = policyOf(undefined)
  const judgments = judgeAll(history, policy)
  const page = createHistoryPage(history, judgments, policy)
  const lifecycleOf = (name: string) => {
    const lifecycle = history.lifecycles.find(({subject}) => formatSubject(subject) === name)
    if (!lifecycle) throw new Error(`Unexpected lack of ${name}`)
    return lifecycle
  }
  const {waiting} = createUpgradeGuide(findEntry(history, '3.0'), findEntry(history, '3.1'), history.events, page)
  return {
    pending: partAsMarkdown('pending', history, judgments, policy),
    removed: partAsMarkdown('removed', history, judgments, policy),
    lifecycle: (name: string) => renderLifecycle(lifecycleOf(name), page, place => place),
    waiting: waiting.map(({subject, replacement}) => [
      formatSubject(subject),
      replacement && formatSubject(replacement)
    ]),
    used: (name: string) => {
      const instead = findSupportedReplacement(lifecycleOf(name), history)
      return instead && formatSubject(instead)
    },
    notes: (release: string) => renderNotes(history, judgments, policy, release)
  }
}

const rowOf = (name: string, text: string): string[] =>
  (text.split('\n').find(line => line.startsWith(`| ${name} `)) ?? '').split('|').map(cell => cell.trim())

describe('the replacement of an endpoint', () => {
  it('is that of its own announcement before a later one of its prefix', () => {
    const {pending, lifecycle, waiting, used} = renderAt('2026-05-01')
    expect(rowOf('`GET /v1/loans`', pending)).toContain('`GET /v2/lendings`')
    expect(rowOf('Replacement', lifecycle('GET /v1/loans'))).toContain('`GET /v2/lendings`')
    expect(waiting).toContainEqual(['GET /v1/loans', 'GET /v2/lendings'])
    expect(used('GET /v1/loans')).toBe('GET /v2/lendings')
  })

  it('is the same path below the new prefix if only the prefix has a replacement', () => {
    const {pending, lifecycle, waiting, used} = renderAt('2026-05-01')
    expect(rowOf('`GET /v1/copies`', pending)).toContain('`GET /v2/copies`')
    expect(rowOf('Replacement', lifecycle('GET /v1/copies'))).toContain('`GET /v2/copies`')
    expect(waiting).toContainEqual(['GET /v1/copies', 'GET /v2/copies'])
    expect(used('GET /v1/copies')).toBe('GET /v2/copies')
  })

  it('is the prefix if the endpoint below it is not recorded', () => {
    const {removed, lifecycle, used, notes} = renderAt('2026-05-01')
    expect(rowOf('`POST /v1/tokens`', removed)).toContain('`/v2/**`')
    expect(rowOf('Replacement', lifecycle('POST /v1/tokens'))).toContain('`/v2/**`')
    expect(used('POST /v1/tokens')).toBe('/v2/**')
    expect(notes('3.1')).toContain('`POST /v1/tokens` was removed without prior notice. Use `/v2/**`.')
  })

  it('is stated with the removal if only the announcement named it', () => {
    expect(renderAt('2027-02-01').notes('3.2')).toContain(
      '`GET /v1/loans` was removed. Use `GET /v2/lendings`. Deprecated since 3.0.'
    )
  })
})

it('a removal without announcement is marked as such in the table', () => {
  expect(rowOf('`POST /v1/tokens`', renderAt('2026-05-01').removed)).toContain('never')
})
