import {defined} from '@tenure/core/model/defined'
import {groupBy} from '@tenure/core/model/group-by'
import {memoizeTexts} from '@tenure/core/model/memoize'
import {pathShape} from '@tenure/core/model/subject/subject'
import {looksLikeMarker} from '@tenure/core/model/subject/version-marker'
import {type Node, rootNode} from '@tenure/json-schema/document/node'
import {canonicalText, isRecord, type Json} from '@tenure/json-schema/json'
import type {Operation, Parameter, Snapshot} from '../snapshot.ts'
import type {OlderNewer} from './context.ts'
import {flatten, valuesOf} from './flatten/flatten.ts'

// Pairs of operations where one has a path parameter and the other has text: `/v4/loans` is `/{apiVersion}/loans` if
// the parameter accepts `v4`.

/**
 * How the two operations of such a pair are compared: with the path and the parameters of the template on both sides.
 */
export interface FilledTemplate {
  /** The path of the template, if only one side has it. */
  readonly path?: string
  readonly parameters: OlderNewer<readonly Parameter[]>
  /** The beginnings of both paths, if a parameter stands for a base path or a version marker. */
  readonly base?: OlderNewer<string>
}

interface TemplatePair extends OlderNewer<Operation> {
  readonly filled: FilledTemplate
}

/** An operation with its whole path, in which the base path is included if it moved into the paths. */
interface WrittenOperation {
  readonly operation: Operation
  readonly path: string
  /** The same path below the other base paths at which the API is served, by base path. */
  readonly others: ReadonlyMap<string, string>
}

interface Side {
  readonly snapshot: Snapshot
  readonly all: readonly WrittenOperation[]
  /** The operations without an exact counterpart. */
  readonly open: ReadonlySet<WrittenOperation>
}

export type AcceptsText = (node: Node, value: Json) => boolean

interface TemplatePairs {
  readonly pairs: readonly TemplatePair[]
  /** The further base paths of one side that are in the paths of the other side. */
  readonly bases: ReadonlySet<string>
  /** The parameters of newer templates, where paths of their own took over values that an older template listed. */
  readonly withMoved: (older: Operation, newer: Operation) => readonly Parameter[] | undefined
}

/** The pairs among the operations that have no exact counterpart. Exact counterparts are never separated. */
export function pairByTemplate(sides: OlderNewer<Side>, accepts: AcceptsText): TemplatePairs {
  const forward = matchTexts(sides.older, sides.newer, accepts, true)
  const matched = new Set(forward.flatMap(({text, template}) => [text, template]))
  const left = ({open, ...side}: Side): Side => ({...side, open: new Set([...open].filter(each => !matched.has(each)))})
  const backward = matchTexts(left(sides.newer), left(sides.older), accepts, false)
  const parameters = new Map<string, Parameter>()
  const pairs = [
    ...fillAll(forward, sides.older, parameters, true).map(match => toPair(match, true)),
    ...fillAll(backward, sides.newer, parameters, false).map(match => toPair(match, false))
  ]
  const bases = [
    ...forward.flatMap(each => basesOf(each)),
    ...backward.flatMap(each => [...basesOf(each), ...openBasesOf(each)])
  ]
  const moved = groupBy(
    backward.filter(({isTaken, filled}) => isTaken && filled.length === 1),
    ({template}) => template.operation
  )
  return {
    pairs,
    bases: new Set(bases),
    withMoved: (older, newer) => {
      const matches = moved.get(older)
      return matches && addMovedValues(newer, matches, sides.newer.snapshot)
    }
  }
}

/** The pair of a match. `isWidened`: the template is the newer operation. */
function toPair({text, template, path, parameters, base}: FilledMatch, isWidened: boolean): TemplatePair {
  const sides = <Value>(of: TextAndTemplate<Value>): OlderNewer<Value> =>
    isWidened ? {older: of.text, newer: of.template} : {older: of.template, newer: of.text}
  return {...sides({text, template}), filled: defined({path, parameters: sides(parameters), base: base && sides(base)})}
}

/** The parameters of an operation, which also accept the values that other paths serve in its place. */
const addMovedValues = (operation: Operation, matches: readonly TextMatch[], snapshot: Snapshot): Parameter[] =>
  operation.details().parameters.map(parameter => {
    const listed = parameter.in === 'path' && parameter.schema && valuesOf(flatten(rootNode(parameter.schema)))
    const texts = matches.flatMap(({template, filled}) =>
      filled.flatMap(({segment, text}) => {
        // Counted from the end, because a base path can be part of one of the paths.
        const there = operation.path.split('/').at(segment - template.path.split('/').length)
        return there?.includes(`{${parameter.name}}`) ? text : []
      })
    )
    if (!listed || texts.length === 0) return parameter
    const values = [...listed.values()] as Json[]
    const added = texts.filter(text => findValue(text, listed) === undefined)
    const all = [...values, ...added.map(text => (typeof values[0] === 'number' ? Number(text) : text))]
    return {...standIn(parameter, all, parameter, snapshot), marks: parameter.marks}
  })

/** The further base paths of a text that its template includes. */
const basesOf = ({text, template}: TextMatch): string[] =>
  [...text.others].flatMap(([base, path]) => (fillTemplate(template.path, path) ? [base] : []))

/** The further base paths of a text in which a server variable with any value stands for the parameter. */
const openBasesOf = ({text, template}: TextMatch): string[] =>
  [...text.others].flatMap(([base, path]) => (pathShape(path) === pathShape(template.path) ? [base] : []))

/** A path parameter, and the text that the other side has in its place. */
interface FilledParameter {
  readonly name: string
  readonly text: string
  readonly segment: number
}

interface TextMatch {
  readonly text: WrittenOperation
  readonly template: WrittenOperation
  readonly filled: readonly FilledParameter[]
  /** Whether the template has an exact counterpart, too, with which its parameters are compared. */
  readonly isTaken: boolean
  /** The last segment with a parameter that stands for a base path or a version marker. */
  readonly lastOfBase: number | undefined
}

/**
 * Matches open operations of the first side with templates of the second side. A template with a counterpart can also
 * take over what was an operation of its own, or lose a value that it lists to a new one, which is matched first.
 * `isWidened`: the templates are the newer ones.
 */
function matchTexts(texts: Side, templates: Side, accepts: AcceptsText, isWidened: boolean): TextMatch[] {
  if (texts.open.size === 0) return []
  const shared = sharedSegments(texts.all)
  const bySize = groupBy(templates.all, sizeOf)
  let steps = 0
  return [...texts.open].flatMap(text => {
    const candidates = bySize.get(sizeOf(text)) ?? []
    steps += candidates.length
    const found = (steps > MAX_STEPS ? [] : candidates).flatMap((template): TextMatch[] => {
      const isTaken = !templates.open.has(template)
      const filled = fillTemplate(template.path, text.path)
      if (!filled) return []
      const segments = text.path.split('/')
      // Whether `/loans/{id}` still serves `/loans/recent` isn't known, so only parameters for a base path or a version
      // marker count.
      const isBase = ({segment}: FilledParameter): boolean =>
        segment < shared || looksLikeMarker(segments[segment] ?? '')
      const isSame = filled.every(each => {
        const how =
          acceptanceOf(template.operation, each, accepts) ??
          (isWidened ? acceptUndeclared(template.operation, each) : undefined)
        return how === 'listed' || (how === 'any' && isBase(each) && !isTaken)
      })
      return isSame ? [{text, template, filled, isTaken, lastOfBase: filled.findLast(isBase)?.segment}] : []
    })
    const [best] = found.toSorted((a, b) => a.filled.length - b.filled.length)
    return best ? [best] : []
  })
}

/** The maximum number of pairs of paths that are compared, which is ten times what large descriptions need. */
const MAX_STEPS = 2_000_000

const sizeOf = ({operation: {method, kind}, path}: WrittenOperation): string =>
  `${kind} ${method} ${path.split('/').length}`

/** The number of leading segments that all paths share, and that are followed by others in all of them. */
function sharedSegments(all: readonly WrittenOperation[]): number {
  const [first = [], ...others] = all.map(({path}) => path.split('/'))
  const isShared = (segment: string, at: number): boolean =>
    !segment.includes('{') &&
    at < first.length - 1 &&
    others.every(each => each[at] === segment && at < each.length - 1)
  const differs = first.findIndex((segment, at) => !isShared(segment, at))
  return differs < 0 ? 0 : differs
}

/** Cached, because each path is compared with all paths that have as many segments. */
const segmentsOf = memoizeTexts((path): readonly string[] => path.split('/'))

/**
 * The parameters of a template that a path fills with text; `undefined` if it's another path, or has a parameter where
 * the template has text.
 */
function fillTemplate(template: string, path: string): FilledParameter[] | undefined {
  const outer = segmentsOf(template)
  const filled: FilledParameter[] = []
  for (const [segment, text] of segmentsOf(path).entries()) {
    const written = outer[segment] ?? ''
    if (written === text) continue
    if (!written.includes('{')) return undefined
    if (pathShape(written) === pathShape(text)) continue
    const [, before, name, after] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(written) ?? []
    if (before === undefined || name === undefined || after === undefined || /[{}]/.test(text)) return undefined
    const rest = text.length - before.length - after.length
    if (rest <= 0 || !text.startsWith(before) || !text.endsWith(after)) return undefined
    filled.push({name, text: text.slice(before.length, before.length + rest), segment})
  }
  return filled.length > 0 ? filled : undefined
}

const findParameter = ({details}: Operation, name: string): Parameter | undefined =>
  details().parameters.find(each => each.in === 'path' && each.name === name)

/** Whether a parameter lists a text among its values, or accepts any such text; `undefined` if it doesn't accept it. */
function acceptanceOf(
  operation: Operation,
  {name, text}: FilledParameter,
  accepts: AcceptsText
): 'listed' | 'any' | undefined {
  const parameter = findParameter(operation, name)
  if (!parameter || parameter.isUnread || parameter.style !== 'simple' || !parameter.schema) return undefined
  const node = rootNode(parameter.schema)
  const values = valuesOf(flatten(node))
  const listed = values && findValue(text, values)
  if (values) return listed !== undefined && accepts(node, listed) ? 'listed' : undefined
  const isNumber = String(Number(text)) === text
  return accepts(node, text) || (isNumber && accepts(node, Number(text))) ? 'any' : undefined
}

/** A parameter that nothing declares, or that couldn't be read, may accept any text. */
function acceptUndeclared(operation: Operation, {name}: FilledParameter): 'any' | undefined {
  const parameter = findParameter(operation, name)
  return !parameter || parameter.isUnread ? 'any' : undefined
}

const findValue = (text: string, values: ReadonlyMap<string, unknown>): Json | undefined =>
  [...values.values()].find(value => String(value) === text) as Json | undefined

interface TextAndTemplate<Value> {
  readonly text: Value
  readonly template: Value
}

interface FilledMatch extends TextAndTemplate<Operation> {
  readonly path: string
  readonly parameters: TextAndTemplate<readonly Parameter[]>
  readonly base: TextAndTemplate<string> | undefined
}

/**
 * Adds to each text the parameters that stand for it, which accept what all texts of the template have there.
 * `known`: the parameters of all pairs by their text, so that a difference between the same two is one difference.
 */
function fillAll(
  matches: readonly TextMatch[],
  {snapshot}: Side,
  known: Map<string, Parameter>,
  isWidened: boolean
): FilledMatch[] {
  const shared = <Kept extends Parameter>(key: string, create: () => Kept): Parameter => {
    const parameter = known.get(key) ?? create()
    known.set(key, parameter)
    return parameter
  }
  return [...groupBy(matches, ({template}) => template)].flatMap(([{operation: template}, all]) =>
    all.map((match): FilledMatch => {
      const {filled, isTaken, lastOfBase} = match
      const baseOf = ({path}: WrittenOperation): string => path.split('/', (lastOfBase ?? 0) + 1).join('/')
      const text = match.text.operation
      const own = new Map<string, Parameter>()
      const standIns = filled.flatMap(({name}) => {
        const written = findParameter(template, name)
        if (!written?.schema) return written ? [written] : []
        const {schema: raw, address, pointer} = written.schema
        const key = canonicalText([name, raw as Json, ...(isReferring(raw) ? [address ?? '', pointer ?? ''] : [])])
        const parameter = shared(key, () => written)
        own.set(name, parameter)
        // A server variable can stand for the parameter, with any value.
        const isAny = !isWidened && openBasesOf(match).length > 0
        if (isTaken || isAny) return [parameter]
        const texts = [...new Set(all.flatMap(each => textsOf(each, name)))].sort()
        const listed = valuesOf(flatten(rootNode(written.schema)))
        const values = texts.map(each => (listed && findValue(each, listed)) ?? each)
        return [shared(`${key} ${canonicalText(values)}`, () => standIn(parameter, values, text, snapshot))]
      })
      const withOwn = template
        .details()
        .parameters.map(each => (each.in === 'path' ? own.get(each.name) : undefined) ?? each)
      return {
        text,
        template,
        path: template.path,
        parameters: {text: [...text.details().parameters, ...standIns], template: withOwn},
        base: lastOfBase === undefined ? undefined : {text: baseOf(match.text), template: baseOf(match.template)}
      }
    })
  )
}

/** The texts in the place of a parameter, at all addresses at which the API is served. */
function textsOf({text, template}: TextMatch, name: string): string[] {
  const paths = [text.path, ...text.others.values()]
  return paths.flatMap(
    path => fillTemplate(template.path, path)?.flatMap(each => (each.name === name ? [each.text] : [])) ?? []
  )
}

/** Whether a schema may refer to others, so that the same text can mean something else in another place. */
const isReferring = (raw: unknown): boolean => JSON.stringify(raw)?.includes('"$ref"') === true

/** A parameter that accepts only the given values, which a side has as text, and is otherwise like the given one. */
function standIn(
  parameter: Parameter,
  values: readonly Json[],
  {place}: Pick<Operation, 'place'>,
  snapshot: Snapshot
): Parameter {
  const raw = parameter.schema?.schema
  const [value] = values
  const isPlain = isRecord(raw) && !/"(?:\$ref|const|(?:all|any|one)Of)":/.test(JSON.stringify(raw))
  const like = isPlain ? raw : {type: typeof value === 'number' ? 'number' : 'string'}
  const schema = {...like, enum: values}
  return {...parameter, place, marks: {}, schema: snapshot.schemaAt(schema, place.pointer ?? '')}
}
