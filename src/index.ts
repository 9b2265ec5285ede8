/**
 * The public API of tenure: the commands that only read, as functions. Each takes the options of its command and returns
 * its documented JSON. `format` writes a result in another format.
 */

export type * from '../schemas/library.d.ts'
export {
  type Call,
  type CallForApis,
  callAudit as audit,
  callChangelog as changelog,
  callCheck as check,
  callDiff as diff,
  callDue as due,
  callExplain as explain,
  callNextVersion as nextVersion,
  callNotes as notes,
  callUpgrade as upgrade,
  callUsages as usages,
  exitCodeOf as exitCode,
  formatResult as format,
  listReports as reportsOf,
  type OptionalCall,
  type Surroundings
} from './library.ts'
export {InputError, type InputProblem} from './model/input-error.ts'
export type {ReportFormat} from './outputs/report/report.ts'
