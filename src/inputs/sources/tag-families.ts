import {defined} from '../../model/defined.ts'
import {groupBy} from '../../model/group-by.ts'
import {releaseKey} from '../../model/time/release.ts'
import {type NameParts, type ReleaseVersion, splitReleaseName} from '../../model/time/version.ts'

/** A tag of a commit; times are in seconds since 1970. */
export interface Tag {
  readonly name: string
  readonly commit: string
  readonly committed: number
  /** When the tag was created; omitted for lightweight tags. */
  readonly tagged?: number
}

/** Tags whose names differ only in their version or day: `v1.0` and `v1.1`, `api/v1.0` and `api/v1.1`. */
export interface TagFamily {
  /** The text before the version in lower case, without separators at its end. */
  readonly prefix: string
  /** A placeholder is a candidate of 0.0.0, a release that never comes. */
  readonly kind: 'version' | 'date' | 'placeholder'
  readonly tags: readonly Tag[]
}

/** The API whose tags are looked for. */
export interface TagOwner {
  /** The name of the API, and the folders of its description. */
  readonly names: readonly string[]
  /** The same names of the other APIs in the repository. */
  readonly others: readonly string[]
  /** The path of its description from the working directory, if it is known. */
  readonly spec?: string
}

/** What git knows of tags, which is asked only where there are several families. */
export interface TagFacts {
  /** The names of the tags on the default branch. */
  readonly onBranch: () => ReadonlySet<string>
  /** The ID of the description in each tag that has one. */
  readonly descriptions: () => ReadonlyMap<string, string>
}

/** An API of a repository, as far as it is known. */
export interface NamedApi {
  readonly name?: string | undefined
  readonly spec?: string | undefined
}

/** The words that distinguish the tags of an API from those of the others; words that all APIs share are left out. */
export function createTagOwner(own: NamedApi, others: readonly NamedApi[]): TagOwner {
  const names = new Set(wordsOf(own))
  const otherWords = new Set(others.flatMap(wordsOf))
  return defined({
    names: [...names].filter(word => !otherWords.has(word)),
    others: [...otherWords].filter(word => !names.has(word)),
    spec: own.spec
  })
}

function wordsOf({name, spec}: NamedApi): string[] {
  const folders = spec === undefined ? [] : (spec.match(/[^\\/]+(?=[\\/])/g) ?? [])
  const file = spec?.replace(/^.*[\\/]|\.\w+$/g, '')
  const isUsual = /^(?:openapi|swagger|api|spec)$/i.test(file ?? '')
  return [name, folders.join('/'), ...folders, isUsual ? undefined : file].flatMap(word =>
    word === undefined || /^(?:|\.|\.\.)$/.test(word) ? [] : [word.toLowerCase()]
  )
}

const normalizePrefix = (prefix: string): string => prefix.toLowerCase().replace(/[-_/.@\s]+$/, '')

/** The families of the tags with a version or a day. */
export function listTagFamilies(tags: readonly Tag[]): TagFamily[] {
  const families = new Map<string, {prefix: string; kind: TagFamily['kind']; tags: Tag[]}>()
  for (const tag of tags) {
    const parts = splitReleaseName(tag.name)
    if (!parts) continue
    const kind = kindOf(parts)
    const prefix = normalizePrefix(parts.prefix)
    const key = `${kind} ${prefix}`
    const family = families.get(key) ?? {prefix, kind, tags: []}
    family.tags.push(tag)
    families.set(key, family)
  }
  return [...families.values()]
}

function kindOf({version}: NameParts): TagFamily['kind'] {
  if (!version) return 'date'
  return version.isCandidate && version.plainKey === '0' ? 'placeholder' : 'version'
}

/** Words in the names of tags that mark no release of an API: copies, builds, tests, and what is released with it. */
const OTHER_PURPOSES =
  /(?:^|[-_/.])(?:archived?|backup|bak|base|before|builds?|charts?|checkpoint|ci|clients?|debug|demo|deploy(?:ed|ment)?|docs?|draft|examples?|experiment(?:al)?|helm|merge|nightly|old|perf|pkg|poc|pre|sandbox|sdks?|sha|snapshots?|stash|temp|tests?|tmp|wip)(?:$|[-_/.])/

/** Prefixes that say nothing but that it is a release. */
const PLAIN = /^(?:|v|ver|version|releases?|rel|r)$/

const isNamedAfter = (prefix: string, names: readonly string[]): boolean =>
  names.some(name => {
    const own = name.toLowerCase()
    return prefix === own || prefix.endsWith(`/${own}`)
  })

/** Returns a function that tells whether plain tags are rather the releases of a description than those of a family. */
function createOverruled(families: readonly TagFamily[], descriptions: ReadonlyMap<string, string>) {
  const holding = ({tags}: TagFamily): readonly Tag[] => tags.filter(({name}) => descriptions.has(name))
  const countStates = (tags: readonly Tag[]): number => new Set(tags.map(({name}) => descriptions.get(name))).size
  const plain = families.filter(({prefix, kind}) => kind === 'version' && PLAIN.test(prefix))
  return (family: TagFamily): boolean => {
    if (PLAIN.test(family.prefix)) return false
    if (family.tags.length < 2) return plain.some(({tags}) => tags.length > 1)
    const own = holding(family)
    const start = Math.min(...own.map(({committed}) => committed))
    const states = countStates(own)
    // Plain tags that ended when these began were their predecessors.
    return plain.map(holding).some(tags => {
      const later = tags.filter(({committed}) => committed >= start)
      return tags.length > 1 && countStates(tags) >= 2 * states && countStates(later) >= states
    })
  }
}

/**
 * Chooses the family whose tags are the releases of an API: that of the newest release on the default branch. A family
 * named after the API comes first if there are several APIs, unless plain tags such as `v1.0` show many more states of
 * its description, and those named after another one are never chosen.
 * Backups, snapshots, and single tags come last; a package with the description is none, whatever it is called. `undefined` if there is none.
 */
export function chooseTagFamily(
  families: readonly TagFamily[],
  {names, others}: TagOwner,
  {onBranch, descriptions}: TagFacts
): TagFamily | undefined {
  const prefer = (all: readonly TagFamily[], test: (family: TagFamily) => boolean): readonly TagFamily[] => {
    const found = all.length > 1 ? all.filter(test) : []
    return found.length > 0 ? found : all
  }
  const allowed = families.filter(
    ({prefix}) => isNamedAfter(prefix, names) || !isNamedAfter(prefix, others) || PLAIN.test(prefix)
  )
  const described: ReadonlyMap<string, string> = allowed.length > 1 ? descriptions() : new Map()
  const isOverruled = createOverruled(allowed, described)
  const shown = prefer(allowed, family => !isOverruled(family))
  const own = others.length > 0 ? prefer(shown, ({prefix}) => isNamedAfter(prefix, names)) : shown
  const isOwnPackage = (prefix: string): boolean => prefix.startsWith('@') && isNamedAfter(prefix, names)
  const serious = prefer(
    own,
    ({prefix, kind}) => (isOwnPackage(prefix) || !OTHER_PURPOSES.test(prefix)) && kind !== 'placeholder'
  )
  const repeated = prefer(serious, ({tags}) => tags.length > 1)
  if (repeated.length < 2) return repeated[0]
  const reached = onBranch()
  const isReached = ({name}: Tag): boolean => reached.has(name)
  const shipped = prefer(repeated, ({tags}) => tags.some(isReached))
  const newestOf = ({tags}: TagFamily): number => {
    const on = tags.filter(isReached)
    return Math.max(...(on.length > 0 ? on : tags).map(({committed}) => committed))
  }
  return shipped.toSorted(
    (a, b) =>
      newestOf(b) - newestOf(a) ||
      Number(PLAIN.test(b.prefix)) - Number(PLAIN.test(a.prefix)) ||
      b.tags.length - a.tags.length ||
      (a.prefix < b.prefix ? -1 : 1)
  )[0]
}

/** What a tag begins with, up to its version or day: `api/v` in `api/v1.2.0`. */
export function startOf({name}: Tag): string {
  const {prefix = '', mark = ''} = splitReleaseName(name) ?? {}
  return name.slice(0, prefix.length + mark.length)
}

/** Patterns for the tags of a family, each for one spelling: `v*` and `[0-9]*`. `all` are all tags of the repository. */
export function patternsOf({tags}: Pick<TagFamily, 'tags'>, all: readonly Tag[]): string[] {
  const own = new Set(tags.map(({name}) => name))
  return [...new Set(tags.map(startOf))].toSorted().map(start => {
    const isAlone = start !== '' && all.every(({name}) => !name.startsWith(start) || own.has(name))
    return `${start.replace(/[?*\\[]/g, String.raw`\$&`)}${isAlone ? '*' : '[0-9]*'}`
  })
}

/** Tags without those that repeat another one or that move. */
export interface DistinctTags {
  readonly tags: readonly Tag[]
  /** Groups of tags of one commit that name one version; the first of each is read. */
  readonly twins: readonly (readonly Tag[])[]
  /** Tags such as `v1` that are on the commit of a longer version. */
  readonly moving: readonly Tag[]
  /** Tags of one version on different commits. */
  readonly conflicts: readonly (readonly Tag[])[]
}

const keyOf = (name: string): string => splitReleaseName(name)?.version?.key ?? releaseKey(name)

/** Finds the tags that name one version, and those that move with later versions. */
export function findDistinctTags(all: readonly Tag[]): DistinctTags {
  const byCommit = groupBy(all, ({commit}) => commit)
  const moving = all.filter(tag => byCommit.get(tag.commit)?.some(other => isMovedTo(tag.name, other.name)))
  const fixed = all.filter(tag => !moving.includes(tag))
  const groups = [...groupBy(fixed, ({name}) => keyOf(name)).values()].filter(({length}) => length > 1)
  const isOneCommit = ([first, ...rest]: readonly Tag[]): boolean => rest.every(({commit}) => commit === first?.commit)
  const spelling = mostFrequentMark(fixed)
  const twins = groups
    .filter(isOneCommit)
    .map(group =>
      group.toSorted(
        (a, b) =>
          Number(markOf(b) === spelling) - Number(markOf(a) === spelling) ||
          writtenIn(b) - writtenIn(a) ||
          (a.name < b.name ? -1 : 1)
      )
    )
  const repeated = new Set(twins.flatMap(group => group.slice(1)))
  return {
    tags: fixed.filter(tag => !repeated.has(tag)),
    twins,
    moving,
    conflicts: groups.filter(group => !isOneCommit(group))
  }
}

const partsOf = ({name}: Pick<Tag, 'name'>): NameParts | undefined => splitReleaseName(name)
const markOf = (tag: Tag): string => partsOf(tag)?.mark ?? ''
const writtenIn = (tag: Tag): number => partsOf(tag)?.version?.written ?? 0

function mostFrequentMark(tags: readonly Tag[]): string {
  const counts = [...groupBy(tags, markOf)].toSorted(([a, x], [b, y]) => y.length - x.length || (a < b ? 1 : -1))
  return counts[0]?.[0] ?? ''
}

/** Whether a tag has fewer numbers than another one of the same commit, which begins with them: `v1` and `v1.4.2`. */
function isMovedTo(name: string, other: string): boolean {
  const [short, long] = [splitReleaseName(name), splitReleaseName(other)]
  if (!short?.version || !long?.version || short.version.suffix !== 'final' || long.version.suffix !== 'final')
    return false
  const [few, many] = [writtenNumbers(short.version), writtenNumbers(long.version)]
  const isBeginning = few.length < many.length && few.every((each, at) => each === many[at])
  return isBeginning && short.version.key !== long.version.key
}

const writtenNumbers = ({numbers, written}: ReleaseVersion): readonly number[] => numbers.slice(0, written)
