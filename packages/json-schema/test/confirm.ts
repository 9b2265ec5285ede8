import {type SchemaDraft, Validator} from '@cfworker/json-schema'
import type {ValidateWitness} from '../src/containment.ts'
import type {Dialect} from '../src/schema-source.ts'
import {toStandaloneSchema} from '../src/to-draft-2020.ts'

/** The drafts as the validator names them. Schemas of other dialects are converted to 2020-12 first. */
const DRAFTS: Readonly<Partial<Record<Dialect, SchemaDraft>>> = {
  'draft-04': '4',
  'draft-06': '7',
  'draft-07': '7',
  '2019-09': '2019-09',
  '2020-12': '2020-12'
}

export const confirm: ValidateWitness = (source, value) => {
  const draft = source.document || isUnsupported(source.schema) ? undefined : DRAFTS[source.dialect]
  const schema = (draft ? structuredClone(source.schema) : toStandaloneSchema(source)) as object
  return new Validator(schema, draft ?? '2020-12').validate(value).valid
}

/** Whether a schema has dynamic references or a dialect of its own, which the validator ignores. */
const isUnsupported = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (['$dynamicRef', '$recursiveRef', '$schema'].some(keyword => Object.hasOwn(value, keyword)) ||
    Object.values(value).some(isUnsupported))
