import {addDays, formatISO} from 'date-fns'
import fc from 'fast-check'
import {expect, it} from 'vitest'
import {createFieldFinder} from '../../src/app/session/known-subject.ts'
import {createDescriptionOpener} from '../../src/descriptions/readers.ts'
import {assemble} from '../../src/history/assemble.ts'
import {historyFromSnapshots} from '../../src/history/observed/from-snapshots.ts'
import {mergeDeclared} from '../../src/history/observed/merge-declared.ts'
import {readPolicy} from '../../src/inputs/config/policy-file.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import {judgeAll} from '../../src/lint.ts'
import type {History} from '../../src/model/lifecycle/history.ts'
import type {FindFields} from '../../src/model/subject/field.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {earliestEndOfSupport} from '../../src/policy/earliest-end-of-support.ts'
import {HERE} from '../here.ts'
import {observe, type Release, sourceOf} from '../history/observed.ts'
import {tries} from '../tier.ts'

// One field: whether it's announced by its schema or by its operations, it has one first day of removal and one verdict,
// whatever its schema is called by then. A statement about some uses leaves the others without notice.

type Wrap = 'bare' | 'list' | 'map' | 'nested'
type Side = 'request' | 'response'

interface Use {
  readonly path: string
  readonly side: Side
  readonly wrap: Wrap
}

interface World {
  readonly uses: readonly Use[]
  readonly isInherited: boolean
  /** What its schema is when the field is announced, and when it's removed. */
  readonly before: 'Loan' | 'inline'
  readonly after: 'Loan' | 'Lending' | 'inline'
  readonly announcedOn: number
}

const uses: fc.Arbitrary<Use> = fc.record({
  path: fc.constantFrom('/v1/loans', '/v1/readers', '/v1beta/loans'),
  side: fc.constantFrom<Side>('request', 'response'),
  wrap: fc.constantFrom<Wrap>('bare', 'list', 'map', 'nested')
})

const worlds: fc.Arbitrary<World> = fc.record({
  uses: fc.uniqueArray(uses, {minLength: 1, maxLength: 3, selector: ({path, side}) => `${path} ${side}`}),
  isInherited: fc.boolean(),
  before: fc.constantFrom('Loan', 'inline'),
  after: fc.constantFrom('Loan', 'Lending', 'inline'),
  announcedOn: fc.integer({min: 0, max: 300})
})

const PATH_OF: Readonly<Record<Wrap, string>> = {bare: 'due', list: '[].due', map: '{}.due', nested: 'loan.due'}
const WRAP: Readonly<Record<Wrap, (schema: object) => object>> = {
  bare: schema => schema,
  list: items => ({type: 'array', items}),
  map: additionalProperties => ({type: 'object', additionalProperties}),
  nested: loan => ({type: 'object', properties: {loan}})
}

/** The description of a release, with the field in a schema of that name or inline, marked, or without it. */
function describe(
  {uses, isInherited}: Pick<World, 'uses' | 'isInherited'>,
  name: World['after'],
  state: 'live' | 'marked' | 'removed'
): [paths: object, more: object] {
  const due = {type: 'string', ...(state === 'marked' ? {deprecated: true} : {})}
  const base = {type: 'object', properties: {id: {type: 'string'}, ...(state === 'removed' ? {} : {due})}}
  const own = isInherited ? {allOf: [{$ref: '#/components/schemas/Base'}, {type: 'object'}]} : base
  const schema = name === 'inline' ? base : {$ref: `#/components/schemas/${name}`}
  const content = (wrap: Wrap): object => ({content: {'application/json': {schema: WRAP[wrap](schema)}}})
  const paths: Record<string, object> = {}
  for (const path of new Set(uses.map(each => each.path))) {
    const [sent, received] = (['request', 'response'] as const).map(side =>
      uses.find(each => each.path === path && each.side === side)
    )
    paths[path] = {
      post: {
        ...(sent ? {requestBody: content(sent.wrap)} : {}),
        responses: {200: {description: 'OK', ...(received ? content(received.wrap) : {})}}
      }
    }
  }
  const schemas = name === 'inline' ? {} : {[name]: own, ...(isInherited ? {Base: base} : {})}
  return [paths, {components: {schemas}}]
}

const {policy} = readPolicy(HERE.files, 'thirteen-months')
const dayAfter = (day: string, days: number): string =>
  formatISO(addDays(new Date(`${day}T00:00:00`), days), {representation: 'date'})
const BEGAN = '2024-01-10'

/** The fields that a name stands for in a description. */
function findFieldsIn(release: Release): FindFields {
  const [{tree} = {tree: undefined}] = sourceOf([release]).releases
  const description = tree && createDescriptionOpener()(tree())
  return createFieldFinder(() => description)
}

const nameOf = ({path, side, wrap}: Use): string =>
  `{deprecated: POST ${path}, field: ${JSON.stringify(PATH_OF[wrap])}, in: ${side}}`

/** The history of a field that is announced by lines, and removed on a day in release 2.0 unless none is given. */
function historyOf(
  world: World,
  lines: readonly string[],
  removedOn: string | undefined,
  isDescribed: boolean
): History {
  const announcedOn = dayAfter(BEGAN, world.announcedOn)
  const first: Release = ['1.0', BEGAN, ...describe(world, 'Loan', 'live')]
  const removal: Release[] = removedOn === undefined ? [] : [['2.0', removedOn, ...describe(world, 'Loan', 'removed')]]
  const releases: Release[] = [first, ['1.1', announcedOn, ...describe(world, 'Loan', 'live')], ...removal]
  const text = `service: Library\ncomplete: "1.0"\nreleases:\n  - {release: "1.0", date: ${BEGAN}, changes: []}\n  - {release: "1.1", date: ${announcedOn}, changes: [${lines.join(', ')}]}\n`
  const {declared} = mergeDeclared(
    readHistoryText(text, 'history.yaml').declared,
    historyFromSnapshots(observe(releases), 'library', 'library')
  )
  const findFields = isDescribed ? findFieldsIn(first) : undefined
  return assemble(declared, {asOf: removedOn ?? announcedOn, findFields})
}

const verdictsOf = (history: History): string[] =>
  judgeAll(history, policy).map(({subject, verdict}) => `${formatSubject(subject)} ${verdict}`)

/** Whether a use is of a stable operation, which decides for the whole field. */
const isStable = ({uses}: World): boolean => uses.some(({path}) => path.startsWith('/v1/'))

it('a field announced by its schema, or by each of its operations, has one first day of removal', () => {
  fc.assert(
    fc.property(worlds, world => {
      const member = world.isInherited ? 'Base.due' : 'Loan.due'
      const forms = {
        schema: [`{deprecated: ${member}}`],
        // A schema has the fields of those that it's put together from.
        ownName: ['{deprecated: Loan.due}'],
        operations: world.uses.map(nameOf),
        withoutSteps: world.uses.map(use => nameOf(use).replace(/\[\]\.|\{\}\./, ''))
      }
      const answers = Object.entries(forms).map(([form, lines]) => {
        const life = historyOf(world, lines, undefined, true).bySubject.get(member)
        if (!life) throw new Error(`No lifecycle of ${member}, announced by ${form}`)
        const {kind, day} = earliestEndOfSupport(life, policy, historyOf(world, lines, undefined, true))
        return {kind, day}
      })
      expect(new Set(answers.map(each => JSON.stringify(each))).size, JSON.stringify(answers)).toBe(1)
      const [{day} = {day: undefined}] = answers
      if (!isStable(world)) return
      expect(day).toBeDefined()
      for (const [form, lines] of Object.entries(forms))
        for (const isDescribed of form === 'ownName' && world.isInherited ? [true] : [true, false]) {
          expect(verdictsOf(historyOf(world, lines, day, isDescribed)), form).toEqual([`${member} compliant`])
          expect(verdictsOf(historyOf(world, lines, dayAfter(day ?? '', -1), isDescribed)), form).toEqual([
            `${member} violation`
          ])
        }
    }),
    {numRuns: tries(60, 6), endOnFailure: true}
  )
})

it('a field announced for some of its uses is removed without notice in the others', () => {
  fc.assert(
    fc.property(worlds, world => {
      const [announced, ...others] = world.uses
      fc.pre(announced !== undefined && others.length > 0 && isStable(world))
      const history = historyOf(world, [nameOf(announced as Use)], '2030-01-10', true)
      const member = world.isInherited ? 'Base.due' : 'Loan.due'
      expect(verdictsOf(history)).toEqual([`${member} violation`])
      const rest = history.bySubject.get(member)?.unannounced?.map(formatSubject) ?? []
      expect(rest.toSorted()).toEqual(
        others.map(({path, side, wrap}) => `POST ${path} (field ${PATH_OF[wrap]}, in ${side})`).toSorted()
      )
    }),
    {numRuns: tries(100, 10), endOnFailure: true}
  )
})

/** When a use is announced, in 1.1 or 1.2, and the days from then to its sunset, if it has one. */
interface Announced {
  readonly release: 1 | 2
  readonly sunsetAfter: number | undefined
}

const announced: fc.Arbitrary<Announced> = fc.record({
  release: fc.constantFrom(1, 2),
  sunsetAfter: fc.option(fc.integer({min: 400, max: 900}), {nil: undefined})
})

/** The first day of removal of a field in two releases with these lines. */
function firstDay(world: World, lines: readonly (readonly [Announced, name: string])[]): string | undefined {
  const days = ['', dayAfter(BEGAN, 30), dayAfter(BEGAN, 130)]
  const releases = [1, 2].map(at => {
    const own = lines.flatMap(([{release, sunsetAfter}, name]) => {
      const sunset = sunsetAfter === undefined ? '' : `, sunset: ${dayAfter(days[release] ?? '', sunsetAfter)}`
      return release === at ? [name.replace(/\}$/, `${sunset}}`)] : []
    })
    return `  - {release: "1.${at}", date: ${days[at]}, changes: [${own.join(', ')}]}\n`
  })
  const text = `service: Library\ncomplete: "1.0"\nreleases:\n  - {release: "1.0", date: ${BEGAN}, changes: []}\n${releases.join('')}`
  const findFields = findFieldsIn(['1.0', BEGAN, ...describe(world, 'Loan', 'live')])
  const history = assemble(readHistoryText(text, 'history.yaml').declared, {asOf: dayAfter(BEGAN, 200), findFields})
  const life = history.bySubject.get('Loan.due')
  return life && earliestEndOfSupport(life, policy, history).day
}

it('the first day of removal of a field is the last of those of its uses', () => {
  fc.assert(
    fc.property(worlds, fc.array(announced, {minLength: 3, maxLength: 3}), (drawn, statements) => {
      const world: World = {...drawn, isInherited: false}
      fc.pre(isStable(world))
      const lines = world.uses.map((use, at) => [statements[at] as Announced, nameOf(use)] as const)
      const each = lines.map(([statement]) => firstDay(world, [[statement, '{deprecated: Loan.due}']]) ?? '')
      expect(firstDay(world, lines)).toBe(each.toSorted().at(-1))
      expect(firstDay(world, lines.toReversed())).toBe(each.toSorted().at(-1))
    }),
    {numRuns: tries(200, 40), endOnFailure: true}
  )
})

it('the notice of a mark begins with the first release that has it, whatever its schema is called since', () => {
  fc.assert(
    fc.property(worlds, world => {
      fc.pre(isStable(world))
      const marked = dayAfter(BEGAN, 30)
      const removedOn = (day: string): History => {
        const releases: Release[] = [
          ['1.0', BEGAN, ...describe(world, world.before, 'live')],
          ['1.1', marked, ...describe(world, world.before, 'marked')],
          ['1.2', dayAfter(marked, 100), ...describe(world, world.after, 'marked')],
          ['2.0', day, ...describe(world, world.after, 'removed')]
        ]
        return assemble(historyFromSnapshots(observe(releases), 'library', 'library'), {asOf: '2030-01-01'})
      }
      const verdicts = (day: string): Set<string> =>
        new Set(judgeAll(removedOn(day), policy).map(({verdict}) => verdict))
      const first = '2025-03-09'
      expect(marked).toBe('2024-02-09')
      // What only beta operations have is exempt where each has a field of its own.
      const allowed = ['compliant', ...(world.after === 'inline' ? ['exempt'] : [])]
      expect([...verdicts(first)].filter(each => !allowed.includes(each))).toEqual([])
      expect(verdicts(first)).toContain('compliant')
      expect(verdicts(dayAfter(first, -1))).toContain('violation')
      expect(verdicts(dayAfter(first, -1))).not.toContain('compliant')
    }),
    {numRuns: tries(60, 6), endOnFailure: true}
  )
})
