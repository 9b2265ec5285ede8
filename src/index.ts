/**
 * The public door of tenure: read a history and a policy, assemble, judge, run the rules. Or read two descriptions of
 * an API, compare them, and judge what differs.
 *
 * What is text becomes model on the left; from there on everything is pure, and today is an argument.
 */

export {rules} from '../rules/index.ts'
export {compare} from './compare/compare.ts'
export type {Validate} from './compare/proofs.ts'
export {assemble} from './history/assemble.ts'
export {judgeAll, lint, located} from './lint.ts'
export type {Change, ChangeKind, Proof, Reach} from './model/change.ts'
export type {Finding, RuleInfo} from './model/finding.ts'
export type {Declared, History} from './model/history.ts'
export type {JudgedChange} from './model/judged-change.ts'
export type {Judgement, Verdict} from './model/judgement.ts'
export {type EndpointVersion, endpointVersion, type Lifecycle} from './model/lifecycle.ts'
export type {Policy} from './model/policy.ts'
export {InputError} from './model/problem.ts'
export type {Gap, Snapshot} from './model/snapshot.ts'
export type {Subject} from './model/subject.ts'
export {between} from './promise/between.ts'
export {earliestLawfulEnd} from './promise/bounds.ts'
export {judgeChanges} from './promise/compatibility.ts'
export {latestLawfulAnnouncement} from './promise/latest-announcement.ts'
export {type Description, readDescription, readDescriptionText} from './read/description.ts'
export {readHistory, readHistoryText} from './read/history-file.ts'
export {presets, readPolicy, readPolicyText} from './read/policy-file.ts'
export {readyFor} from './read/program.ts'
export {partAsMarkdown} from './render/changelog.ts'
export {renderNotes} from './render/notes.ts'
