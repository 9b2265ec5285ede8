import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {endpointTarget, operationTarget} from '../../../packages/openapi/src/subjects.ts'
import {CHANGE_KINDS} from '../../../src/languages/kinds.ts'
import type {
  AffectedOperation,
  Change,
  ChangeKind,
  ChangeLocations,
  PriorAnnouncement,
  Proof
} from '../../../src/model/api/change.ts'
import type {ReadProblem} from '../../../src/model/api/read-problem.ts'
import type {
  DescribedLifecycle,
  DescribedOperation,
  ReleaseDiff,
  RenamedField
} from '../../../src/model/api/release-diff.ts'
import type {SourceLocation} from '../../../src/model/location.ts'
import type {CoveredUses} from '../../../src/model/subject/field.ts'
import {memberTarget} from '../../../src/model/subject/field.ts'
import {
  type Direction,
  prefixTarget,
  type Subject,
  type SubjectPart,
  type Target
} from '../../../src/model/subject/subject.ts'
import {renameSources} from '../../../src/observations/rename-sources.ts'
import {readData, serializeData} from '../../../src/stores/cache.ts'
import {tries} from '../../tier.ts'

const HISTORIES = Number(process.env.HISTORIES ?? tries(4000))

/** Generators for all members of a type, also the optional ones, so that a new member doesn't compile without one. */
type Members<Type> = {readonly [Name in keyof Type]-?: fc.Arbitrary<Exclude<Type[Name], undefined>>}

/** Values of a type with all members. */
const complete = <Type>(members: Members<Type>): fc.Arbitrary<Type> =>
  fc.record(members as Record<string, fc.Arbitrary<unknown>>, {noNullPrototype: true}) as fc.Arbitrary<Type>

/** Values of a type with all members or with only some of the optional ones. */
function partial<Type>(members: Members<Type>, required: readonly (keyof Type & string)[]): fc.Arbitrary<Type> {
  const constraints = {noNullPrototype: true, requiredKeys: [...required]}
  const record = fc.record(members as Record<string, fc.Arbitrary<unknown>>, constraints)
  return fc.oneof(complete(members), record as fc.Arbitrary<Type>)
}

const text = fc.oneof(fc.string({unit: 'binary'}), fc.constantFrom('__proto__', 'constructor', 'é\u2028', ''))
const texts = fc.array(text, {maxLength: 3})
const always = fc.constant(true as const)
const number = fc.nat()
const value: fc.Arbitrary<unknown> = fc.jsonValue({noUnicodeString: false})
const direction = fc.constantFrom<Direction>('request', 'response')

const target: fc.Arbitrary<Target> = fc.oneof(
  fc.tuple(text, text).map(([method, path]) => endpointTarget(method, path)),
  text.map(prefixTarget),
  text.map(operationTarget),
  fc.tuple(text, text).map(([type, name]) => memberTarget(type, name))
)
const part = partial<SubjectPart>({field: text, parameter: text, header: text, value: text, in: direction}, [])
const subject = partial<Subject>({target, part}, ['target'])
const place = partial<SourceLocation>({source: text, pointer: text, line: number, column: number}, ['source'])

const proofs: {readonly [Is in Proof['is']]: fc.Arbitrary<Proof>} = {
  keeps: complete<Extract<Proof, {is: 'keeps'}>>({is: fc.constant('keeps')}),
  breaks: partial<Extract<Proof, {is: 'breaks'}>>(
    {is: fc.constant('breaks'), witness: value, at: text, isDocument: fc.constant(true)},
    ['is', 'witness', 'at']
  ),
  undetermined: complete<Extract<Proof, {is: 'undetermined'}>>({is: fc.constant('undetermined'), why: text})
}
const proof = fc.oneof(...Object.values(proofs))
const affected = partial<AffectedOperation>({operation: subject, side: direction, part: text, at: text}, [
  'operation',
  'side'
])
const membersOfChange = (kind: ChangeKind): Members<Change> => ({
  kind: fc.constant(kind),
  subject,
  component: text,
  at: text,
  where: partial<ChangeLocations>({old: place, new: place, missingFrom: place}, []),
  old: value,
  new: value,
  about: text,
  others: number,
  possibleName: text,
  mediaType: text,
  reaches: fc.array(affected, {maxLength: 3}),
  proofs: partial<Change['proofs']>({request: proof, response: proof}, []),
  announced: partial<PriorAnnouncement>({deprecated: fc.boolean(), since: text, sunset: text}, ['deprecated'])
})
const REQUIRED = ['kind', 'subject', 'at', 'where', 'reaches', 'proofs'] as const
const operation = partial<DescribedOperation>(
  {
    subject,
    place,
    markedIn: texts,
    described: partial<DescribedLifecycle>(
      {deprecated: always, since: text, sunset: text, stability: text, replacement: text},
      []
    ),
    tags: texts,
    owners: texts
  },
  ['subject', 'place', 'described']
)
const subjects = fc.array(subject, {maxLength: 2})
const renamed = partial<RenamedField>(
  {from: subject, to: subject, coverage: complete<CoveredUses>({uses: subjects, covered: subjects}), isInUse: always},
  ['from', 'to']
)
const diffWith = (changes: fc.Arbitrary<readonly Change[]>): fc.Arbitrary<ReleaseDiff> =>
  partial<ReleaseDiff>(
    {
      title: text,
      language: text,
      version: complete<NonNullable<ReleaseDiff['version']>>({text, place}),
      isReworded: always,
      base: text,
      otherBases: texts,
      changes,
      arrivals: fc.array(operation, {maxLength: 2}),
      marked: fc.array(operation, {maxLength: 2}),
      marks: fc.boolean(),
      gone: texts,
      come: texts,
      respelt: fc.array(subject, {maxLength: 2}),
      renamed: fc.array(renamed, {maxLength: 2}),
      gaps: fc.array(
        partial<ReadProblem>({message: text, place, alsoAt: texts, isRead: always, isOfMark: always, mistyped: text}, [
          'message',
          'place'
        ]),
        {
          maxLength: 2
        }
      )
    },
    ['base', 'changes', 'arrivals', 'marked', 'marks', 'gaps']
  )

const KINDS = CHANGE_KINDS
const storeAndRead = (diff: ReleaseDiff): ReleaseDiff => readData(serializeData(diff)) as ReleaseDiff

describe('a stored comparison', () => {
  test.each(KINDS)('restores a change `%s` with all its members, also when it is copied', kind => {
    const members = membersOfChange(kind)
    const changes = fc.array(fc.oneof(complete(members), partial(members, REQUIRED)), {minLength: 1, maxLength: 3})
    fc.assert(
      fc.property(diffWith(changes), diff => {
        const read = storeAndRead(diff)
        expect(read).toStrictEqual(diff)
        for (const [at, change] of read.changes.entries()) expect({...change}).toStrictEqual(diff.changes[at])
      }),
      {numRuns: Math.ceil(HISTORIES / KINDS.length)}
    )
  })

  test('stores each shared object once', () => {
    const shared: AffectedOperation = {
      operation: {target: endpointTarget('GET', '/v1/loans')},
      side: 'response'
    }
    const change: Change = {
      kind: 'renamed',
      subject: shared.operation,
      at: '',
      where: {},
      reaches: [shared],
      proofs: {}
    }
    const diff: ReleaseDiff = {
      base: '',
      changes: [change, {...change, at: 'due'}],
      arrivals: [],
      marked: [],
      marks: false,
      gaps: []
    }
    const [first, second] = storeAndRead(diff).changes
    expect(first?.reaches[0]).toBe(second?.reaches[0])
    expect(first?.reaches[0]?.operation).toBe(second?.subject)
  })

  test('renames all its files and nothing else', () => {
    const names = {old: (source: string) => `old/${source}`, new: (source: string) => `new/${source}`}
    const reverse = {old: (source: string) => source.slice(4), new: (source: string) => source.slice(4)}
    const changes = fc.array(fc.constantFrom(...KINDS).chain(kind => partial(membersOfChange(kind), REQUIRED)))
    fc.assert(
      fc.property(diffWith(changes), diff => {
        const renamed = renameSources(diff, names)
        expect(renameSources(renamed, reverse)).toEqual(diff)
        for (const {where} of renamed.changes) {
          if (where.old) expect(where.old.source).toMatch(/^old\//)
          for (const location of [where.new, where.missingFrom]) {
            if (location) expect(location.source).toMatch(/^new\//)
          }
        }
        for (const {place} of [...renamed.arrivals, ...renamed.marked, ...renamed.gaps]) {
          expect(place.source).toMatch(/^new\//)
        }
      }),
      {numRuns: Math.ceil(HISTORIES / 10)}
    )
  })
})
