import type {Context} from '../context/context.ts'
import {type FoundBase, findBase} from './base/base-revision.ts'
import {type GateOptions, gateChoice, type LocatedChange} from './gate-choice.ts'
import type {GeneratedChange} from './generated/generated-change.ts'
import {type ChangeRules, type RuleSources, readRules} from './read-rules.ts'
import {namesOtherSpec} from './release/released-base.ts'

/** Finds what a change is compared with, and whose rules bind it. */
export function findBaseWithRules(
  change: LocatedChange,
  files: () => readonly string[],
  generated: GeneratedChange | undefined,
  options: GateOptions,
  context: Context
): {readonly found: FoundBase; readonly rules: ChangeRules} {
  const choice = {...gateChoice(options, context), files, isDirty: generated?.isDirty}
  const search = (earlier: string | undefined): FoundBase =>
    generated?.found ?? findBase(context, change.spec, {...choice, earlier})
  const found = search(change.earlier)
  const rules = readRules(change, toRuleSources(change, found), options, context)
  // What a folder had that the target doesn't read as its releases is no older description of this API.
  const isOther = change.earlier !== undefined && rules.target?.config && namesOtherSpec(rules, options, undefined)
  return {found: isOther ? search(undefined) : found, rules}
}

function toRuleSources({spec, releases, unlisted}: LocatedChange, {base, target}: FoundBase): RuleSources {
  const located = 'lacks' in base ? undefined : base
  const specs = unlisted ? [spec] : [releases, spec, located?.path].flatMap(each => each ?? [])
  return {target, base: located?.id, specs}
}
