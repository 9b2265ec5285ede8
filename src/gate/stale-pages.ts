import stalePage from '../../rules/stale-page.ts'
import {type CommonOptions, configOf} from '../app/session/config.ts'
import type {Context} from '../context/context.ts'
import {judgeAll, lint} from '../lint.ts'
import {defined} from '../model/defined.ts'
import {InputError} from '../model/input-error.ts'
import type {SourceLocation} from '../model/location.ts'
import type {Finding} from '../model/verdict/finding.ts'
import type {Files} from '../stores/files/files.ts'

/**
 * Findings for the configured pages whose managed sections differ from what the history renders, or the releases if there
 * is no history, as `tenure changelog --write` does. Observed changes that aren't in the history don't appear on pages.
 */
export async function findStalePages(options: CommonOptions, context: Context): Promise<readonly Finding[]> {
  const {rendered = []} = configOf(options, context) ?? {}
  if (rendered.length === 0) return []
  const [{fillPage}, {withNetChanges}, {openSource}] = await Promise.all([
    import('#tenure/pages'),
    import('../app/session/changes-between.ts'),
    import('../app/session/open-source.ts')
  ])
  const {history: written, policy: chosen, config: file, api, isNamed, known, 'as-of': day} = options
  const source = defined({history: written, policy: chosen, config: file, api, isNamed, known, 'as-of': day})
  const session = await openSource(source, context)
  const {policy, assumed, config} = session
  const history = withNetChanges(session)
  const judgments = judgeAll(history, policy)
  const stale = rendered.flatMap(({path, place}): SourceLocation[] => {
    const stands = readPage(context.files, path, place)
    const fresh = fillPage(stands, path, {history, judgments, policy, assumed})
    return fresh === stands ? [] : [{source: path, line: firstDifference(stands, fresh), column: 1}]
  })
  return lint({...history, stale}, policy, [stalePage], {settings: config?.rules ?? {}, judgments}).findings
}

/** Reads a page. If it doesn't exist, the error points at the line that names it. */
function readPage(files: Files, path: string, place: SourceLocation): string {
  try {
    return files.readText(path)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(
      error.problems.map(problem => ({...problem, place})),
      {cause: error}
    )
  }
}

function firstDifference(stands: string, fresh: string): number {
  const [old, lines] = [stands.split('\n'), fresh.split('\n')]
  return old.findIndex((line, index) => line !== lines[index]) + 1 || old.length
}
