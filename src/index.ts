/**
 * The public API of tenure: read a history and a policy, assemble the history, judge it, and run the rules. Or read two
 * API descriptions, compare them, and judge the differences.
 *
 * Reading turns text into the model. Everything after that is pure, and today's date is an argument.
 *
 * `audit`, `check`, `diff` and `changelog` do what the commands of that name do, and return it instead of printing it.
 * `format` writes what they return as the commands do.
 */

export {diffSnapshots as compare} from '@tenure/openapi/diff/diff'
export type {Validate} from '@tenure/openapi/diff/proof/proofs'
export {judgingContextOf as between} from '@tenure/openapi/judging-context'
export {type LocatedSnapshot as Description, readDescriptionText} from '@tenure/openapi/read/open-description'
export type {Snapshot} from '@tenure/openapi/snapshot'
export {partAsMarkdown} from '@tenure/pages/history-page/page-part'
export {renderNotes} from '@tenure/pages/release-notes/github'
export {rules} from '../rules/index.ts'
export {assemble} from './history/assemble.ts'
export {presets} from './inputs/config/policy-file.ts'
export {readHistoryText} from './inputs/history/file.ts'
export type {
  AuditRequest,
  ChangelogRequest,
  CheckRequest,
  DiffRequest,
  Surroundings
} from './library.ts'
export {
  formatReport as format,
  readDescriptionHere as readDescription,
  readHistoryHere as readHistory,
  readPolicyHere as readPolicy,
  readPolicyTextHere as readPolicyText,
  readyForHere as readyFor,
  runAudit as audit,
  runChangelog as changelog,
  runCheck as check,
  runDiff as diff
} from './library.ts'
export {judgeAll, lint, locateFindings as located} from './lint.ts'
export type {AffectedOperation as Reach, Change, ChangeKind, Proof} from './model/api/change.ts'
export type {ReadProblem as Gap} from './model/api/read-problem.ts'
export {InputError} from './model/input-error.ts'
export type {DeclaredHistory as Declared, History} from './model/lifecycle/history.ts'
export {type EndpointVersion, endpointVersion, type Lifecycle} from './model/lifecycle/lifecycle.ts'
export type {Subject} from './model/subject/subject.ts'
export type {Finding, RuleInfo} from './model/verdict/finding.ts'
export type {Breaks, JudgedChange} from './model/verdict/judged-change.ts'
export type {Judgment, Verdict} from './model/verdict/judgment.ts'
export type {Policy} from './model/verdict/policy.ts'
export type {DiffReport, DiffSide, DiffSummary} from './outputs/report/diff-report.ts'
export {anyFailing} from './outputs/report/findings.ts'
export type {ExplainedDiff, ExplainedReport} from './outputs/report/messages.ts'
export type {Report, ReportFormat, SourceKind, Summary} from './outputs/report/report.ts'
export {judgeChanges} from './policy/compatibility/compatibility.ts'
export {earliestEndOfSupport} from './policy/earliest-end-of-support.ts'
export {latestAnnouncement} from './policy/latest-announcement.ts'
