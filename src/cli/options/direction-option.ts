import {WRITTEN_DIRECTIONS} from '../../model/verdict/compatibility-direction.ts'
import {INPUT} from './options.ts'

export const directionOption = {
  type: 'string',
  choices: WRITTEN_DIRECTIONS,
  describe:
    'Old clients with new servers (`backward`, the default), new clients with old ones, both, or a registry mode',
  requiresArg: true,
  group: INPUT
} as const
