import type {Context} from '../../app/context.ts'
import {withGenerated} from '../../app/generate/generate-revisions.ts'
import type {RecordOptions} from '../../app/record/derive-lines.ts'
import {recordAll} from '../../app/record/record-all.ts'
import {recordRelease} from '../../app/record/record-release.ts'
import {upgradeFiles} from '../../app/record/upgrade.ts'
import {apiNames, configOf, wholeConfigOf} from '../../app/session/config.ts'
import {readyFor} from '../../languages/readers.ts'
import {InputError, type InputProblem, inputError} from '../../model/input-error.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {EXIT} from '../exit-codes.ts'

/** Options that only apply to `--all`. */
const ONLY_ALL = ['source', 'tags', 'branch', 'dates', 'service', 'output'] as const
const ONLY_RELEASE = ['date', 'base', 'history'] as const

/** Writes observed changes to the history: of one release, or of all releases of a source. */
export async function run(options: RecordOptions, context: Context): Promise<number> {
  const {release, all} = options
  if (options.upgrade) {
    const other = all ? '--all' : release === undefined ? undefined : '--release'
    if (other) throw inputError(`\`${other}\` can't be combined with \`--upgrade\`. Use one of them.`)
    upgradeFiles(options, context)
    return EXIT.fine
  }
  if (all === (release !== undefined)) {
    throw inputError(
      all
        ? "`--all` can't be combined with `--release`. Use one of them."
        : 'Name the release with `--release`, or record all of them with `--all`.',
      undefined,
      'tenure record --release 3.1'
    )
  }
  const needless = (all ? ONLY_RELEASE : ONLY_ALL).find(name => options[name] !== undefined)
  if (needless !== undefined) {
    const name = needless === 'source' ? options.source : `--${needless}`
    throw inputError(`\`${name}\` only works with \`${all ? '--release' : '--all'}\`.`)
  }
  const apis = all ? apisToRecord(options, context) : []
  if (apis.length > 0) await recordEach(options, apis, context)
  else {
    await readyFor([options.spec ?? configOf(options, context)?.spec, options.base])
    if (release === undefined) await recordAll(options, context)
    else {
      const config = options.spec === undefined ? configOf(options, context) : undefined
      await withGenerated(config, context, at => recordRelease({...options, release}, at))
    }
  }
  return EXIT.fine
}

/** Names of all configured APIs, if no option is about one of them. Empty otherwise. */
function apisToRecord(options: RecordOptions, context: Context): string[] {
  const {api, source, spec, service, output, dates} = options
  if ([api, source, spec, service, output, dates].some(option => option !== undefined)) return []
  const names = apiNames(wholeConfigOf(options, context))
  return names.length > 1 ? names : []
}

/** Writes the history of each API. The problems of all APIs are thrown as one `InputError` at the end. */
async function recordEach(options: RecordOptions, apis: readonly string[], context: Context): Promise<void> {
  const problems: InputProblem[] = []
  for (const api of apis) {
    const own = {...options, api}
    try {
      await readyFor([configOf(own, context)?.spec])
      await recordAll(own, {...context, err: text => context.err(`${plainText(api)}: ${text}`)})
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      problems.push(...error.problems.map(each => ({...each, message: `\`${api}\`: ${each.message}`})))
    }
  }
  if (problems.length > 0) throw new InputError(problems)
}
