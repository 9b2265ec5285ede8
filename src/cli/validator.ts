import {Validator} from '@cfworker/json-schema'
import type {Validate} from '../compare/proofs.ts'

/** The validator that confirms witnesses: of another make than the engine that finds them. */
export const validate: Validate = (schema, value) => new Validator(schema, '2020-12').validate(value).valid
