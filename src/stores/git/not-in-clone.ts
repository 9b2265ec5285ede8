import {InputError} from '../../model/input-error.ts'

/** The error for a tracked file whose content isn't in this clone, which isn't the same as a missing file. */
export class NotInClone extends InputError {
  override readonly name = 'NotInClone'
}

/** The error for content that a partial clone leaves out; nothing is fetched. */
export const createNotInCloneError = (what: string, source: string): NotInClone =>
  new NotInClone([
    {
      message: `${what} isn't in this clone, which leaves contents out. Run \`git fetch --refetch --no-filter\`, or clone without \`--filter\`.`,
      place: {source}
    }
  ])

const POINTER = Buffer.from('version https://git-lfs.github.com/spec/')

/** Returns the bytes. Throws `NotInClone` for a Git LFS pointer, whose content is stored elsewhere. */
export function rejectLfsPointer(bytes: Buffer, source: string, isOnDisk: boolean): Buffer {
  if (!bytes.subarray(0, POINTER.length).equals(POINTER)) return bytes
  const remedy = isOnDisk
    ? 'Run `git lfs pull`; in CI, check out with `lfs: true`.'
    : 'Keep the file in git itself (`git lfs untrack`), or compare with a file: `--base FILE`.'
  const message = `\`${source}\` is a pointer of Git LFS, and its contents aren't here. ${remedy}`
  throw new NotInClone([{message, place: {source}}])
}
