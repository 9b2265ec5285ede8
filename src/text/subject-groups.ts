import {identityNoun, nameInProse} from '../languages/languages.ts'
import {groupBy} from '../model/group-by.ts'
import {isEndpoint, isMember, pathShape, type Subject, type Target, targetKey} from '../model/subject/subject.ts'
import {markerOf} from '../model/subject/version-marker.ts'
import {codePiece, joinPieces, type TextPiece} from '../phrases/text-pieces.ts'
import {formatCount} from './format-values.ts'

/** Name for several subjects in one line. */
export type SubjectGroup =
  | {readonly is: 'subject'; readonly subject: Subject}
  /** Endpoints, with a stem such as `/apis/extensions/v1beta1/**` for each path family. */
  | {readonly is: 'endpoints'; readonly stems: readonly string[]}
  /** Different parts of the same operations. */
  | {readonly is: 'parts'; readonly stems: readonly string[]}
  /** Fields, or whole components. `packages` holds their packages (`io.k8s.api.core.v1`), or is empty for any. */
  | {readonly is: 'fields'; readonly packages: readonly string[]; readonly names: readonly string[]}
  | {readonly is: 'operations'; readonly names: readonly string[]}

const segmentsOf = (path: string): string[] => path.split('/').slice(1)

/** Family of a path: its segments up to the version marker, or its first segment if it has none. */
export function pathFamily(path: string): string {
  const marker = markerOf(path)
  const length = marker ? segmentsOf(path).indexOf(marker.text) + 1 : 1
  return `/${segmentsOf(pathShape(path)).slice(0, length).join('/')}`
}

/** The common part of the paths of a family: one path with its methods, or the longest prefix of whole segments. */
function commonStem(targets: readonly Target[]): string {
  const [only, ...more] = targets
  if (only?.path !== undefined && more.length === 0 && only.verb === undefined) return only.text
  const paths = targets.flatMap(target => target.path ?? [])
  const [first = '', ...others] = paths
  const [shape = [], ...shapes] = [first, ...others].map(path => segmentsOf(pathShape(path)))
  const differs = shape.findIndex((segment, at) => shapes.some(other => other[at] !== segment))
  const length = differs < 0 ? shape.length : differs
  const isOnePath = length === shape.length && shapes.every(other => other.length === length)
  const methods = [...new Set(targets.flatMap(target => (isEndpoint(target) ? [target.verb] : [])))]
  if (isOnePath && targets.every(({kind}) => kind === 'endpoint')) return `${methods.join(', ')} ${first}`
  const stem = segmentsOf(first).slice(0, length).join('/')
  return stem === '' ? '/**' : `/${stem}/**`
}

/**
 * How the replacements of endpoints, in the same order, are named together: one path with its methods, or the prefix that
 * takes the place of their common one. `undefined` if that says nothing, or if they are anywhere below the prefix.
 */
export function commonReplacement(
  replaced: readonly Target[],
  by: readonly Target[]
): {readonly words: string; readonly name: string} | undefined {
  const [own, stem] = [commonStem(replaced), commonStem(by)]
  if (stem === own || stem === '/**') return undefined
  if (!isWide(stem)) return {words: '', name: stem}
  const restOf = ({path = ''}: Target, prefix: string): string =>
    segmentsOf(pathShape(path))
      .slice(segmentsOf(prefix).length - 1)
      .join('/')
  const isMoved = isWide(own) && replaced.every((each, at) => by[at] && restOf(each, own) === restOf(by[at], stem))
  const [first] = by
  return isMoved && first
    ? {words: `the same ${identityNoun(first)}s below `, name: stem.slice(0, -'/**'.length)}
    : undefined
}

/** Whether a stem stands for all below a prefix, and not for one path. */
export const isWide = (stem: string): boolean => stem.endsWith('/**')

/** Stems of the path families, the largest family first. */
export const commonStems = (targets: readonly Target[]): string[] => commonStemsWithSize(targets).map(({stem}) => stem)

/** Stems of the path families with their number of endpoints, the largest family first. */
export function commonStemsWithSize(targets: readonly Target[]): {readonly stem: string; readonly size: number}[] {
  const families = groupBy(targets, target => (target.path !== undefined ? pathFamily(target.path) : target.text))
  return [...families.values()]
    .map(family => ({stem: commonStem(family), size: new Set(family.map(targetKey)).size}))
    .toSorted((a, b) => b.size - a.size || (a.stem < b.stem ? -1 : 1))
}

/** Package of a component name: `io.k8s.api.core.v1` of `io.k8s.api.core.v1.Namespace`. `undefined` if it has none. */
export function componentPackage(resource: string): string | undefined {
  const dot = resource.lastIndexOf('.')
  return dot > 0 ? resource.slice(0, dot) : undefined
}

/** Names of fields; whole components by their own name. `within` is a package to omit from the names. */
export function fieldNames(targets: readonly Target[], within?: string): string[] {
  const names = targets.flatMap(target => {
    if (!isMember(target)) return []
    const resource = within === undefined ? target.type : target.type.slice(within.length + 1)
    return [target.name === '*' ? resource : `${resource}.${target.name}`]
  })
  return [...new Set(names)].toSorted()
}

/**
 * Items whose paths have a beginning in common, `/v1/loans/**`. The name is missing if items of several areas are
 * listed together.
 */
export interface Area<Item> {
  readonly name?: string
  readonly items: readonly [Item, ...Item[]]
}

/** Areas with more items are divided, if their paths allow it. */
const MOST_IN_AREA = 12
/** Areas with fewer items have no name of their own. */
const FEW_IN_AREA = 3
/** Minimum average size of the parts of an area. */
const USUAL_IN_PART = 4

/** Groups items by the beginning that the paths of their subjects have in common, in the order of the paths. */
export function groupByArea<Item>(items: readonly Item[], targetsOf: (item: Item) => readonly Target[]): Area<Item>[] {
  const paths = new Map(items.map(item => [item, commonSegments(targetsOf(item))]))
  const divide = (all: readonly Item[], depth: number): [string, readonly Item[]][] =>
    [...groupBy(all, item => (paths.get(item) ?? []).slice(0, depth).join('/'))].flatMap(
      ([name, each]): [string, readonly Item[]][] => {
        if (each.length <= MOST_IN_AREA || each.every(item => (paths.get(item)?.length ?? 0) <= depth))
          return [[name, each]]
        const parts = divide(each, depth + 1)
        return parts.length > Math.max(MOST_IN_AREA, each.length / USUAL_IN_PART) ? [[name, each]] : parts
      }
    )
  const areas = groupBy(divide(items, 1), ([name, {length}]) => (length < FEW_IN_AREA ? '' : name))
  return [...areas]
    .toSorted(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
    .map(([name, parts]) => {
      const all = parts.flatMap(([, each]) => each) as unknown as Area<Item>['items']
      return name === '' ? {items: all} : {name: `/${name}/**`, items: all}
    })
}

/** `/v1/loans/**: 41 changes`, with the path as code. */
export const areaPieces = (name: string | undefined, changes: number): TextPiece[] => [
  name === undefined ? 'Several areas' : codePiece(name),
  `: ${formatCount(changes, 'change')}`
]

/** The segments with which all paths begin. Empty if a target has no path. */
function commonSegments(targets: readonly Target[]): string[] {
  let common: string[] | undefined
  for (const target of targets) {
    const segments = target.path !== undefined ? segmentsOf(target.path) : []
    const known = common ?? segments
    const differs = known.findIndex((segment, at) => segments[at] !== segment)
    common = differs < 0 ? known : known.slice(0, differs)
  }
  return common ?? []
}

/** Maximum number of names in prose in a line. Further names are only counted. */
export const MOST_PROSE_NAMES = 6

/**
 * Names targets that have a group and a version in common, or a name: `Gateway` and `HTTPRoute` of
 * `gateway.networking.k8s.io/v1`. `undefined` if they have neither, or no names in prose.
 */
export function namesOfGroup(targets: readonly Target[]): TextPiece[] | undefined {
  const all = targets.flatMap(target => nameInProse(target) ?? [])
  const [first] = all
  if (!first || targets.length < 2 || all.length < targets.length || all.length > MOST_PROSE_NAMES) return undefined
  const {name, group, version} = first
  const codes = (texts: readonly string[]): TextPiece[] =>
    joinPieces(
      texts.map(text => [codePiece(text)]),
      'and'
    )
  if (all.every(each => each.group === group && each.version === version))
    return [...codes(all.map(each => each.name)), ' of ', codePiece(`${group}/${version}`)]
  return all.every(each => each.group === group && each.name === name)
    ? [codePiece(name), ' (', ...codes(all.map(each => each.version)), ') of ', codePiece(group)]
    : undefined
}
