import {describe, expect, it} from 'vitest'
import {assemble} from '../../src/history/assemble.ts'
import type {HistoryLine} from '../../src/history/event-lines.ts'
import {historyFromSnapshots} from '../../src/history/observed/from-snapshots.ts'
import {toHistoryLines} from '../../src/history/to-history-lines.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import {writeHistory} from '../../src/inputs/history/write.ts'
import {parseTarget} from '../../src/languages/languages.ts'
import {endpointTarget} from '../../src/languages/openapi/subjects.ts'
import type {Change} from '../../src/model/api/change.ts'
import type {DescribedLifecycle, ObservedRelease, ReleaseDiff} from '../../src/model/api/release-diff.ts'
import type {Subject, SubjectPart} from '../../src/model/subject/subject.ts'
import {isDeclaredBreaking} from '../../src/policy/compatibility/judge-declared-change.ts'
import {policyOf} from '../reading.ts'

const policy = policyOf(undefined)
const AS_OF = '2026-01-01'

function subject(text: string, part?: SubjectPart): Subject {
  const target = parseTarget(text)
  if (!target) throw new Error(`Unexpected subject \`${text}\`, expected one that can be read`)
  return part ? {target, part} : {target}
}

const change = (kind: Change['kind'], about: Subject, more: Partial<Change> = {}): Change => ({
  kind,
  subject: about,
  at: '',
  where: {},
  reaches: [{operation: {target: about.target}, side: about.part?.in ?? 'request'}],
  proofs: {},
  ...more
})

const nothing: ReleaseDiff = {base: '', changes: [], arrivals: [], marked: [], marks: true, gaps: []}
const arrival = (text: string, described: DescribedLifecycle = {}) => ({
  subject: subject(text),
  place: {source: 'api.yaml'},
  described
})

/** A first release, and what the second one shows beside it. */
function releases(first: Partial<ReleaseDiff>, ...others: (Partial<ReleaseDiff> | undefined)[]): ObservedRelease[] {
  return [first, ...others].map((observed, at) => ({
    name: `${at + 1}.0`,
    date: `202${at + 1}-01-10`,
    place: {source: `${at + 1}.0.yaml`},
    ...(observed ? {observed: {...nothing, ...observed}} : {}),
    ...(at === 0 ? {} : {against: others[at - 2] === undefined && at > 1 ? at - 2 : at - 1})
  }))
}

function written(shown: readonly ObservedRelease[]) {
  const declared = historyFromSnapshots(shown, 'Lending Library API', 'api')
  const history = assemble(declared, {asOf: AS_OF})
  return {declared, history, ...toHistoryLines(declared, {history, policy})}
}

/** The lines of the second release. */
const second = (...changes: Change[]): readonly HistoryLine[] =>
  written(releases({arrivals: [arrival('GET /v1/loans')]}, {changes})).entries[1]?.lines ?? []

const loans = (part?: SubjectPart) => subject('GET /v1/loans', part)

describe('what snapshots show, as lines', () => {
  it('says once what a release removed from several places', () => {
    const gone = change('field-removed', subject('Loan.due'), {component: 'Loan', at: 'due', about: 'due'})
    expect(second(gone, gone).filter(line => line.removed === 'Loan.due' || line.changed === 'Loan.due')).toEqual([
      expect.objectContaining({removed: 'Loan.due'})
    ])
  })

  it('says once of the first release that it may all be older', () => {
    const [first] = written(
      releases({
        arrivals: [arrival('GET /v1/loans', {deprecated: true, sunset: '2027-01-01'}), arrival('GET /v1/copies')]
      })
    ).entries
    expect(first).toMatchObject({
      existing: true,
      lines: [{added: 'GET /v1/loans'}, {added: 'GET /v1/copies'}, {deprecated: 'GET /v1/loans', sunset: '2027-01-01'}]
    })
  })

  it.each<[string, Change[], HistoryLine[]]>([
    [
      'an addition',
      [change('parameter-added', loans({parameter: 'shelf', in: 'request'}))],
      [{added: 'GET /v1/loans', parameter: 'shelf', in: 'request'}]
    ],
    [
      'an addition that must be given',
      [change('required-parameter-added', loans({parameter: 'shelf', in: 'request'}))],
      [{added: 'GET /v1/loans', parameter: 'shelf', in: 'request', required: true}]
    ],
    [
      'an addition that is always answered breaks no one',
      [change('required-field-added', loans({field: 'due', in: 'response'}))],
      [{added: 'GET /v1/loans', field: 'due', in: 'response'}]
    ],
    [
      'a value that is answered, which the policy asks about',
      [change('value-added', loans({field: 'state', value: 'LOST', in: 'response'}))],
      [{added: 'GET /v1/loans', field: 'state', value: 'LOST', in: 'response', kind: 'value-added'}]
    ],
    ['an end', [change('operation-removed', loans())], [{removed: 'GET /v1/loans'}]],
    [
      'a break that is proven',
      [
        change('type-changed', loans({field: 'due', in: 'response'}), {
          proofs: {response: {is: 'breaks', witness: 1, at: ''}}
        })
      ],
      [{changed: 'GET /v1/loans', field: 'due', in: 'response', breaking: true, kind: 'type-changed'}]
    ],
    [
      'what no one could prove stays open: its kind alone would say that it breaks',
      [
        change('type-changed', loans({field: 'due', in: 'response'}), {
          proofs: {response: {is: 'undetermined', why: 'size'}}
        })
      ],
      [{changed: 'GET /v1/loans', field: 'due', in: 'response'}]
    ],
    ['what breaks no one is left out', [change('type-changed', loans(), {proofs: {request: {is: 'keeps'}}})], []],
    [
      'two changes of one subject are one line, that of the worse',
      [change('status-added', loans()), change('security-stricter', loans())],
      [{changed: 'GET /v1/loans', breaking: true, kind: 'security-stricter'}]
    ],
    [
      'a promised end that is taken back',
      [change('sunset-dropped', loans())],
      [{rescheduled: 'GET /v1/loans', sunset: 'never'}]
    ],
    [
      'a promised end that is moved, and a mark that is taken back',
      [change('sunset-moved-later', loans(), {new: '2028-01-01'}), change('deprecation-withdrawn', loans())],
      [{rescheduled: 'GET /v1/loans', sunset: '2028-01-01'}, {withdrawn: 'GET /v1/loans'}]
    ]
  ])('%s', (_, changes, lines) => {
    expect(second(...changes)).toEqual(lines)
  })

  it('states how stable something is where no path tells, from those that meet it', () => {
    const field = subject('Loan.shelf')
    const reaches = [{operation: subject('GET /v1/loans'), side: 'response' as const}]
    const other = subject('Loan.due')
    const changes = [change('field-removed', field, {reaches}), change('type-changed', other, {reaches})]
    expect(second(...changes)).toEqual([
      {removed: 'Loan.shelf', stability: 'ga'},
      {changed: 'Loan.due', breaking: true, kind: 'type-changed', stability: 'ga'}
    ])
  })

  it('tells of a day that does not exist in words', () => {
    const marked = [arrival('GET /v1/loans', {deprecated: true, sunset: '2027-02-31'})]
    const {entries} = written(
      releases({arrivals: [arrival('GET /v1/loans')]}, {changes: [change('deprecated', loans())], marked})
    )
    expect(entries[1]?.lines).toEqual([{deprecated: 'GET /v1/loans', note: 'The end was given as 2027-02-31.'}])
  })

  it('says after which release no one looked', () => {
    const {entries} = written(
      releases({arrivals: [arrival('GET /v1/loans')]}, undefined, {changes: [change('operation-removed', loans())]})
    )
    expect(entries[2]?.lines).toEqual([{removed: 'GET /v1/loans', after: '1.0'}])
  })

  it('tells of what is there again, and of what only moved', () => {
    const gone = {changes: [change('operation-removed', loans())]}
    const back = {changes: [change('operation-added', loans())]}
    const field = loans({field: 'due', in: 'response'})
    const moved = {changes: [change('field-removed', field), change('field-added', field)]}
    const all = releases({arrivals: [arrival('GET /v1/loans')]}, gone, back, moved).map((each, at) => ({
      ...each,
      against: at - 1
    }))
    const {entries} = written(all.map(({against, ...each}) => (against < 0 ? each : {...each, against})))
    expect(entries.slice(1).map(({lines}) => lines)).toEqual([
      [{removed: 'GET /v1/loans'}],
      [{restored: 'GET /v1/loans'}],
      [{changed: 'GET /v1/loans', field: 'due', in: 'response', breaking: true}]
    ])
  })

  it('says of an end that no one misses that it breaks no one', () => {
    const value = loans({field: 'state', value: 'LOST', in: 'response'})
    expect(second(change('value-removed', value))).toEqual([
      {removed: 'GET /v1/loans', field: 'state', value: 'LOST', in: 'response', breaking: false}
    ])
  })

  it('keeps that a mark went', () => {
    const {entries} = written(
      releases(
        {arrivals: [arrival('GET /loans', {stability: 'beta'})]},
        {changes: [change('stability-changed', subject('GET /loans'), {old: 'beta'})]}
      )
    )
    expect(entries[1]?.lines).toEqual([{changed: 'GET /loans', breaking: false, kind: 'stability-changed'}])
  })

  it('names what it cannot write', () => {
    const odd: Subject = {target: endpointTarget('GET', '/v1/a b')}
    const {entries, unwritten} = written(
      releases({arrivals: [{...arrival('GET /v1/loans'), subject: odd}, arrival('GET /v1/loans')]})
    )
    expect(entries[0]?.lines).toEqual([{added: 'GET /v1/loans'}])
    expect(unwritten).toEqual([odd])
  })

  it('is read back as it was meant', () => {
    const reaches = [{operation: subject('GET /v1/loans'), side: 'response' as const}]
    const {declared, history, entries} = written(
      releases(
        {arrivals: [arrival('GET /v1/loans', {deprecated: true}), arrival('GET /loans', {stability: 'beta'})]},
        {
          changes: [
            change('required-field-added', loans({field: 'due', in: 'request'}), {
              proofs: {request: {is: 'undetermined', why: 'size'}}
            }),
            change('field-added', subject('Loan.shelf'), {reaches}),
            change('value-added', loans({field: 'state', value: '', in: 'response'})),
            change('constraint-tightened', loans({field: 'size', in: 'request'}), {
              proofs: {request: {is: 'undetermined', why: 'size'}}
            })
          ]
        },
        undefined,
        {changes: [change('operation-removed', loans())]}
      )
    )
    const text = writeHistory({
      format: 1,
      service: 'Lending Library API',
      releases: declared.entries.map(({name, date = ''}, at) => ({
        release: name,
        date,
        ...(entries[at]?.existing ? {existing: true} : {}),
        changes: entries[at]?.lines ?? []
      }))
    })
    const back = assemble(readHistoryText(text, 'history.yaml').declared, {asOf: AS_OF})
    const revision = policy.revisions[0]
    if (!revision) throw new Error('Unexpected policy without a revision, expected one')
    const linesOf = ({events}: typeof history) =>
      events
        .filter(({subject: {part}}) => part?.value !== '')
        .map(event => {
          const claim = isDeclaredBreaking(event, revision, {policy, stability: 'ga'})
          return [event.kind, event.subject, event.by, ...(event.kind === 'removed' ? [] : [claim])]
        })
    // What may break although it is an addition is told as a change besides.
    const may = back.events.find(({kind}) => kind === 'changed')
    expect(may?.subject).toEqual(loans({field: 'due', in: 'request'}))
    expect(linesOf({...back, events: back.events.filter(each => each !== may)})).toEqual(
      linesOf(history).map(each =>
        each[0] === 'introduced' && each[3] === undefined ? [...each.slice(0, 3), false] : each
      )
    )
  })
})

describe('a day that a line states for its deprecation', () => {
  const startOf = (release: string, line: string, recorded?: string) => {
    const text = `
service: Lending Library API
adopted: 2025-01-10
releases:
  - {release: "1.0", date: ${release}, changes: [${line}]}
`
    const {declared} = readHistoryText(text, 'history.yaml')
    const since = recorded === undefined ? {} : {recorded: () => ({earliest: recorded, latest: recorded})}
    const {lifecycles} = assemble(declared, {asOf: AS_OF, ...since})
    return lifecycles[0]?.tenures[0]?.announcements[0]?.moment.when.earliest
  }

  it('counts in releases that are older than the adoption', () => {
    expect(startOf('2024-06-01', '{deprecated: GET /v1/loans, announced: 2024-03-01}')).toBe('2024-03-01')
  })

  it('is no earlier than its record in those that came after, unless it names a statement', () => {
    const line = 'deprecated: GET /v1/loans, announced: 2024-03-01'
    expect(startOf('2025-06-01', `{${line}}`, '2025-05-20')).toBe('2025-05-20')
    expect(startOf('2025-06-01', `{${line}, via: a mail to all}`, '2025-05-20')).toBe('2024-03-01')
  })
})
