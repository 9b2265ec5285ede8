/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Environment variables that point git at another repository or change how it reads objects. */
const CLEARED_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_EXTERNAL_DIFF',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_ATTR_SOURCE'
] as const

/** The environment in which git uses only the repository of the folder, and reads each object as committed. */
export function cleanGitEnvironment(env: Environment): Environment {
  const cleared = CLEARED_VARIABLES.map(name => [name, undefined] as const)
  // Grafts would replace the parents of a commit. This path can't exist, because `/dev/null` is not a folder.
  return {...env, ...Object.fromEntries(cleared), GIT_GRAFT_FILE: '/dev/null/grafts'}
}
