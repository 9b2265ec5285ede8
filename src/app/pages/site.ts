import {lint, locateFindings} from '../../lint.ts'
import {groupBy} from '../../model/group-by.ts'
import {inputError} from '../../model/input-error.ts'
import {timelinePositionOf} from '../../model/time/timeline.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {readText} from '../../read/files/file-system.ts'
import {bundledFile} from '../../read/files/installed-packages.ts'
import {writeFileAtomically} from '../../read/files/write-file.ts'
import type {NoteText, SiteInput, VerdictGroupText, VerdictText} from '../../render/timeline/verdict-text.ts'
import {sayConstraint, sayEarliestEndOfSupport} from '../../report/answers/earliest-end-of-support.ts'
import {evidenceOf, remediesOf, witnessLines} from '../../report/finding-evidence.ts'
import {type FindingGroup, groupFindings} from '../../report/groups/group-findings.ts'
import {groupLocation, groupText} from '../../report/groups/group-text.ts'
import {sayCounts} from '../../report/headline.ts'
import {findingKey, type Report} from '../../report/report.ts'
import {listedMoment, policyLine, sayNoFinding} from '../../report/report-text.ts'
import {dropPending, reportOf} from '../audit.ts'
import type {Context} from '../context.ts'
import {activeRules} from '../plugins/load-plugins.ts'
import type {CommonOptions} from '../session/config.ts'
import {openSource} from '../session/open-source.ts'
import type {ReleaseOptions} from '../session/select-source.ts'
import type {Session} from '../session/session.ts'

export interface SiteOptions extends CommonOptions, ReleaseOptions {
  readonly source?: string | undefined
  readonly out?: string | undefined
  readonly rows: string
}

/** History that was written, and the file. */
export interface WrittenSite {
  readonly session: Session
  readonly file: string
}

/** Writes the history as an HTML page or an SVG picture, depending on the file extension. */
export async function writeSite(options: SiteOptions, context: Context): Promise<WrittenSite> {
  const {out} = options
  const kind = /\.(html?|svg)$/i.exec(out ?? '')?.[1]?.toLowerCase()
  if (out === undefined || kind === undefined) {
    throw inputError(
      out === undefined
        ? 'Add `--out` with a name that ends with `.html` (the page) or `.svg` (the picture).'
        : `\`--out ${out}\` must end with \`.html\` (the page) or \`.svg\` (the picture).`,
      undefined,
      'tenure site --out site.html'
    )
  }
  const most = Number(options.rows)
  if (!/^\d{1,4}$/.test(options.rows) || most < 1) {
    throw inputError(`\`--rows ${options.rows}\` must be a number from 1 to 9999.`, undefined, '--rows 24')
  }
  const session = await openSource(options, context)
  const site = siteOf(session)
  const asset = (name: string): string => readText(bundledFile(name))
  if (kind === 'svg') {
    const {renderPicture} = await import('../../render/timeline/picture.ts')
    writeFileAtomically(out, renderPicture(site, most, asset('picture.css')))
  } else {
    const {renderSite} = await import('../../render/site/page.ts')
    writeFileAtomically(out, renderSite(site, {script: asset('site.js'), style: asset('site.css')}))
  }
  return {session, file: out}
}

/** History and verdicts, with the texts of the reports. */
function siteOf(session: Session): SiteInput {
  const {history, policy, locate} = session
  const {judgements, findings} = lint(history, policy, activeRules(), {
    settings: session.config?.rules ?? {}
  })
  const past = dropPending(history, judgements, findings)
  const report = reportOf('audit', session, past.judgements, past.findings)
  const {asOf} = history.timeline
  const {summary} = report
  const all = locateFindings(findings, locate)
  const byAbout = groupBy(
    all.filter(({verdict, subject}) => verdict && subject),
    ({event, subject}) => findingKey(event, subject)
  )
  const leads = judgements.map(({event, subject}) => byAbout.get(findingKey(event.id, subject))?.[0])
  const used = new Set(leads)
  return {
    history,
    policy,
    locate,
    verdicts: judgements.map((judgement, at) => verdictOf(judgement, leads[at], report, session)),
    notes: all.filter(finding => !used.has(finding)).flatMap(notesOf),
    folds: groupFindings(report).releases.flatMap(({title, folds}) => folds.map(each => foldOf(each, title, report))),
    head: policyLine(report),
    counts: {
      violation: summary.violation,
      undetermined: summary.undetermined,
      compliant: summary.compliant,
      exempt: summary.exempt.policy + summary.exempt.waiver
    },
    summary: sayCounts(report),
    remarks: session.remarks,
    formatEarliestEnd: (name, lawful, announced) => [
      sayEarliestEndOfSupport(name, lawful, {announced, asOf}),
      ...lawful.bounds.filter(({window}) => lawful.kind !== 'never' || window).map(sayConstraint)
    ]
  }
}

function verdictOf(bare: Judgement, finding: Finding | undefined, report: Report, {locate}: Session): VerdictText {
  const place = locate(bare.event.place)
  const judgement = {...bare, place}
  const evidence = finding ? evidenceOf({finding, judgement}, {locate}) : []
  return {
    judgement,
    says: finding
      ? [finding.message, ...finding.reasons.map(({message}) => message), ...witnessLines({judgement})]
      : [sayNoFinding(judgement, report.asOf)],
    remedies: finding ? remediesOf(finding) : [],
    rules: finding ? [...new Set([finding, ...finding.reasons].map(({rule}) => rule))] : [],
    place,
    evidence
  }
}

/** Notes on the history from a finding and its reasons. */
const notesOf = ({subject, place, reasons, ...lead}: Finding): NoteText[] =>
  [lead, ...reasons].map(({level, rule, message}) => ({
    level,
    rule,
    says: message,
    place,
    ...(subject ? {subject} : {})
  }))

function foldOf(each: FindingGroup, title: string, report: Report): VerdictGroupText {
  const {headline, why, members, reasons, evidence} = groupText(each, report.timeline)
  const [{judgement}] = each.items
  const shown = listedMoment(judgement)
  const {was, place, more} = groupLocation(each.items)
  return {
    verdict: judgement.verdict,
    ...(shown.entry === undefined ? {} : {entry: shown.entry}),
    at: timelinePositionOf(report.timeline, shown, judgement.event.entry),
    title,
    headline,
    says: [
      ...(why.length > 0 ? [why.join(' ')] : []),
      ...reasons.map(({message}) => message),
      ...(evidence === undefined ? [] : [evidence])
    ],
    members,
    place: `${was ? 'was at ' : ''}${place}${more}`
  }
}
