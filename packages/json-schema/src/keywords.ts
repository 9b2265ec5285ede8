/** Form of a keyword's value: a plain value, a reference, or subschemas in some form. */
export type KeywordForm = 'value' | 'schema' | 'schema or list' | 'list' | 'map' | 'schema map or names' | 'reference'

/**
 * Keywords that decide whether a value is valid. Annotations and extensions are left out, and so are `definitions` and
 * `$defs`, whose schemas count only when they are referenced.
 */
export const KEYWORDS: ReadonlyMap<string, KeywordForm> = new Map<string, KeywordForm>([
  ...named('reference', ['$ref', '$dynamicRef', '$recursiveRef']),
  ...named('value', ['type', 'nullable', 'x-nullable', 'enum', 'const', 'format', 'pattern']),
  ...named('value', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']),
  ...named('value', ['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains']),
  ...named('value', ['minProperties', 'maxProperties', 'uniqueItems', 'required', 'dependentRequired']),
  ...named('schema', ['not', 'if', 'then', 'else', 'additionalProperties', 'propertyNames', 'unevaluatedProperties']),
  ...named('schema', ['additionalItems', 'contains', 'unevaluatedItems']),
  ...named('schema or list', ['items']),
  ...named('list', ['allOf', 'anyOf', 'oneOf', 'prefixItems']),
  ...named('map', ['properties', 'patternProperties', 'dependentSchemas']),
  ...named('schema map or names', ['dependencies'])
])

function named(holds: KeywordForm, keywords: readonly string[]): [string, KeywordForm][] {
  return keywords.map(keyword => [keyword, holds])
}

/** Form in which a keyword contains subschemas, `definitions` and `$defs` included. */
export function subschemaForm(keyword: string): 'none' | 'any' | 'map' {
  if (keyword === 'definitions' || keyword === '$defs') return 'map'
  const holds = KEYWORDS.get(keyword)
  if (holds === 'map' || holds === 'schema map or names') return 'map'
  return holds === undefined || holds === 'value' || holds === 'reference' ? 'none' : 'any'
}
