import {gunzipSync} from 'node:zlib'
import {inputError} from '../model/input-error.ts'
import {createTextFileTree, type FileTree} from './file-tree.ts'

/** The maximum size of an archive without compression. */
const MOST_BYTES = 512 * 1024 * 1024
const BLOCK = 512

/** Splits `api-1.2.0.tgz:package/openapi.yaml`, a file in an archive. `undefined` if it isn't of that form. */
export function splitArchivePath(name: string): {readonly archive: string; readonly path: string} | undefined {
  const [, archive = '', path = ''] = /^(.+\.(?:tgz|tar\.gz)):(.+)$/s.exec(name) ?? []
  return archive === '' ? undefined : {archive, path}
}

/** Opens a file of a package archive, as `npm pack` writes it. Throws an `InputError` if there is no such file. */
export function openArchivedFile(bytes: Buffer, archive: string, path: string): FileTree {
  const texts = new Map([...listFiles(bytes, archive)].map(([name, content]) => [name, content.toString('utf8')]))
  if (!texts.has(path)) {
    const known = [...texts.keys()].filter(each => /\.(?:ya?ml|json)$/.test(each)).toSorted()
    throw inputError(
      `\`${archive}\` has no file \`${path}\`.${known.length > 0 ? ` It has \`${known.slice(0, 5).join('`, `')}\`.` : ''}`,
      {source: archive}
    )
  }
  return {...createTextFileTree(path, texts), sourceOf: each => `${archive}:${each}`}
}

/** The files of an archive by their paths. Links and folders are left out. */
function listFiles(bytes: Buffer, archive: string): Map<string, Buffer> {
  const data = unpack(bytes, archive)
  const files = new Map<string, Buffer>()
  let named: string | undefined
  for (let at = 0; at + BLOCK <= data.length && data[at] !== 0; ) {
    const header = data.subarray(at, at + BLOCK)
    const size = Number.parseInt(textOf(header, 124, 12).trim() || '0', 8)
    const content = data.subarray(at + BLOCK, at + BLOCK + size)
    if (!Number.isInteger(size) || content.length < size) throw brokenError(archive)
    const type = textOf(header, 156, 1)
    // Paths of more than 100 characters are in an entry of their own: that of pax (`x`), or that of GNU (`L`).
    if (type === 'x') named = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1]
    else if (type === 'L') named = textOf(content, 0, size)
    else if (type !== 'g') {
      const prefix = textOf(header, 257, 5) === 'ustar' ? textOf(header, 345, 155) : ''
      const short = `${prefix === '' ? '' : `${prefix}/`}${textOf(header, 0, 100)}`
      if (type === '0' || type === '') files.set((named ?? short).replace(/^\.\//, ''), content)
      named = undefined
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}

function unpack(bytes: Buffer, archive: string): Buffer {
  try {
    return gunzipSync(bytes, {maxOutputLength: MOST_BYTES})
  } catch {
    throw brokenError(archive)
  }
}

const brokenError = (archive: string) =>
  inputError(`\`${archive}\` isn't a package archive that can be read. Name one that \`npm pack\` wrote.`, {
    source: archive
  })

const textOf = (bytes: Buffer, start: number, length: number): string => {
  const [text = ''] = bytes
    .subarray(start, start + length)
    .toString('utf8')
    .split('\0', 1)
  return text
}
