import {dirname, resolve} from 'node:path'
import type {SubjectWaiver} from '../model/event.ts'
import type {Locate} from '../model/place.ts'
import {InputError, type Problem} from '../model/problem.ts'
import {PART_KINDS, type Part, parseTarget} from '../model/subject.ts'
import type {OptionValues, RuleSetting} from '../rule.ts'
import {config as format, type WrittenConfig} from './config-format.ts'
import {readText} from './disk.ts'
import {listed, nearest, problemsIn} from './format.ts'
import {waiverOf} from './waiver.ts'
import {locator, readYaml} from './yaml-text.ts'

/** What `tenure.yaml` says, its paths from the folder that holds it. */
export interface Config {
  readonly source: string
  readonly folder: string
  readonly history?: string
  readonly policy?: string
  readonly rules: Readonly<Record<string, RuleSetting>>
  readonly waivers: readonly SubjectWaiver[]
  readonly locate: Locate
}

/** What the config may say of a rule: its options, with the types of their defaults. */
export interface KnownRule {
  readonly id: string
  readonly options?: OptionValues
}

export function readConfig(path: string, rules: readonly KnownRule[]): Config {
  const yaml = readYaml(readText(path), path)
  const value = yaml.value ?? {}
  const problems = problemsIn(yaml, format, value, [])
  if (problems.length > 0) throw new InputError(problems)
  const written = value as WrittenConfig
  const wrong: Problem[] = []
  const settings = Object.entries(written.rules ?? {}).map(([id, setting]): [string, RuleSetting] => {
    const rule = rules.find(each => each.id === id)
    if (!rule) {
      const meant = nearest(
        id,
        rules.map(each => each.id)
      )
      wrong.push({
        message: `Unexpected rule \`${id}\`, expected one that \`tenure rules\` lists${meant ? ` (did you mean \`${meant}\`?)` : ''}`,
        place: yaml.where(['rules', id], true)
      })
      return [id, {}]
    }
    if (typeof setting === 'string') return [id, {level: setting}]
    const options = Object.fromEntries(
      Object.entries(setting.options ?? {}).map(([name, given]) => {
        const fallback = rule.options?.[name]
        const known = typeof fallback === 'number' ? Number(given) : given
        const fits = fallback !== undefined && typeof known === typeof fallback && !Number.isNaN(known)
        if (!fits) {
          const expected =
            fallback === undefined
              ? `one of ${listed(Object.keys(rule.options ?? {})) || 'none'}`
              : `a ${typeof fallback}`
          wrong.push({
            message: `Unexpected option \`${name}: ${given}\` of rule \`${id}\`, expected ${expected}`,
            place: yaml.where(['rules', id, 'options', name], true)
          })
        }
        return [name, known]
      })
    )
    return [id, {...(setting.level === undefined ? {} : {level: setting.level}), options}]
  })
  if (wrong.length > 0) throw new InputError(wrong)
  const folder = dirname(path)
  return {
    source: path,
    folder,
    ...(written.history === undefined ? {} : {history: resolve(folder, written.history)}),
    ...(written.policy === undefined ? {} : {policy: written.policy}),
    rules: Object.fromEntries(settings),
    waivers: (written.waivers ?? []).flatMap((each, index): SubjectWaiver[] => {
      const target = parseTarget(each.subject)
      const keys = [...PART_KINDS, 'in' as const].filter(kind => each[kind] !== undefined)
      const part = Object.fromEntries(keys.map(kind => [kind, each[kind]])) as Part
      const subject = target && {target, ...(keys.length > 0 ? {part} : {})}
      return subject ? [{...waiverOf(each, yaml, ['waivers', index]), subject}] : []
    }),
    locate: locator([yaml])
  }
}
