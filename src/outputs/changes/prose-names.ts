import {nameInProse} from '../../languages/languages.ts'
import {groupBy} from '../../model/group-by.ts'
import type {Target} from '../../model/subject/subject.ts'
import {codePiece, joinPieces, type TextPiece} from '../../phrases/text-pieces.ts'
import {MOST_PROSE_NAMES, namesOfGroup} from '../../text/subject-groups.ts'
import {existsAt, type HistoryPage} from './page-data.ts'

/** Names in prose, and whether they are all. */
interface ProseNames {
  readonly pieces: readonly TextPiece[]
  readonly areAll: boolean
}

/**
 * Names targets in prose: `Gateway` for all versions of the kind that there are at an entry, `Gateway` (`v1beta1`) for
 * one of several, and with its group if another group has a kind of the name. `undefined` if they have no such names.
 */
export function proseNames(targets: readonly Target[], entry: number, page: HistoryPage): ProseNames | undefined {
  const named = new Map(targets.flatMap(target => nameEntry(target)))
  const [first] = named.values()
  if (!first || named.size < new Set(targets.map(({text}) => text)).size) return undefined
  const known = new Map(
    [...page.history.bySubject.values()]
      .filter(life => !life.subject.part && life.tenures.some(each => each.introduced) && existsAt(life, entry + 0.5))
      .flatMap(({subject}) => nameEntry(subject.target))
  )
  // An incomplete history doesn't say which versions there are.
  if ([...named.keys()].some(text => !known.has(text))) {
    const pieces = namesOfGroup(targets)
    return pieces && {pieces, areAll: true}
  }
  const byName = groupBy(known.values(), ({name}) => name)
  const items = [...groupBy(named.values(), ({group, name}) => `${group} ${name}`).values()].map(
    (own): readonly TextPiece[] => {
      const [{group, name} = first] = own
      const same = byName.get(name) ?? own
      const versions = same.filter(each => each.group === group)
      const isUnique = versions.length === same.length
      const shown: TextPiece[] = [codePiece(isUnique ? name : `${group} ${name}`)]
      return versions.length === own.length
        ? shown
        : [
            ...shown,
            ' (',
            ...joinPieces(
              own.map(({version}) => [codePiece(version)]),
              'and'
            ),
            ')'
          ]
    }
  )
  const areAll = items.length <= MOST_PROSE_NAMES
  const rest = items.length - MOST_PROSE_NAMES + 1
  return {
    pieces: joinPieces(areAll ? items : [...items.slice(0, -rest), [`${rest} more`]], 'and'),
    areAll
  }
}

const nameEntry = (target: Target) => {
  const name = nameInProse(target)
  return name ? [[target.text, name] as const] : []
}
