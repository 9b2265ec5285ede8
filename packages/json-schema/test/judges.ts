import {registerSchema, unregisterSchema, validate} from '@hyperjump/json-schema/draft-2020-12'
import '@hyperjump/json-schema/draft-07'
import {Validator} from '@cfworker/json-schema'
import {Ajv} from 'ajv'
import {Ajv2020} from 'ajv/dist/2020.js'
import type {Json} from '../src/json.ts'
import type {RandomDialect} from './random.ts'

// Pairs are generated as valid schemas, and checking that costs more than everything else.
const AJV = {strict: false, validateFormats: false, validateSchema: false, logger: false} as const
const MAKE = {'2020-12': () => new Ajv2020(AJV), 'draft-07': () => new Ajv(AJV)} as const
const MAX_COMPILED = 500
const DIALECTS = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema'
} as const
let count = 0
let compiled = 0
let ajvs: Partial<Record<RandomDialect, Ajv>> = {}

/** Returns whether a schema accepts a value, or `undefined` if the validator fails. */
type Judge = (value: Json) => boolean | undefined

/** A judge by Ajv. */
export function ajv(schema: object | boolean, dialect: RandomDialect): Judge {
  // Ajv keeps every compiled schema in memory, removed or not.
  if (++compiled % MAX_COMPILED === 0) ajvs = {}
  const maker = ajvs[dialect] ?? MAKE[dialect]()
  ajvs[dialect] = maker
  const judge = maker.compile(schema)
  return value => {
    try {
      return judge(value) as boolean
    } catch {
      // Ajv 8 generates code with undeclared variables for `unevaluatedItems` next to `if`.
      return undefined
    }
  }
}

/** A judge by hyperjump. */
export async function hyperjump(schema: object | boolean, dialect: RandomDialect): Promise<Judge> {
  const address = `https://library.example/schemas/${count++}`
  registerSchema(schema as Parameters<typeof registerSchema>[0], address, DIALECTS[dialect])
  try {
    const judge = await validate(address)
    return value => judge(value as Parameters<typeof judge>[0]).valid
  } finally {
    unregisterSchema(address)
  }
}

/** A judge by @cfworker/json-schema, which decides if the other two disagree. */
export function cfworker(schema: object | boolean, dialect: RandomDialect): Judge {
  const validator = new Validator(structuredClone(schema), dialect === '2020-12' ? '2020-12' : '7')
  return value => validator.validate(value).valid
}
