import {countNoun} from '@tenure/core/languages/languages'
import {groupBy} from '@tenure/core/model/group-by'
import {isMember, isNamed} from '@tenure/core/model/subject/subject'
import {compareMarkers, looksLikeMarker} from '@tenure/core/model/subject/version-marker'
import {compareText} from '@tenure/core/outputs/changes/page-data'
import type {TimelineLife} from './rows.ts'

/** A group of rows. */
export interface LifeGroup {
  readonly name: string
  readonly lives: readonly TimelineLife[]
}

export const GROUPINGS = ['tag', 'path', 'version'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Number of rows above which a group is divided, if the paths of its rows differ. */
const MOST_ROWS = 60
/** Minimum average size of the resulting groups. */
const USUAL_ROWS = 12
/** Number of rows below which groups are merged if there are more than `MANY_GROUPS`. */
const FEW = 3
const MANY_GROUPS = 8

export function groupLifecycles(lives: readonly TimelineLife[], by: Grouping): LifeGroup[] {
  switch (by) {
    case 'tag':
      return groupsByName(lives, ({tags}) => tags[0] ?? 'without a tag')
    case 'version':
      return groupByVersion(lives)
    case 'path':
      return groupByPath(lives)
  }
}

/** Groups by tag if most subjects have tags, otherwise by path. */
export const chooseGrouping = (lives: readonly TimelineLife[]): Grouping =>
  lives.filter(({tags}) => tags.length > 0).length * 2 > lives.length ? 'tag' : 'path'

const groupsByName = (lives: readonly TimelineLife[], nameOf: (life: TimelineLife) => string): LifeGroup[] =>
  [...groupBy(lives, nameOf)]
    .map(([name, each]): LifeGroup => ({name, lives: each}))
    .toSorted(
      (a, b) =>
        Number(a.name.startsWith('without ')) - Number(b.name.startsWith('without ')) ||
        compareText(a.name.toLowerCase(), b.name.toLowerCase()) ||
        compareText(a.name, b.name)
    )

/** Name of the group for subjects without a version marker. */
export const UNVERSIONED = 'without a version'

/** Groups by version marker, oldest first. */
export const groupByVersion = (lives: readonly TimelineLife[]): LifeGroup[] =>
  groupsByName(lives, ({marker}) => marker ?? UNVERSIONED).toSorted((a, b) =>
    a.name === UNVERSIONED || b.name === UNVERSIONED ? 0 : compareMarkers(a.name, b.name)
  )

/** Groups by the first path segments, without version markers. Large groups use more segments. */
export function groupByPath(lives: readonly TimelineLife[], most = MOST_ROWS): LifeGroup[] {
  const found = divide(lives, 0, most)
  const groups = found.length > MANY_GROUPS ? mergeSmall(found) : found
  return groups.toSorted((a, b) => compareText(a.name, b.name))
}

function divide(lives: readonly TimelineLife[], depth: number, most: number): LifeGroup[] {
  const groups = [...groupBy(lives, life => stemOf(life, depth + 1))].map(
    ([name, each]): LifeGroup => ({name, lives: each})
  )
  return groups.flatMap(group => {
    if (group.lives.length <= most || depth > 5 || group.lives.every(life => segmentsOf(life).length <= depth + 1))
      return [group]
    const parts = divide(group.lives, depth + 1, most)
    // Many small groups are no better than one large group.
    return parts.length > Math.max(12, group.lives.length / USUAL_ROWS) ? [group] : parts
  })
}

/** Merges small groups by their parent path. */
function mergeSmall(groups: readonly LifeGroup[]): LifeGroup[] {
  const kept = groups.filter(({lives}) => lives.length >= FEW)
  const small = groups.filter(({lives}) => lives.length < FEW)
  if (small.length < 2) return [...groups]
  const parents = [...groupBy(small, ({name}) => parentPath(name))].map(([parent, all]): LifeGroup => {
    const [only] = all
    return all.length === 1 && only ? only : {name: parent, lives: all.flatMap(({lives}) => lives)}
  })
  return [...kept, ...parents]
}

const parentPath = (name: string): string => {
  const parent = name.replace(/\/[^/]*$/, '')
  return parent === name ? 'others' : parent === '' ? 'other paths' : `${parent}/…`
}

function stemOf(life: TimelineLife, depth: number): string {
  const segments = segmentsOf(life)
  return segments.length === 0 ? unnamedGroup(life) : `${hasPath(life) ? '/' : ''}${segments.slice(0, depth).join('/')}`
}

/** Whether the name shows a path, and not only parts of one. */
export const hasPath = ({lifecycle: {subject}}: TimelineLife): boolean =>
  subject.target.verb !== undefined || subject.target.text.startsWith('/')

/** The group of subjects without a path: their type, or what they are. */
function unnamedGroup({lifecycle: {subject}}: TimelineLife): string {
  const {target} = subject
  if (isMember(target)) return target.type
  const noun = countNoun([target], 'operation')
  return !isNamed(target) ? '/' : noun === 'operation' ? 'operations by name' : `${noun}s`
}

/** Path segments without parameters and version markers. */
function segmentsOf({lifecycle: {subject}}: TimelineLife): string[] {
  if (subject.target.path === undefined) return []
  return subject.target.path.split('/').filter(each => each !== '' && !each.startsWith('{') && !looksLikeMarker(each))
}
