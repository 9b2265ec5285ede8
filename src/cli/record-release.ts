import {assemble} from '../history/assemble.ts'
import {type Line, linesOf} from '../history/lines.ts'
import {observe} from '../history/observe.ts'
import {isOnRecord, isTold} from '../history/unrecorded.ts'
import {judgeAll} from '../lint.ts'
import {VERBS} from '../model/event.ts'
import {groupBy} from '../model/group.ts'
import type {Declared, History} from '../model/history.ts'
import type {ObservedRelease} from '../model/observed.ts'
import type {Policy} from '../model/policy.ts'
import {refuse} from '../model/problem.ts'
import {releaseKey} from '../model/release.ts'
import {formatSubject, type Subject, subjectKey} from '../model/subject.ts'
import {NEXT} from '../model/timeline.ts'
import {type Day, parseWhen} from '../model/when.ts'
import {wordsLacking} from '../promise/explained.ts'
import {stabilityOf} from '../promise/stability.ts'
import {withHistory} from '../read/config-history.ts'
import {isFolder, readText} from '../read/disk.ts'
import {makeFolderFor, removeFile, writeWhole} from '../read/disk-write.ts'
import type {HistoryFile} from '../read/history-file.ts'
import {readHistory, readHistoryText} from '../read/history-file.ts'
import {type Draft, draftRelease, foldedAlready} from '../read/history-release.ts'
import {specBefore, specHere} from '../read/release-base.ts'
import {shelfOf} from '../read/spec-shelf.ts'
import {plainText} from '../report/plain-text.ts'
import {sayPlace} from '../report/stylish.ts'
import {count, sayFew} from '../words/say.ts'
import {asOfDay} from './as-of.ts'
import {Editions} from './editions.ts'
import {begunHistory} from './first-history.ts'
import {EXIT, type Io} from './io.ts'
import type {RecordOptions} from './record-options.ts'
import {foldWaivers} from './record-waivers.ts'
import {configOf, locateHistory, policyFor} from './session.ts'
import {userCache} from './user-cache.ts'

type Options = RecordOptions & {readonly release: string}

/** What the descriptions show that the record does not say, as lines. */
interface Derived {
  readonly lines: readonly Line[]
  /** Left out for the first release on record: it has nothing before it. */
  readonly older?: string
  readonly newer: string
  /** What could not be read of them. */
  readonly unread?: string
  /** All that is added was there by then. */
  readonly existing?: boolean
}

/** Writes down what a release changed since the last one on record. Run twice, it changes nothing. */
export function recordRelease(options: Options, io: Io): number {
  const {release, date} = options
  if (releaseKey(release) === '' || releaseKey(release) === NEXT) {
    throw refuse(`Unexpected release \`${release}\`, expected its name`, undefined, '--release 3.1')
  }
  if (date !== undefined && !parseWhen(date)) {
    throw refuse(`Unexpected date \`${date}\`, expected a day that exists, as \`2026-03-02\`, \`2026-03\` or \`2026\``)
  }
  const config = configOf(options)
  const spec = options.spec ?? config?.spec
  const begun = options.history === undefined ? begunHistory(config, specHere(spec)) : undefined
  const path = begun?.path ?? locateHistory(options.history, config)
  const file = begun ? readHistoryText(begun.text, path) : readHistory(path)
  const {policy} = policyFor(options, file, path, config)
  const asOf = asOfDay(options, io, policy)
  const recorded = file.declared.entries.findIndex(
    each => each.kind === 'release' && releaseKey(each.name) === releaseKey(release)
  )
  const derived = derive({...options, spec}, file.declared, {recorded, policy, asOf})
  if (derived.unread) io.err(`${plainText(derived.unread)}\n`)
  if (recorded >= 0) return confirm(options, file, {path, derived, recorded}, io)
  const draft = draftRelease(
    path,
    {
      name: release,
      date: date ?? asOf,
      lines: derived.lines,
      ...(derived.existing ? {existing: true} : {}),
      keepsDate: date === undefined
    },
    begun?.text
  )
  const waived = foldWaivers(draft, {path, release, config, policy, asOf})
  if (options['dry-run']) {
    io.out(waived.text)
    return EXIT.fine
  }
  const named = begun && config && withHistory(waived.config?.text ?? readText(config.source), config, path)
  if (begun) makeFolderFor(path)
  writeWhole(draft.path, waived.text)
  if (waived.config) writeWhole(waived.config.path, waived.config.text)
  if (named !== undefined && config) writeWhole(config.source, named)
  for (const folded of draft.folded) removeFile(folded)
  tell({...draft, waived: waived.count}, derived, {path, release, asOf, policy}, io)
  return EXIT.fine
}

interface Known {
  /** The place of the release, where it is on record already; else below zero. */
  readonly recorded: number
  readonly policy: Policy
  readonly asOf: Day
}

/** What has changed, without what people have written of it and what was on record before. */
function derive(options: Options, declared: Declared, {recorded, policy, asOf}: Known): Derived {
  const whole = assemble(declared, {asOf})
  const isOpen = (entry: number): boolean =>
    entry === recorded ||
    (recorded < 0 && declared.entries[entry]?.kind === 'release' && declared.entries[entry]?.name === NEXT)
  const shipped = whole.timeline.entries.filter(
    ({kind, index, pending}) => kind === 'release' && !pending && !isOpen(index) && (recorded < 0 || index < recorded)
  )
  const newer = specHere(options.spec)
  const last = shipped.at(-1)?.name
  const isFirst = last === undefined && (recorded < 0 || options.base === undefined)
  if (isFirst && options.base !== undefined) {
    throw refuse(
      `Unexpected \`--base ${options.base}\` for the first release on record, expected none: it is written with all that \`${newer}\` shows`,
      undefined,
      `tenure record --release ${options.release}`
    )
  }
  const older = isFirst ? undefined : specBefore(newer, options.base, last)
  const {service} = declared.about
  const releases = older === undefined ? alone(newer, options.release) : compared(older, newer, options.release)
  const shown = observe(releases, service, newer)
  const unread = sayUnread(releases)
  const history = assemble(shown, {asOf})
  const before = assemble({...declared, events: declared.events.filter(({entry}) => !isOpen(entry))}, {asOf})
  const human = whole.events.filter(({entry}) => isOpen(entry))
  const known = (subject: Subject) => stabilityOf(subject, policy, whole)
  const isGone = (subject: Subject): boolean => isOnRecord({kind: 'removed', verb: 'removed', subject}, before)
  const {existing, lines = [], events = []} = linesOf(shown, {history, policy, known, isGone}).entries.at(-1) ?? {}
  const fresh = lines.filter((line, at) => {
    const event = events[at] && history.events[events[at].id]
    const said = event && ('changed' in line ? {...event, kind: 'changed' as const, verb: 'changed' as const} : event)
    return said !== undefined && !isTold(said, human) && !isOnRecord(said, before)
  })
  // Of what people wrote beside it nothing is said: they know since when it is so.
  const isMixed = existing === true && human.length > 0
  return {
    ...(older === undefined ? {} : {older}),
    newer,
    ...(unread === undefined ? {} : {unread}),
    lines: isMixed ? fresh.map(line => ({...line, existing: true})) : fresh,
    ...(existing && !isMixed ? {existing} : {})
  }
}

/** One description as the first release of all. */
const alone = (spec: string, name: string): ObservedRelease[] => [
  {
    name,
    place: {source: spec},
    observed: new Editions(userCache()).observe({shelf: () => shelfOf(spec, noInput)})
  }
]

const noInput = (): never => {
  throw refuse('Unexpected `-`, expected a file')
}

/** Two descriptions as two releases of which nobody wrote. */
function compared(older: string, newer: string, name: string): ObservedRelease[] {
  const [from, to] = [older, newer].map(each => ({shelf: () => shelfOf(each, noInput)})) as [Revision, Revision]
  const editions = new Editions(userCache())
  const first = editions.observe(from)
  const second = editions.observe(to, {revision: from, observed: first})
  return [
    {name: `before ${name}`, place: {source: older}, observed: first},
    {name, place: {source: newer}, observed: second, against: 0}
  ]
}

/** What could not be read is neither there nor gone: no line is written of it. */
function sayUnread(releases: readonly ObservedRelease[]): string | undefined {
  const gaps = releases.flatMap(({observed}) => observed?.gaps.filter(({isRead}) => !isRead) ?? [])
  const [first] = gaps
  if (!first) return undefined
  const {source, line, column} = first.place
  const where = line === undefined ? source : `${source}:${line}:${column ?? 1}`
  return `Partial: ${count(gaps.length, 'part')} could not be read, and nothing is recorded of what stands there. ${first.message} (${where})`
}

type Revision = Parameters<Editions['observe']>[0]

interface Found {
  readonly path: string
  readonly derived: Derived
  readonly recorded: number
}

/** The release is on record: all that can be done is to see whether it is there whole. */
function confirm(
  {release, 'dry-run': dry}: Options,
  file: HistoryFile,
  {path, derived, recorded}: Found,
  io: Io
): number {
  const entry = file.declared.entries[recorded]
  if (derived.lines.length > 0) {
    const place = entry && file.locate(entry.place)
    const few = sayFew(derived.lines.map(line => `\`${sayLine(line)}\``))
    throw refuse(
      `Unexpected release \`${release}\` on record already without ${count(derived.lines.length, 'change')} that ` +
        `\`${derived.newer}\` shows${derived.older === undefined ? '' : ` beside \`${derived.older}\``} (${few}), expected a new release, or these lines to be ` +
        'written there by hand (take the release out, and `tenure record` writes all of it)',
      place
    )
  }
  // A run that was stopped between its two steps left what it had folded in.
  const left = isFolder(path) && entry ? foldedAlready(path, entry.place.source) : []
  if (!dry) for (const each of left) removeFile(each)
  const healed = left.length > 0 ? ` ${count(left.length, 'file')} of \`next/\` that it holds already: deleted.` : ''
  io.out(`${plainText(`${release} is on record already in ${path}, and says all that was found.`)}${healed}\n`)
  return EXIT.fine
}

function sayLine(line: Line): string {
  const verb = VERBS.find(each => each in line)
  const parts = ['field', 'parameter', 'header', 'value'].flatMap(kind =>
    line[kind] === undefined ? [] : [`${kind} ${line[kind]}`]
  )
  return [`${verb} ${verb && line[verb]}`, ...parts].join(', ')
}

interface Told {
  readonly path: string
  readonly release: string
  readonly asOf: Day
  readonly policy: Policy
}

/** What was written, and what only a person can add. */
function tell(
  draft: Draft & {readonly waived: number},
  {lines, older, newer}: Derived,
  {path, release, asOf, policy}: Told,
  io: Io
): void {
  const {declared, locate} = readHistory(path)
  const history = assemble(declared, {asOf})
  const entry = history.timeline.entries.find(
    each => each.kind === 'release' && releaseKey(each.name) === releaseKey(release)
  )
  const verbs = groupBy(lines, line => VERBS.find(verb => verb in line) ?? '')
  const few = VERBS.flatMap(verb => (verbs.get(verb) ? [`${verbs.get(verb)?.length} ${verb}`] : []))
  const taken = [
    ...(draft.taken === 0 ? [] : [`${count(draft.taken, 'line')} of \`next\``]),
    ...(draft.waived === 0 ? [] : [count(draft.waived, 'waiver')])
  ]
  const folded = taken.length === 0 ? '' : `, and ${taken.join(' and ')}`
  const day = entry?.date === undefined ? '' : ` (${entry.date})`
  io.out(plainText(`Recorded ${release}${day} in ${draft.path}: ${few.join(', ') || 'no change'}${folded}.`))
  const seen =
    older === undefined
      ? `All that ${newer} shows: it was there by then, and may be older.`
      : `What ${newer} shows beside ${older}.`
  io.out(`\n${plainText(seen)}\n`)
  if (older === undefined)
    io.out('The next release is compared with the tag of this one, or with what `--base` names.\n')
  const open = entry ? unexplained(history, policy, entry.index) : []
  if (open.length === 0) return
  io.out('Not said yet is why, and what to use instead (`note`, `replacement` or `waiver`):\n')
  for (const {event, subject} of open) {
    io.out(`  ${plainText(`${sayPlace(locate(event.place))}: ${event.verb} ${formatSubject(subject)}`)}\n`)
  }
}

const unexplained = (history: History, policy: Policy, entry: number) =>
  judgeAll(history, policy).filter(judgement => {
    const lifecycle = history.bySubject.get(subjectKey(judgement.subject))
    return judgement.event.entry === entry && lifecycle !== undefined && wordsLacking(judgement, lifecycle).length > 0
  })
