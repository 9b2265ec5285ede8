import {basename} from 'node:path'
import {type CommonOptions, configOf} from '@tenure/core/app/session/config'
import {DEFAULT_HISTORIES} from '@tenure/core/app/session/config-path'
import {assertKnownSubject} from '@tenure/core/app/session/known-subject'
import {parseSubjectOptions, type SubjectOptions} from '@tenure/core/app/session/subject-option'
import type {Context} from '@tenure/core/context/context'
import {openDescription, readyFor} from '@tenure/core/descriptions/readers'
import {assemble} from '@tenure/core/history/assemble'
import {addHistoryKey, newHistoryPath} from '@tenure/core/inputs/config/history-path'
import {findCurrentSpec} from '@tenure/core/inputs/sources/release-base'
import {holdsReleases} from '@tenure/core/inputs/sources/release-files'
import {listTags} from '@tenure/core/inputs/sources/tags'
import {createParentFolder, editFile} from '@tenure/core/stores/files/write-file'
import {beginHistory, readBegun, readTitle} from '../record/first-history.ts'
import {recordAll} from '../record/record-all.ts'

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
