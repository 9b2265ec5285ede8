import {join} from 'node:path'
import {SPEC_LIMIT} from '../document/read-document.ts'
import {isFolder, listFolder, pathExists, readBytes, realPath} from '../files/file-system.ts'
import {decodeUtf8} from '../files/text-bytes.ts'

/**
 * Cached access to installed packages. They don't change during a run, so that each file is read once for all
 * revisions.
 */
export const installedModules = {
  text: memoize(name => decodeUtf8(readBytes(name, SPEC_LIMIT), name)),
  isFile: memoize(name => pathExists(name) && !isFolder(name)),
  isFolder: memoize(isFolder),
  folders: memoize(name => (isFolder(name) ? listFolder(name).filter(each => isFolder(join(name, each))) : [])),
  real: memoize(realPath)
}

function memoize<Answer>(ask: (name: string) => Answer): (name: string) => Answer {
  const answers = new Map<string, {readonly answer: Answer}>()
  return name => {
    const known = answers.get(name) ?? {answer: ask(name)}
    answers.set(name, known)
    return known.answer
  }
}
