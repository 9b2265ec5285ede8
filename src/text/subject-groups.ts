import {groupBy} from '../model/group-by.ts'
import {formatTarget, pathShape, type Subject, type Target, targetKey} from '../model/subject/subject.ts'
import {markerOf} from '../model/subject/version-marker.ts'

/** What one line names where it tells of several subjects. */
export type Stem =
  | {readonly is: 'subject'; readonly subject: Subject}
  /** Endpoints: `/apis/extensions/v1beta1/**`, one stem for each family of paths that they belong to. */
  | {readonly is: 'endpoints'; readonly stems: readonly string[]}
  /** Different parts of one operation, or of the same ones. */
  | {readonly is: 'parts'; readonly stems: readonly string[]}
  /** Fields of components, and components as a whole: of these packages (`io.k8s.api.core.v1`), or of any. */
  | {readonly is: 'fields'; readonly packages: readonly string[]; readonly names: readonly string[]}
  | {readonly is: 'operations'; readonly names: readonly string[]}

const segmentsOf = (path: string): string[] => path.split('/').slice(1)

/** Paths that are told together: the same up to their version marker or, where there is none, in their first segment. */
export function familyOf(path: string): string {
  const marker = markerOf(path)
  const length = marker ? segmentsOf(path).indexOf(marker.text) + 1 : 1
  return `/${segmentsOf(pathShape(path)).slice(0, length).join('/')}`
}

/** What the paths of one family have in common: a path with its methods, or the longest prefix of whole segments. */
export function stemOf(targets: readonly Target[]): string {
  const paths = targets.flatMap(target => ('path' in target ? [target.path] : []))
  const [first = '', ...others] = paths
  const [shape = [], ...shapes] = [first, ...others].map(path => segmentsOf(pathShape(path)))
  const differs = shape.findIndex((segment, at) => shapes.some(other => other[at] !== segment))
  const length = differs < 0 ? shape.length : differs
  const isOnePath = length === shape.length && shapes.every(other => other.length === length)
  const methods = [...new Set(targets.flatMap(target => (target.kind === 'endpoint' ? [target.method] : [])))]
  if (isOnePath && targets.every(({kind}) => kind === 'endpoint')) return `${methods.join(', ')} ${first}`
  const stem = segmentsOf(first).slice(0, length).join('/')
  return stem === '' ? '/**' : `/${stem}/**`
}

/** The stems of endpoints of many families, that with the most endpoints first. */
export const stemsOf = (targets: readonly Target[]): string[] => sizedStemsOf(targets).map(({stem}) => stem)

/** The same, with how many endpoints each stands for. */
export function sizedStemsOf(targets: readonly Target[]): {readonly stem: string; readonly size: number}[] {
  const families = groupBy(targets, target => ('path' in target ? familyOf(target.path) : formatTarget(target)))
  return [...families.values()]
    .map(family => ({stem: stemOf(family), size: new Set(family.map(targetKey)).size}))
    .toSorted((a, b) => b.size - a.size || (a.stem < b.stem ? -1 : 1))
}

/** What precedes the last dot of a component's name: `io.k8s.api.core.v1` of `io.k8s.api.core.v1.Namespace`. */
export function packageOf(resource: string): string | undefined {
  const dot = resource.lastIndexOf('.')
  return dot > 0 ? resource.slice(0, dot) : undefined
}

/** Fields by their names; a component that is meant as a whole by its own. `within`: without the package. */
export function fieldNames(targets: readonly Target[], within?: string): string[] {
  const names = targets.flatMap(target => {
    if (target.kind !== 'resource-field') return []
    const resource = within === undefined ? target.resource : target.resource.slice(within.length + 1)
    return [target.name === '*' ? resource : `${resource}.${target.name}`]
  })
  return [...new Set(names)].toSorted()
}
