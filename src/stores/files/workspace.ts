import {cleanGitEnvironment, type Environment} from '../git/environment.ts'
import {Git} from '../git/git.ts'
import type {StartGit} from '../git/git-answer.ts'
import {type InputAspect, type Inputs, InputTrace} from '../input-trace.ts'
import {Files} from './files.ts'

/** The files at one state, and git for the repositories that they are in. */
export interface Workspace {
  readonly files: Files
  readonly git: Git
}

/** The folder and environment of a workspace, as data that can be sent to another thread. */
export interface WorkspacePlace {
  readonly cwd: string
  /** The variables that git is started with. */
  readonly env: Environment
}

/** Where the working tree of a workspace is. */
export const placeOf = ({git: {cwd, env}}: Workspace): WorkspacePlace => ({cwd, env})

/** Opens the working tree at a place. Git is started from this process unless `start` does it. */
export const openPlace = ({cwd, env}: WorkspacePlace, start?: StartGit): Workspace => ({
  files: new Files(cwd),
  git: new Git(cwd, env, start)
})

/** Opens the working tree around a folder. `env` is the environment of git, whose own variables are cleared. */
export const openWorkspace = (cwd: string, env: Environment): Workspace =>
  openPlace({cwd, env: cleanGitEnvironment(env)})

/** The same workspace, with relative paths from another folder. */
export const inFolder = <Whole extends Workspace>(workspace: Whole, folder: string): Whole =>
  replaceParts(workspace, {files: workspace.files.in(folder), git: workspace.git.in(folder)})

/** The workspace with other parts. Other properties stay getters, because a context observes their reads. */
export const replaceParts = <Whole extends Workspace>(workspace: Whole, parts: Partial<Workspace>): Whole =>
  Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(workspace),
      ...Object.getOwnPropertyDescriptors(parts)
    }
  ) as Whole

/** A workspace that records what it is asked about files, folders, and repositories. */
export function traceWorkspace<Whole extends Workspace>(
  workspace: Whole,
  aspects?: readonly InputAspect[]
): {readonly workspace: Whole; readonly inputs: () => Inputs} {
  const trace = new InputTrace(aspects)
  return {
    workspace: replaceParts(workspace, {files: workspace.files.traced(trace), git: workspace.git.traced(trace)}),
    inputs: () => trace.inputs
  }
}
