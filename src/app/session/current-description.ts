import type {Description} from '../../descriptions/description.ts'
import {openDescription, readyFor} from '../../descriptions/readers.ts'
import {findCurrentSpec} from '../../inputs/sources/release-base.ts'
import {InputError, ignoreInputErrors} from '../../model/input-error.ts'
import type {FindFields} from '../../model/subject/field.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {createFieldFinder} from './known-subject.ts'

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

/**
 * Finds the fields of the API as it is now. Nothing is read before the first call. Knows none if the description can't be
 * read, or is server code whose reader isn't loaded.
 */
export const findCurrentFields = (workspace: Workspace, named: string | undefined): FindFields =>
  createFieldFinder(() =>
    ignoreInputErrors(() => {
      const spec = findCurrentSpec(workspace.files, named)
      return spec === undefined ? undefined : openDescription(workspace, spec)
    })
  )
