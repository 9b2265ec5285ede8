import {defineCommand} from '../command.ts'
import {
  argument,
  commonOptions,
  failOnOption,
  file,
  INPUT,
  reportFormatsOption,
  sourceArgument,
  sourceOptions,
  text
} from '../options/options.ts'

export const probeCommand = defineCommand({
  summary: 'Check what a running server says about its endpoints',
  arguments: {url: argument('URL where the API is mounted'), source: sourceArgument},
  options: {
    ...commonOptions,
    ...sourceOptions('Releases:'),
    from: file(INPUT, 'HTTP archive (HAR) with recorded answers, in place of a server'),
    rate: {...text(INPUT, 'Most requests in a second'), default: '5'},
    limit: {...text(INPUT, 'Most requests in all'), default: '1000'},
    timeout: {...text(INPUT, 'Seconds to wait for an answer'), default: '10'},
    format: reportFormatsOption,
    'fail-on': failOnOption(
      'Result that fails the command; with `undetermined`, violations do, too (default: violation)'
    )
  },
  examples: [
    ['tenure probe https://api.example.org/v1', 'asks the endpoints of the history, with GET and HEAD alone'],
    ["TENURE_PROBE_HEADER='Authorization: Bearer TOKEN' tenure probe https://api.example.org", 'with credentials'],
    ['tenure probe --from calls.har', 'recorded answers, of other methods, too']
  ],
  forEachApi: 'report',
  load: () => import('../run/probe.ts')
})
