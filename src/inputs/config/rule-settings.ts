import type {YamlText} from '../../documents/yaml/yaml-file.ts'
import {defined} from '../../model/defined.ts'
import {InputError, type InputProblem} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import type {OptionValues, RuleSetting} from '../../rule.ts'
import {suggestChoices, suggestWord} from '../../text/format-choices.ts'
import type {WrittenConfig} from './format.ts'

/** A rule as far as the configuration needs it: its id and the default values of its options. */
export interface KnownRule {
  readonly id: string
  readonly options?: OptionValues
  /** The key of a policy that decides what it reports. */
  readonly policyKey?: string
}

/** Levels and options by rule id. Throws an `InputError` with all problems. */
export function readSettings(
  written: NonNullable<WrittenConfig['rules']>,
  rules: readonly KnownRule[],
  yaml: YamlText
): Record<string, RuleSetting> {
  const problems: InputProblem[] = []
  const settings = Object.entries(written).map(([id, setting]): [string, RuleSetting] => {
    if (typeof setting === 'string') return [id, {level: setting}]
    const rule = rules.find(each => each.id === id)
    // Options of an unknown rule are dropped, because its plugin isn't loaded.
    if (!rule) return [id, setting.level === undefined ? {} : {level: setting.level}]
    const defaults = new Map(Object.entries(rule.options ?? {}))
    const options = Object.fromEntries(
      Object.entries(setting.options ?? {}).map(([name, value]) => {
        const fallback = defaults.get(name)
        const known = typeof fallback === 'number' ? Number(value) : value
        const isValid = fallback !== undefined && typeof known === typeof fallback && !Number.isNaN(known)
        if (!isValid) {
          const known = [...defaults.keys()]
          const none = known.length === 0 ? ' It has no options.' : suggestChoices(name, known)
          problems.push({
            message:
              fallback === undefined
                ? `Rule \`${id}\` has no option \`${name}\`.${none}`
                : `Option \`${name}\` of rule \`${id}\` is \`${value}\`. It must be a ${typeof fallback}.`,
            place: yaml.where(['rules', id, 'options', name], true)
          })
        }
        return [name, known]
      })
    )
    return [id, defined({level: setting.level, options})]
  })
  if (problems.length > 0) throw new InputError(problems)
  return Object.fromEntries(settings)
}

export function validateRuleNames(settings: unknown, rules: readonly KnownRule[], yaml: YamlText): InputProblem[] {
  if (settings === null || typeof settings !== 'object' || Array.isArray(settings)) return []
  return Object.keys(settings).flatMap(id => validateRuleName(id, rules, yaml.where(['rules', id], true)))
}

/** Reports lower levels of rules whose findings are verdicts, because the policy decides what is a violation. */
export const validateLevels = (
  settings: NonNullable<WrittenConfig['rules']>,
  rules: readonly KnownRule[],
  yaml: YamlText
): InputProblem[] =>
  Object.entries(settings).flatMap(([id, setting]) => {
    const level = typeof setting === 'string' ? setting : setting.level
    const policyKey = rules.find(each => each.id === id)?.policyKey
    if (policyKey === undefined || level === undefined || level === 'error') return []
    const message = `\`${id}\` reports what the policy demands, so its level can't be \`${level}\`: that's the policy's job. Change \`${policyKey}\` in the policy, or remove this line.`
    return [{message, place: yaml.where(['rules', id], true)}]
  })

export function validateRuleName(id: string, rules: readonly KnownRule[], place?: SourceLocation): InputProblem[] {
  const ids = rules.map(each => each.id)
  if (ids.includes(id)) return []
  const message = `There is no rule \`${id}\`.${suggestWord(id, ids)} \`tenure explain\` lists all.`
  return [defined({message, place})]
}
