import {createColors} from 'picocolors'
import {groupBy} from '../../model/group-by.ts'
import type {SourceLocation} from '../../model/location.ts'
import {formatSubject} from '../../model/subject/subject.ts'
import type {Moment} from '../../model/time/timeline.ts'
import type {Finding, Level} from '../../model/verdict/finding.ts'
import type {Judgement, Verdict} from '../../model/verdict/judgement.ts'
import {formatCount, formatLength, formatMissingFacts, formatMoment} from '../../text/format-values.ts'
import {codeAndRemedyLines, isInBaseline, showsRemedies} from '../code-frame.ts'
import {evidenceOf, witnessLines} from '../finding-evidence.ts'
import {findingsByJudgement} from '../findings.ts'
import {findingKey, type Report, type ReportOutput} from '../report.ts'
import {plainText} from '../sanitize-text.ts'
import {
  differenceLines,
  type EnumGroup,
  groupByEnumeration,
  messageOfGroup,
  remediesOfGroup,
  sayOthers
} from './group-enum-values.ts'

export type Colors = ReturnType<typeof createColors>

export const SIGNS = {violation: '✖', undetermined: '?', compliant: '✔', exempt: '–'} as const satisfies Record<
  Verdict,
  string
>

export const paint = (colors: Colors, verdict: Verdict): ((text: string) => string) =>
  ({violation: colors.red, undetermined: colors.yellow, compliant: colors.green, exempt: colors.dim})[verdict]

export const paintLevel = (colors: Colors, level: Level): ((text: string) => string) =>
  ({error: colors.red, warning: colors.yellow, info: colors.cyan})[level]

/**
 * Terminal output: findings with their locations, evidence, and remedies. If source lines are available, each finding
 * shows its code, and errors show their remedies. Otherwise, all remedies follow at the end, each once.
 */
export function stylish(report: Report, {color}: {color: boolean}): ReportOutput {
  const colors = createColors(color)
  const {judgements, findings} = report
  const shown = new Set<Finding>()
  const groups: string[][] = []
  const findingsByKey = findingsByJudgement(findings)
  for (const [title, group] of groupByRelease(report)) {
    const explained = group.map(judgement => {
      const finding = findingsByKey.get(findingKey(judgement.event.id, judgement.subject))
      if (!finding) return {judgement}
      shown.add(finding)
      return {judgement, finding, isKnown: isInBaseline(finding, report)}
    })
    const lines = groupByEnumeration(explained).flatMap(each => judgementLines(each, report, colors))
    groups.push([colors.bold(plainText(title)), ...lines])
  }
  const rest = findings.filter(finding => !shown.has(finding))
  const notes = rest.flatMap(finding => noteLines(finding, report, colors))
  if (notes.length > 0) groups.push([colors.bold(judgements.length > 0 ? 'The record' : 'Findings'), ...notes])
  const remedies = remedyLines(collectRemedies(findings.filter(each => !showsRemedies(each, report))))
  if (remedies.length > 0) groups.push([colors.bold('What to do'), ...remedies])
  const head = openingLines(report)
  return {output: `${[head, ...groups, [summaryLine(report, colors)]].map(lines => lines.join('\n')).join('\n\n')}\n`}
}

/**
 * First lines: that nothing was compared, if so, because it limits everything else; then the policy and the remarks.
 */
export function openingLines(report: Report): string[] {
  const {remarks, uncompared} = report
  const first = remarks.filter(each => each === uncompared?.says)
  const others = remarks.filter(each => each !== uncompared?.says)
  return [...first.map(plainText), policyLine(report), ...others.map(plainText)]
}

/** Line with the policy, the day, and the source. */
export function policyLine({
  policy,
  assumed,
  otherPolicy,
  asOf,
  source
}: Pick<Report, 'policy' | 'assumed' | 'otherPolicy' | 'asOf' | 'source'>): string {
  return plainText(`${sayJudge({policy, assumed, asOf, ...(otherPolicy ? {otherPolicy} : {})})}: ${source.path}`)
}

export function sayJudge({
  policy,
  assumed,
  otherPolicy,
  asOf
}: Pick<Report, 'policy' | 'assumed' | 'otherPolicy' | 'asOf'>): string {
  const judged =
    assumed && !otherPolicy
      ? `No policy declared, judged as ${policy.name} (change with --policy)`
      : `Judged by ${sayPolicy(policy)}${otherPolicy ? ` and by ${sayPolicy(otherPolicy)}` : ''}`
  return `${judged}, as of ${asOf}`
}

const sayPolicy = ({name, source}: Report['policy']): string => (source === name ? name : `${name} (${source})`)

const IN_BASELINE = 'in the baseline'

/**
 * Moment under which a judgement is listed: when it took effect. A removal that shipped after its sunset is listed
 * under its release, although the sunset is judged.
 */
export const listedMoment = ({end, ended}: Judgement): Moment =>
  ended?.kind === 'sunset' && ended.removal?.entry !== undefined ? ended.removal : end

/** Groups judgements by the title of their release or day, in timeline order. */
export function groupByRelease({
  judgements,
  timeline
}: Pick<Report, 'judgements' | 'timeline'>): Map<string, Report['judgements'][number][]> {
  const groups: {title: string; entry?: number; judgements: Report['judgements'][number][]}[] = []
  const isLate = (judgement: Judgement): boolean => listedMoment(judgement) !== judgement.end
  for (const judgement of [...judgements.filter(each => !isLate(each)), ...judgements.filter(isLate)]) {
    const moment = listedMoment(judgement)
    const title = titleOf(moment, timeline)
    const group = groups.find(each => each.title === title)
    if (group) group.judgements.push(judgement)
    else {
      const {entry} = moment
      const after = groups.findIndex(each => entry !== undefined && each.entry !== undefined && each.entry > entry)
      const added = {title, ...(entry === undefined ? {} : {entry}), judgements: [judgement]}
      groups.splice(isLate(judgement) && after >= 0 ? after : groups.length, 0, added)
    }
  }
  return new Map(groups.map(({title, judgements: all}) => [title, all]))
}

function titleOf({entry, stated}: Moment, {entries}: Report['timeline']): string {
  const at = entry === undefined ? undefined : entries[entry]
  if (!at) return `On ${stated}`
  return at.kind === 'release' ? formatMoment({stated: `Release ${at.name}`, when: at.when}) : `On ${at.name}`
}

export const sayPlace = ({source, line, column}: SourceLocation): string =>
  [source, ...(line === undefined ? [] : [line, column ?? 1])].join(':')

function judgementLines(
  items: EnumGroup<{readonly judgement: Report['judgements'][number]; readonly finding?: Finding}>,
  report: Report,
  colors: Colors
): string[] {
  const {timeline} = report
  const [{judgement, finding}] = items
  const {verdict, subject, replacement, clause, stability, covers} = judgement
  const isKnown = finding !== undefined && isInBaseline(finding, report)
  // Suppressed findings are dimmed.
  const color = isKnown ? colors.dim : paint(colors, verdict)
  const instead = replacement ? ` → ${formatSubject(replacement)}` : ''
  const change = judgement.kind === 'change' ? ` (${judgement.event.verb})` : ''
  const lines = [
    `  ${color(`${SIGNS[verdict]} ${verdict}`.padEnd(14))} ${plainText(`${formatSubject(subject)}${sayOthers(items)}${change}${instead}${isKnown ? ` (${IN_BASELINE})` : ''}`)}`
  ]
  const inner = (text: string): void => void lines.push(`                 ${plainText(text)}`)
  const at = sayPlace(judgement.place)
  let shown = at
  if (finding) {
    inner(messageOfGroup(items))
    for (const reason of finding.reasons) inner(`${reason.rule}: ${reason.message}`)
    const isSeen = report.lineOf !== undefined
    for (const line of isSeen || items.length > 1 ? differenceLines(items) : []) inner(line)
    for (const line of isSeen ? witnessLines({judgement}) : []) inner(line)
    const evidence = report.lineOf ? evidenceOf({finding, judgement}, report) : finding.evidence
    for (const {says, place} of evidence) {
      // The location of a removed subject is its former one, so it's shown once.
      if (sayPlace(place) === at) shown = `${says} at ${at}`
      else inner(`${says} at ${sayPlace(place)}`)
    }
  } else {
    for (const line of items.length > 1 ? differenceLines(items) : []) inner(line)
    inner(sayNoFinding(judgement, timeline.asOf))
  }
  if (covers.length > 0)
    inner(
      `with it ${covers.slice(0, 5).map(formatSubject).join(', ')}${covers.length > 5 ? ` and ${covers.length - 5} more` : ''}`
    )
  const rule = finding ? `${finding.rule}, ` : ''
  lines.push(
    colors.dim(
      `                 ${plainText(`${shown}  ${rule}${stability ? `${stability}, ` : ''}clause ${clause.revision} ${clause.pointer}`)}`
    )
  )
  if (finding)
    lines.push(
      ...codeAndRemedyLines(finding, judgement.place, report, remediesOfGroup(items)).map(
        line => `${' '.repeat(17)}${line}`
      )
    )
  return lines
}

/** Reason why there's no finding for a judgement. */
export function sayNoFinding(
  {
    verdict,
    exemptBy,
    kind,
    clause,
    start,
    length,
    end,
    ended,
    waiver,
    missing,
    stability,
    requirements: duties
  }: Judgement,
  asOf: string
): string {
  if (verdict === 'exempt' && exemptBy === 'waiver') {
    const by = waiver?.waiver.approver ? `, approved by ${waiver.waiver.approver}` : ''
    return `Excused by a waiver for ${waiver?.waiver.reason}${by}${waiver?.waiver.note ? `: ${waiver.waiver.note}` : ''}`
  }
  if (verdict === 'exempt') {
    // A clause that allows breaking changes may still require notice for ends of support.
    const isAllowed = kind === 'change' && /\/guarantees\/.+\/breaking$/.test(clause.pointer)
    return `${isAllowed ? 'Breaking changes are allowed' : 'Nothing is promised'}${stability ? ` to ${stability}` : ''}`
  }
  if (verdict === 'undetermined') return `Not known: ${formatMissingFacts(missing)}`
  if (verdict === 'violation') return 'Not as promised, and the rule that would say more is off'
  const sunset = ended?.kind === 'sunset' ? ', its sunset' : ''
  if (start && length)
    return `${formatLength(length)} promised from ${formatMoment(start)} to ${formatMoment(end)}${sunset}`
  return duties.length > 0 ? `As promised, as of ${asOf}` : `No promise binds it, as of ${asOf}`
}

function noteLines(finding: Finding, report: Report, colors: Colors): string[] {
  const lines = [finding, ...finding.reasons].flatMap(each => [
    `  ${paintLevel(colors, each.level)(each.level.padEnd(8))} ${plainText(each.message)}`
  ])
  for (const {says, place} of finding.evidence) lines.push(`           ${plainText(`${says} at ${sayPlace(place)}`)}`)
  const rules = [finding, ...finding.reasons].map(each => each.rule).join(', ')
  const last = `${sayPlace(finding.place)}  ${rules}${isInBaseline(finding, report) ? `, ${IN_BASELINE}` : ''}`
  return [
    ...lines,
    colors.dim(`           ${plainText(last)}`),
    ...codeAndRemedyLines(finding, finding.place, report).map(line => `${' '.repeat(11)}${line}`)
  ]
}

/** Remedy with the rules that suggest it. */
export interface Remedy {
  readonly by: readonly {readonly rule: string; readonly times: number}[]
  readonly remedy: string
}

/** Remedies, each once, with the rules that suggest it and how often. */
export function collectRemedies(findings: readonly Pick<Finding, 'rule' | 'remedy' | 'reasons'>[]): Remedy[] {
  const sources = findings.flatMap(finding => [finding, ...finding.reasons])
  const groups = groupBy(sources, each => each.remedy)
  return [...groups].flatMap(([remedy, group]) => {
    const times = groupBy(group, each => each.rule)
    return remedy === undefined ? [] : [{by: [...times].map(([rule, {length}]) => ({rule, times: length})), remedy}]
  })
}

export const remedyLines = (remedies: readonly Remedy[]): string[] =>
  remedies.map(({by, remedy}) => {
    const rules = by.map(({rule, times}) => (times > 1 ? `${rule} (${times} times)` : rule))
    return plainText(`  ${rules.join(', ')}: ${remedy}`)
  })

const totalOf = ({compliant, violation, exempt, undetermined}: Report['summary']): number =>
  compliant + violation + exempt.policy + exempt.waiver + undetermined

/** Summary of all verdicts. `more` is inserted after the number of judgements. */
export function saySummary(
  report: Pick<Report, 'summary' | 'source' | 'uncompared' | 'newWaivers'>,
  more = ''
): string {
  const {summary} = report
  const {compliant, violation, exempt, undetermined, notes} = summary
  const total = totalOf(summary)
  const verdicts = [
    `${compliant} compliant`,
    formatCount(violation, 'violation'),
    `${exempt.policy} exempt by policy`,
    `${exempt.waiver} exempt by waiver`,
    `${undetermined} undetermined`
  ]
  const ends =
    total === 0
      ? sayNoEnds(report)
      : `${formatCount(total, 'end or break', 'ends and breaks')}${more}: ${verdicts.join(', ')}`
  return [ends, `${formatCount(notes, 'note')} on the record`, ...sayNewWaivers(report)].join('; ')
}

/** `2 new waivers, 1 not counted`. Empty if the change adds none. */
export function sayNewWaivers({newWaivers}: Pick<Report, 'newWaivers'>): string[] {
  if (!newWaivers) return []
  const {added, ignored} = newWaivers
  return [
    `${formatCount(added, 'new waiver')}${ignored > 0 ? `, ${ignored === added ? '' : `${ignored} `}not counted` : ''}`
  ]
}

/** Summary without judgements, which says whether anything was compared. */
function sayNoEnds({source, uncompared}: Pick<Report, 'source' | 'uncompared'>): string {
  if (uncompared && !uncompared.isPart) return 'No end or break found, for nothing was compared'
  if (source.partial) return 'In what could be read, nothing ends or breaks'
  return uncompared ? 'In what was compared, nothing ends or breaks' : 'Nothing ends or breaks'
}

/** Note that unreadable parts may contain more findings. Empty if all parts were read. */
export const sayPartial = ({partial, path, unread = path}: Report['source']): string =>
  partial ? `; partial, not all of ${plainText(unread)} could be read` : ''

/** Note that not everything was compared. Empty if the summary says so already. */
const sayUncompared = ({summary, uncompared}: Pick<Report, 'summary' | 'uncompared'>): string => {
  if (!uncompared || (!uncompared.isPart && totalOf(summary) === 0)) return ''
  return `; ${uncompared.isPart ? 'not all' : 'nothing'} was compared`
}

/** Last line, in the color of the worst verdict. Suppressed violations don't count. */
export function summaryLine(
  report: Pick<Report, 'summary' | 'baseline' | 'uncompared' | 'source' | 'newWaivers'>,
  colors: Colors,
  more = ''
): string {
  const {summary, baseline, uncompared, source} = report
  const violation =
    summary.violation - [...(baseline?.unchanged ?? [])].filter(({verdict}) => verdict === 'violation').length
  const known = baseline ? `; ${baseline.unchanged.size} in the baseline, ${baseline.gone.length} of it gone` : ''
  const text = `${saySummary(report, more)}${sayUncompared(report)}${sayPartial(source)}${known}`
  const isUnsure = summary.undetermined > 0 || uncompared?.isUnsure === true || source.partial
  return violation > 0 ? colors.red(text) : isUnsure ? colors.yellow(text) : colors.green(text)
}
