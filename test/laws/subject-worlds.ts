import fc from 'fast-check'
import {assemble} from '../../src/history/assemble.ts'
import {presets, readPolicy} from '../../src/inputs/config/policy-file.ts'
import {defined} from '../../src/model/defined.ts'
import type {DeclaredHistory, History, WrittenEvent} from '../../src/model/lifecycle/history.ts'
import type {Subject, SubjectPart} from '../../src/model/subject/subject.ts'
import {type Day, parseDateRange, singleDay, UNKNOWN_DATE} from '../../src/model/time/date-range.ts'
import {NEXT, statedDateRange, type WrittenEntry} from '../../src/model/time/timeline.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {change, reach, subjectOf} from '../changes.ts'
import {HERE} from '../here.ts'
import {policyIn} from './judge-world.ts'
import {type Detail, FIRST, later, type PartialDate, writeDate} from './partial-dates.ts'
import {anyPolicy, type PolicyDraft} from './policies.ts'
import type {EntryDraft} from './worlds.ts'

// Worlds with one subject: how its end was announced, in which releases, with which sunset, and under which policy.

interface SubjectForm {
  /** The notation of its target, below a version marker. */
  readonly target: (version: string) => string
  readonly part?: SubjectPart
  readonly language?: string
  /** The versions of the operations that use it, as descriptions show them. */
  readonly uses?: readonly string[]
}

const get = (version: string): string => `GET /${version}/loans`
const loan = (version: string): string => `GET /${version}/loans/{loanId}`

const SUBJECTS: Readonly<Record<string, SubjectForm>> = {
  endpoint: {target: get},
  prefix: {target: version => `/${version}/loans/**`},
  API: {target: () => '/**'},
  'query parameter': {target: get, part: {parameter: 'page', in: 'request'}},
  'path parameter': {target: loan, part: {parameter: 'loanId', in: 'request'}},
  'header parameter': {target: get, part: {header: 'X-Reader', in: 'request'}},
  'response header': {target: get, part: {header: 'X-Page', in: 'response'}},
  'request field': {target: get, part: {field: 'due', in: 'request'}},
  'response field': {target: get, part: {field: 'due', in: 'response'}},
  'nested field': {target: get, part: {field: 'reader.name', in: 'response'}},
  'field on both sides': {target: get, part: {field: 'due'}},
  'component field, one use': {target: () => 'Loan.due', uses: ['v1']},
  'component field, two uses': {target: () => 'Loan.due', uses: ['v1', 'v1-beta']},
  'value of a parameter': {target: get, part: {parameter: 'state', value: 'lent', in: 'request'}},
  'value of a field': {target: get, part: {field: 'state', value: 'lent', in: 'response'}},
  'GraphQL field': {target: () => 'Loan.due', language: 'graphql'},
  'GraphQL argument': {target: () => 'Query.loans(first)', language: 'graphql'},
  'GraphQL input field': {target: () => 'LoanInput.due', language: 'graphql'},
  'GraphQL value': {target: () => 'Genre.NOVEL', language: 'graphql'},
  'kind version': {target: version => `library.example/${version === 'v2' ? 'v2' : 'v1'} Loan`, language: 'crd'},
  'field of a kind version': {target: () => 'library.example/v1 Loan', part: {field: 'spec.due'}, language: 'crd'},
  'MCP tool': {target: () => 'tool get_loan', language: 'mcp'},
  'MCP argument': {target: () => 'tool get_loan', part: {field: 'loan_id', in: 'request'}, language: 'mcp'}
}

const ANNOUNCED = [
  'mark',
  'mark since before',
  'mark since after',
  'line',
  'line with via',
  'line with announced',
  'line with announced and via',
  'entry of a day',
  'line of the first history',
  'line of a later history',
  'several',
  'nothing'
] as const

const WAYS = [
  'released at once',
  'released months later',
  'recorded a week late',
  'never released',
  'candidate, then final',
  'only in an older line',
  'missing in one release',
  'withdrawn',
  'withdrawn and again',
  'in the first release'
] as const

/** Each list of releases: the names, and the indexes of the announcement and of two later statements. */
const RELEASES = {
  'one line': {names: ['1.0', '1.1', '1.2', '1.3'], at: [1, 2, 3]},
  gaps: {names: ['1.0', '1.3', '1.4', '1.8'], at: [1, 2, 3]},
  'two lines': {names: ['1.0', '1.1', '2.0', '1.1.1', '2.1'], at: [1, 2, 4]},
  candidates: {names: ['1.0', '1.1-rc.1', '1.1', '1.2', '1.3'], at: [2, 3, 4]},
  prefixed: {names: ['v1.0', 'v1.1', 'v1.2', 'v1.3'], at: [1, 2, 3]},
  'named by days': {names: [], at: [1, 2, 3]}
} as const

const SUNSETS = [
  'none',
  'day',
  'month',
  'release',
  'unlisted release',
  'moved later',
  'moved earlier',
  'dropped',
  'twice in one release'
] as const
const PLACES = ['before D', 'D', 'later'] as const
const ENDINGS = ['minor release', 'major release', 'next release'] as const

/** The markers of a version and of the next one, where a preset knows others than `v1` and `v2`. */
const MARKERS: Readonly<Record<string, readonly [string, string]>> = {
  azure: ['2019-03-10', '2019-09-10'],
  'github-rest': ['2019-03-10', '2019-09-10'],
  'mongodb-atlas': ['2019-03-10', '2019-09-10'],
  snyk: ['2019-03-10', '2019-09-10'],
  shopify: ['2019-04', '2019-10'],
  'microsoft-graph': ['v1.0', 'v2.0']
}

export type PolicyChoice =
  | {readonly preset: string}
  | {readonly months: number; readonly window: string}
  | {readonly drawn: PolicyDraft}

export interface SubjectWorld {
  readonly subject: string
  readonly announced: (typeof ANNOUNCED)[number]
  readonly way: (typeof WAYS)[number]
  readonly releases: keyof typeof RELEASES
  /** Days between the releases. */
  readonly gaps: readonly number[]
  /** Days between a statement and the day that it states, or on which it was recorded. */
  readonly shift: number
  /** How much of the days of the announcement and of the introduction is written. */
  readonly precision: PartialDate['precision']
  readonly introduced: PartialDate['precision']
  readonly sunset: (typeof SUNSETS)[number]
  readonly place: (typeof PLACES)[number]
  readonly successor: 'none' | 'before the announcement' | 'after the announcement' | 'named only'
  readonly history: 'whole' | 'with gaps'
  readonly ending: (typeof ENDINGS)[number]
  readonly policy: PolicyChoice
}

const mostly = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.constantFrom(...others.map(() => usual), usual, ...others)

const policies: fc.Arbitrary<PolicyChoice> = fc.oneof(
  {weight: 4, arbitrary: fc.constantFrom(...presets()).map((preset): PolicyChoice => ({preset}))},
  {
    weight: 3,
    arbitrary: fc.record({
      months: fc.integer({min: 1, max: 24}),
      window: mostly('any', 'quarter-start', 'month-start', 'major', 'release', 'never')
    })
  },
  {weight: 4, arbitrary: anyPolicy.map((drawn): PolicyChoice => ({drawn: withoutFutureRevisions(drawn)}))}
)

/** The first allowed day is that of the policy as it is now: no revision begins with a release that isn't out. */
const withoutFutureRevisions = (policy: PolicyDraft): PolicyDraft => ({
  ...policy,
  revisions: policy.revisions.map(each => ('name' in each.start ? {...each, start: {place: 1}} : each))
})

export const subjectWorlds: fc.Arbitrary<SubjectWorld> = fc
  .record({
    subject: fc.constantFrom(...Object.keys(SUBJECTS)),
    announced: fc.constantFrom(...ANNOUNCED),
    way: fc.constantFrom(...WAYS, 'released at once', 'released at once', 'released at once'),
    releases: fc.constantFrom(...(Object.keys(RELEASES) as (keyof typeof RELEASES)[])),
    gaps: fc.array(fc.oneof(fc.integer({min: 1, max: 40}), fc.integer({min: 1, max: 300})), {
      minLength: 4,
      maxLength: 4
    }),
    shift: fc.integer({min: 1, max: 120}),
    precision: fc.constantFrom('day', 'day', 'day', 'day', 'month', 'year', 'none'),
    introduced: fc.constantFrom('day', 'day', 'day', 'day', 'day', 'month', 'year', 'none'),
    sunset: mostly(...SUNSETS),
    place: fc.constantFrom(...PLACES),
    successor: mostly('none', 'before the announcement', 'after the announcement', 'named only'),
    history: fc.constantFrom('whole', 'whole', 'whole', 'whole', 'with gaps'),
    ending: fc.constantFrom(...ENDINGS),
    policy: policies
  })
  .map(world => adjust(world as SubjectWorld))

const isMark = ({announced}: SubjectWorld): boolean => announced.startsWith('mark')
const isOnDay = ({announced}: SubjectWorld): boolean => announced === 'entry of a day'

/** Replaces values that make no sense with the others: a statement on a day has no release, for example. */
function adjust({way: drawn, ...others}: SubjectWorld): SubjectWorld {
  const world: SubjectWorld = {...others, way: others.announced === 'nothing' ? 'never released' : drawn}
  const isRecorded = world.way === 'released months later' || world.way === 'recorded a week late'
  const isPlaced = world.way === 'candidate, then final' || world.way === 'only in an older line'
  const isLate = isPlaced || world.way === 'never released' || world.way === 'in the first release'
  const isDatedByHistory = world.announced.endsWith('history')
  const isOdd =
    (isRecorded && (isMark(world) || isOnDay(world) || isDatedByHistory)) ||
    (isLate && (isOnDay(world) || isDatedByHistory || world.announced === 'several'))
  const way = isOdd ? 'released at once' : world.way
  const releases =
    way === 'candidate, then final' ? 'candidates' : way === 'only in an older line' ? 'two lines' : world.releases
  const isDayNamed = releases === 'named by days'
  const precision = isDayNamed || (isOnDay(world) && world.precision === 'none') ? 'day' : world.precision
  const isMoved = way === 'withdrawn' || way === 'withdrawn and again' || way === 'missing in one release'
  return {
    ...world,
    way,
    releases,
    precision,
    introduced: isDayNamed ? 'day' : world.introduced,
    ending: isDayNamed && world.ending === 'major release' ? 'minor release' : world.ending,
    sunset: way === 'never released' || way === 'withdrawn' || isMoved ? 'none' : world.sunset
  }
}

export const subjectIn = ({subject, policy}: SubjectWorld): Subject => {
  const {target, part} = formOf(subject)
  return subjectOf(target(markersFor(policy)[0]), part)
}

function formOf(subject: string): SubjectForm {
  const form = SUBJECTS[subject]
  if (!form) throw new Error(`There is no subject ${subject}`)
  return form
}

const markersFor = (policy: PolicyChoice): readonly [string, string] =>
  ('preset' in policy ? MARKERS[policy.preset] : undefined) ?? ['v1', 'v2']

/** A line as a history file has it, what descriptions add to its event, and the day on which it was recorded. */
interface Line {
  readonly verb: 'added' | 'deprecated' | 'rescheduled' | 'withdrawn' | 'removed'
  readonly subject: Subject
  readonly sunset?: string | undefined
  readonly announced?: Day | undefined
  readonly via?: string | undefined
  readonly replacement?: Subject | undefined
  readonly event?: Partial<WrittenEvent>
  readonly recorded?: Day | undefined
}

const PLACE = {source: 'history.yaml'}

/** The event of a line, as the history file is read. */
function eventOf(
  {verb, subject, sunset, announced, via, replacement, event}: Line,
  id: number,
  entry: number
): WrittenEvent {
  const isDropped = verb === 'rescheduled' && sunset === 'never'
  return defined({
    id,
    verb,
    kind: verb === 'added' ? 'introduced' : verb,
    subject,
    entry,
    place: PLACE,
    sunset: sunset === undefined || isDropped ? undefined : {text: sunset},
    change: isDropped ? ('sunset-dropped' as const) : undefined,
    announced: announced === undefined ? undefined : {text: announced},
    via,
    replacement,
    ...event
  })
}

interface Entry extends EntryDraft {
  readonly via?: string
  readonly lines: Line[]
}

/** The sunset of the announcement and, if it is moved, the second one. */
export interface SunsetDays {
  readonly first: string
  readonly second?: string
}

/** Names the sunset of a world around the first allowed day without it; `undefined` if it has none. */
export function sunsetOf({sunset, place, shift}: SubjectWorld, first: Day, asOf: Day): SunsetDays | undefined {
  if (sunset === 'none') return undefined
  if (sunset === 'release') return {first: '8.0'}
  if (sunset === 'unlisted release') return {first: '7.0'}
  const wanted = place === 'D' ? first : later(first, place === 'later' ? shift : -(shift % 30) - 1)
  const earliest = later(asOf, 1)
  const day = wanted < earliest ? earliest : wanted
  const before = later(day, -(shift % 20) - 1)
  if (sunset === 'month') return {first: day.slice(0, 7)}
  if (sunset === 'moved later') return {first: day, second: later(day, 60)}
  if (sunset === 'moved earlier') return {first: day, second: before < earliest ? earliest : before}
  if (sunset === 'dropped') return {first: day, second: 'never'}
  return sunset === 'twice in one release' ? {first: day, second: later(day, 30)} : {first: day}
}

export const stepDays = ({gaps}: SubjectWorld, count: number): Day[] => {
  const days: Day[] = [FIRST]
  for (let at = 1; at < count; at++) days.push(later(days.at(-1) ?? FIRST, gaps[at - 1] ?? 1))
  return days
}

/** The releases and statements of a world in their order, and the unreleased lines. */
function entriesOf(world: SubjectWorld, sunset: SunsetDays | undefined): {entries: Entry[]; unreleased: Line[]} {
  const subject = subjectIn(world)
  const {names, at} = RELEASES[world.releases]
  const days = stepDays(world, names.length || 4)
  const entries = days.map(
    (day, index): Entry => ({
      kind: 'release',
      name: names[index] ?? day,
      date: {day, precision: index === 0 ? world.introduced : 'day'},
      lines: []
    })
  )
  const announcing = placeOf(world, at[0])
  const [second, third] = world.way === 'only in an older line' ? [4, 4] : [at[1], at[2]]
  const lineAt = (index: number, line: Line): void => void entries[index]?.lines.push(line)
  introduce(world, lineAt)
  const unreleased: Line[] = []
  if (world.announced !== 'nothing') {
    const day = days[announcing] ?? FIRST
    const lines = announce(world, day, sunset, later(days.at(-1) ?? day, 1))
    if (world.way === 'never released') unreleased.push(...lines)
    else for (const line of lines) lineAt(announcing, line)
    const isAgain = world.way === 'missing in one release' || world.way === 'withdrawn and again'
    const event = isMark(world) ? {seen: true as const} : {}
    if (isAgain || world.way === 'withdrawn') lineAt(second, {verb: 'withdrawn', subject, event})
    if (isAgain) lineAt(third, {verb: 'deprecated', subject, event})
    if (world.announced === 'several' && !isAgain && world.way !== 'withdrawn')
      lineAt(second, {verb: 'deprecated', subject, event: {seen: true}})
    if (sunset?.second !== undefined && world.sunset !== 'twice in one release')
      lineAt(second, {verb: 'rescheduled', subject, sunset: sunset.second})
  }
  const own = entries[announcing]
  if (own && announcing > 0 && world.way !== 'never released')
    entries[announcing] = {...own, date: {...own.date, precision: world.precision}}
  if (!isOnDay(world)) return {entries, unreleased}
  // The statement comes with the release before which its day lies.
  const {lines, date} = entries[announcing] ?? {lines: [], date: {day: FIRST, precision: 'day' as const}}
  const [own_, others] = [lines.filter(({verb}) => verb === 'deprecated'), lines]
  if (entries[announcing])
    entries[announcing] = {
      ...entries[announcing],
      lines: others.filter(each => !own_.includes(each)),
      date: {...date, precision: 'day'}
    }
  entries.splice(announcing, 0, {
    kind: 'on',
    name: date.day,
    date: {...date, precision: world.precision},
    via: 'a mail to all readers',
    lines: own_
  })
  return {entries, unreleased}
}

function placeOf({way}: SubjectWorld, usual: number): number {
  if (way === 'in the first release') return 0
  if (way === 'candidate, then final') return 1
  return way === 'only in an older line' ? 3 : usual
}

function introduce(world: SubjectWorld, lineAt: (index: number, line: Line) => void): void {
  const {target, part, uses} = formOf(world.subject)
  const [marker, next] = markersFor(world.policy)
  if (world.subject === 'prefix' || world.subject === 'API')
    lineAt(0, {verb: 'added', subject: subjectOf(`GET /${marker}/loans/{loanId}`)})
  else {
    if (part) lineAt(0, {verb: 'added', subject: subjectOf(target(marker))})
    const observed =
      uses && change('field-added', subjectIn(world), {reaches: uses.map(version => reach(get(version), 'response'))})
    lineAt(0, {verb: 'added', subject: subjectIn(world), ...(observed ? {event: {seen: true, observed}} : {})})
  }
  const {at} = RELEASES[world.releases]
  const other = world.subject === 'kind version' ? target('v2') : get(next)
  if (world.successor === 'before the announcement') lineAt(0, {verb: 'added', subject: subjectOf(other)})
  if (world.successor === 'after the announcement') lineAt(at[2], {verb: 'added', subject: subjectOf(other)})
}

/** The lines of the announcement on a day. `end` is the day after the last release. */
function announce(world: SubjectWorld, day: Day, sunset: SunsetDays | undefined, end: Day): Line[] {
  const {announced, way, shift} = world
  const isUnreleased = way === 'never released'
  const [before, after] = [later(day, -shift), later(day, shift)]
  const other = world.subject === 'kind version' ? 'library.example/v2 Loan' : get(markersFor(world.policy)[1])
  const isReplaced = world.successor !== 'none' && !world.subject.startsWith('GraphQL')
  const subject = subjectIn(world)
  const line = {
    verb: 'deprecated' as const,
    subject,
    sunset: sunset?.first,
    replacement: isReplaced ? subjectOf(other) : undefined,
    announced: announced.includes('announced') ? (shift % 2 === 0 || isUnreleased ? before : after) : undefined,
    via: announced.endsWith('via') ? 'a mail to all readers' : undefined
  }
  const recorded = isUnreleased
    ? announced.includes('announced')
      ? end
      : undefined
    : way === 'released months later'
      ? before
      : way === 'recorded a week late'
        ? later(day, 7)
        : announced === 'line of a later history'
          ? after
          : undefined
  const since = announced === 'mark since before' ? before : announced === 'mark since after' ? after : undefined
  const event: Partial<WrittenEvent> = isMark(world)
    ? {
        seen: true,
        ...(way === 'in the first release' ? {by: {}} : {}),
        ...(way === 'only in an older line' ? {aside: true} : {}),
        ...(since === undefined ? {} : {announced: {text: since}})
      }
    : {}
  const again = sunset?.second !== undefined && world.sunset === 'twice in one release'
  return [
    {...line, event, recorded},
    ...(again ? [{verb: 'rescheduled' as const, subject, sunset: sunset.second, recorded}] : [])
  ]
}

/** The first or last day that an entry can have, between those of its neighbors. */
function edgeOf(entries: readonly Entry[], at: number, edge: 'first' | 'last'): PartialDate {
  const {date} = entries[at] as Entry
  if (date.precision === 'day') return date
  const range = parseDateRange(writeDate(date, 'recorded') ?? '')
  const before = entries[at - 1]?.date.day ?? range?.earliest ?? '2019-01-01'
  const after = entries[at + 1]?.date.day ?? range?.latest ?? date.day
  const [from, until] = [range?.earliest ?? before, range?.latest ?? after]
  const day = edge === 'first' ? (from < before ? before : from) : until > after ? after : until
  return {day, precision: 'day'}
}

/** A world as a declared history whose last entry can get any day. */
export interface DeclaredWorld {
  readonly world: SubjectWorld
  readonly subject: Subject
  /** The day after everything that the world states, however late in its month or year it was. */
  readonly asOf: Day
  readonly declared: DeclaredHistory
  readonly recorded: (event: WrittenEvent) => ReturnType<typeof singleDay> | undefined
}

/** How a world goes on: the end of the subject or of its target, a deprecation, or nothing. */
export type Continuation = 'removal' | 'removal of the target' | {readonly deprecatedWith: string | undefined} | 'none'

/** How days are written: as recorded, or each as an exact day: the true one, or the first or last that it can be. */
export type Written = 'recorded' | 'true' | 'first' | 'last'

export function declare(
  world: SubjectWorld,
  sunset: SunsetDays | undefined,
  next: Continuation,
  days: Written = 'recorded'
): DeclaredWorld {
  const {entries, unreleased} = entriesOf(world, sunset)
  const detail: Detail = days === 'recorded' ? 'recorded' : 'all'
  const dateOf = (at: number): string | undefined =>
    writeDate(days === 'first' || days === 'last' ? edgeOf(entries, at, days) : (entries[at] as Entry).date, detail)
  const subject = subjectIn(world)
  const added: Line[] =
    next === 'none'
      ? []
      : next === 'removal'
        ? [{verb: 'removed', subject}]
        : next === 'removal of the target'
          ? [{verb: 'removed', subject: {target: subject.target}}]
          : [{verb: 'deprecated', subject, sunset: next.deprecatedWith}]
  const last = [...unreleased, ...added]
  const all = [...entries.flatMap(({lines}) => lines), ...last]
  const places = [...entries.flatMap(({lines}, at) => lines.map(() => at)), ...last.map(() => entries.length)]
  const {language} = formOf(world.subject)
  const dates = [
    ...entries.map(({date}) => parseDateRange(writeDate(date, 'recorded') ?? '')?.latest ?? date.day),
    ...all.flatMap(({recorded}) => recorded ?? [])
  ]
  const stated = all.flatMap(({announced, event}) => {
    const since = event?.announced
    return [announced ?? [], typeof since === 'object' ? since.text : []].flat()
  })
  return {
    world,
    subject,
    asOf: later([...dates, ...stated].toSorted().at(-1) ?? FIRST, 1),
    declared: {
      about: {service: 'Lending Library API', areas: [], notes: [], unknown: [], language},
      source: 'history.yaml',
      complete: world.history === 'whole',
      ...(world.announced.endsWith('history')
        ? {adopted: later(FIRST, world.announced.includes('first') ? 2000 : 1)}
        : {}),
      entries: [
        ...entries.map(({kind, name, via}, at): WrittenEntry => {
          const date = dateOf(at)
          const named = kind === 'on' ? (date ?? name) : name
          const stated = statedDateRange(date, named)
          return defined({kind: kind === 'on' ? 'announcement' : kind, name: named, date, stated, via, place: PLACE})
        }),
        ...(last.length > 0 ? [{kind: 'release' as const, name: NEXT, stated: UNKNOWN_DATE, place: PLACE}] : [])
      ],
      events: all.map((line, id) => eventOf(line, id, places[id] ?? 0)),
      facts: [],
      waivers: []
    },
    recorded: ({id}) => {
      const day = all[id]?.recorded
      return day === undefined ? undefined : singleDay(day)
    }
  }
}

/** The history on a day; its last entry is released as `name` on a day, if one is given. */
export function historyOn(
  {declared, recorded, subject}: DeclaredWorld,
  asOf: Day,
  released?: {readonly name: string; readonly day: Day}
): History {
  const {entries} = declared
  const last = entries.length - 1
  const placed = released
    ? entries.map((entry, at) =>
        at === last ? {...entry, name: released.name, date: released.day, stated: singleDay(released.day)} : entry
      )
    : entries
  return assemble({...declared, entries: placed}, {asOf, recorded, also: [subject]})
}

/** The name of the release that ends a world. */
export const endingName = ({releases, ending}: SubjectWorld, day: Day): string =>
  releases === 'named by days'
    ? day
    : `${releases === 'prefixed' ? 'v' : ''}${ending === 'major release' ? '8.0' : releases === 'two lines' ? '2.9' : '1.9'}`

const known = new Map<string, Policy>()

/** The policy of a world. */
export function policyOfWorld(world: SubjectWorld, asOf: Day): Policy {
  const {policy} = world
  if ('drawn' in policy) return policyOfDraft(policy.drawn, world, asOf)
  const key = JSON.stringify(policy)
  const found =
    known.get(key) ??
    ('preset' in policy
      ? readPolicy(HERE.files, policy.preset).policy
      : policyOfDraft(
          {
            countPatches: false,
            defaultStability: 'ga',
            revisions: [
              {
                start: {name: '9.0'},
                ga: {notice: `${policy.months} months`, endWindow: policy.window},
                beta: 'none',
                waiverReasons: {security: {minimum: '3 months'}}
              }
            ]
          },
          world,
          asOf
        ))
  known.set(key, found)
  return found
}

const policyOfDraft = (policy: PolicyDraft, world: SubjectWorld, asOf: Day): Policy =>
  policyIn(
    {asOf, complete: true, existing: false, entries: entriesOf(world, undefined).entries, lines: [], policy},
    'recorded'
  )
