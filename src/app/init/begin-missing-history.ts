import {basename} from 'node:path'
import {openDescription, readyFor} from '../../descriptions/readers.ts'
import {assemble} from '../../history/assemble.ts'
import {addHistoryKey, newHistoryPath} from '../../inputs/config/history-path.ts'
import {findCurrentSpec} from '../../inputs/sources/release-base.ts'
import {holdsReleases} from '../../inputs/sources/release-files.ts'
import {listTags} from '../../inputs/sources/tags.ts'
import {createParentFolder, editFile} from '../../stores/files/write-file.ts'
import type {Context} from '../context.ts'
import {beginHistory, readBegun, readTitle} from '../record/first-history.ts'
import {recordAll} from '../record/record-all.ts'
import {type CommonOptions, configOf} from '../session/config.ts'
import {DEFAULT_HISTORIES} from '../session/history-path.ts'
import {assertKnownSubject} from '../session/known-subject.ts'
import {parseSubjectOptions, type SubjectOptions} from '../session/subject-option.ts'

export interface BeginOptions extends CommonOptions, SubjectOptions {
  readonly spec?: string | undefined
  readonly 'dry-run': boolean
}

/**
 * Begins the history of an API that has a description but no history yet: with the releases of the tags, or empty.
 * Prints on standard error what was written.
 */
export async function beginMissingHistory(options: BeginOptions, context: Context): Promise<void> {
  if (options.history !== undefined || options['dry-run']) return
  const config = configOf(options, context)
  if (
    config?.history === undefined
      ? DEFAULT_HISTORIES.some(each => context.files.exists(each))
      : context.files.exists(config.history)
  )
    return
  const spec = findCurrentSpec(context.files, options.spec ?? config?.spec)
  if (spec === undefined) return
  await readyFor([spec])
  if (
    (listTags(context.git) ?? []).length > 0 ||
    (config?.spec !== undefined && holdsReleases(context.files, config.spec))
  ) {
    const {config: named, api, plugins, 'as-of': asOf} = options
    const recording = {
      config: named,
      api,
      plugins,
      'as-of': asOf,
      spec: options.spec ?? config?.spec ?? spec,
      all: true,
      force: false,
      'dry-run': false
    }
    await recordAll(recording, {...context, out: text => context.err(text)})
    return
  }
  const path = newHistoryPath(context.files, config)
  const begun = beginHistory(
    path,
    readTitle(context.files, spec) ?? config?.api ?? basename(context.files.resolve('.'))
  )
  const {file, text} = begun
  const description = openDescription(context, spec)
  const history = assemble({...readBegun(begun).declared, source: path}, {asOf: context.today('UTC')})
  // The subject is checked before anything is written.
  assertKnownSubject(parseSubjectOptions(options), history, description)
  const named = config && addHistoryKey(context.files, context.files.readText(config.source), config, path)
  createParentFolder(context, file)
  editFile(context, file, text)
  if (named !== undefined && config) editFile(context, config.source, named)
  context.err(`Started a history in ${path}.\n`)
}
