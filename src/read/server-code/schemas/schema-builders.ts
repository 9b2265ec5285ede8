/** A JSON Schema that was built from a type or a declared schema. */
export type Schema = Readonly<Record<string, unknown>> | boolean

/** A schema that accepts any of several. Without schemas, it accepts everything. */
export function anyOf(schemas: readonly Schema[], isNullable: boolean): Schema {
  const [only] = schemas
  if (schemas.length === 0) return isNullable ? {type: 'null'} : {}
  if (schemas.length === 1 && only !== undefined) return isNullable ? orNull(only) : only
  return {anyOf: [...schemas, ...(isNullable ? [{type: 'null'}] : [])]}
}

function orNull(schema: Schema): Schema {
  if (
    typeof schema === 'object' &&
    typeof schema.type === 'string' &&
    schema.enum === undefined &&
    schema.const === undefined
  ) {
    return {...schema, type: [schema.type, 'null']}
  }
  return {anyOf: [schema, {type: 'null'}]}
}

/** Removes duplicate schemas. */
export function withoutDuplicateSchemas(schemas: readonly Schema[]): Schema[] {
  const seen = new Set<string>()
  return schemas.filter(each => {
    const key = JSON.stringify(each)
    return !seen.has(key) && seen.add(key)
  })
}

/** Sorts schemas by their JSON, so that the order doesn't depend on the source. */
export const sortSchemas = (schemas: readonly Schema[]): Schema[] =>
  schemas
    .map(each => [JSON.stringify(each), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each)
