import * as z from 'zod'
import type {Problem} from '../../model/input-error.ts'
import {VERBS, type Verb} from '../../model/lifecycle/event.ts'
import {pathOf} from '../../model/location.ts'
import {nearest} from '../../model/subject/closest-word.ts'
import type {YamlText} from '../yaml/yaml-file.ts'
import {listed, problemsIn} from './fields.ts'
import {announcement, LINE_EXAMPLES, LINES, release, service} from './format.ts'

type Path = readonly (string | number)[]

/** The top-level keys of a history; each release is validated separately. */
export const historyHead = service.extend({releases: z.array(z.unknown())})

/** A valid example for each top-level key. */
export const HEAD_EXAMPLES = {
  format: 'format: 1',
  service: 'service: Lending Library API',
  policy: 'policy: thirteen-months',
  adopted: 'adopted: 2025-01-10',
  complete: 'complete: false',
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

export function problemsInHead(yaml: YamlText, schema: z.ZodType, value: unknown): Problem[] {
  return problemsIn(yaml, schema, value, []).map(problem => {
    const [key] = pathOf(problem.place?.pointer ?? '')
    const missing = /^Unexpected lack of `(\w+)`/.exec(problem.message)?.[1]
    const example = EXAMPLE_OF.get(missing ?? key ?? 'service')
    return {...problem, ...(example === undefined ? {} : {example})}
  })
}

export function problemsInRelease(yaml: YamlText, item: unknown, path: Path): Problem[] {
  const isAnnouncement = item !== null && typeof item === 'object' && 'on' in item && !('release' in item)
  const schema = isAnnouncement ? announcement : release
  const example = '- {release: "3.0", date: 2025-11-20, changes: []}'
  if (item === null || typeof item !== 'object' || Array.isArray(item))
    return problemsIn(yaml, schema, item, path, example)
  const {changes, ...rest} = item as {changes?: unknown}
  const problems = problemsIn(yaml, schema, rest, path, example)
  if (changes === null || changes === undefined) return problems
  if (!Array.isArray(changes)) return [...problems, ...problemsIn(yaml, changeList, {changes}, path, CHANGES_EXAMPLE)]
  return [...problems, ...changes.flatMap((line, index) => problemsInLine(yaml, line, [...path, 'changes', index]))]
}

const changeList = z.object({changes: z.array(z.unknown())})
const CHANGES_EXAMPLE = 'changes: [{added: GET /v2/loans}]'

/** Validates a change against the schema of its verb. Exactly one verb is allowed per change. */
export function problemsInLine(yaml: YamlText, line: unknown, path: Path): Problem[] {
  if (line === null || typeof line !== 'object' || Array.isArray(line)) {
    return [
      {
        message: 'Unexpected change, expected one verb and one subject',
        place: yaml.where(path),
        example: LINE_EXAMPLES.added
      }
    ]
  }
  const keys = Object.keys(line)
  const verbs = VERBS.filter(verb => keys.includes(verb))
  const [verb] = verbs
  if (verb && verbs.length === 1) return problemsIn(yaml, LINES[verb], line, path, LINE_EXAMPLES[verb])
  if (verb) {
    return [
      {
        message: `Unexpected verbs ${listed(verbs)} in one change, expected one verb a line`,
        place: yaml.where(path),
        example: LINE_EXAMPLES[verb]
      }
    ]
  }
  const suggestion = keys.map(key => nearest(key, VERBS)).find(each => each !== undefined)
  const key = keys.find(each => nearest(each, VERBS) === suggestion) ?? keys[0]
  const hint = suggestion ? ` (did you mean \`${suggestion}\`?)` : ''
  const what = key === undefined ? 'empty change' : `verb \`${key}\``
  return [
    {
      message: `Unexpected ${what}, expected one of ${listed(VERBS)}${hint}`,
      place: yaml.where(key === undefined ? path : [...path, key], true),
      example: LINE_EXAMPLES[(suggestion as Verb) ?? 'added']
    }
  ]
}
