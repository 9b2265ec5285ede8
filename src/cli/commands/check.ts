import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, RECORD, reportOptions, strictOption, verboseOption} from '../options.ts'

export default defineCommand(
  'check',
  (builder: Argv) =>
    builder
      .options({
        ...commonOptions,
        base: {
          type: 'string',
          describe: 'Compare with this: a revision of git, or a file; else with where the work branched off',
          requiresArg: true,
          group: RECORD
        },
        spec: {
          type: 'string',
          describe: 'The API description, if it has no usual name',
          requiresArg: true,
          group: RECORD
        },
        all: {type: 'boolean', default: false, describe: 'Judge the past as well', group: RECORD},
        reviewers: {
          type: 'string',
          describe: 'Who approved the change, as CI tells it: a file with one name a line',
          requiresArg: true,
          group: RECORD
        },
        ...reportOptions,
        strict: strictOption,
        verbose: verboseOption
      })
      .example([
        ['tenure check', 'what this branch changes in openapi.yaml, judged as shipping today'],
        ['tenure check --base origin/main --spec api/library.yaml', 'in CI, by name'],
        ['tenure check --base old.yaml --spec new.yaml', 'one file against another'],
        ['tenure check --spec src/server.ts', 'the code of a server'],
        ['tenure check --strict --format stylish,sarif=out.sarif', 'what cannot be told fails too']
      ]),
  () => import('../run/check.ts')
)
