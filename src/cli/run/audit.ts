import type {Io} from '../../app/io.ts'
import {chooseSource, sourceOptions} from '../../app/session/source-choice.ts'
import type {AuditOptions} from '../options/audit-options.ts'
import {audit} from './audit-report.ts'

/** Every end and breaking change so far, the verdict on each, and the flaws of the record. It informs. */
export async function run(asked: AuditOptions, io: Io): Promise<number> {
  const options = await sourceOptions(asked)
  return options ? audit(options, io, await chooseSource(options, io)) : audit(asked, io)
}
