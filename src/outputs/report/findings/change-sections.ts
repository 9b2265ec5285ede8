import {formatPieces} from '../../../text/changes/sentences.ts'
import type {Block, CountedItem, Section, View} from '../blocks/blocks.ts'
import {groupChangeList, type ListedChanges, namesOfLine, targetsOfLine} from '../change-list.ts'

/** Maximum number of changes that a terminal lists. */
const MAX_CHANGES = 20

/** All changes under review, or those of the generator, whether or not a rule says something about them. */
export function changeSections(
  title: string,
  changes: readonly ListedChanges[] = [],
  {isTerminal, isWhole, most}: View
): Section[] {
  if (changes.length === 0) return []
  const shown = changes.slice(0, isTerminal && !isWhole ? MAX_CHANGES : Infinity)
  const hidden = changes.slice(shown.length)
  let room = most
  const groups = groupChangeList(shown).flatMap(({title: group, lines}): Block[] => {
    const list = {areas: lines.map(each => countedItem(each, isWhole)), most: room, isFlat: true}
    room = Math.max(0, room - lines.length)
    return isTerminal ? [{fold: group, blocks: [list]}] : [[group], list]
  })
  const isCut = isTerminal && !isWhole && hidden.length === 0 && shown.some(each => namesOfLine(each).length > 0)
  const blocks = [
    ...groups,
    {areas: hidden.map(each => countedItem(each, isWhole)), most: 0},
    ...(isCut ? ['See all names with --verbose'] : [])
  ]
  return [{title, isFolded: true, blocks}]
}

const countedItem = (line: ListedChanges, isWhole: boolean): CountedItem => ({
  item: () => ({text: formatPieces(line.sentence), below: isWhole ? [{phrases: namesOfLine(line)}] : []}),
  count: line.count,
  targets: targetsOfLine(line)
})
