// An import of the original document of the model testing service agrees with the history that was written by hand.

import {readFileSync} from 'node:fs'
import {assemble} from '@tenure/core/history/assemble'
import {readPolicy} from '@tenure/core/inputs/config/policy-file'
import {readHistory, readHistoryText} from '@tenure/core/inputs/history/file'
import {judgeAll} from '@tenure/core/lint'
import {formatSubject, isEndpoint, isMember, isNamed, subjectKey} from '@tenure/core/model/subject/subject'
import type {Judgment} from '@tenure/core/model/verdict/judgment'
import {partAsMarkdown} from '@tenure/pages/history-page/page-part'
import {describe, expect, test} from 'vitest'
import {HERE} from '../../../test/here.ts'
import {LATER} from '../../../test/reading.ts'
import {importMarkdown} from '../src/import.ts'

const SEED = 'fixtures/model-testing-service/original.md'
const {policy} = readPolicy(HERE.files, 'fixtures/model-testing-service/policy.yaml')
const document = readFileSync(SEED, 'utf8')
const {yaml, remarks} = importMarkdown(document, SEED, '2026-03-02')

const judged = (text: 'imported' | 'written') => {
  const declared =
    text === 'imported'
      ? readHistoryText(yaml, 'imported.yaml').declared
      : readHistory(HERE.files, 'fixtures/model-testing-service/history.yaml').declared
  const history = assemble(declared, {asOf: LATER})
  return {history, judgments: judgeAll(history, policy)}
}

const formatJudgment = ({subject, end, replacement, verdict, kind}: Judgment): string =>
  [
    kind,
    subjectKey(subject),
    end.stated,
    replacement
      ? subjectKey({
          target: replacement.target,
          ...(replacement.part?.field ? {part: {field: replacement.part.field}} : {})
        })
      : '',
    verdict
  ].join(' | ')

describe('the imported document of the model testing service', () => {
  const imported = judged('imported')

  test('has the same subjects, releases, replacements, and verdicts as the history written by hand', () => {
    expect(imported.judgments.map(formatJudgment).sort()).toEqual(
      judged('written').judgments.map(formatJudgment).sort()
    )
  })

  test('has 9 violations, 6 exempt, and 3 undetermined verdicts', () => {
    const counted = (verdict: string): number => imported.judgments.filter(each => each.verdict === verdict).length
    expect([counted('violation'), counted('exempt'), counted('undetermined'), counted('compliant')]).toEqual([
      9, 6, 3, 0
    ])
  })

  test('has exactly the releases of the document', () => {
    expect(imported.history.timeline.entries.map(({name}) => name)).toEqual([
      '2.0 GA',
      '2.1',
      '2.2',
      '2.3',
      '2.4',
      '2.5',
      '2.8',
      '2.10'
    ])
    expect(imported.history.timeline.entries.every(({date}) => date === undefined)).toBe(true)
  })

  test('is marked as incomplete, without announcements', () => {
    expect(imported.history.complete).toBe(false)
    const ends = imported.history.events.filter(({verb}) => verb === 'removed')
    expect(ends.map(({announced}) => announced?.kind)).toEqual(ends.map(() => 'never'))
  })

  test('has the same endpoints and fields as the history written by hand', () => {
    const names = (history: typeof imported.history): string[] =>
      history.lifecycles
        .filter(({subject: {part}}) => !part)
        .map(({subject}) => formatSubject(subject).replace(' (inside Stress Testing configuration)', ''))
        .sort()
    expect(names(imported.history)).toEqual(names(judged('written').history))
  })

  test('comes with a remark for every heading and line without a fact', () => {
    expect(remarks.filter(({kind}) => kind === 'unread').map(({text}) => text)).toEqual([
      '2. Resources and their fields',
      '3. States and transitions',
      '4. Endpoints',
      'Removed paths (no longer served), with their replacements:',
      '5. Authentication',
      '6. Events',
      '7. Errors',
      '8. Limits',
      '9. Versioning',
      'Version marker',
      'Rules',
      'Changes by product release'
    ])
  })

  test('has every word either in the history or in a remark', () => {
    const words = (text: string): string[] => text.match(/[\p{L}\p{N}_{}/<>.-]+/gu) ?? []
    const trimmed = (word: string): string => word.replace(/^[.-]+|[.-]+$/g, '')
    const importedText = `${yaml} ${remarks.map(({text}) => text).join(' ')}`
    const labels = new Set(
      'Method Path Since Removed Replacement Resource Field Type shape Change Kind URI marker Example Release Purpose The operations it exposes concern these Base address All made without deprecation period removals were Present From Other named paths Deprecated unsupported to be gained project object Use They Notes paths onwards No changes What service does Versioning History'
        .toLowerCase()
        .split(' ')
    )
    const lost = [...new Set(words(document).map(trimmed))].filter(
      word => /\w/.test(word) && !importedText.includes(word) && !labels.has(word.toLowerCase())
    )
    expect(lost).toEqual([])
  })
})

test('the page rendered from the imported document has every fact', () => {
  const {history, judgments} = judged('imported')
  const page = partAsMarkdown('all', history, judgments, policy)
  const plain = page.replace(/[`\\*]/g, '')
  for (const {note} of [...history.events, ...history.facts]) if (note !== undefined) expect(plain).toContain(note)
  for (const {subject} of history.events) {
    const {target} = subject
    expect(plain).toContain(
      isEndpoint(target) ? target.path : isMember(target) ? target.name : isNamed(target) ? target.name : target.path
    )
  }
})
