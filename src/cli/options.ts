// What more than one command takes is said in the same words by all.

export const RECORD = 'The record and its judge:'
export const OUTPUT = 'The answer:'
export const SUBJECT = 'A part of the subject:'
const FILTER = 'Leave only (lists are divided by commas):'

export const common = {
  history: {
    type: 'string',
    describe: 'The history: a file, or a folder with service.yaml',
    requiresArg: true,
    group: RECORD
  },
  policy: {type: 'string', describe: "The policy: a preset's name or a file", requiresArg: true, group: RECORD},
  config: {type: 'string', describe: 'The configuration, if not ./tenure.yaml', requiresArg: true, group: RECORD},
  'as-of': {type: 'string', describe: 'Judge as of this day instead of today', requiresArg: true, group: RECORD}
} as const

export const format = {
  type: 'string',
  choices: ['stylish', 'json'] as const,
  default: 'stylish' as const,
  describe: 'For people or for programs',
  requiresArg: true,
  group: OUTPUT
} as const

export const strict = {
  type: 'boolean',
  default: false,
  describe: 'Exit 3 where something is undetermined',
  group: OUTPUT
} as const

export const filter = (describe: string) => ({type: 'string', describe, requiresArg: true, group: FILTER}) as const

export const part = (describe: string) => ({type: 'string', describe, requiresArg: true, group: SUBJECT}) as const
