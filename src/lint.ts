import {kindOf} from './languages/kinds.ts'
import {marksOf} from './languages/languages.ts'
import {defined} from './model/defined.ts'
import {groupBy} from './model/group-by.ts'
import {type Event, eventKey} from './model/lifecycle/event.ts'
import type {History} from './model/lifecycle/history.ts'
import type {LocateSource, SourceLocation} from './model/location.ts'
import {formatSubject, type Subject, subjectKey} from './model/subject/subject.ts'
import {timelinePositionOf} from './model/time/timeline.ts'
import type {ClientBreak} from './model/verdict/client-break.ts'
import {type Finding, type FindingReason, fingerprintOf, LEVELS, type Level} from './model/verdict/finding.ts'
import {entryOfEnd, type Judgment, type Verdict} from './model/verdict/judgment.ts'
import type {Policy} from './model/verdict/policy.ts'
import {judgeChange, judgeEnd} from './policy/judge-end-of-support.ts'
import type {AnyRuleFinding, MessageFormatter, Rule, RuleContext, RuleSetting, Watched} from './rule.ts'
import {judgedPieces, judgedWitnesses} from './text/changes/forward.ts'
import {formatPieces} from './text/changes/sentences.ts'
import {
  formatOutcome,
  formatStart,
  formatSubjectPhrase,
  formatUnannounced,
  nounOfJudgment
} from './text/finding-phrases.ts'
import {
  CLOCK_WORDS,
  capitalize,
  formatAnnouncement,
  formatAtMoment,
  formatCount,
  formatDateRange,
  formatEndWindow,
  formatEntry,
  formatFew,
  formatLength,
  formatList,
  formatMoment,
  formatNoticeDuration,
  formatPeriod,
  formatReleases
} from './text/format-values.ts'
import {formatMissingClause, formatMissingFacts} from './text/missing-facts.ts'
import {formatDeniedBreak, formatHistoryLine, formatMissingFactsRemedy, formatRemedies} from './text/remedies.ts'
import {countVersionedChanges, formatVersionScheme, sayVersionStep} from './text/version-sentences.ts'

export interface LintOptions {
  /** Judgments of the same history by the same policy, if they already exist. */
  readonly judgments?: readonly Judgment[]
  readonly settings?: Readonly<Record<string, RuleSetting>>
  /** Breaks of clients or servers of other releases than the base. */
  readonly clientBreaks?: readonly ClientBreak[]
  /** The API that is checked, as commands name it, if there are several. */
  readonly api?: string
}

export interface LintResult {
  readonly judgments: readonly Judgment[]
  readonly findings: readonly Finding[]
}

/**
 * Judges every end of support and every breaking change, runs the rules, and groups their results: one finding for one
 * subject at one event. Judgments and findings are in timeline order.
 */
export function lint(history: History, policy: Policy, rules: readonly Rule[], options: LintOptions = {}): LintResult {
  const judgments = options.judgments ?? judgeAll(history, policy)
  const watched = new Map<keyof Watched, readonly Watched[keyof Watched][]>()
  const messages = rules.flatMap(rule => {
    // Most rules watch the same.
    const all = watched.get(rule.watches) ?? collectWatched(rule.watches, history, judgments, options.clientBreaks)
    watched.set(rule.watches, all)
    return runRule(rule, all, {history, policy, judgments}, {...options.settings?.[rule.id]}, options.api)
  })
  return {judgments, findings: toFindings(messages, history)}
}

/**
 * Judges every end of support and every breaking change. Ends under a prefix are folded into the prefix if the verdict
 * is the same.
 */
export function judgeAll(history: History, policy: Policy): Judgment[] {
  const all = history.lifecycles.flatMap(lifecycle =>
    lifecycle.tenures.flatMap(tenure => {
      const end = judgeEnd(lifecycle, tenure, policy, history)
      const changes = tenure.changes.flatMap(event => judgeChange(event, lifecycle, tenure, policy, history) ?? [])
      return [...changes, ...(end && !isSunsetOfMembers(end) ? [end] : [])]
    })
  )
  const placed = foldPrefixes(all).map(judgment => ({
    judgment,
    place: timelinePositionOf(history.timeline, judgment.end, judgment.event.entry)
  }))
  return placed
    .toSorted((a, b) => a.place - b.place || compareJudgments(a.judgment, b.judgment))
    .map(({judgment}) => judgment)
}

/** Whether a sunset is only that of all members of a type, which are judged themselves. */
const isSunsetOfMembers = ({ended, event}: Judgment): boolean =>
  ended?.kind === 'sunset' && event.change !== undefined && kindOf(event.change).isInferred === true

const compareJudgments = (a: Judgment, b: Judgment): number =>
  compareText(a.end.when.earliest ?? '', b.end.when.earliest ?? '') ||
  a.event.id - b.event.id ||
  compareText(formatSubject(a.subject), formatSubject(b.subject))

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Folds ends caused by the end of a prefix into the prefix, unless their verdict or waiver differs. */
function foldPrefixes(all: readonly Judgment[]): Judgment[] {
  const leaders = new Map(
    all.filter(each => each.kind === 'end' && each.ended?.isOwn).map(each => [each.event.id, each])
  )
  const folded = new Map<Judgment, Subject[]>()
  const rest = all.filter(judgment => {
    const leader = judgment.ended?.isOwn === false ? leaders.get(judgment.event.id) : undefined
    if (!leader || leader.verdict !== judgment.verdict || leader.exemptBy !== judgment.exemptBy) return true
    if (leader.waiver?.waiver !== judgment.waiver?.waiver) return true
    const list = folded.get(leader)
    if (list) list.push(judgment.subject)
    else folded.set(leader, [judgment.subject])
    return false
  })
  return rest.map(judgment => ({...judgment, covers: folded.get(judgment) ?? []}))
}

interface RuleMessage {
  readonly rule: Rule
  readonly level: Level
  readonly plain: AnyRuleFinding
  readonly text: string
}

function runRule(
  rule: Rule,
  watched: readonly Watched[keyof Watched][],
  {history, policy, judgments}: Pick<RuleContext<object>, 'history' | 'policy' | 'judgments'>,
  setting: RuleSetting,
  api: string | undefined
): RuleMessage[] {
  const chosen = setting.level
  if (chosen === 'off') return []
  const {language} = history.about
  const say: MessageFormatter = {
    subject: formatSubjectPhrase,
    change: judged => formatPieces(judgedPieces(judged)),
    examples: judged => judgedWitnesses(judged).map(formatPieces),
    name: formatSubject,
    line: formatHistoryLine,
    outcome: formatOutcome,
    noun: nounOfJudgment,
    start: formatStart,
    unannounced: formatUnannounced,
    count: formatCount,
    period: formatPeriod,
    length: formatLength,
    moment: formatMoment,
    at: formatAtMoment,
    was: ({entry}) => (entry !== undefined && history.timeline.entries[entry]?.pending ? 'is' : 'was'),
    given: formatNoticeDuration,
    clocks: clocks =>
      formatList(
        clocks.map(clock => CLOCK_WORDS[clock]),
        'or'
      ),
    window: formatEndWindow,
    list: items => formatList(items),
    either: items => formatList(items, 'or'),
    few: items => formatFew(items),
    releases: formatReleases,
    when: formatDateRange,
    remedies: ways => formatRemedies(ways, api),
    missing: formatMissingFacts,
    isMissing: formatMissingClause,
    toRecord: (missing, judgment) => formatMissingFactsRemedy(missing, judgment, language),
    denial: formatDeniedBreak,
    announced: formatAnnouncement,
    mark: (name, subject, source) => marksOf(subject, source, language)[name],
    version: sayVersionStep,
    versioned: countVersionedChanges,
    scheme: formatVersionScheme,
    entry: index => formatEntry(history.timeline, index)
  }
  const options = {...rule.options, ...setting.options}
  const context: RuleContext<typeof options> = {history, policy, judgments, asOf: history.timeline.asOf, options, say}
  // Rules about how a history is written don't apply to observed events. A verdict always has its reason.
  const isApplicable = ({event}: AnyRuleFinding): boolean =>
    !event?.seen ||
    !(rule.ofWriting || (!rule.reportsVerdict && event.change !== undefined && kindOf(event.change).isInferred))
  const toMessage = (plain: AnyRuleFinding): RuleMessage[] => {
    const level = chosen ?? plain.level ?? rule.level
    if (level === 'off') return []
    // An undetermined result is no proof, so it never fails a build on its own.
    const isDoubt = plain.verdict === 'undetermined' || plain.isDoubt === true
    return [{rule, level: isDoubt && level === 'error' ? 'warning' : level, plain, text: fillTemplate(rule, plain)}]
  }
  const messages: RuleMessage[] = []
  for (const each of watched)
    for (const plain of rule.check(each, context)) if (isApplicable(plain)) messages.push(...toMessage(plain))
  return messages
}

function collectWatched(
  kind: keyof Watched,
  history: History,
  judgments: readonly Judgment[],
  clientBreaks: readonly ClientBreak[] = []
): readonly Watched[keyof Watched][] {
  switch (kind) {
    case 'history':
      return [history]
    case 'clientBreak':
      return clientBreaks
    case 'lifecycle':
      return history.lifecycles
    case 'event':
      return history.events
    case 'served':
      return history.served ?? []
    case 'use':
      return (history.uses ?? []).map(use => ({
        use,
        lives: use.endpoints.flatMap(each => history.bySubject.get(subjectKey(each)) ?? [])
      }))
    case 'judgment':
      return judgments.flatMap(judgment => {
        const lifecycle = history.bySubject.get(subjectKey(judgment.subject))
        return lifecycle ? [{judgment, lifecycle}] : []
      })
  }
}

function fillTemplate(rule: Rule, {message, values}: AnyRuleFinding): string {
  const template = rule.messages[message]
  if (template === undefined) throw new Error(`The rule \`${rule.id}\` has no message \`${message}\`.`)
  return template.replace(/(^|\. |)\{(\w+)\}/g, (slot, before: string, name: string, at: number) => {
    const value = values?.[name]
    if (value === undefined) throw new Error(`The rule \`${rule.id}\` gives no value for \`${slot}\` of its message.`)
    // Values can begin a sentence: `the dates of 2.2 and 2.4 are missing`.
    return before === '' && at > 0 ? String(value) : `${before}${capitalize(String(value))}`
  })
}

const VERDICT_ORDER: readonly (Verdict | undefined)[] = ['violation', 'undetermined', 'exempt', 'compliant', undefined]
const weight = ({rule, plain, level}: RuleMessage): number =>
  VERDICT_ORDER.indexOf(plain.verdict) * 10 + (rule.reportsVerdict ? 0 : 5) + LEVELS.indexOf(level)

/**
 * Groups the results of all rules by subject and event into findings: the most severe result leads, the others are its
 * reasons.
 */
function toFindings(messages: readonly RuleMessage[], history: History): Finding[] {
  const groups = groupBy(messages, groupKey)
  const findings = [...groups.values()].map(group => {
    const sorted = group.toSorted((a, b) => weight(a) - weight(b))
    const [lead, ...others] = sorted as [RuleMessage, ...RuleMessage[]]
    return {
      finding: toFinding(lead, others, history),
      at: lead.plain.event?.entry ?? history.timeline.entries.length,
      id: lead.plain.event?.id ?? 0
    }
  })
  const seen = new Map<string, number>()
  /** One rule may report the same subject more than once; equal fingerprints are distinguished by their order. */
  const withUniqueFingerprint = <Each extends FindingReason>(each: Each): Each => {
    const twins = seen.get(each.fingerprint) ?? 0
    seen.set(each.fingerprint, twins + 1)
    return twins === 0 ? each : {...each, fingerprint: fingerprintOf(each.fingerprint, undefined, String(twins))}
  }
  const leads = findings
    .toSorted(
      // Results of one rule about the whole history keep their order.
      (a, b) => a.at - b.at || a.id - b.id || compareText(a.finding.rule, b.finding.rule)
    )
    .map(({finding}) => withUniqueFingerprint(finding))
  // Leading results get their fingerprints first, so that reasons don't change those in a baseline.
  return leads.map(finding => ({...finding, reasons: finding.reasons.map(withUniqueFingerprint)}))
}

/**
 * The key for grouping results. Only results about a subject at an event are grouped; problems of the history itself
 * stand alone.
 */
function groupKey({rule, plain: {subject, event, about}, text}: RuleMessage): string {
  if (subject && event) return `${subjectKey(subject)}@${event.id}`
  return [rule.id, subject ? subjectKey(subject) : '', event?.id ?? '', about ?? text].join('\n')
}

function toFinding(lead: RuleMessage, others: readonly RuleMessage[], {timeline}: History): Finding {
  const {plain} = lead
  const place = plain.judgment ? entryOfEnd(plain.judgment) : plain.event?.entry
  const entry = place === undefined ? undefined : timeline.entries[place]
  const replacement = plain.judgment?.replacement ?? plain.event?.replacement ?? plain.replacement
  const {judgment} = plain
  return {
    ...toReason(lead),
    ...defined({
      subject: plain.subject,
      release: entry?.name,
      event: plain.event?.id,
      entry: plain.event?.entry,
      clause: judgment?.clause,
      replacement,
      releases: plain.releases,
      direction: plain.direction
    }),
    covers: plain.covers ?? judgment?.covers ?? [],
    reasons: others.map(toReason)
  }
}

const toReason = ({rule, level, plain, text}: RuleMessage): FindingReason =>
  defined({
    rule: rule.id,
    level,
    verdict: plain.verdict,
    message: text,
    details: plain.details,
    remedy: plain.remedy,
    url: rule.url,
    place: printedLocation(plain),
    missing: plain.missing ?? (plain.verdict === 'undetermined' ? (plain.judgment?.missing ?? []) : []),
    evidence: plain.evidence ?? [],
    fingerprint: fingerprintOf(rule.id, plain.subject, discriminator(plain.event, plain.about))
  })

/**
 * The location to print: for a removal, where the subject is missing in the new description; for a declared event,
 * where it is declared.
 */
function printedLocation({place, event}: AnyRuleFinding): SourceLocation {
  const {old, missingFrom} = event?.observed?.where ?? {}
  return place === old && missingFrom ? missingFrom : place
}

/** Consists of what happened and what the rule itself distinguishes, without texts, lines, or dates. */
const discriminator = (event: Event | undefined, about: string | undefined): string =>
  `${event ? eventKey(event) : ''}:${about ?? ''}`

/** Adds lines and columns to the locations of findings that are printed. */
export function locateFindings(findings: readonly Finding[], locate: LocateSource): Finding[] {
  const locateReason = <Each extends FindingReason>(each: Each): Each => ({
    ...each,
    place: locate(each.place),
    evidence: each.evidence.map(({text, place}) => ({text, place: locate(place)}))
  })
  return findings.map(finding => ({...locateReason(finding), reasons: finding.reasons.map(locateReason)}))
}
