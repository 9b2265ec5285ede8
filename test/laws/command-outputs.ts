// The outputs of all commands for a source and for the history recorded from it.

import {draftHistory} from '../../packages/authoring/src/record/record-all.ts'
import {partAsMarkdown} from '../../packages/pages/src/history-page/page-part.ts'
import {githubNotes} from '../../packages/pages/src/release-notes/github.ts'
import {renderChangelog} from '../../packages/pages/src/release-notes/keep-a-changelog.ts'
import {renderSite} from '../../packages/pages/src/site/page/page.ts'
import {siteOf} from '../../packages/pages/src/site/write-site.ts'
import {createUpgradeGuide} from '../../packages/pages/src/upgrade-guide/guide.ts'
import {upgradeMarkdown} from '../../packages/pages/src/upgrade-guide/markdown.ts'
import {auditSession} from '../../src/app/audit.ts'
import {dueOf} from '../../src/app/due.ts'
import {netEventsBetween, withNetChanges} from '../../src/app/session/changes-between.ts'
import {openObserved} from '../../src/app/session/descriptions.ts'
import type {SourceSession} from '../../src/app/session/open-source.ts'
import type {SelectedSource} from '../../src/app/session/select-source.ts'
import {createSession, type Session} from '../../src/app/session/session.ts'
import type {Context} from '../../src/context/context.ts'
import {readPolicy} from '../../src/inputs/config/policy-file.ts'
import {formatFacts, parseFacts} from '../../src/inputs/history/facts-text.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import {writeHistory} from '../../src/inputs/history/write.ts'
import type {ReleaseSource} from '../../src/inputs/sources/source.ts'
import {judgeAll} from '../../src/lint.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {compareReleases} from '../../src/model/time/release-branches.ts'
import type {TimelineEntry} from '../../src/model/time/timeline.ts'
import {ContentIds} from '../../src/observations/content-ids.ts'
import {changesOfRelease} from '../../src/outputs/changes/changes-of-release.ts'
import {createHistoryPage} from '../../src/outputs/changes/page-data.ts'
import {evidenceOf} from '../../src/outputs/report/finding-evidence.ts'
import {findingsJson as json} from '../../src/outputs/report/findings/findings-json.ts'
import {groupFindings} from '../../src/outputs/report/groups/group-findings.ts'
import {groupText} from '../../src/outputs/report/groups/group-text.ts'
import {earliestEndOfSupport} from '../../src/policy/earliest-end-of-support.ts'
import {holdResults, NO_CACHE} from '../../src/stores/cache.ts'
import {CONTEXT, HERE} from '../here.ts'

const AS_OF = '2026-11-20'
const POLICY = readPolicy(HERE.files, 'thirteen-months').policy

/** The output of each command, by its name. */
export type CommandOutputs = Readonly<Record<string, string>>

/** The outputs for a source and for the history recorded from it. */
export async function outputsOfBoth(
  source: ReleaseSource
): Promise<{readonly source: CommandOutputs; readonly recorded: CommandOutputs}> {
  const cache = holdResults(NO_CACHE)
  const context = {...HERE, progress: () => undefined, cache: () => cache, today: () => AS_OF} as unknown as Context
  const selected: SelectedSource = {
    source,
    policy: POLICY,
    assumed: false,
    asOf: AS_OF,
    ids: new ContentIds(cache)
  }
  const session = await openObserved({inPolicy: place => place}, context, selected)
  const {draft, facts} = draftHistory(session, {})
  const file = readHistoryText(writeHistory(draft), 'history.yaml')
  const read = facts.map((each, at) => {
    const again = parseFacts(formatFacts(each), 'facts.json')
    if (typeof again === 'string') throw new Error(`The facts of ${each.release} are ${again}.`)
    return [at, again] as const
  })
  const recorded = createSession(
    HERE,
    {
      config: undefined,
      path: 'history.yaml',
      isText: true,
      file,
      facts: {facts: new Map(read), problems: []},
      judge: {policy: POLICY, assumed: false, locate: place => place}
    },
    AS_OF
  )
  return {source: await outputsOf(session), recorded: await outputsOf(recorded)}
}

/** The differences that are allowed: places, how the source was read, and whether it lists every announcement to come. */
const withoutHeader = <Read extends Session>(session: Read): Read => ({
  ...session,
  path: 'source',
  remarks: [],
  locate: () => ({source: 'file', line: 1, column: 1})
})

/** The outputs of all commands for a source. */
export async function outputsOf(opened: SourceSession): Promise<CommandOutputs> {
  const session = withoutHeader(opened)
  const {policy, assumed, locate} = session
  const report = auditSession(session, CONTEXT)
  const history = withNetChanges(session)
  const judgments = judgeAll(history, policy)
  const internal = createHistoryPage(history, judgments, policy, assumed)
  const page = {...internal, isForClients: true as const}
  const entries = history.timeline.entries
  const news = entries.toReversed().map(entry => changesOfRelease(entry, page))
  const moves = upgradesAmong(entries).filter(([from, to]) => compareReleases(history.timeline, from, to) < 0)
  return {
    audit: JSON.stringify(
      JSON.parse(JSON.stringify(json(report)), (key, value) => (DIFFERENT.has(key) ? undefined : value)),
      undefined,
      1
    ),
    groups: JSON.stringify(
      groupFindings(report).releases.map(({title, folds}) => [
        title,
        folds.map(fold => [
          groupText(fold),
          fold.items.map(({finding, judgment}) =>
            finding ? evidenceOf({finding, judgment}, {locate}).filter(({text}) => text !== 'Was') : []
          )
        ])
      ]),
      undefined,
      1
    ),
    notes: news.map(each => githubNotes(each, page, {locate})).join('\n'),
    changelog: renderChangelog(news, page, {locate}),
    page: partAsMarkdown('all', history, judgments, policy, assumed).replace(/## About\n\n(?=## )/, ''),
    upgrade: moves
      .map(([from, to]) =>
        upgradeMarkdown(createUpgradeGuide(from, to, netEventsBetween(session, from, to), page, undefined), page)
      )
      .join('\n'),
    due: JSON.stringify(history.lifecycles.flatMap(life => dueOf(life, '2028-01-01', {history, policy}))),
    when: history.lifecycles
      .filter(({tenures}) => tenures.length > 0 && !tenures.at(-1)?.end)
      .map(life => JSON.stringify([formatSubject(life.subject), earliestEndOfSupport(life, policy, history)], SORTED))
      .join('\n'),
    site: renderSite(siteOf(session, {internal: true}, CONTEXT), {script: '', style: ''})
  }
}

/**
 * Pairs of releases to upgrade between: all of a short history, a sample of a long one, and from the first to the last.
 */
function upgradesAmong(entries: readonly TimelineEntry[]): (readonly [TimelineEntry, TimelineEntry])[] {
  const last = entries.length - 1
  const steps = last < 8 ? entries.map((_, at) => at).slice(1) : [1, 2, 3, 7, last]
  return steps.flatMap(step =>
    entries.slice(step).flatMap((to, at) => {
      const from = entries[at]
      return from && (step < 3 || last < 8 || at % step === 0) ? [[from, to] as const] : []
    })
  )
}

const DIFFERENT: ReadonlySet<string> = new Set(['place', 'evidence', 'source', 'remarks'])
// From the day of its recording on, a history lists every announcement.
const LEFT_OUT: ReadonlySet<string> = new Set(['place', 'pointer', 'unannounced'])
const SORTED = (key: string, value: unknown): unknown => (LEFT_OUT.has(key) ? undefined : value)
