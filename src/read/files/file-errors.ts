/** Describes a file system error in words. */
export const describeFileError = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'no such file or folder',
    EACCES: 'no permission to read it',
    EPERM: 'no permission',
    EISDIR: 'a folder',
    ENOTDIR: 'a file where a folder is needed',
    ELOOP: 'links that lead in a circle',
    ENAMETOOLONG: 'too long a name',
    ENOSPC: 'no space left',
    EROFS: 'a read-only file system'
  }
  return known[code] ?? (error instanceof Error ? error.message : String(error))
}
