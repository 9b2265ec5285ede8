import {createSourceOptions, OUTPUT} from '../options.ts'

const output = (describe: string) => ({type: 'string', describe, requiresArg: true, group: OUTPUT}) as const

/** Options that select the releases of an API. */
export const pageSources = createSourceOptions('Where the releases are, if not in a history:')

/** Options for rendering a page. */
export const renderOptions = {
  template: output('A template of your own, in the language of Liquid'),
  context: output('Write the JSON that a template sees to this file; `-` prints it instead'),
  compare: output('URL that compares two releases, with `{from}` and `{to}`'),
  link: output('URL of a line in a description, with `{file}` and `{line}`'),
  docs: output('URL of the documentation of an endpoint, with `{method}` and `{path}`'),
  internal: {type: 'boolean', describe: 'Include approvers and internal evidence', group: OUTPUT}
} as const

export const flavorOption = <Name extends string>(choices: readonly Name[], chosen: Name) =>
  ({
    type: 'string',
    choices,
    default: chosen,
    describe: 'The form of the page',
    requiresArg: true,
    group: OUTPUT
  }) as const
