import {DIRECTIONS} from '../../model/verdict/compatibility-direction.ts'
import {INPUT} from './options.ts'

export const directionOption = {
  type: 'string',
  choices: DIRECTIONS,
  describe: 'Old clients with new servers (`backward`, the default), new clients with old ones (`forward`), or both',
  requiresArg: true,
  group: INPUT
} as const
