import {createSourceOptions, OUTPUT} from '../options.ts'

const output = (describe: string) => ({type: 'string', describe, requiresArg: true, group: OUTPUT}) as const

/** Options that select the releases of an API. */
export const pageSources = createSourceOptions('Where the releases are, if not in a history:')

/** Options for rendering a page. */
export const renderOptions = {
  template: output('A template of your own, in the language of Liquid'),
  context: output('Write the JSON that a template sees to this file; `-` prints it instead'),
  compare: output('Where releases can be compared: an address with `{from}` and `{to}`')
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
