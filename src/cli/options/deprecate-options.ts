import type {CommonOptions} from '../../app/session/session.ts'
import type {AnswerFormat} from '../print.ts'
import type {SubjectOptions} from './subject-option.ts'

export interface DeprecateOptions extends CommonOptions, SubjectOptions {
  readonly replacement?: string | undefined
  readonly sunset?: string | undefined
  readonly note?: string | undefined
  readonly via?: string | undefined
  readonly spec?: string | undefined
  readonly force: boolean
  readonly format: AnswerFormat
  readonly 'dry-run': boolean
}
