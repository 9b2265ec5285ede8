import {createHash} from 'node:crypto'
import type {Place} from '../location.ts'
import {type Subject, subjectKey} from '../subject/subject.ts'
import type {Clause, Missing, Verdict} from './judgement.ts'

export type Level = 'error' | 'warning' | 'info'
export const LEVELS: readonly Level[] = ['error', 'warning', 'info']

/** What a report says of a rule. */
export interface RuleInfo {
  readonly id: string
  readonly since: string
  readonly level: Level
  readonly summary: string
  readonly why: string
}

/** What one rule says, under the finding that it belongs to. */
export interface Reason {
  readonly rule: string
  readonly level: Level
  readonly verdict?: Verdict
  readonly message: string
  readonly remedy?: string
  readonly place: Place
  readonly missing: readonly Missing[]
  /** Other places that show the evidence. */
  readonly evidence: readonly {readonly says: string; readonly place: Place}[]
  readonly fingerprint: string
}

/** What rules say of one subject at one event. */
export interface Finding extends Reason {
  readonly subject?: Subject
  /** The name of the release or the day at which it happened. */
  readonly release?: string
  /** Which event of the history it is about, and the entry of the timeline that holds it. */
  readonly event?: number
  readonly entry?: number
  readonly clause?: Clause
  readonly replacement?: Subject
  /** Endpoint versions that share this finding because they share its cause. */
  readonly covers: readonly Subject[]
  readonly reasons: readonly Reason[]
}

/**
 * Names a finding across edits of the files: made of rule, subject and event, never of text, line or date.
 * `discriminator` tells apart what else one rule can say of one subject.
 */
export function fingerprintOf(rule: string, subject: Subject | undefined, discriminator: string): string {
  return createHash('sha256')
    .update(JSON.stringify([rule, subject ? subjectKey(subject) : '', discriminator]))
    .digest('hex')
    .slice(0, 20)
}
