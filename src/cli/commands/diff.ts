import type {Argv} from 'yargs'
import {documentationPage} from '../../model/documentation.ts'
import {REPORT_FORMATS} from '../../outputs/report/formats.ts'
import {defineCommand} from '../command.ts'
import {directionOption} from '../options/direction-option.ts'
import {commonOptions, failOnOption, filterOption, formatOption, INPUT, verboseOption} from '../options/options.ts'

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
        describe: 'Older description: a file, `-`, or `REVISION:PATH`'
      })
      .positional('new', {type: 'string', demandOption: true, coerce: restoreDash, describe: 'Newer description'})
      .options({
        policy: {...commonOptions.policy, group: INPUT},
        config: commonOptions.config,
        plugins: commonOptions.plugins,
        api: commonOptions.api,
        'as-of': commonOptions['as-of'],
        direction: directionOption,
        path: filterOption('Paths: `/v1/loans`, `/v1/**`, `GET /v1/loans`, `GET /**`'),
        tag: filterOption('Tags of operations'),
        stability: filterOption('Stability levels of operations, such as `ga,beta`'),
        kind: filterOption(`Kinds of change, as in ${documentationPage('reference/changes')}`),
        format: {...formatOption, choices: REPORT_FORMATS},
        'fail-on': failOnOption(
          'Result that fails the command: `violation` (breaking changes, too), `undetermined` (both), or `never` (default)'
        ),
        verbose: {
          ...verboseOption,
          describe:
            'Show each change and operation of a line, documentation changes, all of long sections, and policy clauses'
        }
      })
      .example([
        ['tenure diff old.yaml new.yaml', 'two files'],
        ['tenure diff v3.0.0:src/server.ts src/server.ts', 'server code'],
        ['tenure diff main:openapi.yaml openapi.yaml --fail-on violation', 'compare with the main branch'],
        ['tenure diff old.yaml new.yaml --direction forward', 'new clients with old servers'],
        ["tenure diff v1.json v2.json --path '/v1/**' --kind field-removed", 'part of it']
      ])
  },
  () => import('../run/diff.ts')
)
