import {type FoundBase, findBase} from './base/base-revision.ts'
import type {ApiOptions, ReviewedChange} from './change.ts'
import type {GeneratedChange} from './generated/generated-change.ts'
import type {LocatedChange} from './located-change.ts'
import {type ChangeRules, type RuleSources, readRules} from './read-rules.ts'
import {namesOtherSpec} from './release/released-base.ts'

/** Finds what a change is compared with, and whose rules bind it. */
export function findBaseWithRules(
  located: LocatedChange,
  files: () => readonly string[],
  generated: GeneratedChange | undefined,
  options: ApiOptions,
  change: ReviewedChange
): {readonly found: FoundBase; readonly rules: ChangeRules} {
  const search = (earlier: string | undefined): FoundBase =>
    generated?.found ?? findBase(change, located.spec, {files, isDirty: generated?.isDirty, earlier})
  const found = search(located.earlier)
  const rules = readRules(located, toRuleSources(located, found), options, change.context)
  // What a folder had that the target doesn't read as its releases is no older description of this API.
  const isOther = located.earlier !== undefined && rules.target?.config && namesOtherSpec(rules, options, undefined)
  return {found: isOther ? search(undefined) : found, rules}
}

function toRuleSources({spec, releases, unlisted}: LocatedChange, {base, target}: FoundBase): RuleSources {
  const located = 'lacks' in base ? undefined : base
  const specs = unlisted ? [spec] : [releases, spec, located?.path].flatMap(each => each ?? [])
  return {target, base: located?.id, specs}
}
