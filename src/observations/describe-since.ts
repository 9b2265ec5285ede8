import type {Description} from '../descriptions/description.ts'
import {createDescriptionOpener, createEmptyDescription} from '../descriptions/readers.ts'
import type {FileTree} from '../documents/file-tree.ts'
import type {ReleaseDiff} from '../model/api/release-diff.ts'
import {defined} from '../model/defined.ts'

/** What changed since an older description. One in another language replaces it, so everything in it is removed. */
export function describeSince(
  {tree, description: older}: {readonly tree: FileTree; readonly description: Description},
  newer: Description,
  only?: ReadonlySet<string>
): ReleaseDiff {
  if (older.language === newer.language) return newer.describeSince(older, only)
  const nothing = createDescriptionOpener()(createEmptyDescription(newer.source, tree))
  const {changes, gone} = nothing.describeSince(older, only)
  const removals = changes.map(({where: {old}, ...change}) => ({...change, where: defined({old})}))
  return {...newer.describe(), ...defined({gone}), changes: removals}
}
