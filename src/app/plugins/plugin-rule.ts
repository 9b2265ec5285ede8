import {InputError, type InputProblem} from '../../model/input-error.ts'
import {isRecord} from '../../model/json.ts'
import {LEVELS} from '../../model/verdict/finding.ts'
import type {AnyRuleFinding, Rule} from '../../rule.ts'
import {formatChoices} from '../../text/format-choices.ts'
import {pluginFailure} from './plugin-module.ts'

const WATCHES = ['judgment', 'lifecycle', 'event', 'history']
const VERDICTS = ['violation', 'exempt', 'undetermined']
const EXAMPLE = "export default defineRule({id: 'my-rule', level: 'warning', …})"

const describeValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? `\`${value}\``
    : value === undefined || value === null
      ? 'missing'
      : Array.isArray(value)
        ? 'a list'
        : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** Checks of each key of a rule, with the expectation as a phrase. */
const KEYS: Readonly<Record<string, readonly [fits: (value: unknown) => boolean, expected: string]>> = {
  id: [
    value => typeof value === 'string' && /^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(value),
    'words with dashes, such as `my-rule`'
  ],
  since: [isText, 'the version that added it'],
  level: [value => LEVELS.some(level => level === value), formatChoices(LEVELS)],
  watches: [value => WATCHES.some(each => each === value), formatChoices(WATCHES)],
  summary: [isText, 'a sentence'],
  why: [isText, 'a sentence'],
  messages: [value => isRecord(value) && Object.values(value).every(isText), 'a map of strings'],
  check: [value => typeof value === 'function', 'a generator'],
  examples: [value => Array.isArray(value) && value.every(isExample), 'a list of examples'],
  options: [
    value => value === undefined || (isRecord(value) && Object.values(value).every(each => typeof each !== 'object')),
    'a map of defaults'
  ]
}

const isExample = (value: unknown): boolean =>
  isRecord(value) && isText(value.title) && isText(value.history) && isText(value.kind) && Array.isArray(value.messages)

/** Origin of a plugin rule. */
export interface PluginOrigin {
  /** Path of the plugin in the config file. */
  readonly source: string
  readonly file: string
  /** Called when the code of the plugin starts to run. */
  readonly onEnter: () => void
  /** Throws any forbidden action of the plugin, even if the plugin caught the error. */
  readonly assertNoneRefused: () => void
}

/**
 * Turns the default export of a plugin into a rule whose errors can't crash the engine. Throws an `InputError` if it
 * isn't a valid rule.
 */
export function toPluginRule(value: unknown, home: PluginOrigin): Rule {
  const {source} = home
  if (!isRecord(value))
    throw invalidRule(
      [
        value === undefined
          ? 'The plugin has no default export. It must be a rule.'
          : `The default export of a plugin must be a rule, not ${describeValue(value)}.`
      ],
      source
    )
  const problems = Object.entries(KEYS).flatMap(([key, [fits, expected]]) =>
    fits(value[key])
      ? []
      : [
          value[key] === undefined
            ? `The rule has no \`${key}\`. It must be ${expected}.`
            : `\`${key}\` of the rule is ${describeValue(value[key])}. It must be ${expected}.`
        ]
  )
  if (problems.length > 0) throw invalidRule(problems, source)
  return guardRule(value as unknown as Rule, home)
}

const invalidRule = (messages: readonly string[], source: string): InputError =>
  new InputError(messages.map((message): InputProblem => ({message, place: {source}, example: EXAMPLE})))

/** Reports exceptions and invalid findings of the plugin as an `InputError` that names its file. */
function guardRule(rule: Rule, {source, file, onEnter: entered, assertNoneRefused: assure}: PluginOrigin): Rule {
  return {
    ...rule,
    *check(watched, context) {
      try {
        entered()
        for (const plain of rule.check(watched, context)) {
          const flaw = findFlaw(plain, rule)
          if (flaw !== undefined) throw invalidRule([`Rule \`${rule.id}\` yields an invalid finding: ${flaw}.`], source)
          yield plain
        }
        assure()
      } catch (error) {
        if (error instanceof InputError) throw error
        const {message, ...at} = pluginFailure(error, file)
        throw new InputError(
          [
            {
              message: `Rule \`${rule.id}\` failed: ${message.replace(/\.$/, '')}.`,
              place: {source, ...at}
            }
          ],
          {cause: error}
        )
      }
    }
  }
}

/** Problem of a finding. `undefined` if the finding is valid. */
function findFlaw(plain: unknown, {messages}: Rule): string | undefined {
  if (!isRecord(plain)) return 'it must be a map'
  const {message, values, level, verdict, place, remedy} = plain as Partial<AnyRuleFinding>
  const template = typeof message === 'string' && Object.hasOwn(messages, message) ? messages[message] : undefined
  if (template === undefined)
    return `\`message\` is ${describeValue(message)}, not ${formatChoices(Object.keys(messages))}`
  const slots = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const empty = slots.find(name => values?.[name] === undefined)
  if (empty !== undefined) return `\`values.${empty}\` is missing`
  if (!isRecord(place) || !isText(place.source)) return '`place` is missing; use that of an event'
  if (!isText(remedy)) return '`remedy` is missing'
  if (level !== undefined && level !== 'off' && !LEVELS.includes(level))
    return `\`level\` is \`${level}\`, not ${formatChoices([...LEVELS, 'off'])}`
  if (verdict !== undefined && !VERDICTS.includes(verdict))
    return `\`verdict\` is \`${verdict}\`, not ${formatChoices(VERDICTS)}`
  return undefined
}
