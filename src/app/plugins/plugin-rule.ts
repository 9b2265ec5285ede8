import {InputError, type InputProblem} from '../../model/input-error.ts'
import {LEVELS} from '../../model/verdict/finding.ts'
import type {AnyRuleFinding, Rule} from '../../rule.ts'
import {pluginFailure} from './plugin-module.ts'

const WATCHES = ['judgement', 'lifecycle', 'event', 'history']
const VERDICTS = ['violation', 'exempt', 'undetermined']
const EXAMPLE = "export default defineRule({id: 'my-rule', level: 'warning', …})"

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const describeValue = (value: unknown): string =>
  value === undefined
    ? 'lack of'
    : typeof value === 'string' || typeof value === 'number'
      ? `\`${value}\` for`
      : `${Array.isArray(value) ? 'list' : typeof value} for`

const listChoices = (words: readonly string[]): string => `one of ${words.map(word => `\`${word}\``).join(', ')}`
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** Checks of each key of a rule, with the expectation as a phrase. */
const KEYS: Readonly<Record<string, readonly [fits: (value: unknown) => boolean, expected: string]>> = {
  id: [
    value => typeof value === 'string' && /^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(value),
    'words with dashes, as `my-rule`'
  ],
  since: [isText, 'the version that brought it'],
  level: [value => LEVELS.some(level => level === value), listChoices(LEVELS)],
  watches: [value => WATCHES.some(each => each === value), listChoices(WATCHES)],
  summary: [isText, 'a sentence'],
  why: [isText, 'a sentence'],
  messages: [value => isMap(value) && Object.values(value).every(isText), 'a map of texts'],
  check: [value => typeof value === 'function', 'a generator'],
  examples: [value => Array.isArray(value) && value.every(isExample), 'a list of examples'],
  options: [
    value => value === undefined || (isMap(value) && Object.values(value).every(each => typeof each !== 'object')),
    'a map of defaults'
  ]
}

const isExample = (value: unknown): boolean =>
  isMap(value) && isText(value.title) && isText(value.history) && isText(value.kind) && Array.isArray(value.says)

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
  if (!isMap(value))
    throw invalidRule([`Unexpected ${describeValue(value)} \`default\` of a plugin, expected a rule`], source)
  const problems = Object.entries(KEYS).flatMap(([key, [fits, expected]]) =>
    fits(value[key]) ? [] : [`Unexpected ${describeValue(value[key])} \`${key}\` of a rule, expected ${expected}`]
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
          const [flaw, expected] = findFlaw(plain, rule) ?? []
          if (flaw !== undefined)
            throw invalidRule([`Unexpected ${flaw} in what rule \`${rule.id}\` yields, expected ${expected}`], source)
          yield plain
        }
        assure()
      } catch (error) {
        if (error instanceof InputError) throw error
        const {message, ...at} = pluginFailure(error, file)
        throw new InputError(
          [
            {
              message: `Unexpected failure of rule \`${rule.id}\`, expected findings: ${message}`,
              place: {source, ...at}
            }
          ],
          {cause: error}
        )
      }
    }
  }
}

/** Problem of a finding and what's expected instead. `undefined` if the finding is valid. */
function findFlaw(plain: unknown, {messages}: Rule): readonly [flaw: string, expected: string] | undefined {
  if (!isMap(plain)) return ['value', 'a finding']
  const {message, values, level, verdict, place, remedy} = plain as Partial<AnyRuleFinding>
  const template = typeof message === 'string' && Object.hasOwn(messages, message) ? messages[message] : undefined
  if (template === undefined) return [`message \`${String(message)}\``, listChoices(Object.keys(messages))]
  const slots = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const empty = slots.find(name => values?.[name] === undefined)
  if (empty !== undefined) return [`lack of \`values.${empty}\``, 'a word for each slot']
  if (!isMap(place) || !isText(place.source)) return ['lack of a `place`', 'that of an event']
  if (!isText(remedy)) return ['lack of a `remedy`', 'a sentence']
  if (level !== undefined && !LEVELS.includes(level)) return [`level \`${level}\``, listChoices(LEVELS)]
  if (verdict !== undefined && !VERDICTS.includes(verdict)) return [`verdict \`${verdict}\``, listChoices(VERDICTS)]
  return undefined
}
