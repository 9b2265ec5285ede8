import {netEventsBetween} from '@tenure/core/app/session/changes-between'
import {openSource, printRemarks, type SourceSession} from '@tenure/core/app/session/open-source'
import type {SourceOptions} from '@tenure/core/app/session/select-source'
import type {Context} from '@tenure/core/context/context'
import {readUsedEndpoints, type UsedEndpoint} from '@tenure/core/inputs/config/uses-file'
import {InputError, type InputProblem} from '@tenure/core/model/input-error'
import type {History} from '@tenure/core/model/lifecycle/history'
import {findSimilarSubject} from '@tenure/core/model/lifecycle/similar-subject'
import {stateAtTime} from '@tenure/core/model/lifecycle/state-at-event'
import {findClosestWord} from '@tenure/core/model/subject/closest-word'
import {formatSubject, type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {momentOfEntry, type TimelineEntry} from '@tenure/core/model/time/timeline'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {formatAtMoment} from '@tenure/core/text/format-values'
import {findEntry} from '../release-notes/github.ts'
import {createUpgradeGuide, type UpgradeGuide} from '../upgrade-guide/guide.ts'
import {pageOf} from './news.ts'

export interface UpgradeOptions extends SourceOptions {
  readonly from: string
  readonly to: string
  /** Path of a file with the endpoints that the client uses. */
  readonly uses?: string | undefined
  /** Includes approvers, internal evidence, and places in files. */
  readonly internal?: boolean | undefined
}

/** Upgrade guide, with the data to render it. */
export interface UpgradeAnswer {
  readonly guide: UpgradeGuide
  readonly page: HistoryPage
  readonly session: SourceSession
}

/** What a client of one release must do to move to another. */
export async function upgrade(
  {from, to, uses: file, internal, ...options}: UpgradeOptions,
  context: Context
): Promise<UpgradeAnswer> {
  const written = file === undefined ? undefined : readUsedEndpoints(context.files.readText(file), file)
  const session = await openSource(options, context, [from, to])
  printRemarks(session, context)
  const {history} = session
  const [older, newer] = [findEntry(history, from), findEntry(history, to)]
  const uses = written && resolveUses(written, older, history)
  const page = pageOf(session, history, {internal})
  return {guide: createUpgradeGuide(older, newer, netEventsBetween(session, older, newer), page, uses), page, session}
}

/**
 * Used endpoints, each once, in the notation of the history. Throws an `InputError` if the older release doesn't serve
 * one of them.
 */
function resolveUses(written: readonly UsedEndpoint[], older: TimelineEntry, history: History): Subject[] {
  const problems = written.flatMap(use => problemOf(use, older, history) ?? [])
  if (problems.length > 0) throw new InputError(problems)
  const known = written.map(({subject}) => history.bySubject.get(subjectKey(subject))?.subject ?? subject)
  return [...new Map(known.map(subject => [subjectKey(subject), subject])).values()]
}

function problemOf(
  {subject, text, place}: UsedEndpoint,
  older: TimelineEntry,
  history: History
): InputProblem | undefined {
  const life = history.bySubject.get(subjectKey(subject))
  if (!life) {
    const all = history.lifecycles.map(each => formatSubject(each.subject))
    const near = findSimilarSubject(subject, history)
    const suggestion = near ? formatSubject(near) : findClosestWord(formatSubject(subject), all)
    const hint = suggestion === undefined ? '' : ` Did you mean \`${suggestion}\`?`
    return {message: `\`${text}\` isn't in \`${history.source}\`.${hint}`, place}
  }
  const presence = stateAtTime(life, momentOfEntry(older), history.timeline)
  if (presence === 'live' || presence === 'deprecated') return undefined
  const [introduced, end] = [life.tenures[0]?.introduced, life.tenures.at(-1)?.end]
  const why =
    presence === 'absent' && introduced
      ? `: it was added ${formatAtMoment(introduced.moment)}`
      : end
        ? `: it was removed ${formatAtMoment(end.moment)}`
        : ''
  return {message: `\`${text}\` isn't served by release \`${older.name}\`${why}.`, place}
}
