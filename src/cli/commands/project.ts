import {defineCommand} from '../command.ts'
import {
  argument,
  commonOptions,
  dryRunOption,
  failOnOption,
  file,
  fileArgument,
  flag,
  formatOption,
  INPUT,
  OUTPUT,
  reportFormatsOption,
  sourceOptions,
  text
} from '../options/options.ts'

const CREATED = 'New files:'

export const initCommand = defineCommand({
  summary: 'Create tenure.yaml',
  arguments: {},
  options: {
    policy: file(CREATED, commonOptions.policy.describe),
    spec: {
      ...file(
        CREATED,
        'API descriptions, folders of releases, or server code (default: what is found; none for a history alone)'
      ),
      isRepeatable: true
    },
    api: {...text(CREATED, 'The same with the name of each API: NAME=PATH'), isApi: true, isRepeatable: true},
    force: flag(CREATED, 'Overwrite existing files, except a history'),
    'dry-run': dryRunOption
  },
  examples: [
    ['tenure init --policy github-rest', 'with a policy'],
    ['tenure init --api loans=loans/api.yaml --api fees=fees/api.yaml', 'with the APIs that you name']
  ],
  isProse: true,
  load: () => import('../run/init.ts')
})

export const usagesCommand = defineCommand({
  summary: 'Find calls to deprecated or removed endpoints in client code',
  arguments: {dir: fileArgument('Folder or file of TypeScript or JavaScript (default: this folder)')},
  options: {
    ...commonOptions,
    history: file(INPUT, 'History, folder of API descriptions, git repository with tags, or one API description'),
    ...sourceOptions('Releases, without a history:'),
    'base-url': {
      ...text(INPUT, 'Base URL of the API, or the variable for it in code; can be repeated'),
      isRepeatable: true
    },
    within: text(
      OUTPUT,
      'Report an error for calls to endpoints that may be removed within this time, such as 90d, 12w, 6m, 1y'
    ),
    format: reportFormatsOption,
    baseline: file(OUTPUT, 'Suppress the findings in this file'),
    'write-baseline': file(OUTPUT, 'Write the current findings to this file, and exit 0'),
    'fail-on': failOnOption(
      'Result that fails the command; with `undetermined`, violations do, too (default: violation)'
    )
  },
  examples: [
    ['tenure usages src', 'calls in src, with the history of this folder'],
    ['tenure usages web --history ../api/history.yaml', 'with the history of the service'],
    [
      'tenure usages web --history specs --within 90d',
      'with a folder of descriptions; fails if less than 90 days are left'
    ],
    ['tenure usages src --history openapi.yaml --base-url https://api.example.org', 'with one description']
  ],
  forEachApi: 'report',
  load: () => import('../run/usages.ts')
})

export const explainCommand = defineCommand({
  summary: 'List all rules, or explain a rule or a kind of change with examples',
  arguments: {
    id: argument(
      'Rule, kind of change such as `value-added`, or key of `tenure.yaml`, the policy, or the history (default: list all rules)'
    )
  },
  options: {config: commonOptions.config, plugins: commonOptions.plugins, format: formatOption},
  examples: [
    ['tenure explain', 'all rules'],
    ['tenure explain notice-too-short', 'why the rule exists, and what it reports'],
    ['tenure explain enforceFrom', 'what a key means, and where it can be written'],
    ['tenure explain tenure.yaml', 'all keys of the configuration; `policy` and `history` list theirs'],
    ['tenure explain value-added', 'when a kind of change is breaking, and how a policy and a waiver name it']
  ],
  load: () => import('../run/explain.ts')
})

export const completionCommand = defineCommand({
  summary: 'Print a script that completes commands, options, and values',
  arguments: {
    shell: {choices: ['bash', 'zsh', 'fish'], demandOption: true, describe: 'Shell that you use'}
  },
  options: {},
  examples: [
    ['tenure completion bash >> ~/.bashrc', 'install it for bash'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: zsh reads it
    ['tenure completion zsh > "${fpath[1]}/_tenure"', 'install it for zsh'],
    ['tenure completion fish > ~/.config/fish/completions/tenure.fish', 'install it for fish']
  ],
  load: () => import('../run/completion.ts')
})
