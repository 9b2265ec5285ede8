import {refuse} from '../model/problem.ts'
import {isFolder, isThere} from '../read/disk.ts'
import type {FormatChoice} from '../report/formats.ts'
import {plainText} from '../report/plain-text.ts'
import {type Checked, type CheckOptions, run as check, checked, exitOf, formatsOf} from './check.ts'
import {EXIT, type Io} from './io.ts'
import {printAll} from './print.ts'
import {apiNames, wholeConfigOf} from './session.ts'
import {withIdle} from './shared-waivers.ts'

/** The graver of two comes first. */
const GRAVEST: readonly number[] = [EXIT.failed, EXIT.findings, EXIT.unsure, EXIT.fine]
/** What can stand behind another report of its kind. */
const IN_TURN: readonly string[] = ['stylish', 'markdown', 'github']

/** The gate for the one API, or for all that the configuration lists, each by itself. */
export async function run(options: CheckOptions, io: Io): Promise<number> {
  const names = isOfOne(options) ? [] : apiNames(wholeConfigOf(options))
  if (names.length < 2) return check(options, io)
  const formats = formatsOf(options)
  assureEach(options, formats, names)
  const all: Checked[] = []
  for (const api of names) all.push(await checked({...options, api}, io, formats))
  const reports = withIdle(all)
  for (const [at, report] of reports.entries()) {
    const api = names[at] ?? ''
    if (formats.some(({format, file}) => format === 'stylish' && file === undefined)) {
      io.out(`${at > 0 ? '\n' : ''}# ${plainText(api)}\n\n`)
    }
    await printAll(
      report,
      formats.map(each => ofApi(each, api)),
      io
    )
  }
  const exits = reports.map(report => exitOf(report, options))
  return GRAVEST.find(exit => exits.includes(exit)) ?? EXIT.fine
}

/** A file that all is compared with is that of one API; a revision has them all. */
const isOfOne = ({api, history, spec, base}: CheckOptions): boolean =>
  [api, history, spec].some(each => each !== undefined) ||
  (base !== undefined && (base.includes(':') || (isThere(base) && !isFolder(base))))

/** Each API has files of its own: `out.sarif` is `out-lending.sarif`. */
const ofApi = ({format, file}: FormatChoice, api: string): FormatChoice =>
  file === undefined
    ? {format}
    : {format, file: file.replace(/(\.[^./\\]*)?$/, `-${api.replaceAll(/[^\w.-]/g, '-')}$1`)}

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
