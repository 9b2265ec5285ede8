import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, filterOption, formatOption, OUTPUT, RECORD, strictOption, verboseOption} from '../options.ts'

export default defineCommand(
  'diff',
  (builder: Argv, args: readonly string[]) => {
    // yargs turns a single `-` into an empty string.
    const restoreDash = (name: string): string => (name === '' && args.includes('-') && !args.includes('') ? '-' : name)
    return builder
      .positional('old', {
        type: 'string',
        demandOption: true,
        coerce: restoreDash,
        describe: 'The older: a file, `-` or `rev:path`'
      })
      .positional('new', {type: 'string', demandOption: true, coerce: restoreDash, describe: 'The newer'})
      .options({
        policy: {...commonOptions.policy, group: RECORD},
        config: commonOptions.config,
        plugins: commonOptions.plugins,
        api: commonOptions.api,
        'as-of': commonOptions['as-of'],
        path: filterOption('These paths: `/v1/loans`, `/v1/**`, `GET /v1/loans`'),
        method: filterOption('These methods'),
        tag: filterOption('Operations with these tags'),
        stability: filterOption('Operations of these stabilities'),
        kind: filterOption('These kinds of change, as in docs/changes.md'),
        format: {...formatOption, choices: ['stylish', 'json', 'markdown'] as const},
        all: {type: 'boolean', default: false, describe: 'List changes of documentation too', group: OUTPUT},
        strict: strictOption,
        verbose: verboseOption,
        'exit-code': {type: 'boolean', default: false, describe: 'Exit 1 where something breaks', group: OUTPUT}
      })
      .example([
        ['tenure diff old.yaml new.yaml', 'two files'],
        ['tenure diff v3.0.0:src/server.ts src/server.ts', 'the code of a server'],
        ['tenure diff main:openapi.yaml openapi.yaml --exit-code', 'what is on main, and what is here'],
        ["tenure diff v1.json v2.json --path '/v1/**' --kind field-removed", 'some of it']
      ])
  },
  () => import('../run/diff.ts')
)
