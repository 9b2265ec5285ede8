import type {Config} from '../../inputs/config/file.ts'
import type {ConfigWaiver} from '../../inputs/config/waivers.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import {findWaivedJudgments} from '../../outputs/report/findings.ts'
import type {Report} from '../../outputs/report/report.ts'
import {sayPlace} from '../../outputs/report/report-text.ts'
import {formatSubjectPhrase} from '../../text/finding-phrases.ts'

/** Gate result for one API. */
export interface CheckedApi {
  readonly report: Report
  /** Findings on waivers that name no API and aren't used by this one. Another API may use them. */
  readonly unusedWaivers: readonly Finding[]
}

/** Remedy for an unused waiver that names no API. */
const UNUSED_REMEDY =
  'Remove it when its change is recorded in each API that it is for, or if there is no such change. (`tenure record` keeps it, because it names no API.)'

/**
 * Separates findings on waivers that name no API. An unused one may be used by another API, and a used one may have
 * been written for another API.
 */
export function separateSharedWaivers(report: Report, config: Config | undefined): CheckedApi {
  const api = config?.api
  const shared = api === undefined ? [] : (config?.waivers ?? []).filter(each => each.api === undefined)
  if (!config || shared.length === 0) return {report, unusedWaivers: []}
  const pointers = new Set(shared.map(({place}) => place.pointer))
  const isUnused = ({rule, place}: Finding): boolean =>
    rule === 'waiver-unused' && place.source === config.source && pointers.has(place.pointer)
  const idle = report.findings.filter(isUnused).map(finding => ({...finding, remedy: UNUSED_REMEDY}))
  const used = shared.filter(each => findWaivedJudgments(report).some(({waiver}) => waiver.waiver === each))
  return {
    report: {
      ...addNotes(report, -idle.length),
      findings: report.findings.filter(each => !isUnused(each)),
      remarks: [...report.remarks, ...used.map(each => scopeRemark(each, api ?? '', config))]
    },
    unusedWaivers: idle
  }
}

const scopeRemark = ({subject, place}: ConfigWaiver, api: string, config: Config): string =>
  `The waiver for ${formatSubjectPhrase(subject)} (${sayPlace(config.locate(place))}) names no API, so it applies to all. To limit it to this one, add \`api: ${api}\`.`

/** Reports waivers that no API uses once, with the first API. */
export function reportUnusedWaivers(all: readonly CheckedApi[]): Report[] {
  const counts = all.map(({unusedWaivers: idle}) => new Set(idle.map(({fingerprint}) => fingerprint)))
  const unused = (all[0]?.unusedWaivers ?? []).filter(({fingerprint}: Finding) =>
    counts.every(each => each.has(fingerprint))
  )
  return all.map(({report}, at) =>
    at > 0 || unused.length === 0
      ? report
      : {...addNotes(report, unused.length), findings: [...report.findings, ...unused]}
  )
}

const addNotes = (report: Report, more: number): Report => ({
  ...report,
  summary: {...report.summary, notes: report.summary.notes + more}
})
