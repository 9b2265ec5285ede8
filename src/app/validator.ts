import {validate as judge} from '@cfworker/json-schema'
import type {Validate} from '../diff/proof/proofs.ts'

const NO_PLACES = Object.create(null)

/**
 * The validator that confirms witnesses: of another make than the engine that finds them. What it is handed holds no
 * references, so that it need not look up each place of the schema first; it throws at one that leads nowhere.
 */
export const validate: Validate = (schema, value) => judge(value, schema, '2020-12', NO_PLACES).valid
