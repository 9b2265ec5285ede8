import {createSourceOptions, OUTPUT} from '../options/options.ts'

const output = (describe: string) => ({type: 'string', describe, requiresArg: true, group: OUTPUT}) as const

/** Options that select the releases of an API. */
export const pageSources = createSourceOptions('Releases, without a history:')

/** Options for rendering a page. */
export const renderOptions = {
  template: output('Liquid template'),
  context: output('Write the data for templates to this JSON file; `-` prints it'),
  compare: output('URL that compares two releases, with `{from}` and `{to}`'),
  link: output('URL of a line in a description, with `{file}` and `{line}`'),
  docs: output('URL of the documentation of an endpoint, with `{method}` and `{path}`'),
  internal: {type: 'boolean', describe: 'Include approvers, internal evidence, and places in files', group: OUTPUT}
} as const

export const flavorOption = <Name extends string>(choices: readonly Name[], chosen: Name) =>
  ({
    type: 'string',
    choices,
    default: chosen,
    describe: 'Form of the page',
    requiresArg: true,
    group: OUTPUT
  }) as const
