import {expect, it} from 'vitest'
import {deduplicateEvents} from '../../../src/history/observed/deduplicate-events.ts'
import type {EventDraft} from '../../../src/history/observed/events-from-changes.ts'
import type {Change} from '../../../src/model/api/change.ts'
import type {WrittenEvent} from '../../../src/model/lifecycle/history.ts'
import {memberTarget} from '../../../src/model/subject/field.ts'

const subject = {target: memberTarget('Loan', 'note')} as const
const place = {source: 'history.yaml'}
const line = {kind: 'changed', verb: 'changed', subject, entry: 1, place, change: 'constraint-tightened'} as const
const observedChange = (about: string): EventDraft => {
  const kind = 'constraint-tightened'
  const observed: Change = {kind, subject, component: 'Loan', at: 'note', where: {}, about, reaches: [], proofs: {}}
  return {...line, seen: true, observed}
}

it.each([
  [
    ['maxLength', undefined],
    ['maxLength', 'pattern']
  ],
  [
    ['maxLength', undefined],
    ['pattern', 'maxLength']
  ],
  [
    [undefined, 'maxLength'],
    ['maxLength', 'pattern']
  ]
])('recorded lines about %j keep their keyword when %j are observed', (recordedKeywords, observedKeywords) => {
  const lines = recordedKeywords.map(
    (about, id): WrittenEvent => ({...line, id, ...(about === undefined ? {} : {about})})
  )
  const all = deduplicateEvents(
    lines.map(was => ({was, event: was})),
    observedKeywords.map(observedChange)
  )
  expect(all.map(({was, event}) => [was?.about, event.observed?.about])).toEqual(
    recordedKeywords.map(about => [about, about ?? 'pattern'])
  )
})
