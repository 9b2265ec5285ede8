import type {RuleInfo} from '../model/finding.ts'
import {LEVELS} from '../model/finding.ts'
import {InputError} from '../model/problem.ts'
import type {RuleSetting} from '../rule.ts'
import {type KnownRule, readSettings} from './config-rules.ts'
import type {FileAt} from './policy-before.ts'
import {readYaml} from './yaml-text.ts'

type Settings = Readonly<Record<string, RuleSetting>>

/**
 * The settings that a change may not lower: each rule at the higher of its two levels. Nothing where no level sinks, or
 * where nobody can tell what the levels were.
 */
export function rulesBefore(
  fileAt: FileAt,
  source: string,
  now: Settings,
  rules: readonly (KnownRule & Pick<RuleInfo, 'level'>)[]
): Settings | undefined {
  const before = settingsIn(fileAt(source)?.text, source, rules)
  if (!before) return undefined
  const sunk = rules.filter(({id, level}) => {
    const [old, fresh] = [before[id]?.level ?? level, now[id]?.level ?? level]
    return rank(fresh) > rank(old)
  })
  if (sunk.length === 0) return undefined
  const held = sunk.map(({id}) => {
    const {level: _, ...rest} = now[id] ?? {}
    const level = before[id]?.level
    return [id, {...rest, ...(level === undefined ? {} : {level})}] as const
  })
  return {...now, ...Object.fromEntries(held)}
}

/** The gravest first, and what is off last. */
const rank = (level: RuleSetting['level'] & string): number => (level === 'off' ? LEVELS.length : LEVELS.indexOf(level))

function settingsIn(text: string | undefined, source: string, rules: readonly KnownRule[]): Settings | undefined {
  if (text === undefined) return {}
  try {
    const yaml = readYaml(text, source)
    const written = (yaml.value as {readonly rules?: unknown} | null | undefined)?.rules ?? {}
    if (typeof written !== 'object' || Array.isArray(written)) return undefined
    // A plugin that is gone took its rules with it.
    const known = Object.entries(written).filter(([id]) => rules.some(each => each.id === id))
    return readSettings(Object.fromEntries(known), rules, yaml)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}
