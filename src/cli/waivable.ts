import type {History} from '../model/history.ts'
import {InputError} from '../model/problem.ts'
import type {Snapshot} from '../model/snapshot.ts'
import type {Subject} from '../model/subject.ts'
import {readDescription} from '../read/description.ts'
import {specNamed} from '../read/release-base.ts'
import {openGate} from './gate.ts'
import type {Io} from './io.ts'
import {assureKnown} from './known-subject.ts'
import {type CommonOptions, configOf, findHistory, openSession} from './session.ts'

/**
 * Refuses to waive what neither the record nor the description knows, as it is or as it was before the change: nothing
 * could ever use that waiver. Of a part that may be gone already only what has it is looked for.
 */
export async function assureWaivable({target}: Subject, options: CommonOptions, io: Io): Promise<void> {
  const known = await knowledge(options, io)
  if (!known) return
  // What is gone from a description is known by its path, and by no other name.
  const isByPath = target.kind === 'endpoint' || target.kind === 'prefix'
  if (isByPath || !known.description) assureKnown({target}, known.history, known.description)
}

interface Knowledge {
  readonly history: History
  readonly description?: Snapshot
}

/** What the gate would see; nothing where there is nothing to know it from, or nothing that can be read. */
async function knowledge(options: CommonOptions, io: Io): Promise<Knowledge | undefined> {
  try {
    const gate = await openGate(options, io)
    const config = configOf(options)
    if (!gate)
      return findHistory(options.history, config) === undefined
        ? undefined
        : {history: openSession(options, io).history}
    const spec = specNamed(config?.spec) ?? (gate.kind === 'description' ? gate.path : undefined)
    return {history: gate.history, ...(spec === undefined ? {} : {description: readDescription(spec).snapshot})}
  } catch (error) {
    // What is wrong there, `check` tells.
    if (error instanceof InputError) return undefined
    throw error
  }
}
