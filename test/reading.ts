import {assemble} from '../src/history/assemble.ts'
import {lint} from '../src/lint.ts'
import type {Finding} from '../src/model/finding.ts'
import type {History} from '../src/model/history.ts'
import type {Judgement} from '../src/model/judgement.ts'
import type {Policy} from '../src/model/policy.ts'
import {formatSubject} from '../src/model/subject.ts'
import {parseWhen, UNKNOWN} from '../src/model/when.ts'
import {readHistoryText} from '../src/read/history-file.ts'
import {readPolicy, readPolicyText} from '../src/read/policy-file.ts'
import {DEFAULT_POLICY} from '../src/read/preset.ts'
import type {Rule} from '../src/rule.ts'

/** Far in the future, so that everything that a test dates has happened. */
export const LATER = '2030-01-01'

/** `recorded` tells since when the record has held an announcement: a day or `unknown`, by verb and subject. */
export const historyOf = (text: string, asOf = LATER, recorded: Readonly<Record<string, string>> = {}): History =>
  assemble(readHistoryText(text, 'history.yaml').declared, {
    asOf,
    recorded: ({verb, subject}) => {
      const since = recorded[`${verb} ${formatSubject(subject)}`]
      return since === undefined ? undefined : since === 'unknown' ? UNKNOWN : parseWhen(since)
    }
  })

/** A policy by its text, or a preset by its name. */
export const policyOf = (text: string | undefined): Policy =>
  text === undefined || !text.includes('\n')
    ? readPolicy(text ?? DEFAULT_POLICY).policy
    : readPolicyText(text, 'policy.yaml').policy

export function lintText(
  {
    history,
    policy,
    asOf,
    recorded
  }: {history: string; policy?: string; asOf?: string; recorded?: Readonly<Record<string, string>>},
  rules: readonly Rule[]
): {judgements: readonly Judgement[]; findings: readonly Finding[]} {
  return lint(historyOf(history, asOf, recorded), policyOf(policy), rules)
}
