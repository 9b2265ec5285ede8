import type {AuditOptions} from './audit-options.ts'
import type {Io} from './io.ts'
import {audit} from './judged-report.ts'
import {chooseSource, sourceOptions} from './source-choice.ts'

/** Every end and breaking change so far, the verdict on each, and the flaws of the record. It informs. */
export async function run(asked: AuditOptions, io: Io): Promise<number> {
  const options = await sourceOptions(asked)
  return options ? audit(options, io, await chooseSource(options, io)) : audit(asked, io)
}
