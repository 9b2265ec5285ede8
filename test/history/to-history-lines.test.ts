import {describe, expect, it} from 'vitest'
import type {HistoryLine} from '../../packages/authoring/src/lines/event-lines.ts'
import {toHistoryLines} from '../../packages/authoring/src/lines/to-history-lines.ts'
import {endpointTarget} from '../../packages/openapi/src/subjects.ts'
import {assemble} from '../../src/history/assemble.ts'
import {historyFromSnapshots} from '../../src/history/observed/from-snapshots.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import {writeHistory} from '../../src/inputs/history/write.ts'
import {parseTarget} from '../../src/languages/languages.ts'
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

const emptyDiff: ReleaseDiff = {base: '', changes: [], arrivals: [], marked: [], marks: true, gaps: []}
const arrival = (text: string, described: DescribedLifecycle = {}) => ({
  subject: subject(text),
  place: {source: 'api.yaml'},
  described
})

/** A first release, and the differences of later ones. */
function releases(first: Partial<ReleaseDiff>, ...others: (Partial<ReleaseDiff> | undefined)[]): ObservedRelease[] {
  return [first, ...others].map((observed, at) => ({
    name: `${at + 1}.0`,
    date: `202${at + 1}-01-10`,
    place: {source: `${at + 1}.0.yaml`},
    ...(observed ? {observed: {...emptyDiff, ...observed}} : {}),
    ...(at === 0 ? {} : {against: others[at - 2] === undefined && at > 1 ? at - 2 : at - 1})
  }))
}

function linesFrom(observedReleases: readonly ObservedRelease[]) {
  const declared = historyFromSnapshots(observedReleases, 'Lending Library API', 'api')
  const history = assemble(declared, {asOf: AS_OF})
  return {declared, history, ...toHistoryLines(declared, {history, policy})}
}

/** The lines of the second release. */
const second = (...changes: Change[]): readonly HistoryLine[] =>
  linesFrom(releases({arrivals: [arrival('GET /v1/loans')]}, {changes})).entries[1]?.lines ?? []

const loans = (part?: SubjectPart) => subject('GET /v1/loans', part)

describe('the history lines for observed changes', () => {
  it('state a removal from several places once', () => {
    const removal = change('field-removed', subject('Loan.due'), {component: 'Loan', at: 'due', about: 'due'})
    expect(second(removal, removal).filter(line => line.removed === 'Loan.due' || line.changed === 'Loan.due')).toEqual(
      [expect.objectContaining({removed: 'Loan.due'})]
    )
  })

  it('mark the first release as existing, since its subjects may be older', () => {
    const [first] = linesFrom(
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
      'a required parameter',
      [change('required-parameter-added', loans({parameter: 'shelf', in: 'request'}))],
      [{added: 'GET /v1/loans', parameter: 'shelf', in: 'request', required: true}]
    ],
    [
      'a required response field as not breaking',
      [change('required-field-added', loans({field: 'due', in: 'response'}))],
      [{added: 'GET /v1/loans', field: 'due', in: 'response'}]
    ],
    [
      'a new response value with its kind',
      [change('value-added', loans({field: 'state', value: 'LOST', in: 'response'}))],
      [{added: 'GET /v1/loans', field: 'state', value: 'LOST', in: 'response', kind: 'value-added'}]
    ],
    ['a removal', [change('operation-removed', loans())], [{removed: 'GET /v1/loans'}]],
    [
      'a proven breaking change',
      [
        change('type-changed', loans({field: 'due', in: 'response'}), {
          proofs: {response: {is: 'breaks', witness: 1, at: ''}}
        })
      ],
      [{changed: 'GET /v1/loans', field: 'due', in: 'response', breaking: true, kind: 'type-changed'}]
    ],
    [
      'an unproven change without claiming that it is breaking',
      [
        change('type-changed', loans({field: 'due', in: 'response'}), {
          proofs: {response: {is: 'undetermined', why: 'size'}}
        })
      ],
      [{changed: 'GET /v1/loans', field: 'due', in: 'response'}]
    ],
    [
      'nothing for a change that is proven compatible',
      [change('type-changed', loans(), {proofs: {request: {is: 'keeps'}}})],
      []
    ],
    [
      'only the worse of two changes of one subject',
      [change('status-added', loans()), change('security-stricter', loans())],
      [{changed: 'GET /v1/loans', breaking: true, kind: 'security-stricter'}]
    ],
    ['a dropped sunset', [change('sunset-dropped', loans())], [{rescheduled: 'GET /v1/loans', sunset: 'never'}]],
    [
      'a moved sunset and a withdrawn deprecation',
      [change('sunset-moved-later', loans(), {new: '2028-01-01'}), change('deprecation-withdrawn', loans())],
      [{rescheduled: 'GET /v1/loans', sunset: '2028-01-01'}, {withdrawn: 'GET /v1/loans'}]
    ]
  ])('state %s', (_, changes, lines) => {
    expect(second(...changes)).toEqual(lines)
  })

  it('state the stability of the affected operations if no path shows it', () => {
    const field = subject('Loan.shelf')
    const reaches = [{operation: subject('GET /v1/loans'), side: 'response' as const}]
    const other = subject('Loan.due')
    const changes = [change('field-removed', field, {reaches}), change('type-changed', other, {reaches})]
    expect(second(...changes)).toEqual([
      {removed: 'Loan.shelf', stability: 'ga'},
      {changed: 'Loan.due', breaking: true, kind: 'type-changed', stability: 'ga'}
    ])
  })

  it('state a sunset that is no valid date as a note', () => {
    const marked = [arrival('GET /v1/loans', {deprecated: true, sunset: '2027-02-31'})]
    const {entries} = linesFrom(
      releases({arrivals: [arrival('GET /v1/loans')]}, {changes: [change('deprecated', loans())], marked})
    )
    expect(entries[1]?.lines).toEqual([{deprecated: 'GET /v1/loans', note: 'The end was given as 2027-02-31.'}])
  })

  it('state the last release before a gap', () => {
    const {entries} = linesFrom(
      releases({arrivals: [arrival('GET /v1/loans')]}, undefined, {changes: [change('operation-removed', loans())]})
    )
    expect(entries[2]?.lines).toEqual([{removed: 'GET /v1/loans', after: '1.0'}])
  })

  it('state a restored subject and a moved field', () => {
    const removal = {changes: [change('operation-removed', loans())]}
    const addition = {changes: [change('operation-added', loans())]}
    const field = loans({field: 'due', in: 'response'})
    const moved = {changes: [change('field-removed', field), change('field-added', field)]}
    const all = releases({arrivals: [arrival('GET /v1/loans')]}, removal, addition, moved).map((each, at) => ({
      ...each,
      against: at - 1
    }))
    const {entries} = linesFrom(all.map(({against, ...each}) => (against < 0 ? each : {...each, against})))
    expect(entries.slice(1).map(({lines}) => lines)).toEqual([
      [{removed: 'GET /v1/loans'}],
      [{restored: 'GET /v1/loans'}],
      [{changed: 'GET /v1/loans', field: 'due', in: 'response', breaking: true}]
    ])
  })

  it('state that a removed response value is not breaking', () => {
    const value = loans({field: 'state', value: 'LOST', in: 'response'})
    expect(second(change('value-removed', value))).toEqual([
      {removed: 'GET /v1/loans', field: 'state', value: 'LOST', in: 'response', breaking: false}
    ])
  })

  it('state a dropped stability extension', () => {
    const {entries} = linesFrom(
      releases(
        {arrivals: [arrival('GET /loans', {stability: 'beta'})]},
        {changes: [change('stability-changed', subject('GET /loans'), {old: 'beta'})]}
      )
    )
    expect(entries[1]?.lines).toEqual([{changed: 'GET /loans', breaking: false, kind: 'stability-changed'}])
  })

  it("leave out subjects that can't be written, and return them", () => {
    const odd: Subject = {target: endpointTarget('GET', '/v1/a b')}
    const {entries, unwritten} = linesFrom(
      releases({arrivals: [{...arrival('GET /v1/loans'), subject: odd}, arrival('GET /v1/loans')]})
    )
    expect(entries[0]?.lines).toEqual([{added: 'GET /v1/loans'}])
    expect(unwritten).toEqual([odd])
  })

  it('read back as the same events', () => {
    const reaches = [{operation: subject('GET /v1/loans'), side: 'response' as const}]
    const {declared, history, entries} = linesFrom(
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
    const reread = assemble(readHistoryText(text, 'history.yaml').declared, {asOf: AS_OF})
    const revision = policy.revisions[0]
    if (!revision) throw new Error('Unexpected policy without a revision, expected one')
    const linesOf = ({events}: typeof history) =>
      events
        .filter(({subject: {part}}) => part?.value !== '')
        .map(event => {
          const claim = isDeclaredBreaking(event, revision, {policy, stability: 'ga'})
          return [event.kind, event.subject, event.by, ...(event.kind === 'removed' ? [] : [claim])]
        })
    // An addition that may be breaking is stated as an additional change.
    const extraChange = reread.events.find(({kind}) => kind === 'changed')
    expect(extraChange?.subject).toEqual(loans({field: 'due', in: 'request'}))
    expect(linesOf({...reread, events: reread.events.filter(each => each !== extraChange)})).toEqual(
      linesOf(history).map(each =>
        each[0] === 'introduced' && each[3] === undefined ? [...each.slice(0, 3), false] : each
      )
    )
  })
})

describe('the announcement date that a history line states', () => {
  const startOf = (release: string, line: string, recorded?: string) => {
    const text = `
service: Lending Library API
releases:
  - {release: "1.0", date: ${release}, changes: [${line}]}
`
    const {declared} = readHistoryText(text, 'history.yaml')
    const since = recorded === undefined ? {} : {recorded: () => ({earliest: recorded, latest: recorded})}
    const {lifecycles} = assemble(declared, {asOf: AS_OF, ...since})
    return lifecycles[0]?.tenures[0]?.announcements[0]?.moment.when.earliest
  }

  it('counts in a release before the adoption', () => {
    expect(startOf('2024-06-01', '{deprecated: GET /v1/loans, announced: 2024-03-01}')).toBe('2024-03-01')
  })

  it('is no earlier than the day on which it was recorded after the adoption, with or without a statement', () => {
    const line = 'deprecated: GET /v1/loans, announced: 2024-03-01'
    expect(startOf('2025-06-01', `{${line}}`, '2025-05-20')).toBe('2025-05-20')
    expect(startOf('2025-06-01', `{${line}, via: a mail to all}`, '2025-05-20')).toBe('2025-05-20')
  })
})
