import type {AffectedOperation} from '../../../model/api/change.ts'
import type {ChangeRuling, JudgedChange} from '../../../model/verdict/judged-change.ts'
import {judgedPieces} from '../../../text/changes/forward.ts'
import {formatPieces} from '../../../text/changes/sentences.ts'
import {operationName} from '../../../text/changes/verdict-reasons.ts'
import {type DiffReport, type DiffSide, judgedFingerprint, missingParts, sortChanges} from '../diff-report.ts'
import {placeJson, subjectFields} from '../findings/findings-json.ts'
import {versionJson} from '../version-report.ts'
import type {WrittenDiff} from './diff-json-format.ts'

type WrittenChange = WrittenDiff['changes'][number]

/** JSON output of a comparison: its changes with their verdicts, and the parts that weren't compared. */
export function diffJson(report: DiffReport): WrittenDiff {
  const {policy, revision, assumed, gaps, summary, direction} = report
  return {
    format: 1,
    command: 'diff',
    asOf: report.asOf,
    policy: {name: policy.name, source: policy.source, revision, assumed},
    direction,
    old: sideOf(report.old),
    new: sideOf(report.new),
    partial: missingParts(report).length > 0,
    gaps: gaps.map(({message, place, isRead = false}) => ({message, place: placeJson(place), isRead})),
    unused: report.unused.map(({kind, name, place}) => ({kind, name, place: placeJson(place)})),
    breaks: report.breaks,
    verdict: report.verdict,
    summary,
    version: report.versionReport && versionJson(report.versionReport),
    remarks: report.remarks,
    changes: sortChanges(report.judged).map(changeOf)
  }
}

const sideOf = ({source, title, version}: DiffSide) => ({source, title, version})

function changeOf(judged: JudgedChange): WrittenChange {
  const {change, forward, breaks, verdict, effects, rulings} = judged
  const [lead] = rulings
  const {component, about, others, old, new: fresh, where} = change
  return {
    kind: change.kind,
    direction: forward && 'forward',
    breaks,
    verdict,
    ground: lead.ground,
    effects,
    message: formatPieces(judgedPieces(judged)),
    ...subjectFields(change.subject),
    component,
    at: change.at,
    about,
    others,
    places: {
      old: where.old && placeJson(where.old),
      new: where.new && placeJson(where.new),
      missingFrom: where.missingFrom && placeJson(where.missingFrom)
    },
    old,
    new: fresh,
    proofs: {request: change.proofs.request, response: change.proofs.response},
    reaches: rulings.flatMap(ruling => ruling.reaches.map(reach => reachOf(reach, ruling))),
    clause: lead.clause,
    missing: lead.missing,
    fingerprint: judgedFingerprint(judged)
  }
}

const reachOf = ({operation, side, part, at}: AffectedOperation, {verdict, stability}: ChangeRuling) => ({
  operation: operationName(operation),
  side,
  part,
  at,
  verdict,
  stability
})
