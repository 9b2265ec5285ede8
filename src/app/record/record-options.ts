import type {CommonOptions} from '../session/session.ts'
import type {SourceOptions} from '../session/source-choice.ts'

export interface RecordOptions extends CommonOptions, SourceOptions {
  readonly source?: string | undefined
  readonly release?: string | undefined
  readonly date?: string | undefined
  readonly base?: string | undefined
  readonly all: boolean
  readonly service?: string | undefined
  readonly output?: string | undefined
  readonly force: boolean
  readonly 'dry-run': boolean
}
