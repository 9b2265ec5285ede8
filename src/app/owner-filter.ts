import type {Context} from '../context/context.ts'
import {readCodeOwners} from '../inputs/owners/code-owners.ts'
import {pathInRepository} from '../inputs/working-tree.ts'
import {ownerNames} from '../model/approval.ts'
import {ignoreInputErrors, inputError} from '../model/input-error.ts'
import type {History} from '../model/lifecycle/history.ts'
import {covers, isEndpoint, isPrefix, type Subject, subjectKey} from '../model/subject/subject.ts'
import {suggestChoices} from '../text/format-choices.ts'
import {findApiOwners} from './api-facts.ts'
import {type CommonOptions, configOf} from './session/config.ts'
import {readCurrentDescription} from './session/current-description.ts'
import type {Session} from './session/session.ts'
import {createOwnerSearch, type OwnerSources} from './session/subject-owners.ts'

/** The owners of an API. */
export interface ApiOwners {
  /** Everyone who owns it, or a part of it. */
  readonly names: readonly string[]
  /** Who owns a subject: by `x-owner` in the description, by `owners`, else the owners of the API. */
  of(subject: Subject): readonly string[]
}

/**
 * Reads who owns an API and its parts. What the description doesn't have any more keeps the tags of the history; of one that
 * can't be read, nothing is known but what else says so.
 */
export async function readApiOwners(
  options: CommonOptions,
  context: Context,
  history?: Pick<History, 'events'>
): Promise<ApiOwners> {
  const config = configOf(options, context)
  const all = findApiOwners(config, context) ?? []
  const owned = config?.owner === undefined ? readCodeOwners(context) : undefined
  const pathOf = (file: string | undefined) => owned && file && pathInRepository(context.files, owned.root, file)
  const description = await readCurrentDescription(context, config?.spec)
  const now = ignoreInputErrors(
    () => (description?.describeBriefly?.() ?? description?.describe())?.arrivals ?? [],
    []
  ).map(each => ({
    ...each,
    path: pathOf(each.place.source)
  }))
  const known = new Set(now.map(({subject}) => subjectKey(subject)))
  const past = new Map<string, OwnerSources['operations'][number]>()
  for (const {subject, tags, place} of history?.events ?? [])
    if (tags && !known.has(subjectKey(subject))) past.set(subjectKey(subject), {subject, tags, place, described: {}})
  const search = createOwnerSearch({
    operations: [...now, ...past.values()],
    config,
    ofFile: owned?.ofFile,
    path: pathOf(config?.spec ?? config?.history),
    changes: []
  })
  const stated = [...(config?.owners ?? []), ...now].flatMap(({owners = []}) => owners)
  return {
    names: [...new Set([...all, ...stated])],
    of(subject) {
      const {target} = subject
      // Which operations use a shared part isn't known here, so that only what names it says whose it is.
      const isNamed = config?.owners?.some(each => each.subject && covers({target: each.subject.target}, {target}))
      if (!isEndpoint(target) && !isPrefix(target) && !isNamed) return all
      const {sets, unowned} = search(subject)
      const names = ownerNames(sets)
      return names.length === 0 ? all : unowned.length === 0 ? names : [...new Set([...names, ...all])]
    }
  }
}

/** Whether a subject belongs to the named owner; everything does without one. Throws an `InputError` for an unknown one. */
export async function createOwnerFilter(
  owner: string | undefined,
  options: CommonOptions,
  context: Context,
  session?: Pick<Session, 'history'>
): Promise<(subject: Subject) => boolean> {
  if (owner === undefined) return () => true
  const {names, of} = await readApiOwners(options, context, session?.history)
  assertKnownOwner(owner, names)
  return subject => of(subject).includes(owner)
}

/** Throws an `InputError` if nothing belongs to the owner. */
export function assertKnownOwner(owner: string, names: readonly string[]): void {
  const known = [...new Set(names)]
  if (!known.includes(owner))
    throw inputError(`Nothing is owned by \`${owner}\`.${suggestChoices(owner, known, 'Owners')}`)
}
