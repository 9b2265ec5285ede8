import type {Context} from '../../context/context.ts'
import {openReleases} from '../../inputs/sources/open-source.ts'
import type {ReleaseSource} from '../../inputs/sources/source.ts'
import {NEXT} from '../../model/time/timeline.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {withApiOfFiles} from './config.ts'
import {type ObservedSession, openDescriptions} from './descriptions.ts'
import {descriptionOptions, type SelectedSource, type SourceOptions, selectSource} from './select-source.ts'
import {openWrittenHistory, type Session} from './session.ts'

/** Session on a written history or on observed descriptions, with their source and its releases. */
export type SourceSession = Session & Partial<Pick<ObservedSession, 'selected' | 'releases'>>

/**
 * Opens what the options name: a written history, a folder of descriptions, or the tags of a repository. If they name
 * nothing, opens what is found in the current folder. `names` are the requested releases: in a repository, `next`
 * stands for the commits since the last tag. Throws an `InputError` if there's nothing to read, or more than one
 * source.
 */
export async function openSource(
  given: SourceOptions,
  context: Context,
  names: readonly (string | undefined)[] = []
): Promise<SourceSession> {
  const {source = '.'} = given
  // An API is chosen by the source, unless that is the current folder, to which all APIs may belong.
  const asked =
    context.files.resolve(source) === context.files.resolve('.') ? given : withApiOfFiles(given, [source], context)
  const options = descriptionOptions(asked, context)
  if (!options) return openWrittenHistory(asked, context, asked.source)
  const found = selectSource(options, context)
  const isNext = names.some(name => name !== undefined && /^(?:.*\.\.)?next$/.test(name))
  const selected = isNext ? {...found, source: addNextRelease(context, found, options)} : found
  return openDescriptions(options, context, selected)
}

/** Adds the unreleased commits to the source as a release named `next`. */
function addNextRelease(
  workspace: Workspace,
  {source, policy}: SelectedSource,
  {branch, spec}: SourceOptions
): ReleaseSource {
  const {timezone} = policy
  if (source.kind !== 'git' || branch !== undefined || source.releases.some(({name}) => name === NEXT)) return source
  const last = openReleases(workspace, source.path, {branch: 'HEAD', timezone, spec}).releases.at(-1)
  if (!last) return source
  const {date: _, ...head} = last
  return {
    ...source,
    releases: [...source.releases, {...head, name: NEXT}],
    remarks: [...source.remarks, `\`${NEXT}\` is what is committed here (${last.name})`]
  }
}

/**
 * Prints the remarks of a session to standard error, if standard output holds a rendered page. The first one names the
 * source, unless its API was chosen by name.
 */
export const printRemarks = ({path, remarks, config}: Session, context: Context): void => {
  const source = config?.api === undefined ? `${path}: ` : ''
  for (const [at, remark] of remarks.entries()) context.err(`${plainText(at === 0 ? `${source}${remark}` : remark)}\n`)
}
