import {defineCommand} from '../command.ts'
import {choice, commonOptions, file, flag, OUTPUT, sourceArgument, sourceOptions, text} from '../options/options.ts'

export const headersCommand = defineCommand({
  summary: 'Write which headers announce the end of endpoints, for servers and proxies',
  arguments: {source: sourceArgument},
  options: {
    ...commonOptions,
    ...sourceOptions('Releases:'),
    output: {...file(OUTPUT, 'File to write (default: standard output)'), alias: 'o'},
    format: {...choice(OUTPUT, ['json', 'nginx', 'envoy'], 'Output format'), default: 'json'},
    prefix: text(OUTPUT, 'For nginx and Envoy: the path before those of the API (default: its base paths)'),
    gone: flag(OUTPUT, 'For nginx and Envoy: answer 410 after a removal')
  },
  examples: [
    ['tenure headers --output headers.json', 'a table for `tenure/http`, to deploy with the server'],
    ['tenure headers --format nginx --gone --output tenure.conf', 'the same for nginx, with 410 after a removal']
  ],
  load: () => import('../run/headers.ts')
})
