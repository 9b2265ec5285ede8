import {join, relative, resolve} from 'node:path'
import {InputError} from '../../model/input-error.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {type HeldCommit, pathIn, targetOf} from '../../read/base/base-revision.ts'
import type {GoneApi} from '../../read/base/deleted-apis.ts'
import {type Config, narrowed} from '../../read/config/file.ts'
import type {PolicyFile} from '../../read/config/policy-file.ts'
import {viewOfCommit} from '../../read/files/commit-view.ts'
import {isFolder, isThere, viewing} from '../../read/files/file-system.ts'
import {decode} from '../../read/files/utf8.ts'
import {CommitTree} from '../../read/git/commit-tree.ts'
import {NotInClone} from '../../read/git/not-in-clone.ts'
import {type HistoryFile, readHistory} from '../../read/history/file.ts'
import {specsAround} from '../../read/sources/project-files.ts'
import {specNamed} from '../../read/sources/release-base.ts'
import {movedFrom} from '../../read/sources/renamed-file.ts'
import {CONFIG_NAME} from '../default-names.ts'
import {type CommonOptions, findHistory, policyFor, policyOf, wholeConfigOf} from '../session/session.ts'
import {choiceOf} from './gate-choice.ts'

/** What decides on an API: its configuration, history and policy. */
export interface Deciding {
  readonly config: Config | undefined
  /** The history, and its path from here. */
  readonly path: string | undefined
  readonly file: HistoryFile | undefined
  readonly judge: PolicyFile & {readonly assumed: boolean}
}

/** What held before a change, read from the commit that it is to be merged into. */
export interface HeldState extends Deciding {
  /** Some file of it is another one now. */
  readonly isChanged: boolean
  readonly label: string
  /** It is an earlier state of the branch that is worked on. */
  readonly isOwn: boolean
  /** Why it could not be read; the default policy decides then. */
  readonly lacks?: string
}

/**
 * Reads what held before a change for the API whose description stands, or stood, at one of these paths. A file is looked
 * up by its name in that commit, whatever it is or leads to now.
 */
export function heldState(
  options: CommonOptions,
  {root, id, label, isOwn}: HeldCommit,
  specs: readonly string[],
  api: string | undefined
): HeldState {
  const view = viewOfCommit(new CommitTree(root, id))
  // A policy that is asked for and that the commit doesn't have is as it is now.
  const {policy} = options
  const asked = policy === undefined || viewing(view, () => isThere(policy)) ? undefined : policyOf(options, undefined)
  return viewing(view, () => {
    try {
      const whole = wholeConfigOf(options)
      const config = whole && ofApi(whole, specs, api)
      const path = findHistory(options.history, config)
      const file = path === undefined ? undefined : readHistory(path)
      const own = () =>
        file && path !== undefined ? policyFor(options, file, path, config) : policyOf(options, config)
      const judge = asked ?? own()
      return {config, path, file, judge, isChanged: view.differs(), label, isOwn}
    } catch (error) {
      if (!(error instanceof InputError) || error instanceof NotInClone) throw error
      const lacks = error.problems[0]?.message ?? 'it could not be read'
      return {
        config: undefined,
        path: undefined,
        file: undefined,
        judge: asked ?? policyOf(policy === undefined ? {} : options, undefined),
        isChanged: true,
        label,
        isOwn,
        lacks
      }
    }
  })
}

/** The day on which the history of the target was adopted; on the target itself whoever commits decides. */
export function adoptionBefore(
  {isOwn, file: before, path: stood}: HeldState,
  {file, path}: Deciding
): Pick<History, 'adoptedBefore'> {
  const day = before?.declared.adopted
  if (isOwn || day === undefined) return {}
  const source = path ?? stood ?? CONFIG_NAME
  const place = {source: isFolder(source) ? join(source, 'service.yaml') : source}
  const stays = file?.declared.adopted !== undefined
  return {adoptedBefore: {day, place: stays ? {...place, pointer: '/adopted'} : place}}
}

/** Whether the change leaves all of that as it was when it began: then the commit has moved on, and decides alone. */
export const hasMovedOn = (
  options: CommonOptions,
  held: HeldCommit,
  began: string | undefined,
  specs: readonly string[],
  api: string | undefined
): boolean =>
  began !== undefined && began !== held.id && !heldState(options, {...held, id: began}, specs, api).isChanged

/**
 * A file of the repository as the branch has it that a change is to be merged into: without a text where that has none.
 * `undefined` where the file lies outside of the repository, and where the change is to no other branch.
 */
export function heldText(
  path: string,
  options: {readonly base?: string | undefined}
): {readonly label: string; readonly text?: string} | undefined {
  const target = targetOf(choiceOf(options))
  const inside = target && pathIn(target.root, path)
  if (!target || inside === undefined) return undefined
  const bytes = new CommitTree(target.root, target.id).read(inside)
  return {label: target.label, ...(bytes ? {text: decode(bytes, path)} : {})}
}

/** What a search finds: descriptions that are still there, and those that are not. */
interface Searched {
  readonly there: readonly string[]
  readonly gone: readonly GoneApi[]
}

/**
 * The descriptions that a search in the target finds where it has no configuration: a change that names another one can't
 * hide them. Empty where the change follows them as they are, or under another name.
 */
export function searchedSpecs(
  options: CommonOptions & {readonly base?: string | undefined},
  now: readonly string[]
): Searched {
  const target = targetOf(choiceOf(options))
  if (!target) return NONE
  const tree = new CommitTree(target.root, target.id)
  const isHeld = (path: string): boolean => {
    const inside = pathIn(target.root, path)
    return inside !== undefined && tree.find(inside)?.kind === 'file'
  }
  const config = options.config ?? CONFIG_NAME
  if (isHeld(config) || (!isThere(config) && now.some(isHeld))) return NONE
  const found = viewing(viewOfCommit(tree), () => {
    try {
      const usual = specNamed(undefined)
      return usual === undefined ? specsAround() : [usual]
    } catch (error) {
      if (error instanceof InputError && !(error instanceof NotInClone)) return []
      throw error
    }
  })
  const others = found.filter(spec => !now.includes(spec))
  // Where nothing is followed now, what is gone is looked for by its name.
  const lost = now.length === 0 ? [] : others.filter(spec => !isThere(spec))
  const from =
    lost.length === 0 ? [] : now.map(spec => movedFrom(target.root, target.id, pathIn(target.root, spec) ?? ''))
  return {
    there: others.filter(isThere),
    gone: lost
      .filter(spec => !from.includes(pathIn(target.root, spec)))
      .map(spec => ({spec, held: target, pointer: ''}))
  }
}

const NONE: Searched = {there: [], gone: []}

/** The entry of one of several APIs: its description tells it sooner than its name, which may change. */
function ofApi(whole: Config, specs: readonly string[], api: string | undefined): Config {
  if (whole.apis.length === 0) return whole
  const known = new Set(specs.map(spec => relative('', resolve(spec))))
  const same = whole.apis.filter(({spec}) => spec !== undefined && known.has(spec))
  const found = same.find(({name}) => name === api) ?? same[0] ?? whole.apis.find(({name}) => name === api)
  return found ? narrowed(whole, found) : {...whole, waivers: whole.waivers.filter(each => each.api === undefined)}
}
