import process from 'node:process'

/** Variables that lead git to another repository, or change what its objects say. */
const MISLEADING = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_NAMESPACE',
  'GIT_EXTERNAL_DIFF',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE'
]

/** Lets git find the repository by the working directory alone, and take every object as it was written. */
export function cleanGitEnvironment(): void {
  for (const name of MISLEADING) delete process.env[name]
  // Grafts would give a commit other parents; no file stands below a device.
  process.env.GIT_GRAFT_FILE = '/dev/null/grafts'
}
