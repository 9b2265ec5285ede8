import {EXIT, type Io} from '../../app/io.ts'
import {eventsBetween} from '../../app/session/changes-between.ts'
import {openAny} from '../../app/session/open-history-or-source.ts'
import type {CommonOptions} from '../../app/session/session.ts'
import type {SourceOptions} from '../../app/session/source-choice.ts'
import {judgeAll} from '../../lint.ts'
import {InputError, type Problem} from '../../model/input-error.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {nearSubject} from '../../model/lifecycle/similar-subject.ts'
import {presenceAt} from '../../model/lifecycle/state-at-time.ts'
import {nearest} from '../../model/subject/closest-word.ts'
import {formatSubject, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {type Entry, momentOf} from '../../model/time/timeline.ts'
import {readUses, type Use} from '../../read/config/uses-file.ts'
import {readText} from '../../read/files/file-system.ts'
import {pageOf} from '../../render/page-data.ts'
import {entryNamed} from '../../render/release-notes/notes.ts'
import {upgradeOf} from '../../render/upgrade-guide/guide.ts'
import {jsonText} from '../../text/escape.ts'
import {sayAt} from '../../text/format-values.ts'

export interface UpgradeOptions extends CommonOptions, SourceOptions {
  readonly from: string
  readonly to: string
  readonly source?: string | undefined
  /** Path of a file with the endpoints that the client uses. */
  readonly uses?: string | undefined
  readonly format: 'markdown' | 'json'
}

/** Renders what a client of one release must do to move to another. */
export async function run({from, to, uses: file, format, ...options}: UpgradeOptions, io: Io): Promise<number> {
  const written = file === undefined ? undefined : readUses(readText(file), file)
  const session = await openAny(options, io, [from, to])
  const {history, policy, assumed} = session
  const [older, newer] = [entryNamed(history, from), entryNamed(history, to)]
  const uses = written && resolveUses(written, older, history)
  const page = pageOf(history, judgeAll(history, policy), policy, assumed)
  const upgrade = upgradeOf(older, newer, eventsBetween(session, older, newer), page, uses)
  if (format === 'json') {
    const {upgradeJson} = await import('../../render/upgrade-guide/json.ts')
    io.out(`${jsonText(upgradeJson(upgrade, page, session), 2)}\n`)
  } else {
    const {upgradePage} = await import('../../render/upgrade-guide/markdown.ts')
    io.out(upgradePage(upgrade, page))
  }
  return EXIT.fine
}

/**
 * Used endpoints, each once, in the notation of the history. Throws an `InputError` if the older release doesn't serve
 * one of them.
 */
function resolveUses(written: readonly Use[], older: Entry, history: History): Subject[] {
  const problems = written.flatMap(use => problemOf(use, older, history) ?? [])
  if (problems.length > 0) throw new InputError(problems)
  const known = written.map(({subject}) => history.bySubject.get(subjectKey(subject))?.subject ?? subject)
  return [...new Map(known.map(subject => [subjectKey(subject), subject])).values()]
}

function problemOf({subject, text, place}: Use, older: Entry, history: History): Problem | undefined {
  const life = history.bySubject.get(subjectKey(subject))
  if (!life) {
    const all = history.lifecycles.map(each => formatSubject(each.subject))
    const near = nearSubject(subject, history)
    const suggestion = near ? formatSubject(near) : nearest(formatSubject(subject), all)
    const hint = suggestion === undefined ? '' : ` (did you mean \`${suggestion}\`?)`
    return {message: `Unexpected endpoint \`${text}\`, expected one that \`${history.source}\` tells of${hint}`, place}
  }
  const presence = presenceAt(life, momentOf(older), history.timeline)
  if (presence === 'live' || presence === 'deprecated') return undefined
  const [introduced, end] = [life.tenures[0]?.introduced, life.tenures.at(-1)?.end]
  const why =
    presence === 'absent' && introduced
      ? `, which came ${sayAt(introduced.moment)}`
      : end
        ? `, which ended ${sayAt(end.moment)}`
        : ''
  return {message: `Unexpected endpoint \`${text}\`${why}, expected one that release \`${older.name}\` serves`, place}
}
