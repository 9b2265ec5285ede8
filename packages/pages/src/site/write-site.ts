import {dirname} from 'node:path'
import {dropPending, reportOf} from '@tenure/core/app/audit'
import {activeRules} from '@tenure/core/app/plugins/load-plugins'
import {withNetChanges} from '@tenure/core/app/session/changes-between'
import type {CommonOptions} from '@tenure/core/app/session/config'
import {openSource, type SourceSession} from '@tenure/core/app/session/open-source'
import type {ReleaseOptions} from '@tenure/core/app/session/select-source'
import type {Session} from '@tenure/core/app/session/session'
import type {Context} from '@tenure/core/context/context'
import {lint, locateFindings} from '@tenure/core/lint'
import {defined} from '@tenure/core/model/defined'
import {groupBy} from '@tenure/core/model/group-by'
import {inputError} from '@tenure/core/model/input-error'
import type {SourceLocation} from '@tenure/core/model/location'
import {momentOfEntry, timelinePositionOf} from '@tenure/core/model/time/timeline'
import type {Finding} from '@tenure/core/model/verdict/finding'
import type {Judgment} from '@tenure/core/model/verdict/judgment'
import {sayConstraint, sayEarliestEndOfSupport} from '@tenure/core/outputs/report/answers/earliest-end-of-support'
import {evidenceOf, remediesOf, witnessLines} from '@tenure/core/outputs/report/finding-evidence'
import {type FindingGroup, groupFindings} from '@tenure/core/outputs/report/groups/group-findings'
import {groupLocation, groupText} from '@tenure/core/outputs/report/groups/group-text'
import {findingKey, type Report} from '@tenure/core/outputs/report/report'
import {listedMoment, sayNoFinding} from '@tenure/core/outputs/report/report-text'
import type {Files} from '@tenure/core/stores/files/files'
import {bundledFile} from '@tenure/core/stores/files/installed-packages'
import {createParentFolder, writeFileAtomically} from '@tenure/core/stores/files/write-file'
import {formatFew} from '@tenure/core/text/format-values'
import {removalsOfApi} from './apis/api-removals.ts'
import type {NoteText, SiteInput, VerdictGroupText, VerdictText} from './picture/verdict-text.ts'

export interface SiteOptions extends CommonOptions, ReleaseOptions {
  readonly source?: string | undefined
  readonly output?: string | undefined
  /** Includes warnings about the history, remedies, approvers, evidence, and places in files. */
  readonly internal?: boolean | undefined
  /** Writes a badge in place of the picture. */
  readonly badge?: boolean | undefined
  /** Owner whose removals count in the badge. */
  readonly owner?: string | undefined
  /** Address of the overview over several APIs. */
  readonly overview?: string | undefined
  /** Whether a feed and a calendar are next to the page. */
  readonly feed?: boolean | undefined
}

/** Maximum number of rows in the picture. Beyond it, endpoints share rows. */
const MOST_ROWS = 32

/** The result of `tenure site`: the history that was rendered, the path of the written file, and what a badge says. */
export interface WrittenSite {
  readonly session: Session
  readonly file: string
  readonly message?: string
}

/** Writes the history as an HTML page, an SVG picture, or a badge, depending on the file extension. */
export async function writeSite(options: SiteOptions, context: Context): Promise<WrittenSite> {
  const {output: out, badge} = options
  const kind = /\.(html?|svg)$/i.exec(out ?? '')?.[1]?.toLowerCase()
  if (badge && kind !== 'svg') {
    const wrong = out === undefined ? '' : `, not \`${out}\``
    throw inputError(
      `A badge is an \`.svg\` file. Add \`--output\` with a name that ends with it${wrong}.`,
      undefined,
      'tenure site --badge --output badge.svg'
    )
  }
  if (out === undefined || kind === undefined) {
    throw inputError(
      out === undefined
        ? 'Add `--output` with a name that ends with `.html` (the page) or `.svg` (the picture).'
        : `\`--output ${out}\` must end with \`.html\` (the page) or \`.svg\` (the picture).`,
      undefined,
      'tenure site --output site.html'
    )
  }
  if (options.feed && kind === 'svg')
    throw inputError(
      '`--feed` writes a feed next to a page, and a picture has none.',
      undefined,
      'tenure site --feed --output site.html'
    )
  const session = await openSource(options, context)
  createParentFolder(context, out)
  const {followLinksOf, writeBadge} = await import('./write-apis.ts')
  if (badge) {
    return {session, file: out, message: writeBadge([await removalsOfApi(session, options, context)], out, context)}
  }
  const link = session.config?.links?.line
  const {internal, overview, feed} = options
  const follow = feed ? followLinksOf(out) : undefined
  const site = {...siteOf(session, defined({internal, link}), context), ...defined({link, overview, follow})}
  const asset = (name: string): string => context.files.readText(bundledFile(name))
  if (kind === 'svg') {
    const {renderPicture} = await import('./picture/picture.ts')
    writeFileAtomically(context, out, renderPicture(site, MOST_ROWS, asset('picture.css')))
  } else {
    const {renderSite} = await import('./page/page.ts')
    writeFileAtomically(context, out, renderSite(site, {script: asset('site.js'), style: asset('site.css')}))
  }
  return {session, file: out}
}

/**
 * The input of the page: the history and verdicts, with the sentences of the reports. Without a declared policy, there
 * are no verdicts. Data for those who maintain the history is left out unless it is requested, so that the page can't
 * show it.
 */
export function siteOf(
  session: SourceSession,
  options: {readonly internal?: boolean; readonly link?: string} = {},
  context: Context
): SiteInput {
  const isInternal = options.internal ?? false
  const site = wholeSiteOf(session, isInternal, context)
  if (isInternal) return site
  const hasLinks = options.link !== undefined
  return {
    ...site,
    verdicts: site.verdicts.map(each => ({...each, remedies: [], rules: [], evidence: []})),
    notes: [],
    folds: site.folds.map(each => ({...each, place: hasLinks ? each.place : '', more: ''})),
    remarks: sayPartlyRead(session),
    formatPlace: hasLinks ? site.formatPlace : () => ''
  }
}

/** A sentence about the parts of the source that couldn't be read. Empty if everything was read. */
function sayPartlyRead({partial, unreadReleases}: Session): string[] {
  if (!partial) return []
  return [
    unreadReleases
      ? `Part of ${formatFew(unreadReleases.names.map(name => `\`${name}\``))} could not be read. More might have changed.`
      : 'Part of the source could not be read. More might have changed.'
  ]
}

const withoutApprover = (judgment: Judgment): Judgment => {
  if (!judgment.waiver) return judgment
  const {approver: _, ...waiver} = judgment.waiver.waiver
  return {...judgment, waiver: {...judgment.waiver, waiver}}
}

function wholeSiteOf(session: SourceSession, isInternal: boolean, context: Context): SiteInput {
  const {history, policy, locate, assumed} = session
  const all = lint(history, policy, activeRules(context), {settings: session.config?.rules ?? {}})
  // What isn't released yet is judged as if it were released today, so that its verdict can be another one tomorrow.
  const open = history.timeline.entries.find(entry => momentOfEntry(entry).isOpen)?.index
  const found = all.judgments.filter(({end}) => !end.isOpen)
  const findings = all.findings.filter(({entry}) => entry === undefined || entry !== open)
  const judgments = isInternal ? found : found.map(withoutApprover)
  const past = dropPending(history, judgments, findings)
  const report = reportOf('audit', session, past.judgments, past.findings)
  const {summary} = report
  const located = locateFindings(findings, locate)
  const byAbout = groupBy(
    located.filter(({verdict, subject}) => verdict && subject),
    ({event, subject}) => findingKey(event, subject)
  )
  const leads = judgments.map(({event, subject}) => byAbout.get(findingKey(event.id, subject))?.[0])
  const used = new Set(leads)
  const shortenPlaces = createPlaceShortener(context.files, session.path)
  return {
    history: withNetChanges(session),
    policy,
    judgments,
    isJudged: !assumed,
    isInternal,
    verdicts: assumed
      ? []
      : judgments.map((judgment, at) => shorten(verdictOf(judgment, leads[at], session), shortenPlaces)),
    // Findings with a verdict are left out if no policy is declared, because they are by the default policy.
    notes: located
      .filter(finding => (assumed ? finding.verdict === undefined : !used.has(finding)))
      .flatMap(notesOf)
      .map(note => shorten(note, shortenPlaces)),
    folds: assumed
      ? []
      : groupFindings(report).releases.flatMap(({title, folds}) =>
          folds.map(each => shorten(foldOf(each, title, report), shortenPlaces))
        ),
    counts: {
      violation: summary.violation,
      undetermined: summary.undetermined,
      compliant: summary.compliant,
      exempt: summary.exempt.policy + summary.exempt.waiver
    },
    // The remark on how the source was read is left out, because readers of the page don't need it.
    remarks: session.remarks.filter(remark => !/^\d+ releases?, /.test(remark)).map(shortenPlaces),
    formatPlace: place => shortenPlaces(formatPublicPlace(locate(place))),
    formatEarliestEnd: (subject, earliestEnd) => [
      sayEarliestEndOfSupport(subject, earliestEnd),
      ...earliestEnd.bounds
        .filter(({window}) => earliestEnd.kind !== 'never' || window)
        .map(bound => sayConstraint(bound, subject))
    ]
  }
}

function verdictOf(bare: Judgment, finding: Finding | undefined, {locate}: Session): VerdictText {
  const place = locate(bare.event.place)
  const judgment = {...bare, place}
  const evidence = finding ? evidenceOf({finding, judgment}, {locate}) : []
  return {
    judgment,
    sentences: finding
      ? [finding.message, ...finding.reasons.map(({message}) => message), ...witnessLines({judgment})]
      : [sayNoFinding(judgment)],
    remedies: finding ? remediesOf(finding) : [],
    rules: finding ? [...new Set([finding, ...finding.reasons].map(({rule}) => rule))] : [],
    place,
    evidence
  }
}

/** Notes on the history from a finding and its reasons. */
const notesOf = ({subject, place, reasons, ...lead}: Finding): NoteText[] =>
  [lead, ...reasons].map(({level, rule, message}) => defined({level, rule, text: message, place, subject}))

function foldOf(each: FindingGroup, title: string, report: Report): VerdictGroupText {
  const {headline, why, members, reasons, evidence} = groupText(each)
  const [{judgment}] = each.items
  const shown = listedMoment(judgment)
  const {was, place, more} = groupLocation(each.items)
  return {
    verdict: judgment.verdict,
    ...defined({entry: shown.entry}),
    at: timelinePositionOf(report.timeline, shown, judgment.event.entry),
    title,
    headline,
    sentences: [
      ...(why.length > 0 ? [why.join(' ')] : []),
      ...reasons.map(({message}) => message),
      ...(evidence === undefined ? [] : [evidence])
    ],
    members,
    // A place in an older state of the file is shown without a link, because the current file doesn't have it.
    place: was ? '' : formatPublicPlace(judgment.place),
    more: was ? `was at ${place}${more}` : more
  }
}

/**
 * The highest column for which a line number is shown. Beyond it, the file has no line breaks, so a line number doesn't
 * help.
 */
const LAST_COLUMN = 400

/** `openapi.yaml:12`, or only the file if it has no line breaks. */
const formatPublicPlace = ({source, line, column = 1}: SourceLocation): string =>
  line === undefined || column > LAST_COLUMN ? source : `${source}:${line}`

/** Returns a function that makes the paths in a text relative to the source, so that the page shows none of the machine. */
function createPlaceShortener(files: Files, path: string): (text: string) => string {
  const folder = files.isFolder(path) ? path : dirname(path)
  const prefix = `${folder.replace(/\/+$/, '')}/`
  return folder === '.' ? text => text : text => text.replaceAll(prefix, '')
}

/** Applies a function to all texts of an object that readers see. */
function shorten<Texts extends object>(texts: Texts, change: (text: string) => string): Texts {
  const changed = Object.entries(texts).map(([key, value]) => [
    key,
    typeof value === 'string'
      ? change(value)
      : Array.isArray(value)
        ? value.map(each => (typeof each === 'string' ? change(each) : each))
        : value
  ])
  return Object.fromEntries(changed)
}
