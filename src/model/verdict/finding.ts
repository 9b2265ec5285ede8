import {createHash} from 'node:crypto'
import type {OwnerSet} from '../approval.ts'
import type {SourceLocation} from '../location.ts'
import {type Subject, subjectKey} from '../subject/subject.ts'
import type {MissingFact, PolicyClause, Verdict} from './judgment.ts'

export type Level = 'error' | 'warning' | 'info'
export const LEVELS: readonly Level[] = ['error', 'warning', 'info']

/** The information about a rule that reports print. */
export interface RuleInfo {
  readonly id: string
  readonly since: string
  readonly level: Level
  readonly summary: string
  readonly why: string
  /** The page that documents the rule. */
  readonly url?: string
}

/** The message of one rule, grouped under a finding. */
export interface FindingReason {
  readonly rule: string
  readonly level: Level
  readonly verdict?: Verdict
  readonly message: string
  /** Further sentences, such as a counterexample. */
  readonly details?: readonly string[]
  readonly remedy?: string
  /** The page that documents the rule. */
  readonly url?: string
  readonly place: SourceLocation
  readonly missing: readonly MissingFact[]
  /** Further locations that show the evidence. */
  readonly evidence: readonly {readonly text: string; readonly place: SourceLocation}[]
  readonly fingerprint: string
}

/** The messages of all rules about one subject at one event. */
export interface Finding extends FindingReason {
  readonly subject?: Subject
  /** The name of the release or the day at which it happened. */
  readonly release?: string
  /** The ID of the history event, and the index of its timeline entry. */
  readonly event?: number
  readonly entry?: number
  readonly clause?: PolicyClause
  /** Set if it breaks clients of the newer description at servers of an older one. */
  readonly direction?: 'forward'
  readonly replacement?: Subject
  /** Endpoint versions with the same finding for the same cause. */
  readonly covers: readonly Subject[]
  /** The releases other than the base whose clients or servers it reaches; `undefined` if none was compared. */
  readonly releases?: readonly string[]
  readonly reasons: readonly FindingReason[]
  /** The owners of each part of the subject, by the target of the change; `undefined` if none are known. */
  readonly owners?: readonly OwnerSet[]
}

/**
 * Identifies a finding across edits of the files: it is made of rule, subject, and event, never of text, line, or date.
 * `discriminator` separates several findings of one rule about one subject.
 */
export function fingerprintOf(rule: string, subject: Subject | undefined, discriminator: string): string {
  return createHash('sha256')
    .update(JSON.stringify([rule, subject ? subjectKey(subject) : '', discriminator]))
    .digest('hex')
    .slice(0, 20)
}

/** A finding as a baseline stores it: enough to recognize it and to be readable. */
export interface BaselineFinding {
  readonly fingerprint: string
  readonly rule: string
  readonly subject?: string
}

/** The findings that existed when a team adopted the tool; reports suppress them. */
export interface Baseline {
  readonly source: string
  readonly findings: readonly BaselineFinding[]
}
