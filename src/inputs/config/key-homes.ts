import {serviceSchema} from '../history/format.ts'
import {configSchema} from './format.ts'
import {policySchema, REQUIREMENT_KEYS} from './policy-format.ts'

/** What a key is for, in the order in which a key that several files have is looked up. */
const HOMES: readonly (readonly [keys: readonly string[], where: string])[] = [
  [Object.keys(configSchema.shape), 'at the top of `tenure.yaml`'],
  [Object.keys(configSchema.shape.apis.unwrap().element.shape), 'at an API of `apis` in `tenure.yaml`'],
  [Object.keys(policySchema.shape), 'in the policy'],
  [REQUIREMENT_KEYS, 'in the policy, at a stability of `guarantees`'],
  [Object.keys(serviceSchema.shape), 'in the history']
]

/** Where a key belongs that a file doesn't have at its place. `undefined` if no file has it. */
export const homeOf = (key: string): string | undefined => HOMES.find(([keys]) => keys.includes(key))?.[1]
