// The days from which the lines of a history count, by the commits that have them.

import {describe, expect, it} from 'vitest'
import {readHistoryText} from '../../../src/inputs/history/file.ts'
import {type RecordedDayOptions, readAnnouncementRecord} from '../../../src/inputs/record/announcement-record.ts'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {openWorkspace} from '../../../src/stores/files/workspace.ts'
import {repositoryOf} from '../../gate/scenario.ts'
import {sample} from '../../tier.ts'

const ADDED = '{release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}]}'
const LINE = '{release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans}]}'
const textOf = (...entries: readonly string[]): string =>
  `service: Lending Library API\nreleases:\n${entries.map(each => `  - ${each}\n`).join('')}`

/** What the commits of a history with these texts prove. The last text is that of the working tree. */
async function recordOf(
  states: readonly (readonly [day: string, text: string])[],
  options: Partial<RecordedDayOptions> = {}
) {
  const cwd = await repositoryOf({main: states.map(([day, text]) => [day, {'history.yaml': text}])})
  const {declared} = readHistoryText(states.at(-1)?.[1] ?? '', 'history.yaml')
  const record = readAnnouncementRecord(openWorkspace(cwd, {}), declared, 'history.yaml', {
    ...{asOf: '2026-01-01', timezone: 'UTC'},
    ...options
  })
  if (!record) throw new Error('The history has no record')
  const dayOf = (kind: string): string | undefined => {
    const event = declared.events.find(each => each.kind === kind)
    return event && record.dayOf(event)?.earliest
  }
  return {record, dayOf, declared}
}

const WITHOUT = textOf(ADDED)
const WITH = textOf(ADDED, LINE)

describe('an announcement that states the day 2024-02-10', () => {
  it.each([
    ['is kept if the first commit has it', [['2024-05-01', WITH]], undefined],
    [
      'counts from its commit',
      [
        ['2024-02-01', WITHOUT],
        ['2024-05-01', WITH]
      ],
      '2024-05-01'
    ],
    [
      'counts from the last commit that wrote it again',
      [
        ['2024-02-01', WITHOUT],
        ['2024-02-10', WITH],
        ['2024-03-01', WITHOUT],
        ['2024-06-01', WITH]
      ],
      '2024-06-01'
    ],
    [
      'counts from its commit although later ones changed other lines',
      [
        ['2024-02-01', WITHOUT],
        ['2024-05-01', WITH],
        ['2024-06-01', textOf(ADDED, LINE, '{release: "1.2", date: 2024-06-01}')]
      ],
      '2024-05-01'
    ]
  ] as const)('%s', async (_, states, day) => {
    expect((await recordOf(states)).dayOf('deprecated')).toBe(day)
  })

  it.each([
    ['UTC', '2024-05-01'],
    ['Pacific/Kiritimati', '2024-05-02'],
    ['Etc/GMT+12', '2024-05-01']
  ])('and was committed at noon, counts in the time zone %s from %s', async (timezone, day) => {
    const {dayOf} = await recordOf(
      [
        ['2024-02-01', WITHOUT],
        ['2024-05-01', WITH]
      ],
      {timezone}
    )
    expect(dayOf('deprecated')).toBe(day)
  })

  it.each([
    ['2024-04-30', '2024-05-01'],
    ['2024-05-01', undefined],
    ['2024-05-02', undefined]
  ])('and was committed on 2024-05-01, where lines until %s are accepted, counts from %s', async (accepted, day) => {
    const {dayOf} = await recordOf(
      [
        ['2024-02-01', WITHOUT],
        ['2024-05-01', WITH]
      ],
      {accepted}
    )
    expect(dayOf('deprecated')).toBe(day)
  })
})

it.each(
  sample([
    [undefined, '2024-02-01'],
    ['2024-01-31', '2024-02-01'],
    ['2024-02-01', '2024-02-01'],
    ['2024-05-01', '2024-05-01']
  ])
)('where lines until %s are accepted, the history counts as written until %s', async (accepted, day) => {
  const {record} = await recordOf([['2024-02-01', WITH]], accepted === undefined ? {} : {accepted})
  expect(record.adopted).toBe(day)
})

describe('a level that lowers an endpoint', () => {
  const LEVEL = textOf(
    ADDED.replace('{added: GET /v1/fees}', '{added: GET /v1/fees}, {added: GET /v1/holds, stability: beta}')
  )
  const NEW = textOf(ADDED.replace('{added: GET /v1/fees}', '{added: GET /v1/fees}, {added: GET /v1/holds}'))

  it.each([
    [
      'with the endpoint',
      [
        ['2024-02-01', WITHOUT],
        ['2024-05-01', LEVEL]
      ],
      false
    ],
    [
      'on a later day',
      [
        ['2024-02-01', WITHOUT],
        ['2024-05-01', NEW],
        ['2024-05-02', LEVEL]
      ],
      true
    ],
    [
      'later on the same day',
      [
        ['2024-02-01', WITHOUT],
        ['2024-05-01', NEW],
        ['2024-05-01', LEVEL]
      ],
      true
    ]
  ] as const)('that was written %s is late: %s', async (_, states, isLate) => {
    const {record, declared} = await recordOf(states, {proof: {concerns: () => true, startsPeriod: () => false}})
    const event = declared.events.find(({subject}) => formatSubject(subject) === 'GET /v1/holds')
    expect(event && record.isLateStability(event.subject, 'beta')).toBe(isLate)
  })
})
