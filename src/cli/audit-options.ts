import type {PartOptions} from '../report/report-part.ts'
import type {AuditFormat} from './print.ts'
import type {CommonOptions} from './session.ts'
import type {SourceOptions} from './source-choice.ts'

export interface AuditOptions extends CommonOptions, SourceOptions, PartOptions {
  readonly source?: string | undefined
  readonly format: AuditFormat
  readonly strict: boolean
  readonly 'exit-code': boolean
}
