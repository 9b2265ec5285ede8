import type {CommonOptions} from '../session/config.ts'
import type {ReleaseOptions} from '../session/select-source.ts'

export interface RecordOptions extends CommonOptions, ReleaseOptions {
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
