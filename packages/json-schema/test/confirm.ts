import {type SchemaDraft, Validator} from '@cfworker/json-schema'
import type {ValidateWitness} from '../src/containment.ts'
import type {Dialect} from '../src/schema-source.ts'
import {toStandaloneSchema} from '../src/to-draft-2020.ts'

/** The drafts as the validator names them. What it does not know is put into its words. */
const DRAFTS: Readonly<Partial<Record<Dialect, SchemaDraft>>> = {
  'draft-04': '4',
  'draft-06': '7',
  'draft-07': '7',
  '2019-09': '2019-09',
  '2020-12': '2020-12'
}

export const confirm: ValidateWitness = (source, value) => {
  const draft = source.document || isBeyondIt(source.schema) ? undefined : DRAFTS[source.dialect]
  const schema = (draft ? structuredClone(source.schema) : toStandaloneSchema(source)) as object
  return new Validator(schema, draft ?? '2020-12').validate(value).valid
}

/** The validator passes over references that look for anchors on the way, and over languages of their own. */
const isBeyondIt = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (['$dynamicRef', '$recursiveRef', '$schema'].some(keyword => Object.hasOwn(value, keyword)) ||
    Object.values(value).some(isBeyondIt))
