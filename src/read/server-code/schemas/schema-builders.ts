/** A schema that was made of a type. */
export type Schema = Readonly<Record<string, unknown>> | boolean

/** Any of some; of none, nothing is said. */
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

/** Each once. */
export function unlike(schemas: readonly Schema[]): Schema[] {
  const seen = new Set<string>()
  return schemas.filter(each => {
    const key = JSON.stringify(each)
    return !seen.has(key) && seen.add(key)
  })
}

/** In an order that is the same wherever they come from. */
export const sorted = (schemas: readonly Schema[]): Schema[] =>
  schemas
    .map(each => [JSON.stringify(each), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each)
