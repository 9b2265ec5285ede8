import {toWrittenPart, toWrittenReplacement, type YamlMapContent} from '@tenure/core/inputs/history/events'
import {CHANGE_SCHEMAS} from '@tenure/core/inputs/history/format'
import type {HistoryContent, YamlValue} from '@tenure/core/inputs/history/write'
import {isChangeKind} from '@tenure/core/languages/kinds'
import {defined} from '@tenure/core/model/defined'
import {groupBy} from '@tenure/core/model/group-by'
import {type Day, looksLikeDate, parseDateRange} from '@tenure/core/model/time/date-range'
import {versionOf} from '@tenure/core/model/time/release'
import {canBeRelease} from '@tenure/core/model/time/release-name'
import type {ReleaseVersion} from '@tenure/core/model/time/version'
import {flattenPieces, noteText} from '@tenure/core/phrases/text-pieces'
import type {StatementText} from '@tenure/core/text/statement'
import {clausePieces} from '@tenure/core/text/statement-sentences'
import type {StatedFact} from '@tenure/core/text/subject-facts'
import type {Claim, DraftRelease, ImportDraft} from './draft.ts'
import {composeKeptText} from './kept-text.ts'

/**
 * Converts the draft to the content of a history file. It is complete only from the day of the import on, because a
 * document may omit changes, or from the day that a rendered page states.
 */
export function toHistoryContent(
  draft: ImportDraft,
  {fallback, source, asOf}: {readonly fallback: string; readonly source: readonly string[]; readonly asOf: Day}
): HistoryContent {
  const {claims, facts} = draft.mergeClaims()
  const byRelease = groupBy(claims, ({release}) => release)
  const names = draft.releases.flatMap(({entry}) => (entry.kind === 'release' ? [entry.name] : []))
  // Texts of a page that tenure rendered come from a history, so they're kept as dates or releases even if they're
  // invalid, which is reported when the new history is read.
  const isMoment: MomentTest = draft.isRendered
    ? text => !(looksLikeDate(text) && text.includes('-')) || parseDateRange(text) !== undefined
    : text => text === 'never' || parseDateRange(text) !== undefined || canBeRelease(text, names)
  return defined({
    format: 1,
    service: draft.service || fallback || 'Unnamed service',
    complete: draft.completeFrom ?? asOf,
    server: draft.server,
    about: draft.about.length === 0 ? undefined : draft.about.join('\n\n'),
    areas: draft.areas.length === 0 ? undefined : draft.areas,
    notes: draft.notes.length === 0 ? undefined : draft.notes,
    unknown: draft.unknown.length === 0 ? undefined : draft.unknown.map(({topic, note}) => defined({topic, note})),
    subjects: facts.length === 0 ? undefined : facts.map(writtenFact),
    // A release that a row only mentions is omitted unless it has changes.
    releases: withoutRepeatedLines(
      draft
        .sortedReleases()
        .filter(release => release.listed || byRelease.has(release))
        .map(release => {
          const markdown = composeKeptText(release.kept, source, draft.definitions)
          return writtenRelease(release, byRelease.get(release) ?? [], {isMoment, markdown})
        })
    )
  })
}

/** Leaves out of a final release what its candidates have, because its section on a page holds the changes of both. */
function withoutRepeatedLines(releases: readonly YamlMapContent[]): YamlMapContent[] {
  let candidates: {readonly version: ReleaseVersion; readonly lines: readonly string[]}[] = []
  return releases.map(each => {
    const {release, changes} = each
    const version = typeof release === 'string' ? versionOf(release) : undefined
    if (!version || !Array.isArray(changes)) return each
    if (version.isCandidate) {
      candidates.push({version, lines: changes.map(line => JSON.stringify(line))})
      return each
    }
    const known = new Set(candidates.flatMap(each => (each.version.compare(version) < 0 ? each.lines : [])))
    candidates = candidates.filter(each => each.version.compare(version) > 0)
    const own = changes.filter(line => !known.has(JSON.stringify(line)))
    return defined({...each, changes: own.length > 0 ? own : undefined})
  })
}

type MomentTest = (text: string) => boolean

const writtenFact = ({subject, type, stability, note}: StatedFact): YamlMapContent =>
  defined({subject: subject.target.text, ...toWrittenPart(subject.part), type, stability, note})

function writtenRelease(
  {entry, date, via, existing, partial, notes}: DraftRelease,
  claims: readonly Claim[],
  {isMoment, markdown}: {readonly isMoment: MomentTest; readonly markdown: string | undefined}
): YamlMapContent {
  return defined({
    ...(entry.kind === 'release' ? {release: entry.name, date} : {on: entry.on, via}),
    existing,
    partial,
    note: notes.length === 0 ? undefined : notes.join('\n'),
    changes: claims.length === 0 ? undefined : claims.map(({said}) => writtenLine(said, isMoment)),
    markdown
  })
}

/** Converts a claim to a change. What its verb has no key for is added to the note as a sentence. */
function writtenLine(said: StatementText, isMoment: MomentTest): YamlMapContent {
  const verb = said.verb === 'promoted' && said.subject.part ? 'renamed' : said.verb
  const {subject, announced, except, to, replacement, waiver, met} = said
  const line: YamlMapContent = defined({
    [verb]: subject.target.text,
    ...toWrittenPart(subject.part),
    to: to && toWrittenReplacement(to, subject),
    oldUntil: said.oldUntil,
    replacement: said.unreplaced ? 'none' : replacement && toWrittenReplacement(replacement, subject),
    sunset: said.sunset,
    except: except?.map(({target}) => target.text),
    type: said.type,
    required: said.required,
    breaking: said.breaking,
    kind: said.kind,
    about: said.about,
    stability: said.stability,
    existing: said.existing,
    after: said.after,
    announced: announced && ('never' in announced ? 'never' : announced.at),
    via: said.via,
    met: met && {...met},
    waiver: waiver && {...waiver},
    note: said.note
  })
  const allowed = CHANGE_SCHEMAS[verb].shape
  const refused = Object.keys(line).filter(key => !Object.hasOwn(allowed, key) || !isValid(key, line[key], isMoment))
  for (const key of refused) delete line[key]
  const sentences = refused.flatMap(key => describeKey(key, said))
  if (sentences.length > 0) line.note = [...(typeof line.note === 'string' ? [line.note] : []), ...sentences].join(' ')
  return line
}

function isValid(key: string, value: YamlValue | undefined, isMoment: MomentTest): boolean {
  if (key === 'kind') return typeof value === 'string' && isChangeKind(value)
  if (!['sunset', 'oldUntil', 'announced'].includes(key) || typeof value !== 'string') return true
  return isMoment(value)
}

function describeKey(key: string, said: StatementText): string[] {
  if (key === 'breaking') return said.note?.match(/breaking/i) ? [] : [said.breaking ? 'Breaking.' : 'Non-breaking.']
  const field: keyof StatementText =
    key === 'replacement' && said.unreplaced ? 'unreplaced' : (key as keyof StatementText)
  const only: StatementText = {verb: 'changed', subject: said.subject, [field]: said[field]}
  if (key === 'sunset' || key === 'oldUntil') return [`Until ${said[key]}.`]
  return [noteText(flattenPieces(clausePieces(only))).trim()].filter(Boolean)
}
