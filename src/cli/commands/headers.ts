import {defineCommand} from '../command.ts'
import {choice, commonOptions, file, OUTPUT, sourceArgument, sourceOptions} from '../options/options.ts'

export const headersCommand = defineCommand({
  summary: 'Write which headers announce the end of endpoints, for servers and proxies',
  arguments: {source: sourceArgument},
  options: {
    ...commonOptions,
    ...sourceOptions('Releases:'),
    output: {...file(OUTPUT, 'File to write (default: standard output)'), alias: 'o'},
    format: {...choice(OUTPUT, ['json', 'nginx', 'envoy'], 'Output format'), default: 'json'}
  },
  examples: [
    ['tenure headers --output headers.json', 'a table for `tenure/http`, to deploy with the server'],
    ['tenure headers --format nginx --output tenure.conf', 'the same for nginx']
  ],
  load: () => import('../run/headers.ts')
})
