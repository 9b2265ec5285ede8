import {posix} from 'node:path'
import type {DescriptionSummary} from '../../descriptions/description.ts'
import {groupBy} from '../../model/group-by.ts'
import {isFileSet} from '../../stores/file-set.ts'
import {formatFew} from '../../text/format-values.ts'
import {isClientPart, type JoinedDescription, joinParts} from './join-parts.ts'
import {
  areTwoFormats,
  areVersions,
  isConverted,
  isSwagger,
  type ReleasePattern,
  type ReleaseSet,
  shareOf,
  splitReleases
} from './release-sets.ts'

/** One API of a project: a description, or a set of descriptions with one for each release. */
export interface SelectedApi {
  /** The description; of a set, the current one. */
  readonly main: JoinedDescription
  readonly releases?: ReleasePattern
}

export interface LeftOut {
  readonly path: string
  readonly why: string
}

/** Two descriptions that may be of one API. */
export interface SimilarApis {
  readonly path: string
  readonly of: string
  /** Number of paths that both have. */
  readonly shared: number
}

export interface SelectedDescriptions {
  readonly apis: readonly SelectedApi[]
  readonly leftOut: readonly LeftOut[]
  /** Pairs of `apis` that may be one API, which the user has to decide, those with the most common paths first. */
  readonly similar: readonly SimilarApis[]
}

const SAMPLES =
  /(?:^|\/)(?:_*tests?_*|testdata|test[-_]data|testing|e2e|integration[-_]tests?|spec\/(?:support|fixtures)|_*fixtures?_*|_*mocks?_*|_*snapshots_*|stubs?|samples?|examples?|demos?|cypress)\//i
const SAMPLE_NAME = /(?:^|\/)(?:[^./]+\.|[^/]*[-_])?(?:tests?|example|sample|fixture|mock)\.\w+$/i
const TEMPLATE_NAME = /\.(?:ytt|tpl|tmpl|template|j2|jinja2?|hbs|mustache|erb)\.\w+$/i
const OUTPUT =
  /(?:^|\/)(?:dist|build|out|output|target|public|static|assets|_?site|generated|gen|(?:[\w.]+[-_]|http|api)?(?:clients?|sdks?)(?:[-_.][\w.-]+)?)\//i
/** Folders of programs that call an API, which can hold a copy of its description. */
const CALLER = /(?:^|\/)(?:front-?end|web-?(?:app|ui)?|ui|mobile|android|ios)\//i
const OUTPUT_NAME =
  /(?:^|[-_./])(?:bundled?|dereferenced|derefed|deref|resolved|compiled|generated|flattened|merged)(?=[-_.])/i

/** Whether a file is made from another one, by its name or what it says. */
const isOutput = ({path, isGenerated}: DescriptionSummary): boolean =>
  isGenerated === true || OUTPUT.test(path) || OUTPUT_NAME.test(posix.basename(path))

/**
 * Decides which of the descriptions in a project are its APIs, and says why the others aren't. `files` are those of the
 * project.
 */
export function selectDescriptions(
  found: readonly DescriptionSummary[],
  files: readonly string[]
): SelectedDescriptions {
  const leftOut: LeftOut[] = []
  const leave = (
    descriptions: readonly DescriptionSummary[],
    whyOf: (each: DescriptionSummary) => string | undefined
  ) =>
    descriptions.filter(each => {
      const why = whyOf(each)
      if (why !== undefined) leftOut.push({path: each.path, why})
      return why === undefined
    })
  const own = leave(found, ({path}) =>
    SAMPLES.test(path) || SAMPLE_NAME.test(path)
      ? 'an example or a test'
      : TEMPLATE_NAME.test(path)
        ? 'a template'
        : undefined
  )
  const hasRoot = own.some(({part}) => part?.root === 'begins')
  const ofServers = leave(own, each => (hasRoot && isClientPart(each) ? 'what a client adds for itself' : undefined))
  const joined = joinDescriptions(ofServers)
  const roots = joinParts(leave(joined, partOf(joined)), files)
  const hasPaths = roots.some(({paths}) => paths.length > 0)
  const full = leave(roots, ({lacks}) => (hasPaths && lacks !== undefined ? `it has no \`${lacks}\`` : undefined))
  const single = leave(full, twinOf(full))
  const {sets, others, copies} = splitReleases(single)
  leftOut.push(...copies)
  const apis = [...sets.map(toApi), ...others.map((main): SelectedApi => ({main}))]
  const kept = leaveCopies(apis, leftOut)
  return {
    apis: kept.toSorted((a, b) => (a.main.path < b.main.path ? -1 : 1)),
    leftOut: leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    similar: findSimilar(kept.map(({main}) => main))
  }
}

/** Pairs in which one description shares at least half of its paths with the other, without versions of an API. */
function findSimilar(all: readonly DescriptionSummary[]): SimilarApis[] {
  const byPath = groupBy(
    all.flatMap(each => each.paths.map(path => ({path, each}))),
    ({path}) => path
  )
  const pairs = new Map<DescriptionSummary, Map<DescriptionSummary, number>>()
  for (const having of byPath.values()) {
    for (const [at, {each}] of having.entries()) {
      const shared = pairs.get(each) ?? new Map<DescriptionSummary, number>()
      pairs.set(each, shared)
      for (const {each: other} of having.slice(at + 1)) shared.set(other, (shared.get(other) ?? 0) + 1)
    }
  }
  const found = [...pairs].flatMap(([one, others]) =>
    [...others].flatMap(([other, shared]): SimilarApis[] => {
      const [few, many] = one.paths.length <= other.paths.length ? [one, other] : [other, one]
      const isSimilar = shared >= MIN_PATHS && shared * 2 >= few.paths.length && !areVersions(one, other)
      return isSimilar ? [{path: few.path, of: many.path, shared}] : []
    })
  )
  return found.toSorted((a, b) => b.shared - a.shared || (a.path < b.path ? -1 : 1))
}

const toApi = ({current, pattern}: ReleaseSet): SelectedApi => ({main: current, releases: pattern})

/** Maximum number of files that a path names one by one. */
const MAX_NAMED = 5

/**
 * Joins descriptions of a folder that can be one, such as custom resources or tools, into one with a path such as
 * `crds/**`. Files that describe the same things again, such as one for each release, stay alone.
 */
function joinDescriptions(all: readonly DescriptionSummary[]): DescriptionSummary[] {
  const joined = new Map<DescriptionSummary, DescriptionSummary>()
  const open = all.filter(({joins}) => joins !== undefined)
  const groups = groupBy(open, ({path, joins}) => `${posix.dirname(path)}\0${joins}`)
  for (const [key, own] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [folder = '', language] = key.split('\0')
    if (own.length < 2 || own.some(each => joined.has(each)) || areCopies(own)) continue
    const below = open.filter(each => each.joins === language && each.path.startsWith(`${folder}/`))
    const group = areCopies(below) ? own : below
    const path = pathOfSet(folder, group, all)
    if (path === undefined) continue
    const paths = [...new Set(group.flatMap(each => each.paths))]
    const whole: DescriptionSummary = {path, paths, bases: [], references: [], ...(language ? {joins: language} : {})}
    for (const each of group) joined.set(each, whole)
  }
  return [...new Set(all.map(each => joined.get(each) ?? each))]
}

/** Whether half of the files or more describe something that another one describes, too. */
function areCopies(group: readonly DescriptionSummary[]): boolean {
  const files = groupBy(
    group.flatMap(each => each.paths.map(path => ({path, each}))),
    ({path}) => path
  )
  const shared = group.filter(({paths}) => paths.some(path => (files.get(path)?.length ?? 0) > 1))
  return shared.length * 2 >= group.length
}

/** The shortest path with `**` that stands for these descriptions and no others. `undefined` if none is short. */
function pathOfSet(
  folder: string,
  group: readonly DescriptionSummary[],
  all: readonly DescriptionSummary[]
): string | undefined {
  const others = all.filter(each => !group.includes(each) && (folder === '.' || each.path.startsWith(`${folder}/`)))
  const start = folder === '.' ? '' : `${folder}/`
  const [ending = '', ...more] = new Set(group.map(({path}) => posix.extname(path)))
  // In the top folder of a project, any other file could be meant.
  if (others.length === 0 && folder !== '.') return `${start}**`
  if (more.length > 0) return undefined
  if (others.every(({path}) => posix.extname(path) !== ending)) return `${start}**/*${ending}`
  const names = group.map(({path}) => posix.basename(path, ending))
  return names.length <= MAX_NAMED ? `${start}**/{${names.join(',')}}${ending}` : undefined
}

/**
 * Returns a function that names the description that another one is a part of: one that refers to it as a whole or to
 * its paths. `undefined` if it is no part.
 */
function partOf(all: readonly DescriptionSummary[]): (each: DescriptionSummary) => string | undefined {
  const byPath = new Map(all.map(each => [each.path, each]))
  const users = new Map<string, DescriptionSummary>()
  // If two descriptions refer to each other, the one with more paths is the whole.
  for (const user of all.toSorted((a, b) => b.paths.length - a.paths.length || a.path.length - b.path.length)) {
    for (const {path, fragment} of user.references) {
      const used = byPath.get(path)
      if (!used || used === user || users.has(path) || users.get(user.path) === used) continue
      if (used.paths.length === 0 || fragment === '' || fragment.startsWith('/paths')) users.set(path, user)
    }
  }
  return ({path}) => {
    const user = users.get(path)
    return user && `a part of ${user.path}`
  }
}

/** Returns a function that names the YAML file that a JSON file of the same name repeats, or the reverse. */
function twinOf(all: readonly DescriptionSummary[]): (each: DescriptionSummary) => string | undefined {
  const stemOf = (path: string): string => path.replace(/\.(?:ya?ml|json)$/i, '')
  const byStem = groupBy(all, ({path}) => stemOf(path))
  return ({path}) => {
    const twins = byStem.get(stemOf(path)) ?? []
    const kept = twins.find(each => /\.ya?ml$/i.test(each.path)) ?? twins[0]
    return kept && kept.path !== path ? `the same as ${kept.path}` : undefined
  }
}

/** Leaves out what describes the same API again: bundled, built, or copied, or each release of a current description. */
function leaveCopies(apis: readonly SelectedApi[], leftOut: LeftOut[]): SelectedApi[] {
  const kept: SelectedApi[] = []
  for (const api of apis.toSorted(byPreference)) {
    const same = kept.find(other => isSameApi(other, api))
    if (!same) kept.push(api)
    else {
      const path = api.releases ? api.releases.pattern : api.main.path
      // Sets of files with the same things often differ on purpose, such as those of an experimental channel.
      const isFormat = areTwoFormats(same.main, api.main)
      const what = api.releases ? 'releases' : isFormat ? 'the same API' : api.main.joins ? 'a variant' : 'a copy'
      leftOut.push({path, why: `${what} ${isFormat && !api.releases ? 'as' : 'of'} ${same.main.path}`})
    }
  }
  return kept
}

function isSameApi({main: kept, releases}: SelectedApi, {main, releases: others}: SelectedApi): boolean {
  // What two files with parts of an API describe is the same wherever it stands.
  if (kept.joins !== undefined && kept.joins === main.joins) return isAmong(main.paths, kept.paths)
  if (areVersions(kept, main)) return false
  const shared = shareOf(kept, main)
  // Tools write one format from the other, and don't always keep the title.
  if (areTwoFormats(kept, main) && main.paths.length >= MIN_PATHS && shared >= SURELY_SAME) return true
  if ((kept.title ?? '') !== (main.title ?? '')) return false
  // Languages without titles: the names of types alone show that it is the same API.
  if (!kept.title) return main.paths.length >= MIN_PATHS && shared >= SURELY_SAME
  // A description that was built or released can be older than the one that it comes from, so fewer shared paths are
  // enough.
  if (isOutput(main) || (others !== undefined) !== (releases !== undefined)) return shared >= 0.5
  return shared === 1 && areWrittenTwice(kept, main)
}

/**
 * Whether two descriptions with the same title and paths are one API. Services that begin with the same template have
 * the same paths for a while, so they need a better reason.
 */
function areWrittenTwice(kept: DescriptionSummary, main: DescriptionSummary): boolean {
  const differs = (test: RegExp): boolean => test.test(kept.path) !== test.test(main.path)
  if (differs(/\.json$/i) || differs(DOCS) || isConverted(kept, main)) return true
  if (main.paths.length < MIN_PATHS) return false
  if (differs(CALLER) && kept.version === main.version) return true
  const isNamedAlike = firstWord(kept.path) === firstWord(main.path) || main.paths.length >= MANY_PATHS
  return posix.dirname(kept.path) === posix.dirname(main.path) && isNamedAlike
}

const DOCS = /(?:^|\/)(?:docs?|documentation|website)\//i
const MIN_PATHS = 3
/** Number of paths that services don't have in common by chance. */
const MANY_PATHS = 10
const SURELY_SAME = 0.9

const firstWord = (path: string): string => posix.basename(path).split(/[-_.]/)[0] ?? ''

/** Whether at least half of the paths are among others. */
const isAmong = (paths: readonly string[], others: readonly string[]): boolean =>
  paths.length > 0 && paths.filter(path => others.includes(path)).length * 2 >= paths.length

const byPreference = ({main: a, releases: one}: SelectedApi, {main: b, releases: other}: SelectedApi): number =>
  Number(isOutput(a)) - Number(isOutput(b)) ||
  Number(CALLER.test(a.path)) - Number(CALLER.test(b.path)) ||
  Number(isFileSet(b.path)) - Number(isFileSet(a.path)) ||
  // What is in several files is what the others are made from.
  Number(a.files === undefined) - Number(b.files === undefined) ||
  Number(one !== undefined) - Number(other !== undefined) ||
  Number(isSwagger(a)) - Number(isSwagger(b)) ||
  Number(/\.json$/i.test(a.path)) - Number(/\.json$/i.test(b.path)) ||
  a.path.split('/').length - b.path.split('/').length ||
  a.path.length - b.path.length ||
  (a.path < b.path ? -1 : 1)

/** What was left out, by reason, as sentences: `a.yaml and b.yaml (an example or a test)`. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string[] {
  const byReason = groupBy(leftOut, ({why}) => why.replace(/ (?:of|as) .*$/s, ''))
  return [...byReason].map(([reason, list]) => {
    const [why = reason, ...others] = new Set(list.map(each => each.why))
    return `${formatFew(list.map(({path}) => path))} (${others.length === 0 ? why : `each ${reason} ${/same/.test(reason) ? 'as' : 'of'} another one`})`
  })
}
