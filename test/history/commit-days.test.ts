// What dates the marks of the description before a change: commits, releases, and what the lines and marks claim.
import {beforeAll, describe, expect, it} from 'vitest'
import {readyFor} from '../../src/descriptions/readers.ts'
import {createTextFileTree} from '../../src/documents/file-tree.ts'
import {addClaimedDate, applyCommitDate, type CommitDates, insertCommitDays} from '../../src/gate/judging/base-state.ts'
import {applyDiff, type DiffInput} from '../../src/gate/judging/from-diff.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import type {SourceRevision} from '../../src/inputs/sources/source.ts'
import {parseTarget} from '../../src/languages/languages.ts'
import type {FirstCommit} from '../../src/model/api/release-diff.ts'
import type {DeclaredHistory, WrittenEvent} from '../../src/model/lifecycle/history.ts'
import {formatSubject, type Subject, type Target} from '../../src/model/subject/subject.ts'
import {parseDateRange} from '../../src/model/time/date-range.ts'
import {ReleaseDiffs} from '../../src/observations/release-diffs.ts'

const LOANS: Subject = {target: parseTarget('GET /v1/loans') as Target}
const KEY = 'GET /v1/loans'
const PLACE = {source: 'openapi.yaml'}
const NO_DATES: CommitDates = {marked: new Map(), arrived: new Map(), stated: new Map(), isShallow: false}
const COMMIT = '0123456789abcdef'

const historyWith = (releases: string): DeclaredHistory =>
  readHistoryText(`service: Lending Library API\nreleases:\n${releases}`, 'history.yaml').declared

const markedOn = (day: string, more: Partial<FirstCommit> = {}): CommitDates => ({
  ...NO_DATES,
  marked: new Map([[KEY, {commit: COMMIT, day, ...more}]])
})

describe('the day of a commit is placed', () => {
  const {entries} = historyWith(
    '  - {release: "1.0", date: 2025-01-10}\n  - {release: "1.1", date: 2025-03-10}\n  - {release: "1.2"}\n  - {release: "1.3", date: 2025-05}\n'
  )
  const order = (day: string): string =>
    insertCommitDays(
      entries.map((entry, at) => ({entry, at})),
      markedOn(day),
      PLACE
    )
      .entries.map(({name}) => name)
      .join(' ')

  it.each([
    ['2025-01-09', '2025-01-09 1.0 1.1 1.2 1.3'],
    ['2025-01-10', '1.0 2025-01-10 1.1 1.2 1.3'],
    ['2025-03-09', '1.0 2025-03-09 1.1 1.2 1.3'],
    ['2025-03-10', '1.0 1.1 2025-03-10 1.2 1.3'],
    ['2025-04-30', '1.0 1.1 2025-04-30 1.2 1.3'],
    ['2025-05-01', '1.0 1.1 1.2 1.3 2025-05-01']
  ])('%s: %s', (day, expected) => {
    expect(order(day)).toBe(expected)
  })
})

const deprecation = (announced?: string): WrittenEvent => ({
  ...{id: 0, kind: 'deprecated', verb: 'deprecated', subject: LOANS, entry: 0, place: PLACE, seen: true},
  ...(announced === undefined ? {} : {announced: {text: announced}})
})

describe('a mark of a commit on 2025-03-10', () => {
  const announcedOf = (claimed: string | undefined, more: Partial<FirstCommit>, first?: string): string | undefined => {
    const dates = {...markedOn('2025-03-10', more), ...(first === undefined ? {} : {since: new Map([[KEY, first]])})}
    const line = insertCommitDays([], dates, PLACE)
    const {announced} = applyCommitDate(deprecation(claimed), dates, line)
    return announced === 'never' ? announced : announced?.text
  }
  const FIRST = {isFirst: true} as const

  it.each<
    [claimed: string | undefined, more: Partial<FirstCommit>, first: string | undefined, counts: string | undefined]
  >([
    // A commit before it shows that the mark was missing.
    [undefined, {}, undefined, '2025-03-10'],
    ['2024-01-10', {}, undefined, '2025-03-10'],
    ['2025-03-09', {}, undefined, '2025-03-10'],
    ['2025-03-10', {}, undefined, '2025-03-10'],
    ['2025-03-11', {}, undefined, '2025-03-11'],
    ['2025-04', {}, undefined, '2025-04'],
    ['2025-03', {}, undefined, '2025-03-10'],
    // Nothing is known before the first commit.
    [undefined, FIRST, undefined, undefined],
    ['2024-01-10', FIRST, undefined, '2024-01-10'],
    ['2025-03-11', FIRST, undefined, '2025-03-11'],
    // The day that was stated first counts if it is later than what is claimed now.
    ['2024-01-10', FIRST, '2025-02-10', '2025-02-10'],
    ['2025-02-10', FIRST, '2024-01-10', '2025-02-10'],
    [undefined, FIRST, '2025-02-10', '2025-02-10'],
    ['2024-01-10', {}, '2024-02-10', '2025-03-10']
  ])('that claims %s (%j, first %s) counts from %s', (claimed, more, first, counts) => {
    expect(announcedOf(claimed, more, first)).toBe(counts)
  })
})

describe('a line proves the day that it claims for a mark of the first commit on 2025-03-10', () => {
  const claimedOf = (line: string, recorded: string | undefined, isFirst = true): string | undefined => {
    const history = historyWith(
      `  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}\n  - {release: "1.1", date: 2025-02-10, changes: [${line}]}\n`
    )
    const on = recorded === undefined ? undefined : recorded === 'unknown' ? {} : parseDateRange(recorded)
    const {announced} = addClaimedDate(
      deprecation(),
      history,
      markedOn('2025-03-10', isFirst ? {isFirst} : {}),
      () => on
    )
    return announced === 'never' ? announced : announced?.text
  }
  const LINE = '{deprecated: GET /v1/loans}'
  const DATED = '{deprecated: GET /v1/loans, announced: 2024-06-01}'

  it.each<[line: string, recorded: string | undefined, claims: string | undefined]>([
    [LINE, undefined, '1.1'],
    [LINE, '2025-02-01', '1.1'],
    [LINE, '2025-02-10', '1.1'],
    [LINE, '2025-02-11', '2025-02-11'],
    [LINE, '2025-03-10', '2025-03-10'],
    [LINE, '2025-03-11', undefined],
    [LINE, 'unknown', undefined],
    [DATED, undefined, '2024-06-01'],
    [DATED, '2024-05-01', '2024-06-01'],
    [DATED, '2024-07-01', '2024-07-01'],
    ['{deprecated: GET /v1/copies}', undefined, undefined]
  ])('%s recorded on %s: %s', (line, recorded, claims) => {
    expect(claimedOf(line, recorded)).toBe(claims)
    expect(claimedOf(line, recorded, false)).toBeUndefined()
  })
})

describe('a change of a description', () => {
  beforeAll(() => readyFor(['openapi.yaml']))

  const get = (path: string, keys = ''): string => `  ${path}: {get: {${keys}responses: {'200': {description: All}}}}\n`
  const revisionOf = (...paths: readonly string[]): SourceRevision => {
    const text = `openapi: 3.0.3\ninfo: {title: Library, version: '1.0'}\npaths:\n${paths.join('')}`
    const tree = createTextFileTree('openapi.yaml', new Map([['openapi.yaml', text]]))
    return {tree: () => tree}
  }
  const applied = (
    was: readonly string[],
    is: readonly string[],
    history: DeclaredHistory,
    more: Partial<DiffInput> = {}
  ) => {
    const diffs = new ReleaseDiffs()
    const older = revisionOf(...was)
    const before = diffs.describeAlone(older)
    const next = diffs.observe(revisionOf(...is), {revision: older, observed: before})
    return applyDiff(history, {
      ...{before, next, label: 'main', day: '2026-03-02', place: PLACE, testimony: NO_DATES, recorded: history},
      ...more
    })
  }
  const EMPTY = historyWith('  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}\n')

  it.each<[claimed: string, isBackDated: boolean]>([
    ['2025-06-01', true],
    ['2026-03-01', true],
    ['2026-03-02', false],
    ['2026-03-03', false],
    ['2026-02', true],
    ['2026-03', false]
  ])('whose new mark claims %s is dated back: %s', (claimed, isBackDated) => {
    const mark = `deprecated: true, x-deprecated-since: '${claimed}', `
    const {declared, backDated} = applied([get('/v1/loans')], [get('/v1/loans', mark)], EMPTY)
    const event = declared.events.find(({kind}) => kind === 'deprecated')
    expect([event?.announced !== undefined, backDated.size]).toEqual([isBackDated, isBackDated ? 1 : 0])
  })

  it.each<[string, string, string[]]>([
    ['that the base still has', '  - {release: "2.0", date: 2026-01-10, changes: [{removed: GET /v1/loans}]}\n', []],
    [
      'that was restored after it',
      '  - {release: "2.0", date: 2026-01-10, changes: [{removed: GET /v1/loans}]}\n  - {release: "2.1", date: 2026-02-10, changes: [{restored: GET /v1/loans}]}\n',
      ['removed GET /v1/loans in 2.0']
    ]
  ])('shows whether a line of the past removed something %s', (_, lines, removals) => {
    const history = historyWith(`  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}\n${lines}`)
    const {declared} = applied([get('/v1/loans')], [get('/v1/loans', 'deprecated: true, ')], history)
    const found = declared.events
      .filter(({kind}) => kind === 'removed')
      .map(({subject, entry}) => `removed ${formatSubject(subject)} in ${declared.entries[entry]?.name}`)
    expect(found).toEqual(removals)
  })
})
