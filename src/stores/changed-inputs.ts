import type {Workspace} from './files/workspace.ts'
import type {InputAspect, Inputs} from './input-trace.ts'

/** First path at which the files or the repository differ from what was recorded. `undefined` if there is none. */
export function findChangedInput({files, git}: Workspace, inputs: Inputs): string | undefined {
  const describe = (path: string, aspect: InputAspect): string =>
    aspect === 'refs' ? git.describeRefs(files.resolve(path)) : files.describe(path, aspect)
  return Object.entries(inputs).find(([path, aspects]) =>
    Object.entries(aspects).some(([aspect, known]) => describe(path, aspect as InputAspect) !== known)
  )?.[0]
}
