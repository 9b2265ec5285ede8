import * as z from 'zod'
import type {YamlText} from '../../documents/yaml/yaml-file.ts'
import {parseTarget, sayNoTarget} from '../../languages/languages.ts'
import type {InputProblem} from '../../model/input-error.ts'
import {parsePointer} from '../../model/location.ts'
import {looksLikeDate, parseDateRange} from '../../model/time/date-range.ts'
import {suggestChoices} from '../../text/format-choices.ts'
import {formatList} from '../../text/format-values.ts'

/** The version of the file format, which may be omitted. */
export const formatVersion = z.literal('1').optional().describe('The version of the file format.')

/** A text that YAML might read as a number if it is unquoted; it is kept as written. */
export const unquotedText = (description: string) => z.string().min(1).meta({description, unquoted: true})

export const releaseName = unquotedText('The name of a release, as written: `2.10` is not `2.1`.')

const noSuchDay = (text: string): string =>
  `\`${text}\` isn't a date. Write a day, a month, or a year: \`2026-03-02\`, \`2026-03\`, or \`2026\`.`

/** A day, a month, or a year. */
export const dateField = unquotedText('A day, a month, or a year: `2026-03-02`, `2026-03`, or `2026`.').refine(
  text => parseDateRange(text) !== undefined,
  {
    error: issue => noSuchDay(String(issue.input))
  }
)

export const dayField = unquotedText('A day: `2026-03-02`.').refine(
  text => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseDateRange(text) !== undefined,
  {
    error: issue => `\`${issue.input}\` isn't a day. Write one that exists, such as \`2026-03-02\`.`
  }
)

/** A day or the name of a release; a text that looks like a date must be a valid one. */
export const dateOrReleaseField = unquotedText('A day, or the name of a release.').refine(
  text => !(looksLikeDate(text) && text.includes('-')) || parseDateRange(text) !== undefined,
  {error: issue => noSuchDay(String(issue.input))}
)

export const subjectText = z
  .string()
  .refine(text => parseTarget(text) !== undefined, {
    error: issue => `${sayNoTarget(String(issue.input))}.`
  })
  .meta({
    id: 'subject',
    description: '`METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`.'
  })

export const textField = z.string().min(1)

const formatNames = (words: readonly string[]): string => words.map(word => `\`${word}\``).join(', ')

const describeValue = (value: unknown): string =>
  value === null
    ? 'empty'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'a map'
        : `\`${String(value)}\``

const NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a map',
  record: 'a map'
}

/** The value at a path, for a message: its key, or what it is in a list. */
function nameValue(path: readonly PropertyKey[]): string {
  const key = path.at(-1)
  if (key === undefined) return 'This file'
  return typeof key === 'number' ? 'This entry' : `\`${String(key)}\``
}

/** What the items of a list are, by the key of the list. */
const ITEM_NAMES: Readonly<Record<string, string>> = {
  apis: 'an API',
  owners: 'an entry of `owners`',
  changes: 'a change',
  releases: 'a release',
  revisions: 'a policy revision',
  subjects: 'an entry of `subjects`',
  waivers: 'a waiver'
}

/** What a key at a path belongs to, for a message. */
function nameOwner(path: readonly PropertyKey[]): string {
  const owner = path.findLast(step => typeof step === 'string')
  if (owner === undefined) return path.length === 0 ? 'this file' : 'a change'
  return (typeof path.at(-1) === 'number' ? ITEM_NAMES[String(owner)] : undefined) ?? `\`${String(owner)}\``
}

/** The value at a path; `undefined` if there is none. */
function valueAtPath(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value
  )
}

/** Words for the problems of a value. */
interface ProblemWords {
  readonly example?: string
  /** What the value is, for messages about its keys. */
  readonly owner?: string
  /** Where a key of another file or place belongs. */
  readonly homeOf?: (key: string) => string | undefined
  /** The name by which `tenure explain` lists all keys. */
  readonly explainedAs?: string
}

/** Validates a value and returns its problems, each with a position and what is allowed. */
export function validateYaml(
  yaml: YamlText,
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
  {example, ...words}: ProblemWords = {}
): InputProblem[] {
  const result = schema.safeParse(value)
  if (result.success) return []
  return result.error.issues
    .flatMap(issue => explain(issue, {yaml, value, base: path, schema, ...words}))
    .map(problem => (example && !problem.example && isRelated(example, problem) ? {...problem, example} : problem))
}

/** The word that a message suggests. `undefined` if it suggests none. */
const suggestedWord = ({message}: InputProblem): string | undefined => /Did you mean `([^`]+)`\?/.exec(message)?.[1]

/** Whether an example shows what the message suggests, if it suggests a word. */
const isRelated = (example: string, problem: InputProblem): boolean => example.includes(suggestedWord(problem) ?? '')

/** The problem with the example of the innermost key that has one. `whole` is the example for a file that has no keys. */
export function withExample(problem: InputProblem, examples: ReadonlyMap<string, string>, whole: string): InputProblem {
  const keys = parsePointer(problem.place?.pointer ?? '').map(String)
  const key = keys.findLast(each => examples.has(each)) ?? keys[0]
  const missing = /^`(\w+)` is missing/.exec(problem.message)?.[1]
  const own = key === undefined ? whole : examples.get(key)
  const example = examples.get(missing ?? suggestedWord(problem) ?? '') ?? own
  return example !== undefined && isRelated(example, problem) ? {...problem, example} : problem
}

type Issue = z.core.$ZodIssue

/** A value that was validated. */
interface Validated extends Omit<ProblemWords, 'example'> {
  readonly yaml: YamlText
  readonly value: unknown
  readonly base: readonly PropertyKey[]
  readonly schema: z.ZodType
}

function explain(issue: Issue, validated: Validated): InputProblem[] {
  const {yaml, value, base, schema, owner, homeOf, explainedAs} = validated
  const path = [...base, ...issue.path]
  const found = valueAtPath(value, issue.path)
  const wrong = found === undefined ? 'missing' : describeValue(found)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysOf(schema, issue.path)
      const of = (issue.path.length === 0 ? owner : undefined) ?? nameOwner(path)
      return issue.keys.map(key => {
        const home = homeOf?.(key)
        const choices = suggestChoices(key, known)
        const all =
          issue.path.length === 0 && explainedAs !== undefined && choices.endsWith(' more.')
            ? ` \`tenure explain ${explainedAs}\` lists all.`
            : ''
        const advice = home === undefined ? `${choices}${all}` : ` It belongs ${home}. Move it there.`
        return {message: `\`${key}\` isn't a key of ${of}.${advice}`, place: yaml.where([...path, key], true)}
      })
    }
    case 'invalid_type': {
      const expected = NAMES[issue.expected] ?? issue.expected
      return [{message: `${nameValue(path)} is ${wrong}. It must be ${expected}.`, place: yaml.where(path)}]
    }
    case 'invalid_value': {
      const known = issue.values.map(String)
      const advice =
        known.length === 1
          ? ` It must be ${formatNames(known)}.`
          : suggestChoices(typeof found === 'string' ? found : '', known)
      return [{message: `${nameValue(path)} is ${wrong}.${advice}`, place: yaml.where(path)}]
    }
    case 'invalid_union': {
      const narrowed = issue.errors.toSorted((a, b) => matchDepth(b) - matchDepth(a))[0]
      if (narrowed && matchDepth(narrowed) > 0)
        return narrowed.flatMap(inner => explain({...inner, path: [...issue.path, ...inner.path]} as Issue, validated))
      const inners = flattenUnions(issue.errors.flat())
      const custom = inners.find(({code}) => code === 'custom')?.message
      const alternatives = inners.flatMap(inner =>
        inner.code === 'invalid_type'
          ? [NAMES[inner.expected] ?? inner.expected]
          : inner.code === 'invalid_value'
            ? inner.values.map(each => `\`${String(each)}\``)
            : []
      )
      const advice = formatList([...new Set(alternatives)], 'or')
      return [
        {
          message: custom ?? `${nameValue(path)} is ${wrong}. It must be ${advice}.`,
          place: yaml.where(path)
        }
      ]
    }
    case 'too_small':
      return [
        {
          message: `${nameValue(path)} is empty. It needs ${issue.origin === 'string' ? 'text' : 'at least one item'}.`,
          place: yaml.where(path)
        }
      ]
    case 'custom': {
      // A text that is no subject may be meant as a field of the same subject, where parts are allowed.
      const part = typeof found === 'string' && keysOf(schema, issue.path).includes('field')
      const hint = part ? ` For a field of the same subject, write \`${String(path.at(-1))}: {field: ${found}}\`.` : ''
      return [{message: `${issue.message}${hint}`, place: yaml.where(path)}]
    }
    default:
      return [{message: issue.message, place: yaml.where(path)}]
  }
}

/** How deep an alternative of a union matched before it failed; the deepest one is most likely the intended one. */
const matchDepth = (issues: readonly Issue[]): number =>
  Math.max(
    0,
    ...issues.map(issue =>
      issue.code === 'invalid_union'
        ? issue.path.length + Math.max(0, ...issue.errors.map(matchDepth))
        : issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0)
    )
  )

/** The issues, with those of all alternatives in place of a union. */
const flattenUnions = (issues: readonly Issue[]): Issue[] =>
  issues.flatMap(issue => (issue.code === 'invalid_union' ? flattenUnions(issue.errors.flat()) : [issue]))

/** The keys that the schema allows at a path. */
function keysOf(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let inner: z.ZodType | undefined = schema
  for (const step of [...path, undefined]) {
    inner = unwrap(inner)
    if (step === undefined) break
    if (inner instanceof z.ZodObject) inner = inner.shape[String(step)] as z.ZodType | undefined
    else if (inner instanceof z.ZodArray) inner = inner.element as z.ZodType
    else if (inner instanceof z.ZodRecord) inner = inner.valueType as z.ZodType
    else return []
  }
  if (inner instanceof z.ZodUnion) {
    return [...new Set((inner.options as z.ZodType[]).flatMap(option => keysOf(option, [])))]
  }
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
}

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodLazy) inner = inner.unwrap() as z.ZodType
  if (inner instanceof z.ZodUnion) {
    const objects = (inner.options as z.ZodType[])
      .map(unwrap)
      .filter(option => option instanceof z.ZodObject || option instanceof z.ZodArray)
    if (objects.length === 1) return objects[0]
  }
  return inner
}
