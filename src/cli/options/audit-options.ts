import type {CommonOptions} from '../../app/session/session.ts'
import type {SourceOptions} from '../../app/session/source-choice.ts'
import type {PartOptions} from '../../report/filter.ts'
import type {AuditFormat} from '../print.ts'

export interface AuditOptions extends CommonOptions, SourceOptions, PartOptions {
  readonly source?: string | undefined
  readonly format: AuditFormat
  readonly strict: boolean
  readonly 'exit-code': boolean
}
