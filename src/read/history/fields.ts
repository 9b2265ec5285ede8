import * as z from 'zod'
import type {Problem} from '../../model/input-error.ts'
import {nearest} from '../../model/subject/closest-word.ts'
import {parseTarget} from '../../model/subject/subject.ts'
import {looksDated, parseWhen} from '../../model/time/date-range.ts'
import type {YamlText} from '../yaml/yaml-file.ts'

/** Files are read with this version of the format; a file may leave it out. */
export const formatVersion = z.literal('1').optional().describe('The version of the file format.')

/** Text that YAML may take for a number when it is unquoted: read as it was written. */
export const unquoted = (description: string) => z.string().min(1).meta({description, unquoted: true})

export const releaseName = unquoted('The name of a release, as people write it: 2.10 is 2.10.')

const noSuchDay = (text: string): string =>
  `Unexpected date \`${text}\`, expected a day that exists, as \`2026-03-02\`, \`2026-03\` or \`2026\``

/** A day, a month or a year. */
export const date = unquoted('A day, a month or a year: 2026-03-02, 2026-03 or 2026.').refine(
  text => parseWhen(text) !== undefined,
  {
    error: issue => noSuchDay(String(issue.input))
  }
)

export const day = unquoted('A day: 2026-03-02.').refine(
  text => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseWhen(text) !== undefined,
  {
    error: issue => `Unexpected day \`${issue.input}\`, expected a day that exists, as \`2026-03-02\``
  }
)

/** A day or the name of a release: only what has the form of a day must be one. */
export const dateOrRelease = unquoted('A day, or the name of a release.').refine(
  text => !(looksDated(text) && text.includes('-')) || parseWhen(text) !== undefined,
  {error: issue => noSuchDay(String(issue.input))}
)

export const subjectText = z
  .string()
  .refine(text => parseTarget(text) !== undefined, {
    error: issue =>
      `Unexpected subject \`${issue.input}\`, expected \`METHOD /path\`, \`/prefix/**\`, \`operation Name\` or \`Resource.field\``
  })
  .meta({id: 'subject', description: '`METHOD /path`, `/prefix/**`, `operation Name` or `Resource.field`.'})

export const text = z.string().min(1)

export const listed = (words: readonly string[]): string => words.map(word => `\`${word}\``).join(', ')

const shown = (value: unknown): string =>
  value === null
    ? 'nothing'
    : Array.isArray(value)
      ? 'list'
      : typeof value === 'object'
        ? 'map'
        : `\`${String(value)}\``

const NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a map',
  record: 'a map'
}

/** The key that a value stands beside; an item of a list has none. */
function beside(path: readonly PropertyKey[], joint = ' for '): string {
  const key = path.at(-1)
  return key === undefined || typeof key === 'number' ? '' : `${joint}\`${String(key)}\``
}

/** What stands in the value at the path. */
function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value
  )
}

/** Tells what is wrong with a file, one problem an issue, with the line that it is on and what would be right. */
export function problemsIn(
  yaml: YamlText,
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
  example?: string
): Problem[] {
  const result = schema.safeParse(value)
  if (result.success) return []
  return result.error.issues
    .flatMap(issue => explain(issue, yaml, value, path, schema))
    .map(problem => (example && !problem.example ? {...problem, example} : problem))
}

type Issue = z.core.$ZodIssue

function explain(
  issue: Issue,
  yaml: YamlText,
  value: unknown,
  base: readonly PropertyKey[],
  schema: z.ZodType
): Problem[] {
  const path = [...base, ...issue.path]
  const found = at(value, issue.path)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysOf(schema, issue.path)
      return issue.keys.map(key => {
        const meant = nearest(key, known)
        const hint = meant ? ` (did you mean \`${meant}\`?)` : ''
        return {
          message: `Unexpected key \`${key}\`, expected ${known.length > 0 ? `one of ${listed(known)}` : 'no such key'}${hint}`,
          place: yaml.where([...path, key], true)
        }
      })
    }
    case 'invalid_type': {
      const expected = NAMES[issue.expected] ?? issue.expected
      const missing = found === undefined
      return [
        {
          message: missing
            ? `Unexpected lack of \`${String(issue.path.at(-1) ?? 'file')}\`, expected ${expected}`
            : `Unexpected ${shown(found)}${beside(issue.path)}, expected ${expected}`,
          place: yaml.where(path)
        }
      ]
    }
    case 'invalid_value': {
      const known = issue.values.map(String)
      const meant = typeof found === 'string' && known.length > 1 ? nearest(found, known) : undefined
      return [
        {
          message: `Unexpected ${shown(found)}${beside(issue.path)}, expected ${known.length > 1 ? 'one of ' : ''}${listed(known)}${meant ? ` (did you mean \`${meant}\`?)` : ''}`,
          place: yaml.where(path)
        }
      ]
    }
    case 'invalid_union': {
      const narrowed = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0]
      if (narrowed && depth(narrowed) > 0)
        return narrowed.flatMap(inner =>
          explain({...inner, path: [...issue.path, ...inner.path]} as Issue, yaml, value, base, schema)
        )
      const said = issue.errors
        .flat()
        .flatMap(inner =>
          inner.code === 'custom'
            ? [inner.message]
            : inner.code === 'invalid_type'
              ? [NAMES[inner.expected] ?? inner.expected]
              : inner.code === 'invalid_value'
                ? [listed(inner.values.map(String))]
                : []
        )
      const custom = said.find(each => each.startsWith('Unexpected'))
      return [
        {
          message: custom ?? `Unexpected ${shown(found)}, expected ${[...new Set(said)].join(' or ')}`,
          place: yaml.where(path)
        }
      ]
    }
    case 'too_small':
      return [
        {
          message: `Unexpected empty${beside(issue.path, ' ')}, expected ${issue.origin === 'string' ? 'a text' : 'at least one'}`,
          place: yaml.where(path)
        }
      ]
    case 'custom': {
      // Where the subject may be left out, a part alone can stand, in a map of its own.
      const part = typeof found === 'string' && keysOf(schema, issue.path).includes('field')
      const hint = part ? `, or a part as \`${String(path.at(-1))}: {field: ${found}}\`` : ''
      return [{message: `${issue.message}${hint}`, place: yaml.where(path)}]
    }
    default:
      return [{message: `Unexpected ${shown(found)}, expected ${issue.message}`, place: yaml.where(path)}]
  }
}

/** How far into the value an alternative got before it failed: the deepest is the one that was meant. */
const depth = (issues: readonly Issue[]): number =>
  Math.max(0, ...issues.map(issue => issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0)))

/** The keys that the schema knows at the path. */
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
