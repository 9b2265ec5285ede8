import type {YamlText} from '../../documents/yaml/yaml-file.ts'
import {parseTarget} from '../../languages/languages.ts'
import {defined} from '../../model/defined.ts'
import {type InputProblem, inputError} from '../../model/input-error.ts'
import type {SubjectWaiver} from '../../model/lifecycle/event.ts'
import {narrowSubject, toWaiver} from '../history/events.ts'
import type {WrittenConfig} from './format.ts'
import {type KnownRule, validateRuleName} from './rule-settings.ts'

export interface ConfigWaiver extends SubjectWaiver {
  /** The API that the waiver is limited to; omitted if it applies to all. */
  readonly api?: string
}

/** Reports waivers for a rule that doesn't exist, and for a rule and a kind at once. */
export function problemsInWaivers(
  {waivers = []}: WrittenConfig,
  rules: readonly KnownRule[] | undefined,
  yaml: YamlText
): InputProblem[] {
  return waivers.flatMap(({rule, kind, about}, index) => {
    if (about !== undefined && kind === undefined) {
      const message = '`about` needs `kind`, the kind of change that it is about.'
      return [{message, place: yaml.where(['waivers', index, 'about'], true)}]
    }
    if (rule === undefined) return []
    if (kind !== undefined) {
      const message = 'A waiver has either `kind` or `rule`. Remove one of them.'
      return [{message, place: yaml.where(['waivers', index, 'kind'], true)}]
    }
    return rules ? validateRuleName(rule, rules, yaml.where(['waivers', index, 'rule'])) : []
  })
}

export function readWaivers({waivers = []}: WrittenConfig, yaml: YamlText): ConfigWaiver[] {
  return waivers.map((each, index) => {
    const target = parseTarget(each.subject)
    if (!target)
      throw inputError(
        `\`${each.subject}\` doesn't name an endpoint, an operation, or a field.`,
        yaml.where(['waivers', index, 'subject'])
      )
    return defined({
      ...toWaiver(each, yaml, ['waivers', index]),
      subject: narrowSubject(target, each),
      rule: each.rule,
      kind: each.kind,
      about: each.about,
      api: each.api
    })
  })
}
