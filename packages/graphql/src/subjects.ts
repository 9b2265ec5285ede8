import type {NamedTarget, Target} from '@tenure/core/model/subject/subject'

/** A type of a schema: `type Loan`. */
export const typeTarget = (name: string): NamedTarget => ({kind: 'type', text: `type ${name}`, name})

/** A directive of a schema: `directive @shelf`. */
export const directiveTarget = (name: string): NamedTarget => ({
  kind: 'directive',
  text: `directive @${name}`,
  name: `@${name}`
})

const NAMED = /^(?:type\s+(?<type>[A-Za-z_]\w*)|directive\s+@(?<directive>[A-Za-z_]\w*))$/

/**
 * Parses the notation of history files: `type Loan`, `directive @shelf`. `undefined` for all others, members of types
 * included, whose notation is that of fields in OpenAPI.
 */
export function parseGraphqlTarget(text: string): Target | undefined {
  const {type, directive} = NAMED.exec(text.trim())?.groups ?? {}
  if (type !== undefined) return typeTarget(type)
  return directive === undefined ? undefined : directiveTarget(directive)
}
