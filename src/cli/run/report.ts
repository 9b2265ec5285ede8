import {join} from 'node:path'
import {OLD_LIST} from '@tenure/authoring/upgrade/merge-list'
import {formatFleetReport} from '@tenure/fleet/pages/print'
import {openFacts} from '@tenure/fleet/query'
import {reportFleet, writeDueRows} from '@tenure/fleet/report'
import {type FleetRunOptions, runFleet, sayRun} from '@tenure/fleet/run'
import {CONFIG_NAME, findConfigPath} from '../../app/session/config-path.ts'
import type {Context} from '../../context/context.ts'
import {inputError} from '../../model/input-error.ts'
import {type RowFormat, writeRows} from '../../outputs/report/rows.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {digest} from '../../stores/cache.ts'
import {createTemporaryFolder, removeFolder} from '../../stores/files/write-file.ts'
import {suggestChoices} from '../../text/format-choices.ts'
import {cacheFolder} from '../cache-folder.ts'
import {EXIT} from '../exit-codes.ts'

interface ReportOptions extends Pick<FleetRunOptions, 'shard' | 'as-of'> {
  readonly config?: string | undefined
  readonly within: string
  readonly output?: string | undefined
  readonly owner?: string | undefined
  readonly sql?: string | undefined
  readonly format?: string | undefined
}

/**
 * Reads the APIs that changed since the last run, and prints the report on all of them, or the answer to a query. Fails
 * if an API can't be read; violations don't fail it. Without a configuration, the facts in a folder are all there is.
 */
export async function run(options: ReportOptions, context: Context): Promise<number> {
  const {output} = options
  const config = findConfigPath(context.files, options)
  if (config === undefined) {
    if (output === undefined || !context.files.isFolder(join(output, 'facts')))
      throw inputError(
        context.files.exists(OLD_LIST)
          ? `\`${OLD_LIST}\` is from an older version. Move its APIs to \`${CONFIG_NAME}\` with \`tenure record --upgrade\`.`
          : `There is no \`${CONFIG_NAME}\`. Write one that lists your APIs as \`apis\`.`
      )
    await printAnswer(output, options, context)
    return EXIT.fine
  }
  const kept = output ?? findKeptFolder(context, config)
  const folder = context.files.resolve(kept ?? createTemporaryFolder('tenure-report-'))
  try {
    chooseFormat(options)
    const result = await runFleet({...options, config, output: output ?? folder}, context)
    for (const line of sayRun(result, output)) context.err(`${plainText(line)}\n`)
    await printAnswer(folder, options, context)
    return result.apis.some(({error}) => error !== undefined) ? EXIT.failed : EXIT.fine
  } finally {
    if (kept === undefined) removeFolder(folder)
  }
}

async function printAnswer(folder: string, options: ReportOptions, context: Context): Promise<void> {
  const {sql} = options
  const format = chooseFormat(options)
  if (sql === undefined) {
    if (format === 'csv') for await (const text of writeDueRows(folder, options, context)) context.out(text)
    else context.out(await formatFleetReport(await reportFleet(folder, options, context), format, context))
    return
  }
  const facts = await openFacts(context.files, folder)
  try {
    for await (const text of writeRows(await facts.query(sql), format as RowFormat)) context.out(text)
  } finally {
    facts.close()
  }
}

/** The chosen format. Throws an `InputError` for one that the report, or the rows of a query, don't have. */
function chooseFormat({format, sql, owner}: ReportOptions): string {
  if (sql !== undefined && owner !== undefined)
    throw inputError('`--owner` narrows the report, not an answer to `--sql`. Use `WHERE owner = …` there.')
  const [what, known] =
    sql === undefined ? ['the report', ['markdown', 'html', 'json', 'csv']] : ['rows', ['table', 'json', 'csv']]
  if (format === undefined || known.includes(format)) return format ?? known[0] ?? ''
  throw inputError(`\`--format ${format}\` isn't a format of ${what}.${suggestChoices(format, known)}`)
}

/** The folder in the cache that keeps the facts of a list. `undefined` if nothing is cached. */
function findKeptFolder({env, files}: Context, config: string): string | undefined {
  const {path} = cacheFolder(env)
  return path === undefined ? undefined : join(path, 'facts', digest(files.resolve(config)).slice(0, 16))
}
