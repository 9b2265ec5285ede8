import {findCurrentSpec} from '../../inputs/sources/release-base.ts'
import type {Description} from '../../languages/description.ts'
import {openDescription, readyFor} from '../../languages/readers.ts'
import {InputError} from '../../model/input-error.ts'
import {isMember} from '../../model/subject/subject.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {createUseFinder} from './known-subject.ts'
import type {Session} from './session.ts'

/** The description of the API as it is now. `undefined` if there's none that can be read. */
export async function readCurrentDescription(
  workspace: Workspace,
  named: string | undefined
): Promise<Description | undefined> {
  try {
    const spec = findCurrentSpec(workspace.files, named)
    await readyFor([spec])
    return spec === undefined ? undefined : openDescription(workspace, spec)
  } catch (error) {
    // The history alone can answer the question, so it needs no readable description.
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** The session with the operations that use its fields of named schemas, by the current description. */
export async function withUses(session: Session, workspace: Workspace): Promise<Session> {
  if (!session.history.lifecycles.some(({subject}) => isMember(subject.target))) return session
  const description = await readCurrentDescription(workspace, session.config?.spec)
  return {...session, history: {...session.history, usesOf: createUseFinder(() => description)}}
}
