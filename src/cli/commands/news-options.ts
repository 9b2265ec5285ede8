import {createSourceOptions, OUTPUT} from '../options/options.ts'

/** Options that select the releases of an API. */
export const pageSources = createSourceOptions('Releases, without a history:')

export const internalOption = {
  type: 'boolean',
  describe: 'Include approvers, internal evidence, and places in files',
  group: OUTPUT
} as const

/** Format of a text: Markdown, or its data. */
export const textFormat = {
  type: 'string',
  choices: ['markdown', 'json'] as const,
  default: 'markdown' as const,
  describe: 'Output format',
  requiresArg: true,
  group: OUTPUT
} as const

/** Options for rendering a text in one of the forms. The first form is the default. */
export const formOptions = (forms: readonly string[]) =>
  ({
    template: {
      type: 'string',
      describe: `Form of the text: ${forms.join(', ')} (default: ${forms[0]}), or a Liquid template`,
      requiresArg: true,
      group: OUTPUT
    },
    format: {...textFormat, describe: 'Output format; `json` is the data for templates'},
    internal: internalOption
  }) as const
