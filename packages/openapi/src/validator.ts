import {validate as judge} from '@cfworker/json-schema'
import type {Validate} from './diff/proof/proofs.ts'

const NO_PLACES = Object.create(null)

/**
 * Validator that confirms witnesses, implemented independently of the engine that finds them. Schemas contain no
 * references, so no locations are indexed. Throws if a reference can't be resolved.
 */
export const validate: Validate = (schema, value) => judge(value, schema, '2020-12', NO_PLACES).valid
