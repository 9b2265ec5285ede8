import {dirname, relative, resolve} from 'node:path'
import type {SubjectWaiver} from '../model/event.ts'
import {nearest} from '../model/nearest.ts'
import {type Locate, pathOf} from '../model/place.ts'
import {InputError, type Problem} from '../model/problem.ts'
import {PART_KINDS, type Part, parseTarget} from '../model/subject.ts'
import type {OptionValues, RuleSetting} from '../rule.ts'
import {config as format, type WrittenConfig} from './config-format.ts'
import {readText} from './disk.ts'
import {listed, problemsIn} from './format.ts'
import {waiverOf} from './waiver.ts'
import {locator, readYaml, type YamlText} from './yaml-text.ts'

/** A line that would be accepted, for each key. */
const EXAMPLES = new Map([
  ['format', 'format: 1'],
  ['history', 'history: history.yaml'],
  ['spec', 'spec: openapi.yaml'],
  ['policy', 'policy: thirteen-months'],
  ['rules', 'rules: {notice-too-short: warning, missing-replacement: off}'],
  ['waivers', '- {subject: GET /v1/loans, reason: security, approver: security@library.example, approved: 2026-03-01}']
])

/** What `tenure.yaml` says, its paths from the folder that holds it. */
export interface Config {
  readonly source: string
  readonly folder: string
  readonly history?: string
  readonly spec?: string
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
  const written = value as WrittenConfig
  const inForm = problemsIn(yaml, format, value, []).map(problem => {
    const [key = ''] = pathOf(problem.place?.pointer ?? '')
    return {...problem, example: EXAMPLES.get(key) ?? 'policy: thirteen-months'}
  })
  const wrong: Problem[] = [...inForm, ...unknownRules(written.rules, rules, yaml)]
  if (wrong.length > 0) throw new InputError(wrong)
  const settings = Object.entries(written.rules ?? {}).map(([id, setting]): [string, RuleSetting] => {
    if (typeof setting === 'string') return [id, {level: setting}]
    const defaults = new Map(Object.entries(rules.find(each => each.id === id)?.options ?? {}))
    const options = Object.fromEntries(
      Object.entries(setting.options ?? {}).map(([name, given]) => {
        const fallback = defaults.get(name)
        const known = typeof fallback === 'number' ? Number(given) : given
        const fits = fallback !== undefined && typeof known === typeof fallback && !Number.isNaN(known)
        if (!fits) {
          const expected = fallback === undefined ? listed([...defaults.keys()]) || 'none' : `a ${typeof fallback}`
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
    ...(written.spec === undefined ? {} : {spec: relative('', resolve(folder, written.spec))}),
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

function unknownRules(settings: unknown, rules: readonly KnownRule[], yaml: YamlText): Problem[] {
  if (settings === null || typeof settings !== 'object' || Array.isArray(settings)) return []
  const ids = rules.map(({id}) => id)
  return Object.keys(settings)
    .filter(id => !ids.includes(id))
    .map(id => {
      const meant = nearest(id, ids)
      const hint = meant ? ` (did you mean \`${meant}\`?)` : ''
      return {
        message: `Unexpected rule \`${id}\`, expected one that \`tenure rules\` lists${hint}`,
        place: yaml.where(['rules', id], true)
      }
    })
}
