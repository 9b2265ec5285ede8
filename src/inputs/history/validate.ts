import * as z from 'zod'
import type {YamlText} from '../../documents/yaml/yaml-file.ts'
import type {InputProblem} from '../../model/input-error.ts'
import {VERBS, type Verb} from '../../model/lifecycle/event.ts'
import {findClosestWord} from '../../model/subject/closest-word.ts'
import {formatChoices, suggestChoices} from '../../text/format-choices.ts'
import {validateYaml, withExample} from './fields.ts'
import {announcementSchema, CHANGE_EXAMPLES, CHANGE_SCHEMAS, releaseSchema, serviceSchema} from './format.ts'

type Path = readonly (string | number)[]

/** The top-level keys of a history; each release is validated separately. */
export const historyHeadSchema = serviceSchema.extend({releases: z.array(z.unknown())})

/** A valid line for each top-level key, shown with a message about an invalid one. */
export const HEAD_EXAMPLES = {
  format: 'format: 1',
  service: 'service: Lending Library API',
  policy: 'policy: thirteen-months',
  complete: 'complete: "3.1"',
  base: 'base: https://library.example/api',
  about: 'about: Lends books and reads fees.',
  areas: 'areas: [loans, shelves]',
  notes: 'notes: [Releases are dated in UTC.]',
  unknown: 'unknown: [{topic: rate limits}]',
  subjects: 'subjects: [{subject: Loan.shelf, type: string}]',
  releases: 'releases: [{release: "3.0", date: 2025-11-20, changes: []}]'
}

// A map instead of an object, because a key of the file can be `__proto__`.
const EXAMPLE_OF = new Map<string, string>(Object.entries(HEAD_EXAMPLES))

export const validateHead = (yaml: YamlText, schema: z.ZodType, value: unknown): InputProblem[] =>
  validateYaml(yaml, schema, value, []).map(problem => withExample(problem, EXAMPLE_OF, HEAD_EXAMPLES.service))

export function validateRelease(yaml: YamlText, item: unknown, path: Path): InputProblem[] {
  const isAnnouncement = item !== null && typeof item === 'object' && 'on' in item && !('release' in item)
  const schema = isAnnouncement ? announcementSchema : releaseSchema
  const example = '- {release: "3.0", date: 2025-11-20, changes: []}'
  if (item === null || typeof item !== 'object' || Array.isArray(item))
    return validateYaml(yaml, schema, item, path, {example})
  const {changes, ...rest} = item as {changes?: unknown}
  const problems = validateYaml(yaml, schema, rest, path, {example})
  if (changes === null || changes === undefined) return problems
  if (!Array.isArray(changes))
    return [...problems, ...validateYaml(yaml, changeList, {changes}, path, {example: CHANGES_EXAMPLE})]
  return [...problems, ...changes.flatMap((line, index) => validateChange(yaml, line, [...path, 'changes', index]))]
}

const changeList = z.object({changes: z.array(z.unknown())})
const CHANGES_EXAMPLE = 'changes: [{added: GET /v2/loans}]'

/** Validates a change against the schema of its verb. Exactly one verb is allowed per change. */
export function validateChange(yaml: YamlText, line: unknown, path: Path): InputProblem[] {
  if (line === null || typeof line !== 'object' || Array.isArray(line)) {
    return [
      {
        message: 'A change needs a verb and a subject.',
        place: yaml.where(path),
        example: CHANGE_EXAMPLES.added
      }
    ]
  }
  const keys = Object.keys(line)
  const verbs = VERBS.filter(verb => keys.includes(verb))
  const [verb] = verbs
  if (verb && verbs.length === 1)
    return validateYaml(yaml, CHANGE_SCHEMAS[verb], line, path, {example: CHANGE_EXAMPLES[verb], owner: `\`${verb}\``})
  if (verb) {
    return [
      {
        message: `A change has one verb, but this has ${formatChoices(verbs, 'and')}. Write one change for each.`,
        place: yaml.where(path),
        example: CHANGE_EXAMPLES[verb]
      }
    ]
  }
  const suggestion = keys.map(key => findClosestWord(key, VERBS)).find(each => each !== undefined)
  const key = keys.find(each => findClosestWord(each, VERBS) === suggestion) ?? keys[0]
  return [
    {
      message:
        key === undefined
          ? `This change is empty. It needs a verb: ${formatChoices(VERBS)}.`
          : `\`${key}\` isn't a verb of a change.${suggestChoices(key, VERBS)}`,
      place: yaml.where(key === undefined ? path : [...path, key], true),
      example: CHANGE_EXAMPLES[(suggestion as Verb) ?? 'added']
    }
  ]
}
