import {resolve} from 'node:path'
import {describeInput} from './files/file-system.ts'
import {describeRefs} from './git/git.ts'
import type {InputAspect, Inputs} from './input-trace.ts'

/** First path whose state differs from the recorded one. `undefined` if there is none. */
export function findChangedInput(inputs: Inputs): string | undefined {
  return Object.entries(inputs).find(([path, aspects]) =>
    Object.entries(aspects).some(([aspect, known]) => describe(path, aspect as InputAspect) !== known)
  )?.[0]
}

const describe = (path: string, aspect: InputAspect): string =>
  aspect === 'refs' ? describeRefs(resolve(path)) : describeInput(path, aspect)
