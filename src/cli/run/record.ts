import type {RecordOptions} from '@tenure/authoring/record/derive-lines'
import {type OverlayOptions, writeOverlay} from '@tenure/authoring/record/overlay'
import {recordAll} from '@tenure/authoring/record/record-all'
import {recordRelease} from '@tenure/authoring/record/record-release'
import {upgradeFiles} from '@tenure/authoring/upgrade/upgrade'
import {withGenerated} from '@tenure/generated/generate-revisions'
import {apiNames, configOf, wholeConfigOf} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {readyFor} from '../../descriptions/readers.ts'
import {inputError} from '../../model/input-error.ts'
import {formatList} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'
import {recordEach} from './record-each.ts'
import {recordImport} from './record-import.ts'

/** What to record. A run does one of them. */
const MODES = ['upgrade', 'release', 'import', 'all', 'overlay'] as const
type Mode = (typeof MODES)[number]

/** Options that only work with some of them. */
const ONLY_WITH = {
  source: ['all'],
  releases: ['all'],
  since: ['all'],
  output: ['all', 'import'],
  date: ['release'],
  base: ['release'],
  history: ['release', 'upgrade', 'overlay']
} as const satisfies Partial<Record<keyof Options, readonly Mode[]>>

type Options = RecordOptions &
  OverlayOptions & {readonly import?: string | undefined; readonly releases?: string | undefined}

/** Writes to the history: the changes of one release, of all releases of a source, or of a changelog. */
export async function run(options: Options, context: Context, isCommand: (word: string) => boolean): Promise<number> {
  const mode = chooseMode(options)
  if (mode === 'upgrade') upgradeFiles(options, isCommand, context)
  else if (mode === 'import') recordImport(options.import ?? '', options, context)
  else if (mode === 'overlay') {
    await readyFor([options.spec ?? configOf(options, context)?.spec])
    await withGenerated(configOf(options, context), context, at => writeOverlay(options, at))
  } else return recordReleases(options, context)
  return EXIT.fine
}

/** Throws an `InputError` for options of several modes. */
function chooseMode(options: Options): Mode {
  const [mode, other] = MODES.filter(each => options[each] || options[each] === '')
  if (other) throw inputError(`\`--${other}\` can't be combined with \`--${mode}\`. Use one of them.`)
  if (!mode)
    throw inputError(
      'Name the release with `--release`, or record all of them with `--all`.',
      undefined,
      'tenure record --release 3.1'
    )
  for (const [name, modes] of Object.entries(ONLY_WITH) as [keyof typeof ONLY_WITH, readonly Mode[]][]) {
    if (options[name] === undefined || modes.includes(mode)) continue
    const shown = name === 'source' ? options.source : `--${name}`
    throw inputError(
      `\`${shown}\` only works with ${formatList(
        modes.map(each => `\`--${each}\``),
        'or'
      )}.`
    )
  }
  return mode
}

async function recordReleases(options: RecordOptions, context: Context): Promise<number> {
  const {release, all} = options
  const apis = all ? apisToRecord(options, context) : []
  if (apis.length > 0) return recordEach(options, apis, context)
  await readyFor([options.spec ?? configOf(options, context)?.spec, options.base])
  if (release === undefined) await recordAll(options, context)
  else {
    const config = options.spec === undefined ? configOf(options, context) : undefined
    await withGenerated(config, context, at => recordRelease({...options, release}, at))
  }
  return EXIT.fine
}

/** Names of all configured APIs, if no option is about one of them. Empty otherwise. */
function apisToRecord(options: RecordOptions, context: Context): string[] {
  const {api, source, spec, output} = options
  if ([api, source, spec, output].some(option => option !== undefined)) return []
  const names = apiNames(wholeConfigOf(options, context))
  return names.length > 1 ? names : []
}
