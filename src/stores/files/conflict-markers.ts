import {InputError} from '../../model/input-error.ts'
import {createPositionFinder} from './positions.ts'

const MARKER = /^(?:<{7} |>{7} |={7}\r?$)/m

/**
 * Error for a text that can't be parsed because git left merge conflict markers in it; `undefined` if there are none.
 * The first marker is its position.
 */
export function findConflictError(text: string, source: string, cause?: unknown): InputError | undefined {
  const offset = text.search(MARKER)
  if (offset === -1) return undefined
  const message = 'The file has merge conflict markers. Resolve the conflict, then run the command again.'
  return new InputError([{message, place: {source, ...createPositionFinder(text)(offset)}}], {cause})
}
