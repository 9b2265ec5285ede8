import {type SchemaDraft, Validator} from '@cfworker/json-schema'
import type {Dialect} from '../../src/model/snapshot.ts'
import type {Confirm} from '../../src/schema/containment.ts'
import {standalone} from '../../src/schema/standalone.ts'

/** The drafts as the validator names them. What it does not know is put into its words. */
const DRAFTS: Readonly<Partial<Record<Dialect, SchemaDraft>>> = {
  'draft-04': '4',
  'draft-06': '7',
  'draft-07': '7',
  '2019-09': '2019-09',
  '2020-12': '2020-12'
}

export const confirm: Confirm = (source, value) => {
  const draft = source.document || asksDynamically(source.schema) ? undefined : DRAFTS[source.dialect]
  const schema = (draft ? structuredClone(source.schema) : standalone(source)) as object
  return new Validator(schema, draft ?? '2020-12').validate(value).valid
}

/** The validator passes over `$dynamicRef`; what leads to one place only is put in its words. */
const asksDynamically = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '$dynamicRef') || Object.values(value).some(asksDynamically))
