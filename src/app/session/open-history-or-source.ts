import {NEXT} from '../../model/time/timeline.ts'
import {openSource} from '../../read/sources/open-source.ts'
import type {ReleaseSource} from '../../read/sources/source.ts'
import {plainText} from '../../report/sanitize-text.ts'
import type {Context} from '../context.ts'
import {openSession, type Session} from './session.ts'
import {type ChosenSource, chooseSource, type SourceSessionOptions, sourceOptions} from './source-choice.ts'

/** Session on a written history or on observed descriptions. */
export interface HistoryOrSourceSession extends Session {
  /** Source of the descriptions. Missing for a written history. */
  readonly chosen?: ChosenSource
}

/**
 * Opens a history or a source, as `audit` does. Remarks go to standard error, because standard output holds the
 * rendered page. `names` are the requested releases. In a repository, `next` stands for the commits since the last tag.
 */
export async function openHistoryOrSource(
  asked: SourceSessionOptions,
  context: Context,
  names: readonly (string | undefined)[] = []
): Promise<HistoryOrSourceSession> {
  const options = await sourceOptions(asked)
  if (!options) {
    const session = openSession(asked, context, asked.source)
    printRemarks(session, context)
    return session
  }
  const [found, {openSourceSession}] = await Promise.all([
    chooseSource(options, context),
    import('./source-session.ts')
  ])
  const isNext = names.some(name => name !== undefined && /^(?:.*\.\.)?next$/.test(name))
  const chosen = isNext ? {...found, source: addNextRelease(found, options)} : found
  const session = await openSourceSession(options, context, chosen)
  printRemarks(session, context)
  return {...session, chosen}
}

/** Adds the unreleased commits to the source as a release named `next`. */
function addNextRelease({source, policy}: ChosenSource, {branch, spec}: SourceSessionOptions): ReleaseSource {
  const {timezone} = policy
  if (source.kind !== 'git' || branch !== undefined || source.releases.some(({name}) => name === NEXT)) return source
  const last = openSource(source.path, {branch: 'HEAD', timezone, ...(spec === undefined ? {} : {spec})}).releases.at(
    -1
  )
  if (!last) return source
  const {date: _, ...head} = last
  return {
    ...source,
    releases: [...source.releases, {...head, name: NEXT}],
    remarks: [...source.remarks, `\`${NEXT}\` is what is committed here (${last.name})`]
  }
}

const printRemarks = ({path, remarks}: Session, context: Context): void => {
  for (const [at, remark] of remarks.entries()) context.err(`${plainText(at === 0 ? `${path}: ${remark}` : remark)}\n`)
}
