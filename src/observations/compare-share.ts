import {Claims} from '../context/claims.ts'
import type {Context} from '../context/context.ts'
import type {CompareResults, CompareWork} from '../context/tasks.ts'
import {readyFor} from '../descriptions/readers.ts'
import {openTree, type TreeOrigin} from '../documents/file-tree.ts'
import type {SourceRevision} from '../inputs/sources/source.ts'
import {ignoreInputErrors} from '../model/input-error.ts'
import type {Cache} from '../stores/cache.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {ContentIds} from './content-ids.ts'
import {ReleaseDiffs} from './release-diffs.ts'

/** Makes the comparisons of a task that no other thread has claimed, and reports the results of each. */
export async function compareShare(
  {comparisons, claims: shared, reading}: CompareWork,
  context: Context,
  report: (results: CompareResults) => void
): Promise<void> {
  await readyFor(comparisons.map(({newer}) => ('file' in newer ? newer.file : newer.path)))
  const cache = context.cache()
  let results: [string, Uint8Array][] = []
  const recording: Cache = {
    get: key => cache.get(key),
    put(key, bytes) {
      cache.put(key, bytes)
      results.push([key, bytes])
    }
  }
  const diffs = new ReleaseDiffs(new ContentIds(recording, reading))
  const revisionOf = createRevisions(context)
  const claims = new Claims(shared)
  for (let at = claims.claim(); at !== undefined; at = claims.claim(at)) {
    const {newer, older} = comparisons[at] as CompareWork['comparisons'][number]
    // The main thread meets an error, too, and reports it.
    ignoreInputErrors(() => diffs.prepare(revisionOf(newer), older && revisionOf(older)))
    report(results)
    results = []
  }
}

/** Returns one revision for each origin, so that its files are read once. */
function createRevisions(workspace: Workspace): (origin: TreeOrigin) => SourceRevision {
  const known = new Map<TreeOrigin, SourceRevision>()
  return origin => {
    const revision = known.get(origin) ?? {tree: () => openTree(workspace, origin)}
    known.set(origin, revision)
    return revision
  }
}
