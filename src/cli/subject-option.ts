import {refuse} from '../model/problem.ts'
import {type Direction, PART_KINDS, type Part, parseTarget, type Subject} from '../model/subject.ts'

/** A subject on the command line, narrowed with the names that history files use. */
export interface SubjectOptions {
  readonly subject: string
  readonly field?: string | undefined
  readonly parameter?: string | undefined
  readonly header?: string | undefined
  readonly value?: string | undefined
  readonly in?: Direction | undefined
}

export function subjectFrom(options: SubjectOptions): Subject {
  const target = parseTarget(options.subject)
  if (!target) {
    throw refuse(
      `Unexpected subject \`${options.subject}\`, expected \`METHOD /path\`, \`/prefix/**\`, \`operation Name\` or \`Resource.field\``,
      undefined,
      "tenure when 'GET /v1/loans'"
    )
  }
  const keys = [...PART_KINDS, 'in' as const].filter(key => options[key] !== undefined)
  return keys.length === 0 ? {target} : {target, part: Object.fromEntries(keys.map(key => [key, options[key]])) as Part}
}
