import type {Context} from '../../app/context.ts'
import type {RecordOptions} from '../../app/record/derive-lines.ts'
import {recordAll} from '../../app/record/record-all.ts'
import {recordRelease} from '../../app/record/record-release.ts'
import {configOf} from '../../app/session/config.ts'
import {inputError} from '../../model/input-error.ts'
import {readyFor} from '../../read/document/load-server-reader.ts'
import {EXIT} from '../exit-codes.ts'

/** Options that only apply to `--all`. */
const ONLY_ALL = ['source', 'tags', 'branch', 'dates', 'service', 'output'] as const
const ONLY_RELEASE = ['date', 'base', 'history'] as const

/** Writes observed changes to the history: of one release, or of all releases of a source. */
export async function run(options: RecordOptions, context: Context): Promise<number> {
  const {release, all} = options
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
  await readyFor([options.spec ?? configOf(options)?.spec, options.base])
  if (release === undefined) await recordAll(options, context)
  else recordRelease({...options, release}, context)
  return EXIT.fine
}
