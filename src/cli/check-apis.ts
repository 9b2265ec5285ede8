import process from 'node:process'
import {refuse} from '../model/problem.ts'
import {type FormatChoice, parseFormats} from '../report/formats.ts'
import {plainText} from '../report/plain-text.ts'
import {type CheckOptions, run as check} from './check.ts'
import {ciFormats} from './ci-formats.ts'
import {EXIT, type Io} from './io.ts'
import {apiNames, wholeConfigOf} from './session.ts'

/** The graver of two comes first. */
const GRAVEST: readonly number[] = [EXIT.failed, EXIT.findings, EXIT.unsure, EXIT.fine]
/** What can stand behind another report of its kind. */
const IN_TURN: readonly string[] = ['stylish', 'markdown', 'github']

/** The gate for the one API, or for all that the configuration lists, each by itself. */
export async function run(options: CheckOptions, io: Io): Promise<number> {
  const isOne = (['api', 'history', 'spec', 'base'] as const).some(key => options[key] !== undefined)
  const names = isOne ? [] : apiNames(wholeConfigOf(options))
  if (names.length < 2) return check(options, io)
  const formats = options.format === undefined ? ciFormats(process.env) : parseFormats(options.format.split(','))
  assureEach(options, formats, names)
  const exits: number[] = []
  for (const api of names) {
    if (formats.some(({format, file}) => format === 'stylish' && file === undefined)) {
      io.out(`${exits.length > 0 ? '\n' : ''}# ${plainText(api)}\n\n`)
    }
    exits.push(await check({...options, api, format: formats.map(each => ofApi(each, api)).join(',')}, io))
  }
  return GRAVEST.find(exit => exits.includes(exit)) ?? EXIT.fine
}

/** Each API has files of its own: `out.sarif` is `out-lending.sarif`. */
const ofApi = ({format, file}: FormatChoice, api: string): string =>
  file === undefined ? format : `${format}=${file.replace(/(\.[^./\\]*)?$/, `-${api.replaceAll(/[^\w.-]/g, '-')}$1`)}`

function assureEach(options: CheckOptions, formats: readonly FormatChoice[], names: readonly string[]): void {
  const alone = formats.find(({format, file}) => file === undefined && !IN_TURN.includes(format))
  const asked = (['baseline', 'write-baseline'] as const).find(key => options[key] !== undefined)
  const what = alone ? `--format ${alone.format}` : asked === undefined ? undefined : `--${asked}`
  if (what === undefined) return
  throw refuse(
    `Unexpected \`${what}\` for ${names.length} APIs at once, expected \`--api\` to name one${alone ? `, or a file, as \`--format ${alone.format}=report.json\`` : ''}`,
    undefined,
    `--api ${names[0]}`
  )
}
